//! Solutions up to symmetry: Burnside's lemma against classification, and against the orbits of all
//! solutions, on random problems with planted symmetries; and known numbers.
use crate::common::random::{Draft, DraftOption, Size, config, drafts, planted, with_bounds};
use crate::common::{all_solutions, families};
use proptest::prelude::*;
use quadrille::symmetry::{ItemLabels, Symmetries, SymmetryError};
use quadrille::{Engine, ItemId, OptionId, Problem, Solution, Solver, StopReason, SymmetryMethod};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The classes of all solutions under all symmetries.
fn classes(problem: &Problem, symmetries: &Symmetries) -> BTreeSet<BTreeSet<Solution>> {
    let group = symmetries.option_group();
    let image = |solution: &Solution, images: &[u32]| {
        let image =
            |option: &OptionId| OptionId::new(usize::try_from(images[option.index()]).unwrap());
        Solution::new(solution.options().iter().map(image).collect())
    };
    let class = |solution: &Solution| {
        let images = |solution: &Solution| {
            let generators = group.generators().iter();
            generators.map(|g| image(solution, g.images())).collect::<Vec<_>>()
        };
        let (mut seen, mut open) = (BTreeSet::from([solution.clone()]), vec![solution.clone()]);
        while let Some(next) = open.pop() {
            open.extend(images(&next).into_iter().filter(|image| seen.insert(image.clone())));
        }
        seen
    };
    all_solutions(problem, Engine::Naive).iter().map(class).collect()
}

/// Checks all ways to count and to list classes.
fn check(problem: &Problem, symmetries: &Symmetries) {
    let expected = classes(problem, symmetries);
    let total: usize = expected.iter().map(BTreeSet::len).sum();
    for method in [SymmetryMethod::Auto, SymmetryMethod::Burnside, SymmetryMethod::Classification] {
        let mut solver = Solver::new(problem).symmetry_method(method);
        match solver.count_up_to(symmetries) {
            Ok(count) => {
                assert!(count.is_complete());
                assert_eq!(count.solutions, total.into(), "{method:?} {problem:?}");
                assert_eq!(count.classes, expected.len().into(), "{method:?} {problem:?}");
            }
            Err(error) => {
                assert_eq!(method, SymmetryMethod::Burnside);
                assert!(matches!(error, SymmetryError::RepeatedItem { .. }), "{error}");
            }
        }
        let mut found = BTreeSet::new();
        let visitor = |options: &[OptionId], size: &num_bigint::BigUint| {
            let solution = Solution::new(options.to_vec());
            assert_eq!(solution.options(), options);
            let class = expected.iter().find(|class| class.contains(&solution)).unwrap();
            assert_eq!(*size, class.len().into());
            assert!(found.insert(class), "a class was found twice");
            ControlFlow::Continue(())
        };
        let count = solver.visit_up_to(symmetries, visitor).unwrap();
        assert!(count.is_complete());
        assert_eq!(count.solutions, total.into());
        assert_eq!(found.len(), expected.len(), "{method:?} {problem:?}");
    }
}

/// The draft with the images of its options under a permutation of items that keeps kinds, and
/// colours that move on by a number for each item. `next` says by how many places items move.
fn with_symmetry(draft: &Draft, next: usize, shifts: &[usize]) -> Draft {
    let (primary, all) = (draft.primary.len(), draft.items());
    let image = |item: usize| match item {
        _ if item < primary => (item + next) % primary,
        _ => primary + (item - primary + next) % (all - primary).max(1),
    };
    let (mut planted, mut options) = (draft.clone(), draft.options.clone());
    let mut seen: BTreeSet<_> = options.iter().cloned().collect();
    while let Some(option) = options.pop() {
        let color = |item: usize, color: usize| (color + shifts[item % shifts.len()]) % 3;
        let moved =
            |(&item, own): (&usize, &Option<usize>)| (image(item), own.map(|c| color(item, c)));
        let moved: DraftOption = option.iter().map(moved).collect();
        if planted.options.len() < 16 && seen.insert(moved.clone()) {
            planted.options.push(moved.clone());
            options.push(moved);
        }
    }
    if let Some(&bounds) = planted.bounds.values().next() {
        planted.bounds = (0..primary).map(|item| (item, bounds)).collect();
    }
    planted
}

fn size() -> Size {
    Size { primary: 2..=5, secondary: 0..=3, options: 1..=6, entries: 4 }
}

/// Problems without bounds, most with solutions, and problems with bounds.
fn draft() -> impl Strategy<Value = Draft> {
    let solved = planted(size()).prop_map(|planted| planted.draft);
    prop_oneof![solved, drafts(size()).prop_flat_map(with_bounds)]
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn classes_are_those_of_all_solutions(
        draft in draft(),
        next in 0..4_usize,
        shifts in proptest::collection::vec(0..3_usize, 1..4),
    ) {
        let problem = with_symmetry(&draft, next, &shifts).problem();
        check(&problem, &Symmetries::of(&problem));
        check(&problem, &Symmetries::fixing(&problem, problem.items().take(1)));
    }
}

fn count(problem: &Problem, symmetries: &Symmetries, method: SymmetryMethod) -> (String, String) {
    let mut solver = Solver::new(problem).symmetry_method(method);
    let count = solver.count_up_to(symmetries).unwrap();
    assert!(count.is_complete());
    (count.solutions.to_string(), count.classes.to_string())
}

/// Checks the numbers of solutions and of classes by both methods.
fn known(problem: &Problem, symmetries: &Symmetries, solutions: &str, classes: &str) {
    for method in [SymmetryMethod::Burnside, SymmetryMethod::Classification] {
        let found = count(problem, symmetries, method);
        assert_eq!(found, (solutions.to_owned(), classes.to_owned()), "{method:?}");
    }
}

#[test]
fn queens_have_known_numbers_of_classes() {
    let numbers = ["1", "0", "0", "1", "2", "1", "6", "12"];
    let solutions = ["1", "0", "0", "2", "10", "4", "40", "92"];
    for (n, (solutions, classes)) in (1..).zip(solutions.iter().zip(numbers)) {
        let problem = families::queens(n);
        known(&problem, &Symmetries::of(&problem), solutions, classes);
    }
}

fn named(problem: &Problem, kind: &str) -> Vec<ItemId> {
    problem.items().filter(|&item| problem.item_name(item).starts_with(kind)).collect()
}

#[test]
fn latin_squares_have_known_numbers_of_classes() {
    let table = [("1", "1", "1"), ("2", "1", "1"), ("12", "1", "1"), ("576", "2", "2")];
    for (n, (solutions, main, isotopy)) in (1..).zip(table) {
        let problem = families::latin_squares(n);
        known(&problem, &Symmetries::of(&problem), solutions, main);
        let labels =
            ItemLabels::new(&problem).keep(named(&problem, "p")).keep(named(&problem, "r"));
        known(&problem, &Symmetries::keeping(&problem, &labels).unwrap(), solutions, isotopy);
    }
    for (n, solutions, classes) in [(5, "161280", "2"), (6, "812851200", "12")] {
        let problem = families::latin_squares(n);
        let found = count(&problem, &Symmetries::of(&problem), SymmetryMethod::Classification);
        assert_eq!(found, (solutions.to_owned(), classes.to_owned()));
    }
}

/// Grids of boxes with this many rows and columns: each number once in each row, column and box.
fn sudoku(height: usize, width: usize) -> Problem {
    let size = height * width;
    let pairs = |kind: &str| {
        (0..size * size).map(|i| format!("{kind}{},{} ", i / size, i % size)).collect::<String>()
    };
    let mut text = ["p", "r", "c", "b"].map(pairs).concat();
    for (i, j, k) in (0..size.pow(3)).map(|i| (i / size / size, i / size % size, i % size)) {
        let square = i / height * height + j / width;
        text += &format!("\np{i},{j} r{i},{k} c{j},{k} b{square},{k}");
    }
    text.parse().unwrap()
}

#[test]
fn sudoku_grids_have_known_numbers_of_classes() {
    let problem = sudoku(2, 2);
    known(&problem, &Symmetries::of(&problem), "288", "2");
    let problem = sudoku(2, 3);
    let symmetries = Symmetries::of(&problem);
    assert_eq!(symmetries.order(), 2_488_320_u32.into());
    known(&problem, &symmetries, "28200960", "49");
    let found = count(&problem, &symmetries, SymmetryMethod::Auto);
    assert_eq!(found, ("28200960".to_owned(), "49".to_owned()));
}

/// Triples of points such that each pair is in one of them.
fn triple_systems(points: usize) -> Problem {
    let pair = |a: usize, b: usize| format!("{a},{b} ");
    let all = (0..points).flat_map(|a| (a + 1..points).map(move |b| (a, b)));
    let mut text: String = all.clone().map(|(a, b)| pair(a, b)).collect();
    for (a, b) in all {
        for c in b + 1..points {
            text += &format!("\n{}{}{}", pair(a, b), pair(a, c), pair(b, c));
        }
    }
    text.parse().unwrap()
}

#[test]
fn triple_systems_have_known_numbers_of_classes() {
    let problem = triple_systems(7);
    known(&problem, &Symmetries::of(&problem), "30", "1");
    for (points, solutions, classes) in [(9, "840", "1"), (13, "1197504000", "2")] {
        let problem = triple_systems(points);
        let found = count(&problem, &Symmetries::of(&problem), SymmetryMethod::Classification);
        assert_eq!(found, (solutions.to_owned(), classes.to_owned()));
    }
}

#[test]
fn a_run_that_is_stopped_says_so() {
    let problem = triple_systems(7);
    let symmetries = Symmetries::of(&problem);
    for method in [SymmetryMethod::Burnside, SymmetryMethod::Classification] {
        let mut solver = Solver::new(&problem).symmetry_method(method).node_limit(2);
        let count = solver.count_up_to(&symmetries).unwrap();
        assert_eq!((count.stop, count.is_complete()), (StopReason::NodeLimit, false), "{method:?}");
        assert!(count.classes <= 1u32.into());
        let solver = Solver::new(&problem).symmetry_method(method);
        let mut solver = solver.timeout(std::time::Duration::ZERO);
        assert_eq!(solver.count_up_to(&symmetries).unwrap().stop, StopReason::Deadline);
    }
    // A trial that classifies few partial solutions is followed by Burnside's lemma.
    let grids = sudoku(2, 4);
    let symmetries_of_grids = Symmetries::of(&grids);
    for nodes in [10, 1030] {
        let mut solver = Solver::new(&grids).node_limit(nodes);
        let count = solver.count_up_to(&symmetries_of_grids).unwrap();
        assert_eq!(count.stop, StopReason::NodeLimit);
    }
    let squares = families::latin_squares(4);
    let count = Solver::new(&squares).memory(100).count_up_to(&Symmetries::of(&squares)).unwrap();
    assert_eq!((count.solutions, count.classes), (576u32.into(), 2u32.into()));
    let solver = Solver::new(&problem).symmetry_method(SymmetryMethod::Classification);
    let count = solver.memory(100).count_up_to(&symmetries).unwrap();
    assert_eq!((count.stop, count.classes), (StopReason::MemoryLimit, 1u32.into()));
    assert_eq!((count.solutions, count.is_total), (30u32.into(), true));
    // Counting takes much less time than classifying.
    let large = triple_systems(15);
    let solver = Solver::new(&large).memory(1 << 18);
    let mut solver = solver.symmetry_method(SymmetryMethod::Classification);
    let count = solver.count_up_to(&Symmetries::of(&large)).unwrap();
    assert_eq!((count.is_complete(), count.is_total), (false, true));
    assert_eq!(count.solutions, 60_281_712_691_200u64.into());
    let stopped = Solver::new(&problem).visit_up_to(&symmetries, |_, _| ControlFlow::Break(()));
    assert_eq!(stopped.unwrap().stop, StopReason::Interrupted);
}

#[test]
fn what_has_no_answer_is_an_error() {
    let (problem, other) = (triple_systems(7), triple_systems(9));
    let symmetries = Symmetries::of(&problem);
    let wrong = Solver::new(&other).count_up_to(&symmetries);
    assert_eq!(wrong, Err(SymmetryError::OtherProblem));
    let mut solver = Solver::new(&problem);
    solver.assume(&[OptionId::new(0)]).unwrap();
    assert_eq!(solver.count_up_to(&symmetries), Err(SymmetryError::Assumptions));
    // A symmetry exchanges two options that cover an item together.
    let twice: Problem = "2|a\na\na".parse().unwrap();
    let symmetries = Symmetries::of(&twice);
    let solver = || Solver::new(&twice);
    let wrong = solver().symmetry_method(SymmetryMethod::Burnside).count_up_to(&symmetries);
    assert_eq!(wrong, Err(SymmetryError::RepeatedItem { item: "a".to_owned() }));
    assert_eq!(solver().count_up_to(&symmetries).unwrap().to_string(), "1");
}

#[test]
fn work_is_that_of_all_counts() {
    let problem = families::queens(8);
    let symmetries = Symmetries::of(&problem);
    let mut solver = Solver::new(&problem).symmetry_method(SymmetryMethod::Burnside);
    solver.big_count();
    let alone = solver.stats().nodes;
    solver.count_up_to(&symmetries).unwrap();
    assert!(solver.stats().nodes > alone && solver.strategy().is_some());
    assert_eq!(solver.count_stats().unwrap().nodes, solver.stats().nodes);
    let mut solver = solver.symmetry_method(SymmetryMethod::Classification);
    solver.count_up_to(&symmetries).unwrap();
    let classified = solver.stats().nodes;
    assert!(classified > 12 && solver.strategy().is_none() && solver.count_stats().is_none());
    let count = solver.node_limit(classified - 1).count_up_to(&symmetries).unwrap();
    assert_eq!(count.stop, StopReason::NodeLimit);
}
