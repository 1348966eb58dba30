//! What a processor can do, found out when the program runs.
//!
//! The search over bits is plain portable code, compiled twice: for every processor, and for those that count and
//! gather the bits of a word in one instruction and have vectors of four words (x86-64 processors since about
//! 2013). A value of a [`Cpu`] is the proof that the processor is such a one; the two `unsafe` blocks here rest on
//! it. Both versions take the same steps, and tests hold one against the other.

#![allow(unsafe_code)]

use std::fmt::Debug;

/// Some kind of processor.
pub(in crate::cover) trait Cpu: Copy + Debug + Send {
    /// The bits of a word that a mask selects, moved together at the lower end.
    fn gather(self, word: u64, mask: u64) -> u64;

    /// Runs a task that is compiled for this kind.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// What is to be compiled for a kind of processor. All that it calls should be `#[inline(always)]`: what is not
/// inlined is compiled for every processor.
pub(in crate::cover) trait Task {
    type Output;

    fn run(self) -> Self::Output;
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Any;

impl Cpu for Any {
    #[inline(always)]
    fn gather(self, word: u64, mask: u64) -> u64 {
        let (mut rest, mut gathered) = (word & mask, 0);
        while rest != 0 {
            let below = (rest & rest.wrapping_neg()) - 1;
            gathered |= 1 << (mask & below).count_ones();
            rest &= rest - 1;
        }
        gathered
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run()
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::Modern;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Cpu, Task};
    use std::arch::x86_64::_pext_u64;

    /// An x86-64 processor with POPCNT, BMI1, BMI2, LZCNT and AVX2.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::cover::bits) struct Modern(());

    impl Modern {
        /// The proof that this processor is one, if it is.
        pub(in crate::cover::bits) fn detect() -> Option<Self> {
            let is_modern = is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("avx2");
            is_modern.then_some(Self(()))
        }
    }

    impl Cpu for Modern {
        #[inline(always)]
        fn gather(self, word: u64, mask: u64) -> u64 {
            // SAFETY: `self` was made by `detect`, which found BMI2.
            unsafe { _pext_u64(word, mask) }
        }

        #[inline(always)]
        fn run<T: Task>(self, task: T) -> T::Output {
            // SAFETY: `self` was made by `detect`, which found all of these.
            unsafe { run_modern(task) }
        }
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt,avx2")]
    fn run_modern<T: Task>(task: T) -> T::Output {
        task.run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_gathered_in_their_order() {
        let table = [
            (0, 0, 0),
            (u64::MAX, 0, 0),
            (u64::MAX, 0b1011_0000, 0b111),
            (0b1010_0000, 0b1011_0000, 0b110),
            (0x8000_0000_0000_0001, 0x8000_0000_0000_0001, 0b11),
            (0x1234_5678_9abc_def0, u64::MAX, 0x1234_5678_9abc_def0),
            (0x1234_5678_9abc_def0, 0xff00_ff00_ff00_ff00, 0x1256_9ade),
        ];
        for (word, mask, gathered) in table {
            assert_eq!(Any.gather(word, mask), gathered, "{word:x} {mask:x}");
            #[cfg(target_arch = "x86_64")]
            if let Some(modern) = Modern::detect() {
                assert_eq!(modern.gather(word, mask), gathered, "{word:x} {mask:x}");
            }
        }
    }
}
