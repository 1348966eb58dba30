//! Watchers of the tests of the lecture notes and the AI agent: one that wants all solutions, and one that does
//! again what it is told.

use quadrille::compat::digits::Digits;
use quadrille::compat::layout::Unit;
use quadrille::compat::lecture::Sudoku;
use quadrille::compat::watch::{Naming, Step, Watch, Why, Wrong};

/// Declines every solution, so that the search goes on to the next, and keeps them all, values row by row.
#[derive(Debug, Default)]
pub(crate) struct All {
    pub(crate) found: Vec<Vec<u8>>,
}

impl Watch for All {
    fn accept(&mut self, solution: &[u8]) -> bool {
        self.found.push(solution.to_vec());
        false
    }
}

/// A sudoku to which the steps that are told are done again.
///
/// It fails at a step that was not possible, whose reason was not true, or that is out of turn: a node is reduced,
/// then guesses follow by the rule of the documents, and each is taken back when it has led nowhere.
#[derive(Debug)]
pub(crate) struct Replay {
    /// The node where the search is, behind those above it.
    path: Vec<Node>,
    /// All guesses that were made.
    pub(crate) guesses: usize,
}

/// A node of the search.
#[derive(Debug)]
struct Node {
    sudoku: Sudoku,
    /// The last guess that was made here.
    tried: Option<(usize, u8)>,
    /// Whether it turned out to be a contradiction or a solution.
    is_leaf: bool,
}

impl Node {
    fn new(sudoku: Sudoku) -> Self {
        Self { sudoku, tried: None, is_leaf: false }
    }

    /// The guess whose turn it is: the smallest digit of the first box with the fewest, and then the next digits of
    /// that box.
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

    /// The sudoku as it is after the last step.
    pub(crate) fn sudoku(&self) -> &Sudoku {
        &self.node().sudoku
    }

    /// How many guesses have not been taken back.
    pub(crate) fn depth(&self) -> usize {
        self.path.len() - 1
    }

    fn node(&self) -> &Node {
        self.path.last().expect("guesses are taken back once")
    }

    fn node_mut(&mut self) -> &mut Node {
        self.path.last_mut().expect("guesses are taken back once")
    }

    /// Whether this is a reason why a value can't be in a cell.
    fn is_out(&self, cell: usize, value: u8, why: Why) -> bool {
        let sudoku = self.sudoku();
        let layout = sudoku.layout();
        match why {
            Why::Peer(peer) => {
                layout.peers(cell).contains(&peer) && sudoku[peer] == Digits::one(value)
            }
            Why::Twins(a, b) => {
                let mut units = layout.units(cell).map(Unit::boxes);
                let are_twins = sudoku[a] == sudoku[b] && sudoku[a].count() == 2 && a != b;
                let share = units.any(|boxes| [a, b].iter().all(|twin| boxes.contains(twin)));
                are_twins && share && ![a, b].contains(&cell) && sudoku[a].contains(value)
            }
            _ => false,
        }
    }

    /// Whether this is a reason why a value must be in a cell.
    fn is_in(&self, cell: usize, value: u8, why: Why) -> bool {
        let sudoku = self.sudoku();
        match why {
            Why::OnlyCandidate => sudoku[cell] == Digits::one(value),
            Why::OnlyPlace(name) => {
                let unit = sudoku.layout().units(cell).find(|unit| unit.name() == name);
                let boxes = unit.map_or(&[][..], |unit| unit.boxes());
                let places = boxes.iter().filter(|&&number| sudoku[number].contains(value));
                sudoku[cell].count() > 1 && places.eq([&cell])
            }
            _ => false,
        }
    }

    /// Whether every unit has each digit.
    fn is_solution(&self) -> bool {
        let sudoku = self.sudoku();
        let digit = |&number: &usize| sudoku[number].single().unwrap_or(0);
        let mut units = sudoku.layout().unitlist().iter();
        units.all(|unit| unit.boxes().iter().map(digit).collect::<Digits>() == Digits::all(9))
    }

    fn guess(&mut self, cell: usize, value: u8) {
        let node = self.node_mut();
        assert_eq!(node.next_guess(), Some((cell, value)), "the guess whose turn it is");
        node.tried = Some((cell, value));
        let mut sudoku = node.sudoku.clone();
        sudoku[cell] = Digits::one(value);
        self.path.push(Node::new(sudoku));
        self.guesses += 1;
    }

    fn take_back(&mut self, cell: usize, value: u8) {
        let node = self.path.pop().expect("there is always a node");
        assert!(node.is_leaf || node.next_guess().is_none(), "something is left to be tried");
        assert_eq!(self.node().tried, Some((cell, value)), "the last guess is taken back first");
    }

    /// Does a step again that belongs to the reduction of a node; whether it was possible and its reason is true.
    fn reduce(&mut self, step: Step) -> bool {
        match step {
            Step::Eliminated { cell, value, why } => {
                let is_true = self.is_out(cell, value, why);
                is_true && self.node_mut().sudoku[cell].remove(value)
            }
            Step::Placed { cell, value, why } => {
                let is_true = self.is_in(cell, value, why);
                self.node_mut().sudoku[cell] = Digits::one(value);
                is_true
            }
            Step::Contradiction(Wrong::NoCandidate(cell)) => {
                self.node_mut().is_leaf = true;
                self.sudoku()[cell].is_empty()
            }
            Step::Solved => {
                self.node_mut().is_leaf = true;
                self.is_solution()
            }
            _ => false,
        }
    }
}

impl Watch for Replay {
    fn step(&mut self, step: Step) {
        match step {
            Step::Guessed { cell, value } => self.guess(cell, value),
            Step::TakenBack { cell, value } => self.take_back(cell, value),
            step => {
                let told = step.tell(Naming::Labels, 9);
                let is_open = !self.node().is_leaf && self.node().tried.is_none();
                assert!(is_open, "{told}: but the node was left");
                assert!(self.reduce(step), "{told}: but that is not so");
            }
        }
    }
}
