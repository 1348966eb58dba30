//! The arguments of `prove`.

use crate::args::{
    CanonicalArgs, CommonArgs, MemoArgs, ProgressArgs, ReadingArgs, file_parser, limit,
};
use crate::replaced_file::check_outputs;
use clap::{Args, ValueEnum};
use quadrille::proof::ClaimKind;
use quadrille::proof::export::DerivationFormat;
use std::path::PathBuf;
use std::slice;

const NOT_LEARNED: &str =
    "--engine learning is for --to veripb, lrat and drat, and not for --claim cheapest";

#[derive(Args, Debug)]
pub(crate) struct ProveArgs {
    /// The file with the problem; without it, or for `-`, standard input
    #[arg(value_name = "PROBLEM", default_value = "-", hide_default_value = true)]
    pub(super) problem_file: PathBuf,
    /// What is proved
    #[arg(long, value_name = "CLAIM", default_value = "count", value_enum)]
    pub(super) claim: ClaimArg,
    /// The file of the proof, compressed if its name ends in .gz or .zst; without it, standard
    /// output
    #[arg(long, short, value_name = "FILE", value_parser = file_parser())]
    pub(super) output: Option<PathBuf>,
    /// The format of the proof; others than proof need --output, and write a formula beside it
    #[arg(long, value_name = "FORMAT", default_value = "proof", value_enum)]
    pub(super) to: ProofForm,
    /// What finds the proof
    #[arg(long, value_name = "ENGINE", default_value = "auto", value_enum)]
    pub(super) engine: ProofEngine,
    /// Write the exact cover that is proved to FILE, in Knuth's format
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pub(super) problem: Option<PathBuf>,
    /// Print a JSON object about the proof, which needs --output
    #[arg(long, requires = "output")]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) memo: MemoArgs,
    #[command(flatten)]
    pub(super) canonical: CanonicalArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    /// Stop the search after about N nodes, and exit with 3
    #[arg(long, value_name = "N", value_parser = limit)]
    pub(super) nodes: Option<u64>,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
    #[command(flatten)]
    pub(super) common: CommonArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ClaimArg {
    /// That there is no solution
    None,
    /// That there is exactly one solution
    Unique,
    /// The number of solutions
    Count,
    /// The least cost of a solution, and how many solutions have it
    Cheapest,
}

/// What finds a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ProofEngine {
    /// Both in turn for the claims none and unique in veripb, lrat and drat; memo for all others
    Auto,
    /// A search with a memo of subproblems, for all formats and claims
    Memo,
    /// Clause learning, for veripb, lrat and drat, and all claims but cheapest
    Learning,
}

/// A format of proofs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ProofForm {
    /// The format that `verify` checks
    Proof,
    /// For VeriPB: all claims; the formula is in OPB, and excludes the solutions that are counted
    Veripb,
    /// For checkers of LRAT: none; the formula is in CNF
    Lrat,
    /// For checkers of DRAT: none; the formula is in CNF. LRAT without hints
    Drat,
    /// For checkers of CPOG: count; the formula is in CNF
    Cpog,
    /// For checkers of SCPOG, such as `cake_scpog`: count; the formula is in CNF
    Scpog,
}

impl ProofForm {
    /// The claims that it can express.
    pub(super) fn claims(self) -> &'static [ClaimArg] {
        match self {
            Self::Proof | Self::Veripb => ClaimArg::value_variants(),
            Self::Lrat | Self::Drat => &[ClaimArg::None],
            Self::Cpog | Self::Scpog => &[ClaimArg::Count],
        }
    }

    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The suffix of the formula; `None` if there is none.
    pub(super) fn formula(self) -> Option<&'static str> {
        match self {
            Self::Proof => None,
            Self::Veripb => Some("opb"),
            Self::Lrat | Self::Drat | Self::Cpog | Self::Scpog => Some("cnf"),
        }
    }

    /// The format of a derivation by learned clauses.
    pub(super) fn learned(self, claim: ClaimArg) -> Option<DerivationFormat> {
        match self {
            Self::Veripb if claim != ClaimArg::Cheapest => Some(DerivationFormat::Veripb),
            Self::Lrat => Some(DerivationFormat::Lrat),
            Self::Drat => Some(DerivationFormat::Drat),
            _ => None,
        }
    }
}

impl ProveArgs {
    /// Whether the arguments contradict each other.
    pub(super) fn check(&self) -> Result<(), String> {
        let Self { to, claim, .. } = *self;
        if self.engine == ProofEngine::Learning {
            if to.learned(claim).is_none() {
                return Err(NOT_LEARNED.to_owned());
            }
            if let Some(name) = self.memo.named().or(self.canonical.named()) {
                return Err(format!("{name} is for --engine memo"));
            }
        }
        if to != ProofForm::Proof && self.output.is_none() {
            return Err("expected --output FILE: the formula is written beside it".to_owned());
        }
        if !to.claims().contains(&claim) {
            let names: Vec<_> = to.claims().iter().map(|claim| claim.name()).collect();
            return Err(format!("--to {} is for --claim {}", to.name(), names.join(" or ")));
        }
        let formula = self.formula();
        let files = [self.output.as_deref(), self.problem.as_deref(), formula.as_deref()];
        let outputs: Vec<_> = files.into_iter().flatten().collect();
        check_outputs(&outputs, slice::from_ref(&self.problem_file))
    }

    /// The file of the formula: that of the proof with another suffix, before one that compresses.
    pub(super) fn formula(&self) -> Option<PathBuf> {
        let (path, suffix) = (self.output.as_ref()?, self.to.formula()?);
        let compression = path.extension().filter(|own| *own == "gz" || *own == "zst");
        let plain = if compression.is_some() { path.with_extension("") } else { path.clone() };
        let mut formula = plain.with_extension(suffix).into_os_string();
        if let Some(compression) = compression {
            formula.push(".");
            formula.push(compression);
        }
        Some(formula.into())
    }
}

impl ClaimArg {
    pub(super) fn kind(self) -> ClaimKind {
        match self {
            Self::None => ClaimKind::None,
            Self::Unique => ClaimKind::Unique,
            Self::Count => ClaimKind::Count,
            Self::Cheapest => ClaimKind::Cheapest,
        }
    }

    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}
