//! What the tests of several engines share: small problems whose answers are known.

#[path = "../../tests/common/texts.rs"]
mod texts;

#[cfg(feature = "diagram")]
pub(crate) use super::memo_turns::tests::bits_and_memo;
pub(crate) use super::memo_turns::tests::early_memo;
use super::{Outcome, SearchEngine};
use crate::OptionId;
use crate::tests::Random;
#[cfg(feature = "diagram")]
pub(crate) use texts::partial_latin;
pub(crate) use texts::{dominoes, latin, queens};

/// Items `0..n`, where each option has an item and the next: a ring of pairs, with two solutions if
/// `n` is even.
pub(crate) fn ring(n: usize) -> String {
    let items: String = (0..n).map(|item| format!("{item} ")).collect();
    let pairs: String = (0..n).map(|item| format!("{item} {}\n", (item + 1) % n)).collect();
    format!("{items}\n{pairs}")
}

/// The number of solutions with these options, as the oracle has it.
pub(crate) fn oracle(problem: &crate::Problem, given: &[crate::OptionId]) -> u64 {
    let mut machine = super::Engine::Naive.start(problem, None);
    machine.restart(&super::Subproblem::from(given));
    let solutions = std::iter::repeat_with(|| machine.advance(u64::MAX));
    crate::ids::to_u64(solutions.take_while(|&event| event == super::Outcome::Solution).count())
}

/// Problems without colours, each with the number of its solutions.
pub(crate) fn plain() -> Vec<(String, usize)> {
    let small = [
        ("a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n", 1),
        ("a\n", 0),
        ("a\na\na\n", 2),
        ("a b\na\n", 0),
        ("a b c\na b\nb c\nc a\na\nb\nc\n", 4),
        ("p q | x y\np x\nq x\np y\nq\n", 3),
        ("a b c | x\na x\nb x\nc x\na\nb\nc\n", 4),
        ("0 1 2 3 | s t\n0 1 s\n2 3 s\n2 3 t\n0 2\n1 3\n0 1\n", 4),
    ];
    let small = small.map(|(text, solutions)| (text.to_owned(), solutions));
    let boards = [(4, 2), (5, 10), (6, 4)].map(|(n, solutions)| (queens(n), solutions));
    small.into_iter().chain(boards).collect()
}

/// Problems with colours, each with the number of its solutions. The first is the example for
/// Algorithm C, TAOCP 7.2.2.1 (49).
pub(crate) const COLORED: [(&str, usize); 3] = [
    ("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n", 1),
    ("a b c | x\na x:1\na x:2\nb x:1\nb x:2\nc x:1\nc x:3\nc x\n", 1),
    (
        "a b c d | x y\na x:1 y:1\na x:2 y:1\nb x:1 y:2\nb x:2 y:1\nb y:1\nc x:1\nc x:2\nd y:1 x:2\nd y:1\n",
        5,
    ),
];

/// What a random problem has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    Colors,
    Multiplicities,
}

/// A random problem of at most 30 options, as text.
pub(crate) fn random(kind: Kind, numbers: &mut Random) -> String {
    let (primary, secondary) = (2 + numbers.below(6), numbers.below(4));
    let mut text = String::new();
    for item in 0..primary {
        let bounds = ["", "", "", "2|", "1:2|", "0:2|", "0:1|"][numbers.below(7)];
        let bounds = if kind == Kind::Multiplicities { bounds } else { "" };
        text += &format!("{bounds}p{item} ");
    }
    text += "|";
    (0..secondary).for_each(|item| text += &format!(" s{item}"));
    for _ in 0..primary + numbers.below(3 * primary + 4) {
        text += "\n";
        let first = numbers.below(primary);
        text += &format!("p{first}");
        for item in (0..primary).filter(|&item| item != first) {
            if numbers.one_in(primary + 1) {
                text += &format!(" p{item}");
            }
        }
        for item in (0..secondary).filter(|_| kind != Kind::Plain) {
            if numbers.one_in(4) {
                let color = ["", ":a", ":b", ":c"][numbers.below(4)];
                text += &format!(" s{item}{color}");
            }
        }
    }
    text + "\n"
}

/// A problem, as text, whose options cost a random number below `bound`.
pub(crate) fn with_costs(text: &str, numbers: &mut Random, bound: usize) -> String {
    let (items, options) = text.split_once('\n').unwrap();
    let priced = options.lines().map(|line| format!("\n{line} |{}", numbers.below(bound)));
    items.to_owned() + &priced.collect::<String>() + "\n"
}

/// Dominoes on a square without two opposite corners, which have the same colour: no solution. With
/// `domino`, a domino on two cells of the other colour, beside one of the corners.
pub(crate) fn mutilated(n: usize, domino: &str) -> String {
    let is_cell = |x: usize, y: usize| (1..2 * n - 2).contains(&(x + y)) && x.max(y) < n;
    let cells = || (0..n * n).map(|cell| (cell / n, cell % n)).filter(|&(x, y)| is_cell(x, y));
    let mut text: String = cells().map(|(x, y)| format!("{x},{y} ")).collect();
    for (x, y) in cells() {
        for (right, below) in [(x + 1, y), (x, y + 1)] {
            if is_cell(right, below) {
                text += &format!("\n{x},{y} {right},{below}");
            }
        }
    }
    text + "\n" + domino + "\n"
}

/// Runs to the end, a number of nodes at a time; the solutions in their order, each in ascending
/// order.
pub(crate) fn run(engine: &mut dyn SearchEngine, budget: u64) -> Vec<Vec<OptionId>> {
    let mut solutions = Vec::new();
    loop {
        match engine.advance(budget) {
            Outcome::Solution => {
                let mut solution = Vec::new();
                engine.solution(&mut solution);
                solution.sort_unstable();
                solutions.push(solution);
            }
            Outcome::Exhausted => break,
            Outcome::Paused => {}
        }
    }
    assert_eq!(engine.advance(budget), Outcome::Exhausted, "the end is the end");
    solutions
}
