//! Questions to a [`Solver`] about solutions up to symmetry: their number, and one of each class.

mod burnside;
mod class_count;
mod classification;
mod listing;
mod partial;
mod quotient;

use super::answer::Stats;
use super::limits::StopReason;
use super::progress::Listener;
use super::solver::Solver;
use super::symmetry_method::SymmetryMethod;
use super::symmetry_stage::SymmetryStage;
use crate::ids::OptionId;
use crate::symmetry::{Symmetries, SymmetryError};
use class_count::ClassVisitor;
use num_bigint::BigUint;
use std::ops::ControlFlow;

pub use class_count::ClassCount;

/// The greatest group with which every solution is compared with its images, and for which
/// [`SymmetryMethod::Auto`] counts by Burnside's lemma at once.
const SMALL_GROUP: u32 = 4096;

/// The partial solutions that [`SymmetryMethod::Auto`] classifies before it tries Burnside's lemma:
/// less than a second.
const TRIAL: u64 = 1024;

/// The nodes of the count of all solutions before a classification: a second or less.
const COUNT_NODES: u64 = 1 << 20;

impl Solver {
    /// How [`count_up_to`](Self::count_up_to) counts; without this, [`SymmetryMethod::Auto`].
    #[must_use]
    pub fn symmetry_method(mut self, method: SymmetryMethod) -> Self {
        self.counting.symmetry_method = method;
        self
    }

    /// Counts the solutions, and their classes: two solutions are in one class if a symmetry maps
    /// one to the other. The limit of memory bounds what a classification keeps, and the memo of
    /// each count by Burnside's lemma. The limit of nodes bounds the sum of the nodes of all
    /// counts, or the number of partial solutions that a classification considers.
    ///
    /// A classification first counts all solutions, if that takes up to 2^20 nodes, so that their
    /// number is mostly known when it is stopped.
    ///
    /// After a count by Burnside's lemma, [`count_stats`](Self::count_stats) and
    /// [`stats`](Self::stats) are sums over all counts, with the greatest memo, and
    /// [`strategy`](Self::strategy) is that of the count of all solutions. After a classification,
    /// nodes are the partial solutions that were considered, and there is no strategy. Reports of
    /// progress have the [stage](crate::Progress::stage) of the run.
    ///
    /// ```
    /// use quadrille::symmetry::Symmetries;
    /// use quadrille::{Problem, Solver};
    ///
    /// // A square of four dots, to be covered by its sides.
    /// let problem: Problem = "a b c d\na b\nb c\nc d\nd a".parse()?;
    /// let count = Solver::new(&problem).count_up_to(&Symmetries::of(&problem))?;
    /// assert_eq!((count.solutions, count.classes), (2u32.into(), 1u32.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`OtherProblem`](SymmetryError::OtherProblem), [`Assumptions`](SymmetryError::Assumptions);
    /// with [`SymmetryMethod::Burnside`] also [`RepeatedItem`](SymmetryError::RepeatedItem) and
    /// [`MissingClasses`](SymmetryError::MissingClasses).
    pub fn count_up_to(&mut self, symmetries: &Symmetries) -> Result<ClassCount, SymmetryError> {
        self.check_symmetries(symmetries)?;
        match self.counting.symmetry_method {
            SymmetryMethod::Auto => self.count_by_best(symmetries),
            SymmetryMethod::Burnside => burnside::count(self, symmetries, true),
            SymmetryMethod::Classification => Ok(self.classify_and_count(symmetries)),
        }
    }

    /// Counts by the method of [`SymmetryMethod::Auto`].
    fn count_by_best(&mut self, symmetries: &Symmetries) -> Result<ClassCount, SymmetryError> {
        let mut found = ClassCount::none();
        if symmetries.order() > SMALL_GROUP.into() {
            let trial = self.classify(symmetries, Some(TRIAL), &mut go_on);
            let is_cut = match trial.stop {
                StopReason::NodeLimit => self.limits.nodes.is_none_or(|most| most > TRIAL),
                StopReason::MemoryLimit => true,
                _ => false,
            };
            if !is_cut {
                return Ok(trial);
            }
            found = trial;
        }
        let count = match burnside::count(self, symmetries, false) {
            Err(SymmetryError::RepeatedItem { .. } | SymmetryError::MissingClasses) => {
                self.classify_and_count(symmetries)
            }
            counted => counted?,
        };
        Ok(count.with(found))
    }

    /// Classifies partial solutions, after a count of all solutions that ends after some nodes: the
    /// classification may be stopped long before it has found all.
    fn classify_and_count(&mut self, symmetries: &Symmetries) -> ClassCount {
        self.work = Some(Stats::default());
        let mut limits = self.limits.without_solutions();
        limits.nodes = limits.nodes.into_iter().chain([COUNT_NODES]).min();
        let all = burnside::part_solver(self, &self.problem, &limits).big_count();
        let is_total = all.stop == StopReason::Exhausted;
        let classes = ClassCount::least_classes(&all.solutions, &symmetries.order());
        let all = ClassCount { solutions: all.solutions, classes, is_total, stop: all.stop };
        self.classify(symmetries, None, &mut go_on).with(all)
    }

    /// Calls a function with one solution of each class and the number of solutions of the class,
    /// until it breaks. The options of a solution are in ascending order.
    ///
    /// With up to 4096 symmetries, all solutions are visited, and those are passed on that are the
    /// least of their class. With more, partial solutions are classified, and solutions come at the
    /// end. Reports of progress have the [stage](crate::Progress::stage) of a classification.
    ///
    /// ```
    /// use quadrille::symmetry::Symmetries;
    /// use quadrille::{Problem, Solver};
    /// use std::ops::ControlFlow;
    ///
    /// let problem: Problem = "a b c d\na b\nb c\nc d\nd a".parse()?;
    /// let mut sizes = Vec::new();
    /// Solver::new(&problem).visit_up_to(&Symmetries::of(&problem), |_, size| {
    ///     sizes.push(size.to_string());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(sizes, ["2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`OtherProblem`](SymmetryError::OtherProblem), [`Assumptions`](SymmetryError::Assumptions).
    pub fn visit_up_to(
        &mut self,
        symmetries: &Symmetries,
        mut visitor: impl FnMut(&[OptionId], &BigUint) -> ControlFlow<()>,
    ) -> Result<ClassCount, SymmetryError> {
        self.check_symmetries(symmetries)?;
        let classifies = self.counting.symmetry_method == SymmetryMethod::Classification;
        let all = symmetries.all_on_options(SMALL_GROUP).filter(|_| !classifies);
        Ok(match all {
            Some(all) => listing::visit(self, &all, &mut visitor),
            None => self.classify(symmetries, None, &mut visitor),
        })
    }

    /// Classifies partial solutions, up to `most` if it is given.
    fn classify(
        &mut self,
        symmetries: &Symmetries,
        most: Option<u64>,
        visitor: &mut ClassVisitor<'_>,
    ) -> ClassCount {
        let (mut limits, memory) = (self.limits.without_solutions(), self.counting.memory);
        limits.nodes = limits.nodes.into_iter().chain(most).min();
        let watch = self.listener.as_mut().map(Listener::watch);
        let (count, nodes) =
            classification::run(&self.problem, symmetries, (&limits, memory), (visitor, watch));
        self.enter(None);
        self.counting.last = None;
        self.work = Some(Stats { nodes, updates: 0 });
        count
    }

    /// Enters a stage for reports of progress, or leaves the last one.
    fn enter(&mut self, stage: Option<SymmetryStage>) {
        self.listener.iter_mut().for_each(|listener| listener.enter(stage));
    }

    fn check_symmetries(&self, symmetries: &Symmetries) -> Result<(), SymmetryError> {
        let assumed = self.assumptions.subproblem();
        if !symmetries.fits(&self.problem) {
            return Err(SymmetryError::OtherProblem);
        }
        if !assumed.include.is_empty() || !assumed.exclude.is_empty() {
            return Err(SymmetryError::Assumptions);
        }
        Ok(())
    }
}

/// A visitor that only counts.
fn go_on(_: &[OptionId], _: &BigUint) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
