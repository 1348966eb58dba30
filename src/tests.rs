//! Shared by the unit tests.

/// Whether `QUADRILLE_THOROUGH` is set, as in `.ci/run`. Otherwise long tests try a part of their
/// cases.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("QUADRILLE_THOROUGH").is_some()
}

/// This number of cases if tests are thorough, else a quarter of it.
pub(crate) fn part_of(cases: usize) -> usize {
    if is_thorough() { cases } else { cases.div_ceil(4) }
}
