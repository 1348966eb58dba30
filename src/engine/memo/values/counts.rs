//! [`Counts`]: how many solutions there are.

use super::{SolutionIndex, Values};
use crate::engine::memo::search::{Branch, Frame, MemoSearch, Next, Pick};
use crate::ids::{OptionId, to_f64};
use crate::natural::Natural;

impl SolutionIndex for Natural {
    fn subtract(&mut self, other: &Self) -> bool {
        self.subtract(other)
    }

    fn divide(&mut self, other: &Self) -> Self {
        self.divide(other)
    }
}

/// How many solutions there are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts;

impl Values for Counts {
    type Value = Natural;
    const IS_INVARIANT: bool = true;

    fn none(&self) -> Natural {
        Natural::ZERO
    }

    fn unit(&self) -> Natural {
        Natural::ONE
    }

    #[inline]
    fn is_none(&self, value: &Natural) -> bool {
        value.is_zero()
    }

    #[inline]
    fn add(&mut self, sum: &mut Natural, _: &[u32], _: &[OptionId], child: &Natural) {
        sum.add(child);
    }

    #[inline]
    fn multiply(&mut self, product: &mut Natural, part: &Natural) {
        product.multiply(part);
    }

    #[inline]
    fn write(&self, value: &Natural, words: &mut Vec<u64>) {
        value.write(words);
    }

    #[inline]
    fn read(&self, words: &[u64]) -> Natural {
        Natural::read(words)
    }

    fn estimate(&self, value: &Natural) -> f64 {
        match value {
            Natural::Word(number) => to_f64(*number),
            Natural::Wide(number) => {
                to_f64(u64::try_from(number >> 64).unwrap_or(u64::MAX)) * 64f64.exp2()
            }
            Natural::Big(_) => f64::MAX.sqrt(),
        }
    }
}

impl MemoSearch<Counts> {
    /// A lower bound of the number of solutions.
    pub(crate) fn at_least(&self) -> Natural {
        let found = match &self.next {
            Next::Give(value, _) | Next::Done(value) => value.clone(),
            Next::Enter | Next::EnterPart => Natural::ZERO,
        };
        self.frames.iter().rev().fold(found, |mut below, frame| {
            match frame {
                Frame::Branch(Branch { sum, .. }) | Frame::Pick(Pick { sum, .. }) => below.add(sum),
                // The other parts may have no solution.
                Frame::Split(split) if split.tried < split.all => below = Natural::ZERO,
                Frame::Split(split) => below.multiply(&split.product),
            }
            below
        })
    }
}
