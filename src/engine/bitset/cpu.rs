//! Processor features, detected at run time.
//!
//! The bit set search is portable code, compiled three times: for every processor; for processors
//! that count and gather the bits of a word in one instruction and have vectors of four words
//! (x86-64 since about 2013); and for processors with vectors of eight words that count the bits of
//! each at once (since about 2019). A value of a [`Cpu`] proves that the processor has the
//! features; the `unsafe` blocks here rely on it. All versions take the same steps, and tests
//! compare them.

#![allow(unsafe_code)]

use std::fmt::Debug;

/// A set of processor features.
pub(in crate::engine) trait Cpu: Copy + Debug + Send {
    /// The bits of a word that a mask selects, contiguous from bit 0.
    fn gather(self, word: u64, mask: u64) -> u64;

    /// The rows of one word that have few bits of a set. The number of rows is a multiple of eight,
    /// and 64 at most.
    fn sizes(self, rows: &[u64], set: u64) -> RowSizes;

    /// Runs a task, compiled for these features.
    fn run<T: CpuTask>(self, task: T) -> T::Output;
}

/// Sets of rows that have few bits of a set; each row is a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::engine) struct RowSizes {
    /// The rows with no bit, with at most one, and with at most two.
    pub(super) none: u64,
    pub(super) one: u64,
    pub(super) two: u64,
}

/// A function that is compiled for each set of features. All functions that it calls must be
/// `#[inline(always)]`, or they are compiled for every processor.
pub(in crate::engine) trait CpuTask {
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
    fn sizes(self, rows: &[u64], set: u64) -> RowSizes {
        let mut sizes = RowSizes::default();
        for (index, row) in rows.iter().enumerate() {
            let all = row & set;
            let but_one = all & all.wrapping_sub(1);
            let but_two = but_one & but_one.wrapping_sub(1);
            sizes.none |= u64::from(all == 0) << index;
            sizes.one |= u64::from(but_one == 0) << index;
            sizes.two |= u64::from(but_two == 0) << index;
        }
        sizes
    }

    #[inline(always)]
    fn run<T: CpuTask>(self, task: T) -> T::Output {
        task.run()
    }
}

/// Runs a task, compiled for the features of this processor.
pub(in crate::engine) fn run_here<T: CpuTask>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(recent) = Recent::detect() {
        return recent.run(task);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(modern) = Modern::detect() {
        return modern.run(task);
    }
    Any.run(task)
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Modern, Recent};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Cpu, CpuTask, RowSizes};
    use std::arch::x86_64::{
        _mm256_add_epi64, _mm256_and_si256, _mm256_castsi256_pd, _mm256_cmpeq_epi64,
        _mm256_loadu_si256, _mm256_movemask_pd, _mm256_set1_epi64x, _mm256_setzero_si256,
        _mm512_add_epi64, _mm512_and_si512, _mm512_loadu_epi64, _mm512_set1_epi64,
        _mm512_testn_epi64_mask, _pext_u64,
    };

    /// An x86-64 processor with POPCNT, BMI1, BMI2, LZCNT and AVX2.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::engine::bitset) struct Modern(());

    impl Modern {
        /// Detects the features of this processor.
        pub(in crate::engine::bitset) fn detect() -> Option<Self> {
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
        fn sizes(self, rows: &[u64], set: u64) -> RowSizes {
            // SAFETY: `self` was made by `detect`, which found AVX2.
            unsafe { sizes_by_four(rows, set) }
        }

        #[inline(always)]
        fn run<T: CpuTask>(self, task: T) -> T::Output {
            // SAFETY: `self` was made by `detect`, which found all of these.
            unsafe { run_modern(task) }
        }
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt,avx2")]
    fn run_modern<T: CpuTask>(task: T) -> T::Output {
        task.run()
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn sizes_by_four(rows: &[u64], set: u64) -> RowSizes {
        let (set, less_one) = (_mm256_set1_epi64x(set.cast_signed()), _mm256_set1_epi64x(-1));
        let empty = |words| {
            let empty = _mm256_cmpeq_epi64(words, _mm256_setzero_si256());
            u64::from(_mm256_movemask_pd(_mm256_castsi256_pd(empty)).cast_unsigned())
        };
        let mut sizes = RowSizes::default();
        for (index, four) in rows.as_chunks::<4>().0.iter().enumerate() {
            // SAFETY: these are four words; they may lie anywhere.
            let rows = unsafe { _mm256_loadu_si256(four.as_ptr().cast()) };
            let all = _mm256_and_si256(rows, set);
            let but_one = _mm256_and_si256(all, _mm256_add_epi64(all, less_one));
            let but_two = _mm256_and_si256(but_one, _mm256_add_epi64(but_one, less_one));
            sizes.none |= empty(all) << (4 * index);
            sizes.one |= empty(but_one) << (4 * index);
            sizes.two |= empty(but_two) << (4 * index);
        }
        sizes
    }

    /// A [`Modern`] processor with AVX-512 (F, BW, DQ, VL and VPOPCNTDQ).
    #[derive(Clone, Copy, Debug)]
    pub(in crate::engine::bitset) struct Recent(Modern);

    impl Recent {
        /// Detects the features of this processor.
        pub(in crate::engine::bitset) fn detect() -> Option<Self> {
            let is_recent = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq");
            Modern::detect().filter(|_| is_recent).map(Self)
        }
    }

    impl Cpu for Recent {
        #[inline(always)]
        fn gather(self, word: u64, mask: u64) -> u64 {
            self.0.gather(word, mask)
        }

        #[inline(always)]
        fn sizes(self, rows: &[u64], set: u64) -> RowSizes {
            // SAFETY: `self` was made by `detect`, which found AVX-512F.
            unsafe { sizes_by_eight(rows, set) }
        }

        #[inline(always)]
        fn run<T: CpuTask>(self, task: T) -> T::Output {
            // SAFETY: `self` was made by `detect`, which found all of these.
            unsafe { run_recent(task) }
        }
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt,avx2")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
    fn run_recent<T: CpuTask>(task: T) -> T::Output {
        task.run()
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn sizes_by_eight(rows: &[u64], set: u64) -> RowSizes {
        let (set, less_one) = (_mm512_set1_epi64(set.cast_signed()), _mm512_set1_epi64(-1));
        let mut sizes = RowSizes::default();
        for (index, eight) in rows.as_chunks::<8>().0.iter().enumerate() {
            // SAFETY: these are eight words; they may lie anywhere.
            let rows = unsafe { _mm512_loadu_epi64(eight.as_ptr().cast()) };
            let all = _mm512_and_si512(rows, set);
            let below = _mm512_add_epi64(all, less_one);
            let but_one = _mm512_and_si512(all, below);
            let below_two = _mm512_add_epi64(but_one, less_one);
            sizes.none |= u64::from(_mm512_testn_epi64_mask(rows, set)) << (8 * index);
            sizes.one |= u64::from(_mm512_testn_epi64_mask(all, below)) << (8 * index);
            sizes.two |= u64::from(_mm512_testn_epi64_mask(but_one, below_two)) << (8 * index);
        }
        sizes
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

    #[test]
    fn rows_with_few_bits_are_found() {
        let word = 0x8421_1001_0000_0106_u64;
        let rows: Vec<_> = (0..64).map(|shift| word.rotate_left(shift)).collect();
        for (set, count) in
            [(0, 0), (8, 16), (0xff << 40, 40), (1 << 63 | 0x101, 56), (u64::MAX, 64)]
        {
            let rows = &rows[..count];
            let at_most = |most: u32| {
                let few = rows.iter().map(|row| u64::from((row & set).count_ones() <= most));
                few.enumerate().fold(0, |rows, (row, is_few)| rows | is_few << row)
            };
            let sizes = RowSizes { none: at_most(0), one: at_most(1), two: at_most(2) };
            assert_eq!(Any.sizes(rows, set), sizes, "{set:x}");
            #[cfg(target_arch = "x86_64")]
            if let Some(modern) = Modern::detect() {
                assert_eq!(modern.sizes(rows, set), sizes, "{set:x}");
            }
            #[cfg(target_arch = "x86_64")]
            if let Some(recent) = Recent::detect() {
                assert_eq!(recent.sizes(rows, set), sizes, "{set:x}");
            }
        }
    }
}
