//! Conjugacy classes of a group.
//!
//! Small groups are listed. In larger groups random elements and their powers are drawn: the caller
//! names the class of an element and its size, and the classes are complete when their sizes add
//! up to the order of the group.

use super::group::{PermutationGroup, SplitMix};
use super::permutation::{Permutation, find, union};
use crate::ids::{as_index, to_u32};
use num_bigint::BigUint;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// A conjugacy class of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConjugacyClass {
    /// An element of the class.
    pub element: Permutation,
    /// The number of elements of the class.
    pub size: BigUint,
}

/// The most numbers that a list of all elements may have: 16 MiB of them.
const LISTED: usize = 1 << 22;

impl PermutationGroup {
    /// The conjugacy classes, that of the identity first; `None` if the elements are too many to be
    /// listed: their number times the degree is above 2^22.
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
        let order = usize::try_from(&self.order()).ok()?;
        order.checked_mul(self.degree().max(1)).filter(|&numbers| numbers <= LISTED)?;
        let elements: Vec<_> = self.elements().collect();
        let mut parents: Vec<u32> = (0..to_u32(order)).collect();
        for generator in self.generators() {
            let inverse = generator.inverse();
            for (number, element) in (0..).zip(&elements) {
                let image = self.rank(&inverse.then(element).then(generator))?;
                union(&mut parents, number, to_u32(image));
            }
        }
        let mut sizes = vec![0u32; order];
        for number in 0..to_u32(order) {
            sizes[as_index(find(&mut parents, number))] += 1;
        }
        let classes = elements.into_iter().zip(sizes).filter(|(_, size)| *size > 0);
        Some(classes.map(|(element, size)| ConjugacyClass { element, size: size.into() }).collect())
    }

    /// The conjugacy classes from random elements; `None` if `tries` elements in a row were of known
    /// classes, and elements of others are left. `kind` returns something that conjugate elements
    /// share, and is cheap. `name` returns a name that two elements share if and only if they are
    /// conjugate, and the order of the centraliser, unless the run is to end.
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

    /// Whether the class of an element of a kind is worth finding out: for the first elements of the
    /// kind, and for some of the others.
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
