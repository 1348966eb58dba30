//! The statistics of memos.

use super::units::counted;
use crate::json::Object;
use quadrille::search::CountStats;
use std::fmt;
use std::ops::AddAssign;

/// The statistics of a memo; of several, the sums, and the maximum of their memory.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Memo {
    hits: u64,
    lookups: u64,
    entries: u64,
    evicted: u64,
    bytes: u64,
}

impl Memo {
    /// `None` if nothing was looked up.
    pub(super) fn of(stats: CountStats) -> Option<Self> {
        let CountStats { hits, lookups, entries, evicted, bytes, .. } = stats;
        (lookups > 0).then_some(Self { hits, lookups, entries, evicted, bytes })
    }
}

/// Writes it as the key `memo`, also if there is none.
pub(super) fn write(memo: Option<Memo>, object: &mut Object<'_>) {
    let out = object.key("memo");
    let Some(Memo { hits, lookups, entries, evicted, bytes }) = memo else {
        return out.push_str("null");
    };
    let mut object = Object::begin(out);
    object.plain("hits", hits).plain("lookups", lookups).plain("entries", entries);
    object.plain("evicted", evicted).plain("bytes", bytes).end();
}

impl AddAssign for Memo {
    fn add_assign(&mut self, other: Self) {
        self.hits += other.hits;
        self.lookups += other.lookups;
        self.entries += other.entries;
        self.evicted += other.evicted;
        self.bytes = self.bytes.max(other.bytes);
    }
}

/// As `12 hits of 34 lookups, 22 entries, 0 evicted, 1.5 MiB`.
impl fmt::Display for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hits, lookups, entries, evicted, bytes } = *self;
        write!(f, "{} of {}, ", counted(hits, "hit"), counted(lookups, "lookup"))?;
        write!(f, "{entries} held, {evicted} evicted, {}", Bytes(bytes))
    }
}

/// A number of bytes for people: MiB, with one decimal.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (u128::from(self.0) * 10).div_ceil(1 << 20);
        write!(f, "{}.{} MiB", tenths / 10, tenths % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memo_is_printed_with_its_memory() {
        let mut memo = Memo { hits: 1, lookups: 2, entries: 3, evicted: 4, bytes: (3 << 20) / 2 };
        let text = "1 hit of 2 lookups, 3 held, 4 evicted, 1.5 MiB";
        assert_eq!(memo.to_string(), text);
        memo += Memo { hits: 2, bytes: 1, ..memo };
        assert_eq!(memo.to_string(), "3 hits of 4 lookups, 6 held, 8 evicted, 1.5 MiB");
        assert_eq!(Bytes(1).to_string(), "0.1 MiB");
    }

    #[test]
    fn what_was_not_asked_is_no_memo() {
        assert_eq!(Memo::of(CountStats::default()), None);
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        write(None, &mut object);
        write(Some(Memo::default()), &mut object);
        object.end();
        assert!(text.starts_with(r#"{"memo":null,"memo":{"hits":0,"lookups":0,"#), "{text}");
    }
}
