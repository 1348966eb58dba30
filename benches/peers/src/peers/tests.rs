//! Each adapter on small instances whose counts are known.

use super::{Peer, all, engines, prepare};
use crate::cover::Cover;
use crate::instances::tests::family;
use crate::instances::{Instance, Task, puzzle_file, read};

fn solvers() -> Vec<Box<dyn Peer>> {
    all().into_iter().chain(engines()).collect()
}

/// A file of `puzzles/`.
fn puzzles(file: &str) -> Vec<Instance> {
    read(&puzzle_file(file), None).unwrap()
}

/// The solvers that support an instance; each of them has counted right.
fn takers(instance: &Instance) -> Vec<String> {
    let known = instance.known.as_ref().expect("a test knows the answer");
    let mut takers = Vec::new();
    for solver in solvers() {
        let name = solver.engine().map_or(solver.name(), quadrille::Engine::name);
        if let Some(count) = prepare(solver.as_ref(), &instance.task) {
            assert_eq!(count(), *known, "{name} on {}", instance.name);
            assert_eq!(count(), *known, "{name} on {}, again", instance.name);
            takers.push(name.to_owned());
        }
    }
    takers
}

/// A problem in Knuth's format.
fn cover(text: &str) -> Cover {
    Cover::new(text.parse().unwrap()).unwrap()
}

const OURS: [&str; 3] = ["bits", "links", "cells-wtd"];

/// All solvers of one kind of problem: quadrille, these peers, our engines.
fn expected<const N: usize>(peers: [&str; N]) -> Vec<String> {
    let mut all: Vec<_> = ["quadrille"].into_iter().chain(peers).collect();
    all.extend(OURS);
    all.push("multiple");
    all.into_iter().map(str::to_owned).collect()
}

/// The takers without those of our engines that these tests don't know of.
fn known_takers(instance: &Instance) -> Vec<String> {
    let others: Vec<_> = engines().iter().filter_map(|solver| solver.engine()).collect();
    let unknown = |name: &str| {
        let is_engine = others.iter().any(|engine| engine.name() == name);
        is_engine && name != "multiple" && !OURS.contains(&name)
    };
    takers(instance).into_iter().filter(|name| !unknown(name)).collect()
}

#[test]
fn plain_covers_are_for_all() {
    let all = expected(["dlx", "dlx-rs", "exact-cover", "exact-covers", "xcov"]);
    for file in ["toy.dlx", "langford7.dlx", "langford8.dlx"] {
        assert_eq!(known_takers(&puzzles(file)[0]), all, "{file}");
    }
    assert_eq!(known_takers(&family("langford7")), all);
}

#[test]
fn secondary_items_are_for_most() {
    let most = expected(["dlx", "dlx-rs", "exact-covers", "xcov"]);
    for instance in
        [&puzzles("toy-secondary.dlx")[0], &puzzles("queens8.dlx")[0], &family("queens9")]
    {
        assert_eq!(known_takers(instance), most, "{}", instance.name);
    }
}

#[test]
fn colours_are_for_two_of_them() {
    assert_eq!(known_takers(&puzzles("colours.dlx")[0]), expected(["dlx", "exact-covers"]));
}

#[test]
fn multiplicities_are_for_one_of_them() {
    assert_eq!(known_takers(&puzzles("multiplicities.dlx")[0]), ["quadrille", "dlx", "multiple"]);
}

#[test]
fn sudoku_as_covers_is_counted_to_two() {
    let [covers, _] = <[Instance; 2]>::try_from(puzzles("lab.txt")).unwrap();
    // Without the puzzle whose clues clash. Two of the others have many solutions.
    assert_eq!(covers.known, Some(vec![1, 2, 1, 1, 1, 2, 1, 1]));
    assert_eq!(
        known_takers(&covers),
        expected(["dlx", "dlx-rs", "exact-cover", "exact-covers", "xcov"])
    );
}

#[test]
fn sudoku_as_lines_is_for_solvers_that_read_it() {
    let [_, lines] = <[Instance; 2]>::try_from(puzzles("lab.txt")).unwrap();
    assert_eq!(lines.known, Some(vec![1, 2, 1, 0, 1, 1, 2, 1, 1]));
    assert_eq!(known_takers(&lines), expected(["sudoku"]));
}

#[test]
fn a_count_ends_at_its_limit() {
    let queens = family("queens8");
    let Task::Covers { covers, .. } = queens.task else { panic!("queens are a cover") };
    let matching = cover("a b c d\na b\nc d\na c\nb d\na d\nb c\n");
    for (cover, known) in [(&covers[0], 92), (&matching, 3)] {
        for solver in solvers() {
            let Some(count) = solver.cover(cover) else { continue };
            for limit in [1, 2, known, known + 1] {
                assert_eq!(count(limit), limit.min(known), "{} to {limit}", solver.name());
            }
        }
    }
}

#[test]
fn what_others_fall_over_is_kept_from_them() {
    // No option; no option that covers anything; no primary item.
    let mut builder = quadrille::ProblemBuilder::new();
    let x = builder.secondary("x").unwrap();
    builder.option([x]).unwrap();
    let nothing_to_cover = Cover::new(builder.build().unwrap()).unwrap();
    for (cover, known) in [(cover("a b\n"), 0), (cover("a b | x\nx\n"), 0), (nothing_to_cover, 1)] {
        assert_eq!(all()[0].cover(&cover).map(|count| count(10)), Some(known));
        for solver in solvers().iter().filter(|solver| solver.name() != "quadrille") {
            assert!(solver.cover(&cover).is_none(), "{}", solver.name());
        }
    }
}

#[test]
fn options_that_are_never_chosen_change_no_answer() {
    // The last option has no primary item, and exact-covers would want each solution to meet it.
    let cover = cover("a b | x y\na\nb\na b x\ny\n");
    for solver in solvers() {
        if let Some(count) = solver.cover(&cover) {
            assert_eq!(count(10), 2, "{}", solver.name());
        }
    }
}

#[test]
fn items_in_any_order_and_an_item_without_options() {
    let cases = [("a b c | x\nx c a\nb x\nb\nc b\na\n", 2), ("a b c\na b\nb a\n", 0)];
    for (text, known) in cases {
        let cover = cover(text);
        for solver in solvers() {
            if let Some(count) = solver.cover(&cover) {
                assert_eq!(count(10), known, "{} on {text}", solver.name());
            }
        }
    }
}
