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

/// Applies a vector operation to three rows.
fn by_vectors<B: Backend>(
    backend: B,
    rows: &[LaneWords; 3],
    operation: impl Fn(B::Vector, B::Vector, B::Vector) -> B::Vector,
) -> LaneWords {
    let mut result = LaneWords([0x5555_5555; LANES]);
    for part in 0..B::PARTS {
        let [a, b, c] = [0, 1, 2].map(|row| backend.load(&rows[row], part));
        backend.store(operation(a, b, c), &mut result, part);
    }
    result
}

/// Applies an operation on words to three rows.
fn by_words(rows: &[LaneWords; 3], operation: impl Fn(u32, u32, u32) -> u32) -> LaneWords {
    LaneWords(std::array::from_fn(|lane| {
        operation(rows[0].0[lane], rows[1].0[lane], rows[2].0[lane])
    }))
}

/// Compares each vector operation with its definition on words.
struct Operations<'r>(InstructionSet, &'r [LaneWords; 3]);

impl Kernel for Operations<'_> {
    type Output = ();

    fn run<B: Backend>(self, backend: B) {
        self.check(backend);
        self.check(backend.narrow());
        self.check_groups(backend.narrow());
    }
}

impl Operations<'_> {
    /// The operations on the first three of four words.
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

    fn check<B: Backend>(&self, backend: B) {
        let Self(kind, rows) = self;
        macro_rules! check {
            ($(|$a:tt, $b:tt, $c:tt| $vector:expr, $word:expr;)*) => {$(
                let made = by_vectors(backend, rows, |$a, $b, $c| $vector);
                let expected = by_words(rows, |$a, $b, $c| $word);
                assert_eq!(made, expected, "{kind}: {} of {rows:x?}", stringify!($vector));
            )*};
        }
        check! {
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
        for bits in 0..32 {
            let made = by_vectors(backend, rows, |a, _, _| a.shr_by(bits));
            assert_eq!(made, by_words(rows, |a, _, _| a >> bits), "{kind}: down by {bits}");
        }
        let table = &rows[1];
        let made_of_table = by_vectors(backend, rows, |a, _, _| a.permute(table));
        let word = |a: u32, _, _| table.0[usize::from(a.to_le_bytes()[0] & 15)];
        assert_eq!(made_of_table, by_words(rows, word), "{kind}: {rows:x?}");
        let splat = rows[2].0[5];
        let made_of_one = by_vectors(backend, rows, |_, _, _| backend.splat(splat));
        assert_eq!(made_of_one, LaneWords([splat; LANES]), "{kind}");
        let mut zeros = 0;
        for part in 0..B::PARTS {
            zeros |= B::lanes_of(part, backend.load(&rows[0], part).zero_lanes());
        }
        let is_zero = |lane: usize| LaneSet::from(rows[0].0[lane] == 0) << lane;
        assert_eq!(zeros, (0..LANES).map(is_zero).fold(0, |all, lane| all | lane), "{kind}");
    }
}

#[test]
fn vector_operations_agree_with_operations_on_words() {
    let mut random = Random(1);
    for _ in 0..500 {
        let rows = rows(&mut random);
        for (name, kind) in kinds() {
            kind.run(Operations(name, &rows));
        }
    }
}

/// Checks that the parts of a row cover each lane once.
struct Parts(InstructionSet);

impl Kernel for Parts {
    type Output = ();

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
