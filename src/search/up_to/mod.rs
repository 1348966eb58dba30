//! Questions to a [`Solver`] about solutions up to symmetry: their number, and one of each class.

mod burnside;
mod class_count;
mod classification;
mod listing;
mod partial;
mod quotient;

use super::solver::Solver;
use super::symmetry_method::SymmetryMethod;
use crate::ids::OptionId;
use crate::symmetry::{Symmetries, SymmetryError};
use class_count::ClassVisitor;
use num_bigint::BigUint;
use std::ops::ControlFlow;

pub use class_count::ClassCount;

/// The greatest group with which every solution is compared with its images, and for which
/// [`SymmetryMethod::Auto`] counts by Burnside's lemma.
const SMALL_GROUP: u32 = 4096;

impl Solver {
    /// How [`count_up_to`](Self::count_up_to) counts; without this, [`SymmetryMethod::Auto`].
    #[must_use]
    pub fn symmetry_method(mut self, method: SymmetryMethod) -> Self {
        self.counting.symmetry_method = method;
        self
    }

    /// Counts the solutions, and their classes: two solutions are in one class if a symmetry maps
    /// one to the other. The limit of memory bounds what a classification keeps, and the memo of
    /// each count by Burnside's lemma. The limit of nodes bounds the sum of the nodes of all counts,
    /// or the number of partial solutions that a classification considers.
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
    /// [`TooManyClasses`](SymmetryError::TooManyClasses).
    pub fn count_up_to(&mut self, symmetries: &Symmetries) -> Result<ClassCount, SymmetryError> {
        self.check_symmetries(symmetries)?;
        let is_small = symmetries.order() <= SMALL_GROUP.into();
        match self.counting.symmetry_method {
            SymmetryMethod::Burnside => burnside::count(self, symmetries),
            SymmetryMethod::Auto if is_small => match burnside::count(self, symmetries) {
                Err(SymmetryError::RepeatedItem { .. } | SymmetryError::TooManyClasses) => {
                    Ok(self.classify(symmetries, &mut go_on))
                }
                counted => counted,
            },
            _ => Ok(self.classify(symmetries, &mut go_on)),
        }
    }

    /// Calls a function with one solution of each class and the number of solutions of the class,
    /// until it breaks. The options of a solution are in ascending order.
    ///
    /// With up to 4096 symmetries, all solutions are visited, and those are passed on that are the
    /// least of their class. With more, partial solutions are classified, and solutions come at the
    /// end.
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
            None => self.classify(symmetries, &mut visitor),
        })
    }

    fn classify(&self, symmetries: &Symmetries, visitor: &mut ClassVisitor<'_>) -> ClassCount {
        let (limits, memory) = (self.limits.without_solutions(), self.counting.memory);
        classification::run(&self.problem, symmetries, (&limits, memory), visitor)
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
