//! The definition of a solution, and all sets that meet it, found by trying every set of options.
//!
//! It shares nothing with an engine or with `Solution::verify`, and takes time that doubles with
//! each option.

use quadrille::{OptionId, Problem, Solution};

/// Every solution of a problem of few options, in ascending order.
pub(crate) fn solutions(problem: &Problem) -> Vec<Solution> {
    let options: Vec<_> = problem.options().collect();
    let chosen_of = |set: u32| options.iter().copied().filter(move |o| set >> o.index() & 1 == 1);
    let sets = (0..1 << options.len()).map(|set| chosen_of(set).collect::<Vec<_>>());
    let mut found: Vec<_> =
        sets.filter(|chosen| is_solution(problem, chosen)).map(Solution::new).collect();
    found.sort_unstable();
    found
}

/// Each option has a primary item; each primary item is covered as often as its bounds say; each
/// secondary item at most once, or in one colour.
pub(crate) fn is_solution(problem: &Problem, chosen: &[OptionId]) -> bool {
    let has_primary =
        |&o: &OptionId| problem.entries(o).iter().any(|entry| problem.is_primary(entry.item));
    let entries = || chosen.iter().flat_map(|&option| problem.entries(option));
    let is_covered = |item| {
        let colors: Vec<_> = entries().filter(|e| e.item == item).map(|e| e.color).collect();
        let bounds = problem.bounds(item);
        let times = usize::try_from(bounds.low).unwrap()..=usize::try_from(bounds.high).unwrap();
        match problem.is_primary(item) {
            true => times.contains(&colors.len()),
            false => colors.len() < 2 || colors.iter().all(|c| c.is_some() && *c == colors[0]),
        }
    };
    chosen.iter().all(has_primary) && problem.items().all(is_covered)
}
