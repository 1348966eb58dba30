//! The problem whose solutions are those that a symmetry keeps.
//!
//! A solution that a symmetry `g` keeps is a union of orbits of options under the powers of `g`. An
//! orbit whose options conflict with each other is in no solution. The items of an orbit are
//! covered equally often, so that one of them stands for all.

use crate::ids::{Color, ItemId, as_index, to_u32};
use crate::problem::{BuildError, Entry, Problem, ProblemBuilder};
use crate::symmetry::{Permutation, Symmetry, SymmetryError};

/// The problem whose options are the orbits of options under a symmetry; `None` if it has no
/// solution because no option has some item.
///
/// # Errors
/// [`RepeatedItem`](SymmetryError::RepeatedItem) if the options of an orbit cover an item more than
/// once and not too often: the options of a problem cover each item at most once.
pub(super) fn quotient(
    problem: &Problem,
    symmetry: &Symmetry,
) -> Result<Option<Problem>, SymmetryError> {
    let options = orbits(&symmetry.options);
    let is_least = |item: ItemId| least(&symmetry.items, item);
    let mut covers = Vec::new();
    for orbit in &options {
        if let Some(entries) = cover(problem, orbit, &is_least)? {
            covers.push(entries);
        }
    }
    let mut is_covered = vec![false; problem.items().len()];
    covers.iter().flatten().for_each(|entry| is_covered[entry.item.index()] = true);
    let needs = |item: &ItemId| is_least(*item) && problem.bounds(*item).low > 0;
    if problem.primary_items().filter(needs).any(|item| !is_covered[item.index()]) {
        return Ok(None);
    }
    let built = build(problem, &is_least, &covers);
    Ok(Some(built.expect("the names and colours are those of a problem")))
}

/// The entries of an orbit of options at the items that stand for their orbits; `None` if the
/// options conflict or are never chosen.
fn cover(
    problem: &Problem,
    orbit: &[u32],
    is_least: &impl Fn(ItemId) -> bool,
) -> Result<Option<Vec<Entry>>, SymmetryError> {
    let ids = orbit.iter().map(|&option| crate::ids::OptionId::new(as_index(option)));
    let entries = ids.flat_map(|option| problem.entries(option));
    let mut entries: Vec<Entry> = entries.copied().filter(|entry| is_least(entry.item)).collect();
    entries.sort_unstable_by_key(|entry| entry.item);
    let (mut covered, mut repeated) = (Vec::new(), None);
    for same in entries.chunk_by(|a, b| a.item == b.item) {
        let (first, times) = (same[0], to_u32(same.len()));
        let is_agreed =
            first.color.is_some() && same.iter().all(|entry| entry.color == first.color);
        if problem.is_primary(first.item) {
            if times > problem.bounds(first.item).high {
                return Ok(None);
            }
            repeated = repeated.or((times > 1).then_some(first.item));
        } else if times > 1 && !is_agreed {
            return Ok(None);
        }
        covered.push(first);
    }
    let is_choosable = covered.iter().any(|entry| problem.is_primary(entry.item));
    match repeated {
        Some(item) => Err(SymmetryError::RepeatedItem { item: problem.item_name(item).to_owned() }),
        None => Ok(is_choosable.then_some(covered)),
    }
}

fn build(
    problem: &Problem,
    is_least: &impl Fn(ItemId) -> bool,
    covers: &[Vec<Entry>],
) -> Result<Problem, BuildError> {
    let mut builder = ProblemBuilder::new();
    let mut ids = vec![None; problem.items().len()];
    for item in problem.items().filter(|item| is_least(*item)) {
        let name = problem.item_name(item);
        ids[item.index()] = Some(match problem.is_primary(item) {
            true => builder.primary_bounded(name, problem.bounds(item))?,
            false => builder.secondary(name)?,
        });
    }
    for cover in covers {
        let mut entries = Vec::new();
        for &Entry { item, color } in cover {
            let named = |color: Color| builder.color(problem.color_name(color));
            let color = color.map(named).transpose()?;
            entries.extend(ids[item.index()].map(|item| Entry { item, color }));
        }
        builder.option(entries)?;
    }
    builder.build()
}

/// The orbits of a permutation.
fn orbits(permutation: &Permutation) -> Vec<Vec<u32>> {
    let fixed = (0..).zip(permutation.images()).filter(|(point, image)| point == *image);
    let fixed: Vec<_> = fixed.map(|(point, _)| vec![point]).collect();
    let mut orbits = permutation.cycles();
    orbits.extend(fixed);
    orbits
}

/// Whether an item is the least one of its orbit.
fn least(items: &Permutation, item: ItemId) -> bool {
    let first = to_u32(item.index());
    let mut point = items.image(first);
    while point > first {
        point = items.image(point);
    }
    point == first
}
