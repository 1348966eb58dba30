//! A search in sections, which keep the order of what is found, whoever searches them.
//!
//! A *section* is a part of the tree: all solutions with some options. The sections of a search stand in a [`Line`] in the
//! order in which one machine would come to them. One that takes long is cut: when it has searched so many nodes, all
//! that is untried at the levels of its [`Path`] become sections, the deepest first, and it comes to an
//! end with what is left below the path. So
//! - several threads can search, each a section; what they find is told in the order of the line, and kept until its turn
//!   comes;
//! - between any two moments, what is left is a list of sections: little to write down, and enough to go on from, with any
//!   number of threads.
//!
//! Where a section is cut depends on its nodes alone, never on time or on other threads. With the same engine, the line is
//! always the same, and so is the order of all solutions: whoever searches, and however often the search was stopped.
//!
//! ```text
//! section ── one section, searched and cut
//! line    ── all of them, what they have found, and what is left
//! alone   ── the calling thread searches one after another
//! crew    ── others search, and the calling thread tells
//! ```

mod alone;
mod crew;
mod line;
mod section;
#[cfg(test)]
mod tests;

use super::limits::{Limits, StopReason};
use super::progress::{Standing, Watch};
use crate::engine::{Path, SearchEngine};
use crate::ids::{OptionId, to_u64};
use std::fmt;
use std::ops::ControlFlow;

#[cfg(feature = "parallel")]
pub(super) use alone::next as begin;
pub(super) use line::Line;
pub use section::Section;

/// How large sections become before they are cut.
///
/// A section that begins costs about as much as two to five hundred nodes, whatever the problem, because where a structure
/// is large, nodes are dear; and a cut makes some dozen of them, or thousands. What is written down of a search counts on it
/// that sections are cut here and nowhere else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The nodes of the first section, and of the last: each time that a part has been cut, it is four times as many.
    first: u64,
    most: u64,
    /// The nodes for each section that is cut off.
    each: u64,
    /// The nodes, and the solutions, between two looks at what else there is.
    slice: u64,
    solutions: u32,
    /// What may be held until it is told, in numbers of options: of the first section, and of all together.
    held_of_first: usize,
    held: usize,
}

pub(super) const PACE: Pace = Pace {
    first: 1 << 16,
    most: 1 << 20,
    each: 1 << 10,
    slice: 1 << 8,
    solutions: 32,
    held_of_first: 1 << 16,
    held: 1 << 23,
};

impl Pace {
    /// The nodes after which a section is cut that comes from so many cuts.
    fn nodes(self, age: u32) -> u64 {
        (self.first << (2 * age.min(16))).min(self.most)
    }

    /// The nodes after which it pays to cut off so many sections.
    fn price(self, sections: usize) -> u64 {
        to_u64(sections).saturating_mul(self.each)
    }
}

/// What all sections have in common.
#[derive(Clone, Copy)]
pub(super) struct Task<'t> {
    pub(super) limits: &'t Limits,
    /// What is given to the whole search.
    pub(super) given: &'t [OptionId],
    pub(super) start: &'t (dyn Fn() -> Box<dyn SearchEngine> + Sync),
    pub(super) threads: usize,
    /// Whether solutions are to be told, and not only their number.
    pub(super) tells: bool,
    /// Whether sections are cut where the machine learns, and those that were cut off begin without what was learned.
    pub(super) cuts_learners: bool,
    pub(super) pace: Pace,
}

impl fmt::Debug for Task<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// Who is shown solutions.
pub(super) type Visitor<'v> = dyn FnMut(&[OptionId]) -> ControlFlow<()> + 'v;

/// All who are told of what is found, and of how far the search has come: by the thread that has begun it.
pub(super) struct Listeners<'l, 'w> {
    pub(super) visitor: &'l mut Visitor<'l>,
    pub(super) watch: Option<Watch<'w>>,
    /// Looks at what is left, from time to time.
    pub(super) saver: Option<&'l mut dyn FnMut(&Line)>,
}

impl Listeners<'_, '_> {
    fn look(&mut self, line: &Line, stand: impl FnOnce(&mut Path) -> Standing) {
        if let Some(watch) = &mut self.watch {
            watch.look(stand);
        }
        if let Some(saver) = &mut self.saver {
            saver(line);
        }
    }
}

/// Searches what is left, to its end or to a reason to stop. Whatever it is, the line then has all that is left.
pub(super) fn run(
    line: &mut Line,
    task: Task<'_>,
    listeners: &mut Listeners<'_, '_>,
) -> StopReason {
    if task.threads > 1 {
        crew::run(line, task, listeners)
    } else {
        alone::run(line, task, listeners)
    }
}
