//! A pass, a branch and a load of every backend: what they are by the definition, cell by cell.

use super::backend::tests::kinds;
use super::branch::branch;
use super::layout::{FULL, WORDS, bit, word};
use super::load::{Tray, solution};
use super::page::Page;
use super::pass::{Found, clashes, pass};
use super::vector::{Backend, LANES, LaneSet, Program, Row, each_lane};
use super::{Block, Candidates, Cells};
use crate::sudoku::geometry::{Geometry, Unit};

/// Random numbers, the same in every run: a 64-bit mixer of a counter, after Steele, Lea and Flood (2014).
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(super) fn word(&mut self) -> u32 {
        let [a, b, c, d, ..] = self.next().to_le_bytes();
        u32::from_le_bytes([a, b, c, d])
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound).unwrap()).unwrap()
    }

    /// Few lanes, many or all.
    pub(super) fn lanes(&mut self) -> LaneSet {
        let [a, b, c, d, ..] = self.next().to_le_bytes();
        match self.below(6) {
            0 => LaneSet::MAX,
            1 => u16::from_le_bytes([a, b]) & 0xf,
            2 => u16::from_le_bytes([a & c, b & d]),
            3 => 1 << self.below(LANES),
            _ => u16::from_le_bytes([a, b]),
        }
    }
}

/// A solved grid, with and without diagonals, and its digits changed.
fn solved(random: &mut Random) -> Cells {
    let text = "684723519195684237723951648419532876572816394368497125937268451256149783841375962";
    let shift = u8::try_from(random.below(9)).unwrap();
    std::array::from_fn(|cell| (text.as_bytes()[cell] - b'1' + shift) % 9 + 1)
}

/// The candidates of a state, cell by cell.
fn masks(block: &Block, lane: usize) -> [u16; 81] {
    std::array::from_fn(|cell| {
        let has = |digit: &usize| {
            let (row, column, g, t) = (cell / 9, cell % 9, digit / 3, digit % 3);
            block.0[word(row, column, g)].0[lane] >> (9 * t + bit(row, column)) & 1 == 1
        };
        (0..9).filter(has).fold(0, |mask, digit| mask | 1 << digit)
    })
}

/// Candidates of every density, around a solved grid or around none.
fn candidates(random: &mut Random) -> Candidates {
    let (solved, density, is_hidden) = (solved(random), random.below(12), random.below(4) > 0);
    let mask = |cell: usize| {
        let drawn = (0..9)
            .fold(0, |mask: u16, digit| mask | u16::from(random.below(10) < density) << digit);
        if is_hidden { drawn | 1 << (solved[cell] - 1) } else { drawn }
    };
    Candidates::from_masks(std::array::from_fn(mask))
}

fn block(random: &mut Random) -> Block {
    let mut block = Block([Row::ZERO; WORDS]);
    for lane in 0..LANES {
        let candidates = candidates(random);
        for (index, row) in block.0.iter_mut().enumerate() {
            row.0[lane] = candidates.word(index);
        }
    }
    block
}

fn geometry(is_diagonal: bool) -> Geometry {
    let plain = Geometry::of_size(9).unwrap();
    if is_diagonal { plain.diagonal() } else { plain }
}

/// Whether two cells of a unit have the same digit as their only candidate.
fn has_clash(geometry: &Geometry, masks: &[u16; 81]) -> bool {
    geometry.units().iter().any(|unit| {
        let single = |&&cell: &&usize| masks[cell].is_power_of_two();
        let single: Vec<_> = unit.cells().iter().filter(single).map(|&cell| masks[cell]).collect();
        single.iter().enumerate().any(|(at, mask)| single[..at].contains(mask))
    })
}

/// A pass over some lanes of a block.
struct Pass<'b, const DIAGONAL: bool>(&'b Block, LaneSet);

impl<const DIAGONAL: bool> Program for Pass<'_, DIAGONAL> {
    type Output = (Block, Found, LaneSet);

    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let mut block = self.0.clone();
        let clashes = clashes::<B, DIAGONAL>(backend, &block, self.1);
        let found = pass::<B, DIAGONAL>(backend, &mut block, self.1);
        (block, found, clashes)
    }
}

/// What must be true of a pass over a state.
fn is_right(geometry: &Geometry, before: &[u16; 81], after: &[u16; 81], lane: usize, found: Found) {
    let has = |lanes: LaneSet| lanes >> lane & 1 == 1;
    assert!((0..81).all(|cell| after[cell] & !before[cell] == 0), "nothing comes back");
    assert!(has(found.dead) || before.iter().all(|&mask| mask != 0), "a cell has no candidate");
    let is_full = before.iter().all(|mask| mask.is_power_of_two());
    assert_eq!(has(found.full), is_full && !has_clash(geometry, before));
    let is_dead_or_full = has(found.dead) || has(found.full);
    assert_eq!(has(found.still), !is_dead_or_full && before == after);
    for unit in geometry.units().iter().filter(|_| !has(found.dead)) {
        for &cell in unit.cells() {
            if before[cell].is_power_of_two() {
                let left = others(unit, cell, after) & before[cell];
                assert_eq!(left, 0, "naked single of {cell} in {}", unit.name());
            }
            let hidden = before[cell] & !others(unit, cell, before);
            // Where the digit is gone as well, the next pass sees that it has no place. And there may be two, by now.
            if after[cell] & hidden != 0 {
                let units = geometry.units_of(cell).iter().map(|&unit| &geometry.units()[unit]);
                let not_alone =
                    units.fold(after[cell], |left, unit| left & others(unit, cell, after));
                assert_eq!(not_alone, 0, "hidden single of {cell} in {}", unit.name());
            }
        }
    }
}

/// The candidates of the other cells of a unit.
fn others(unit: &Unit, cell: usize, masks: &[u16; 81]) -> u16 {
    let others = unit.cells().iter().filter(|&&other| other != cell);
    others.fold(0, |all, &other| all | masks[other])
}

fn passes<const DIAGONAL: bool>() {
    let (mut random, geometry) = (Random(3), geometry(DIAGONAL));
    let (mut dead, mut full, mut still) = (0, 0, 0);
    for _ in 0..400 {
        let (mut before, used) = (block(&mut random), random.lanes());
        // Again and again, until nothing more is found.
        for _ in 0..12 {
            let (after, found, clashes) = {
                let mut all =
                    kinds().map(|(name, kind)| (name, kind.run(Pass::<DIAGONAL>(&before, used))));
                let (_, plain) = all.next().unwrap();
                for (name, (after, found, clashes)) in all {
                    assert_eq!((found, clashes), (plain.1, plain.2), "{name}");
                    for lane in each_lane(used) {
                        let word = |block: &Block, word: usize| block.0[word].0[lane];
                        let same = |at| word(&after, at) == word(&plain.0, at);
                        assert!((0..WORDS).all(same), "{name}: lane {lane} of {before:x?}");
                    }
                }
                plain
            };
            assert_eq!((found.dead | found.full | found.still) & !used, 0);
            for lane in each_lane(used) {
                let masks = [masks(&before, lane), masks(&after, lane)];
                assert_eq!(clashes >> lane & 1 == 1, has_clash(&geometry, &masks[0]));
                is_right(&geometry, &masks[0], &masks[1], lane, found);
            }
            dead += found.dead.count_ones();
            full += found.full.count_ones();
            still += found.still.count_ones();
            before = after;
        }
    }
    assert!(dead > 100 && full > 100 && still > 100, "{dead} {full} {still}");
}

#[test]
fn a_pass_finds_singles_and_says_what_it_found_with_every_backend() {
    passes::<false>();
    passes::<true>();
}

/// A branch of some lanes of a block.
struct Branch<'b>(&'b Block, LaneSet);

impl Program for Branch<'_> {
    type Output = [Block; 2];

    fn run<B: Backend>(self, backend: B) -> [Block; 2] {
        let [mut with, mut without] = [(); 2].map(|()| Block([Row([0; LANES]); WORDS]));
        branch(backend, self.0, self.1, &mut with, &mut without);
        [with, without]
    }
}

#[test]
fn a_branch_takes_a_candidate_of_a_small_cell_or_leaves_it_with_every_backend() {
    let mut random = Random(4);
    for _ in 0..600 {
        let (stuck, states) = (block(&mut random), random.lanes());
        let all: Vec<_> =
            kinds().map(|(name, kind)| (name, kind.run(Branch(&stuck, states)))).collect();
        for lane in each_lane(states) {
            let old = masks(&stuck, lane);
            let several = |mask: &&u16| mask.count_ones() > 1;
            let Some(fewest) = old.iter().filter(several).map(|mask| mask.count_ones()).min()
            else {
                continue;
            };
            let [with, without] = all[0].1.each_ref().map(|block| masks(block, lane));
            let changed: Vec<_> = (0..81).filter(|&cell| with[cell] != old[cell]).collect();
            let &[cell] = &changed[..] else { panic!("{changed:?} changed") };
            assert!(with[cell].is_power_of_two() && with[cell] & old[cell] != 0);
            assert_eq!(old[cell].count_ones(), fewest);
            let rest = |at: usize| if at == cell { old[at] & !with[at] } else { old[at] };
            assert_eq!(without, std::array::from_fn(rest));
            for (name, blocks) in &all {
                for (block, expected) in blocks.iter().zip([with, without]) {
                    assert_eq!(masks(block, lane), expected, "{name}");
                    assert!(block.0.iter().all(|row| row.0[lane] & !FULL == 0), "{name}");
                }
            }
        }
    }
}

/// Puts puzzles on the lanes of a tray: by clues, or by candidates.
struct Load<'p, const DIAGONAL: bool>(&'p [(Cells, Option<Candidates>)]);

impl<const DIAGONAL: bool> Program for Load<'_, DIAGONAL> {
    type Output = (Page, LaneSet);

    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let (mut tray, mut page) = (Tray::new(), Page::EMPTY);
        let mut loaded = 0;
        // The tray is used again, and nothing of what was on it before is left.
        for puzzles in self.0.chunks(LANES) {
            for (lane, (cells, candidates)) in puzzles.iter().enumerate() {
                match candidates {
                    Some(candidates) => tray.put_candidates(lane, candidates),
                    None => tray.put_cells(lane, cells),
                }
            }
            let lanes = LaneSet::MAX >> (LANES - puzzles.len());
            loaded = tray.unload::<B, DIAGONAL>(backend, lanes, &mut page);
        }
        (page, loaded)
    }
}

fn loads<const DIAGONAL: bool>() {
    let (mut random, geometry) = (Random(5), geometry(DIAGONAL));
    for _ in 0..300 {
        let puzzles: Vec<_> = (0..LANES + 1 + random.below(LANES))
            .map(|_| {
                let (solved, blanks) = (solved(&mut random), random.below(9));
                let wrong = [0, 0, 0, 10, 15, 16, 255][random.below(7)];
                let mut cells =
                    solved.map(|digit| if random.below(9) < blanks { 0 } else { digit });
                cells[random.below(81)] = wrong;
                let marked = random.below(3) == 0;
                (cells, marked.then(|| candidates(&mut random)))
            })
            .collect();
        for (name, kind) in kinds() {
            let (page, clashes) = kind.run(Load::<DIAGONAL>(&puzzles));
            let last = &puzzles[LANES..];
            assert_eq!(page.used, LaneSet::MAX >> (LANES - last.len()), "{name}");
            assert_eq!(clashes & !page.used, 0, "{name}");
            for (lane, (cells, candidates)) in last.iter().enumerate() {
                let of_value = |value| match value {
                    0 => 0x1ff,
                    1..=9 => 1 << (value - 1),
                    _ => 0,
                };
                let expected = candidates.map_or(cells.map(of_value), |marked| *marked.masks());
                assert_eq!(masks(&page.block, lane), expected, "{name}");
                assert_eq!(clashes >> lane & 1 == 1, has_clash(&geometry, &expected), "{name}");
            }
        }
    }
}

#[test]
fn puzzles_become_states_with_every_backend() {
    loads::<false>();
    loads::<true>();
}

#[test]
fn a_state_with_one_candidate_for_each_cell_is_read_as_it_was_written() {
    let mut random = Random(6);
    for lane in 0..LANES {
        let cells: Cells = std::array::from_fn(|_| u8::try_from(random.below(9) + 1).unwrap());
        let mut block = block(&mut random);
        for (index, row) in block.0.iter_mut().enumerate() {
            row.0[lane] = Candidates::from(&cells).word(index);
        }
        assert_eq!(solution(&block, lane), cells);
    }
}
