//! The steps of the logical solver against the definitions of their premises.

use super::naive::{Left, Naive, Node, subsets};
use super::samples::puzzles;
use crate::sudoku::rating::{CellValue, HardestTechnique, LogicStep, Premise, Rater, Technique};
use crate::sudoku::{Geometry, Grid};
use std::collections::BTreeSet;

fn node((cell, value): CellValue) -> Node {
    (cell, usize::from(value) - 1)
}

fn indices(values: &[u8]) -> Vec<usize> {
    values.iter().map(|&value| usize::from(value) - 1).collect()
}

/// Whether a chain of candidates has links of two kinds, which alternate: a first one that excludes
/// the other candidate if `excludes` is true, or one without which the other holds.
fn alternates(naive: &Naive, left: &Left, nodes: &[Node], mut excludes: bool) -> bool {
    nodes.iter().all(|&(cell, value)| left[cell][value])
        && nodes.windows(2).all(|two| {
            excludes = !excludes;
            match excludes {
                false => naive.exclude(two[0], two[1]),
                true => {
                    naive.share_cell(left, two[0], two[1])
                        || naive.are_conjugate(left, two[0], two[1])
                }
            }
        })
}

/// Whether the links of a chain are those of its technique.
fn has_kind(naive: &Naive, left: &Left, nodes: &[Node], technique: Technique) -> bool {
    let is_conjugate = |two: &[Node]| naive.are_conjugate(left, two[0], two[1]);
    let has_one_value = nodes.iter().all(|node| node.1 == nodes[0].1);
    match technique {
        Technique::SimpleColouring => has_one_value && nodes.windows(2).all(is_conjugate),
        Technique::XChain => has_one_value,
        Technique::XyChain => nodes.chunks(2).all(|two| two[0].0 == two[1].0),
        technique => technique == Technique::AlternatingChain,
    }
}

/// Checks that a premise is true and that the step follows from it.
fn check(naive: &Naive, left: &Left, step: &LogicStep) {
    let removes: Vec<_> = step.removes().iter().copied().map(node).collect();
    assert!(removes.iter().all(|&(cell, value)| left[cell][value]), "{step}");
    let sees_all =
        |cell: usize, cells: &[usize]| cells.iter().all(|&other| naive.sees(cell, other));
    let all_see = |cells: &[usize], values: &[usize]| {
        removes.iter().all(|&(cell, value)| sees_all(cell, cells) && values.contains(&value))
    };
    let is_complete = |unit: &usize| naive.complete().contains(unit);
    let unit_cells = |unit: usize| naive.geometry.units()[unit].cells();
    let set = |list: &[usize]| BTreeSet::from_iter(list.iter().copied());
    let places = |units: &[usize], values: &[usize]| -> BTreeSet<usize> {
        let pairs = units.iter().flat_map(|&unit| values.iter().map(move |&value| (unit, value)));
        pairs.flat_map(|(unit, value)| naive.places(left, unit, value)).collect()
    };
    let holds = match step.premise() {
        Premise::OnlyPlace { unit } => {
            let (cell, value) = node(step.sets().unwrap());
            is_complete(unit) && naive.places(left, *unit, value) == [cell]
        }
        Premise::OnlyCandidate => {
            let (cell, value) = node(step.sets().unwrap());
            naive.values(left, cell) == [value]
        }
        Premise::Locked { value, unit, within, cells } => {
            let value = usize::from(*value) - 1;
            let has = |unit: usize| {
                let mut all = cells.iter().copied().chain(removes.iter().map(|node| node.0));
                all.all(|cell| unit_cells(unit).contains(&cell))
            };
            is_complete(unit)
                && naive.places(left, *unit, value) == *cells
                && all_see(cells, &[value])
                && within.is_none_or(has)
        }
        Premise::NakedSubset { unit, cells, values } => {
            let values = indices(values);
            let of_cells = cells.iter().flat_map(|&cell| naive.values(left, cell)).collect();
            cells.iter().all(|cell| unit_cells(*unit).contains(cell))
                && set(&values) == of_cells
                && set(cells).len() == values.len()
                && all_see(cells, &values)
        }
        Premise::HiddenSubset { unit, cells, values } => {
            let values = indices(values);
            is_complete(unit)
                && places(&[*unit], &values) == set(cells)
                && set(&values).len() == cells.len()
                && removes
                    .iter()
                    .all(|(cell, value)| cells.contains(cell) && !values.contains(value))
        }
        Premise::Fish { value, base, cover } => {
            let value = usize::from(*value) - 1;
            let (rows, columns) = (0..naive.size, naive.size..2 * naive.size);
            let are_in = |units: &[usize], of: &std::ops::Range<usize>| {
                units.iter().all(|unit| of.contains(unit))
            };
            let (base_cells, cover_cells) = (places(base, &[value]), places(cover, &[value]));
            (are_in(base, &rows) && are_in(cover, &columns)
                || are_in(base, &columns) && are_in(cover, &rows))
                && set(base).len() == set(cover).len()
                && base_cells.is_subset(&cover_cells)
                && removes.iter().all(|(cell, other)| {
                    *other == value && cover_cells.contains(cell) && !base_cells.contains(cell)
                })
        }
        Premise::Wing { value, pivot, pivot_values, pincers } => {
            let value = usize::from(*value) - 1;
            let values = indices(pivot_values);
            let mut ends: Vec<_> = pincers.iter().map(|pincer| pincer.0).collect();
            ends.extend(values.contains(&value).then_some(*pivot));
            let leaves = |&other: &usize| {
                other == value
                    || pincers.iter().any(|&pincer| {
                        let (cell, own) = node(pincer);
                        let both = set(&[own, value]);
                        let all = BTreeSet::from_iter(naive.values(left, cell));
                        own == other && naive.sees(cell, *pivot) && all == both
                    })
            };
            naive.values(left, *pivot) == values
                && values.len() == if step.technique() == Technique::XyWing { 2 } else { 3 }
                && values.iter().all(leaves)
                && all_see(&ends, &[value])
        }
        Premise::WWing { value, linked, cells, unit } => {
            let [value, linked] = [*value, *linked].map(|value| usize::from(value) - 1);
            let both = set(&[value, linked]);
            let sees_one = |place: usize| cells.iter().any(|&end| naive.sees(place, end));
            is_complete(unit)
                && cells.iter().all(|&cell| BTreeSet::from_iter(naive.values(left, cell)) == both)
                && naive.places(left, *unit, linked).into_iter().all(sees_one)
                && all_see(cells, &[value])
        }
        Premise::Chain { nodes } => {
            let nodes: Vec<_> = nodes.iter().copied().map(node).collect();
            let ends = [nodes[0], nodes[nodes.len() - 1]];
            nodes.len().is_multiple_of(2)
                && alternates(naive, left, &nodes, false)
                && has_kind(naive, left, &nodes, step.technique())
                && removes.iter().all(|&other| ends.iter().all(|&end| naive.exclude(end, other)))
        }
        Premise::Cases { unit, chains } => {
            let chains: Vec<Vec<_>> =
                chains.iter().map(|chain| chain.iter().copied().map(node).collect()).collect();
            let starts: Vec<_> = chains.iter().map(|chain| chain[0]).collect();
            let (cell, value) = starts[0];
            let all: Vec<_> = match unit {
                Some(unit) => {
                    assert!(is_complete(unit));
                    naive.places(left, *unit, value).into_iter().map(|cell| (cell, value)).collect()
                }
                None => naive.values(left, cell).into_iter().map(|value| (cell, value)).collect(),
            };
            let leads = |chain: &Vec<Node>| {
                let end = chain[chain.len() - 1];
                !chain.len().is_multiple_of(2)
                    && alternates(naive, left, chain, true)
                    && removes.iter().all(|&other| naive.exclude(end, other))
            };
            starts == all && chains.iter().all(leads)
        }
    };
    assert!(holds, "{step}");
}

/// Checks each step of a puzzle, and that all of them together lead to the solution.
fn check_path(naive: &Naive, rater: &mut Rater, puzzle: &Grid) -> HardestTechnique {
    let mut rating = rater.rate(puzzle).unwrap();
    let (solution, path) = (rating.solution().clone(), rating.path().unwrap());
    assert!(solution.is_solution(&naive.geometry) && solution.extends(puzzle));
    assert_eq!(rating.technique(), Ok(path.hardest()));
    let hardest = path.steps().iter().map(|step| HardestTechnique::Needed(step.technique())).max();
    let mut left = naive.start(puzzle);
    for step in path.steps() {
        check(naive, &left, step);
        let is_right = |&(cell, value): &CellValue| solution.get(cell) == Some(value);
        assert!(step.sets().iter().all(is_right) && !step.removes().iter().any(is_right), "{step}");
        assert_eq!(step.sets().is_none(), !step.removes().is_empty());
        if let Some(sets) = step.sets() {
            naive.set(&mut left, node(sets));
        }
        for &(cell, value) in step.removes() {
            left[cell][usize::from(value) - 1] = false;
        }
    }
    assert_eq!(path.candidates(), masks(&left));
    if path.hardest() != HardestTechnique::Beyond {
        assert!(Naive::is_solved(&left));
        assert_eq!(path.hardest(), hardest.unwrap_or(HardestTechnique::None));
    }
    path.hardest()
}

fn masks(left: &Left) -> Vec<u64> {
    let mask = |cell: &Vec<bool>| {
        cell.iter().enumerate().fold(0, |all, (value, &is)| all | u64::from(is) << value)
    };
    left.iter().map(mask).collect()
}

/// A puzzle that we made for each technique, which it needs.
const NEEDED: [(&str, &str); 23] = [
    (
        "hidden-single-box",
        "4.18....9....75......4..8.....1...6..6.5.32....5.62.7..9.......1.4.....5..6.2..1.",
    ),
    (
        "hidden-single-line",
        ".21...7.............7.19..29..1..56.7.8....9.....6.....9......4.....8....8632...7",
    ),
    (
        "naked-single",
        "...8...........14..5.4......42.....3.68........596.....9...168.1....8.25...32.9..",
    ),
    (
        "pointing",
        "..1......8......46...419....4..87......5..29.....62..8..3....8......8..5..6.2...7",
    ),
    (
        "claiming",
        "....3...98......4...7....3...21.7..........9.3.....4.8.9..5..8.1..6.8..5..632....",
    ),
    (
        "naked-pair",
        "..1.......3.2.5.4..57.19...9......6.......2......62.782...51...1..69.3...8......7",
    ),
    ("x-wing", ".3.....97...46...1...19..5..9.6857..86..7....3..........3..1.7668.........5...8.."),
    (
        "hidden-pair",
        "....36.....9.........41..3294...7.........2..3..9....8.....16..17...83..58...4.17",
    ),
    (
        "naked-triple",
        ".....2..6.8.7....5.7....18......4.7...4..........6...39...8...15..9.13...1.6...5.",
    ),
    (
        "swordfish",
        "..5....9..81...2...7..5..8...31.4.......3..6..9...84..9........5..97...8....23..7",
    ),
    (
        "hidden-triple",
        "4.....75.8...7..4.....1.........7..3.6......1..5..2...29.....8..7.698.2....3.....",
    ),
    (
        "xy-wing",
        "....367...........65.......9..1..5.3..8.4...1......478.9.7.1..4..4.9...558.3...1.",
    ),
    (
        "xyz-wing",
        "4...9...86..7....1.25..47........52.1..6....4.6.........4.....3...91....3...2.98.",
    ),
    ("w-wing", "..18.6..........4.....1..32.....75...68..3......9....8.9..5....17.....2....3.4..7"),
    (
        "naked-quad",
        "58.12..4....4...3.....6.1.5....319.........86.4........53.8..2.81...7....6.3..8..",
    ),
    (
        "jellyfish",
        ".....6.9......93.84.8.1..2....9.7.64......8..6.98......17............4.5.6.2...7.",
    ),
    (
        "hidden-quad",
        ".1.2...59.79...2.8.....8.3..3..45......3....51.5.96.7...4......5..689...9....4...",
    ),
    (
        "simple-colouring",
        "..3..7.1.....24....7.36......8.712..........1...8..7.349...3..626....9...3.9....4",
    ),
    (
        "x-chain",
        "..18.6..........4.....1..32.4.1..5..76.5..2.1........82.3..1......6.8..5..632.9..",
    ),
    (
        "xy-chain",
        ".....6...8.92.5....57.1....9.....56.7...4........624.82....168...4....2..8.....17",
    ),
    (
        "alternating-chain",
        "4.1..6.....92............32...1......68......3..9..47.....5..8....6.8.25.....4..7",
    ),
    (
        "forcing-chains",
        "4....6..9......1.6..74........1....37.85..2....5.6...8.9..5..8.1.......5...3.4...",
    ),
    ("beyond", ".1.4..7...5..9.8....75...16..6.1....82.6.4........3.........6.4.3...9.5.5.......1"),
];

#[test]
fn each_technique_is_needed_by_a_puzzle() {
    let nine = Geometry::of_size(9).unwrap();
    let (naive, mut rater) = (Naive::new(&nine), Rater::new(&nine));
    let mut names: Vec<_> = Technique::ALL.iter().map(|technique| technique.name()).collect();
    names.push("beyond");
    for ((name, puzzle), expected) in NEEDED.iter().zip(&names) {
        assert_eq!(name, expected);
        let hardest = check_path(&naive, &mut rater, &puzzle.parse().unwrap());
        assert_eq!(hardest.name(), *name, "{puzzle}");
        assert_eq!(name.parse(), Ok(hardest));
    }
    assert_eq!(NEEDED.len(), names.len());
}

/// Geometries with regions of every kind, and the number of their puzzles to test.
fn geometries() -> Vec<(Geometry, usize)> {
    let of_size = |size| Geometry::of_size(size).unwrap();
    let windows = |geometry: Geometry| {
        let corners = [10, 14, 46, 50].into_iter().enumerate();
        corners.fold(geometry, |geometry, (at, corner)| {
            let cells: Vec<_> = (0..9).map(|i| corner + i / 3 * 9 + i % 3).collect();
            geometry.with_region(&format!("window {}", at + 1), &cells).unwrap()
        })
    };
    let cages = of_size(6).with_region("one", &[0, 7, 14]).unwrap();
    let cages = cages.with_region("other", &[5, 10, 20, 35, 29]).unwrap();
    vec![
        (of_size(9), 60),
        (of_size(9).diagonal(), 20),
        (windows(of_size(9)), 20),
        (of_size(4), 10),
        (of_size(6), 20),
        (of_size(6).diagonal(), 10),
        (cages, 20),
        (Geometry::new(4, 2).unwrap(), 10),
        (of_size(12), 2),
    ]
}

#[test]
fn steps_follow_from_their_premises_and_lead_to_the_solution() {
    let mut seen = BTreeSet::new();
    for (geometry, number) in geometries() {
        let (naive, mut rater) = (Naive::new(&geometry), Rater::new(&geometry));
        for puzzle in puzzles(&geometry, number, 5) {
            seen.insert(check_path(&naive, &mut rater, &puzzle));
        }
    }
    assert!(seen.len() > 12, "{seen:?}");
}

#[test]
fn sentences_are_readable() {
    let mut expected = vec![
        "hidden single: 2 has no other place in box 2: r2c4 is 2",
        "naked single: no other candidate is left: r6c8 is 7",
        "locked candidates: 9 in box 5 is in column 4 only: removes 9 from r7c4 r8c4 r9c4",
        "naked triple: r7c7 r7c8 r8c8 in box 9 have only 2 4 6: removes 2 from r8c9 r9c7 r9c9, \
         4 from r8c9 r9c7 r9c9",
        "hidden pair: 2 3 in column 2 are in r7c2 r8c2 only: removes 1 from r7c2 r8c2, \
         4 from r7c2 r8c2",
        "x-wing: 7 in columns 3 9 is in rows 1 9 only: removes 7 from r9c1 r9c8",
        "xy-wing: r1c4 is one of 3 5: if 5, r2c5 is 8; if 3, r4c4 is 8: removes 8 from r4c5",
        "xyz-wing: r2c6 is one of 2 5 8: if 8, r2c5 is 5; if 2, r5c6 is 5: removes 5 from r1c6",
        "w-wing: r2c6 r9c8 are 9 or 5, not both 9: row 3 would have none: removes 5 from r9c6",
        "x-chain: r2c1 is 5, or else r9c1 is 5, so r7c2 is not 5, so r7c5 is 5: \
         removes 5 from r2c5",
        "forcing chains: r8c3 is 3; or r8c7 is 3, so r8c7 is not 4, so r8c3 is 4; \
         or r8c8 is 3, so r8c8 is not 2, so r9c8 is 2, so r9c3 is not 2, so r9c3 is 6: \
         removes 6 from r8c3",
    ];
    let mut rater = Rater::new(&Geometry::of_size(9).unwrap());
    for (_, puzzle) in NEEDED {
        let puzzle = puzzle.parse::<Grid>().unwrap();
        let path = rater.rate(&puzzle).unwrap().path().unwrap().to_string();
        expected.retain(|sentence| !path.lines().any(|line| line == *sentence));
    }
    assert_eq!(expected, [""; 0]);
    let four = Geometry::of_size(4).unwrap().diagonal();
    let puzzle: Grid = "12343...........".parse().unwrap();
    let path = Rater::new(&four).rate(&puzzle).unwrap().path().unwrap();
    let first = path.steps()[0].in_alphabet("A-D".parse().unwrap());
    assert_eq!(first, "hidden single: D has no other place in box 1: r2c2 is D");
}

#[test]
fn subsets_are_listed_in_order() {
    assert_eq!(subsets(&[1, 2, 3], 2), [[1, 2], [1, 3], [2, 3]]);
    assert_eq!(subsets(&[1, 2], 3), [[0; 0]; 0]);
}
