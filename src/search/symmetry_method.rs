//! [`SymmetryMethod`]: how classes of solutions are counted.

/// How classes of solutions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum SymmetryMethod {
    /// Burnside's lemma for groups of up to 4096 symmetries, and classification for larger ones.
    #[default]
    Auto,
    /// Burnside's lemma: the number of classes is the average, over all symmetries, of the number of
    /// solutions that the symmetry keeps. All solutions are counted, too.
    Burnside,
    /// Partial solutions are extended option by option, and one of each class is kept. It needs
    /// neither all solutions nor all symmetries, but memory for the classes of partial solutions.
    Classification,
}
