//! Observers of the tests: one that collects solutions, and one that replays the trace of the
//! lecture notes and the AI agent.

use quadrille::compat::{
    Contradiction, Digits, StepReason, Sudoku, System, TraceObserver, TraceStep,
};

/// Collects solutions, values row by row, up to a limit. It rejects all but the last one, so that
/// the search continues.
#[derive(Debug)]
pub(crate) struct Collector {
    /// The solution with this number is accepted.
    pub(crate) limit: usize,
    /// The search may enter this many nodes.
    pub(crate) max_nodes: usize,
    pub(crate) found: Vec<Vec<u8>>,
    /// How often the search asked to enter a node.
    pub(crate) nodes: usize,
}

impl Collector {
    /// Collects all solutions.
    pub(crate) fn all() -> Self {
        Self { limit: usize::MAX, max_nodes: usize::MAX, found: Vec::new(), nodes: 0 }
    }
}

impl TraceObserver for Collector {
    fn enter(&mut self) -> bool {
        self.nodes += 1;
        self.nodes <= self.max_nodes
    }

    fn accept(&mut self, solution: &[u8]) -> bool {
        self.found.push(solution.to_vec());
        self.found.len() >= self.limit
    }
}

/// A sudoku that replays the steps of a trace.
///
/// It panics at a step that is not possible, whose reason is not true, or that is out of order: a
/// node is reduced, then guesses follow by the rule of the documents, and each is taken back after
/// it has failed.
#[derive(Debug)]
pub(crate) struct Replay {
    /// The nodes from the root to the current one.
    path: Vec<Node>,
    /// The number of guesses.
    pub(crate) guesses: usize,
}

/// A node of the search.
#[derive(Debug)]
struct Node {
    sudoku: Sudoku,
    /// The last guess at this node.
    tried: Option<(usize, u8)>,
    /// Whether it is a contradiction or a solution.
    is_leaf: bool,
}

impl Node {
    fn new(sudoku: Sudoku) -> Self {
        Self { sudoku, tried: None, is_leaf: false }
    }

    /// Returns the next guess: the smallest digit of the first box with the fewest digits, and then
    /// the next digits of that box.
    fn next_guess(&self) -> Option<(usize, u8)> {
        let counts = || self.sudoku.values().iter().map(|digits| digits.count());
        let fewest = counts().filter(|&count| count > 1).min();
        let first = || counts().position(|count| Some(count) == fewest);
        let cell = self.tried.map_or_else(first, |(cell, _)| Some(cell))?;
        let after = self.tried.map_or(0, |(_, value)| value);
        self.sudoku[cell].iter().find(|&value| value > after).map(|value| (cell, value))
    }
}

impl Replay {
    pub(crate) fn new(sudoku: Sudoku) -> Self {
        Self { path: vec![Node::new(sudoku)], guesses: 0 }
    }

    /// Returns the sudoku after the last step.
    pub(crate) fn sudoku(&self) -> &Sudoku {
        &self.node().sudoku
    }

    /// Returns the number of guesses that have not been taken back.
    pub(crate) fn depth(&self) -> usize {
        self.path.len() - 1
    }

    fn node(&self) -> &Node {
        self.path.last().expect("guesses are taken back once")
    }

    fn node_mut(&mut self) -> &mut Node {
        self.path.last_mut().expect("guesses are taken back once")
    }

    /// Returns whether a reason explains why a value can't be in a cell.
    fn is_out(&self, cell: usize, value: u8, reason: StepReason) -> bool {
        let sudoku = self.sudoku();
        let units = sudoku.units();
        match reason {
            StepReason::Peer(peer) => {
                units.peers(cell).contains(&peer) && sudoku[peer] == Digits::one(value)
            }
            StepReason::Twins(a, b) => {
                let mut units = units.of(cell).map(|unit| &unit.boxes);
                let are_twins = sudoku[a] == sudoku[b] && sudoku[a].count() == 2 && a != b;
                let share = units.any(|boxes| [a, b].iter().all(|twin| boxes.contains(twin)));
                are_twins && share && ![a, b].contains(&cell) && sudoku[a].contains(value)
            }
            _ => false,
        }
    }

    /// Returns whether a reason explains why a value must be in a cell.
    fn is_in(&self, cell: usize, value: u8, reason: StepReason) -> bool {
        let sudoku = self.sudoku();
        match reason {
            StepReason::OnlyCandidate => sudoku[cell] == Digits::one(value),
            StepReason::OnlyPlace(name) => {
                let unit = sudoku.units().of(cell).find(|unit| unit.name == name);
                let boxes = unit.map_or(&[][..], |unit| &unit.boxes[..]);
                let places = boxes.iter().filter(|&&number| sudoku[number].contains(value));
                sudoku[cell].count() > 1 && places.eq([&cell])
            }
            _ => false,
        }
    }

    /// Returns whether every unit has each digit.
    fn is_solution(&self) -> bool {
        let sudoku = self.sudoku();
        let digit = |&number: &usize| sudoku[number].single().unwrap_or(0);
        let mut units = sudoku.units().list().iter();
        units.all(|unit| unit.boxes.iter().map(digit).collect::<Digits>() == Digits::all(9))
    }

    fn guess(&mut self, cell: usize, value: u8) {
        let node = self.node_mut();
        assert_eq!(node.next_guess(), Some((cell, value)), "the next guess");
        node.tried = Some((cell, value));
        let mut sudoku = node.sudoku.clone();
        sudoku[cell] = Digits::one(value);
        self.path.push(Node::new(sudoku));
        self.guesses += 1;
    }

    fn take_back(&mut self, cell: usize, value: u8) {
        let node = self.path.pop().expect("there is always a node");
        assert!(node.is_leaf || node.next_guess().is_none(), "a digit was not tried");
        assert_eq!(self.node().tried, Some((cell, value)), "the last guess is taken back first");
    }

    /// Replays a step of the reduction of a node; returns whether it was possible and its reason is
    /// true.
    fn reduce(&mut self, step: TraceStep) -> bool {
        match step {
            TraceStep::Eliminated { cell, value, reason } => {
                let is_true = self.is_out(cell, value, reason);
                is_true && self.node_mut().sudoku[cell].remove(value)
            }
            TraceStep::Placed { cell, value, reason } => {
                let is_true = self.is_in(cell, value, reason);
                self.node_mut().sudoku[cell] = Digits::one(value);
                is_true
            }
            TraceStep::Contradiction(Contradiction::NoCandidate(cell)) => {
                self.node_mut().is_leaf = true;
                self.sudoku()[cell].is_empty()
            }
            TraceStep::Solved => {
                self.node_mut().is_leaf = true;
                self.is_solution()
            }
            _ => false,
        }
    }
}

impl TraceObserver for Replay {
    fn step(&mut self, step: TraceStep) {
        match step {
            TraceStep::Guessed { cell, value } => self.guess(cell, value),
            TraceStep::TakenBack { cell, value } => self.take_back(cell, value),
            step => {
                let text = System::Lecture.describe(step, 9);
                let is_open = !self.node().is_leaf && self.node().tried.is_none();
                assert!(is_open, "{text}: the node was left before");
                assert!(self.reduce(step), "{text}: this is not true");
            }
        }
    }
}
