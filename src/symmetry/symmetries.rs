//! [`Symmetries`]: the group of symmetries of a problem.

use super::classes::ConjugacyClass;
use super::error::SymmetryError;
use super::factors::direct_factors;
use super::graph::{Marks, ProblemGraph};
use super::group::PermutationGroup;
use super::item_labels::ItemLabels;
use super::permutation::{Permutation, orbits};
use super::problem_symmetry::Symmetry;
use super::symmetry_classes::SymmetryClasses;
use crate::canonical::canonical;
use crate::ids::{ItemId, OptionId, as_index};
use crate::problem::Problem;
use num_bigint::BigUint;

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
    pub(super) group: PermutationGroup,
    generators: Vec<Symmetry>,
    items: usize,
    options: usize,
}

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
        Self::labelled(problem, &ItemLabels::new(problem))
    }

    /// The symmetries that leave each of these items in place. Unknown items are ignored.
    #[must_use]
    pub fn fixing(problem: &Problem, items: impl IntoIterator<Item = ItemId>) -> Self {
        Self::labelled(problem, &ItemLabels::new(problem).fix(items))
    }

    /// The symmetries that keep the labels of items.
    ///
    /// # Errors
    /// [`OtherProblem`](SymmetryError::OtherProblem) if the labels are those of a problem with
    /// another number of items.
    pub fn keeping(problem: &Problem, labels: &ItemLabels) -> Result<Self, SymmetryError> {
        if labels.labels().len() != problem.items().len() {
            return Err(SymmetryError::OtherProblem);
        }
        Ok(Self::labelled(problem, labels))
    }

    fn labelled(problem: &Problem, labels: &ItemLabels) -> Self {
        let graph = ProblemGraph::new(problem, labels.labels());
        let found = canonical(&graph.hypergraph(&[]));
        let group = graph.group(found.generators);
        let generators =
            group.generators().iter().filter_map(|g| Symmetry::new(&graph, g)).collect();
        let (items, options) = (problem.items().len(), problem.options().len());
        Self { graph, group, generators, items, options }
    }

    /// The number of symmetries.
    #[must_use]
    pub fn order(&self) -> BigUint {
        self.group.order()
    }

    /// Symmetries from which all others are composed; none if there is only the identity.
    #[must_use]
    pub fn generators(&self) -> &[Symmetry] {
        &self.generators
    }

    /// The symmetries as permutations of the options. Two of them differ for some option.
    #[must_use]
    pub fn option_group(&self) -> PermutationGroup {
        let generators = self.generators.iter().map(|symmetry| symmetry.options.clone());
        PermutationGroup::new(self.options, generators)
    }

    /// The orbits of items: the sets of items that symmetries exchange, in ascending order of their
    /// least items.
    #[must_use]
    pub fn item_orbits(&self) -> Vec<Vec<ItemId>> {
        let orbits = orbits(self.items, self.generators.iter().map(|symmetry| &symmetry.items));
        sets(&orbits, ItemId::new)
    }

    /// The orbits of options, in ascending order of their least options.
    #[must_use]
    pub fn option_orbits(&self) -> Vec<Vec<OptionId>> {
        let orbits = orbits(self.options, self.generators.iter().map(|symmetry| &symmetry.options));
        sets(&orbits, OptionId::new)
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
        mut goes_on: impl FnMut() -> bool,
    ) -> Option<SymmetryClasses<'_>> {
        let is_small = |group: &PermutationGroup| group.order() <= UNDIVIDED.into();
        let hooks = (is_small, &mut goes_on);
        let groups = direct_factors(&self.graph, &self.group, as_index(CLASSES.ilog2()), hooks)?;
        if !samples && !groups.iter().all(PermutationGroup::is_visited) {
            return None;
        }
        let mut factors = Vec::new();
        for group in groups {
            factors.push(match group.is_visited() {
                true => group.visited_classes(&mut goes_on)?,
                false => self.classes_by_sample(&group, &mut goes_on)?,
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
        mut goes_on: impl FnMut() -> bool,
    ) -> Option<Vec<ConjugacyClass>> {
        let others = self.order() / factor.order();
        let kind = |element: &Permutation| {
            let options = self.graph.option_images(element.images());
            let options = options.map(|options| Permutation::from_images(options).cycle_type());
            (element.cycle_type(), options)
        };
        factor.sampled_classes(TRIES, kind, |element| {
            goes_on().then(|| {
                let arcs = vec![element.clone()];
                let found = canonical(&self.graph.marked(&Marks { arcs, ..Marks::default() }));
                (found.form, self.graph.group(found.generators).order() / &others)
            })
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
        self.group.elements().map(images).collect()
    }
}

/// The sets of numbers with the same representative.
fn sets<I>(representatives: &[u32], id: impl Fn(usize) -> I) -> Vec<Vec<I>> {
    let mut sets: Vec<Vec<I>> = representatives.iter().map(|_| Vec::new()).collect();
    for (number, &representative) in representatives.iter().enumerate() {
        sets[as_index(representative)].push(id(number));
    }
    sets.retain(|set| !set.is_empty());
    sets
}
