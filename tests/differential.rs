//! Random problems: the engines against each other, and against the definition.
//!
//! A failing case is reduced to a small one. The seed is fixed, so that every run is the same.

use crate::common::random::{self, Planted, Size, config, drafts, planted, spoilt, sudoku};
use crate::common::{all_solutions, options, sorted, subsets};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;
use quadrille::sudoku::text::{Format, ReadError, ReadOptions, Reader, StatedRules};
use quadrille::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
use quadrille::{Count, Engine, OptionId, Problem, Solution, Solver, StopReason, dlx};
use std::cell::Cell;
use std::ops::ControlFlow;

/// Problems small enough to try all subsets of options.
const TINY: Size = Size { primary: 0..=5, secondary: 0..=4, options: 0..=11, entries: 4 };
/// The same around a hidden solution.
const TINY_HIDDEN: Size = Size { primary: 1..=5, secondary: 1..=4, options: 0..=6, entries: 4 };
/// Problems that are too large for that, but not for the oracle.
const SMALL: Size = Size { primary: 1..=10, secondary: 0..=6, options: 0..=40, entries: 4 };
/// Problems around a hidden solution.
const HIDDEN: Size = Size { primary: 1..=10, secondary: 0..=6, options: 0..=30, entries: 4 };

/// Problems for the definition: half of them have a hidden solution.
fn tiny() -> impl Strategy<Value = random::Draft> {
    prop_oneof![drafts(TINY), planted(TINY_HIDDEN).prop_map(|planted| planted.draft)]
}

/// The solutions among these that have all of some options.
fn with_all(solutions: &[Solution], given: &[OptionId]) -> Vec<Solution> {
    let has_all = |s: &&Solution| given.iter().all(|option| s.options().contains(option));
    solutions.iter().filter(has_all).cloned().collect()
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn engines_find_what_the_definition_says(draft in tiny()) {
        let problem = draft.problem();
        let expected = subsets::solutions(&problem);
        for engine in Engine::ALL {
            prop_assert_eq!(all_solutions(&problem, engine), expected.clone(), "{}", engine);
        }
    }

    #[test]
    fn the_checker_says_what_the_definition_says(draft in tiny(), sets in vec(any::<u16>(), 20)) {
        let problem = draft.problem();
        for set in sets {
            let chosen: Vec<_> =
                problem.options().filter(|option| set >> option.index() & 1 == 1).collect();
            let expected = subsets::is_solution(&problem, &chosen);
            prop_assert_eq!(Solution::new(chosen).verify(&problem).is_ok(), expected);
        }
    }

    #[test]
    fn the_checker_knows_bounds_as_the_definition_does(
        draft in tiny().prop_flat_map(random::with_bounds_and_costs),
        sets in vec(any::<u16>(), 20),
    ) {
        let problem = draft.problem();
        for set in sets {
            let chosen: Vec<_> =
                problem.options().filter(|option| set >> option.index() & 1 == 1).collect();
            let expected = subsets::is_solution(&problem, &chosen);
            prop_assert_eq!(Solution::new(chosen).verify(&problem).is_ok(), expected);
        }
    }

    #[test]
    fn engines_agree_with_the_oracle(draft in drafts(SMALL)) {
        let problem = draft.problem();
        let expected = all_solutions(&problem, Engine::Naive);
        for engine in Engine::ALL {
            prop_assert_eq!(all_solutions(&problem, engine), expected.clone(), "{}", engine);
        }
    }

    #[test]
    fn engines_agree_on_what_is_given(
        Planted { draft, solution } in planted(HIDDEN),
        of_solution in vec(any::<Index>(), 0..4),
        of_all in vec(any::<Index>(), 0..3),
    ) {
        let problem = draft.problem();
        let mut numbers: Vec<_> = of_solution.iter().map(|index| *index.get(&solution)).collect();
        let planted_only = of_all.is_empty();
        numbers.extend(of_all.iter().map(|index| index.index(draft.options.len())));
        numbers.sort_unstable();
        numbers.dedup();
        let given = options(numbers);
        let all = all_solutions(&problem, Engine::Naive);
        let expected = with_all(&all, &given);
        for engine in Engine::ALL {
            let mut solver = Solver::with_engine(&problem, engine).unwrap();
            match solver.assume(&given) {
                Ok(()) => prop_assert_eq!(sorted(&problem, solver.solutions()), expected.clone()),
                Err(error) => {
                    prop_assert!(!planted_only, "{}: what is planted does not conflict", error);
                    prop_assert!(expected.is_empty(), "{}: {}", engine, error);
                    prop_assert_eq!(sorted(&problem, solver.solutions()), all.clone());
                }
            }
        }
    }

    #[test]
    fn what_is_planted_is_found(Planted { draft, solution } in planted(HIDDEN)) {
        let problem = draft.problem();
        let solution = Solution::new(options(solution));
        let mut counts = Vec::new();
        for engine in Engine::ALL {
            let found = all_solutions(&problem, engine);
            prop_assert!(found.binary_search(&solution).is_ok(), "{}", engine);
            counts.push(found.len());
        }
        prop_assert!(counts.iter().all(|&count| count == counts[0]), "{:?}", counts);
    }

    #[test]
    fn one_solver_is_as_good_as_new_after_anything(
        Planted { draft, solution } in planted(HIDDEN),
        runs in vec((0..5u8, any::<Index>(), 0..20u64), 1..8),
    ) {
        let problem = draft.problem();
        for engine in Engine::ALL {
            let fresh = all_solutions(&problem, engine);
            let mut solver = Solver::with_engine(&problem, engine).unwrap();
            for (verb, index, number) in &runs {
                let given = [OptionId::new(*index.get(&solution))];
                match verb {
                    0 => drop(solver.solutions().nth(usize::try_from(*number).unwrap())),
                    1 => solver.assume(&given).unwrap(),
                    2 => drop(solver.first().unwrap()),
                    3 => drop(solver.assume(&[given[0], given[0]]).unwrap_err()),
                    _ => {
                        solver = solver.node_limit(*number);
                        solver.count();
                        solver = solver.node_limit(u64::MAX);
                    }
                }
            }
            solver.assume(&[]).unwrap();
            prop_assert_eq!(sorted(&problem, solver.solutions()), fresh, "{}", engine);
        }
    }
}

/// Engines that take bounds, the oracle among them.
fn bounded_engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.into_iter().filter(|engine| engine.features().multiplicities)
}

/// Problems with bounds for the definition: many of them have a hidden solution.
fn tiny_bounded() -> impl Strategy<Value = random::Draft> {
    prop_oneof![
        drafts(TINY).prop_flat_map(random::with_bounds),
        drafts(TINY).prop_flat_map(random::with_bounds).prop_flat_map(random::with_capacity),
        planted(TINY_HIDDEN)
            .prop_flat_map(random::with_bounds_around)
            .prop_map(|planted| planted.draft),
    ]
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn engines_find_what_the_definition_says_of_bounds(draft in tiny_bounded()) {
        let problem = draft.problem();
        let expected = subsets::solutions(&problem);
        for engine in bounded_engines() {
            prop_assert_eq!(all_solutions(&problem, engine), expected.clone(), "{}", engine);
        }
    }

    #[test]
    fn bounds_and_what_is_given_are_what_the_definition_says(
        draft in tiny_bounded(),
        given in vec(any::<Index>(), 0..4),
    ) {
        prop_assume!(!draft.options.is_empty());
        let problem = draft.problem();
        let given = options(given.iter().map(|index| index.index(draft.options.len())));
        let all = subsets::solutions(&problem);
        for engine in bounded_engines() {
            let mut solver = Solver::with_engine(&problem, engine).unwrap();
            let expected = match solver.assume(&given) {
                Ok(()) => with_all(&all, &given),
                Err(error) => {
                    let repeated = (1..given.len()).any(|i| given[..i].contains(&given[i]));
                    let none = with_all(&all, &given).is_empty();
                    prop_assert!(repeated || none, "{}: {}", engine, error);
                    all.clone()
                }
            };
            prop_assert_eq!(sorted(&problem, solver.solutions()), expected, "{}", engine);
        }
    }

    #[test]
    fn the_order_of_what_is_given_does_not_matter_with_bounds(
        Planted { draft, solution } in planted(TINY_HIDDEN).prop_flat_map(random::with_bounds_around),
        turn in any::<Index>(),
    ) {
        let problem = draft.problem();
        let mut given = options(solution);
        let turn = turn.index(given.len());
        given.rotate_left(turn);
        for engine in bounded_engines() {
            let mut solver = Solver::with_engine(&problem, engine).unwrap();
            solver.assume(&given).unwrap();
            let found = sorted(&problem, solver.solutions());
            prop_assert_eq!(found, with_all(&subsets::solutions(&problem), &given), "{}", engine);
        }
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn engines_agree_with_the_oracle_on_bounds(
        Planted { draft, solution } in planted(HIDDEN).prop_flat_map(random::with_bounds_around),
    ) {
        // Of some problems there are far too many solutions: the first show that each is found, and
        // verify.
        const MOST: u64 = 2000;
        let problem = draft.problem();
        let count = |engine| {
            let mut solver = Solver::with_engine(&problem, engine).unwrap().limit(MOST);
            solver.count()
        };
        let expected = count(Engine::Naive);
        let planted = Solution::new(options(solution));
        prop_assert_eq!(planted.verify(&problem), Ok(()));
        for engine in bounded_engines() {
            prop_assert_eq!(count(engine), expected, "{}", engine);
            let mut solver = Solver::with_engine(&problem, engine).unwrap().limit(MOST);
            let found = sorted(&problem, solver.solutions());
            if expected.is_complete() {
                prop_assert!(found.binary_search(&planted).is_ok(), "{}", engine);
            }
        }
    }

    #[test]
    fn planted_problems_are_what_they_say(Planted { draft, solution } in planted(HIDDEN)) {
        let problem = draft.problem();
        prop_assert!(!solution.is_empty() && solution.len() <= draft.options.len());
        prop_assert!(draft.options.iter().all(|option| (1..=16).contains(&option.len())));
        prop_assert!(subsets::is_solution(&problem, &options(solution)));
    }

    #[test]
    fn random_grids_obey_the_rules(
        (full, puzzle) in select(vec![(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2)])
            .prop_flat_map(|(rows, columns)| sudoku(&Geometry::new(rows, columns).unwrap(), 0..=20)
                .prop_map(move |(full, puzzle)| ((rows, columns, full), puzzle))),
    ) {
        let (rows, columns, full) = full;
        prop_assert!(full.is_solution(&Geometry::new(rows, columns).unwrap()));
        prop_assert!(full.extends(&puzzle));
        prop_assert!(puzzle.clues() <= 20);
    }

    #[test]
    fn what_is_written_is_read_again(
        draft in drafts(SMALL).prop_flat_map(random::with_bounds_and_costs),
    ) {
        let problem = draft.problem();
        match dlx::to_string(&problem) {
            Ok(text) => {
                let parsed = dlx::parse(&text).unwrap();
                prop_assert_eq!(&parsed.problem, &problem);
                let never: Vec<_> = parsed.never_chosen.iter().map(|&(option, _)| option).collect();
                let expected: Vec<_> =
                    problem.options().filter(|&option| !problem.is_choosable(option)).collect();
                prop_assert_eq!(never, expected);
                prop_assert_eq!(dlx::to_string(&parsed.problem).unwrap(), text);
            }
            Err(dlx::NoPrimaryItem) => prop_assert_eq!(problem.primary_items().len(), 0),
        }
    }
}

/// What a random value may be, and whether one is.
type Kind<T> = (&'static str, fn(&T) -> bool);

/// A generator produces enough cases of each kind.
fn makes_all<S: Strategy>(strategy: &S, kinds: &[Kind<S::Value>])
where
    S::Value: std::fmt::Debug,
{
    let seen: Vec<_> = kinds.iter().map(|_| Cell::new(0)).collect();
    let count = |value: S::Value| {
        for ((_, is_so), seen) in kinds.iter().zip(&seen) {
            seen.set(seen.get() + u32::from(is_so(&value)));
        }
        Ok(())
    };
    let config = ProptestConfig { cases: 600, ..config(600) };
    TestRunner::new(config).run(strategy, count).unwrap();
    for ((kind, _), seen) in kinds.iter().zip(&seen) {
        assert!(seen.get() >= 20, "only {} of 600 random problems are {kind}", seen.get());
    }
}

#[test]
fn random_problems_are_of_every_kind() {
    fn count(draft: &random::Draft) -> usize {
        subsets::solutions(&draft.problem()).len()
    }
    makes_all(
        &tiny(),
        &[
            ("without a solution", |draft| count(draft) == 0),
            ("with one", |draft| count(draft) == 1),
            ("with several", |draft| count(draft) > 2),
            ("without a primary item", |draft| draft.primary.is_empty()),
            ("in colours", |draft| draft.problem().features().colors),
            ("with an option twice", |draft| {
                let options = &draft.options;
                (1..options.len()).any(|i| options[..i].contains(&options[i]))
            }),
            ("with an option that is never chosen", |draft| {
                draft.options.iter().any(|option| !draft.is_choosable(option))
            }),
            ("with solutions that share a colour", |draft| shares_a_colour(&draft.problem())),
        ],
    );
    makes_all(
        &tiny_bounded(),
        &[
            ("without a solution", |draft| count(draft) == 0),
            ("with one", |draft| count(draft) == 1),
            ("with many", |draft| count(draft) > 10),
            ("with an item that may not be covered", |draft| {
                draft.bounds.values().any(|bounds| bounds.high == 0)
            }),
            ("with an item that must be covered more than once", |draft| {
                draft.bounds.values().any(|bounds| bounds.low > 1)
            }),
        ],
    );
    makes_all(
        &planted(HIDDEN),
        &[
            ("with just what was planted", |planted| {
                Solver::new(&planted.draft.problem()).count().solutions == 1
            }),
            ("with much more", |planted| {
                Solver::new(&planted.draft.problem()).count().solutions > 5
            }),
            ("with a colour that is shared", |planted| shares_a_colour(&planted.draft.problem())),
        ],
    );
}

/// Whether some solution covers a secondary item twice.
fn shares_a_colour(problem: &Problem) -> bool {
    let covers_twice = |solution: &Solution| {
        let entries = || solution.options().iter().flat_map(|&option| problem.entries(option));
        problem.secondary_items().any(|item| entries().filter(|e| e.item == item).count() > 1)
    };
    Solver::new(problem).solutions().any(|solution| covers_twice(&solution))
}

/// At most so many solutions of a puzzle as grids, in ascending order, and why there are no more.
fn grids(encoding: &Encoding, engine: Engine, puzzle: &Grid, limit: u64) -> (Vec<Vec<u8>>, Count) {
    let solver = SudokuSolver::with_engine(encoding, engine).unwrap();
    let mut solver = solver.configure(|solver| solver.limit(limit));
    let mut grids = Vec::new();
    let count = solver.visit(puzzle, |grid| {
        assert!(grid.is_solution(encoding.geometry()) && grid.extends(puzzle));
        grids.push(grid.cells().to_vec());
        ControlFlow::Continue(())
    });
    grids.sort_unstable();
    (grids, count.unwrap())
}

/// The oracle, dancing links and dancing cells have the same answer, and so have the other ways to
/// encode a puzzle.
fn agree_on(encoding: &Encoding, puzzle: &Grid, limit: u64) -> Result<Count, TestCaseError> {
    let (expected, count) = grids(encoding, Engine::Naive, puzzle, limit);
    let (found, links) = grids(encoding, Engine::Links, puzzle, limit);
    prop_assert_eq!(count, links);
    let (by_cells, cells) = grids(encoding, Engine::CellsWtd, puzzle, limit);
    prop_assert_eq!(count, cells);
    if count.is_complete() {
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(&by_cells, &expected);
    }
    let encoded = [encoding.whole(puzzle).ok(), encoding.shrunk(puzzle).ok()];
    for encoded in encoded.into_iter().flatten() {
        let mut solver = Solver::new(&encoded.problem).limit(limit);
        let decode = |solution| encoding.decode(encoded.restore(&solution).options()).unwrap();
        let mut grids: Vec<_> =
            solver.solutions().map(|solution| decode(solution).cells().to_vec()).collect();
        grids.sort_unstable();
        prop_assert_eq!(grids.len(), found.len());
        prop_assert!(!count.is_complete() || grids == found);
    }
    Ok(count)
}

/// Random puzzles of a geometry, each unchanged and with a wrong clue; each kind of answer must
/// occur.
fn compare(geometry: Geometry, cases: u32, clues: std::ops::RangeInclusive<usize>, limit: u64) {
    let encoding = Encoding::new(geometry);
    let geometry = encoding.geometry();
    let (none, one, several) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let strategy = (sudoku(geometry, clues), 0..geometry.cells());
    let run = |((full, puzzle), cell): ((Grid, Grid), usize)| {
        let count = agree_on(&encoding, &puzzle, limit)?;
        prop_assert!(count.solutions > 0 && full.extends(&puzzle));
        let mut counts = vec![count.solutions];
        if let Some(spoilt) = spoilt(&puzzle, geometry, cell) {
            counts.push(agree_on(&encoding, &spoilt, limit)?.solutions);
        }
        for count in counts {
            let kind = match count {
                0 => &none,
                1 => &one,
                _ => &several,
            };
            kind.set(kind.get() + 1);
        }
        Ok(())
    };
    TestRunner::new(config(cases)).run(&strategy, run).unwrap();
    let kinds = [none.get(), one.get(), several.get()];
    assert!(kinds.iter().all(|&kind| kind > 0), "none, one and several solutions: {kinds:?}");
}

#[test]
fn sudoku_of_four_agree() {
    compare(Geometry::of_size(4).unwrap(), 200, 1..=12, 300);
}

#[test]
fn sudoku_of_six_agree_in_both_ways_to_turn_the_boxes() {
    compare(Geometry::new(2, 3).unwrap(), 60, 7..=20, 100);
    compare(Geometry::new(3, 2).unwrap(), 60, 7..=20, 100);
}

#[test]
fn sudoku_of_nine_agree() {
    compare(Geometry::of_size(9).unwrap(), 30, 26..=50, 50);
}

#[test]
fn sudoku_with_more_regions_agree() {
    // The two upper corners have no value in common: a region that is smaller than the others.
    let geometry = Geometry::of_size(4).unwrap().with_region("corners", &[0, 1, 3]).unwrap();
    let (encoding, plain) = (Encoding::new(geometry), Geometry::of_size(4).unwrap());
    let agree = |(_, puzzle): (Grid, Grid)| agree_on(&encoding, &puzzle, 300).map(drop);
    TestRunner::new(config(100)).run(&sudoku(&plain, 1..=8), agree).unwrap();
}

/// Puzzles of a geometry with some clues of one of these grids, and perhaps a wrong one.
fn parts_of(grids: Vec<Grid>) -> impl Strategy<Value = (Grid, Grid, usize)> {
    let cells = grids[0].cells().len();
    let order = Just((0..cells).collect::<Vec<_>>()).prop_shuffle();
    // The oracle takes long for 9x9 puzzles with few clues.
    let fewest = if cells < 81 { 0 } else { cells * 5 / 9 };
    let any = (select(grids), order, fewest..=cells * 2 / 3, 0..cells);
    any.prop_map(|(full, order, clues, first)| {
        let mut puzzle = full.clone();
        order.iter().skip(clues).for_each(|&cell| puzzle.set(cell, 0).unwrap());
        (full, puzzle, first)
    })
}

#[test]
fn sudoku_with_other_boxes_and_rules_agree() {
    let jigsaw = |text: &str| {
        let rules = StatedRules::default().with_boxes(text.parse().unwrap());
        rules.geometry(text.len().isqrt()).unwrap()
    };
    let (four, six) = ("1112132233243444", "111222113322143325443355446655466665");
    let nine = "112223333111122233111222333445556666444455566444555666778889999777788899777888999";
    let geometries = [
        jigsaw(four),
        jigsaw(six),
        Geometry::latin(5).unwrap(),
        Geometry::latin(5).unwrap().anti_knight(),
        Geometry::latin(5).unwrap().anti_king(),
        Geometry::latin(4).unwrap().windows().unwrap(),
        Geometry::of_size(6).unwrap().anti_king(),
        jigsaw(nine).anti_king(),
        Geometry::of_size(9).unwrap().anti_knight(),
        Geometry::of_size(9).unwrap().windows().unwrap().anti_king(),
    ];
    for geometry in geometries {
        let encoding = Encoding::new(geometry);
        let (geometry, size) = (encoding.geometry(), encoding.geometry().size());
        let engine = if size < 9 { Engine::Naive } else { Engine::Links };
        let (all, _) = grids(&encoding, engine, &Grid::blank(size), 50);
        let all: Vec<_> =
            all.into_iter().map(|cells| Grid::from_cells(size, cells).unwrap()).collect();
        assert!(!all.is_empty(), "{}", geometry.boxes());
        let agree = |(full, puzzle, first): (Grid, Grid, usize)| {
            let count = agree_on(&encoding, &puzzle, 20)?;
            prop_assert!(count.solutions > 0 && full.extends(&puzzle));
            if let Some(spoilt) = spoilt(&puzzle, geometry, first) {
                agree_on(&encoding, &spoilt, 20)?;
            }
            Ok(())
        };
        TestRunner::new(config(if size < 9 { 30 } else { 8 })).run(&parts_of(all), agree).unwrap();
    }
}

/// Bytes that resemble a problem: pieces of the format in any order, and sometimes any byte.
fn near_misses() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: [&str; 24] = [
        "\u{feff}",
        "a",
        "b",
        "x",
        " ",
        " ",
        "\n",
        "\n",
        "\r\n",
        "|",
        " | ",
        ":",
        "1",
        "2|a",
        "0:3|b",
        "3:1|a",
        "x:red",
        "a:1",
        "|5",
        " |18446744073709551615",
        "99999999999|a",
        "\t",
        "é",
        "-",
    ];
    let piece = prop_oneof![
        30 => select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..4),
    ];
    let mark = select(&["", "", "\u{feff}"][..]).prop_map(|mark| mark.as_bytes().to_vec());
    (mark, vec(piece, 0..40)).prop_map(|(mark, pieces)| [mark, pieces.concat()].concat())
}

/// Bytes that resemble grids.
fn near_grids() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: [&str; 20] = [
        "1..4.4....4.3..1",
        "1..4\n.4..\n..4.\n3..1\n",
        "12",
        ".",
        "0",
        "_",
        ",",
        " ",
        "\n",
        "\n\n",
        "|",
        "-+-",
        "[",
        "]",
        "Grid 01\n",
        "16 ",
        "é",
        "\u{feff}",
        "# a\n",
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    ];
    let piece = prop_oneof![
        30 => select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..4),
    ];
    vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Reads a text of grids by every method. Reading ends for any text.
fn read_grids(text: &[u8]) -> Result<(), TestCaseError> {
    let formats = [Format::Line, Format::Euler, Format::Grid, Format::Numbers];
    let options = formats.map(|format| ReadOptions::new().format(format)).into_iter();
    let options = options.chain([0, 1, 4, 9, 40].map(|size| ReadOptions::new().size(size)));
    for options in options.chain([ReadOptions::new()]) {
        for record in Reader::new(text, options) {
            match record {
                Ok(record) => {
                    let (size, cells) = (record.grid.size(), record.grid.cells());
                    prop_assert_eq!(cells.len(), size * size);
                    prop_assert!(cells.iter().all(|&value| usize::from(value) <= size));
                    prop_assert!(record.line >= 1);
                }
                Err(ReadError::Text(error)) => {
                    prop_assert!(error.location().line() >= 1 && error.to_string().len() < 1000);
                }
                Err(ReadError::Io(error)) => prop_assert!(false, "a slice does not fail: {error}"),
            }
        }
    }
    Ok(())
}

/// Parses a text. A problem can be written and read again; an error has a location.
fn read_problem(text: &[u8]) -> Result<(), TestCaseError> {
    match dlx::parse(text) {
        Ok(parsed) => {
            let written = dlx::to_string(&parsed.problem).unwrap();
            let again = dlx::parse(&written).unwrap();
            prop_assert_eq!(again.problem, parsed.problem);
        }
        Err(error) => {
            let lines = text.iter().filter(|&&byte| byte == b'\n').count();
            prop_assert!(error.location().line() <= u64::try_from(lines + 1).unwrap());
            prop_assert!(error.to_string().len() < 1000 && error.location().column() >= 1);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn no_bytes_make_the_reader_of_problems_panic(text in vec(any::<u8>(), 0..200)) {
        read_problem(&text)?;
    }

    #[test]
    fn no_near_miss_makes_the_reader_of_problems_panic(text in near_misses()) {
        read_problem(&text)?;
    }

    #[test]
    fn no_bytes_make_the_reader_of_grids_panic(text in vec(any::<u8>(), 0..400)) {
        read_grids(&text)?;
    }

    #[test]
    fn no_near_miss_makes_the_reader_of_grids_panic(text in near_grids()) {
        read_grids(&text)?;
    }
}

#[test]
fn near_misses_are_sometimes_hits() {
    makes_all(
        &near_misses(),
        &[
            ("problems", |text| dlx::parse(text).is_ok()),
            ("no problems", |text| dlx::parse(text).is_err()),
        ],
    );
    makes_all(
        &near_grids(),
        &[
            ("grids", |text| {
                Reader::new(&text[..], ReadOptions::new()).any(|record| record.is_ok())
            }),
            ("no grids", |text| {
                Reader::new(&text[..], ReadOptions::new()).any(|record| record.is_err())
            }),
        ],
    );
}

#[test]
fn a_limit_that_is_just_the_number_of_solutions_is_a_limit() {
    let (_, count) =
        grids(&Encoding::new(Geometry::of_size(4).unwrap()), Engine::Naive, &Grid::blank(4), 288);
    assert_eq!(count, Count { solutions: 288, stop: StopReason::SolutionLimit });
}
