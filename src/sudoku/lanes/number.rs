//! Numbers in bit planes: for each bit of a word one number, whose bits are the same bit of several words.

use super::logic::{Masks, Three, two_of};
use super::vector::Vector;

/// A number of so many bits for each bit of a word, the lowest first.
pub(super) type Number<V, const BITS: usize> = [V; BITS];

/// The sum, and what is carried out of it.
#[inline(always)]
pub(super) fn add<V: Vector, const BITS: usize>(
    a: Number<V, BITS>,
    b: Number<V, BITS>,
    zero: V,
) -> (Number<V, BITS>, V) {
    let (mut sum, mut carry) = (a, zero);
    for bit in 0..BITS {
        sum[bit] = a[bit].odd(b[bit], carry);
        carry = a[bit].two_of(b[bit], carry);
    }
    (sum, carry)
}

/// Half the sum of the weights in three words, rounded down: a bit of the first three words weighs four, one of the next
/// two, and one of the last one. No place has a bit in more than one of the three. So this is 6 at most.
#[inline(always)]
pub(super) fn weigh<V: Vector>(four: Three<V>, two: Three<V>, one: Three<V>) -> Number<V, 3> {
    let (odd_fours, odd_twos) = (odd(four), odd(two));
    let (pairs, fours) = (two_of(one), two_of(two));
    let carry = pairs & odd_twos;
    [pairs ^ odd_twos, fours.odd(odd_fours, carry), two_of(four) | fours.two_of(odd_fours, carry)]
}

/// The bits of an odd number of three.
#[inline(always)]
fn odd<V: Vector>([a, b, c]: Three<V>) -> V {
    a.odd(b, c)
}

/// For each `k`, the sum of the numbers at the other two.
#[inline(always)]
pub(super) fn others_k<V: Vector>(x: Number<V, 3>, masks: &Masks<V>) -> Number<V, 4> {
    let [a, b, c] = masks.other_k_each(x);
    let ([p, q, r], s) = add([a.0, b.0, c.0], [a.1, b.1, c.1], masks.zero);
    [p, q, r, s]
}

/// For each `b`, the sum of the numbers at the other two.
#[inline(always)]
pub(super) fn others_b<V: Vector>(x: Number<V, 3>, masks: &Masks<V>) -> Number<V, 4> {
    let [a, b, c] = masks.other_b_each(x);
    let ([p, q, r], s) = add([a.0, b.0, c.0], [a.1, b.1, c.1], masks.zero);
    [p, q, r, s]
}
