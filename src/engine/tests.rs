//! What the tests of several engines share: small problems whose answers are known.

#[path = "../../tests/common/texts.rs"]
mod texts;

pub(crate) use texts::queens;

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
