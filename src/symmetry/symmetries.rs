//! [`Symmetries`]: the group of symmetries of a problem.

use super::classes::ConjugacyClass;
use super::error::SymmetryError;
use super::graph::ProblemGraph;
use super::group::PermutationGroup;
use super::item_labels::ItemLabels;
use super::permutation::{Permutation, orbits};
use crate::canonical::canonical;
use crate::ids::{ItemId, OptionId, as_index};
use crate::problem::Problem;
use num_bigint::BigUint;

/// A symmetry of a problem: what it does to items and to options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Maps each item, by its number, to another one or to itself.
    pub items: Permutation,
    /// The same for options.
    pub options: Permutation,
}

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
    group: PermutationGroup,
    generators: Vec<Symmetry>,
    items: usize,
    options: usize,
}

/// How many random elements in a row may be of known classes before the search for others ends.
const TRIES: usize = 20_000;

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
        let generators = found.generators.into_iter().map(Permutation::from_images);
        let group = PermutationGroup::new(graph.degree(), generators);
        let generators = group.generators().iter().filter_map(|g| symmetry(&graph, g)).collect();
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

    /// The conjugacy classes, each with a symmetry; `None` if they are too many to be found, or
    /// `goes_on` has returned false.
    pub(crate) fn classes(
        &self,
        goes_on: impl FnMut() -> bool,
    ) -> Option<Vec<(Symmetry, BigUint)>> {
        match self.group.conjugacy_classes() {
            Some(classes) => self.named(classes),
            None => self.classes_by_sample(goes_on),
        }
    }

    /// The same from random elements. Two symmetries are conjugate if the graphs that have them are
    /// isomorphic, and the automorphisms of such a graph are the centraliser.
    pub(super) fn classes_by_sample(
        &self,
        mut goes_on: impl FnMut() -> bool,
    ) -> Option<Vec<(Symmetry, BigUint)>> {
        let kind = |element: &Permutation| {
            let options = self.graph.option_images(element.images());
            (
                element.cycle_type(),
                options.map(|options| Permutation::from_images(options).cycle_type()),
            )
        };
        let classes = self.group.sampled_classes(TRIES, kind, |element| {
            goes_on().then(|| {
                let found = canonical(&self.graph.with_permutation(element.images()));
                (found.form, self.subgroup(found.generators).order())
            })
        });
        self.named(classes?)
    }

    fn named(&self, classes: Vec<ConjugacyClass>) -> Option<Vec<(Symmetry, BigUint)>> {
        let named = |ConjugacyClass { element, size }| {
            symmetry(&self.graph, &element).map(|symmetry| (symmetry, size))
        };
        classes.into_iter().map(named).collect()
    }

    /// The group of these permutations of the first points of a graph.
    pub(crate) fn subgroup(&self, generators: Vec<Vec<u32>>) -> PermutationGroup {
        let degree = self.graph.degree();
        let cut = |mut images: Vec<u32>| {
            images.truncate(degree);
            Permutation::from_images(images)
        };
        PermutationGroup::new(degree, generators.into_iter().map(cut))
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

/// What an automorphism of the graph does to items and options.
fn symmetry(graph: &ProblemGraph, automorphism: &Permutation) -> Option<Symmetry> {
    let options = graph.option_images(automorphism.images())?;
    let items = graph.item_images(automorphism.images());
    Some(Symmetry {
        items: Permutation::from_images(items),
        options: Permutation::from_images(options),
    })
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
