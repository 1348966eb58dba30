//! [`SymmetryStage`]: what a run up to symmetry does at present.

/// What a run up to symmetry does at present, in its reports of progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum SymmetryStage {
    /// It searches for the conjugacy classes of the symmetries.
    Group,
    /// It counts the solutions that a symmetry keeps, for one symmetry of each conjugacy class. The
    /// solutions and nodes are those of this count.
    Burnside {
        /// The number of the class, from 1.
        class: usize,
        /// The number of all classes whose symmetries may keep solutions.
        of: usize,
    },
    /// It classifies partial solutions. These are the nodes, and the solutions are those in the
    /// classes that were found.
    Classification {
        /// The classes of solutions that were found.
        classes: u64,
        /// The number of options of the partial solutions that it extends.
        options: usize,
    },
}
