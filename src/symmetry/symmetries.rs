//! [`Symmetries`]: the group of symmetries of a problem.

use super::classes::ConjugacyClass;
use super::error::SymmetryError;
use super::factors::direct_factors;
use super::graph::{Marks, ProblemGraph};
use super::group::PermutationGroup;
use super::item_labels::ItemLabels;
use super::permutation::Permutation;
use super::problem_symmetry::{Symmetry, SymmetryCycles};
use super::symmetry_classes::SymmetryClasses;
use crate::canonical::{Automorphism, Canonical, Orbits, canonical};
use crate::ids::{ItemId, OptionId, as_index, to_u64};
use crate::problem::Problem;
use num_bigint::BigUint;
use std::sync::OnceLock;

/// All symmetries of a problem.
///
/// A symmetry exchanges items and options such that an option has an item if and only if the image
/// of the option has the image of the item. It keeps primary and secondary items, bounds, and the
/// costs of options. The colours of each item may be renamed: what counts is which options agree.
/// It maps solutions to solutions.
///
/// Items that are in the same options keep their order, so that two symmetries differ in what they
/// do to options.
#[derive(Clone, Debug)]
pub struct Symmetries {
    pub(crate) graph: ProblemGraph,
    order: BigUint,
    /// Strong generators, and points of the graph with the sizes of their orbits.
    automorphisms: Vec<Automorphism>,
    base: Vec<(u32, u32)>,
    /// The group of permutations of the points, once it was needed; `None` if it is too large.
    group: OnceLock<Option<PermutationGroup>>,
    items: usize,
    options: usize,
}

/// The most numbers that the permutations of a group may have: 256 MiB of them. A group has a
/// permutation for each point in the orbit of each base point.
const MOST_NUMBERS: u64 = 1 << 26;

/// How many random elements in a row may be of known classes before the search for others ends.
const TRIES: usize = 20_000;

/// The order of a group up to which no direct factors are looked for.
const UNDIVIDED: u32 = 1 << 12;

/// The most conjugacy classes.
const CLASSES: usize = 1 << 16;

impl Symmetries {
    /// The symmetries of a problem.
    ///
    /// ```
    /// use quadrille::Problem;
    /// use quadrille::symmetry::Symmetries;
    ///
    /// // A square of four dots, to be covered by its sides.
    /// let problem: Problem = "a b c d\na b\nb c\nc d\nd a".parse()?;
    /// let symmetries = Symmetries::of(&problem);
    /// assert_eq!(symmetries.order(), 8u32.into());
    /// assert_eq!(symmetries.option_orbits().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(problem: &Problem) -> Self {
        Self::all(problem, &ItemLabels::new(problem))
    }

    /// The symmetries that leave each of these items in place. Unknown items are ignored.
    #[must_use]
    pub fn fixing(problem: &Problem, items: impl IntoIterator<Item = ItemId>) -> Self {
        Self::all(problem, &ItemLabels::new(problem).fix(items))
    }

    /// The symmetries that keep the labels of items.
    ///
    /// # Errors
    /// [`OtherProblem`](SymmetryError::OtherProblem) if the labels are those of a problem with
    /// another number of items.
    pub fn keeping(problem: &Problem, labels: &ItemLabels) -> Result<Self, SymmetryError> {
        let found = Self::keeping_while(problem, labels, || true)?;
        Ok(found.expect("nothing ends the search"))
    }

    /// The same; `None` if `goes_on` has returned false. It is called at the beginning
    /// and every few milliseconds.
    ///
    /// ```
    /// use quadrille::symmetry::{ItemLabels, Symmetries};
    /// use quadrille::{CancelToken, Problem};
    ///
    /// let problem: Problem = "a b c d\na b\nb c\nc d\nd a".parse()?;
    /// let (labels, token) = (ItemLabels::new(&problem), CancelToken::new());
    /// let find = || Symmetries::keeping_while(&problem, &labels, || !token.is_cancelled());
    /// assert_eq!(find()?.map(|symmetries| symmetries.order()), Some(8u32.into()));
    /// token.cancel();
    /// assert!(find()?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`keeping`](Self::keeping).
    pub fn keeping_while(
        problem: &Problem,
        labels: &ItemLabels,
        mut goes_on: impl FnMut() -> bool,
    ) -> Result<Option<Self>, SymmetryError> {
        if labels.labels().len() != problem.items().len() {
            return Err(SymmetryError::OtherProblem);
        }
        Ok(Self::labelled(problem, labels, &mut goes_on))
    }

    fn labelled(
        problem: &Problem,
        labels: &ItemLabels,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let graph = ProblemGraph::new(problem, labels.labels(), goes_on)?;
        let found = canonical(graph.hypergraph(&[]), goes_on)?;
        let order = found.order();
        let Canonical { generators: automorphisms, base, .. } = found;
        let (items, options) = (problem.items().len(), problem.options().len());
        Some(Self { graph, order, automorphisms, base, group: OnceLock::new(), items, options })
    }

    /// All symmetries that keep the labels of items of this problem.
    fn all(problem: &Problem, labels: &ItemLabels) -> Self {
        Self::labelled(problem, labels, &mut || true).expect("nothing ends the search")
    }

    /// The permutations of the points of the graph; `None` if they are too large for a list.
    pub(super) fn group(&self) -> Option<&PermutationGroup> {
        let make = || {
            let degree = self.graph.degree();
            let numbers: u64 = self.base.iter().map(|&(_, orbit)| u64::from(orbit)).sum();
            if numbers.saturating_mul(to_u64(degree)) > MOST_NUMBERS {
                return None;
            }
            let images = self.automorphisms.iter().map(|found| found.images(degree));
            let base: Vec<_> = self.base.iter().map(|&(point, _)| point).collect();
            let generators = images.map(Permutation::from_images).collect();
            Some(PermutationGroup::with_base(degree, &base, generators))
        };
        self.group.get_or_init(make).as_ref()
    }

    /// The number of symmetries.
    #[must_use]
    pub fn order(&self) -> BigUint {
        self.order.clone()
    }

    /// Symmetries from which all others are composed; none if there is only the identity. Each is
    /// made when it is asked for: many symmetries of a large problem need much memory, and
    /// [`generator_cycles`](Self::generator_cycles) less.
    pub fn generators(&self) -> impl ExactSizeIterator<Item = Symmetry> + '_ {
        self.automorphisms.iter().map(|found| {
            let items = self.graph.moved_items(found);
            let options = self.graph.moved_options(found);
            Symmetry {
                items: Permutation::from_moved(self.items, &items),
                options: Permutation::from_moved(self.options, &options),
            }
        })
    }

    /// The same symmetries as cycles, each in the time that what it moves takes.
    ///
    /// ```
    /// use quadrille::Problem;
    /// use quadrille::symmetry::Symmetries;
    ///
    /// let problem: Problem = "a b\na\nb".parse()?;
    /// let symmetries = Symmetries::of(&problem);
    /// let cycles: Vec<_> = symmetries.generator_cycles().collect();
    /// assert_eq!(cycles[0].items, [problem.items().collect::<Vec<_>>()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn generator_cycles(&self) -> impl ExactSizeIterator<Item = SymmetryCycles> + '_ {
        self.automorphisms.iter().map(|found| {
            SymmetryCycles::new(self.graph.moved_items(found), self.graph.moved_options(found))
        })
    }

    /// The symmetries as permutations of the options. Two of them differ for some option. The time
    /// and the memory grow with more than the square of the number of options if there are as many
    /// generators.
    #[must_use]
    pub fn option_group(&self) -> PermutationGroup {
        PermutationGroup::new(self.options, self.generators().map(|symmetry| symmetry.options))
    }

    /// The orbits of items: the sets of items that symmetries exchange, in ascending order of their
    /// least items.
    #[must_use]
    pub fn item_orbits(&self) -> Vec<Vec<ItemId>> {
        orbits(
            self.items,
            self.automorphisms.iter().map(|a| self.graph.moved_items(a)),
            ItemId::new,
        )
    }

    /// The orbits of options, in ascending order of their least options.
    #[must_use]
    pub fn option_orbits(&self) -> Vec<Vec<OptionId>> {
        let moved = self.automorphisms.iter().map(|found| self.graph.moved_options(found));
        orbits(self.options, moved, OptionId::new)
    }

    /// Whether these may be the symmetries of a problem: it has as many items and options.
    pub(crate) fn fits(&self, problem: &Problem) -> bool {
        (problem.items().len(), problem.options().len()) == (self.items, self.options)
    }

    /// The conjugacy classes, that of the identity first; `None` if they are more than 65536 or
    /// were not all found, or `goes_on` has returned false. The classes of a direct product are the
    /// products of classes of its factors. Those of a factor of more than 2^22 elements are
    /// searched for only if `samples` is true, since that often fails.
    pub(crate) fn classes(
        &self,
        samples: bool,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<SymmetryClasses<'_>> {
        let is_small = |group: &PermutationGroup| group.order() <= UNDIVIDED.into();
        let most = as_index(CLASSES.ilog2());
        let groups = direct_factors(&self.graph, self.group()?, most, is_small, goes_on)?;
        if !samples && !groups.iter().all(PermutationGroup::is_visited) {
            return None;
        }
        let mut factors = Vec::new();
        for group in groups {
            factors.push(match group.is_visited() {
                true => group.visited_classes(&mut *goes_on)?,
                false => self.classes_by_sample(&group, goes_on)?,
            });
        }
        let classes = SymmetryClasses { graph: &self.graph, factors };
        (classes.len() <= CLASSES).then_some(classes)
    }

    /// The conjugacy classes of a direct factor of the group from random elements. Two elements are
    /// conjugate if the graphs that have them are isomorphic, and the automorphisms of such a graph
    /// are the centraliser: its part in the factor, and all of the other factors.
    pub(super) fn classes_by_sample(
        &self,
        factor: &PermutationGroup,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<ConjugacyClass>> {
        let others = self.order() / factor.order();
        let kind = |element: &Permutation| {
            let options = self.graph.option_images(element.images());
            let options = options.map(|options| Permutation::from_images(options).cycle_type());
            (element.cycle_type(), options)
        };
        factor.sampled_classes(TRIES, kind, |element| {
            let marks = Marks { arcs: vec![element.clone()], ..Marks::default() };
            let found = canonical(self.graph.marked(&marks), goes_on)?;
            let order = found.order() / &others;
            Some((found.form, order))
        })
    }

    /// All symmetries as permutations of options, the identity first; `None` if they are more than
    /// `most`.
    pub(crate) fn all_on_options(&self, most: u32) -> Option<Vec<Permutation>> {
        if self.order() > most.into() {
            return None;
        }
        let images = |element: Permutation| {
            self.graph.option_images(element.images()).map(Permutation::from_images)
        };
        self.group()?.elements().map(images).collect()
    }
}

/// The orbits of numbers under permutations of which the moved numbers and their images are given,
/// in ascending order of their least numbers.
fn orbits<I>(
    numbers: usize,
    moved: impl Iterator<Item = Vec<(u32, u32)>>,
    id: impl Fn(usize) -> I,
) -> Vec<Vec<I>> {
    let mut orbits = Orbits::new(numbers);
    moved.flatten().for_each(|(number, image)| orbits.join(number, image));
    let numbers = |set: Vec<u32>| set.into_iter().map(|number| id(as_index(number))).collect();
    orbits.sets().into_iter().map(numbers).collect()
}
