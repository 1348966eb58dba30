//! Who uses the machine: a batch of puzzles, or a visitor of the solutions of one.

use super::Cells;
use super::answer::End;
use super::load::{Tray, solution};
use super::machine::Client;
use super::page::Page;
use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;

/// Asked now and then whether to go on.
pub(super) struct Watch(pub(super) Option<Box<dyn FnMut() -> bool + Send>>);

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Watch(..)" } else { "None" })
    }
}

impl Watch {
    fn goes_on(&mut self) -> bool {
        self.0.as_mut().is_none_or(|goes_on| goes_on())
    }
}

/// A batch of puzzles, while it runs.
pub(super) struct Batch<'a> {
    /// Lays up to sixteen puzzles on a tray.
    pub(super) source: &'a mut dyn FnMut(&mut Tray) -> usize,
    /// A solution of each puzzle under way, where they are kept.
    pub(super) firsts: Option<&'a mut VecDeque<Option<Cells>>>,
    pub(super) watch: &'a mut Watch,
}

impl Client for Batch<'_> {
    fn feed(&mut self, tray: &mut Tray) -> usize {
        let count = (self.source)(tray);
        if let Some(firsts) = &mut self.firsts {
            firsts.extend((0..count).map(|_| None));
        }
        count
    }

    fn solved(&mut self, index: usize, lanes: &Page, lane: usize) -> bool {
        if let Some(firsts) = &mut self.firsts {
            firsts[index].get_or_insert_with(|| solution(&lanes.block, lane));
        }
        true
    }

    fn goes_on(&mut self) -> bool {
        self.watch.goes_on()
    }
}

/// One puzzle, whose solutions are shown as they are found.
pub(super) struct Visit<'a> {
    /// Lays the puzzle on the tray, the first time.
    pub(super) source: &'a mut dyn FnMut(&mut Tray) -> usize,
    pub(super) visitor: &'a mut dyn FnMut(&Cells) -> ControlFlow<()>,
    pub(super) first: Option<Cells>,
    pub(super) watch: &'a mut Watch,
    /// Set if the visitor broke.
    pub(super) end: Option<End>,
}

impl Client for Visit<'_> {
    fn feed(&mut self, tray: &mut Tray) -> usize {
        (self.source)(tray)
    }

    fn solved(&mut self, _: usize, lanes: &Page, lane: usize) -> bool {
        let cells = solution(&lanes.block, lane);
        self.first.get_or_insert(cells);
        let goes_on = (self.visitor)(&cells).is_continue();
        if !goes_on {
            self.end = Some(End::Visitor);
        }
        goes_on
    }

    fn goes_on(&mut self) -> bool {
        self.watch.goes_on()
    }
}
