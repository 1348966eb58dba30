//! [`Technique`]: the techniques of the logical solver, from the easiest to the hardest.
//!
//! The order is that of Sudoku Explainer by N. Juillerat, as far as it has these techniques: hidden
//! singles come before naked ones, since they are found without pencil marks, and an x-wing comes
//! before a hidden pair. W-wings and colouring are where HoDoKu by B. Hobiger has them: after the
//! other wings, and before longer chains.

use std::fmt;
use std::str::FromStr;

macro_rules! techniques {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $title:literal;)*) => {
        /// A technique of the logical solver. A later one is harder.
        ///
        /// A *place* of a value in a unit is a cell that has it as a candidate. Two cells *see*
        /// each other if a unit contains both. Its `Display` is its [name](Self::name).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Technique {
            $($(#[$doc])* $name,)*
        }

        impl Technique {
            /// All techniques, the easiest first.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name, such as `naked-pair`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            /// What solvers call it, such as `naked pair`. Different techniques may have one title.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$name => $title,)*
                }
            }
        }
    };
}

techniques! {
    /// A value has one place in a box.
    HiddenSingleBox = "hidden-single-box", "hidden single";
    /// A value has one place in a row, a column or a region that holds every value.
    HiddenSingleLine = "hidden-single-line", "hidden single";
    /// A cell has one candidate.
    NakedSingle = "naked-single", "naked single";
    /// Locked candidates: all places of a value in a box see a cell outside it.
    Pointing = "pointing", "locked candidates";
    /// Locked candidates: all places of a value in a row, a column or a region that holds every
    /// value see a cell outside it.
    Claiming = "claiming", "locked candidates";
    /// Two cells of a unit have only two candidates.
    NakedPair = "naked-pair", "naked pair";
    /// The places of a value in two rows are in two columns, or the other way round.
    XWing = "x-wing", "x-wing";
    /// Two values have only two places in a unit.
    HiddenPair = "hidden-pair", "hidden pair";
    /// Three cells of a unit have only three candidates.
    NakedTriple = "naked-triple", "naked triple";
    /// The places of a value in three rows are in three columns, or the other way round.
    Swordfish = "swordfish", "swordfish";
    /// Three values have only three places in a unit.
    HiddenTriple = "hidden-triple", "hidden triple";
    /// A cell with the candidates x and y sees one with x and z and one with y and z.
    XyWing = "xy-wing", "xy-wing";
    /// A cell with the candidates x, y and z sees one with x and z and one with y and z.
    XyzWing = "xyz-wing", "xyz-wing";
    /// Two cells have the candidates x and z, and each place of x in some unit sees one of them.
    WWing = "w-wing", "w-wing";
    /// Four cells of a unit have only four candidates.
    NakedQuad = "naked-quad", "naked quad";
    /// The places of a value in four rows are in four columns, or the other way round.
    Jellyfish = "jellyfish", "jellyfish";
    /// Four values have only four places in a unit.
    HiddenQuad = "hidden-quad", "hidden quad";
    /// A chain of places of one value, each of which shares a unit with the next one in which there
    /// is no other place.
    SimpleColouring = "simple-colouring", "simple colouring";
    /// A chain of places of one value; every other link is a unit with two places.
    XChain = "x-chain", "x-chain";
    /// A chain of cells with two candidates; neighbours see each other and have one in common.
    XyChain = "xy-chain", "xy-chain";
    /// An alternating inference chain: every other link is a unit with two places of a value or a
    /// cell with two candidates.
    AlternatingChain = "alternating-chain", "alternating chain";
    /// Alternating chains from each candidate of a cell, or from each place of a value in a unit,
    /// all of which exclude the same candidate.
    ForcingChains = "forcing-chains", "forcing chains";
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that is not that of a [`Technique`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTechnique {
    name: String,
}

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown technique '{}': expected one of ", self.name)?;
        write_names(f)
    }
}

/// Writes the names of [`HardestTechnique`]s, with commas between them.
pub(super) fn write_names(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("none")?;
    Technique::ALL.iter().try_for_each(|technique| write!(f, ", {technique}"))?;
    f.write_str(", beyond")
}

impl std::error::Error for UnknownTechnique {}

/// The hardest technique that a puzzle needs.
///
/// Its `Display` is the name of the technique, `none` or `beyond`, from which it can be parsed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HardestTechnique {
    /// None: the grid has no blank cell.
    None,
    /// This one, and none that is harder.
    Needed(Technique),
    /// All techniques together do not solve the puzzle.
    Beyond,
}

impl HardestTechnique {
    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Needed(technique) => technique.name(),
            Self::Beyond => "beyond",
        }
    }
}

impl fmt::Display for HardestTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for HardestTechnique {
    type Err = UnknownTechnique;

    fn from_str(name: &str) -> Result<Self, UnknownTechnique> {
        let needed = Technique::ALL.iter().copied().map(Self::Needed);
        let mut all = [Self::None, Self::Beyond].into_iter().chain(needed);
        let found = all.find(|hardest| hardest.name() == name);
        found.ok_or_else(|| UnknownTechnique { name: name.to_owned() })
    }
}
