//! Elimination, only choice, and depth-first search: what the lecture notes and the AI agent share.
//!
//! Both come from the same course, and their functions differ in names only. *Elimination*: a box
//! with one digit removes it from its peers. *Only choice*: a digit with one place in a unit goes
//! there. Both are repeated, and where they stall, the search tries the digits of a box one after
//! another.

use super::dictionary::Sudoku;
use super::digits::Digits;
use super::ending::Ending;
use super::trace::{Contradiction, StepReason, TraceObserver, TraceStep};

/// A rule that removes digits: the document's name of it, and its function.
pub(super) type Rule<O> = (&'static str, fn(&mut Sudoku, &mut O));

/// Removes the digit of each box that has exactly one from all peers of that box.
///
/// Boxes that come down to one digit meanwhile wait for the next call. If two peers have the same
/// digit, the second is left without any.
pub fn eliminate(sudoku: &mut Sudoku, observer: &mut impl TraceObserver) {
    let units = sudoku.units();
    let solved: Vec<_> =
        (0..sudoku.values().len()).filter(|&number| sudoku[number].count() == 1).collect();
    for number in solved {
        // An earlier box may have removed its digit.
        let Some(digit) = sudoku[number].single() else {
            continue;
        };
        for &peer in units.peers(number) {
            remove(sudoku, peer, digit, StepReason::Peer(number), observer);
        }
    }
}

/// Removes a digit from a box, if it is there.
pub(super) fn remove(
    sudoku: &mut Sudoku,
    number: usize,
    digit: u8,
    reason: StepReason,
    observer: &mut impl TraceObserver,
) {
    if sudoku[number].remove(digit) {
        observer.step(TraceStep::Eliminated { cell: number, value: digit, reason });
        if let Some(value) = sudoku[number].single() {
            let reason = StepReason::OnlyCandidate;
            observer.step(TraceStep::Placed { cell: number, value, reason });
        }
    }
}

/// Puts each digit that has exactly one place in a unit there.
pub fn only_choice(sudoku: &mut Sudoku, observer: &mut impl TraceObserver) {
    for unit in sudoku.units().list() {
        for digit in Digits::all(9).iter() {
            let mut places = unit.boxes.iter().filter(|&&number| sudoku[number].contains(digit));
            let (Some(&place), None) = (places.next(), places.next()) else {
                continue;
            };
            if sudoku[place].count() > 1 {
                sudoku[place] = Digits::one(digit);
                let reason = StepReason::OnlyPlace(unit.name);
                observer.step(TraceStep::Placed { cell: place, value: digit, reason });
            }
        }
    }
}

/// Applies all rules in rounds, until a round leaves as many boxes with one digit as there were
/// before: removed digits alone don't count as progress. Returns `false` if a box is left without
/// any digit.
pub(super) fn reduce<O: TraceObserver>(
    sudoku: &mut Sudoku,
    rules: &[Rule<O>],
    observer: &mut O,
) -> bool {
    for round in 1.. {
        let before = sudoku.solved();
        for &(name, rule) in rules {
            observer.rule(Some(round), name);
            rule(sudoku, observer);
            observer.grid(&|| sudoku.display());
        }
        if let Some(empty) = sudoku.values().iter().position(|digits| digits.is_empty()) {
            observer.step(TraceStep::Contradiction(Contradiction::NoCandidate(empty)));
            return false;
        }
        if sudoku.solved() == before {
            break;
        }
    }
    true
}

/// Reduces a sudoku, and where that stalls, tries the digits of a box with the fewest of them (of
/// several the first by label), in ascending order, each with the same again.
pub(super) fn search<O: TraceObserver>(
    sudoku: Sudoku,
    rules: &[Rule<O>],
    observer: &mut O,
) -> Option<Sudoku> {
    depth_first(&mut GuessTree { rules, observer }, sudoku)
}

/// Runs either document from end to end. It prints the grid at which propagation stalls, and if
/// that is not the solution, the one that the search finds. (As in the lecture notes, the search
/// begins where propagation ended.)
pub(super) fn run<O: TraceObserver>(
    mut sudoku: Sudoku,
    rules: &[Rule<O>],
    observer: &mut O,
) -> (Ending, String) {
    if !reduce(&mut sudoku, rules, observer) {
        return (Ending::NoSolution, String::new());
    }
    let (mut printed, is_solved) = (sudoku.display(), sudoku.fewest().is_none());
    let found = search(sudoku, rules, observer);
    if let Some(found) = found.as_ref().filter(|_| !is_solved) {
        printed = printed + "\n" + &found.display();
    }
    (Ending::of(found.map(|found| found.cells())), printed)
}

/// The tree of all guesses.
struct GuessTree<'a, O> {
    rules: &'a [Rule<O>],
    observer: &'a mut O,
}

impl<O: TraceObserver> SearchTree for GuessTree<'_, O> {
    type Node = Sudoku;
    type Branch = (usize, u8);

    fn visit(&mut self, mut sudoku: Sudoku) -> Visited<Self> {
        if !self.observer.enter() || !reduce(&mut sudoku, self.rules, self.observer) {
            return Visited::Inner(Vec::new());
        }
        let Some(number) = sudoku.fewest() else {
            self.observer.step(TraceStep::Solved);
            let is_accepted = self.observer.accept(&sudoku.cells());
            return if is_accepted { Visited::Goal(sudoku) } else { Visited::Inner(Vec::new()) };
        };
        let guess = |digit| {
            let mut copy = sudoku.clone();
            copy[number] = Digits::one(digit);
            ((number, digit), copy)
        };
        Visited::Inner(sudoku[number].iter().map(guess).collect())
    }

    fn descend(&mut self, (cell, value): (usize, u8)) {
        self.observer.step(TraceStep::Guessed { cell, value });
    }

    fn backtrack(&mut self, (cell, value): (usize, u8)) {
        self.observer.step(TraceStep::TakenBack { cell, value });
    }
}

/// A tree whose nodes are created when they are visited.
pub(super) trait SearchTree: Sized {
    /// A node.
    type Node;
    /// The edge from a node to a child.
    type Branch: Copy;

    /// Visits a node.
    fn visit(&mut self, node: Self::Node) -> Visited<Self>;

    /// Goes down to a child.
    fn descend(&mut self, branch: Self::Branch);

    /// Comes back from a child without a goal below it.
    fn backtrack(&mut self, branch: Self::Branch);
}

/// The kind of a visited node.
pub(super) enum Visited<T: SearchTree> {
    /// A goal of the search.
    Goal(T::Node),
    /// Any other node, with its children from left to right.
    Inner(Vec<(T::Branch, T::Node)>),
}

/// Visits a node and then, from left to right, each child with all nodes below it, until a goal is
/// found.
pub(super) fn depth_first<T: SearchTree>(tree: &mut T, node: T::Node) -> Option<T::Node> {
    match tree.visit(node) {
        Visited::Goal(node) => Some(node),
        Visited::Inner(children) => children.into_iter().find_map(|(branch, node)| {
            tree.descend(branch);
            let found = depth_first(tree, node);
            if found.is_none() {
                tree.backtrack(branch);
            }
            found
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree of the AI agent's quiz, whose nodes are letters.
    struct Quiz {
        visited: String,
    }

    impl SearchTree for Quiz {
        type Node = char;
        type Branch = ();

        fn visit(&mut self, node: char) -> Visited<Self> {
            self.visited.push(node);
            let children = match node {
                'A' => "BC",
                'B' => "DE",
                'E' => "HIJ",
                'C' => "FG",
                'G' => "KL",
                _ => "",
            };
            Visited::Inner(children.chars().map(|node| ((), node)).collect())
        }

        fn descend(&mut self, (): ()) {}

        fn backtrack(&mut self, (): ()) {}
    }

    /// Section 9 of the AI agent asks in which order depth-first search visits this tree, and
    /// answers `ABDEHIJCFGKL`. The search follows its guesses by the function that is tested here.
    ///
    /// ```text
    ///        A
    ///      /   \
    ///     B     C
    ///    / \   / \
    ///   D   E F   G
    ///      /|\   / \
    ///     H I J K   L
    /// ```
    #[test]
    fn the_search_visits_a_tree_in_the_order_of_the_quiz() {
        let mut quiz = Quiz { visited: String::new() };
        assert_eq!(depth_first(&mut quiz, 'A'), None);
        assert_eq!(quiz.visited, "ABDEHIJCFGKL");
    }
}
