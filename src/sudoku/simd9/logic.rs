//! Bit logic on groups of three and nine words, which the rules are made of.

use super::layout::{B0, FULL, K0, SingleState, WORDS};
use super::vector::{Backend, LaneWords, Vector};

/// Three words that differ in one coordinate of the layout, mostly `i` or `j`.
pub(super) type Three<V> = [V; 3];

/// The nine words of a group of digits: `[i][j]`.
pub(super) type Nine<V> = [[V; 3]; 3];

/// The words of a state in vectors: `[g][i][j]`.
pub(super) type StateVectors<V> = [Nine<V>; 3];

/// Runs code for each of the nine positions `i`, `j` of a box. The macro writes it out nine times,
/// because a loop would keep the words in memory and index them at run time. A closure is not an
/// alternative: one that is not inlined is compiled for the lowest instruction set.
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

/// Constants, and those with which bits are rotated within a word.
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

    /// For each `k`, the bit at `k + 1`, and the bit at `k + 2`, modulo 3.
    #[inline(always)]
    pub(super) fn other_k(&self, x: V) -> (V, V) {
        let next = x.shr::<1>().select(self.k01, x.shl::<2>());
        let after = x.shr::<2>().select(self.k0, x.shl::<1>());
        (next, after)
    }

    /// [`other_k`](Self::other_k) of three words.
    #[inline(always)]
    pub(super) fn other_k_each(&self, x: Three<V>) -> Three<(V, V)> {
        [self.other_k(x[0]), self.other_k(x[1]), self.other_k(x[2])]
    }

    /// For each `b`, the bit at `b + 1`, and the bit at `b + 2`, modulo 3.
    #[inline(always)]
    pub(super) fn other_b(&self, x: V) -> (V, V) {
        let next = x.shr::<3>().select(self.b01, x.shl::<6>());
        let after = x.shr::<6>().select(self.b0, x.shl::<3>());
        (next, after)
    }

    /// [`other_b`](Self::other_b) of three words.
    #[inline(always)]
    pub(super) fn other_b_each(&self, x: Three<V>) -> Three<(V, V)> {
        [self.other_b(x[0]), self.other_b(x[1]), self.other_b(x[2])]
    }
}

/// For each `t`, the bit at `t + 1`, and the bit at `t + 2`, modulo 3. The bits above the 27 are
/// arbitrary.
#[inline(always)]
pub(super) fn other_t<V: Vector>(x: V) -> (V, V) {
    (x.shr::<9>() | x.shl::<18>(), x.shr::<18>() | x.shl::<9>())
}

/// For each `t`, the union of the other two. The bits above the 27 are arbitrary.
#[inline(always)]
pub(super) fn any_other_t<V: Vector>(x: V) -> V {
    x.shl::<9>().or3(x.shl::<18>(), x.shr::<9>()) | x.shr::<18>()
}

/// Loads the states in a part of the rows.
#[inline(always)]
pub(super) fn state<B: Backend>(
    backend: B,
    rows: &[LaneWords; WORDS],
    part: usize,
) -> StateVectors<B::Vector> {
    [nine(backend, rows, part, 0), nine(backend, rows, part, 9), nine(backend, rows, part, 18)]
}

#[inline(always)]
fn nine<B: Backend>(
    backend: B,
    rows: &[LaneWords; WORDS],
    part: usize,
    at: usize,
) -> Nine<B::Vector> {
    [
        three(backend, rows, part, at),
        three(backend, rows, part, at + 3),
        three(backend, rows, part, at + 6),
    ]
}

#[inline(always)]
fn three<B: Backend>(
    backend: B,
    rows: &[LaneWords; WORDS],
    part: usize,
    at: usize,
) -> Three<B::Vector> {
    [
        backend.load(&rows[at], part),
        backend.load(&rows[at + 1], part),
        backend.load(&rows[at + 2], part),
    ]
}

/// Loads one state.
#[inline(always)]
pub(super) fn load_single<B: Backend>(backend: B, state: &SingleState) -> Nine<B::Vector> {
    let mut x = [[backend.splat(0); 3]; 3];
    each_place!(|i, j| x[i][j] = backend.load(&state.0[i], j));
    x
}

/// Overwrites one state.
#[inline(always)]
pub(super) fn store_single<B: Backend>(backend: B, x: &Nine<B::Vector>, state: &mut SingleState) {
    each_place!(|i, j| backend.store(x[i][j], &mut state.0[i], j));
}

/// `[j][i]` of `[i][j]`.
#[inline(always)]
pub(super) fn transposed<V: Copy>(x: Nine<V>) -> Nine<V> {
    let [[a, b, c], [d, e, f], [g, h, i]] = x;
    [[a, d, g], [b, e, h], [c, f, i]]
}

#[inline(always)]
pub(super) fn union<V: Vector>([a, b, c]: Three<V>) -> V {
    a.or3(b, c)
}

#[inline(always)]
pub(super) fn union_each<V: Vector>(x: Nine<V>) -> Three<V> {
    [union(x[0]), union(x[1]), union(x[2])]
}

#[inline(always)]
pub(super) fn majority<V: Vector>([a, b, c]: Three<V>) -> V {
    a.majority(b, c)
}

#[inline(always)]
pub(super) fn majority_each<V: Vector>(x: Nine<V>) -> Three<V> {
    [majority(x[0]), majority(x[1]), majority(x[2])]
}

/// The intersection, word by word.
#[inline(always)]
pub(super) fn intersection<V: Vector>(x: Nine<V>, y: Nine<V>) -> Nine<V> {
    let mut result = x;
    each_place!(|i, j| result[i][j] = x[i][j] & y[i][j]);
    result
}

/// Each word of `x` without the other two words of `y`.
#[inline(always)]
pub(super) fn without_others<V: Vector>(x: Three<V>, y: Three<V>) -> Three<V> {
    [
        x[0].and_not_either(y[1], y[2]),
        x[1].and_not_either(y[0], y[2]),
        x[2].and_not_either(y[0], y[1]),
    ]
}
