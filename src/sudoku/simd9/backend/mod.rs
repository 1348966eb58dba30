//! The instruction sets that the solver is compiled for, and their detection at run time.
//!
//! The solver is written over [`Vector`](super::vector::Vector)s and compiled for each instruction
//! set. All `unsafe` code of `simd9` is in this module.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod macros;
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;

use super::vector::{Backend, Kernel};
#[cfg(target_arch = "x86_64")]
use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use avx512::Avx512;
pub(super) use portable::Portable;
#[cfg(target_arch = "x86_64")]
use sse2::Sse2;
use std::fmt;
use std::str::FromStr;

/// A set of vector instructions. Results and [`BatchStats`](super::BatchStats) are the same with
/// each of them; only the time differs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum InstructionSet {
    /// No vector instructions, one word at a time: any processor.
    Scalar,
    /// SSE2, four words at once: any x86-64 processor.
    Sse2,
    /// AVX2, eight words at once, with BMI1, BMI2, LZCNT and POPCNT: x86-64 processors since about
    /// 2013.
    Avx2,
    /// AVX-512 (F, BW, DQ, VL), sixteen words at once: some x86-64 processors since about 2017.
    Avx512,
}

impl InstructionSet {
    /// All instruction sets, the fastest last.
    pub const ALL: [Self; 4] = [Self::Scalar, Self::Sse2, Self::Avx2, Self::Avx512];

    /// Returns whether this processor has the instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        DetectedBackend::detect(self).is_some()
    }

    /// The fastest instruction set of this processor.
    #[must_use]
    pub fn best() -> Self {
        Self::ALL.into_iter().rfind(|set| set.is_available()).unwrap_or(Self::Scalar)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Sse2 => "sse2",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for InstructionSet {
    type Err = UnknownInstructionSet;

    fn from_str(name: &str) -> Result<Self, UnknownInstructionSet> {
        let named = Self::ALL.into_iter().find(|set| set.name() == name);
        named.ok_or_else(|| UnknownInstructionSet { name: name.to_owned() })
    }
}

/// The error for a name that is not that of an [`InstructionSet`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownInstructionSet {
    name: String,
}

impl fmt::Display for UnknownInstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = InstructionSet::ALL.iter().map(ToString::to_string).collect();
        write!(f, "unknown instruction set '{}': expected one of {}", self.name, names.join(", "))
    }
}

impl std::error::Error for UnknownInstructionSet {}

/// A backend for an instruction set that was found on this processor.
#[derive(Clone, Copy, Debug)]
pub(super) enum DetectedBackend {
    Scalar(Portable<1>),
    #[cfg(target_arch = "x86_64")]
    Sse2(Sse2),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl DetectedBackend {
    /// The backend for an instruction set, if this processor has it.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn detect(instructions: InstructionSet) -> Option<Self> {
        match instructions {
            InstructionSet::Scalar => Some(Self::Scalar(Portable)),
            InstructionSet::Sse2 => Some(Self::Sse2(Sse2)),
            InstructionSet::Avx2 => Avx2::detect().map(Self::Avx2),
            InstructionSet::Avx512 => Avx512::detect().map(Self::Avx512),
        }
    }

    /// The backend for an instruction set, if this processor has it.
    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn detect(instructions: InstructionSet) -> Option<Self> {
        (instructions == InstructionSet::Scalar).then_some(Self::Scalar(Portable))
    }

    pub(super) fn best() -> Self {
        Self::detect(InstructionSet::best()).unwrap_or(Self::Scalar(Portable))
    }

    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            Self::Scalar(backend) => backend.run(kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Sse2(backend) => backend.run(kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(backend) => backend.run(kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(backend) => backend.run(kernel),
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
