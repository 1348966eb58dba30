//! Macros that the x86-64 backends share.

/// Instructions on vectors, whose existence proves that this processor has them.
macro_rules! proven {
    ($instruction:expr) => {
        // SAFETY: SSE2 is part of x86-64. The vectors of the other backends are created only by
        // these, and a backend only by `detect`, where its instructions exist.
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
