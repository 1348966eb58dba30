//! Arithmetic on bit planes: 27 small numbers at once, each of whose bits is in a word of its own.

use super::logic::{Masks, Three, majority};
use super::vector::Vector;

/// For each bit position of a word, a number of `BITS` bits, the lowest plane first.
pub(super) type BitPlanes<V, const BITS: usize> = [V; BITS];

/// The sum, and the carry out of its highest plane.
#[inline(always)]
pub(super) fn add<V: Vector, const BITS: usize>(
    a: BitPlanes<V, BITS>,
    b: BitPlanes<V, BITS>,
    zero: V,
) -> (BitPlanes<V, BITS>, V) {
    let (mut sum, mut carry) = (a, zero);
    for bit in 0..BITS {
        sum[bit] = a[bit].xor3(b[bit], carry);
        carry = a[bit].majority(b[bit], carry);
    }
    (sum, carry)
}

/// Half the sum of the weights in three words, rounded down: a bit of `four` weighs 4, one of `two`
/// 2, and one of `one` 1. The three are disjoint, so the result is at most 6.
#[inline(always)]
pub(super) fn weigh<V: Vector>(four: Three<V>, two: Three<V>, one: Three<V>) -> BitPlanes<V, 3> {
    let (odd_fours, odd_twos) = (odd(four), odd(two));
    let (pairs, fours) = (majority(one), majority(two));
    let carry = pairs & odd_twos;
    [
        pairs ^ odd_twos,
        fours.xor3(odd_fours, carry),
        majority(four) | fours.majority(odd_fours, carry),
    ]
}

/// The bits that are set in an odd number of the three.
#[inline(always)]
fn odd<V: Vector>([a, b, c]: Three<V>) -> V {
    a.xor3(b, c)
}

/// For each `k`, the sum of the numbers at the other two.
#[inline(always)]
pub(super) fn others_k<V: Vector>(x: BitPlanes<V, 3>, masks: &Masks<V>) -> BitPlanes<V, 4> {
    let [a, b, c] = masks.other_k_each(x);
    let ([p, q, r], s) = add([a.0, b.0, c.0], [a.1, b.1, c.1], masks.zero);
    [p, q, r, s]
}

/// For each `b`, the sum of the numbers at the other two.
#[inline(always)]
pub(super) fn others_b<V: Vector>(x: BitPlanes<V, 3>, masks: &Masks<V>) -> BitPlanes<V, 4> {
    let [a, b, c] = masks.other_b_each(x);
    let ([p, q, r], s) = add([a.0, b.0, c.0], [a.1, b.1, c.1], masks.zero);
    [p, q, r, s]
}
