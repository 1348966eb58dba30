//! Every operation of every backend that this processor has, against the same operation on single
//! words.

use super::super::tests::Random;
use super::super::vector::{Backend, GroupVector, Kernel, LANES, LaneSet, LaneWords, Vector};
use super::{DetectedBackend, InstructionSet, UnknownInstructionSet};

/// The backends of this processor, of which the scalar one is the first.
pub(in crate::sudoku::simd9) fn kinds() -> impl Iterator<Item = (InstructionSet, DetectedBackend)> {
    InstructionSet::ALL.into_iter().filter_map(|name| Some((name, DetectedBackend::detect(name)?)))
}

/// Edge cases.
const EDGES: [u32; 12] =
    [0, 1, 2, 8, 15, 16, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fff0, 0xffff_fffe, u32::MAX];

/// Three rows, each of edge cases, of random words, or of words with few bits.
fn rows(random: &mut Random) -> [LaneWords; 3] {
    std::array::from_fn(|_| {
        let kind = random.below(3);
        LaneWords(std::array::from_fn(|_| match kind {
            0 => EDGES[random.below(EDGES.len())],
            1 => random.word(),
            _ => random.word() & random.word() & random.word(),
        }))
    })
}

/// What the vector operations make of three rows, and the lanes in which the first one is zero.
type Made = (Vec<LaneWords>, LaneSet);

/// Defines [`by_vectors`], [`by_words`] and [`NAMES`] by a vector operation and its definition on
/// words for each.
macro_rules! operations {
    ($(|$a:tt, $b:tt, $c:tt| $vector:expr, $word:expr;)*) => {
        const NAMES: &[&str] = &[$(stringify!($vector)),*];

        /// The rows that the operations make, in their order, and those of the operations with
        /// arguments.
        #[inline(always)]
        fn by_vectors<B: Backend>(backend: B, rows: &[LaneWords; 3]) -> Made {
            let (table, splat) = (&rows[1], rows[2].0[5]);
            let mut made = vec![LaneWords([0x5555_5555; LANES]); NAMES.len() + 34];
            let mut zeros = 0;
            for part in 0..B::PARTS {
                let [a, b, c] = [0, 1, 2].map(|row| backend.load(&rows[row], part));
                let vectors = [$({ let ($a, $b, $c) = (a, b, c); $vector }),*];
                let (of_names, others) = made.split_at_mut(NAMES.len());
                for (row, vector) in of_names.iter_mut().zip(vectors) {
                    backend.store(vector, row, part);
                }
                for (bits, row) in (0..32).zip(&mut *others) {
                    backend.store(a.shr_by(bits), row, part);
                }
                backend.store(a.permute(table), &mut others[32], part);
                backend.store(backend.splat(splat), &mut others[33], part);
                zeros |= B::lanes_of(part, a.zero_lanes());
            }
            (made, zeros)
        }

        /// The same by the definitions on words.
        fn by_words(rows: &[LaneWords; 3]) -> Made {
            let on_words = |operation: &dyn Fn(u32, u32, u32) -> u32| {
                LaneWords(std::array::from_fn(|lane| {
                    operation(rows[0].0[lane], rows[1].0[lane], rows[2].0[lane])
                }))
            };
            let (table, splat) = (&rows[1], rows[2].0[5]);
            let mut made = vec![$(on_words(&|$a, $b, $c| $word)),*];
            made.extend((0..32).map(|bits| on_words(&|a, _, _| a >> bits)));
            made.push(on_words(&|a, _, _| table.0[usize::from(a.to_le_bytes()[0] & 15)]));
            made.push(on_words(&|_, _, _| splat));
            let is_zero = |lane: usize| LaneSet::from(rows[0].0[lane] == 0) << lane;
            (made, (0..LANES).map(is_zero).fold(0, |all, lane| all | lane))
        }
    };
}

operations! {
    |a, b, _| a & b, a & b;
    |a, b, _| a | b, a | b;
    |a, b, _| a ^ b, a ^ b;
    |a, b, _| a.and_not(b), a & !b;
    |a, b, _| a.sub(b), a.wrapping_sub(b);
    |a, b, c| a.select(b, c), (a & b) | (c & !b);
    |a, b, c| a.or3(b, c), a | b | c;
    |a, b, c| a.and3(b, c), a & b & c;
    |a, b, c| a.xor3(b, c), a ^ b ^ c;
    |a, b, c| a.majority(b, c), (a & b) | (a & c) | (b & c);
    |a, b, c| a.and_not_either(b, c), a & !b & !c;
    |a, _, _| a.nonzero_mask(), if a == 0 { 0 } else { u32::MAX };
    |a, _, _| a.shl::<1>(), a << 1;
    |a, _, _| a.shl::<6>(), a << 6;
    |a, _, _| a.shl::<18>(), a << 18;
    |a, _, _| a.shr::<1>(), a >> 1;
    |a, _, _| a.shr::<9>(), a >> 9;
    |a, _, _| a.shr::<31>(), a >> 31;
}

/// Applies the operations with the widest vectors and with those of four words.
struct Operations<'r>(InstructionSet, &'r [LaneWords; 3]);

impl Kernel for Operations<'_> {
    type Output = [Made; 2];

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> [Made; 2] {
        self.check_groups(backend.narrow());
        [by_vectors(backend, self.1), by_vectors(backend.narrow(), self.1)]
    }
}

impl Operations<'_> {
    /// The operations on the first three of four words.
    #[inline(always)]
    fn check_groups<B: Backend<Vector: GroupVector>>(&self, backend: B) {
        let Self(kind, rows) = self;
        for part in 0..B::PARTS {
            let words = |vector: B::Vector| {
                let mut row = LaneWords::ZERO;
                backend.store(vector, &mut row, 0);
                [row.0[0], row.0[1], row.0[2], row.0[3]]
            };
            let vectors = rows.map(|row| backend.load(&row, part));
            let transposed = GroupVector::transposed(vectors).map(words);
            for (row, &vector) in vectors.iter().enumerate() {
                for (column, word) in words(vector).into_iter().take(3).enumerate() {
                    assert_eq!(transposed[column][row], word, "{kind}");
                    assert_eq!(words(vector.split()[column]), [word; 4], "{kind}");
                }
                let [a, b, c, _] = words(vector);
                assert_eq!(words(vector.union_of_words()), [a | b | c; 4], "{kind}");
            }
        }
    }
}

#[test]
fn vector_operations_agree_with_operations_on_words() {
    let mut random = Random(1);
    for _ in 0..500 {
        let rows = rows(&mut random);
        let expected = by_words(&rows);
        for (name, kind) in kinds() {
            for made in kind.run(Operations(name, &rows)) {
                assert_eq!(made.1, expected.1, "{name}: zeros of {rows:x?}");
                assert_eq!(made.0.len(), expected.0.len());
                for (index, (made, expected)) in made.0.iter().zip(&expected.0).enumerate() {
                    let operation = NAMES.get(index).unwrap_or(&"down by bits, permute or splat");
                    assert_eq!(made, expected, "{name}: {operation}, {index}, of {rows:x?}");
                }
            }
        }
    }
}

/// Checks that the parts of a row cover each lane once.
struct Parts(InstructionSet);

impl Kernel for Parts {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Self(kind) = self;
        let mut seen: LaneSet = 0;
        for part in 0..B::PARTS {
            let lanes = B::lanes_of(part, B::WHOLE);
            assert_eq!(seen & lanes, 0, "{kind}");
            seen |= lanes;
            let mut row = LaneWords::ZERO;
            backend.store(backend.splat(7), &mut row, part);
            for lane in 0..LANES {
                assert_eq!(row.0[lane] == 7, lanes >> lane & 1 == 1, "{kind}: part {part}");
                assert_eq!(B::has_any(part, 1 << lane), lanes >> lane & 1 == 1, "{kind}");
            }
            assert!(!B::has_any(part, 0) && !B::has_any(part, !lanes), "{kind}");
        }
        assert_eq!(seen, LaneSet::MAX, "{kind}");
    }
}

#[test]
fn the_parts_cover_each_lane_of_a_row_once() {
    for (name, kind) in kinds() {
        kind.run(Parts(name));
    }
}

/// Copies words of some lanes to as many others.
struct CopyKernel<'r>(&'r LaneWords, &'r LaneWords, LaneSet, LaneSet);

impl Kernel for CopyKernel<'_> {
    type Output = LaneWords;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> LaneWords {
        let Self(source, target, from, to) = self;
        let mut target = *target;
        backend.copy(backend.plan(from, to), source, &mut target);
        target
    }
}

/// The lanes of a set as a list.
fn lanes(set: LaneSet) -> Vec<usize> {
    (0..LANES).filter(|lane| set >> lane & 1 == 1).collect()
}

#[test]
fn copying_keeps_the_order_and_the_other_lanes() {
    let mut random = Random(2);
    for round in 0..20_000 {
        let [source, target, _] = rows(&mut random);
        let mut from = random.lanes();
        let to = if round % 4 == 0 { from } else { random.lanes() };
        while from.count_ones() > to.count_ones() {
            from &= from - 1;
        }
        let mut expected = target;
        let to = lanes(to).into_iter().take(lanes(from).len());
        let to = to.fold(0, |all, lane| all | 1 << lane);
        for (from_lane, to_lane) in lanes(from).into_iter().zip(lanes(to)) {
            expected.0[to_lane] = source.0[from_lane];
        }
        for (name, kind) in kinds() {
            let made = kind.run(CopyKernel(&source, &target, from, to));
            assert_eq!(made, expected, "{name}: {from:016b} to {to:016b}");
        }
    }
}

#[test]
fn instruction_sets_are_parsed_from_their_names() {
    for kind in InstructionSet::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    let wrong: Result<InstructionSet, UnknownInstructionSet> = "AVX".parse();
    assert_eq!(
        wrong.unwrap_err().to_string(),
        "unknown instruction set 'AVX': expected one of scalar, sse2, avx2, avx512"
    );
    assert!(InstructionSet::Scalar.is_available() && InstructionSet::best().is_available());
}
