//! The options of `count` and `solve` for solutions up to symmetry.

use crate::item_rules::{ItemRules, SYMMETRY};
use clap::{Args, ValueEnum};
use quadrille::SymmetryMethod;

/// The options of a run up to symmetry.
#[derive(Args, Clone, Debug)]
pub(crate) struct UpToArgs {
    /// Take solutions as one that a symmetry of the problem maps to each other
    #[arg(long, value_name = "WHAT", value_enum, help_heading = SYMMETRY)]
    up_to: Option<UpTo>,
    /// How classes of solutions are found
    #[arg(long, value_name = "METHOD", default_value = "auto", value_enum, help_heading = SYMMETRY)]
    classes_by: ClassesBy,
    #[command(flatten)]
    pub(super) rules: ItemRules,
}

/// What solutions are counted up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum UpTo {
    /// The symmetries of the problem, by --fix and --keep fewer of them
    Symmetry,
}

/// How classes of solutions are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ClassesBy {
    /// By the number of symmetries and a trial of classification
    Auto,
    /// All solutions: counted by Burnside's lemma, or compared with their images
    Burnside,
    /// Partial solutions, extended option by option and compared with each other
    Classification,
}

impl UpToArgs {
    /// Whether solutions are taken up to symmetry; an error if an option is given that needs it.
    pub(crate) fn is_wanted(&self) -> Result<bool, String> {
        let by = (self.classes_by != ClassesBy::Auto).then_some("--classes-by");
        match (self.up_to, by.or(self.rules.named())) {
            (None, Some(name)) => Err(format!("{name} is for --up-to symmetry")),
            (up_to, _) => Ok(up_to.is_some()),
        }
    }

    pub(super) fn method(&self) -> SymmetryMethod {
        match self.classes_by {
            ClassesBy::Auto => SymmetryMethod::Auto,
            ClassesBy::Burnside => SymmetryMethod::Burnside,
            ClassesBy::Classification => SymmetryMethod::Classification,
        }
    }
}
