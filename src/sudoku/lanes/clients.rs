//! Who uses the machine: a batch of puzzles, or a visitor of the solutions of one.

use super::Cells;
use super::answer::End;
use super::load::{Tray, solution};
use super::machine::Client;
use super::page::Page;
use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;

/// How many passes are made before the watch is asked again.
const PATIENCE: u64 = 256;

/// Asked now and then whether to go on.
pub(super) struct Watch(pub(super) Option<Box<dyn FnMut() -> bool + Send>>);

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Watch(..)" } else { "None" })
    }
}

impl Watch {
    /// Whether to go on, after so many passes.
    #[inline(always)]
    pub(super) fn goes_on(&mut self, passes: u64) -> bool {
        !passes.is_multiple_of(PATIENCE) || self.0.as_mut().is_none_or(|goes_on| goes_on())
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

    #[inline(always)]
    fn solved(&mut self, index: usize, lanes: &Page, lane: usize) -> bool {
        if let Some(firsts) = &mut self.firsts {
            firsts[index].get_or_insert_with(|| solution(&lanes.block, lane));
        }
        true
    }

    #[inline(always)]
    fn goes_on(&mut self, passes: u64) -> bool {
        self.watch.goes_on(passes)
    }
}

/// One puzzle, whose solutions are shown as they are found.
pub(super) struct Visit<'a, V> {
    /// Lays the puzzle on the tray, the first time.
    pub(super) source: &'a mut dyn FnMut(&mut Tray) -> usize,
    pub(super) visitor: V,
    pub(super) first: Option<Cells>,
    pub(super) watch: &'a mut Watch,
    /// Set if the visitor broke.
    pub(super) end: Option<End>,
}

impl<V: FnMut(&Cells) -> ControlFlow<()>> Client for Visit<'_, V> {
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

    #[inline(always)]
    fn goes_on(&mut self, passes: u64) -> bool {
        self.watch.goes_on(passes)
    }
}
