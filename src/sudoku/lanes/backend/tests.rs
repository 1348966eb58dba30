//! Every operation of every backend that this processor has, against the same on single words.

use super::super::tests::Random;
use super::super::vector::{Backend, LANES, LaneSet, Program, Row, Vector};
use super::{Instructions, Kind, UnknownInstructions};

/// The backends that are here, the plain one among them.
pub(in crate::sudoku::lanes) fn kinds() -> impl Iterator<Item = (Instructions, Kind)> {
    Instructions::ALL.into_iter().filter_map(|name| Some((name, Kind::detect(name)?)))
}

/// Words in which something may go wrong.
const ODD: [u32; 12] =
    [0, 1, 2, 8, 15, 16, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fff0, 0xffff_fffe, u32::MAX];

/// Three rows: of words of the table, or at random, or of few bits.
fn rows(random: &mut Random) -> [Row; 3] {
    std::array::from_fn(|_| {
        let kind = random.below(3);
        Row(std::array::from_fn(|_| match kind {
            0 => ODD[random.below(ODD.len())],
            1 => random.word(),
            _ => random.word() & random.word() & random.word(),
        }))
    })
}

/// What a backend makes of three rows.
fn by_vectors<B: Backend>(
    backend: B,
    rows: &[Row; 3],
    operation: impl Fn(B::Vector, B::Vector, B::Vector) -> B::Vector,
) -> Row {
    let mut made = Row([0x5555_5555; LANES]);
    for part in 0..B::PARTS {
        let [a, b, c] = [0, 1, 2].map(|row| backend.load(&rows[row], part));
        backend.store(operation(a, b, c), &mut made, part);
    }
    made
}

/// The same, word by word.
fn by_words(rows: &[Row; 3], operation: impl Fn(u32, u32, u32) -> u32) -> Row {
    Row(std::array::from_fn(|lane| operation(rows[0].0[lane], rows[1].0[lane], rows[2].0[lane])))
}

/// Holds each operation to what it is on words.
struct Operations<'r>(Instructions, &'r [Row; 3]);

impl Program for Operations<'_> {
    type Output = ();

    fn run<B: Backend>(self, backend: B) {
        let Self(kind, rows) = self;
        macro_rules! hold {
            ($(|$a:tt, $b:tt, $c:tt| $vector:expr, $word:expr;)*) => {$(
                let made = by_vectors(backend, rows, |$a, $b, $c| $vector);
                let expected = by_words(rows, |$a, $b, $c| $word);
                assert_eq!(made, expected, "{kind}: {} of {rows:x?}", stringify!($vector));
            )*};
        }
        hold! {
            |a, b, _| a & b, a & b;
            |a, b, _| a | b, a | b;
            |a, b, _| a ^ b, a ^ b;
            |a, b, _| a.but(b), a & !b;
            |a, b, _| a.less(b), a.wrapping_sub(b);
            |a, b, c| a.where_else(b, c), (a & b) | (c & !b);
            |a, b, c| a.any(b, c), a | b | c;
            |a, b, c| a.all(b, c), a & b & c;
            |a, b, c| a.odd(b, c), a ^ b ^ c;
            |a, b, c| a.two_of(b, c), (a & b) | (a & c) | (b & c);
            |a, b, c| a.but_both(b, c), a & !b & !c;
            |a, _, _| a.filled(), if a == 0 { 0 } else { u32::MAX };
            |a, _, _| a.up::<1>(), a << 1;
            |a, _, _| a.up::<6>(), a << 6;
            |a, _, _| a.up::<18>(), a << 18;
            |a, _, _| a.down::<1>(), a >> 1;
            |a, _, _| a.down::<9>(), a >> 9;
            |a, _, _| a.down::<31>(), a >> 31;
        }
        for bits in 0..32 {
            let made = by_vectors(backend, rows, |a, _, _| a.down_by(bits));
            assert_eq!(made, by_words(rows, |a, _, _| a >> bits), "{kind}: down by {bits}");
        }
        let table = &rows[1];
        let made_of_table = by_vectors(backend, rows, |a, _, _| a.look_up(table));
        let word = |a: u32, _, _| table.0[usize::from(a.to_le_bytes()[0] & 15)];
        assert_eq!(made_of_table, by_words(rows, word), "{kind}: {rows:x?}");
        let splat = rows[2].0[5];
        let made_of_one = by_vectors(backend, rows, |_, _, _| backend.splat(splat));
        assert_eq!(made_of_one, Row([splat; LANES]), "{kind}");
        let mut zeros = 0;
        for part in 0..B::PARTS {
            zeros |= B::lanes_of(part, backend.load(&rows[0], part).zeros());
        }
        let is_zero = |lane: usize| LaneSet::from(rows[0].0[lane] == 0) << lane;
        assert_eq!(zeros, (0..LANES).map(is_zero).fold(0, |all, lane| all | lane), "{kind}");
    }
}

#[test]
fn every_operation_is_what_it_is_on_words() {
    let mut random = Random(1);
    for _ in 0..500 {
        let rows = rows(&mut random);
        for (name, kind) in kinds() {
            kind.run(Operations(name, &rows));
        }
    }
}

/// Parts and their lanes: together they are the row, once each.
struct Parts(Instructions);

impl Program for Parts {
    type Output = ();

    fn run<B: Backend>(self, backend: B) {
        let Self(kind) = self;
        let mut seen: LaneSet = 0;
        for part in 0..B::PARTS {
            let lanes = B::lanes_of(part, B::WHOLE);
            assert_eq!(seen & lanes, 0, "{kind}");
            seen |= lanes;
            let mut row = Row::ZERO;
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
fn the_parts_of_a_row_are_all_of_it() {
    for (name, kind) in kinds() {
        kind.run(Parts(name));
    }
}

/// Copies words of some lanes to as many others.
struct Copy<'r>(&'r Row, &'r Row, LaneSet, LaneSet);

impl Program for Copy<'_> {
    type Output = Row;

    fn run<B: Backend>(self, backend: B) -> Row {
        let Self(from, to, whence, whither) = self;
        let mut to = *to;
        backend.copy(backend.plan(whence, whither), from, &mut to);
        to
    }
}

/// The lanes of a set, one by one.
fn lanes(set: LaneSet) -> Vec<usize> {
    (0..LANES).filter(|lane| set >> lane & 1 == 1).collect()
}

#[test]
fn words_are_copied_in_order_and_the_others_stay() {
    let mut random = Random(2);
    for round in 0..20_000 {
        let [from, to, _] = rows(&mut random);
        let mut whence = random.lanes();
        let whither = if round % 4 == 0 { whence } else { random.lanes() };
        while whence.count_ones() > whither.count_ones() {
            whence &= whence - 1;
        }
        let mut expected = to;
        let whither = lanes(whither).into_iter().take(lanes(whence).len());
        let whither = whither.fold(0, |all, lane| all | 1 << lane);
        for (from_lane, to_lane) in lanes(whence).into_iter().zip(lanes(whither)) {
            expected.0[to_lane] = from.0[from_lane];
        }
        for (name, kind) in kinds() {
            let made = kind.run(Copy(&from, &to, whence, whither));
            assert_eq!(made, expected, "{name}: {whence:016b} to {whither:016b}");
        }
    }
}

#[test]
fn instructions_are_known_by_their_names() {
    for kind in Instructions::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    let wrong: Result<Instructions, UnknownInstructions> = "AVX".parse();
    assert_eq!(
        wrong.unwrap_err().to_string(),
        "no instructions are called `AVX`: expected plain, sse2, avx2, avx512"
    );
    assert!(Instructions::Plain.are_here() && Instructions::best().are_here());
}
