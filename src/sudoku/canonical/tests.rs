//! Canonical forms against definitions, laws and published facts.

use super::oracle::{self, least, least_by_columns};
use super::test_grids::pattern;
use super::*;
use crate::search::{CancelToken, StopReason};
use crate::sudoku::{Geometry, Grid, Unit};
use crate::tests::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

const LEAST: &str =
    "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
const GREATEST: &str =
    "123456789457893612986217354274538196531964827698721435342685971715349268869172543";
/// The grid with the most automorphisms.
const MOST: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn plain(size: usize) -> Geometry {
    Geometry::of_size(size).unwrap()
}

/// Checks all that can be seen of a form without another search.
fn check(geometry: &Geometry, grid: &Grid, form: &CanonicalForm) {
    let map = form.transformation();
    assert!(map.preserves(geometry));
    assert_eq!(map.apply(grid).as_ref(), Ok(form.grid()));
    let mut different = BTreeSet::new();
    for automorphism in form.automorphisms().iter().take(200) {
        assert!(automorphism.preserves(geometry));
        assert_eq!(automorphism.apply(grid).as_ref(), Ok(grid));
        assert!(different.insert(automorphism.to_string()));
    }
    let order = form.automorphisms().order().unwrap_or(u128::MAX);
    assert_eq!(u128::try_from(different.len()).unwrap(), order.min(200));
    assert_eq!(form.automorphisms().is_trivial(), order == 1);
}

#[test]
fn published_grids_have_their_automorphisms_and_bands() {
    let (geometry, mut random) = (plain(9), Random(3));
    let mut canonicaliser = Canonicaliser::new(&geometry);
    for (text, automorphisms) in [(LEAST, 3), (GREATEST, 72), (MOST, 648)] {
        let grid: Grid = text.parse().unwrap();
        for _ in 0..10 {
            let image = random.transformation_of(&geometry).apply(&grid).unwrap();
            let form = canonicaliser.form(&image).unwrap();
            assert_eq!(form.grid(), &grid);
            assert_eq!(form.automorphisms().order(), Some(automorphisms));
            check(&geometry, &image, &form);
        }
    }
    assert_eq!(band_indices(&GREATEST.parse().unwrap()), Ok([416; 6]));
    assert_eq!(band_indices(&LEAST.parse().unwrap()).unwrap()[0], 1);
}

fn jigsaw() -> Geometry {
    let boxes = [[0, 1, 2, 4], [3, 6, 7, 10], [5, 8, 9, 12], [11, 13, 14, 15]];
    Geometry::jigsaw(&boxes.map(Vec::from)).unwrap()
}

#[test]
fn forms_of_small_grids_are_those_by_definition() {
    let mut random = Random(4);
    let cage = plain(4).with_region("cage", &[0, 1, 5]).unwrap();
    let pairs = plain(6).with_region("a", &[0, 7]).unwrap().with_region("b", &[1, 6]).unwrap();
    let tall = Geometry::new(3, 2).unwrap();
    let geometries = [
        (plain(4), 1000),
        (plain(4).diagonal(), 1000),
        (cage, 1000),
        (plain(6), 150),
        (tall, 150),
        (pairs, 150),
        (plain(8), 6),
        (Geometry::latin(4).unwrap(), 1000),
        (Geometry::latin(5).unwrap(), 60),
        (Geometry::latin(5).unwrap().diagonal(), 60),
        (jigsaw(), 1000),
        (jigsaw().anti_knight(), 500),
        (plain(6).anti_king(), 150),
    ];
    for (geometry, rounds) in geometries {
        let (size, maps) = (geometry.size(), Vec::from_iter(oracle::maps(&geometry)));
        let mut canonicaliser = Canonicaliser::new(&geometry);
        for round in 0..rounds {
            let full = pattern(&without_regions(&geometry));
            let mut grid = if round % 2 == 0 { full } else { random.any_grid(size) };
            if round % 3 > 0 {
                let clues = random.below(size * size + 1);
                grid = random.puzzle(&grid, clues);
            }
            if round % 5 == 0 {
                // Few values, so that many cell maps keep them.
                let most = u8::try_from(random.below(2) + 1).unwrap();
                let low = grid.cells().iter().map(|&value| value.min(most));
                grid = Grid::from_cells(size, low.collect()).unwrap();
            }
            let form = canonicaliser.form(&grid).unwrap();
            let expected = least(&grid, maps.iter().copied());
            assert_eq!(form.grid().cells(), expected.cells, "{grid}");
            assert_eq!(form.automorphisms().order(), Some(expected.automorphisms(size)), "{grid}");
            check(&geometry, &grid, &form);
        }
    }
}

/// The same geometry without regions and irregular boxes.
fn without_regions(geometry: &Geometry) -> Geometry {
    match geometry.box_shape() {
        Some((rows, columns)) => Geometry::new(rows, columns).unwrap(),
        None => Geometry::latin(geometry.size()).unwrap(),
    }
}

/// A puzzle of a full grid: any clues, those of some values, or those in some rows and columns.
fn part(random: &mut Random, full: &Grid, round: usize) -> Grid {
    let is_kept: Box<dyn Fn(usize, u8) -> bool> = match round % 4 {
        0 => {
            let values = random.below(1 << 9);
            Box::new(move |_, value| values >> (value - 1) & 1 == 1)
        }
        1 => {
            let lines = random.below(1 << 18);
            Box::new(move |cell, _| lines >> (cell / 9) & lines >> (9 + cell % 9) & 1 == 1)
        }
        // The oracle takes long where most rows are blank.
        _ => return random.puzzle(full, 10 + 7 * round % 72),
    };
    let cells = full.cells().iter().enumerate();
    let cells = cells.map(|(cell, &value)| if is_kept(cell, value) { value } else { 0 });
    Grid::from_cells(9, cells.collect()).unwrap()
}

fn forms_of_parts_are_those_by_definition(seed: u64, rounds: usize) {
    let (geometry, mut random) = (plain(9), Random(seed));
    let mut canonicaliser = Canonicaliser::new(&geometry);
    let mut grids = random.solutions(4);
    grids.extend([LEAST, GREATEST, MOST].map(|text| text.parse().unwrap()));
    grids.push(pattern(&geometry));
    for round in 0..rounds {
        let full = &grids[random.below(grids.len())];
        let grid = part(&mut random, full, round);
        let form = canonicaliser.form(&grid).unwrap();
        let expected = least_by_columns(&grid, &geometry);
        assert_eq!(form.grid().cells(), expected.cells, "{grid}");
        assert_eq!(form.automorphisms().order(), Some(expected.automorphisms(9)), "{grid}");
        check(&geometry, &grid, &form);
    }
}

#[test]
fn forms_of_9x9_puzzles_are_those_by_definition() {
    forms_of_parts_are_those_by_definition(5, 120);
}

#[test]
#[ignore = "2000 puzzles by all orders of columns take long"]
fn forms_of_many_9x9_puzzles_are_those_by_definition() {
    forms_of_parts_are_those_by_definition(6, 2000);
}

#[test]
fn forms_of_solution_grids_are_those_of_the_search() {
    let (geometry, mut random) = (plain(9), Random(6));
    let mut canonicaliser = Canonicaliser::new(&geometry);
    let mut grids = random.solutions(2000);
    grids.extend([LEAST, GREATEST, MOST].map(|text| text.parse().unwrap()));
    grids.push(pattern(&geometry));
    for grid in grids {
        let form = canonicaliser.form(&grid).unwrap();
        let searched = canonicaliser.searched_form(&grid).unwrap();
        assert_eq!(form.grid(), searched.grid());
        assert_eq!(form.automorphisms().order(), searched.automorphisms().order());
        check(&geometry, &grid, &form);
    }
}

#[test]
#[ignore = "3359232 cell maps of twelve grids take long"]
fn forms_of_9x9_grids_are_the_least_of_all_maps() {
    let (geometry, mut random) = (plain(9), Random(8));
    let mut canonicaliser = Canonicaliser::new(&geometry);
    for (round, full) in random.solutions(12).into_iter().enumerate() {
        let grid = if round % 2 == 0 { full } else { random.puzzle(&full, 20 + round) };
        let form = canonicaliser.form(&grid).unwrap();
        let expected = least(&grid, oracle::maps(&geometry));
        assert_eq!(form.grid().cells(), expected.cells);
        assert_eq!(form.automorphisms().order(), Some(expected.automorphisms(9)));
    }
}

#[test]
fn diagonal_grids_have_a_small_group() {
    let (geometry, mut random) = (plain(9).diagonal(), Random(9));
    let maps: Vec<_> = oracle::maps(&geometry).collect();
    assert_eq!(maps.len(), 96);
    let mut canonicaliser = Canonicaliser::new(&geometry);
    for round in 0..200 {
        let any = random.any_grid(9);
        let grid = random.puzzle(&any, round % 82);
        let form = canonicaliser.form(&grid).unwrap();
        let expected = least(&grid, maps.iter().copied());
        assert_eq!(form.grid().cells(), expected.cells, "{grid}");
        assert_eq!(form.automorphisms().order(), Some(expected.automorphisms(9)), "{grid}");
        check(&geometry, &grid, &form);
        let image = maps[random.below(96)].apply(&grid).unwrap();
        assert_eq!(canonicaliser.form(&image).unwrap().grid(), form.grid());
    }
}

/// All solutions of a geometry whose first row is 1, 2, 3 and so on.
fn solutions_with_first_row(geometry: &Geometry) -> Vec<Grid> {
    fn fill(geometry: &Geometry, grid: &mut Grid, cell: usize, found: &mut Vec<Grid>) {
        if cell == geometry.cells() {
            found.push(grid.clone());
            return;
        }
        let units = geometry.units_of(cell).iter().map(|&unit| &geometry.units()[unit]);
        let used =
            units.flat_map(Unit::cells).fold(0_u64, |used, &other| used | 1 << grid.cells()[other]);
        for value in (1..=u8::try_from(geometry.size()).unwrap()).filter(|v| used >> v & 1 == 0) {
            grid.set(cell, value).unwrap();
            fill(geometry, grid, cell + 1, found);
            grid.set(cell, 0).unwrap();
        }
    }
    let (size, mut found) = (geometry.size(), Vec::new());
    let mut grid = Grid::blank(size);
    (0..size).for_each(|cell| grid.set(cell, u8::try_from(cell + 1).unwrap()).unwrap());
    fill(geometry, &mut grid, size, &mut found);
    found
}

#[test]
fn classes_have_as_many_grids_as_there_are() {
    // The numbers of grids and of classes are those of the literature.
    let geometries = [(plain(4), 288, 2), (plain(6), 28_200_960, 49)];
    for (geometry, grids, classes) in geometries {
        let relabellings =
            (1..=geometry.size()).map(|n| u128::try_from(n).unwrap()).product::<u128>();
        let group = group_order(&geometry).unwrap() * relabellings;
        let mut canonicaliser = Canonicaliser::new(&geometry);
        let mut found = BTreeMap::<_, (u128, u128)>::new();
        for grid in solutions_with_first_row(&geometry) {
            let form = canonicaliser.form(&grid).unwrap();
            let order = form.automorphisms().order().unwrap();
            let entry = found.entry(form.into_grid().to_string()).or_insert((order, 0));
            assert_eq!(entry.0, order);
            entry.1 += relabellings;
        }
        assert_eq!(found.len(), classes);
        // Each class is an orbit of the group.
        assert!(found.values().all(|&(order, count)| count * order == group));
        assert_eq!(found.values().map(|&(_, count)| count).sum::<u128>(), grids);
    }
}

/// What no transformation changes: the numbers of clues of each value, and of each row and column.
fn invariant(grid: &Grid) -> [Vec<usize>; 2] {
    let size = grid.size();
    let sorted = |mut counts: Vec<usize>| {
        counts.sort_unstable();
        counts
    };
    let cells = || grid.cells().iter().enumerate().filter(|(_, value)| **value != 0);
    let (mut values, mut lines) = (vec![0; size + 1], vec![0; 2 * size]);
    for (cell, &value) in cells() {
        values[usize::from(value)] += 1;
        lines[cell / size] += 1;
        lines[size + cell % size] += 1;
    }
    [sorted(values), sorted(lines)]
}

#[test]
fn equivalent_puzzles_of_all_sizes_have_the_same_form() {
    let mut random = Random(10);
    let shapes = [(2, 4), (4, 2), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5), (6, 6)];
    let boxes = shapes.map(|(height, width)| Geometry::new(height, width).unwrap());
    let latin = [7, 9, 11].map(|size| Geometry::latin(size).unwrap());
    for geometry in boxes.into_iter().chain(latin) {
        let mut canonicaliser = Canonicaliser::new(&geometry);
        let full = random.transformation_of(&geometry).apply(&pattern(&geometry)).unwrap();
        let cells = geometry.cells();
        let mut seen = BTreeMap::new();
        for clues in [0, 1, 2, 3, 5, 8, 13, 20, cells / 4, cells / 3, cells / 2, cells - 1, cells] {
            let puzzle = random.puzzle(&full, clues);
            let form = canonicaliser.form(&puzzle).unwrap();
            check(&geometry, &puzzle, &form);
            for _ in 0..3 {
                let image = random.transformation_of(&geometry).apply(&puzzle).unwrap();
                let other = canonicaliser.form(&image).unwrap();
                assert_eq!(other.grid(), form.grid());
                assert_eq!(other.automorphisms().order(), form.automorphisms().order());
            }
            assert_eq!(canonicaliser.form(form.grid()).unwrap().grid(), form.grid());
            let own = invariant(&puzzle);
            assert_eq!(*seen.entry(form.into_grid().to_string()).or_insert(own.clone()), own);
        }
    }
}

#[test]
fn blank_grids_have_all_automorphisms() {
    let order = |size| {
        let form = Canonicaliser::new(&plain(size)).form(&Grid::blank(size)).unwrap();
        assert_eq!(form.grid(), &Grid::blank(size));
        form.automorphisms().order()
    };
    assert_eq!(order(4), Some(128 * 24));
    assert_eq!(order(9), Some(3_359_232 * 362_880));
    assert_eq!(order(25), None);
}

#[test]
fn patterns_of_clues_have_a_form() {
    let (geometry, mut random) = (plain(9), Random(11));
    let mut canonicaliser = Canonicaliser::new(&geometry);
    let full = Grid::from_cells(9, vec![1; 81]).unwrap();
    for clues in [17, 30, 60] {
        let grid = random.puzzle(&full, clues);
        let form = canonicaliser.form(&grid).unwrap();
        let expected = least_by_columns(&grid, &geometry);
        assert_eq!(form.grid().cells(), expected.cells);
        assert_eq!(form.automorphisms().order(), Some(expected.automorphisms(9)));
        check(&geometry, &grid, &form);
    }
}

#[test]
fn forms_by_solution_are_those_by_definition() {
    let (geometry, mut random) = (plain(4), Random(12));
    let maps: Vec<_> = oracle::maps(&geometry).collect();
    let mut canonicaliser = Canonicaliser::new(&geometry);
    for solution in solutions_with_first_row(&geometry) {
        let least_solution = least(&solution, maps.iter().copied()).cells;
        for clues in 0..=16 {
            let puzzle = random.puzzle(&solution, clues);
            let images = maps.iter().filter_map(|map| {
                // The relabelling that makes the first row 1234.
                let image = map.apply(&solution).unwrap();
                let place = |value| image.cells().iter().position(|&other| other == value).unwrap();
                let values = [1, 2, 3, 4].map(|value| u8::try_from(place(value)).unwrap() + 1);
                let image = image.relabelled(&values).unwrap();
                let image_of_puzzle = map.apply(&puzzle).unwrap().relabelled(&values).unwrap();
                (image.cells() == least_solution).then(|| image_of_puzzle.cells().to_vec())
            });
            let mut images: Vec<_> = images.collect();
            images.sort_unstable();
            let form = canonicaliser.form_by_solution(&puzzle, &solution).unwrap();
            assert_eq!(form.grid().cells(), images[0]);
            let count = images.iter().filter(|image| **image == images[0]).count();
            assert_eq!(form.automorphisms().order(), u128::try_from(count).ok());
            let map = form.transformation();
            assert_eq!(map.apply(&puzzle).as_ref(), Ok(form.grid()));
            assert_eq!(map.apply(&solution).unwrap().cells(), least_solution);
            for automorphism in form.automorphisms().iter() {
                assert_eq!(automorphism.apply(&puzzle).as_ref(), Ok(&puzzle));
                assert_eq!(automorphism.apply(&solution).as_ref(), Ok(&solution));
            }
        }
    }
}

#[test]
fn forms_by_solution_do_not_depend_on_the_puzzle_given() {
    let (geometry, mut random) = (plain(9), Random(13));
    let mut canonicaliser = Canonicaliser::new(&geometry);
    let mut grids = random.solutions(20);
    grids.extend([LEAST, GREATEST, MOST].map(|text| text.parse().unwrap()));
    for solution in grids {
        let puzzle = random.puzzle(&solution, 25);
        let form = canonicaliser.form_by_solution(&puzzle, &solution).unwrap();
        assert!(canonicaliser.form(&solution).unwrap().grid().extends(form.grid()));
        let map = random.transformation_of(&geometry);
        let [puzzle, solution] = [puzzle, solution].map(|grid| map.apply(&grid).unwrap());
        let other = canonicaliser.form_by_solution(&puzzle, &solution).unwrap();
        assert_eq!(other.grid(), form.grid());
        assert_eq!(other.automorphisms().order(), form.automorphisms().order());
    }
}

#[test]
fn what_is_no_grid_of_the_geometry_is_an_error() {
    let mut canonicaliser = Canonicaliser::new(&plain(9));
    let solution: Grid = LEAST.parse().unwrap();
    let error = |result: Result<CanonicalForm, CanonicalError>| result.unwrap_err().to_string();
    let size = "expected a grid of 9x9 cells, found one of 4x4";
    assert_eq!(error(canonicaliser.form(&Grid::blank(4))), size);
    assert_eq!(error(canonicaliser.form_by_solution(&Grid::blank(4), &solution)), size);
    assert_eq!(error(canonicaliser.form_by_solution(&solution, &Grid::blank(4))), size);
    let other: Grid = GREATEST.parse().unwrap();
    for (puzzle, solution) in [(&solution, &other), (&Grid::blank(9), &Grid::blank(9))] {
        let found = canonicaliser.form_by_solution(puzzle, solution);
        assert_eq!(found, Err(CanonicalError::NotItsSolution));
    }
    assert_eq!(band_indices(&Grid::blank(9)), Err(NotASolutionGrid));
    assert_eq!(band_indices(&pattern(&plain(4))), Err(NotASolutionGrid));
}

#[test]
fn searches_are_stopped() {
    fn is_send<T: Send>(_: &T) {}
    for geometry in [plain(9), plain(16), plain(9).diagonal()] {
        let grid = Grid::blank(geometry.size());
        let token = CancelToken::new();
        let mut canonicaliser = Canonicaliser::new(&geometry).cancel_token(token.clone());
        is_send(&canonicaliser);
        assert!(canonicaliser.form(&grid).is_ok());
        token.cancel();
        let cancelled = Err(CanonicalError::Stopped(StopReason::Cancelled));
        assert_eq!(canonicaliser.form(&grid), cancelled);
        let mut late = Canonicaliser::new(&geometry).deadline(Instant::now());
        assert_eq!(late.form(&grid), Err(CanonicalError::Stopped(StopReason::Deadline)));
    }
}
