//! Each solution comes once, whichever engine finds it first.

use super::pace::Rate;
use super::*;
use crate::engine::Choice;
use crate::engine::select::{EngineSelection, LearningShare, select};
use crate::engine::tests::{COLORED, Kind, mutilated, oracle, plain, queens, random, ring, run};
use crate::tests::Random;

/// A pace whose turns have so many nodes, and with learning for so many nodes in all.
fn half(turn: u64, most: u64) -> Pace {
    let (first_turn, long_turn, trial) = (turn, 2 * turn, most);
    let problem = ring(100).parse().unwrap();
    let selection =
        EngineSelection { choice: select(&problem).choice, learning: LearningShare::Half };
    let pace = Pace::of(selection, &problem);
    Pace { first_turn, long_turn, trial, most, promising: most, large: most, ..pace }
}

/// A pace by which learning lists all solutions after the first few, or a part of them.
fn listing(turn: u64, most_listing: u64) -> Pace {
    // Without a limit it costs nothing, so that it is always ahead.
    let node = u64::from(most_listing < u64::MAX);
    Pace {
        many: 2,
        enough: 9,
        easy: 0,
        chosen_listing: Rate { node: 8, update: 0 },
        listing: Rate { node, update: 0 },
        listing_entry: 0,
        conflict: 0,
        listing_turn: turn,
        most_listing,
        first_sample: u64::MAX,
        first_sample_of_part: u64::MAX,
        ..half(turn, u64::MAX)
    }
}

/// A pace by which learning lists samples when the chosen engine is alone.
fn samples(turn: u64, lead: u64) -> Pace {
    let rate = Rate { node: 1, update: 0 };
    Pace {
        many: 1,
        enough: 1,
        chosen_listing: Rate { node: lead, update: 0 },
        listing: rate,
        listing_entry: 0,
        conflict: 0,
        listing_turn: 1,
        most_listing: 1,
        rest_turn: turn,
        sample_turn: 1,
        first_sample: turn,
        first_sample_of_part: turn,
        least_found: 0,
        ..half(turn, u64::MAX)
    }
}

/// A pace by which learning costs no more than half of the chosen engine.
fn small(turn: u64, most: u64) -> Pace {
    let rate = Rate { node: 1, update: 1 };
    Pace { chosen: rate, learning: rate, entry: 1, ratio: 2, ..half(turn, most) }
}

/// An engine of this pace.
fn turns(problem: &Problem, pace: Pace) -> Turns {
    let mut turns = Turns::new(problem, None, Adaptive::new(problem, None));
    turns.pace = pace;
    turns.restart(&Subproblem::default());
    turns
}

/// Runs to the end and checks that the work grows. Returns the solutions, and the stages.
fn stages(engine: &mut Turns) -> (BTreeSet<Vec<OptionId>>, Vec<Stage>) {
    let (mut solutions, mut stages) = (BTreeSet::new(), vec![engine.stage]);
    loop {
        let before = engine.work();
        let outcome = engine.advance(1);
        let after = engine.work();
        assert!(before.nodes <= after.nodes && before.updates <= after.updates);
        if stages.last() != Some(&engine.stage) {
            stages.push(engine.stage);
        }
        match outcome {
            Outcome::Solution => {
                let mut solution = Vec::new();
                engine.solution(&mut solution);
                solution.sort_unstable();
                assert!(solutions.insert(solution), "a solution comes twice");
            }
            Outcome::Paused => {}
            Outcome::Exhausted => return (solutions, stages),
        }
    }
}

/// The number of solutions in all that is untried at the first levels of a path.
fn found_in_parts(engine: &mut Turns, path: &Path, levels: usize) -> usize {
    let mut found = 0;
    for level in 0..levels {
        for &last in path.untried(level) {
            let above = path.all_chosen()[..level].iter().chain([&last]);
            engine.restart_part(&above.copied().collect());
            found += run(engine, u64::MAX).len();
        }
    }
    found
}

/// Whether one stage directly follows another.
fn follows(stages: &[Stage], one: Stage, other: Stage) -> bool {
    stages.windows(2).any(|pair| pair == [one, other])
}

#[test]
fn a_sample_is_dropped_or_decides() {
    let problem: Problem = queens(8).parse().unwrap();
    let all: BTreeSet<_> = run(&mut turns(&problem, half(1, 0)), u64::MAX).into_iter().collect();
    let (mut dropped, mut won, mut again) = (0, 0, 0);
    for turn in 1..60 {
        for lead in [0, 1, 2, 4, 1 << 20] {
            let longest_listing = if turn % 2 == 0 { 30 } else { u64::MAX };
            let mut engine = turns(&problem, Pace { longest_listing, ..samples(turn, lead) });
            let (solutions, stages) = stages(&mut engine);
            assert_eq!(solutions, all, "{turn} {lead}");
            dropped += usize::from(follows(&stages, Stage::Sample, Stage::Rest));
            won += usize::from(follows(&stages, Stage::Leaf, Stage::Listing));
            again += usize::from(follows(&stages, Stage::Listing, Stage::Rest));
            // It begins anew wherever it was, takes parts as it takes the whole, and passes over
            // what is known.
            engine.restart(&Subproblem::default());
            for _ in 0..turn * 20 {
                engine.advance(1);
            }
            engine.restart_part(&Subproblem::default());
            for known in [10, 30, 80] {
                engine.known.extend(all.iter().nth(known).cloned());
            }
            let (solutions, _) = self::stages(&mut engine);
            assert!(engine.known.is_empty() && solutions.is_subset(&all), "{turn} {lead}");
            assert_eq!(solutions.len(), 89, "{turn} {lead}");
        }
    }
    assert!(dropped > 50 && won > 50 && again > 50, "{dropped} {won} {again}");
}

#[test]
fn what_is_left_after_a_sample_can_be_split() {
    let problem: Problem = queens(8).parse().unwrap();
    let mut split = [0; 2];
    for steps in 0..3000_usize {
        let mut engine = turns(&problem, samples(to_u64(5 + steps % 30), [1, 2, 4][steps % 3]));
        let mut all = 0;
        for _ in 0..steps {
            all += usize::from(engine.advance(1) == Outcome::Solution);
        }
        let mut path = Path::default();
        if !engine.can_split() || !engine.path(&mut path) || path.all_untried() == 0 {
            continue;
        }
        split[usize::from(engine.rest.levels() > 0)] += 1;
        let levels = path.levels() - (steps % 3).min(path.levels());
        engine.keep_below(levels);
        all += run(&mut engine, 5).len();
        all += found_in_parts(&mut engine, &path, levels);
        assert_eq!(all, 92, "after {steps} steps");
    }
    assert!(split.iter().all(|&number| number > 20), "{split:?}");
}

#[test]
fn a_dropped_sample_changes_nothing() {
    let problem: Problem = queens(8).parse().unwrap();
    // Each solution of learning is too expensive.
    let dropped = Pace { listing: Rate { node: 1 << 30, update: 0 }, ..samples(30, 1) };
    let without = Pace { first_sample: u64::MAX, ..dropped };
    let mut engine = turns(&problem, without);
    let expected = run(&mut engine, u64::MAX);
    let alone = engine.work().nodes;
    engine = turns(&problem, dropped);
    assert_eq!(run(&mut engine, u64::MAX), expected);
    assert!(engine.work().nodes > alone, "the sample has its nodes");
}

/// Checks that the solutions are distinct and so many, in an order that does not depend on the
/// budget. Returns by how many nodes the search differs from that of the chosen engine alone.
fn check(problem: &Problem, count: usize, pace: Pace) -> u64 {
    let mut engine = turns(problem, pace);
    let solutions = run(&mut engine, u64::MAX);
    assert_eq!(solutions.len(), count, "{pace:?} {problem:?}");
    assert_eq!(solutions.iter().collect::<BTreeSet<_>>().len(), count);
    let (work, chosen) = (engine.work(), engine.chosen());
    for budget in [1, 5] {
        engine.restart(&Subproblem::default());
        assert_eq!(run(&mut engine, budget), solutions, "in the same order");
        assert_eq!((engine.work(), engine.chosen()), (work, chosen));
    }
    engine.restart_part(&Subproblem::default());
    let alone: BTreeSet<_> = run(&mut engine, u64::MAX).into_iter().collect();
    assert!(solutions.iter().all(|solution| alone.contains(solution)) && alone.len() == count);
    let in_turns = work.nodes;
    in_turns.abs_diff(engine.work().nodes)
}

#[test]
fn every_solution_is_found_once() {
    let colored = COLORED.map(|(text, solutions)| (text.to_owned(), solutions));
    let boards = [(6, 4), (7, 40), (8, 92)].map(|(n, count)| (queens(n), count));
    let rings = [(100, 2), (101, 0)].map(|(n, count)| (ring(n), count));
    let mut changes = 0;
    for (text, count) in plain().into_iter().chain(colored).chain(boards).chain(rings) {
        let problem: Problem = text.parse().unwrap();
        for (turn, most) in [(1, u64::MAX), (2, 400), (20, 2000), (100, u64::MAX), (300, 0)] {
            for pace in [
                half(turn, most),
                small(turn, most),
                listing(turn, 0),
                listing(turn, u64::MAX),
                samples(turn, 1),
                samples(turn, 1 << 20),
            ] {
                changes += u64::from(check(&problem, count, pace) > 0);
            }
        }
    }
    assert!(changes > 60, "{changes}");
}

#[test]
fn random_problems_have_the_solutions_of_the_oracle() {
    for seed in 5000..5900 {
        let mut numbers = Random(seed);
        let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
        let problem: Problem = random(kind, &mut numbers).parse().unwrap();
        let count = usize::try_from(oracle(&problem, &[])).unwrap();
        let (turn, most) = ([1, 3, 10][numbers.below(3)], [100, u64::MAX][numbers.below(2)]);
        check(&problem, count, [half, small][numbers.below(2)](turn, most));
        check(&problem, count, listing(turn, [0, 1, 3, u64::MAX][numbers.below(4)]));
        check(&problem, count, samples(turn, [1, 8, 64, 1 << 20][numbers.below(4)]));
    }
}

#[test]
fn what_is_given_is_part_of_every_solution() {
    let problem: Problem = queens(8).parse().unwrap();
    let all = run(&mut turns(&problem, half(10, u64::MAX)), u64::MAX);
    let mut rests = 0;
    for pace in [half(10, u64::MAX), listing(1, 0), listing(1, u64::MAX), samples(3, 8)] {
        let pace = Pace { enough: 3, ..pace };
        let mut engine = turns(&problem, pace);
        for option in problem.options() {
            for is_given in [true, false] {
                let choice =
                    if is_given { Choice::Include(option) } else { Choice::Exclude(option) };
                engine.restart(&[choice].into_iter().collect());
                let is_right = |found: &&Vec<OptionId>| found.contains(&option) == is_given;
                let with: BTreeSet<_> = all.iter().filter(is_right).collect();
                let found = run(&mut engine, 1);
                assert_eq!(found.len(), with.len());
                assert!(found.iter().collect::<BTreeSet<_>>() == with);
                rests += u64::from(engine.stage == Stage::Rest);
            }
        }
    }
    assert!(rests > 50, "{rests}");
}

#[test]
fn it_can_be_split_when_the_chosen_engine_is_alone() {
    let problem: Problem = queens(8).parse().unwrap();
    let mut engine = turns(&problem, half(20, 2000));
    let (mut path, mut found) = (Path::default(), 0);
    while !engine.can_split() {
        found += usize::from(engine.advance(1) == Outcome::Solution);
    }
    assert!(found > 0 && engine.done.nodes > 0, "learning has searched");
    assert!(engine.path(&mut path));
    engine.keep_below(path.levels());
    let rest = run(&mut engine, 5).len();
    let parts = found_in_parts(&mut engine, &path, path.levels());
    assert!(parts > 0);
    assert_eq!(found + rest + parts, 92);
}

/// Runs until the engine is in a stage.
fn run_to(engine: &mut Turns, stage: Stage) -> usize {
    let mut found = 0;
    while engine.stage != stage {
        match engine.advance(1) {
            Outcome::Solution => found += 1,
            Outcome::Paused => {}
            Outcome::Exhausted => panic!("{stage:?} never comes"),
        }
    }
    found
}

#[test]
fn what_listing_leaves_can_be_split() {
    let problem: Problem = queens(8).parse().unwrap();
    let learned = EngineChoice { engine: Engine::Learning, why: EngineReason::Many };
    let mut engine = turns(&problem, listing(1, 0));
    for levels in 0..40 {
        engine.restart(&Subproblem::default());
        let mut all = run_to(&mut engine, Stage::Listing);
        assert!(!engine.can_split() && !engine.path(&mut Path::default()));
        assert_eq!(engine.chosen(), Some(learned));
        all += run_to(&mut engine, Stage::Rest);
        while !engine.can_split() {
            all += usize::from(engine.advance(1) == Outcome::Solution);
        }
        let mut path = Path::default();
        assert!(engine.path(&mut path) && path.all_untried() > 0);
        let levels = levels.min(path.levels());
        engine.keep_below(levels);
        all += run(&mut engine, 5).len();
        all += found_in_parts(&mut engine, &path, levels);
        assert_eq!(all, 92, "{levels}");
    }
}

#[test]
fn learning_lists_only_where_it_is_ahead() {
    let problem: Problem = queens(8).parse().unwrap();
    for (node, last) in [(0, Stage::Listing), (1 << 20, Stage::Rest)] {
        let rate = Rate { node, update: 0 };
        let mut engine = turns(&problem, Pace { listing: rate, ..listing(1, u64::MAX) });
        assert_eq!(run(&mut engine, u64::MAX).len(), 92);
        assert_eq!(engine.stage, last);
    }
    // After few solutions if they are large: each has eight options.
    for (most_stored, found) in [(1, 2), (32, 4), (33, 5), (1000, 9)] {
        let mut engine = turns(&problem, Pace { most_stored, ..listing(1, u64::MAX) });
        run_to(&mut engine, Stage::Listing);
        assert_eq!(engine.found, found);
    }
    // It ends soon after its limit, however long the turns were.
    let mut engine = turns(&problem, Pace { listing_turn: 3, ..listing(1, 0) });
    run_to(&mut engine, Stage::Listing);
    let before = engine.learning_work().nodes;
    while engine.stage == Stage::Listing {
        assert!(engine.learning_work().nodes <= before + 3);
        engine.advance(u64::MAX);
    }
    // Solutions that come easily are listed without it.
    let mut engine = turns(&problem, Pace { easy: u64::MAX, ..listing(1 << 10, u64::MAX) });
    assert_eq!(run(&mut engine, u64::MAX).len(), 92);
    assert!(engine.stage == Stage::Rest && engine.found == 2);
}

#[test]
fn after_a_trial_small_trees_are_left_to_the_chosen_engine() {
    let problem: Problem = queens(7).parse().unwrap();
    let learned = [1 << 20, 300].map(|most| {
        let mut engine = turns(&problem, half(20, most));
        engine.pace.trial = 100;
        assert_eq!(run(&mut engine, u64::MAX).len(), 40);
        assert_eq!(engine.stage, Stage::Rest);
        engine.done.nodes
    });
    assert!((100..200).contains(&learned[0]) && learned[1] >= 300, "{learned:?}");
}

#[test]
fn learning_goes_on_while_it_jumps_far() {
    let problem: Problem = mutilated(8, "").parse().unwrap();
    let most = |far| {
        let pace =
            Pace { far, promising: u64::MAX, large: 0, first_sample: u64::MAX, ..small(10, 6000) };
        let mut engine = turns(&problem, pace);
        let mut most = 0;
        while engine.advance(1) != Outcome::Exhausted {
            most = most.max(engine.learning_cost());
        }
        most
    };
    assert!((5900..6100).contains(&most(u64::MAX)), "{}", most(u64::MAX));
    assert!(most(0) > 8000, "{}", most(0));
}

#[test]
fn learning_costs_no_more_than_its_share() {
    let problem: Problem = queens(9).parse().unwrap();
    let pace = Pace { enough: 65, ..small(4, u64::MAX) };
    let (mut engine, mut turns_of_learning) = (turns(&problem, pace), 0);
    let mut stage = engine.stage;
    while engine.advance(1) != Outcome::Exhausted {
        if engine.stage == Stage::Learning && stage != Stage::Learning {
            turns_of_learning += 1;
            let cost = engine.learning_cost();
            assert!(2 * cost <= engine.chosen_cost(), "{cost}");
        }
        stage = engine.stage;
        let is_over = matches!(stage, Stage::Listing | Stage::Rest);
        assert!(engine.found < engine.pace.enough || is_over);
    }
    assert!(engine.found >= engine.pace.many);
    assert!(turns_of_learning > 5, "{turns_of_learning}");
}
