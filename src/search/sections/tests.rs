//! Whoever searches sections, and however often they are put aside: the same solutions in the same order.

use super::{Pace, Section};
use crate::engine::tests::{COLORED, plain, queens};
use crate::engine::{Engine, splitmix};
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{Job, Left, Solver, StopReason};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Sections that are cut early, and hardly any room for what they find.
const SHORT: Pace =
    Pace { first: 8, most: 64, each: 0, slice: 4, solutions: 2, held_of_first: 20, held: 60 };

fn problems() -> Vec<Problem> {
    let colored = COLORED.iter().map(|&(text, _)| text.to_owned());
    let several =
        ["2|a 1:3|b c\na b\nb c\na c\na\nb\nc\nb\n", "0:2|a 0:1|b 2|c\na\na b\nb c\nc\nc\n"];
    let texts = plain().into_iter().map(|(text, _)| text).chain(colored);
    let texts = texts.chain(several.map(str::to_owned)).chain([queens(6), queens(8)]);
    texts.map(|text| text.parse().unwrap()).collect()
}

fn cases() -> impl Iterator<Item = (Problem, Engine)> {
    let with_engines = |problem: Problem| {
        let engines = Engine::ALL.into_iter().filter(|engine| engine.check(&problem).is_ok());
        engines.map(|engine| (problem.clone(), engine)).collect::<Vec<_>>()
    };
    problems().into_iter().flat_map(with_engines)
}

type Solutions = Vec<Vec<OptionId>>;

/// The same as sets, in an order that does not depend on who found them.
fn as_sets(mut solutions: Solutions) -> Solutions {
    solutions.iter_mut().for_each(|options| options.sort_unstable());
    solutions.sort_unstable();
    solutions
}

/// All solutions, in the order of one machine.
fn alone(problem: &Problem, engine: Engine) -> Solutions {
    let mut all = Vec::new();
    Solver::with_engine(problem, engine).unwrap().visit(|options| {
        all.push(options.to_vec());
        ControlFlow::Continue(())
    });
    all
}

fn job(problem: &Problem, engine: Engine, threads: usize) -> Job {
    Job::with_engine(problem, engine).unwrap().threads(threads).paced(SHORT)
}

/// Goes on until so many more solutions have been shown.
fn visit(job: &mut Job, most: usize, shown: &mut Solutions) -> StopReason {
    let last = shown.len().saturating_add(most);
    let count = job.visit(|options| {
        shown.push(options.to_vec());
        if shown.len() < last { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(usize::try_from(count.solutions), Ok(shown.len()));
    count.stop
}

#[test]
fn any_number_of_threads_finds_the_same_in_the_same_order() {
    for (problem, engine) in cases() {
        let all = alone(&problem, engine);
        let mut first = Vec::new();
        assert_eq!(
            visit(&mut job(&problem, engine, 1), usize::MAX, &mut first),
            StopReason::Exhausted
        );
        for threads in [2, 3] {
            let mut shown = Vec::new();
            let stop = visit(&mut job(&problem, engine, threads), usize::MAX, &mut shown);
            assert_eq!((stop, &shown), (StopReason::Exhausted, &first), "{engine} {threads}");
            let count = job(&problem, engine, threads).count();
            assert_eq!(
                (count.solutions, count.stop),
                (crate::ids::to_u64(all.len()), StopReason::Exhausted)
            );
        }
        if matches!(engine, Engine::Links | Engine::Naive) && !problem.features().multiplicities {
            let each_as_set = |solutions: &Solutions| {
                let sets = solutions.iter().cloned().map(|solution| as_sets(vec![solution]));
                sets.collect::<Vec<_>>()
            };
            let (ours, theirs) = (each_as_set(&first), each_as_set(&all));
            assert_eq!(ours, theirs, "{engine}: the order is that of one machine");
        }
        assert_eq!(as_sets(first), as_sets(all), "{engine}");
    }
}

#[test]
fn whoever_is_stopped_goes_on_where_he_stopped() {
    let mut seed = 7;
    let mut below = |end: u64| usize::try_from(splitmix::next(&mut seed) % end).unwrap();
    let mut stops = 0;
    for (problem, engine) in (0..4).flat_map(|_| cases()) {
        let mut all = Vec::new();
        visit(&mut job(&problem, engine, 1), usize::MAX, &mut all);
        let (mut shown, mut left) = (Vec::new(), job(&problem, engine, 1).left());
        assert_eq!(left.sections, [Section::whole()]);
        loop {
            let resumed = Job::resume(&problem, left).unwrap();
            let mut resumed = resumed.threads(1 + below(3)).paced(SHORT);
            let stop = visit(&mut resumed, 1 + below(9), &mut shown);
            left = resumed.left();
            if stop == StopReason::Exhausted {
                break;
            }
            stops += 1;
        }
        assert_eq!(shown, all, "{engine}");
        assert!(left.is_empty());
    }
    assert!(stops > 400, "{stops}");
}

#[test]
fn what_is_saved_on_the_way_is_enough_to_go_on() {
    for (problem, engine) in cases() {
        for threads in [1, 3] {
            let ((count_sender, counts), (list_sender, lists)) = (channel(), channel());
            let mut shown = Vec::new();
            let total = {
                let keep = move |left| count_sender.send(left).unwrap();
                job(&problem, engine, threads).save(Duration::ZERO, keep).count().solutions
            };
            {
                let keep = move |left| list_sender.send(left).unwrap();
                let mut job = job(&problem, engine, threads).save(Duration::ZERO, keep);
                visit(&mut job, usize::MAX, &mut shown);
            }
            let some = |saved: Receiver<Left>| {
                let saved: Vec<_> = saved.iter().collect();
                let step = saved.len() / 12 + 1;
                saved.into_iter().step_by(step)
            };
            for left in some(counts) {
                let mut resumed = Job::resume(&problem, left).unwrap().paced(SHORT).threads(2);
                assert_eq!(resumed.count().solutions, total, "{engine}");
            }
            for left in some(lists) {
                // As if all that was shown later had been lost with the process.
                let mut again = shown[..usize::try_from(left.found).unwrap()].to_vec();
                let mut resumed = Job::resume(&problem, left).unwrap().paced(SHORT).threads(2);
                visit(&mut resumed, usize::MAX, &mut again);
                assert_eq!(again, shown, "{engine}");
            }
        }
    }
}

#[test]
fn limits_are_kept_in_all() {
    let problem: Problem = queens(8).parse().unwrap();
    for threads in [1, 2] {
        let mut job = job(&problem, Engine::Bits, threads).limit(40);
        assert_eq!(visit(&mut job, 30, &mut Vec::new()), StopReason::SolutionLimit);
        let mut job = Job::resume(&problem, job.left()).unwrap().limit(40).threads(threads);
        let mut rest = Vec::new();
        let count = job.visit(|options| {
            rest.push(options.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!((count.solutions, count.stop), (40, StopReason::SolutionLimit));
        assert_eq!(rest.len(), 10);
        assert_eq!(job.left().found, 40);
        let count = Job::new(&problem).unwrap().threads(threads).paced(SHORT).limit(50).count();
        assert_eq!((count.solutions, count.stop), (50, StopReason::SolutionLimit));
        let count = Job::new(&problem).unwrap().threads(threads).node_limit(20).count();
        assert!(count.stop == StopReason::NodeLimit && count.solutions < 92);
    }
}

#[test]
fn a_solver_shows_the_same_whatever_the_number_of_threads() {
    for n in [8, 9, 11] {
        let problem: Problem = queens(n).parse().unwrap();
        for engine in [Engine::Auto, Engine::Bits, Engine::Links, Engine::CellsWtd] {
            let list = |threads, limit| {
                let mut all = Vec::new();
                let solver = Solver::with_engine(&problem, engine).unwrap();
                solver.threads(threads).limit(limit).visit(|options| {
                    all.push(options.to_vec());
                    ControlFlow::Continue(())
                });
                all
            };
            let all = list(1, u64::MAX);
            assert_eq!(as_sets(all.clone()), as_sets(alone(&problem, engine)));
            assert_eq!(list(2, u64::MAX), all, "{engine}");
            assert_eq!(list(3, 50), all[..all.len().min(50)], "{engine}");
        }
    }
}

#[test]
fn what_was_shown_is_not_counted_again() {
    for (problem, engine) in cases() {
        for threads in [1, 2] {
            let all = job(&problem, engine, threads).count().solutions;
            let (mut both, mut shown) = (job(&problem, engine, threads), Vec::new());
            visit(&mut both, 2, &mut shown);
            assert_eq!(both.count().solutions, all, "{engine}");
        }
    }
}

#[test]
fn a_section_of_another_problem_is_refused() {
    let problem: Problem = "a b\na\nb\na b\n".parse().unwrap();
    let mut left = Job::new(&problem).unwrap().left();
    left.sections[0].options = vec![OptionId::new(0), OptionId::new(2)];
    let error = Job::resume(&problem, left.clone()).unwrap_err().to_string();
    assert!(error.starts_with("section 1 is not of this problem: options 1 and 3"), "{error}");
    left.sections[0].options = vec![OptionId::new(9)];
    assert!(Job::resume(&problem, left).is_err());
}

#[test]
fn what_is_given_stays_given() {
    let problem: Problem = queens(7).parse().unwrap();
    let given = [OptionId::new(2)];
    let mut solver = Solver::new(&problem).unwrap();
    solver.give(&given).unwrap();
    let all = solver.count().solutions;
    let mut first = job(&problem, Engine::Bits, 2);
    first.give(&given).unwrap();
    let mut shown = Vec::new();
    visit(&mut first, 2, &mut shown);
    assert!(shown.len() == 2 && all > 2);
    let mut second = Job::resume(&problem, first.left()).unwrap().paced(SHORT);
    assert!(second.give(&[OptionId::new(3)]).is_err(), "two queens in a row");
    second.give(&given).unwrap();
    visit(&mut second, usize::MAX, &mut shown);
    assert_eq!(crate::ids::to_u64(shown.len()), all);
    assert!(shown.iter().all(|options| options.contains(&given[0])));
}

/// What was written down counts on it that searches are cut as they were. Whoever has to change this test changes the
/// version of the program's checkpoints, too.
#[test]
fn searches_are_cut_as_they_were() {
    let problem: Problem = queens(13).parse().unwrap();
    let cut = |engine| {
        let mut job = Job::with_engine(&problem, engine).unwrap().node_limit(100_000);
        job.count();
        let left = job.left();
        let options: usize = left.sections.iter().map(|section| section.options.len()).sum();
        (left.sections.len(), options, left.found)
    };
    let cuts = [Engine::Links, Engine::Bits, Engine::Naive].map(cut);
    assert_eq!(cuts, [(13, 14, 2710), (14, 16, 2511), (13, 14, 2710)]);
}
