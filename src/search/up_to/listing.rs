//! Classes of solutions, listed by visiting all solutions: for small groups.

use super::class_count::{ClassCount, ClassVisitor};
use crate::ids::{OptionId, as_index, to_u32};
use crate::search::solver::Solver;
use crate::symmetry::Permutation;
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Visits the solutions that are the least of their class. `symmetries` are all of them, as
/// permutations of options.
pub(super) fn visit(
    solver: &mut Solver,
    symmetries: &[Permutation],
    visitor: &mut ClassVisitor<'_>,
) -> ClassCount {
    let mut count = ClassCount::none();
    let limit = solver.limits.solutions.take();
    let end = solver.visit(|options| {
        let mut options = options.to_vec();
        options.sort_unstable();
        match class_size(&options, symmetries) {
            Some(size) => {
                count.solutions += size;
                count.classes += 1u32;
                visitor(&options, &BigUint::from(size))
            }
            None => ControlFlow::Continue(()),
        }
    });
    solver.limits.solutions = limit;
    count.stop = end.stop;
    count.is_total = count.is_complete();
    count
}

/// The number of images of a solution under the symmetries; `None` if one of them is less.
fn class_size(solution: &[OptionId], symmetries: &[Permutation]) -> Option<usize> {
    let (mut kept, mut image) = (0, Vec::with_capacity(solution.len()));
    for symmetry in symmetries {
        image.clear();
        let points = solution.iter().map(|option| symmetry.image(to_u32(option.index())));
        image.extend(points.map(|option| OptionId::new(as_index(option))));
        image.sort_unstable();
        match image.as_slice().cmp(solution) {
            Ordering::Less => return None,
            Ordering::Equal => kept += 1,
            Ordering::Greater => {}
        }
    }
    Some(symmetries.len() / kept)
}
