//! [`chosen_instead`]: the option that a decision chooses instead of excluding another.
//!
//! Few options are in a solution, so that most phases exclude. But to exclude one option decides
//! little, and the levels of such decisions make learned clauses long. Choosing an option of the
//! same group excludes it as well, and all others of the group. Options that give colours are
//! excluded as they were: in little killer Sudoku it takes more conflicts (docs/measurements.md).

use super::phases::Phases;
use super::propagation::Propagator;

/// For an open option that its phase excludes, an open option of one of its groups whose phase
/// chooses it. Of several groups, one with the fewest open options counts, as the most follows from
/// what is left of it. `None` if there is none, or if the option gives colours.
pub(super) fn chosen_instead(
    propagator: &Propagator,
    phases: &Phases,
    excluded: u32,
) -> Option<u32> {
    if !propagator.model.implied.list(excluded).is_empty() {
        return None;
    }
    let is_option = |&&variable: &&u32| variable < propagator.options();
    let by_group = propagator.groups_of(excluded).filter_map(|group| {
        let options = group.iter().filter(is_option).copied();
        let open = options.filter(|&option| !propagator.trail.is_assigned(option));
        let chosen = open.clone().find(|&option| phases.decide(option).is_positive())?;
        Some((open.count(), chosen))
    });
    by_group.min_by_key(|&(open, _)| open).map(|(_, chosen)| chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::learning::literal::Lit;
    use crate::engine::learning::model::Model;

    #[test]
    fn an_open_option_of_the_smallest_group_is_chosen() {
        let problem = "a b\na b\na\na\nb\na\n".parse().unwrap();
        let mut propagator = Propagator::new(Model::new(&problem, None));
        let mut phases = Phases::new(5, 1);
        phases.save(!Lit::positive(0));
        assert_eq!(chosen_instead(&propagator, &phases, 0), Some(3), "b has two options");
        assert!(propagator.assume(!Lit::positive(3)));
        assert_eq!(chosen_instead(&propagator, &phases, 0), Some(1), "it is assigned");
        phases.save(!Lit::positive(1));
        assert_eq!(chosen_instead(&propagator, &phases, 0), Some(2));
        [2, 4].into_iter().for_each(|option| phases.save(!Lit::positive(option)));
        assert_eq!(chosen_instead(&propagator, &phases, 0), None);
    }
}
