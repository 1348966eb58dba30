//! The words of a state by threes and nines, and what is asked of them.

use super::layout::{B0, FULL, K0, WORDS};
use super::vector::{Backend, Row, Vector};

/// Three words that differ in one coordinate of the layout, mostly `i` or `j`.
pub(super) type Three<V> = [V; 3];

/// The nine words of a group of digits: `[i][j]`.
pub(super) type Nine<V> = [[V; 3]; 3];

/// A part of a state: `[g][i][j]`.
pub(super) type State<V> = [Nine<V>; 3];

/// Runs code for each of the nine places `i`, `j` of a box. It is written out nine times, because a loop would keep
/// the words in memory, with an index that is not known before. A closure would do worse: where it is not inlined, it is
/// compiled for every processor.
macro_rules! each_place {
    (|$i:ident, $j:ident| $code:expr) => {
        each_place!($i, $j, $code, (0, 0) (0, 1) (0, 2) (1, 0) (1, 1) (1, 2) (2, 0) (2, 1) (2, 2))
    };
    ($i:ident, $j:ident, $code:expr, $(($row:literal, $column:literal))*) => {
        $({
            let ($i, $j): (usize, usize) = ($row, $column);
            $code;
        })*
    };
}

pub(super) use each_place;

/// The constants that turning takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masks<V> {
    pub(super) zero: V,
    pub(super) full: V,
    k0: V,
    k01: V,
    b0: V,
    b01: V,
}

impl<V: Vector> Masks<V> {
    #[inline(always)]
    pub(super) fn new(backend: impl Backend<Vector = V>) -> Self {
        Self {
            zero: backend.splat(0),
            full: backend.splat(FULL),
            k0: backend.splat(K0),
            k01: backend.splat(K0 | K0 << 1),
            b0: backend.splat(B0),
            b01: backend.splat(B0 | B0 << 3),
        }
    }

    /// For each `k`, what is at the next one, and at the one after that; `0` follows `2`.
    #[inline(always)]
    pub(super) fn other_k(&self, x: V) -> (V, V) {
        let next = x.down::<1>().where_else(self.k01, x.up::<2>());
        let after = x.down::<2>().where_else(self.k0, x.up::<1>());
        (next, after)
    }

    /// [`other_k`](Self::other_k) of three words.
    #[inline(always)]
    pub(super) fn other_k_each(&self, x: Three<V>) -> Three<(V, V)> {
        [self.other_k(x[0]), self.other_k(x[1]), self.other_k(x[2])]
    }

    /// For each `b`, what is at the next one, and at the one after that.
    #[inline(always)]
    pub(super) fn other_b(&self, x: V) -> (V, V) {
        let next = x.down::<3>().where_else(self.b01, x.up::<6>());
        let after = x.down::<6>().where_else(self.b0, x.up::<3>());
        (next, after)
    }

    /// [`other_b`](Self::other_b) of three words.
    #[inline(always)]
    pub(super) fn other_b_each(&self, x: Three<V>) -> Three<(V, V)> {
        [self.other_b(x[0]), self.other_b(x[1]), self.other_b(x[2])]
    }
}

/// For each `t`, what is at the next one, and at the one after that. There is rubbish above the 27 bits.
#[inline(always)]
pub(super) fn other_t<V: Vector>(x: V) -> (V, V) {
    (x.down::<9>() | x.up::<18>(), x.down::<18>() | x.up::<9>())
}

/// For each `t`, what is at any of the others. There is rubbish above the 27 bits.
#[inline(always)]
pub(super) fn any_other_t<V: Vector>(x: V) -> V {
    x.up::<9>().any(x.up::<18>(), x.down::<9>()) | x.down::<18>()
}

/// The part of a state that is in a part of the rows.
#[inline(always)]
pub(super) fn state<B: Backend>(backend: B, rows: &[Row; WORDS], part: usize) -> State<B::Vector> {
    [nine(backend, rows, part, 0), nine(backend, rows, part, 9), nine(backend, rows, part, 18)]
}

#[inline(always)]
fn nine<B: Backend>(backend: B, rows: &[Row; WORDS], part: usize, at: usize) -> Nine<B::Vector> {
    [
        three(backend, rows, part, at),
        three(backend, rows, part, at + 3),
        three(backend, rows, part, at + 6),
    ]
}

#[inline(always)]
fn three<B: Backend>(backend: B, rows: &[Row; WORDS], part: usize, at: usize) -> Three<B::Vector> {
    [
        backend.load(&rows[at], part),
        backend.load(&rows[at + 1], part),
        backend.load(&rows[at + 2], part),
    ]
}

/// `[j][i]`.
#[inline(always)]
pub(super) fn transposed<V: Copy>(x: Nine<V>) -> Nine<V> {
    let [[a, b, c], [d, e, f], [g, h, i]] = x;
    [[a, d, g], [b, e, h], [c, f, i]]
}

#[inline(always)]
pub(super) fn any<V: Vector>([a, b, c]: Three<V>) -> V {
    a.any(b, c)
}

#[inline(always)]
pub(super) fn any_each<V: Vector>(x: Nine<V>) -> Three<V> {
    [any(x[0]), any(x[1]), any(x[2])]
}

#[inline(always)]
pub(super) fn two_of<V: Vector>([a, b, c]: Three<V>) -> V {
    a.two_of(b, c)
}

#[inline(always)]
pub(super) fn two_of_each<V: Vector>(x: Nine<V>) -> Three<V> {
    [two_of(x[0]), two_of(x[1]), two_of(x[2])]
}

/// What is in both.
#[inline(always)]
pub(super) fn both<V: Vector>(x: Nine<V>, y: Nine<V>) -> Nine<V> {
    let mut both = x;
    each_place!(|i, j| both[i][j] = x[i][j] & y[i][j]);
    both
}

/// What of each is in neither of the other two of `y`.
#[inline(always)]
pub(super) fn but_others<V: Vector>(x: Three<V>, y: Three<V>) -> Three<V> {
    [x[0].but_both(y[1], y[2]), x[1].but_both(y[0], y[2]), x[2].but_both(y[0], y[1])]
}
