//! Propagation, branching and input conversion of every backend, against their definitions cell by
//! cell.

use super::backend::tests::kinds;
use super::branch::branch;
use super::candidates::Candidates;
use super::clash::clashes;
use super::input::{InputBuffer, solution};
use super::lane_batch::LaneBatch;
use super::layout::{Cells, FULL, StateBlock, WORDS, bit, word};
use super::propagate::{LaneOutcome, propagate};
use super::vector::{Backend, Kernel, LANES, LaneSet, LaneWords, each_lane};
use crate::splitmix;
use crate::sudoku::geometry::{Geometry, Unit};
use crate::tests::part_of;

/// A row of [`splitmix`] numbers.
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        splitmix::next(&mut self.0)
    }

    pub(super) fn word(&mut self) -> u32 {
        let [a, b, c, d, ..] = self.next().to_le_bytes();
        u32::from_le_bytes([a, b, c, d])
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound).unwrap()).unwrap()
    }

    /// Few lanes, many, or all of them.
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

/// A solved grid that obeys both variants, with its digits rotated.
pub(super) fn solved(random: &mut Random) -> Cells {
    let text = "684723519195684237723951648419532876572816394368497125937268451256149783841375962";
    let shift = u8::try_from(random.below(9)).unwrap();
    std::array::from_fn(|cell| (text.as_bytes()[cell] - b'1' + shift) % 9 + 1)
}

/// The masks of the candidates of a state.
fn masks(block: &StateBlock, lane: usize) -> [u16; 81] {
    std::array::from_fn(|cell| {
        let has = |digit: &usize| {
            let (row, column, g, t) = (cell / 9, cell % 9, digit / 3, digit % 3);
            block.0[word(row, column, g)].0[lane] >> (9 * t + bit(row, column)) & 1 == 1
        };
        (0..9).filter(has).fold(0, |mask, digit| mask | 1 << digit)
    })
}

/// Candidates of any density, with or without a solution among them.
fn candidates(random: &mut Random) -> Candidates {
    let (solved, density, is_hidden) = (solved(random), random.below(12), random.below(4) > 0);
    let mask = |cell: usize| {
        let random_mask = (0..9)
            .fold(0, |mask: u16, digit| mask | u16::from(random.below(10) < density) << digit);
        if is_hidden { random_mask | 1 << (solved[cell] - 1) } else { random_mask }
    };
    Candidates::from_masks(std::array::from_fn(mask))
}

/// Sixteen states with random candidates.
pub(super) fn block(random: &mut Random) -> StateBlock {
    let mut block = StateBlock([LaneWords::ZERO; WORDS]);
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

/// Returns whether two cells of a unit have the same digit as their only candidate.
fn has_clash(geometry: &Geometry, masks: &[u16; 81]) -> bool {
    geometry.units().iter().any(|unit| {
        let single = |&&cell: &&usize| masks[cell].is_power_of_two();
        let single: Vec<_> = unit.cells().iter().filter(single).map(|&cell| masks[cell]).collect();
        single.iter().enumerate().any(|(at, mask)| single[..at].contains(mask))
    })
}

/// One pass over some lanes of a block.
struct PropagateKernel<'b, const DIAGONAL: bool>(&'b StateBlock, LaneSet);

impl<const DIAGONAL: bool> Kernel for PropagateKernel<'_, DIAGONAL> {
    type Output = (StateBlock, LaneOutcome, LaneSet);

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let mut block = self.0.clone();
        let clashes = clashes::<B, DIAGONAL>(backend, &block, self.1);
        let outcome = propagate::<B, DIAGONAL>(backend, &mut block, self.1);
        (block, outcome, clashes)
    }
}

/// Checks one pass over a state against the definition of its rules.
fn check_pass(
    geometry: &Geometry,
    before: &[u16; 81],
    after: &[u16; 81],
    lane: usize,
    outcome: LaneOutcome,
) {
    let has = |lanes: LaneSet| lanes >> lane & 1 == 1;
    assert!((0..81).all(|cell| after[cell] & !before[cell] == 0), "no candidate is added");
    assert!(
        has(outcome.contradictory) || before.iter().all(|&mask| mask != 0),
        "a cell has no candidate"
    );
    let is_full = before.iter().all(|mask| mask.is_power_of_two());
    assert_eq!(has(outcome.solved), is_full && !has_clash(geometry, before));
    let is_decided = has(outcome.contradictory) || has(outcome.solved);
    assert_eq!(has(outcome.stuck), !is_decided && before == after);
    for unit in geometry.units().iter().filter(|_| !has(outcome.contradictory)) {
        for &cell in unit.cells() {
            if before[cell].is_power_of_two() {
                let left = others(unit, cell, after) & before[cell];
                assert_eq!(left, 0, "naked single of {cell} in {}", unit.name());
            }
            let hidden = before[cell] & !others(unit, cell, before);
            // If the digit is removed as well, the next pass finds that it has no place. Two hidden
            // singles may remain.
            if after[cell] & hidden != 0 {
                let units = geometry.units_of(cell).iter().map(|&unit| &geometry.units()[unit]);
                let not_single =
                    units.fold(after[cell], |left, unit| left & others(unit, cell, after));
                assert_eq!(not_single, 0, "hidden single of {cell} in {}", unit.name());
            }
        }
    }
}

/// The candidates of the other cells of a unit.
fn others(unit: &Unit, cell: usize, masks: &[u16; 81]) -> u16 {
    let others = unit.cells().iter().filter(|&&other| other != cell);
    others.fold(0, |all, &other| all | masks[other])
}

fn propagation<const DIAGONAL: bool>() {
    let (mut random, geometry) = (Random(3), geometry(DIAGONAL));
    let (mut contradictory, mut solved, mut stuck) = (0, 0, 0);
    for _ in 0..part_of(400) {
        let (mut before, used) = (block(&mut random), random.lanes());
        // Repeats until the states no longer change.
        for _ in 0..12 {
            let (after, outcome, clashes) = {
                let mut all = kinds().map(|(name, kind)| {
                    (name, kind.run(PropagateKernel::<DIAGONAL>(&before, used)))
                });
                let (_, plain) = all.next().unwrap();
                for (name, (after, outcome, clashes)) in all {
                    assert_eq!((outcome, clashes), (plain.1, plain.2), "{name}");
                    for lane in each_lane(used) {
                        let word = |block: &StateBlock, word: usize| block.0[word].0[lane];
                        let same = |at| word(&after, at) == word(&plain.0, at);
                        assert!((0..WORDS).all(same), "{name}: lane {lane} of {before:x?}");
                    }
                }
                plain
            };
            assert_eq!((outcome.contradictory | outcome.solved | outcome.stuck) & !used, 0);
            for lane in each_lane(used) {
                let masks = [masks(&before, lane), masks(&after, lane)];
                assert_eq!(clashes >> lane & 1 == 1, has_clash(&geometry, &masks[0]));
                check_pass(&geometry, &masks[0], &masks[1], lane, outcome);
            }
            contradictory += outcome.contradictory.count_ones();
            solved += outcome.solved.count_ones();
            stuck += outcome.stuck.count_ones();
            before = after;
        }
    }
    assert!(contradictory > 100 && solved > 100 && stuck > 100, "{contradictory} {solved} {stuck}");
}

#[test]
fn propagation_finds_singles_with_every_backend() {
    propagation::<false>();
    propagation::<true>();
}

/// One branching step of some lanes of a block.
struct BranchKernel<'b>(&'b StateBlock, LaneSet);

impl Kernel for BranchKernel<'_> {
    type Output = [StateBlock; 2];

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> [StateBlock; 2] {
        let [mut with, mut without] = [(); 2].map(|()| StateBlock([LaneWords([0; LANES]); WORDS]));
        branch(backend, self.0, self.1, &mut with, &mut without);
        [with, without]
    }
}

#[test]
fn branching_fixes_or_removes_a_candidate_of_a_smallest_cell_with_every_backend() {
    let mut random = Random(4);
    for _ in 0..600 {
        let (stuck, states) = (block(&mut random), random.lanes());
        let all: Vec<_> =
            kinds().map(|(name, kind)| (name, kind.run(BranchKernel(&stuck, states)))).collect();
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

/// Converts puzzles, given as clues or as candidates.
struct InputKernel<'p, const DIAGONAL: bool>(&'p [(Cells, Option<Candidates>)]);

impl<const DIAGONAL: bool> Kernel for InputKernel<'_, DIAGONAL> {
    type Output = (LaneBatch, LaneSet);

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let (mut input, mut batch) = (InputBuffer::new(), LaneBatch::EMPTY);
        let mut clashes = 0;
        // The buffer is reused: nothing of its earlier content may remain.
        for puzzles in self.0.chunks(LANES) {
            for (lane, (cells, candidates)) in puzzles.iter().enumerate() {
                match candidates {
                    Some(candidates) => input.put_candidates(lane, candidates),
                    None => input.put_cells(lane, cells),
                }
            }
            let lanes = LaneSet::MAX >> (LANES - puzzles.len());
            clashes = input.unload::<B, DIAGONAL>(backend, lanes, &mut batch);
        }
        (batch, clashes)
    }
}

/// A puzzle with any number of clues, perhaps a wrong one, or with candidates.
pub(super) fn puzzle(random: &mut Random) -> (Cells, Option<Candidates>) {
    let (solved, blanks) = (solved(random), random.below(9));
    let wrong = [0, 0, 0, 10, 15, 16, 255][random.below(7)];
    let mut cells = solved.map(|digit| if random.below(9) < blanks { 0 } else { digit });
    cells[random.below(81)] = wrong;
    let marked = random.below(3) == 0;
    (cells, marked.then(|| candidates(random)))
}

fn input<const DIAGONAL: bool>() {
    let (mut random, geometry) = (Random(5), geometry(DIAGONAL));
    for _ in 0..300 {
        let puzzles: Vec<_> =
            (0..LANES + 1 + random.below(LANES)).map(|_| puzzle(&mut random)).collect();
        for (name, kind) in kinds() {
            let (batch, clashes) = kind.run(InputKernel::<DIAGONAL>(&puzzles));
            let last = &puzzles[LANES..];
            assert_eq!(batch.used, LaneSet::MAX >> (LANES - last.len()), "{name}");
            assert_eq!(clashes & !batch.used, 0, "{name}");
            for (lane, (cells, candidates)) in last.iter().enumerate() {
                let of_value = |value| match value {
                    0 => 0x1ff,
                    1..=9 => 1 << (value - 1),
                    _ => 0,
                };
                let expected = candidates.map_or(cells.map(of_value), |marked| *marked.masks());
                assert_eq!(masks(&batch.block, lane), expected, "{name}");
                assert_eq!(clashes >> lane & 1 == 1, has_clash(&geometry, &expected), "{name}");
            }
        }
    }
}

#[test]
fn puzzles_are_converted_to_states_with_every_backend() {
    input::<false>();
    input::<true>();
}

#[test]
fn solution_is_the_inverse_of_the_input_conversion() {
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
