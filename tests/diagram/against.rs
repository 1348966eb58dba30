//! Random problems against the oracle: counts with every method, and diagrams by every order.

use super::problems::{all_kinds, solvable, wide};
use super::settings::{ORDERS, Setting, any_setting, diagram_setting, settings};
use super::truth::{truth, uses, with_all};
use crate::common::random::{Draft, Planted, config};
use crate::common::{options, sorted};
use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use quadrille::diagram::Diagram;
use quadrille::{Method, Problem, Solution, StopReason};
use std::cell::Cell;

/// So many cases of problems that the oracle can list; a check is shown the problem and all
/// solutions.
fn each<T: std::fmt::Debug>(
    cases: u32,
    of: impl Strategy<Value = (Draft, T)>,
    check: impl Fn(&Problem, &[Solution], T) -> Result<(), TestCaseError>,
) {
    let (config, listed) = (config(cases), Cell::new(0));
    let cases = config.cases;
    let result = TestRunner::new(config).run(&of, |(draft, more)| {
        let problem = draft.problem();
        let Some(all) = truth(&problem) else { return Ok(()) };
        listed.set(listed.get() + 1);
        check(&problem, &all, more)
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    assert!(listed.get() * 4 > cases * 3, "of {cases} only {} were compared", listed.get());
}

/// Every setting counts what the oracle lists, again and again.
fn counts(problem: &Problem, all: &[Solution], settings: &[Setting]) -> Result<(), TestCaseError> {
    for setting in settings {
        let mut counter = setting.counter(problem);
        for _ in 0..2 {
            let count = counter.big_count();
            prop_assert!(count.is_complete(), "{:?}", setting);
            prop_assert_eq!(count.solutions, BigUint::from(all.len()), "{:?}", setting);
        }
    }
    Ok(())
}

#[test]
fn counts_are_those_of_the_oracle() {
    each(1200, (all_kinds(), settings()), |problem, all, settings| counts(problem, all, &settings));
}

#[test]
fn keys_of_many_words_count_too() {
    each(400, (wide(), settings()), |problem, all, settings| counts(problem, all, &settings));
}

#[test]
fn what_is_given_is_in_all_that_are_counted() {
    let cases = solvable().prop_flat_map(|Planted { draft, solution }| {
        let of_solution = vec(any::<Index>(), 0..4)
            .prop_map(move |some| some.iter().map(|i| *i.get(&solution)).collect::<Vec<_>>());
        let of_all = vec(0..draft.options.len(), 0..3);
        (Just(draft), (of_solution, of_all, settings(), diagram_setting()))
    });
    each(500, cases, |problem, all, (mut given, others, settings, setting)| {
        given.extend(others);
        given.sort_unstable();
        given.dedup();
        let given = options(given);
        let expected = with_all(all, &given);
        for setting in settings {
            let mut counter = setting.counter(problem);
            let with = match counter.assume(&given) {
                Ok(()) => expected.len(),
                Err(_) => {
                    prop_assert!(expected.is_empty(), "{:?}", setting);
                    all.len()
                }
            };
            prop_assert_eq!(counter.big_count().solutions, BigUint::from(with), "{:?}", setting);
            counter.assume(&[]).unwrap();
            prop_assert_eq!(
                counter.big_count().solutions,
                BigUint::from(all.len()),
                "{:?}",
                setting
            );
        }
        let mut counter = setting.counter(problem);
        if counter.assume(&given).is_ok() {
            is_that_of(&counter.diagram().unwrap(), problem, &expected)?;
        }
        Ok(())
    });
}

#[test]
fn a_count_that_is_stopped_is_no_larger_than_the_true_one_and_says_why() {
    let cases = (all_kinds(), (any_setting(), vec(0..60u64, 3)));
    each(1000, cases, |problem, all, (setting, limits)| {
        for limit in limits {
            let count = setting.counter(problem).node_limit(limit).big_count();
            let most = BigUint::from(all.len());
            match count.stop {
                StopReason::Exhausted => prop_assert_eq!(count.solutions, most, "{:?}", setting),
                StopReason::NodeLimit => prop_assert!(count.solutions <= most, "{:?}", setting),
                other => prop_assert!(false, "{:?}: {}", setting, other),
            }
        }
        Ok(())
    });
}

/// Enumeration needs no memory for uses: with it, they are always known.
#[test]
fn uses_are_those_of_the_oracle() {
    each(600, (all_kinds(), settings()), |problem, all, settings| {
        for setting in settings {
            match setting.counter(problem).uses() {
                Ok(found) => {
                    prop_assert_eq!(found.solutions, BigUint::from(all.len()), "{:?}", setting);
                    prop_assert_eq!(found.options, uses(problem, all), "{:?}", setting);
                }
                Err(stop) => {
                    prop_assert_eq!(stop, StopReason::MemoryLimit, "{:?}", setting);
                    let enumerates = [Method::Auto, Method::Plain].contains(&setting.method);
                    prop_assert!(!enumerates, "{:?}", setting);
                }
            }
        }
        Ok(())
    });
}

/// A diagram is right in itself, and its solutions are these, whichever way it is asked for them.
fn is_that_of(diagram: &Diagram, problem: &Problem, all: &[Solution]) -> Result<(), TestCaseError> {
    prop_assert_eq!(diagram.verify(problem), Ok(()));
    let counted = diagram.counted();
    prop_assert_eq!(counted.count(), &BigUint::from(all.len()));
    prop_assert_eq!(sorted(problem, diagram.solutions()), all);
    prop_assert_eq!(counted.uses(), uses(problem, all));
    let mut text = Vec::new();
    diagram.write(&mut text).unwrap();
    prop_assert_eq!(&Diagram::parse(text).unwrap(), diagram);
    Ok(())
}

#[test]
fn diagrams_of_every_order_have_the_solutions_of_the_oracle() {
    each(1500, (all_kinds(), diagram_setting()), |problem, all, setting| {
        for method in ORDERS.into_iter().chain([setting.method]) {
            let setting = Setting { method, ..setting };
            is_that_of(&setting.counter(problem).diagram().unwrap(), problem, all)?;
        }
        Ok(())
    });
}

#[test]
fn diagrams_of_many_words_do_too() {
    each(200, (wide(), diagram_setting()), |problem, all, setting| {
        is_that_of(&setting.counter(problem).diagram().unwrap(), problem, all)
    });
}

#[test]
fn a_diagram_that_is_stopped_is_none() {
    let cases = (all_kinds(), (diagram_setting(), 0..60u64, 0..5000usize));
    each(300, cases, |problem, all, (setting, nodes, memory)| {
        match setting.counter(problem).node_limit(nodes).diagram() {
            Ok(diagram) => is_that_of(&diagram, problem, all)?,
            Err(stop) => prop_assert_eq!(stop, StopReason::NodeLimit),
        }
        match setting.counter(problem).memory(memory).diagram() {
            Ok(diagram) => is_that_of(&diagram, problem, all)?,
            Err(stop) => prop_assert_eq!(stop, StopReason::MemoryLimit),
        }
        Ok(())
    });
}
