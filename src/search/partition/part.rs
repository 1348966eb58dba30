//! [`Cutter`]: one part of a search in smaller ones.
//!
//! A machine is driven, node by node, until the path to where it stands has a level with something
//! untried. What was tried there before had no solution, if the engine has not found one, or is at
//! the first: that one is below what is chosen. So the option that is chosen there and the untried
//! ones are all that matters, each with what was chosen above; and since the options of one level
//! exclude each other, no solution is in two of these parts. Levels above with nothing untried go
//! to all parts.

use crate::engine::{Choice, Outcome, Path, SearchEngine, Subproblem};

/// After so many nodes without a deeper level the path has come to its end: options below do not
/// exclude each other.
const PATIENCE: u32 = 64;

/// What became of a part.
#[derive(Debug)]
pub(super) enum Cut {
    /// Several parts that together have its solutions: their choices, without the assumptions.
    Parts(Vec<Vec<Choice>>),
    /// It can't be cut.
    Whole,
}

/// Cuts parts with one machine, which begins anew for each.
#[derive(Debug)]
pub(super) struct Cutter {
    machine: Box<dyn SearchEngine>,
    root: Subproblem,
    path: Path,
    /// Scratch: the assumptions and the choices of a part.
    below: Subproblem,
}

impl Cutter {
    /// A cutter of a subproblem.
    pub(super) fn new(machine: Box<dyn SearchEngine>, root: &Subproblem) -> Self {
        Self { machine, root: root.clone(), path: Path::default(), below: Subproblem::default() }
    }

    /// Splits the part with these choices.
    pub(super) fn cut(&mut self, choices: &[Choice]) -> Cut {
        self.below.assign(&self.root, choices.iter().copied());
        self.machine.restart_part(&self.below);
        let (mut deepest, mut patience) = (0, PATIENCE);
        while patience > 0 {
            let event = self.machine.advance(1);
            if event == Outcome::Exhausted || !self.machine.path(&mut self.path) {
                break;
            }
            let path = &self.path;
            if let Some(level) = (0..path.levels()).find(|&level| !path.untried(level).is_empty()) {
                return Cut::Parts(self.parts(choices, level));
            }
            // After a solution the engine may leave its level.
            if event == Outcome::Solution {
                break;
            }
            let is_deeper = path.levels() > deepest;
            (deepest, patience) =
                if is_deeper { (path.levels(), PATIENCE) } else { (deepest, patience - 1) };
        }
        Cut::Whole
    }

    /// A part for each option of a level that was not tried in vain.
    fn parts(&self, choices: &[Choice], level: usize) -> Vec<Vec<Choice>> {
        let path = &self.path;
        let above: Vec<_> = (0..level).map(|level| path.chosen(level)).collect();
        let last = [path.chosen(level)];
        let part = |&last: &Choice| choices.iter().chain(&above).chain([&last]).copied().collect();
        last.iter().chain(path.untried(level)).map(part).collect()
    }
}
