//! What is right is accepted, and every fault is found.

use crate::diagram::tests::{QUEENS, below, diagrams, sets, solution, solved};
use crate::diagram::{Diagram, DiagramBuilder, DiagramError, NodeId};
use crate::ids::OptionId;
use crate::problem::Problem;
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// A chain of choices that are all taken.
fn chain(builder: &mut DiagramBuilder, options: &[usize]) -> NodeId {
    options.iter().fold(NodeId::UNIT, |node, &option| {
        builder.choice(OptionId::new(option), NodeId::NONE, node).unwrap()
    })
}

/// What is said of the diagram of some sets.
fn verdict(problem: &str, sets: &[&[usize]]) -> Result<(), String> {
    let problem: Problem = problem.parse().unwrap();
    let sets = sets.iter().map(|set| solution(set));
    let diagram = Diagram::of_solutions(problem.options().len(), sets).unwrap();
    diagram.verify(&problem).map_err(|error| error.to_string())
}

#[test]
fn diagrams_of_solutions_are_accepted() {
    let table = [
        QUEENS,
        include_str!("../../../puzzles/multiplicities.dlx"),
        include_str!("../../../puzzles/toy-secondary.dlx"),
        include_str!("../../../puzzles/shifts.dlx"),
        "a b\na\nb\na b\n",
        "0:2|a 0:300|b | x y\na x:1 y\nb x:1\nb x:1\nb x:2\na b\nb\nb y\n",
        "a\n",
        "0:1|a\n",
    ];
    for text in table {
        let (problem, solutions, diagram) = solved(text);
        assert_eq!(diagram.verify(&problem), Ok(()), "{text}");
        assert_eq!(diagram.solutions().count(), solutions.len());
    }
}

#[test]
fn whatever_is_wrong_is_named() {
    let table: [(&str, &[&[usize]], &str); 9] = [
        ("a | x\nx\na", &[&[0, 1]], "option 1 is chosen and has no primary item"),
        ("a b\na\nb", &[&[0, 1], &[0]], "some solution does not cover item `b`"),
        ("a b\na\na b", &[&[1], &[0, 1]], "some solution covers item `a` 2 times"),
        ("2|a\na\na", &[&[0], &[0, 1]], "some solution covers item `a` once"),
        ("300:900|a\na", &[&[0]], "some solution covers item `a` once"),
        (
            "a b | x\na x\nb x\na\nb",
            &[&[2, 3], &[0, 1]],
            "some solution covers secondary item `x` more than once and not in one colour",
        ),
        (
            "a b | x\na x:1\nb x:2\nb x:1",
            &[&[0, 2], &[0, 1]],
            "some solution covers secondary item `x` more than once and not in one colour",
        ),
        (
            "a b | w x\na x:1\nb x",
            &[&[0, 1]],
            "some solution covers secondary item `x` more than once and not in one colour",
        ),
        (
            "a b c | x\na x:1\nb x:1\nb x:2\nc x:1",
            &[&[0, 1, 3], &[0, 2, 3]],
            "some solution covers secondary item `x` more than once and not in one colour",
        ),
    ];
    for (problem, sets, message) in table {
        assert_eq!(verdict(problem, sets), Err(message.to_owned()), "{problem}");
    }
}

#[test]
fn a_diagram_of_another_problem_is_refused() {
    let (_, _, diagram) = solved("a\na\n");
    let problem: Problem = "a\na\na\n".parse().unwrap();
    let error = diagram.verify(&problem).unwrap_err();
    assert_eq!(error, DiagramError::OptionCount { diagram: 1, problem: 2 });
    let unknown = Diagram::of_solutions(3, [solution(&[3])]).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no option 4");
}

#[test]
fn an_option_that_may_come_twice_is_refused() {
    let problem: Problem = "0:9|a 0:9|b\na\nb\na b\n".parse().unwrap();
    let [first, second] = [0, 1].map(OptionId::new);
    let verdict = |make: &dyn Fn(&mut DiagramBuilder) -> NodeId| {
        let mut builder = DiagramBuilder::new(3);
        let root = make(&mut builder);
        builder.finish(root).verify(&problem)
    };
    let with = verdict(&|builder| {
        let below = chain(builder, &[0, 1]);
        builder.choice(first, NodeId::UNIT, below).unwrap()
    });
    assert_eq!(with, Err(DiagramError::RepeatedOption { option: first }));
    let without = verdict(&|builder| {
        let below = chain(builder, &[1, 2]);
        builder.choice(second, below, NodeId::UNIT).unwrap()
    });
    assert_eq!(without, Err(DiagramError::RepeatedOption { option: second }));
    let shared = verdict(&|builder| {
        let parts = [&[0, 2][..], &[1, 2]].map(|options| chain(builder, options));
        builder.and(&parts).unwrap()
    });
    assert_eq!(shared, Err(DiagramError::SharedOption { option: OptionId::new(2) }));
    let single = verdict(&|builder| {
        let below = chain(builder, &[2]);
        let part = builder.choice(first, below, NodeId::UNIT).unwrap();
        let other = builder.choice(second, NodeId::UNIT, below).unwrap();
        builder.and(&[part, other]).unwrap()
    });
    assert_eq!(single, Err(DiagramError::SharedOption { option: OptionId::new(2) }));
}

#[test]
fn a_fault_is_found_in_whichever_strip_it_is() {
    let options = 200;
    let items: Vec<_> = (0..options).map(|option| format!("i{option}")).collect();
    let text = format!("0:9|{}\n{}\n", items.join(" 0:9|"), items.join("\n"));
    let problem: Problem = text.parse().unwrap();
    let all: Vec<_> = (0..options).collect();
    for fault in 0..options {
        let option = OptionId::new(fault);
        let mut builder = DiagramBuilder::new(options);
        let below = chain(&mut builder, &all);
        let root = builder.choice(option, below, NodeId::UNIT).unwrap();
        let verdict = builder.finish(root).verify(&problem);
        assert_eq!(verdict, Err(DiagramError::RepeatedOption { option }));
        let mut builder = DiagramBuilder::new(options);
        let parts = [chain(&mut builder, &all[..=fault]), chain(&mut builder, &all[fault..])];
        let root = builder.and(&parts).unwrap();
        let verdict = builder.finish(root).verify(&problem);
        assert_eq!(verdict, Err(DiagramError::SharedOption { option }));
        let once = text.replacen(&format!("0:9|i{fault} "), &format!("1|i{fault} "), 1);
        let once = once.replacen(&format!("0:9|i{fault}\n"), &format!("1|i{fault}\n"), 1);
        let mut builder = DiagramBuilder::new(options);
        let others: Vec<_> = all.iter().copied().filter(|&option| option != fault).collect();
        let root = chain(&mut builder, &others);
        let verdict = builder.finish(root).verify(&once.parse().unwrap());
        let item = items[fault].clone();
        assert_eq!(verdict, Err(DiagramError::WrongTimes { item, times: 0 }));
    }
}

#[test]
fn parts_that_disagree_are_refused() {
    for (colors, is_right) in [(["x:1", "x:1"], true), (["x:1", "x:2"], false), (["x", "x"], false)]
    {
        let text = format!("a b | x\na {}\nb {}\n", colors[0], colors[1]);
        let problem: Problem = text.parse().unwrap();
        let mut builder = DiagramBuilder::new(2);
        let parts = [0, 1].map(|option| chain(&mut builder, &[option]));
        let root = builder.and(&parts).unwrap();
        let verdict = builder.finish(root).verify(&problem);
        let wrong = DiagramError::Disagreement { item: "x".to_owned() };
        assert_eq!(verdict, if is_right { Ok(()) } else { Err(wrong) });
    }
}

/// A problem with these many options: bounds that are often right, and a few secondary items with
/// colours.
fn random_problem(rng: &mut SmallRng, options: usize, high: u32) -> Problem {
    let mut text = format!("0:{high}|a 0:2|b 0:1|c | x y\n");
    for _ in 0..options {
        let primary = ["a", "a", "a b", "b", "a c", "b c"][usize::try_from(below(rng, 6)).unwrap()];
        let secondary =
            ["", "", "", "", " x:1", " x:1", " x:2", " y"][usize::try_from(below(rng, 8)).unwrap()];
        text += &format!("{primary}{secondary}\n");
    }
    text.parse().unwrap()
}

#[test]
fn what_is_said_of_all_sets_at_once_is_what_is_said_of_each() {
    let mut rng = SmallRng::seed_from_u64(11);
    let mut accepted = 0;
    for diagram in diagrams() {
        let sets = sets(&diagram);
        for round in 0..10 {
            let high = if round < 5 { 20 } else { 400 };
            let problem = random_problem(&mut rng, diagram.option_count(), high);
            let each = sets.iter().all(|set| solution(set).verify(&problem).is_ok());
            assert_eq!(diagram.verify(&problem).is_ok(), each, "{sets:?}");
            accepted += usize::from(each && sets.len() > 2);
        }
    }
    assert!(accepted > 25, "{accepted}");
}
