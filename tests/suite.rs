//! One table of problems with known answers, run through every engine.
//!
//! Each engine either takes a case or refuses it with a typed reason that the case explains. All
//! that take it must find the same solutions, all of them right, whichever way they are asked.

use crate::common::{
    all_solutions, families, files, is_thorough, options, random, sorted, subsets,
};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use quadrille::engine::Unsupported;
use quadrille::engine::UnsupportedReason;
use quadrille::problem::Features;
use quadrille::search::AssumeError;
use quadrille::sudoku::rating::HardestTechnique;
use quadrille::sudoku::{Encoding, Geometry};
use quadrille::{
    CancelToken, CanonicalMode, Count, Engine, Entry, Method, OptionId, Problem, ProblemBuilder,
    Solution, Solver, StopReason, Subproblem, Uniqueness,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

const PLAIN: Features = Features { colors: false, multiplicities: false, costs: false };
const COLORS: Features = Features { colors: true, ..PLAIN };
const BOUNDS: Features = Features { multiplicities: true, ..PLAIN };
const BOUNDS_AND_COLORS: Features = Features { multiplicities: true, ..COLORS };

/// A problem and what is known of it.
struct Case {
    name: String,
    problem: Problem,
    features: Features,
    count: u64,
    /// Where the answer comes from.
    source: &'static str,
}

/// A small problem as text, with its solutions, each the numbers of its options from 0, ascending.
struct Small {
    name: &'static str,
    text: &'static str,
    features: Features,
    solutions: &'static [&'static [usize]],
    source: &'static str,
}

const MEANING: &str = "the definition, by hand";

const SMALL: [Small; 32] = [
    Small {
        name: "a primary item without options",
        text: "a b\na\n",
        features: PLAIN,
        solutions: &[],
        source: MEANING,
    },
    Small {
        name: "no options at all",
        text: "a\n",
        features: PLAIN,
        solutions: &[],
        source: MEANING,
    },
    Small {
        name: "one option",
        text: "a\na\n",
        features: PLAIN,
        solutions: &[&[0]],
        source: MEANING,
    },
    Small {
        name: "two equal options are two solutions",
        text: "a b\na b\na b\n",
        features: PLAIN,
        solutions: &[&[0], &[1]],
        source: MEANING,
    },
    Small {
        name: "an item that has to be covered again",
        text: "a b c\na b\nb c\nc a\n",
        features: PLAIN,
        solutions: &[],
        source: MEANING,
    },
    Small {
        name: "a secondary item is covered once or not at all",
        text: "a b | x\na x\na\nb x\nb\n",
        features: PLAIN,
        solutions: &[&[0, 3], &[1, 2], &[1, 3]],
        source: MEANING,
    },
    Small {
        name: "a secondary item without options",
        text: "a | x y\na\na x\n",
        features: PLAIN,
        solutions: &[&[0], &[1]],
        source: MEANING,
    },
    Small {
        name: "an option without a primary item is never chosen",
        text: "a | x y\nx\na\ny x\na y\n",
        features: PLAIN,
        solutions: &[&[1], &[3]],
        source: MEANING,
    },
    Small {
        name: "colours that agree",
        text: "a b c | x\na x:1\nb x:1\nc x:1\n",
        features: COLORS,
        solutions: &[&[0, 1, 2]],
        source: MEANING,
    },
    Small {
        name: "colours that disagree",
        text: "a b | x\na x:1\nb x:2\n",
        features: COLORS,
        solutions: &[],
        source: MEANING,
    },
    Small {
        name: "a colour and none disagree",
        text: "a b | x\na x:1\nb x\nb x:1\n",
        features: COLORS,
        solutions: &[&[0, 2]],
        source: MEANING,
    },
    Small {
        name: "twice without a colour",
        text: "a b | x\na x\nb x\n",
        features: PLAIN,
        solutions: &[],
        source: MEANING,
    },
    Small {
        name: "a colour of an option that is never chosen binds nobody",
        text: "a b | x\nx:2\na x:1\nb x:1\n",
        features: COLORS,
        solutions: &[&[1, 2]],
        source: MEANING,
    },
    Small {
        name: "two colours of two items",
        text: "a b | x y\na x:1 y:2\na x:2 y:1\nb x:1\nb y:1\nb x:2 y:2\nb\n",
        features: COLORS,
        solutions: &[&[0, 2], &[0, 5], &[1, 3], &[1, 5]],
        source: MEANING,
    },
    Small {
        name: "long names",
        text: "longer_than_eight_characters-and-longer-still größe 数独 | #!?*/\\\"'\n\
               数独 größe\nlonger_than_eight_characters-and-longer-still #!?*/\\\"':blau-grün\n",
        features: COLORS,
        solutions: &[&[0, 1]],
        source: MEANING,
    },
    Small {
        name: "Knuth's toy",
        text: "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n",
        features: PLAIN,
        solutions: &[&[0, 3, 4]],
        source: "D. E. Knuth, Dancing Links (2000), equation (3)",
    },
    Small {
        name: "Knuth's toy with colours",
        text: "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
        features: COLORS,
        solutions: &[&[1, 3]],
        source: "D. E. Knuth, TAOCP 7.2.2.1, (49)",
    },
    Small {
        name: "every set of the options of one item",
        text: "a b c\na\nb\nc\na b\nb c\na c\na b c\n",
        features: PLAIN,
        solutions: &[&[0, 1, 2], &[0, 4], &[1, 5], &[2, 3], &[6]],
        source: "the five partitions of three things",
    },
    Small {
        name: "an item that is covered twice",
        text: "2|a\na\na\na\n",
        features: BOUNDS,
        solutions: &[&[0, 1], &[0, 2], &[1, 2]],
        source: MEANING,
    },
    Small {
        name: "an item with fewer options than it needs",
        text: "3|a b\na\na\nb\n",
        features: BOUNDS,
        solutions: &[],
        source: MEANING,
    },
    Small {
        name: "an item that needs all its options",
        text: "2|a b c\na b\na c\nb\nc\n",
        features: BOUNDS,
        solutions: &[&[0, 1]],
        source: MEANING,
    },
    Small {
        name: "any number of the options of an item, or none",
        text: "0:2|a\na\na\n",
        features: BOUNDS,
        solutions: &[&[], &[0], &[0, 1], &[1]],
        source: MEANING,
    },
    Small {
        name: "options that nothing needs are extras",
        text: "a 0:1|b 0:2|c\na\nb c\nb\nc\n",
        features: BOUNDS,
        solutions: &[&[0], &[0, 1], &[0, 1, 3], &[0, 2], &[0, 2, 3], &[0, 3]],
        source: MEANING,
    },
    Small {
        name: "an item that may not be covered",
        text: "a 0:0|x\na x\na\nx\n",
        features: BOUNDS,
        solutions: &[&[1]],
        source: MEANING,
    },
    Small {
        name: "an item that may not be covered, and must be by another's options",
        text: "a 0|x\na x\n",
        features: BOUNDS,
        solutions: &[],
        source: MEANING,
    },
    Small {
        name: "an item without options that needs none",
        text: "a 0:3|b\na\n",
        features: BOUNDS,
        solutions: &[&[0]],
        source: MEANING,
    },
    Small {
        name: "nothing needed, and no options",
        text: "0:1|a\n",
        features: BOUNDS,
        solutions: &[&[]],
        source: MEANING,
    },
    Small {
        name: "bounds beyond the number of options",
        text: "1:4294967295|a 0:4294967295|b\na b\na\n",
        features: BOUNDS,
        solutions: &[&[0], &[0, 1], &[1]],
        source: MEANING,
    },
    Small {
        name: "a low bound beyond the number of options",
        text: "4294967295|a\na\na\n",
        features: BOUNDS,
        solutions: &[],
        source: MEANING,
    },
    Small {
        name: "two equal options are chosen together, and alone",
        text: "1:2|a\na\na\n",
        features: BOUNDS,
        solutions: &[&[0], &[0, 1], &[1]],
        source: MEANING,
    },
    Small {
        name: "bounds and a secondary item",
        text: "1:3|a | x\na x\na x\na\nx\n",
        features: BOUNDS,
        solutions: &[&[0], &[0, 2], &[1], &[1, 2], &[2]],
        source: MEANING,
    },
    Small {
        name: "bounds and colours",
        text: "2:3|a | x\na x:1\na x:1\na x:2\na\n",
        features: BOUNDS_AND_COLORS,
        solutions: &[&[0, 1], &[0, 1, 3], &[0, 3], &[1, 3], &[2, 3]],
        source: MEANING,
    },
];

/// The exact covers of `puzzles/`.
const FILES: [&str; 10] = [
    "toy.dlx",
    "toy-secondary.dlx",
    "queens6.dlx",
    "queens8.dlx",
    "langford7.dlx",
    "langford8.dlx",
    "colours.dlx",
    "multiplicities.dlx",
    "costs.dlx",
    "shifts.dlx",
];

/// An exact cover of `puzzles/` that is no case, because to enumerate it takes an engine seconds
/// and the oracle minutes. `tests/puzzles.rs` looks at the first of its solutions.
const TOO_SLOW: &str = "pentominoes6x10.dlx";

/// The case that clause learning takes seconds to enumerate.
const SLOW_TO_LEARN: &str = "pentominoes in 3x20";

/// The families of the literature: a name, the problem, the number of its solutions, and the
/// source.
fn families() -> Vec<(String, Problem, u64, &'static str)> {
    const OEIS_QUEENS: &str = "OEIS A000170";
    const OEIS_LANGFORD: &str = "OEIS A014552";
    const OEIS_DOMINOES: &str = "Kasteleyn's formula; OEIS A099390";
    const OEIS_LATIN: &str = "OEIS A002860";
    const OEIS_BELL: &str = "the Bell numbers, OEIS A000110";
    let mut table = Vec::new();
    let mut add = |name: String, problem, count, source| table.push((name, problem, count, source));
    for (n, count) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)] {
        add(format!("{n} queens"), families::queens(n), count, OEIS_QUEENS);
    }
    for (n, count) in [(2, 0), (3, 1), (4, 1), (5, 0), (7, 26), (8, 150)] {
        add(format!("Langford pairs of {n}"), families::langford(n), count, OEIS_LANGFORD);
    }
    for (rows, columns, count) in
        [(1, 4, 1), (2, 2, 2), (2, 10, 89), (3, 3, 0), (4, 4, 36), (4, 5, 95), (6, 6, 6728)]
    {
        let name = format!("dominoes on {rows}x{columns}");
        add(name, families::dominoes(rows, columns), count, OEIS_DOMINOES);
    }
    for (n, count) in [(1, 1), (2, 2), (3, 12), (4, 576)] {
        add(format!("Latin squares of {n}"), families::latin_squares(n), count, OEIS_LATIN);
    }
    for (n, count) in [(1, 1), (2, 2), (3, 5), (4, 15), (5, 52), (6, 203), (7, 877)] {
        add(format!("partitions of {n}"), families::partitions(n), count, OEIS_BELL);
    }
    for (n, count) in [(3, 0), (40, 2), (41, 0)] {
        add(format!("a ring of {n}"), families::ring(n), count, "there are two ways around");
    }
    let haselgrove = "C. B. and J. Haselgrove (1960): 2, each in four positions";
    add(SLOW_TO_LEARN.to_owned(), families::pentominoes(3, 20, &[]), 8, haselgrove);
    let sudoku = Encoding::new(Geometry::of_size(4).unwrap()).problem().clone();
    add("4x4 Sudoku".to_owned(), sudoku, 288, "OEIS A107739");
    table
}

/// A problem without primary items: the text format can't write it.
fn without_primary_items() -> Problem {
    let mut builder = ProblemBuilder::new();
    let x = builder.secondary("x").unwrap();
    builder.option([x]).unwrap();
    builder.build().unwrap()
}

/// Small problems with colours that look like nothing in particular, and as many with bounds
/// besides.
fn at_random() -> impl Iterator<Item = Problem> {
    let size = random::Size { primary: 1..=4, secondary: 1..=4, options: 4..=11, entries: 4 };
    let plain = random::planted(size).prop_map(|planted| planted.draft).boxed();
    let bounded = plain.clone().prop_flat_map(random::with_bounds).boxed();
    let mut runner = TestRunner::new(random::config(1));
    let draw = move |number| {
        let strategy = if number < 40 { &plain } else { &bounded };
        strategy.new_tree(&mut runner).expect("nothing is filtered").current().problem()
    };
    (0..80).map(draw).filter(|problem| problem.options().len() <= 14)
}

/// The table, built once.
fn cases() -> &'static [Case] {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(table);
    &CASES
}

fn table() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for Small { name, text, features, solutions, source } in SMALL {
        let (name, count) = (name.to_owned(), u64::try_from(solutions.len()).unwrap());
        cases.push(Case { name, problem: text.parse().unwrap(), features, count, source });
    }
    cases.push(Case {
        name: "no primary item".to_owned(),
        problem: without_primary_items(),
        features: PLAIN,
        count: 1,
        source: MEANING,
    });
    for (name, problem, count, source) in families() {
        cases.push(Case { name, problem, features: PLAIN, count, source });
    }
    for file in FILES {
        let (problem, count) = files::cover(&files::folder().join(file));
        let features = match file {
            "colours.dlx" => COLORS,
            "multiplicities.dlx" => BOUNDS_AND_COLORS,
            "costs.dlx" => Features { costs: true, ..PLAIN },
            "shifts.dlx" => Features { costs: true, ..BOUNDS_AND_COLORS },
            _ => PLAIN,
        };
        let source = "programs other than this one: see puzzles/README.md";
        cases.push(Case { name: file.to_owned(), problem, features, count, source });
    }
    for (number, problem) in at_random().enumerate() {
        let (name, features) = (format!("random {number}"), problem.features());
        let count = u64::try_from(subsets::solutions(&problem).len()).unwrap();
        cases.push(Case { name, problem, features, count, source: "all subsets of its options" });
    }
    cases
}

/// Whether what an engine gives as its reason is so: the problem has the feature, and the engine
/// has not.
fn is_explained(problem: &Problem, refusal: Unsupported) -> bool {
    let (asked, able) = (problem.features(), refusal.engine().features());
    match refusal.reason() {
        UnsupportedReason::Multiplicities => asked.multiplicities && !able.multiplicities,
        UnsupportedReason::Colors => asked.colors && !able.colors,
        UnsupportedReason::TooManyOptions { most } => problem.options().len() > most,
        _ => false,
    }
}

/// Whether an engine says that it can do all that a problem asks for.
fn is_able(engine: Engine, problem: &Problem) -> bool {
    let (able, asked) = (engine.features(), problem.features());
    (able.colors || !asked.colors)
        && (able.multiplicities || !asked.multiplicities)
        && (able.costs || !asked.costs)
}

/// A solver for every engine that takes the problem.
fn solvers(problem: &Problem) -> Vec<Solver> {
    let mut solvers = Vec::new();
    for engine in Engine::ALL {
        match Solver::with_engine(problem, engine) {
            Ok(solver) => {
                assert!(is_able(engine, problem), "{engine} takes what it says it can't");
                assert_eq!(solver.engine(), engine);
                solvers.push(solver);
            }
            Err(refusal) => {
                assert_eq!(refusal.engine(), engine);
                assert!(is_explained(problem, refusal), "{refusal}");
            }
        }
    }
    solvers
}

/// A solver for every engine that takes a case and can enumerate it many times.
fn quick_solvers(case: &Case) -> Vec<Solver> {
    let mut solvers = solvers(&case.problem);
    solvers.retain(|solver| case.name != SLOW_TO_LEARN || solver.engine() != Engine::Learning);
    solvers
}

/// The cases that have few enough solutions to do much with each. Unless tests are thorough, a
/// hundred are enough, and the slowest case is left out.
fn small_cases(most: u64) -> impl Iterator<Item = &'static Case> {
    let most = if is_thorough() { most } else { most.min(100) };
    let is_quick = |case: &Case| is_thorough() || case.name != SLOW_TO_LEARN;
    cases().iter().filter(move |case| case.count <= most && is_quick(case))
}

#[test]
fn the_table_says_what_its_problems_are() {
    let cases = cases();
    let names: BTreeSet<_> = cases.iter().map(|case| &case.name).collect();
    assert_eq!(names.len(), cases.len(), "no two cases have one name");
    for case in cases {
        assert_eq!(case.problem.features(), case.features, "{}", case.name);
        assert!(!case.source.is_empty(), "{}", case.name);
    }
    for path in files::files(&files::folder(), ".dlx") {
        let name = files::name(&path);
        assert!(names.contains(&name) != (name == TOO_SLOW), "{name} is a case, or has a reason");
    }
    let random = cases.iter().filter(|case| case.name.starts_with("random"));
    assert!(random.clone().count() >= 20, "there are random cases");
    assert!(random.clone().filter(|case| case.features.colors).count() >= 10, "in colours");
    let bounded = random.clone().filter(|case| case.features.multiplicities && case.count > 1);
    assert!(bounded.count() >= 10, "and with bounds");
    assert!(
        random.clone().any(|case| case.count == 1) && random.clone().any(|case| case.count > 4)
    );
}

#[test]
fn an_engine_is_skipped_only_for_what_it_can_not_do() {
    for case in cases() {
        let taken = solvers(&case.problem).len();
        let able = Engine::ALL.into_iter().filter(|engine| is_able(*engine, &case.problem)).count();
        // No case of the table is too large for any engine, so that the features alone decide.
        assert_eq!(taken, able, "{}", case.name);
    }
}

#[test]
fn the_small_cases_have_the_solutions_that_were_written_down() {
    for case in SMALL {
        let problem: Problem = case.text.parse().unwrap();
        let expected: Vec<_> = case
            .solutions
            .iter()
            .map(|solution| Solution::new(options(solution.iter().copied())))
            .collect();
        for mut solver in solvers(&problem) {
            let found = sorted(&problem, solver.solutions());
            assert_eq!(found, expected, "{} by {}", case.name, solver.engine());
        }
        assert_eq!(subsets::solutions(&problem), expected, "{} by the definition", case.name);
    }
}

#[test]
fn every_engine_finds_the_same_solutions() {
    for case in cases() {
        let mut first: Option<Vec<Solution>> = None;
        let solvers = if is_thorough() { solvers(&case.problem) } else { quick_solvers(case) };
        for mut solver in solvers {
            let found = sorted(&case.problem, solver.solutions());
            let told = format!("{} by {}: {}", case.name, solver.engine(), case.source);
            assert_eq!(u64::try_from(found.len()).unwrap(), case.count, "{told}");
            assert!(*first.get_or_insert_with(|| found.clone()) == found, "{told}");
        }
    }
}

#[test]
fn all_ways_to_ask_agree_and_do_the_same_work() {
    for case in small_cases(u64::MAX) {
        let expected = Count { solutions: case.count, stop: StopReason::Exhausted };
        for mut solver in quick_solvers(case) {
            let told = format!("{} by {}", case.name, solver.engine());
            assert_eq!(solver.count(), expected, "{told}");
            let work = solver.stats();
            assert!(work.nodes > 0, "{told}");

            let mut solutions = solver.solutions();
            let listed: Vec<_> = solutions.by_ref().collect();
            assert_eq!(solutions.stop_reason(), Some(StopReason::Exhausted), "{told}");
            assert_eq!((solutions.next(), solutions.stats()), (None, work), "{told}");
            assert_eq!(solver.stats(), work, "{told}");

            let mut visited = Vec::new();
            let count = solver.visit(|options| {
                visited.push(Solution::new(options.to_vec()));
                ControlFlow::Continue(())
            });
            assert_eq!((count, solver.stats()), (expected, work), "{told}");
            assert!(visited == listed, "{told}: in the same order");

            assert_eq!(solver.first(), Ok(listed.first().cloned()), "{told}");
            let unique = match case.count {
                0 => Uniqueness::None,
                1 => Uniqueness::Unique,
                _ => Uniqueness::Multiple,
            };
            assert_eq!(solver.is_unique(), Ok(unique), "{told}");
            assert_eq!((solver.count(), solver.stats()), (expected, work), "{told}: and again");
        }
    }
}

#[test]
fn a_limit_gives_so_many_solutions_and_says_so() {
    for case in small_cases(300) {
        let all = case.count;
        for limit in BTreeSet::from([0, 1, 2, all / 2, all.saturating_sub(1), all, all + 1]) {
            let stop = if limit > all { StopReason::Exhausted } else { StopReason::SolutionLimit };
            let expected = Count { solutions: limit.min(all), stop };
            for solver in quick_solvers(case) {
                let told = format!("{} by {}, {limit} at most", case.name, solver.engine());
                let mut solver = solver.limit(limit);
                assert_eq!(solver.count(), expected, "{told}");
                assert_eq!(expected.is_complete(), limit > all);
                let mut solutions = solver.solutions();
                let listed = u64::try_from(solutions.by_ref().count()).unwrap();
                assert_eq!((listed, solutions.stop_reason()), (expected.solutions, Some(stop)));
                let first = match (limit, all) {
                    (0, _) => Err(StopReason::SolutionLimit),
                    (_, all) => Ok(all > 0),
                };
                assert_eq!(solver.first().map(|first| first.is_some()), first, "{told}");
                let unique = solver.is_unique().expect("a limit of solutions does not matter");
                assert_eq!(unique == Uniqueness::Multiple, all > 1, "{told}");
            }
        }
    }
}

#[test]
fn a_visitor_that_breaks_is_not_asked_again() {
    for case in small_cases(300) {
        for mut solver in solvers(&case.problem) {
            let mut visits = 0;
            let count = solver.visit(|_| {
                visits += 1;
                if visits == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((count.solutions, visits), (case.count.min(3), case.count.min(3)));
            assert_eq!(count.is_complete(), case.count < 3, "{}", case.name);
        }
    }
}

#[test]
fn an_iterator_that_was_dropped_leaves_no_trace() {
    for case in small_cases(300) {
        for mut solver in quick_solvers(case) {
            let told = format!("{} by {}", case.name, solver.engine());
            let all: Vec<_> = solver.solutions().collect();
            let work = solver.stats();
            for taken in BTreeSet::from([0, 1, 2, all.len() / 2, all.len().saturating_sub(1)]) {
                let some: Vec<_> = solver.solutions().take(taken).collect();
                assert!(some == all[..taken.min(all.len())], "{told}");
                let again: Vec<_> = solver.solutions().collect();
                assert!(again == all && solver.stats() == work, "{told} after {taken}");
            }
        }
    }
}

#[test]
fn a_given_option_leaves_the_solutions_that_have_it() {
    for case in small_cases(60).filter(|case| case.problem.options().len() <= 100) {
        for mut solver in solvers(&case.problem) {
            let all = sorted(&case.problem, solver.solutions());
            for option in case.problem.options() {
                let told = format!("{} by {} with {option:?}", case.name, solver.engine());
                if !case.problem.is_choosable(option) {
                    assert_eq!(
                        solver.assume(&[option]),
                        Err(AssumeError::NoPrimaryItem { option })
                    );
                    continue;
                }
                let expected: Vec<_> =
                    all.iter().filter(|solution| solution.options().contains(&option)).collect();
                if let Err(error) = solver.assume(&[option]) {
                    assert!(matches!(error, AssumeError::TooOften { high: 0, .. }), "{told}");
                    assert!(expected.is_empty(), "{told}");
                    continue;
                }
                let found = sorted(&case.problem, solver.solutions());
                assert!(found.iter().eq(expected), "{told}");
            }
            solver.assume(&[]).unwrap();
            assert!(sorted(&case.problem, solver.solutions()) == all, "nothing is left of it");
        }
    }
}

#[test]
fn a_whole_solution_can_be_given_and_is_found_with_what_can_be_added_to_it() {
    for case in small_cases(100) {
        for mut solver in quick_solvers(case) {
            let all = sorted(&case.problem, solver.solutions());
            for solution in &all {
                // In the reverse order, because the order must not matter.
                let given: Vec<_> = solution.options().iter().rev().copied().collect();
                solver.assume(&given).unwrap();
                let found = sorted(&case.problem, solver.solutions());
                let has_all = |s: &&Solution| given.iter().all(|o| s.options().contains(o));
                assert!(found.iter().eq(all.iter().filter(has_all)), "{}", case.name);
                // Only bounds allow any.
                assert!(found == [solution.clone()] || case.features.multiplicities);
            }
        }
    }
}

/// The items over which the last of some options can't be given together with the others.
fn conflicts<'p>(problem: &'p Problem, given: &[OptionId]) -> BTreeSet<&'p str> {
    let Some((&last, others)) = given.split_last() else { return BTreeSet::new() };
    let is_full = |entry: &&Entry| {
        let entries = others.iter().flat_map(|&option| problem.entries(option));
        let mut others = entries.filter(|other| other.item == entry.item);
        if problem.is_primary(entry.item) {
            others.count() >= usize::try_from(problem.bounds(entry.item).high).unwrap()
        } else {
            others.any(|other| other.color.is_none() || other.color != entry.color)
        }
    };
    problem
        .entries(last)
        .iter()
        .filter(is_full)
        .map(|entry| problem.item_name(entry.item))
        .collect()
}

#[test]
fn given_options_that_conflict_are_named_with_their_item() {
    let most = if is_thorough() { 50 } else { 25 };
    for case in small_cases(60).filter(|case| case.problem.options().len() <= most) {
        let problem = &case.problem;
        let choosable = || problem.options().filter(|&option| problem.is_choosable(option));
        for mut solver in solvers(problem) {
            let all = solver.count();
            for (a, b) in choosable().flat_map(|a| choosable().map(move |b| (a, b))) {
                if !conflicts(problem, &[a]).is_empty() {
                    continue;
                }
                let expected = conflicts(problem, &[a, b]);
                match solver.assume(&[a, b]) {
                    Ok(()) => assert!(a != b && expected.is_empty(), "{}: {a:?} {b:?}", case.name),
                    Err(AssumeError::Repeated { option }) => assert!(a == b && option == a),
                    Err(AssumeError::Conflict { first, second, item }) => {
                        assert_eq!((first, second), (a, b));
                        assert!(expected.contains(item.as_str()), "{}: {item}", case.name);
                        assert_eq!(solver.count(), all, "then nothing is given");
                    }
                    Err(AssumeError::TooOften { option, item, high }) => {
                        let id = problem.item(&item).unwrap();
                        assert_eq!((option, high), (b, problem.bounds(id).high));
                        assert!(expected.contains(item.as_str()), "{}: {item}", case.name);
                        assert_eq!(solver.count(), all, "then nothing is given");
                    }
                    Err(error) => panic!("{}: {error}", case.name),
                }
            }
            let option = OptionId::new(problem.options().len());
            assert_eq!(solver.assume(&[option]), Err(AssumeError::UnknownOption { option }));
        }
    }
}

#[test]
fn an_option_that_is_decided_twice_is_an_error_that_says_how() {
    let problem: Problem = "a b\na\nb\na b\n".parse().unwrap();
    let option = OptionId::new(1);
    let repeated = AssumeError::Repeated { option };
    let contradicted = AssumeError::Contradicted { option };
    let message = "option 2 is both included and excluded";
    assert_eq!(contradicted.to_string(), message);
    for mut solver in solvers(&problem) {
        for (include, exclude, expected) in [
            (vec![option], vec![], Ok(())),
            (vec![option], vec![option], Err(contradicted.clone())),
            (vec![option, option], vec![option], Err(repeated.clone())),
            (vec![], vec![option, option], Err(repeated.clone())),
        ] {
            assert_eq!(solver.assume(&Subproblem { include, exclude }), expected);
        }
    }
}

#[test]
fn an_unknown_name_is_in_the_error_with_those_that_are_expected() {
    let engine = "dance".parse::<Engine>().unwrap_err().to_string();
    let engines = Engine::ALL.map(Engine::name).join(", ");
    assert_eq!(engine, format!("unknown engine 'dance': expected one of {engines}"));
    let method = "fast".parse::<Method>().unwrap_err().to_string();
    assert!(method.starts_with("unknown method 'fast': expected one of auto, "), "{method}");
    let mode = "yes".parse::<CanonicalMode>().unwrap_err().to_string();
    assert!(mode.starts_with("unknown mode 'yes': expected one of auto, "), "{mode}");
    let technique = "luck".parse::<HardestTechnique>().unwrap_err().to_string();
    let begins = "unknown technique 'luck': expected one of none, ";
    assert!(technique.starts_with(begins) && technique.ends_with(", beyond"), "{technique}");
}

#[test]
fn given_options_count_towards_the_bounds_of_their_items() {
    let problem: Problem =
        "2:3|a 1:2|b 0:0|c 0:2|d\na\na b\na\na d\nb\nb d\na c\nd\n".parse().unwrap();
    // Numbers of options, and what is said if they can't be given.
    let table: [(&[usize], Option<&str>); 10] = [
        (&[0], None),
        (&[0, 1], None),
        (&[0, 1, 3], None),
        (&[4, 5], None),
        (&[1, 4], None),
        (&[3, 7], None),
        (&[3, 0, 3], Some("option 4 is assumed twice")),
        (&[6], Some("option 7 can't be assumed: its item `c` may not be covered")),
        (
            &[1, 4, 5],
            Some(
                "option 6 can't be assumed, too: its item `b` may be covered 2 times, and others cover it as often",
            ),
        ),
        (
            &[0, 1, 2, 3],
            Some(
                "option 4 can't be assumed, too: its item `a` may be covered 3 times, and others cover it as often",
            ),
        ),
    ];
    let all = subsets::solutions(&problem);
    for (given, message) in table {
        let given = options(given.iter().copied());
        for mut solver in solvers(&problem) {
            let told = format!("{given:?} by {}", solver.engine());
            let answer = solver.assume(&given).map_err(|error| error.to_string());
            assert_eq!(answer.err().as_deref(), message, "{told}");
            let found = sorted(&problem, solver.solutions());
            let has_all = |s: &&Solution| given.iter().all(|o| s.options().contains(o));
            let expected: Vec<_> =
                all.iter().filter(|s| message.is_some() || has_all(s)).cloned().collect();
            assert!(!found.is_empty(), "{told}: some solution has them");
            assert_eq!(found, expected, "{told}");
        }
    }
}

#[test]
fn what_an_engine_does_not_take_is_refused_and_not_ignored() {
    let table: [(&str, UnsupportedReason, &str); 3] = [
        (
            "2|a\na\na\n",
            UnsupportedReason::Multiplicities,
            "items that are to be covered other than exactly once",
        ),
        (
            "a 0:1|b\na\n",
            UnsupportedReason::Multiplicities,
            "items that are to be covered other than exactly once",
        ),
        (
            "1:2|a\na |5\n",
            UnsupportedReason::Multiplicities,
            "items that are to be covered other than exactly once",
        ),
    ];
    for (text, reason, words) in table {
        let problem: Problem = text.parse().unwrap();
        for engine in Engine::ALL.into_iter().filter(|engine| !is_able(*engine, &problem)) {
            let refusal = Solver::with_engine(&problem, engine).unwrap_err();
            assert_eq!(refusal.engine(), engine);
            assert_eq!(refusal.reason(), reason, "{text}");
            assert!(refusal.to_string().ends_with(words), "{refusal}");
        }
    }
    let links = |text: &str| Solver::with_engine(&text.parse().unwrap(), Engine::Links).is_ok();
    assert!(table.iter().all(|(text, ..)| !links(text)), "each row is refused by some engine");
    assert!(links("1|a\na |0\n"), "this asks for nothing special");
}

/// A long search for every engine: far more dominoes than anyone has time for.
fn endless() -> Problem {
    families::dominoes(12, 12)
}

#[test]
fn a_limit_of_nodes_ends_a_run_and_says_so() {
    let problem = families::queens(8);
    for solver in solvers(&problem) {
        let mut solver = solver;
        let engine = solver.engine();
        let whole = solver.count();
        let nodes = solver.stats().nodes;
        let mut before = 0;
        for limit in [0, 1, 2, 10, 100, nodes / 2, nodes - 1, nodes + 1, u64::MAX] {
            solver = solver.node_limit(limit);
            let count = solver.count();
            // A level that has been entered is not left half-way.
            let most = limit.saturating_add(64);
            assert!(solver.stats().nodes <= most, "{engine}: {:?} for {limit}", solver.stats());
            assert!(count.solutions >= before, "{engine}: more nodes find no less");
            before = count.solutions;
            match count.stop {
                StopReason::Exhausted => assert_eq!(count, whole, "{engine}: {limit}"),
                stop => assert_eq!(stop, StopReason::NodeLimit, "{engine}: {limit}"),
            }
            assert!(limit > 10 || count.stop == StopReason::NodeLimit, "{engine}: {limit}");
        }
        assert_eq!(solver.count(), whole, "{engine}: without a limit that matters");
        let mut solver = solver.node_limit(1);
        assert_eq!(solver.first(), Err(StopReason::NodeLimit), "{engine}");
        assert_eq!(solver.is_unique(), Err(StopReason::NodeLimit), "{engine}");
    }
}

#[test]
fn a_deadline_that_has_passed_ends_a_run_at_once() {
    let problem = endless();
    for solver in solvers(&problem) {
        let mut solver = solver.deadline(Instant::now());
        let stopped = Count { solutions: 0, stop: StopReason::Deadline };
        assert_eq!(solver.count(), stopped);
        assert_eq!(solver.visit(|_| ControlFlow::Continue(())), stopped);
        assert_eq!(solver.first(), Err(StopReason::Deadline));
        assert_eq!(solver.is_unique(), Err(StopReason::Deadline));
        let mut solutions = solver.solutions();
        assert_eq!((solutions.next(), solutions.stop_reason()), (None, Some(StopReason::Deadline)));
        let mut solver = solver.timeout(Duration::MAX).limit(1);
        assert_eq!(solver.count().stop, StopReason::SolutionLimit);
    }
}

#[test]
fn time_ends_a_run_that_would_not_end() {
    let problem = endless();
    for solver in solvers(&problem) {
        let begin = Instant::now();
        let count = solver.timeout(Duration::from_millis(100)).count();
        assert_eq!(count.stop, StopReason::Deadline);
        assert!(begin.elapsed() >= Duration::from_millis(100));
        assert!(begin.elapsed() < Duration::from_secs(20), "it ends soon after");
    }
}

#[test]
fn a_cancelled_run_ends_and_keeps_what_it_has() {
    let problem = endless();
    for solver in solvers(&problem) {
        let engine = solver.engine();
        let token = CancelToken::new();
        let mut solver = solver.cancel_token(token.clone());
        let mut solutions = solver.solutions();
        assert!(solutions.by_ref().take(5).all(|solution| solution.verify(&problem).is_ok()));
        token.cancel();
        assert_eq!(
            (solutions.next(), solutions.stop_reason()),
            (None, Some(StopReason::Cancelled))
        );
        assert_eq!(solver.first(), Err(StopReason::Cancelled), "{engine}: it stays cancelled");
        assert_eq!(solver.count(), Count { solutions: 0, stop: StopReason::Cancelled });

        let token = CancelToken::new();
        let mut solver = solver.cancel_token(token.clone());
        let count = std::thread::scope(|scope| {
            let run = scope.spawn(|| solver.count());
            std::thread::sleep(Duration::from_millis(50));
            token.cancel();
            run.join().unwrap()
        });
        assert_eq!(count.stop, StopReason::Cancelled, "{engine}: from another thread");
        assert_eq!(count.to_string(), format!(">={}", count.solutions));
    }
}

#[test]
fn a_limit_that_was_reached_does_not_spoil_the_next_run() {
    let problem = families::queens(6);
    for mut solver in solvers(&problem) {
        let all: Vec<_> = solver.solutions().collect();
        let mut solver = solver.node_limit(20);
        assert_eq!(solver.count().stop, StopReason::NodeLimit);
        let mut solver = solver.node_limit(u64::MAX);
        assert!(solver.solutions().eq(all));
    }
}

/// Asks for all solutions, and for those with an option of the middle, in every engine that takes
/// so much.
fn runs_through(problem: &Problem, count: u64) {
    let taken = solvers(problem);
    for engine in [Engine::Links, Engine::CellsWtd] {
        assert!(taken.iter().any(|solver| solver.engine() == engine));
    }
    for mut solver in taken {
        let expected = Count { solutions: count, stop: StopReason::Exhausted };
        assert_eq!(solver.count(), expected, "{}", solver.engine());
        let first = solver.first().unwrap();
        assert_eq!(first.map(|first| first.verify(problem)), (count > 0).then_some(Ok(())));

        let middle = OptionId::new(problem.options().len() / 2);
        solver.assume(&[middle]).unwrap();
        let first = solver.first().unwrap();
        assert_eq!(
            first.map(|first| first.options().contains(&middle)),
            (count > 0).then_some(true)
        );
    }
}

/// More levels than frames of a recursion fit on the stack of a thread.
fn levels() -> usize {
    if is_thorough() { 200_000 } else { 50_000 }
}

#[test]
fn many_levels_are_only_a_matter_of_memory() {
    runs_through(&families::ring(levels()), 2);
}

#[test]
fn what_fails_after_many_levels_is_undone() {
    runs_through(&families::ring(levels() + 1), 0);
}

#[test]
#[ignore = "it takes a quarter of a minute"]
fn a_million_levels_are_only_a_matter_of_memory() {
    runs_through(&families::ring(1_000_000), 2);
    runs_through(&families::ring(1_000_001), 0);
}

#[test]
fn many_options_that_are_forced_from_the_start_are_too() {
    runs_through(&families::tower(if is_thorough() { 1_000_000 } else { 50_000 }), 4);
}

#[test]
fn solvers_do_not_disturb_each_other() {
    let problem = families::queens(6);
    let expected = all_solutions(&problem, Engine::Auto);
    let mut solvers = solvers(&problem);
    let mut all: Vec<_> =
        solvers.iter_mut().map(|solver| (solver.solutions(), Vec::new())).collect();
    for _ in 0..=expected.len() {
        for (solutions, found) in &mut all {
            found.extend(solutions.next());
        }
    }
    for (_, found) in all {
        assert_eq!(sorted(&problem, found), expected);
    }
}
