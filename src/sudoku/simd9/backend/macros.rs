//! Macros that the x86-64 backends share.

/// An instruction on vectors, whose existence proves that this processor has it.
macro_rules! proven {
    ($instruction:expr) => {
        // SAFETY: only a backend creates vectors, and `detect` creates a backend only where its
        // instructions exist.
        unsafe { $instruction }
    };
}

/// The operators `&`, `|` and `^` of a vector.
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

pub(super) use {operators, proven};
