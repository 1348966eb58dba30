//! [`SymmetryMethod`]: how classes of solutions are counted.

/// How classes of solutions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum SymmetryMethod {
    /// Burnside's lemma for groups of up to 4096 symmetries. For larger ones, up to 1024 partial
    /// solutions are classified, which is enough for problems with few classes. If some are left,
    /// Burnside's lemma where the conjugacy classes are easily found: at most 65536, of a group
    /// that is seen to be a direct product of groups of up to 2^22 elements. Otherwise
    /// classification.
    ///
    /// The effort of a classification grows with the number of classes, and that of Burnside's
    /// lemma with the effort of a count of all solutions.
    #[default]
    Auto,
    /// Burnside's lemma: the number of classes is the average, over all symmetries, of the number
    /// of solutions that the symmetry keeps. All solutions are counted, too.
    Burnside,
    /// Partial solutions are extended option by option, and one of each class is kept. It needs
    /// neither all solutions nor all symmetries, but memory for the classes of partial solutions.
    Classification,
}
