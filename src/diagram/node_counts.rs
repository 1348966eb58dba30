//! [`NodeCounts`]: a number for each node, in eight bytes if it is below 2^63.

use crate::ids::{as_index, high, low, to_u64};
use crate::natural::Natural;
use num_bigint::BigUint;

/// Set in a word that is not a number, but the index of one.
const BIG: u64 = 1 << 63;

/// A list of numbers, with the digits of those above 63 bits in one array: a `BigUint` for each of
/// millions of nodes would be as many requests for memory.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeCounts {
    /// A number below 2^63; or [`BIG`] and the index of a range.
    words: Vec<u64>,
    /// Where the digits of each big number end; those of the next number begin there.
    ends: Vec<usize>,
    /// In base 2^32, the lowest first. The last digit of a number is not 0.
    digits: Vec<u32>,
}

impl NodeCounts {
    pub(super) fn with_capacity(numbers: usize) -> Self {
        Self { words: Vec::with_capacity(numbers), ends: Vec::new(), digits: Vec::new() }
    }

    pub(super) fn get(&self, index: usize) -> Natural {
        match self.words[index] {
            word if word < BIG => Natural::Word(word),
            word => BigUint::from_slice(self.digits_of(word)).into(),
        }
    }

    pub(super) fn push(&mut self, number: &Natural) {
        if let Natural::Word(word) = number {
            self.push_word(*word);
        } else {
            self.digits.extend(number.to_big().iter_u32_digits());
            self.end();
        }
    }

    fn push_word(&mut self, word: u64) {
        if word < BIG {
            self.words.push(word);
        } else {
            self.digits.extend([low(word), high(word)]);
            self.end();
        }
    }

    /// Makes the digits after the last number a number.
    fn end(&mut self) {
        self.words.push(BIG | to_u64(self.ends.len()));
        self.ends.push(self.digits.len());
    }

    /// Appends the sum of two of the numbers.
    #[inline]
    pub(super) fn push_sum(&mut self, left: usize, right: usize) {
        match [self.words[left], self.words[right]] {
            // No overflow: both are below 2^63.
            [left, right] if left < BIG && right < BIG => self.push_word(left + right),
            [left, right] => self.push_big_sum(left, right),
        }
    }

    /// Appends the sum of two numbers of which at least one is big.
    fn push_big_sum(&mut self, left: u64, right: u64) {
        let (longer, other) = if self.range(left).len() < self.range(right).len() {
            (self.range(right), left)
        } else {
            (self.range(left), right)
        };
        let word = [low(other), high(other)];
        let other_range = self.range(other);
        let mut carry = 0;
        for (index, at) in longer.enumerate() {
            let other = if other < BIG {
                word.get(index)
            } else {
                self.digits[other_range.clone()].get(index)
            };
            let [digit, other, more] =
                [self.digits[at], *other.unwrap_or(&0), carry].map(u64::from);
            let sum = digit + other + more;
            self.digits.push(low(sum));
            carry = high(sum);
        }
        if carry > 0 {
            self.digits.push(carry);
        }
        self.end();
    }

    /// The range of the digits of a number; empty if it is small.
    fn range(&self, word: u64) -> std::ops::Range<usize> {
        if word < BIG {
            return 0..0;
        }
        let index = as_index(low(word & !BIG));
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        begin..self.ends[index]
    }

    fn digits_of(&self, word: u64) -> &[u32] {
        &self.digits[self.range(word)]
    }

    /// Frees unused memory.
    pub(super) fn shrink(&mut self) {
        self.ends.shrink_to_fit();
        self.digits.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_carry_through_all_digits() {
        let mut numbers = NodeCounts::with_capacity(4);
        let mut expected = vec![BigUint::from(0u32), BigUint::from(1u32)];
        numbers.push(&Natural::ZERO);
        numbers.push(&Natural::ONE);
        for index in 0..400 {
            let other = index * 7 / 11;
            numbers.push_sum(index + 1, other);
            numbers.push_sum(other, index + 1);
            for _ in 0..2 {
                expected.push(&expected[index + 1] + &expected[other]);
            }
        }
        for power in [31u32, 32, 62, 63, 64, 65, 96, 1000] {
            let number = (BigUint::from(1u32) << power) - 1u32;
            let at = expected.len();
            numbers.push(&Natural::from(number.clone()));
            numbers.push_sum(at, 1);
            expected.extend([number.clone(), number + 1u32]);
        }
        for (index, expected) in expected.iter().enumerate() {
            assert_eq!(numbers.get(index).into_big(), *expected);
        }
    }
}
