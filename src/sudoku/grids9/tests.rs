//! Partitions by brute force, completions by the lanes, and the table of all classes.

use super::band_classes::{BandClass, BandClasses};
use super::completions::{CompletionCounter, PartitionTables};
use super::partition::*;
use super::{BANDS, RELABELLINGS};
use crate::sudoku::simd9::{BatchSolver, Variant};
use std::collections::BTreeSet;

/// The table of `quadrille grid --count`.
const TABLE: &str = include_str!("../../../tests/data/band-classes.txt");

/// All ordered partitions, by definition.
fn all_thirds() -> Vec<Thirds> {
    let sets = || (0u16..512).filter(|set| set.count_ones() == 3);
    let pairs = sets().flat_map(|first| sets().map(move |second| (first, second)));
    let disjoint = pairs.filter(|(first, second)| first & second == 0);
    disjoint.map(|(first, second)| [first, second, 0x1ff ^ first ^ second]).collect()
}

#[test]
fn partitions_that_avoid_another_one_are_those_by_definition() {
    let all = all_thirds();
    assert_eq!(all.len(), 6 * PARTITIONS);
    for other in all.iter().step_by(7) {
        let avoids = |thirds: &&Thirds| thirds.iter().zip(other).all(|(a, b)| a & b == 0);
        let expected: BTreeSet<_> = all.iter().filter(avoids).copied().collect();
        let found: BTreeSet<_> = (0..AVOIDING).map(|number| avoiding(other, number)).collect();
        assert_eq!((found.len(), &found), (AVOIDING, &expected));
        for thirds in &found {
            let third = missing(other, thirds);
            assert!(all.contains(&third) && (0..3).all(|i| third[i] & (other[i] | thirds[i]) == 0));
        }
    }
}

#[test]
fn arrangements_are_those_by_definition() {
    let all = all_thirds();
    for rows in all.iter().step_by(97) {
        let found: BTreeSet<_> = (0..ARRANGEMENTS).map(|number| arranged(rows, number)).collect();
        let orthogonal: BTreeSet<_> =
            all.iter().filter(|columns| are_orthogonal(rows, columns)).copied().collect();
        assert_eq!((found.len(), &found), (ARRANGEMENTS, &orthogonal));
        for avoided in all.iter().step_by(11) {
            let avoids = |columns: &&Thirds| columns.iter().zip(avoided).all(|(a, b)| a & b == 0);
            let expected: BTreeSet<_> = orthogonal.iter().filter(avoids).copied().collect();
            let found = (0..8).filter_map(|number| arranged_avoiding(rows, avoided, number));
            assert_eq!(found.collect::<BTreeSet<_>>(), expected);
        }
    }
}

/// Rows and columns of the boxes of a grid: `[box]`.
fn boxes(cells: &[u8; 81]) -> [(Thirds, Thirds); 9] {
    std::array::from_fn(|number| {
        let (top, left) = (number / 3 * 3, number % 3 * 3);
        let set = |row: usize, column: usize| 1 << (cells[9 * (top + row) + left + column] - 1);
        let rows = std::array::from_fn(|row| (0..3).map(|column| set(row, column)).sum());
        (rows, std::array::from_fn(|column| (0..3).map(|row| set(row, column)).sum()))
    })
}

#[test]
fn completions_are_those_that_a_search_finds() {
    let mut lanes = BatchSolver::new(Variant::Standard);
    let tables = PartitionTables::new();
    let mut counts = BTreeSet::new();
    for seed in 0..20u8 {
        let mut start = [0; 81];
        (1..=9).for_each(|digit| start[usize::from(digit - 1)] = digit);
        start[usize::from(9 + seed * 3)] = 1 + seed % 9;
        lanes.set_limit(Some(1));
        let Some(grid) = lanes.solve(&start).first else { continue };
        lanes.set_limit(None);
        let mut puzzle = grid;
        (0..81).filter(|cell| cell / 9 > 2 && cell % 9 > 2).for_each(|cell| puzzle[cell] = 0);
        let parts = boxes(&grid);
        let band = [1, 2].map(|number: usize| tables.id(parts[number].1));
        let mut counter = CompletionCounter::new(&tables, band);
        counter.set_box_4(tables.id(parts[3].0));
        let found = counter.completions(tables.id(parts[6].0));
        let expected = lanes.solve(&puzzle).solutions;
        assert_eq!(u64::from(found), expected);
        counts.insert(found);
    }
    assert!(counts.len() > 5, "{counts:?}");
}

/// The rows of the table: a band, the number of bands, grids, and the least and greatest number of
/// completions.
fn table() -> Vec<BandClass> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let row = |line: &str| {
        let fields: Vec<_> = line.split_whitespace().collect();
        let number = |field: usize| fields[field].parse::<u64>().unwrap();
        let digits: Vec<_> = fields[1].bytes().map(|byte| byte - b'0').collect();
        BandClass {
            band: digits.try_into().unwrap(),
            bands: number(2),
            grids: number(3),
            fewest: number(4).try_into().unwrap(),
            most: number(5).try_into().unwrap(),
        }
    };
    lines.map(row).collect()
}

#[test]
fn the_table_has_all_grids() {
    let table = table();
    let classes = BandClasses::new();
    assert_eq!((table.len(), classes.len()), (683, 683));
    assert_eq!(table.iter().map(|class| class.bands).sum::<u64>(), BANDS);
    let all: u128 = table.iter().map(BandClass::all_grids).sum();
    assert_eq!(all, 6_670_903_752_021_072_936_960);
    assert_eq!(all % u128::from(RELABELLINGS), 0);
    for index in [0, 1, 340, 682] {
        assert_eq!(classes.count(index).as_ref(), Some(&table[index]));
    }
    assert_eq!(classes.count(683), None);
}

/// In 40000 random grids, or a quarter of them, the classes of first bands and first stacks occur
/// as often as they do in all grids. A class of few bands is taken together with others.
#[cfg(feature = "generate")]
#[test]
fn random_grids_have_the_bands_of_all_grids() {
    use crate::tests::part_of;
    use rand::SeedableRng;
    use rand::rngs::ChaCha20Rng;
    use std::collections::BTreeMap;

    let classes = BandClasses::new();
    let (table, mut rng) = (table(), ChaCha20Rng::seed_from_u64(3));
    let draws = u32::try_from(part_of(40_000)).unwrap();
    let mut observed = [vec![0u32; table.len()], vec![0; table.len()]];
    let mut cells = BTreeMap::<(usize, u8), u32>::new();
    for _ in 0..draws {
        let grid = super::random_grid(&mut rng);
        let lines = [grid.clone(), grid.transposed()];
        for (observed, grid) in observed.iter_mut().zip(lines) {
            let band = grid.cells().first_chunk().unwrap();
            observed[classes.index_of(band).unwrap()] += 1;
        }
        for cell in [0, 40, 77] {
            *cells.entry((cell, grid.cells()[cell])).or_default() += 1;
        }
    }
    let all: f64 = 6_670_903_752_021_072_936_960.0;
    for observed in observed {
        // The sum of squares of 683 classes or fewer: 683 on average, with a standard deviation of
        // 37.
        let (mut chi_square, mut freedom) = (0.0, -1.0);
        let (mut rare, mut rare_expected) = (0.0, 0.0);
        for (class, found) in table.iter().zip(observed) {
            let share = class.all_grids().to_string().parse::<f64>().unwrap() / all;
            let (found, expected) = (f64::from(found), share * f64::from(draws));
            if expected < 5.0 {
                rare += found;
                rare_expected += expected;
            } else {
                chi_square += (found - expected).powi(2) / expected;
                freedom += 1.0;
            }
        }
        chi_square += (rare - rare_expected).powi(2) / rare_expected;
        let deviations = (chi_square - freedom) / f64::sqrt(2.0 * freedom);
        assert!(deviations.abs() < 4.0, "{chi_square} with {freedom} degrees of freedom");
    }
    let expected = f64::from(draws) / 9.0;
    assert_eq!(cells.len(), 27);
    for found in cells.values() {
        assert!((f64::from(*found) - expected).abs() < 4.0 * expected.sqrt());
    }
}
