//! The start of an engine: checks of the problem, the choice of `Auto`, and the search itself.

use super::adaptive::Adaptive;
use super::dancing_cells::Heuristic;
use super::learning::Learning;
use super::memo_turns::MemoTurns;
use super::multiplicity;
use super::select::LearningShare;
use super::turns::Turns;
use super::{
    Engine, SearchEngine, Subproblem, Unsupported, UnsupportedReason, bitset, dancing_cells,
    dancing_links, naive,
};
use crate::problem::{Problem, Reduction};

impl Engine {
    /// Checks that the engine supports a problem.
    ///
    /// # Errors
    /// The first feature of the problem that it does not support.
    pub fn check(self, problem: &Problem) -> Result<(), Unsupported> {
        match self.missing(problem) {
            Some(reason) => Err(Unsupported { engine: self, reason }),
            None => Ok(()),
        }
    }

    /// Builds the search of a problem that the engine [supports](Self::check). The reduction, if
    /// any, must hold for all later assumptions. The oracle ignores it.
    pub(crate) fn start(
        self,
        problem: &Problem,
        known: Option<&Reduction>,
    ) -> Box<dyn SearchEngine> {
        match self {
            Self::Auto => Box::new(start_automatic(problem, known)),
            Self::Bits => bitset::start(problem, known),
            Self::Links => dancing_links::start(problem, known),
            Self::CellsWtd => dancing_cells::start(problem, Heuristic::Weights, known),
            Self::CellsFrb => dancing_cells::start(problem, Heuristic::Failures, known),
            Self::Multiple => multiplicity::start(problem, known),
            Self::Learning => Box::new(Learning::new(problem, known, &Subproblem::default())),
            Self::Naive => Box::new(naive::Naive::new(problem)),
        }
    }

    /// The first feature of a problem that the engine lacks.
    fn missing(self, problem: &Problem) -> Option<UnsupportedReason> {
        let (able, asked) = (self.features(), problem.features());
        if asked.multiplicities && !able.multiplicities {
            Some(UnsupportedReason::Multiplicities)
        } else if asked.colors && !able.colors {
            Some(UnsupportedReason::Colors)
        } else if self == Self::Naive && problem.options().len() > naive::MOST_OPTIONS {
            Some(UnsupportedReason::TooManyOptions { most: naive::MOST_OPTIONS })
        } else {
            None
        }
    }
}

/// Builds the search of [`Engine::Auto`].
pub(super) fn start_automatic(problem: &Problem, known: Option<&Reduction>) -> MemoTurns {
    let adaptive = Adaptive::new(problem, known);
    let selection = adaptive.selection();
    let engine: Box<dyn SearchEngine> = match selection.learning {
        LearningShare::None => Box::new(adaptive),
        _ => Box::new(Turns::new(problem, known, adaptive)),
    };
    MemoTurns::new(problem, known, engine, selection)
}
