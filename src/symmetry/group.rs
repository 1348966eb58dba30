//! [`PermutationGroup`]: a group of permutations by a stabiliser chain.
//!
//! The algorithm of Schreier and Sims (Seress, "Permutation Group Algorithms", 2003). Level `i` of
//! the chain has a base point, generators of the subgroup that fixes the base points of the levels
//! above, and for each point of the orbit of its base point a group element that maps it back.
//! Random elements fill the chain first; then every Schreier generator is checked, so that the
//! result is exact.

use super::permutation::Permutation;
use crate::canonical::Orbits;
use crate::ids::{as_index, to_u32, to_u64};
use crate::splitmix;
use num_bigint::BigUint;

/// A group of permutations.
#[derive(Clone, Debug)]
pub struct PermutationGroup {
    degree: usize,
    generators: Vec<Permutation>,
    levels: Vec<Level>,
}

/// A level of the chain.
#[derive(Clone, Debug)]
struct Level {
    base: u32,
    generators: Vec<Permutation>,
    /// The orbit of the base point, which is first.
    orbit: Vec<u32>,
    /// Of each point in the orbit, its place there and an element that maps it to the base point.
    back: Vec<Option<(u32, Permutation)>>,
}

impl Level {
    fn new(base: u32, degree: usize) -> Self {
        let mut back = vec![None; degree];
        back[as_index(base)] = Some((0, Permutation::identity(degree)));
        Self { base, generators: Vec::new(), orbit: vec![base], back }
    }

    fn back(&self, point: u32) -> Option<&Permutation> {
        self.back[as_index(point)].as_ref().map(|(_, back)| back)
    }

    /// Adds generators and extends the orbit.
    fn add(&mut self, generators: impl IntoIterator<Item = Permutation>) {
        self.generators.extend(generators);
        let inverses: Vec<_> = self.generators.iter().map(Permutation::inverse).collect();
        let mut next = 0;
        while let Some(&point) = self.orbit.get(next) {
            for (generator, inverse) in self.generators.iter().zip(&inverses) {
                let image = generator.image(point);
                if self.back[as_index(image)].is_none() {
                    let back = self.back(point).map(|back| inverse.then(back));
                    let place = to_u32(self.orbit.len());
                    self.back[as_index(image)] = back.map(|back| (place, back));
                    self.orbit.push(image);
                }
            }
            next += 1;
        }
    }

    /// The Schreier generator of a point of the orbit and a generator.
    fn schreier(&self, point: usize, generator: usize) -> Option<Permutation> {
        let point = self.orbit[point];
        let generator = &self.generators[generator];
        let forth = self.back(point)?.inverse();
        Some(forth.then(generator).then(self.back(generator.image(point))?))
    }
}

impl PermutationGroup {
    /// The group that these permutations of a degree generate.
    ///
    /// # Panics
    /// If a permutation has another degree.
    #[must_use]
    pub fn new(degree: usize, generators: impl IntoIterator<Item = Permutation>) -> Self {
        let generators: Vec<_> = generators.into_iter().filter(|g| !g.is_identity()).collect();
        assert!(generators.iter().all(|g| g.degree() == degree), "permutations of one degree");
        let mut group = Self { degree, generators, levels: Vec::new() };
        if let Some(base) = group.generators.first().and_then(first_moved) {
            let mut level = Level::new(base, degree);
            level.add(group.generators.iter().cloned());
            group.levels.push(level);
            group.fill();
            group.complete();
        }
        group
    }

    /// The group of strong generators: for each number of base points, those that keep these points
    /// generate all elements that do. Only the identity keeps all base points.
    pub(super) fn with_base(degree: usize, base: &[u32], generators: Vec<Permutation>) -> Self {
        let mut own = generators.as_slice().to_vec();
        let mut levels = Vec::new();
        for &point in base {
            let mut level = Level::new(point, degree);
            level.add(own.iter().cloned());
            levels.push(level);
            own.retain(|generator| generator.image(point) == point);
        }
        Self { degree, generators, levels }
    }

    /// The number of points.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// The generators that were given, without identities.
    #[must_use]
    pub fn generators(&self) -> &[Permutation] {
        &self.generators
    }

    /// The number of elements.
    #[must_use]
    pub fn order(&self) -> BigUint {
        self.levels.iter().map(|level| BigUint::from(level.orbit.len())).product()
    }

    /// Whether a permutation is an element of the group.
    #[must_use]
    pub fn contains(&self, permutation: &Permutation) -> bool {
        permutation.degree() == self.degree && self.sift(permutation, 0).1.is_identity()
    }

    /// Of each point, the least point of its orbit.
    #[must_use]
    pub fn orbits(&self) -> Vec<u32> {
        self.orbits_of_points().roots()
    }

    pub(super) fn orbits_of_points(&self) -> Orbits {
        let mut orbits = Orbits::new(self.degree);
        for generator in &self.generators {
            (0..).zip(generator.images()).for_each(|(point, &image)| orbits.join(point, image));
        }
        orbits
    }

    /// All elements, the identity first. Their number is [`order`](Self::order).
    pub fn elements(&self) -> impl Iterator<Item = Permutation> + '_ {
        let depth = self.levels.len();
        let mut digits = vec![0; depth];
        // Product `i` is that of the parts of the levels from `i` on. The first digit changes most
        // often.
        let mut products = vec![Permutation::identity(self.degree); depth + 1];
        let mut next = Some(depth);
        std::iter::from_fn(move || {
            for number in (0..next?).rev() {
                products[number] = products[number + 1].then(&self.part(number, digits[number]));
            }
            let last = (0..depth).find(|&at| digits[at] + 1 < self.levels[at].orbit.len());
            if let Some(last) = last {
                digits[..last].fill(0);
                digits[last] += 1;
            }
            next = last.map(|last| last + 1);
            Some(products[0].clone())
        })
    }

    /// The element of a level that maps its base point to the point at a place in the orbit.
    fn part(&self, level: usize, place: usize) -> Permutation {
        let level = &self.levels[level];
        let back = level.back(level.orbit[place]);
        back.map_or_else(|| Permutation::identity(self.degree), Permutation::inverse)
    }

    /// The number of an element, given by its images, in the order of [`elements`](Self::elements),
    /// if the order of the group is below 2^32.
    pub(super) fn rank(&self, image: impl Fn(u32) -> u32) -> Option<usize> {
        let (mut rank, mut weight) = (0, 1);
        let mut images: Vec<u32> = self.levels.iter().map(|level| image(level.base)).collect();
        for (number, level) in self.levels.iter().enumerate() {
            let (place, back) = level.back[as_index(images[number])].as_ref()?;
            rank += weight * as_index(*place);
            weight *= level.orbit.len();
            images[number + 1..].iter_mut().for_each(|image| *image = back.image(*image));
        }
        Some(rank)
    }

    /// The element with a number in the order of [`elements`](Self::elements).
    pub(super) fn unrank(&self, mut rank: usize) -> Permutation {
        let digit = |level: &Level| {
            let digit = rank % level.orbit.len();
            rank /= level.orbit.len();
            digit
        };
        self.element(&self.levels.iter().map(digit).collect::<Vec<_>>())
    }

    /// The group on the first points, if these are orbits and have all base points.
    pub(super) fn first_points(&self, degree: usize) -> Self {
        let cut =
            |permutation: &Permutation| Permutation::from_images(&permutation.images()[..degree]);
        let cut_back = |back: &Option<(u32, Permutation)>| {
            back.as_ref().map(|(place, back)| (*place, cut(back)))
        };
        let level = |level: &Level| Level {
            base: level.base,
            generators: level.generators.iter().map(cut).collect(),
            orbit: level.orbit.clone(),
            back: level.back[..degree].iter().map(cut_back).collect(),
        };
        let levels = self.levels.iter().map(level).collect();
        Self { degree, generators: self.generators.iter().map(cut).collect(), levels }
    }

    /// The element with these places in the orbits of the levels.
    fn element(&self, digits: &[usize]) -> Permutation {
        let parts = digits.iter().enumerate().rev();
        parts.fold(Permutation::identity(self.degree), |product, (level, &place)| {
            product.then(&self.part(level, place))
        })
    }

    /// A random element; every element is equally likely if the numbers are uniform.
    pub(super) fn random_element(&self, random: &mut SplitMix) -> Permutation {
        let digits: Vec<_> =
            self.levels.iter().map(|level| random.below(level.orbit.len())).collect();
        self.element(&digits)
    }

    /// Divides a permutation by elements of the chain from a level on. Returns the level at which
    /// that failed, or the number of levels, and the rest.
    fn sift(&self, permutation: &Permutation, from: usize) -> (usize, Permutation) {
        let mut rest = permutation.clone();
        for (number, level) in self.levels.iter().enumerate().skip(from) {
            let Some(back) = level.back(rest.image(level.base)) else { return (number, rest) };
            rest = rest.then(back);
        }
        (self.levels.len(), rest)
    }

    /// Adds a permutation that fixes the base points of the levels below `last` to the levels from
    /// `first` to `last`.
    fn add(&mut self, permutation: &Permutation, first: usize, last: usize) {
        if let Some(base) = first_moved(permutation).filter(|_| last == self.levels.len()) {
            self.levels.push(Level::new(base, self.degree));
        }
        for level in &mut self.levels[first..=last] {
            level.add([permutation.clone()]);
        }
    }

    /// Fills the chain by random elements, until several in a row add nothing.
    fn fill(&mut self) {
        let mut random = SplitMix(1);
        let mut pool: Vec<_> =
            self.generators.iter().cycle().take(10.max(self.generators.len())).cloned().collect();
        let (mut idle, mut step, mut product) = (0, 0, Permutation::identity(self.degree));
        while idle < 20 {
            let (a, b) = (random.below(pool.len()), random.below(pool.len()));
            if a == b {
                continue;
            }
            let factor = if random.below(2) == 0 { pool[b].clone() } else { pool[b].inverse() };
            pool[a] = pool[a].then(&factor);
            product = product.then(&pool[a]);
            step += 1;
            if step < 30 {
                continue;
            }
            let (level, rest) = self.sift(&product, 0);
            idle += 1;
            if !rest.is_identity() {
                idle = 0;
                self.add(&rest, 1.min(level), level);
            }
        }
    }

    /// Checks all Schreier generators, and adds those that are missing.
    fn complete(&mut self) {
        let mut level = self.levels.len();
        while level > 0 {
            match self.missing(level - 1) {
                Some((last, rest)) => {
                    self.add(&rest, level, last);
                    level = last + 1;
                }
                None => level -= 1,
            }
        }
    }

    /// What is left of a Schreier generator of a level that is not in the chain below it.
    fn missing(&self, level: usize) -> Option<(usize, Permutation)> {
        let at = &self.levels[level];
        for point in 0..at.orbit.len() {
            for generator in 0..at.generators.len() {
                let (last, rest) = self.sift(&at.schreier(point, generator)?, level + 1);
                if !rest.is_identity() {
                    return Some((last, rest));
                }
            }
        }
        None
    }
}

/// The least point that a permutation moves.
fn first_moved(permutation: &Permutation) -> Option<u32> {
    (0..).zip(permutation.images()).find(|(point, image)| point != *image).map(|(point, _)| point)
}

/// A row of [`splitmix`] numbers.
#[derive(Clone, Debug)]
pub(super) struct SplitMix(pub(super) u64);

impl SplitMix {
    /// A number below a bound above 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(splitmix::next(&mut self.0)) * u128::from(to_u64(bound));
        usize::try_from(product >> 64).unwrap_or(0)
    }
}
