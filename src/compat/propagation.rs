//! Elimination, only choice, and depth-first search: what the lecture notes and the AI agent share.
//!
//! Both come from the same course, so that their functions are the same but for their names. *Elimination*: a
//! box with one digit takes it from its peers. *Only choice*: a digit with one place in a unit goes there. Both
//! are repeated, and where they stall, the search tries the digits of a box one after another.

use super::Ending;
use super::dictionary::Dictionary;
use super::digits::Digits;
use super::watch::{Step, Watch, Why, Wrong};

/// A sudoku in which each box has all digits that it may hold.
pub type Sudoku = Dictionary<Digits>;

/// Takes digits away wherever its reasoning allows.
pub(super) type Strategy<W> = fn(&mut Sudoku, &mut W);

/// Takes the digit of each box that has just one from all peers of that box.
///
/// Boxes that come down to one digit meanwhile have to wait for the next time. If two peers have the same digit,
/// the second is left without any.
pub fn eliminate(sudoku: &mut Sudoku, watch: &mut impl Watch) {
    let layout = sudoku.layout();
    let solved: Vec<_> =
        (0..sudoku.values().len()).filter(|&number| sudoku[number].count() == 1).collect();
    for number in solved {
        // A box before this one may have taken its digit.
        let Some(digit) = sudoku[number].single() else { continue };
        for &peer in layout.peers(number) {
            strike(sudoku, peer, digit, Why::Peer(number), watch);
        }
    }
}

/// Takes a digit from a box, if it is there.
pub(super) fn strike(
    sudoku: &mut Sudoku,
    number: usize,
    digit: u8,
    why: Why,
    watch: &mut impl Watch,
) {
    if sudoku[number].remove(digit) {
        watch.step(Step::Eliminated { cell: number, value: digit, why });
        if let Some(value) = sudoku[number].single() {
            watch.step(Step::Placed { cell: number, value, why: Why::OnlyCandidate });
        }
    }
}

/// Puts each digit that has just one place in a unit there.
pub fn only_choice(sudoku: &mut Sudoku, watch: &mut impl Watch) {
    for unit in sudoku.layout().unitlist() {
        for digit in Digits::all(9).iter() {
            let mut places = unit.boxes().iter().filter(|&&number| sudoku[number].contains(digit));
            let (Some(&place), None) = (places.next(), places.next()) else { continue };
            if sudoku[place].count() > 1 {
                sudoku[place] = Digits::one(digit);
                let why = Why::OnlyPlace(unit.name());
                watch.step(Step::Placed { cell: place, value: digit, why });
            }
        }
    }
}

/// Applies all strategies in turn, until a round of them leaves as many boxes with one digit as there were
/// before: it does not notice that other digits went. `false` if a box is left without any digit.
pub(super) fn reduce<W: Watch>(
    sudoku: &mut Sudoku,
    strategies: &[Strategy<W>],
    watch: &mut W,
) -> bool {
    let mut stalled = false;
    while !stalled {
        let before = sudoku.solved();
        for strategy in strategies {
            strategy(sudoku, watch);
        }
        stalled = sudoku.solved() == before;
        if let Some(empty) = sudoku.values().iter().position(|digits| digits.is_empty()) {
            watch.step(Step::Contradiction(Wrong::NoCandidate(empty)));
            return false;
        }
    }
    true
}

/// Reduces a sudoku, and where that stalls, tries the digits of a box with the fewest of them (of several the
/// first by label), in ascending order, each with the same again.
pub(super) fn search<W: Watch>(
    sudoku: Sudoku,
    strategies: &[Strategy<W>],
    watch: &mut W,
) -> Option<Sudoku> {
    depth_first(&mut Guesses { strategies, watch }, sudoku)
}

/// Both documents from end to end: the grid that is left where propagation stalls, drawn, and if that is not the
/// solution, the one that the search finds. (As in the lecture notes, the search begins where propagation ended.)
pub(super) fn run<W: Watch>(
    mut sudoku: Sudoku,
    strategies: &[Strategy<W>],
    watch: &mut W,
) -> (Ending, String) {
    if !reduce(&mut sudoku, strategies, watch) {
        return (Ending::NoSolution, String::new());
    }
    let (mut drawn, is_solved) = (sudoku.display(), sudoku.fewest().is_none());
    let found = search(sudoku, strategies, watch);
    if let Some(found) = found.as_ref().filter(|_| !is_solved) {
        drawn = drawn + "\n" + &found.display();
    }
    (Ending::of(found.map(|found| found.cells())), drawn)
}

/// The tree of all guesses.
struct Guesses<'a, W> {
    strategies: &'a [Strategy<W>],
    watch: &'a mut W,
}

impl<W: Watch> Tree for Guesses<'_, W> {
    type Node = Sudoku;
    type Branch = (usize, u8);

    fn open(&mut self, mut sudoku: Sudoku) -> Opened<Self> {
        if !self.watch.enter() || !reduce(&mut sudoku, self.strategies, self.watch) {
            return Opened::Branches(Vec::new());
        }
        let Some(number) = sudoku.fewest() else {
            self.watch.step(Step::Solved);
            let is_wanted = self.watch.accept(&sudoku.cells());
            return if is_wanted { Opened::Found(sudoku) } else { Opened::Branches(Vec::new()) };
        };
        let guess = |digit| {
            let mut copy = sudoku.clone();
            copy[number] = Digits::one(digit);
            ((number, digit), copy)
        };
        Opened::Branches(sudoku[number].iter().map(guess).collect())
    }

    fn enter(&mut self, (cell, value): (usize, u8)) {
        self.watch.step(Step::Guessed { cell, value });
    }

    fn leave(&mut self, (cell, value): (usize, u8)) {
        self.watch.step(Step::TakenBack { cell, value });
    }
}

/// A tree whose nodes are made when they are reached.
pub(super) trait Tree: Sized {
    /// What is at the end of a branch.
    type Node;
    /// What leads from a node to one below it.
    type Branch: Copy;

    /// Visits a node.
    fn open(&mut self, node: Self::Node) -> Opened<Self>;

    /// Goes down a branch.
    fn enter(&mut self, branch: Self::Branch);

    /// Comes back up, having found nothing.
    fn leave(&mut self, branch: Self::Branch);
}

/// What a node turns out to be.
pub(super) enum Opened<T: Tree> {
    /// What was looked for.
    Found(T::Node),
    /// Somewhere to look further, from left to right.
    Branches(Vec<(T::Branch, T::Node)>),
}

/// Visits a node and then, from left to right, each node below it with all that is below that one, until it has
/// found what it looks for.
pub(super) fn depth_first<T: Tree>(tree: &mut T, node: T::Node) -> Option<T::Node> {
    match tree.open(node) {
        Opened::Found(node) => Some(node),
        Opened::Branches(branches) => branches.into_iter().find_map(|(branch, node)| {
            tree.enter(branch);
            let found = depth_first(tree, node);
            if found.is_none() {
                tree.leave(branch);
            }
            found
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree of the AI agent's quiz: each node is a letter, and knows those below it.
    struct Quiz {
        visited: String,
    }

    impl Tree for Quiz {
        type Node = char;
        type Branch = ();

        fn open(&mut self, node: char) -> Opened<Self> {
            self.visited.push(node);
            let below = match node {
                'A' => "BC",
                'B' => "DE",
                'E' => "HIJ",
                'C' => "FG",
                'G' => "KL",
                _ => "",
            };
            Opened::Branches(below.chars().map(|node| ((), node)).collect())
        }

        fn enter(&mut self, (): ()) {}

        fn leave(&mut self, (): ()) {}
    }

    /// Section 9 of the AI agent asks in which order depth-first search visits this tree, and answers
    /// `ABDEHIJCFGKL`. This is the very function by which the search follows its guesses.
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
