//! The kinds of processors that a lane machine runs on, found out when the program runs.
//!
//! The machine is plain code over [`Vector`](super::vector::Vector)s, compiled for each kind. All the `unsafe` of the
//! lanes is here.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod plain;
#[cfg(target_arch = "x86_64")]
mod sse2;

use super::vector::{Backend, Program};
#[cfg(target_arch = "x86_64")]
use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use avx512::Avx512;
pub(super) use plain::Plain;
#[cfg(target_arch = "x86_64")]
use sse2::Sse2;
use std::fmt;
use std::str::FromStr;

/// An instruction on vectors, which are the proof that this processor has it.
#[cfg(target_arch = "x86_64")]
macro_rules! proven {
    ($instruction:expr) => {
        // SAFETY: only a backend makes vectors, and `detect` makes a backend only where its instructions are.
        unsafe { $instruction }
    };
}

/// The operators `&`, `|` and `^` of a vector.
#[cfg(target_arch = "x86_64")]
macro_rules! operators {
    ($vector:ident, $($trait:ident, $method:ident, $instruction:ident;)*) => {$(
        impl std::ops::$trait for $vector {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(proven!($instruction(self.0, other.0)))
            }
        }
    )*};
}

#[cfg(target_arch = "x86_64")]
use {operators, proven};

/// The vector instructions that lanes can be made of. What they answer, and the [`Work`](super::Work) that it takes, is
/// the same with all of them; only the time differs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Instructions {
    /// None: one word after another, on any processor.
    Plain,
    /// SSE2, four words at once: any x86-64 processor.
    Sse2,
    /// AVX2, eight words at once, with BMI1, BMI2, LZCNT and POPCNT: x86-64 processors since about 2013.
    Avx2,
    /// AVX-512 (F, BW, DQ, VL), sixteen words at once: some x86-64 processors since about 2017.
    Avx512,
}

impl Instructions {
    /// All of them, the fastest last.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Sse2, Self::Avx2, Self::Avx512];

    /// Whether this processor has them.
    #[must_use]
    pub fn are_here(self) -> bool {
        Kind::detect(self).is_some()
    }

    /// The fastest that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Self::ALL.into_iter().rfind(|kind| kind.are_here()).unwrap_or(Self::Plain)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Sse2 => "sse2",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Instructions {
    type Err = UnknownInstructions;

    fn from_str(name: &str) -> Result<Self, UnknownInstructions> {
        let named = Self::ALL.into_iter().find(|kind| kind.name() == name);
        named.ok_or_else(|| UnknownInstructions { name: name.to_owned() })
    }
}

/// A name that is none of [`Instructions::ALL`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownInstructions {
    name: String,
}

impl fmt::Display for UnknownInstructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Instructions::ALL.iter().map(ToString::to_string).collect();
        write!(f, "no instructions are called `{}`: expected {}", self.name, names.join(", "))
    }
}

impl std::error::Error for UnknownInstructions {}

/// A kind of processor that this one is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Plain(Plain),
    #[cfg(target_arch = "x86_64")]
    Sse2(Sse2),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Kind {
    /// The proof that this processor has the instructions, if it has them.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn detect(instructions: Instructions) -> Option<Self> {
        match instructions {
            Instructions::Plain => Some(Self::Plain(Plain)),
            Instructions::Sse2 => Some(Self::Sse2(Sse2)),
            Instructions::Avx2 => Avx2::detect().map(Self::Avx2),
            Instructions::Avx512 => Avx512::detect().map(Self::Avx512),
        }
    }

    /// The proof that this processor has the instructions, if it has them.
    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn detect(instructions: Instructions) -> Option<Self> {
        (instructions == Instructions::Plain).then_some(Self::Plain(Plain))
    }

    pub(super) fn best() -> Self {
        Self::detect(Instructions::best()).unwrap_or(Self::Plain(Plain))
    }

    pub(super) fn run<P: Program>(self, program: P) -> P::Output {
        match self {
            Self::Plain(backend) => backend.run(program),
            #[cfg(target_arch = "x86_64")]
            Self::Sse2(backend) => backend.run(program),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(backend) => backend.run(program),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(backend) => backend.run(program),
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
