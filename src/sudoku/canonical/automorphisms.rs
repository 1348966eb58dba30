//! [`Automorphisms`]: all transformations that keep a grid.

use super::transformation::Transformation;

/// The group of the transformations of a geometry, with relabellings, that keep a grid as it is.
///
/// Values that do not occur can be relabelled in any way, so that a grid with few clues has many
/// automorphisms.
///
/// # Invariant
/// Each automorphism is in exactly one way a product `a[0].then(a[1]).then(a[2])...` of one element
/// of each level, where a level has the identity in addition to its list. The products of the
/// levels from `i` on are the automorphisms that keep the first `i` choices of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automorphisms {
    size: usize,
    levels: Vec<Vec<Transformation>>,
}

impl Automorphisms {
    /// The group with no level yet, that of the identity.
    pub(super) fn new(size: usize) -> Self {
        Self { size, levels: Vec::new() }
    }

    /// Adds the last level.
    pub(super) fn push(&mut self, level: Vec<Transformation>) {
        if !level.is_empty() {
            self.levels.push(level);
        }
    }

    /// The number of automorphisms; `None` if it needs more than 128 bits, as that of a blank grid
    /// of size 25.
    #[must_use]
    pub fn order(&self) -> Option<u128> {
        let factors = self.levels.iter().map(|level| u128::try_from(level.len() + 1).ok());
        factors.into_iter().try_fold(1, |order: u128, factor| order.checked_mul(factor?))
    }

    /// Whether only the identity keeps the grid.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.levels.is_empty()
    }

    /// All automorphisms, each once and the identity first. There can be very many.
    pub fn iter(&self) -> impl Iterator<Item = Transformation> + '_ {
        let depth = self.levels.len();
        let mut digits = vec![0_usize; depth];
        // Product `i` is that of the elements of the levels from `i` on. The first digit changes
        // most often.
        let mut products = vec![Transformation::identity(self.size); depth + 1];
        let mut next = Some(depth);
        std::iter::from_fn(move || {
            for level in (0..next?).rev() {
                let element = digits[level].checked_sub(1).map(|place| &self.levels[level][place]);
                let rest = products[level + 1];
                products[level] = element.map_or(rest, |element| element.followed_by(&rest));
            }
            let last = (0..depth).find(|&level| digits[level] < self.levels[level].len());
            if let Some(last) = last {
                digits[..last].fill(0);
                digits[last] += 1;
            }
            next = last.map(|last| last + 1);
            Some(products[0])
        })
    }
}
