//! The numbers of a problem, or their sums over several: the work, the memo, the reductions, and
//! the times.

use super::units::counted;
use crate::json::Plain;
use quadrille::problem::Reduction;
use quadrille::search::CountStats;
use quadrille::{Problem, Stats};
use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

/// Adds a number that may be absent.
pub(super) fn add<T: AddAssign>(sum: &mut Option<T>, other: Option<T>) {
    match (&mut *sum, other) {
        (Some(sum), Some(other)) => *sum += other,
        (None, other) => *sum = other,
        (Some(_), None) => {}
    }
}

#[derive(Clone, Copy, Default, Debug, Serialize)]
pub(super) struct Effort {
    /// `None` for the 9x9 solver.
    pub(super) nodes: Option<u64>,
    /// `None` for the 9x9 solver and for memos.
    pub(super) updates: Option<u64>,
}

impl From<Stats> for Effort {
    fn from(Stats { nodes, updates }: Stats) -> Self {
        Self { nodes: Some(nodes), updates: Some(updates) }
    }
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        add(&mut self.nodes, other.nodes);
        add(&mut self.updates, other.updates);
    }
}

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Times {
    pub(super) reading: Duration,
    pub(super) reducing: Duration,
    pub(super) building: Duration,
    pub(super) searching: Duration,
}

impl Times {
    pub(super) fn named(&self) -> [(&'static str, Duration); 4] {
        let Self { reading, reducing, building, searching } = *self;
        [
            ("reading", reading),
            ("reducing", reducing),
            ("building", building),
            ("searching", searching),
        ]
    }
}

impl Serialize for Times {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seconds = |time: Duration| Plain(format!("{:.6}", time.as_secs_f64()));
        serializer.collect_map(self.named().map(|(name, time)| (name, seconds(time))))
    }
}

impl AddAssign for Times {
    fn add_assign(&mut self, other: Self) {
        self.reading += other.reading;
        self.reducing += other.reducing;
        self.building += other.building;
        self.searching += other.searching;
    }
}

/// The results of a reduction, or the sums over several.
#[derive(Clone, Copy, Default, Debug, Serialize)]
pub(super) struct Reductions {
    #[serde(skip)]
    reductions: u64,
    #[serde(skip)]
    options: usize,
    #[serde(skip)]
    items: usize,
    removed: usize,
    idle: usize,
    rounds: u64,
    work: u64,
    /// The number of reductions that were cut short.
    #[serde(rename = "complete", serialize_with = "is_zero")]
    cut: u64,
}

fn is_zero<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(*number == 0)
}

impl Reductions {
    pub(super) fn of(problem: &Problem, reduction: &Reduction) -> Self {
        Self {
            reductions: 1,
            options: problem.options().len(),
            items: problem.items().len(),
            removed: reduction.removed().count(),
            idle: reduction.redundant_items().count(),
            rounds: reduction.rounds().into(),
            work: reduction.work(),
            cut: (!reduction.is_complete()).into(),
        }
    }
}

impl AddAssign for Reductions {
    fn add_assign(&mut self, other: Self) {
        self.reductions += other.reductions;
        self.options += other.options;
        self.items += other.items;
        self.removed += other.removed;
        self.idle += other.idle;
        self.rounds += other.rounds;
        self.work += other.work;
        self.cut += other.cut;
    }
}

impl fmt::Display for Reductions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reductions, options, items, removed, idle, rounds, work, cut } = self;
        if *reductions > 1 {
            write!(f, "{reductions} times: ")?;
        }
        write!(f, "{removed} of {options} options removed, {idle} of {items} items idle; ")?;
        write!(f, "{} and {work} entries looked at", counted(*rounds, "round"))?;
        match cut {
            0 => Ok(()),
            _ if *reductions == 1 => write!(f, ", not to the end"),
            cut => write!(f, ", {cut} not to the end"),
        }
    }
}

/// The statistics of a memo; of several, the sums, and the maximum of their memory.
#[derive(Clone, Copy, Default, Debug, Serialize)]
pub(super) struct Memo {
    hits: u64,
    lookups: u64,
    represented: u64,
    labelled: u64,
    renamed: u64,
    entries: u64,
    evicted: u64,
    bytes: u64,
}

impl Memo {
    /// `None` if nothing was looked up.
    pub(super) fn of(stats: CountStats) -> Option<Self> {
        let CountStats {
            hits,
            lookups,
            represented,
            labelled,
            renamed,
            entries,
            evicted,
            bytes,
            ..
        } = stats;
        let memo = Self { hits, lookups, represented, labelled, renamed, entries, evicted, bytes };
        (lookups > 0).then_some(memo)
    }
}

impl AddAssign for Memo {
    fn add_assign(&mut self, other: Self) {
        self.hits += other.hits;
        self.lookups += other.lookups;
        self.represented += other.represented;
        self.labelled += other.labelled;
        self.renamed += other.renamed;
        self.entries += other.entries;
        self.evicted += other.evicted;
        self.bytes = self.bytes.max(other.bytes);
    }
}

/// As `12 hits of 34 lookups, 22 held, 0 evicted, 1.5 MiB`, and, if any were,
/// `5 found by representatives` and `10 labelled, 3 of them found`.
impl fmt::Display for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hits, lookups, represented, labelled, renamed, entries, evicted, bytes } = *self;
        let tenths = (u128::from(bytes) * 10).div_ceil(1 << 20);
        write!(f, "{} of {}, ", counted(hits, "hit"), counted(lookups, "lookup"))?;
        write!(f, "{entries} held, {evicted} evicted, {}.{} MiB", tenths / 10, tenths % 10)?;
        if represented > 0 {
            write!(f, ", {represented} found by representatives")?;
        }
        if labelled > 0 {
            write!(f, ", {labelled} labelled, {renamed} of them found")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memo_is_printed_with_its_memory() {
        let mut memo = Memo {
            hits: 1,
            lookups: 2,
            entries: 3,
            evicted: 4,
            bytes: (3 << 20) / 2,
            ..Memo::default()
        };
        assert_eq!(memo.to_string(), "1 hit of 2 lookups, 3 held, 4 evicted, 1.5 MiB");
        memo += Memo { hits: 2, bytes: 1, ..memo };
        assert_eq!(memo.to_string(), "3 hits of 4 lookups, 6 held, 8 evicted, 1.5 MiB");
        memo += Memo { labelled: 7, renamed: 5, ..Memo::default() };
        assert!(memo.to_string().ends_with("1.5 MiB, 7 labelled, 5 of them found"));
        memo.represented = 9;
        assert!(
            memo.to_string()
                .ends_with(" MiB, 9 found by representatives, 7 labelled, 5 of them found")
        );
        (memo.represented, memo.labelled) = (0, 0);
        assert!(Memo { bytes: 1, ..memo }.to_string().ends_with(", 0.1 MiB"));
        assert!(Memo::of(CountStats::default()).is_none());
    }

    #[test]
    fn a_reduction_that_was_cut_short_says_so() {
        let cut = Reductions { reductions: 1, cut: 1, ..Reductions::default() };
        assert!(cut.to_string().ends_with("looked at, not to the end"));
        let mut both = Reductions { reductions: 1, ..Reductions::default() };
        both += cut;
        assert!(both.to_string().starts_with("2 times: "), "{both}");
        assert!(both.to_string().ends_with("looked at, 1 not to the end"), "{both}");
    }
}
