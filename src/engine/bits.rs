//! Sets of numbers as bits of machine words.
//!
//! The loops of searches over words are written out: where a crate is compiled in several units
//! without link-time optimisation, as by default, the closures of `array::from_fn` and `zip` are
//! called one by one.

use crate::ids::as_index;

/// The bits of a word, as a number of bits.
pub(super) const WORD: usize = as_index(u64::BITS);

/// The number of words that hold `bits` bits; at least one.
pub(super) fn words(bits: usize) -> usize {
    bits.div_ceil(WORD).max(1)
}

/// Calls a function with the number of each bit that is set, in ascending order.
#[inline(always)]
pub(super) fn each(words: &[u64], mut call: impl FnMut(usize)) {
    for (index, &word) in words.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            call(index * WORD + as_index(rest.trailing_zeros()));
            rest &= rest - 1;
        }
    }
}

/// The set of the first `count` bits.
#[inline(always)]
pub(super) fn first<const W: usize>(count: usize) -> [u64; W] {
    std::array::from_fn(|word| match count.saturating_sub(word * WORD) {
        0 => 0,
        rest if rest >= WORD => u64::MAX,
        rest => (1 << rest) - 1,
    })
}

/// Sets a bit.
#[inline(always)]
pub(super) fn set(words: &mut [u64], bit: usize) {
    words[bit / WORD] |= 1 << (bit % WORD);
}

/// Clears a bit.
#[inline(always)]
pub(super) fn remove(words: &mut [u64], bit: usize) {
    words[bit / WORD] &= !(1 << (bit % WORD));
}

/// Whether a bit is set.
#[inline(always)]
pub(super) fn has(words: &[u64], bit: usize) -> bool {
    words[bit / WORD] >> (bit % WORD) & 1 != 0
}

/// The numbers in both sets.
#[inline(always)]
pub(super) fn and<const W: usize>(a: &[u64; W], b: &[u64; W]) -> [u64; W] {
    let mut both = *a;
    for word in 0..W {
        both[word] &= b[word];
    }
    both
}

/// Takes the numbers of one set out of another, which has as many words.
#[inline(always)]
pub(super) fn subtract(set: &mut [u64], other: &[u64]) {
    let other = &other[..set.len()];
    for word in 0..set.len() {
        set[word] &= !other[word];
    }
}

/// The number of bits in both of two sets with as many words.
#[inline(always)]
pub(super) fn common_size(a: &[u64], b: &[u64]) -> u32 {
    let (mut size, b) = (0, &b[..a.len()]);
    for word in 0..a.len() {
        size += (a[word] & b[word]).count_ones();
    }
    size
}

/// The lowest bit of a set that is not empty.
#[inline(always)]
pub(super) fn lowest<const W: usize>(set: &[u64; W]) -> usize {
    let word = set.iter().position(|&word| word != 0).unwrap_or(0);
    word * WORD + as_index(set[word].trailing_zeros()) % WORD
}

/// Takes the lowest bit out of a set that is not empty.
#[inline(always)]
pub(super) fn take_lowest<const W: usize>(set: &mut [u64; W]) -> usize {
    let bit = lowest(set);
    remove(set, bit);
    bit
}

/// The number of bits in a set.
#[inline(always)]
pub(super) fn size(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// The bits of a set, ascending.
#[inline(always)]
pub(super) fn ones<const W: usize>(mut set: [u64; W]) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || (set != [0; W]).then(|| take_lowest(&mut set)))
}
