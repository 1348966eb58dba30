//! What the thread of a block has to say: kept until it is its turn, and not more of it than a little.
//!
//! Entries are one text, and a message knows how much of the text goes before it: whoever looks at both in a terminal sees
//! them in the order in which one thread would have written them. When there is much of it, a part goes to the thread that
//! writes, and has to wait there: so a block that has millions of solutions needs no more memory than others.

use super::super::session::message;
use super::super::stats::Statistics;
use super::super::tally::Tally;
use crossbeam_channel::Sender;
use std::cell::RefCell;
use std::fmt::Display;
use std::io;

/// As many bytes make a part, as the output writes at once.
const PART: usize = 64 * 1024;

/// What there is to write.
#[derive(Debug, Default)]
pub(in crate::cli) struct Kept {
    text: String,
    /// Messages, each with the length of the text before it.
    notes: Vec<(usize, String)>,
    /// How long the messages are.
    weight: usize,
}

impl Kept {
    /// Whether there is an entry, or a part of one.
    pub(in crate::cli) fn has_text(&self) -> bool {
        !self.text.is_empty()
    }

    /// Writes the text, and the messages where they belong.
    pub(in crate::cli) fn tell(&self, write: impl Fn(&str) -> io::Result<()>) -> io::Result<()> {
        let mut told = 0;
        for (before, note) in &self.notes {
            if *before > told {
                write(&self.text[told..*before])?;
                told = *before;
            }
            message(note);
        }
        if told < self.text.len() { write(&self.text[told..]) } else { Ok(()) }
    }
}

/// What comes out of a block.
#[derive(Debug)]
pub(in crate::cli) enum Part {
    /// Some of what there is to write.
    Some(Kept),
    /// The rest, and what else there is to know.
    Last(Kept, Box<Noted>),
    /// Nothing: it is not for this thread.
    Back,
}

/// What is known of the records of a block.
#[derive(Debug)]
pub(in crate::cli) struct Noted {
    pub(in crate::cli) tally: Tally,
    pub(in crate::cli) stats: Option<Statistics>,
    /// How many were taken up.
    pub(in crate::cli) records: u64,
}

/// A part, and what its thread believed when it read the block.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) version: u64,
    pub(super) part: Part,
}

/// Keeps what there is to write, and sends it off.
#[derive(Debug)]
pub(in crate::cli) struct Keeper {
    kept: RefCell<Kept>,
    parts: Sender<Told>,
    version: u64,
    /// The bytes that make a part.
    most: usize,
}

impl Keeper {
    /// A keeper that sends parts there; at once if somebody looks on.
    pub(super) fn new(parts: Sender<Told>, version: u64, is_seen: bool) -> Self {
        let most = if is_seen { 1 } else { PART };
        Self { kept: RefCell::default(), parts, version, most }
    }

    /// Appends to the text. The error is that nobody is there any more to write it, as with a pipe that is closed.
    pub(in crate::cli) fn write(&self, text: &str) -> io::Result<()> {
        let mut kept = self.kept.borrow_mut();
        kept.text.push_str(text);
        if kept.text.len() + kept.weight < self.most {
            return Ok(());
        }
        self.send(Part::Some(std::mem::take(&mut kept)))
    }

    /// Adds a message.
    pub(in crate::cli) fn note(&self, note: impl Display) {
        let (mut kept, note) = (self.kept.borrow_mut(), note.to_string());
        let before = kept.text.len();
        kept.weight += note.len();
        kept.notes.push((before, note));
    }

    /// Sends the rest.
    pub(in crate::cli) fn end(&self, noted: Noted) -> io::Result<()> {
        self.send(Part::Last(self.kept.take(), Box::new(noted)))
    }

    pub(in crate::cli) fn send(&self, part: Part) -> io::Result<()> {
        let told = Told { version: self.version, part };
        self.parts.send(told).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of what is to be written, in the pieces in which it is.
    fn pieces(kept: &Kept) -> Vec<String> {
        let pieces = RefCell::new(Vec::new());
        let write = |text: &str| {
            pieces.borrow_mut().push(text.to_owned());
            Ok(())
        };
        kept.tell(write).unwrap();
        pieces.take()
    }

    #[test]
    fn messages_keep_their_places_in_the_text() {
        let (parts, told) = crossbeam_channel::bounded(1);
        let keeper = Keeper::new(parts, 7, false);
        keeper.write("a\n").unwrap();
        keeper.write("b\n").unwrap();
        keeper.note(" ");
        keeper.note(" ");
        keeper.write("c\n").unwrap();
        keeper.end(Noted { tally: Tally::new(), stats: None, records: 3 }).unwrap();
        let Told { version: 7, part: Part::Last(kept, noted) } = told.recv().unwrap() else {
            panic!("the last part")
        };
        assert_eq!(
            (pieces(&kept), noted.records),
            (vec!["a\nb\n".to_owned(), "c\n".to_owned()], 3)
        );
        assert!(kept.has_text() && !Kept::default().has_text());
        assert!(pieces(&Kept::default()).is_empty());
    }

    #[test]
    fn much_of_it_is_sent_in_parts() {
        let (parts, told) = crossbeam_channel::unbounded();
        let keeper = Keeper::new(parts, 0, false);
        let line = "x".repeat(999) + "\n";
        (0..1000).for_each(|_| keeper.write(&line).unwrap());
        let sent = told.try_iter().map(|told| match told.part {
            Part::Some(kept) => kept.text.len(),
            _ => panic!("not yet the end"),
        });
        let sent: Vec<_> = sent.collect();
        assert_eq!(sent, [66_000; 15]);
        // Messages weigh as much as text.
        (0..100).for_each(|_| keeper.note(&line));
        keeper.write("error\n").unwrap();
        assert!(
            matches!(told.try_recv().unwrap().part, Part::Some(kept) if kept.notes.len() == 100)
        );
        let seen = Keeper::new(keeper.parts.clone(), 0, true);
        seen.write("a\n").unwrap();
        assert!(matches!(told.try_recv().unwrap().part, Part::Some(kept) if kept.text == "a\n"));
    }

    #[test]
    fn nobody_to_write_it_is_a_closed_pipe() {
        let (parts, told) = crossbeam_channel::bounded(1);
        drop(told);
        let error = Keeper::new(parts, 0, true).write("a\n").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
