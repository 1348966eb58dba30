//! [`HuntWorker`]: the puzzles around one puzzle, in one thread.

use super::args::HuntArgs;
use quadrille::sudoku::canonical::Canonicaliser;
use quadrille::sudoku::hunt::Neighbours;
use quadrille::sudoku::minimal::Minimiser;
use quadrille::sudoku::{Geometry, Grid};
use quadrille::{CancelToken, StopReason};
use std::collections::HashSet;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

/// Some ways to remove clues of a puzzle.
pub(super) struct HuntTask {
    pub(super) puzzle: Grid,
    pub(super) index: usize,
    pub(super) ways: Range<u64>,
}

/// The neighbours that were found, each with its form, in order.
pub(super) struct HuntOutcome {
    pub(super) index: usize,
    pub(super) ways: Range<u64>,
    pub(super) found: Vec<(Grid, Grid)>,
    pub(super) stop: Option<StopReason>,
    pub(super) time: Duration,
}

/// Searches around puzzles.
pub(super) struct HuntWorker<'a> {
    args: &'a HuntArgs,
    neighbours: Neighbours,
    minimiser: Minimiser,
    canonicaliser: Canonicaliser,
}

impl<'a> HuntWorker<'a> {
    pub(super) fn new(args: &'a HuntArgs, geometry: &Geometry, token: &CancelToken) -> Self {
        Self {
            args,
            neighbours: Neighbours::new(geometry, args.step).cancel_token(token.clone()),
            minimiser: Minimiser::new(geometry).cancel_token(token.clone()),
            canonicaliser: Canonicaliser::new(geometry).cancel_token(token.clone()),
        }
    }

    /// The neighbours of a puzzle that are kept, each once, as far as the search has come.
    pub(super) fn search(&mut self, task: &HuntTask) -> HuntOutcome {
        let begin = Instant::now();
        let Self { args, neighbours, minimiser, canonicaliser } = self;
        let (mut seen, mut kept) = (HashSet::new(), Vec::new());
        let ended = neighbours.visit_ways(&task.puzzle, task.ways.clone(), |neighbour| {
            let is_kept = args.clues.is_none_or(|clues| clues.contains(neighbour.clues()));
            if is_kept && seen.insert(neighbour.clone()) {
                kept.push(neighbour.clone());
            }
            ControlFlow::Continue(())
        });
        let mut stop = match ended {
            Ok(StopReason::Exhausted) => None,
            Ok(stop) => Some(stop),
            Err(_) => Some(StopReason::Interrupted),
        };
        let mut found = Vec::new();
        for puzzle in kept {
            let is_minimal = match args.minimal {
                true => minimiser.redundant(&puzzle).map(|clues| clues.is_empty()).ok(),
                false => Some(true),
            };
            match (is_minimal, canonicaliser.form(&puzzle)) {
                (Some(false), _) => {}
                (Some(true), Ok(form)) => found.push((puzzle, form.into_grid())),
                _ => {
                    stop = Some(StopReason::Cancelled);
                    break;
                }
            }
        }
        let HuntTask { index, ways, .. } = task;
        HuntOutcome { index: *index, ways: ways.clone(), found, stop, time: begin.elapsed() }
    }
}
