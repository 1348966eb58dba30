//! The tree of a cursor is that of the engine, and steps undo each other.

use super::*;
use crate::engine::tests::{COLORED, plain};
use crate::engine::{Engine, Outcome};
use crate::ids::OptionId;
use crate::problem::Problem;

/// The nodes below, this one among them, and the solutions; each branch is taken twice.
fn size(cursor: &mut dyn TreeCursor) -> (u64, u64) {
    let node = cursor.node();
    let (mut names, mut again) = (Vec::new(), Vec::new());
    cursor.branches(&mut names);
    assert_eq!(names.len(), crate::ids::as_index(node.degree));
    let (mut nodes, mut solutions) = (1, u64::from(node.is_solution));
    for &branch in names.iter().rev() {
        cursor.down(branch);
        let estimate = cursor.size();
        cursor.up();
        cursor.down(branch);
        assert_eq!(cursor.size(), estimate);
        let below = size(cursor);
        cursor.up();
        (nodes, solutions) = (nodes + below.0, solutions + below.1);
    }
    cursor.branches(&mut again);
    assert_eq!((cursor.node(), again), (node, names));
    (nodes, solutions)
}

/// The nodes that an engine visits, and the solutions that it finds.
fn searched(engine: Engine, problem: &Problem, given: &[OptionId]) -> (u64, u64) {
    let mut machine = engine.start(problem, None);
    machine.restart(&Subproblem::from(given));
    let mut solutions = 0;
    loop {
        match machine.advance(u64::MAX) {
            Outcome::Solution => solutions += 1,
            Outcome::Exhausted => return (machine.work().nodes, solutions),
            Outcome::Paused => {}
        }
    }
}

fn check(text: &str, given: &[usize]) {
    let problem: Problem = text.parse().unwrap();
    let given: Vec<_> = given.iter().map(|&option| OptionId::new(option)).collect();
    let mut cursor = cursor(&problem, None);
    for _ in 0..2 {
        cursor.restart(&Subproblem::default());
        let whole = size(cursor.as_mut());
        cursor.restart(&Subproblem::from(&given));
        let part = size(cursor.as_mut());
        if problem.features().multiplicities {
            assert_eq!(whole.1, searched(Engine::Naive, &problem, &[]).1, "{text}");
            assert_eq!(part.1, searched(Engine::Naive, &problem, &given).1, "{text}");
        } else {
            assert_eq!(whole, searched(Engine::Links, &problem, &[]), "{text}");
            assert_eq!(part, searched(Engine::Links, &problem, &given), "{text}");
        }
    }
}

#[test]
fn the_tree_is_that_of_the_engine() {
    for (text, _) in plain() {
        check(&text, &[]);
    }
    for (text, _) in COLORED {
        check(text, &[]);
    }
    check("a b c\na b\nb c\nc a\na\nb\nc\n", &[3]);
    check("a b c | x\na x:1\nb x:1\nb x:2\nc x:1\nc\nb x\n", &[0]);
    check("a b c\na\nb c\nb\n", &[2]);
}

#[test]
fn solutions_with_multiplicities_are_found_once() {
    let texts = [
        "0:2|a\na\na\na\n",
        "2|a b\na b\na\nb\na\n",
        "1:3|a 0:1|b 2|c\na\na b\nb c\nc\na c\nc b\n",
        "2|a 2|b | x\na x:1\nb x:1\na x:2\nb\na b x\nb x:1\n",
        "3|a\na\na\n",
        "0:0|a b\na b\nb\n",
    ];
    texts.iter().for_each(|text| check(text, &[]));
    check(texts[2], &[1]);
    check(texts[1], &[1]);
}

#[test]
fn without_weights_to_learn_decisions_are_those_of_the_engine() {
    // No branch fails, so that nothing is learned.
    for text in ["0:2|a\na\na\na\n", "1:2|a\na\na\n", "2|a 2|b\na\na\na\nb\nb\nb\n"] {
        let problem: Problem = text.parse().unwrap();
        let counted = size(cursor(&problem, None).as_mut());
        assert_eq!(counted, searched(Engine::Multiple, &problem, &[]), "{text}");
    }
}

#[test]
fn an_estimate_is_greater_where_more_is_left() {
    assert_eq!([0, 1, 2, 3, 4, 6, 8, u32::MAX].map(bits), [0, 0, 256, 384, 512, 640, 768, 8191]);
    let problem: Problem = "a b\na b\na\na\nb\nb\nb\n".parse().unwrap();
    let mut cursor = cursor(&problem, None);
    assert_eq!(cursor.size(), SizeEstimate { items: 2, bits: 384 + 512 });
    let mut names = Vec::new();
    cursor.branches(&mut names);
    cursor.down(names[1]);
    assert_eq!(cursor.size(), SizeEstimate { items: 1, bits: 384 });
}
