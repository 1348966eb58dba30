//! Numbers by definition, and laws of them.

use super::naive::{Left, Naive, subsets};
use super::samples::{Form, puzzles};
use crate::search::{CancelToken, StopReason};
use crate::sudoku::rating::backdoor::BackdoorSearch;
use crate::sudoku::rating::board::CandidateBoard;
use crate::sudoku::rating::depth::DepthSearch;
use crate::sudoku::rating::logic::LogicSolver;
use crate::sudoku::rating::unit_table::UnitTable;
use crate::sudoku::rating::{
    Condition, HardestTechnique, Rater, RatingError, RatingNumber, Technique,
};
use crate::sudoku::stop_poll::StopPoll;
use crate::sudoku::{Geometry, Grid, solve_grid};
use crate::tests::Random;
use crate::tests::part_of;
use std::collections::BTreeSet;
use std::time::Instant;

fn of_size(size: usize) -> Geometry {
    Geometry::of_size(size).unwrap()
}

fn mask(cell: &[bool]) -> u64 {
    cell.iter().enumerate().fold(0, |all, (value, &is)| all | u64::from(is) << value)
}

/// The masks of the candidates that are left by a limit.
fn solved_up_to(
    solver: &mut LogicSolver,
    table: &UnitTable,
    puzzle: &Grid,
    limit: Technique,
) -> Vec<u64> {
    solver.solve(table, puzzle, limit, &mut StopPoll::default(), |_| ()).unwrap();
    (0..table.cells()).map(|cell| solver.board().mask(cell)).collect()
}

#[test]
fn singles_are_those_by_definition() {
    let cage = of_size(6).with_region("cage", &[0, 7, 14, 21]).unwrap();
    for (geometry, number) in [(of_size(9), 20), (of_size(9).diagonal(), 10), (cage, 20)] {
        let (naive, table) = (Naive::new(&geometry), UnitTable::new(&geometry));
        let (mut random, mut board) = (Random(3), CandidateBoard::default());
        let mut contradictions = 0;
        for puzzle in puzzles(&geometry, number, 1) {
            for assumed in 0..4 {
                board.set_clues(&table, &puzzle);
                let mut left = naive.start(&puzzle);
                let mut is_consistent = board.close(&table);
                assert!(is_consistent && naive.close(&mut left));
                for _ in 0..assumed {
                    let cell = random.below(geometry.cells());
                    let value = random.below(geometry.size());
                    if !left[cell][value] || board.is_placed(cell) {
                        continue;
                    }
                    let mut copy = CandidateBoard::default();
                    copy.copy_from(&board);
                    copy.place(&table, cell, value);
                    naive.set(&mut left, (cell, value));
                    is_consistent = copy.close(&table);
                    assert_eq!(naive.close(&mut left), is_consistent);
                    if !is_consistent {
                        contradictions += 1;
                        break;
                    }
                    board = copy;
                }
                if is_consistent {
                    let masks = left.iter().map(|cell| mask(cell));
                    assert!(masks.eq((0..geometry.cells()).map(|cell| board.mask(cell))));
                    assert_eq!(board.is_solved(), Naive::is_solved(&left));
                }
            }
        }
        assert!(contradictions > 3);
    }
}

#[test]
fn the_depth_is_that_by_definition() {
    let by_definition = |naive: &Naive, puzzle: &Grid| {
        (0..).find(|&depth| {
            let mut left = naive.start(puzzle);
            assert!(naive.settle(&mut left, depth));
            Naive::is_solved(&left)
        })
    };
    let mut depths = [0; 3];
    let cage = of_size(6).with_region("cage", &[0, 7, 14, 21]).unwrap();
    for (geometry, number) in [(of_size(9), 12), (of_size(6), 30), (cage, 20)] {
        let (naive, mut rater) = (Naive::new(&geometry), Rater::new(&geometry));
        for puzzle in puzzles(&geometry, number, 2) {
            let depth = rater.rate(&puzzle).unwrap().depth().unwrap();
            assert_eq!(Some(depth), by_definition(&naive, &puzzle), "{puzzle}");
            depths[depth] += 1;
        }
    }
    assert!(depths[0] > 9 && depths[1] > 9, "{depths:?}");
}

#[test]
fn trial_and_error_removes_what_it_does_by_definition() {
    // Puzzles with several solutions: what remains is more than one candidate in a cell.
    let cage = of_size(4).with_region("cage", &[0, 6, 9]).unwrap();
    let (mut random, mut differ) = (Random(1), [0; 3]);
    for (geometry, number) in [(of_size(4), 6), (cage, 6)] {
        let (naive, table) = (Naive::new(&geometry), UnitTable::new(&geometry));
        let (mut search, mut board) = (DepthSearch::default(), CandidateBoard::default());
        for mut puzzle in puzzles(&geometry, number, 11) {
            let clues =
                random.shuffled((0..geometry.cells()).filter(|&cell| puzzle.cells()[cell] > 0));
            for &clue in &clues[..2] {
                puzzle.set(clue, 0).unwrap();
            }
            board.set_clues(&table, &puzzle);
            assert!(board.close(&table));
            search.start(&board);
            let mut before = naive.start(&puzzle);
            for (depth, differ) in differ.iter_mut().enumerate() {
                search.within(&table, depth, &mut StopPoll::default()).unwrap();
                let mut left = naive.start(&puzzle);
                assert!(naive.settle(&mut left, depth));
                let found = (0..geometry.cells()).map(|cell| search.boards[0].mask(cell));
                assert!(left.iter().map(|cell| mask(cell)).eq(found), "{depth}: {puzzle}");
                *differ += usize::from(left != before);
                before = left;
            }
        }
    }
    assert!(differ.iter().all(|&number| number > 0), "{differ:?}");
}

/// The first least set of cells whose values in a solution let singles find it.
fn backdoor_by_definition(table: &UnitTable, puzzle: &Grid, solution: &Grid) -> Vec<usize> {
    let mut board = CandidateBoard::default();
    let mut is_backdoor = |cells: &Vec<usize>| {
        board.set_clues(table, puzzle);
        board.close(table);
        for &cell in cells {
            board.place(table, cell, usize::from(solution.cells()[cell]) - 1);
            board.close(table);
        }
        board.is_solved()
    };
    let open: Vec<_> = (0..table.cells()).filter(|&cell| puzzle.cells()[cell] == 0).collect();
    let mut by_size = (0..).flat_map(|size| subsets(&open, size));
    by_size.find(|cells| is_backdoor(cells)).unwrap()
}

#[test]
fn the_backdoor_is_the_first_by_definition() {
    let (geometry, mut sizes) = (of_size(9), [0; 3]);
    let (table, mut rater) = (UnitTable::new(&geometry), Rater::new(&geometry));
    let mut samples = puzzles(&geometry, 40, 3);
    samples.push(DEEP.parse().unwrap());
    for puzzle in samples {
        let mut rating = rater.rate(&puzzle).unwrap();
        let found = rating.backdoor().unwrap();
        assert_eq!(found, backdoor_by_definition(&table, &puzzle, rating.solution()), "{puzzle}");
        sizes[found.len()] += 1;
        for limit in 0..4 {
            let within = rater.rate(&puzzle).unwrap().backdoor_within(limit).unwrap();
            assert_eq!(within, Some(found.clone()).filter(|cells| cells.len() <= limit));
        }
    }
    assert!(sizes.iter().all(|&number| number > 0), "{sizes:?}");
}

#[test]
fn large_backdoors_are_those_by_definition() {
    // One of several solutions takes more cells.
    let (geometry, mut sizes) = (of_size(4), BTreeSet::new());
    let (table, mut search) = (UnitTable::new(&geometry), BackdoorSearch::default());
    let (mut board, mut random) = (CandidateBoard::default(), Random(1));
    for mut puzzle in puzzles(&geometry, 30, 12) {
        let solution = solve_grid(&puzzle, &geometry).unwrap().into_first().unwrap();
        let kept = random.below(4);
        let clues = (0..16).filter(|&cell| puzzle.cells()[cell] > 0);
        for clue in random.shuffled(clues).into_iter().skip(kept) {
            puzzle.set(clue, 0).unwrap();
        }
        board.set_clues(&table, &puzzle);
        assert!(board.close(&table));
        search.start(&board);
        let found = search.within(&table, &solution, 16, &mut StopPoll::default()).unwrap();
        let expected = backdoor_by_definition(&table, &puzzle, &solution);
        assert_eq!(found, Some(&expected[..]), "{puzzle}");
        sizes.insert(expected.len());
    }
    assert!(sizes.is_superset(&(2..=4).collect()), "{sizes:?}");
}

/// A puzzle that we made whose depth is 2.
const DEEP: &str =
    "..18..57..8.7...1.9...4........8.....6..7.3...5.4....82.3....9.....3..........2.1";

#[test]
fn what_remains_is_the_same_in_any_order_of_techniques() {
    let cage = of_size(6).with_region("cage", &[0, 7, 14, 21]).unwrap();
    for (geometry, number) in [(of_size(9), 5), (of_size(9).diagonal(), 2), (cage, 10)] {
        let (naive, table) = (Naive::new(&geometry), UnitTable::new(&geometry));
        let mut solver = LogicSolver::default();
        for puzzle in puzzles(&geometry, part_of(number), 4) {
            let mut left: Left = naive.start(&puzzle);
            for &limit in Technique::ALL {
                naive.solve(&mut left, limit);
                let found = solved_up_to(&mut solver, &table, &puzzle, limit);
                assert!(left.iter().map(|cell| mask(cell)).eq(found), "{limit}: {puzzle}");
                if Naive::is_solved(&left) {
                    break;
                }
            }
        }
    }
}

#[test]
fn forms_of_a_puzzle_have_the_same_numbers() {
    let nine = of_size(9);
    for (geometry, box_size, number) in [(nine, 3, 60), (of_size(4), 2, 20)] {
        let (table, mut rater) = (UnitTable::new(&geometry), Rater::new(&geometry));
        let (mut random, mut solver) = (Random(9), LogicSolver::default());
        for puzzle in puzzles(&geometry, number, 6) {
            let form = Form::random(box_size, &mut random);
            let other = form.of(&puzzle);
            let mut numbers = |puzzle: &Grid| {
                let mut rating = rater.rate(puzzle).unwrap();
                let backdoor = rating.backdoor().unwrap().len();
                let technique = rating.technique().unwrap();
                (rating.clues(), backdoor, rating.depth().unwrap(), technique)
            };
            assert_eq!(numbers(&puzzle), numbers(&other), "{puzzle}");
            for &limit in Technique::ALL {
                let left = solved_up_to(&mut solver, &table, &puzzle, limit);
                let other_left = solved_up_to(&mut solver, &table, &other, limit);
                assert_eq!(form.of_masks(&left), other_left, "{limit}: {puzzle}");
            }
        }
    }
}

#[test]
fn guesses_are_an_average_over_forms() {
    let nine = of_size(9);
    for geometry in [nine.clone(), nine.diagonal()] {
        let mut some = 0;
        for puzzle in puzzles(&geometry, 30, 7) {
            let mut rater = Rater::new(&geometry).seed(1).forms(32);
            let guesses = rater.rate(&puzzle).unwrap().guesses().unwrap();
            assert_eq!(rater.rate(&puzzle).unwrap().guesses(), Ok(guesses));
            let other = Rater::new(&geometry).seed(2).forms(32).rate(&puzzle).unwrap().guesses();
            let difference = (guesses.mean - other.as_ref().unwrap().mean).abs();
            let error = guesses.standard_error.max(other.unwrap().standard_error);
            assert!(difference <= 6.0 * error, "{puzzle}: {guesses:?}");
            let hardest = rater.rate(&puzzle).unwrap().technique().unwrap();
            if hardest <= HardestTechnique::Needed(Technique::Claiming) {
                assert_eq!(guesses.mean, 0.0);
            }
            some += u32::from(guesses.mean > 0.0);
        }
        assert!(some > 3);
    }
    let mut rater = Rater::new(&of_size(6));
    let puzzle = puzzles(&of_size(6), 1, 1).remove(0);
    assert_eq!(rater.rate(&puzzle).unwrap().guesses(), Err(RatingError::NoGuesses));
}

#[test]
fn conditions_agree_with_the_numbers() {
    let geometry = of_size(9);
    let mut rater = Rater::new(&geometry);
    type Relation = (&'static str, fn(usize, usize) -> bool);
    let relations: [Relation; 6] = [
        ("=", |a, b| a == b),
        ("!=", |a, b| a != b),
        ("<", |a, b| a < b),
        ("<=", |a, b| a <= b),
        (">", |a, b| a > b),
        (">=", |a, b| a >= b),
    ];
    let mut levels = vec![HardestTechnique::None];
    levels.extend(Technique::ALL.iter().map(|&technique| HardestTechnique::Needed(technique)));
    levels.push(HardestTechnique::Beyond);
    let level = |hardest| levels.iter().position(|&level| level == hardest).unwrap();
    for puzzle in puzzles(&geometry, 25, 8) {
        let mut rating = rater.rate(&puzzle).unwrap();
        let technique = level(rating.technique().unwrap());
        let counts = [
            ("clues", rating.clues(), 20..=30),
            ("depth", rating.depth().unwrap(), 0..=3),
            ("backdoor", rating.backdoor().unwrap().len(), 0..=3),
        ];
        let mean = rating.guesses().unwrap().mean;
        // Each condition is asked of a new rating, which has found nothing yet.
        let mut holds = |text: &str| {
            let condition: Condition = text.parse().unwrap();
            condition.holds(&mut rater.rate(&puzzle).unwrap()).unwrap()
        };
        for (relation, expected) in relations {
            for (name, number, values) in counts.clone() {
                for value in values {
                    let text = format!("{name}{relation}{value}");
                    assert_eq!(holds(&text), expected(number, value), "{text}: {puzzle}");
                }
            }
            for (value, level) in levels.iter().enumerate() {
                let text = format!("technique{relation}{level}");
                assert_eq!(holds(&text), expected(technique, value), "{text}: {puzzle}");
            }
        }
        assert!(holds(&format!("guesses={mean}, guesses<={mean} and guesses>={mean}")));
        assert!(!holds(&format!("depth<9, guesses<{mean}")) && !holds(&format!("guesses>{mean}")));
    }
}

#[test]
fn puzzles_that_have_not_one_solution_are_errors() {
    let puzzle =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let mut rater = Rater::new(&of_size(9));
    let mut error = |text: &str| rater.rate(&text.parse().unwrap()).err();
    assert_eq!(error(puzzle), None);
    assert_eq!(error(&"1".repeat(81)), Some(RatingError::NoSolution));
    for wrong in 1..=9 {
        // The cell is 1 in the solution.
        let error = error(&puzzle.replacen("4.", &format!("4{wrong}"), 1));
        assert_eq!(error, Some(RatingError::NoSolution).filter(|_| wrong != 1), "{wrong}");
    }
    assert_eq!(error(&".".repeat(81)), Some(RatingError::SeveralSolutions));
    let size = "expected a grid of 9x9 cells, found one of 4x4";
    assert_eq!(error(&".".repeat(16)).unwrap().to_string(), size);
    let mut rater = Rater::new(&of_size(4));
    let full: Grid = "1234341221434321".parse().unwrap();
    let mut rating = rater.rate(&full).unwrap();
    let numbers = (rating.depth(), rating.backdoor(), rating.technique());
    assert_eq!(numbers, (Ok(0), Ok(vec![]), Ok(HardestTechnique::None)));
    let mut error = |text: &str| rater.rate(&text.parse().unwrap()).err();
    assert_eq!(error(".234.412........"), Some(RatingError::SeveralSolutions));
    assert_eq!(error(".23.1...........").map(|_| ()), Some(()));
}

#[test]
fn searches_are_stopped() {
    let puzzle: Grid = DEEP.parse().unwrap();
    assert_eq!(Rater::new(&of_size(9)).rate(&puzzle).unwrap().depth(), Ok(2));
    let token = CancelToken::new();
    let mut rater = Rater::new(&of_size(9)).cancel_token(token.clone());
    let mut rating = rater.rate(&puzzle).unwrap();
    assert_eq!((rating.depth_within(1), rating.backdoor_within(1)), (Ok(None), Ok(None)));
    token.cancel();
    let stop = StopReason::Cancelled;
    let above = |number, bound| RatingError::Above { number, bound, stop };
    let depth = rating.depth().unwrap_err();
    assert_eq!(depth, above(RatingNumber::Depth, 1));
    assert_eq!(depth.to_string(), "depth > 1: the search was cancelled");
    assert_eq!(rating.backdoor(), Err(above(RatingNumber::Backdoor, 1)));
    assert_eq!(rating.technique(), Err(RatingError::Stopped(stop)));
    assert_eq!(rating.guesses(), Err(RatingError::Stopped(stop)));
    assert_eq!("depth<2".parse::<Condition>().unwrap().holds(&mut rating), Ok(false));
    assert_eq!(rater.rate(&puzzle).err(), Some(RatingError::Stopped(stop)));
    let mut late = Rater::new(&of_size(9)).deadline(Instant::now());
    assert_eq!(late.rate(&puzzle).err(), Some(RatingError::Stopped(StopReason::Deadline)));
    fn is_send<T: Send>(_: &T) {}
    is_send(&late);
}
