//! Checkpoints that are not of the search are refused, as far as that can be seen.

use super::*;
use crate::engine::Choice;
use crate::search::{Checkpoint, ResumeError};

/// The checkpoint of a search that was split.
fn split(problem: &Problem, engine: Engine) -> Checkpoint {
    let mut solver = short(problem, engine, 1);
    let mut list = Vec::new();
    let mut most = 3;
    loop {
        assert_eq!(visit(&mut solver, most, &mut list), StopReason::Interrupted, "{engine}");
        let checkpoint = solver.checkpoint();
        if checkpoint.open.len() > 1 {
            return checkpoint;
        }
        (most, list) = (most + 1, Vec::new());
    }
}

fn resume(problem: &Problem, checkpoint: &Checkpoint) -> Result<(), ResumeError> {
    short(problem, checkpoint.engine, 1).resume(checkpoint)
}

#[test]
fn numbers_that_would_overflow_are_refused() {
    let problem: Problem = queens(8).parse().unwrap();
    let checkpoint = split(&problem, Engine::Links);
    resume(&problem, &checkpoint).unwrap();
    let changes: [fn(&mut Checkpoint); 4] = [
        |checkpoint| checkpoint.found = u64::MAX,
        |checkpoint| checkpoint.nodes = u64::MAX,
        |checkpoint| checkpoint.open[0].emitted = checkpoint.found + 1,
        |checkpoint| checkpoint.open.iter_mut().for_each(|open| open.emitted = 1 << 63),
    ];
    for change in changes {
        let mut forged = checkpoint.clone();
        change(&mut forged);
        assert_eq!(resume(&problem, &forged), Err(ResumeError::TooMany));
    }
}

#[test]
fn parts_that_occur_twice_are_refused() {
    for engine in [Engine::Links, Engine::Bits, Engine::Multiple] {
        let problem: Problem = queens(8).parse().unwrap();
        let checkpoint = split(&problem, engine);
        for index in 0..checkpoint.open.len() {
            let mut forged = checkpoint.clone();
            forged.open.insert(index, forged.open[index].clone());
            assert!(resume(&problem, &forged).is_err(), "{index} {engine}");
        }
        // The first part again, with all of its choices, at the end.
        let mut forged = checkpoint.clone();
        let mut first = forged.open[0].clone();
        first.choices.truncate(2);
        forged.open.push(first);
        let error = resume(&problem, &forged).unwrap_err();
        assert!(
            matches!(error, ResumeError::Overlap { .. } | ResumeError::Shared { .. }),
            "{error}"
        );
    }
}

#[test]
fn choices_of_another_problem_are_refused() {
    let problem: Problem = "a b\na\nb\na b\n".parse().unwrap();
    let mut checkpoint = Solver::new(&problem).checkpoint();
    checkpoint.open[0].choices = [0, 2].map(|number| Choice::Include(OptionId::new(number))).into();
    let error = Solver::new(&problem).resume(&checkpoint).unwrap_err().to_string();
    assert!(error.starts_with("subproblem 1 is not of this problem: options 1 and 3"), "{error}");
    checkpoint.open[0].choices = vec![Choice::Include(OptionId::new(9))];
    assert!(Solver::new(&problem).resume(&checkpoint).is_err());
    checkpoint.open[0].choices = Vec::new();
    checkpoint.open[0].shared = 1;
    let error = Solver::new(&problem).resume(&checkpoint).unwrap_err();
    assert_eq!(error, ResumeError::Shared { number: 1 });
    checkpoint.open[0].shared = 0;
    for weight in [-0.1, 1.1, f64::NAN] {
        let mut checkpoint = checkpoint.clone();
        checkpoint.open[0].weight = weight;
        let error = Solver::new(&problem).resume(&checkpoint).unwrap_err();
        assert_eq!(error, ResumeError::Weight { number: 1 });
    }
    Solver::new(&problem).resume(&checkpoint).unwrap();
    let mut links = Solver::with_engine(&problem, Engine::Links).unwrap();
    let error = links.resume(&checkpoint).unwrap_err();
    assert_eq!(error, ResumeError::OtherEngine { engine: Engine::Auto });
}

#[test]
fn choices_that_don_t_exclude_each_other_are_refused() {
    let problem: Problem = "a b c\na\nb\nc\na b\n".parse().unwrap();
    let part = |number| crate::search::OpenSubproblem {
        shared: 0,
        choices: vec![Choice::Include(OptionId::new(number))],
        weight: 0.5,
        depth: 1,
        is_split: false,
        emitted: 0,
    };
    let checkpoint = |numbers: [usize; 2]| Checkpoint {
        open: numbers.map(part).into(),
        ..Solver::new(&problem).checkpoint()
    };
    resume(&problem, &checkpoint([0, 3])).unwrap();
    for numbers in [[0, 1], [3, 2], [3, 3]] {
        let error = resume(&problem, &checkpoint(numbers)).unwrap_err();
        assert!(matches!(error, ResumeError::Overlap { number: 2 } | ResumeError::Shared { .. }));
    }
}
