//! Conjugacy classes of a group.
//!
//! In groups of up to 2^22 elements, a union-find forest joins the numbers of conjugate elements.
//! In larger groups random elements and their powers are drawn: the caller names the class of an
//! element and its size, and the classes are complete when their sizes add up to the order of the
//! group.

use super::faithful_action::FaithfulAction;
use super::group::{PermutationGroup, SplitMix};
use super::permutation::Permutation;
use crate::canonical::Orbits;
use crate::ids::{as_index, to_u32};
use num_bigint::BigUint;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// A conjugacy class of a group.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConjugacyClass {
    /// An element of the class.
    pub element: Permutation,
    /// The number of elements of the class.
    pub size: BigUint,
}

/// The most elements of a group whose elements are all visited.
const VISITED: u32 = 1 << 22;

/// The elements between two looks at whether the run goes on.
const PERIOD: u32 = 1 << 12;

impl PermutationGroup {
    /// The conjugacy classes, that of the identity first; `None` if the group has more than 2^22
    /// elements.
    ///
    /// ```
    /// use quadrille::symmetry::{Permutation, PermutationGroup};
    ///
    /// let swap = Permutation::new(vec![1, 0, 2, 3])?;
    /// let cycle = Permutation::new(vec![1, 2, 3, 0])?;
    /// let group = PermutationGroup::new(4, [swap, cycle]);
    /// assert_eq!(group.order(), 24u32.into());
    /// assert_eq!(group.conjugacy_classes().map(|classes| classes.len()), Some(5));
    /// # Ok::<(), quadrille::symmetry::SymmetryError>(())
    /// ```
    #[must_use]
    pub fn conjugacy_classes(&self) -> Option<Vec<ConjugacyClass>> {
        self.visited_classes(|| true)
    }

    /// The same; also `None` if `goes_on` has returned false.
    pub(super) fn visited_classes(
        &self,
        goes_on: impl FnMut() -> bool,
    ) -> Option<Vec<ConjugacyClass>> {
        if !self.is_visited() {
            return None;
        }
        let faithful = FaithfulAction::new(self);
        let least = faithful.action().least_conjugates(goes_on)?;
        let mut sizes = vec![0u32; least.len()];
        least.iter().for_each(|&least| sizes[as_index(least)] += 1);
        let classes = sizes.into_iter().enumerate().filter(|(_, size)| *size > 0);
        let class = |(rank, size): (usize, u32)| ConjugacyClass {
            element: faithful.element(rank),
            size: size.into(),
        };
        Some(classes.map(class).collect())
    }

    /// Whether the elements are few enough to be visited.
    pub(super) fn is_visited(&self) -> bool {
        self.order() <= VISITED.into()
    }

    /// For each element, by its rank, the least rank of a conjugate.
    fn least_conjugates(&self, mut goes_on: impl FnMut() -> bool) -> Option<Vec<u32>> {
        let order = u32::try_from(&self.order()).ok()?;
        let mut classes = Orbits::new(as_index(order));
        let generators = self.few_generators();
        let pairs: Vec<_> = generators.iter().map(|g| (g.inverse(), g)).collect();
        for (rank, element) in (0..).zip(self.elements()) {
            if rank % PERIOD == 0 && !goes_on() {
                return None;
            }
            for (inverse, generator) in &pairs {
                let image = |point| generator.image(element.image(inverse.image(point)));
                classes.join(rank, to_u32(self.rank(image)?));
            }
        }
        Some(classes.roots())
    }

    /// Random elements that generate the group, or its generators if these are no more.
    fn few_generators(&self) -> Vec<Permutation> {
        let (mut random, mut few) = (SplitMix(1), Vec::new());
        while few.len() < self.generators().len() {
            few.push(self.random_element(&mut random));
            if Self::new(self.degree(), few.iter().cloned()).order() == self.order() {
                return few;
            }
        }
        self.generators().to_vec()
    }

    /// The conjugacy classes from random elements; `None` if `tries` elements in a row were of
    /// known classes, and elements of others are left. `kind` returns something that conjugate
    /// elements share, and is cheap. `name` returns a name that two elements share if and only if
    /// they are conjugate, and the order of the centraliser, unless the run is to end.
    pub(crate) fn sampled_classes<K: Hash + Eq, N: Hash + Eq>(
        &self,
        tries: usize,
        kind: impl Fn(&Permutation) -> K,
        mut name: impl FnMut(&Permutation) -> Option<(N, BigUint)>,
    ) -> Option<Vec<ConjugacyClass>> {
        let (order, mut found, mut total) = (self.order(), Vec::new(), BigUint::ZERO);
        let (mut known, mut sampler, mut idle) = (HashSet::new(), Sampler::new(), 0);
        let mut elements = vec![Permutation::identity(self.degree())];
        while total < order {
            idle += 1;
            for element in elements {
                if !sampler.is_worth_naming(kind(&element)) {
                    continue;
                }
                let (name, centralizer) = name(&element)?;
                if known.insert(name) {
                    idle = 0;
                    let size = &order / centralizer;
                    total += &size;
                    found.push(ConjugacyClass { element, size });
                }
            }
            if idle > tries {
                return None;
            }
            elements = powers(&sampler.next(self, &found));
        }
        Some(found)
    }
}

/// Draws elements, and says which of them may be of a new class.
#[derive(Debug)]
struct Sampler<K> {
    random: SplitMix,
    is_uniform: bool,
    /// How many elements of each kind were drawn.
    drawn: HashMap<K, u32>,
}

impl<K: Hash + Eq> Sampler<K> {
    fn new() -> Self {
        Self { random: SplitMix(1), is_uniform: false, drawn: HashMap::new() }
    }

    /// The next element: in turn a uniform one, and a product of conjugates of elements of known
    /// classes, since small classes are rarely drawn.
    fn next(&mut self, group: &PermutationGroup, found: &[ConjugacyClass]) -> Permutation {
        self.is_uniform = !self.is_uniform;
        let by = group.random_element(&mut self.random);
        if self.is_uniform {
            return by;
        }
        let [a, b] = [(); 2].map(|()| &found[self.random.below(found.len())].element);
        a.then(&by.inverse()).then(b).then(&by)
    }

    /// Whether the class of an element of a kind is worth finding out: for the first elements of
    /// the kind, and for some of the others.
    fn is_worth_naming(&mut self, kind: K) -> bool {
        let times = self.drawn.entry(kind).or_default();
        *times += 1;
        *times <= 8 || times.is_multiple_of(32)
    }
}

/// The powers of an element by divisors of its order, but the identity: small classes are rarely
/// drawn, but often powers.
fn powers(element: &Permutation) -> Vec<Permutation> {
    let order = u64::try_from(element.order()).unwrap_or(1);
    let divisors = (1..order.min(1 << 16)).filter(|divisor| order % divisor == 0);
    divisors.map(|divisor| element.power(divisor)).collect()
}
