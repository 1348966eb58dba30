//! The instances themselves: their shapes, their names, and what their files say.

use super::{Instance, Task, built_in, puzzle_file, read};
use crate::peers::{all, prepare};
use std::collections::BTreeSet;
use std::fs;

pub(crate) fn family(name: &str) -> Instance {
    built_in().into_iter().find(|instance| instance.name == name).unwrap()
}

/// Primary items, secondary items, and options of an instance that is one cover.
fn shape(name: &str) -> (usize, usize, usize) {
    match family(name).task {
        Task::Covers { covers, .. } => {
            (covers[0].primary(), covers[0].secondary(), covers[0].options().len())
        }
        Task::Lines(_) => panic!("{name} is no cover"),
    }
}

#[test]
fn names_differ_and_answers_are_known() {
    let all = built_in();
    let names: BTreeSet<_> = all.iter().map(|instance| &instance.name).collect();
    assert_eq!(names.len(), all.len());
    assert!(all.iter().all(|instance| instance.known.is_some()));
}

#[test]
fn shapes_are_those_of_the_literature() {
    assert_eq!(shape("queens12"), (24, 46, 144));
    assert_eq!(shape("langford12"), (36, 0, 192));
    assert_eq!(shape("pentominoes6x10"), (72, 0, 2056));
    assert_eq!(shape("pentominoes8x8"), (72, 0, 1568));
    assert_eq!(shape("dominoes8x8"), (64, 0, 112));
    assert_eq!(shape("nothree8"), (174, 0, 64));
}

#[test]
fn queens_come_from_the_middle() {
    let Task::Covers { covers, .. } = family("queens12").task else { panic!("queens are a cover") };
    let problem = covers[0].problem();
    let names: Vec<_> = problem.items().map(|item| problem.item_name(item)).collect();
    assert_eq!(names[..8], ["r6", "c6", "r5", "c5", "r7", "c7", "r4", "c4"]);
    assert_eq!(names[22..24], ["r0", "c0"]);
}

/// The larger ones are asserted in every run of the program.
#[test]
fn quadrille_finds_the_known_counts() {
    let quadrille = &all()[0];
    for name in ["queens10", "langford8", "pentominoes8x8", "nothree8", "colours"] {
        let instance = family(name);
        let count = prepare(quadrille.as_ref(), &instance.task).unwrap();
        assert_eq!(Some(count()), instance.known, "{name}");
    }
}

#[test]
fn a_count_comes_from_the_caller_or_from_a_comment() {
    let known = |known| read(&puzzle_file("toy.dlx"), known).unwrap().remove(0).known;
    assert_eq!(known(None), Some(vec![1]));
    assert_eq!(known(Some(7)), Some(vec![7]));
    let known = |known| read(&puzzle_file("lecture.txt"), known).unwrap().remove(1).known;
    assert_eq!(known(None), Some(vec![1, 1]));
    assert_eq!(known(Some(7)), Some(vec![2, 2]), "puzzles are counted to 2");
}

#[test]
fn puzzles_are_lines_of_one_form() {
    let instances = read(&puzzle_file("lecture.txt"), None).unwrap();
    let Task::Lines(lines) = &instances[1].task else { panic!("the second is lines") };
    assert_eq!(lines.lines().count(), 2);
    assert!(lines.lines().all(|line| line.len() == 81 && !line.contains('0')));
    let subjects = [instances[0].subject(), instances[1].subject()];
    assert_eq!(subjects.map(|row| (row.problems, row.limit)), [(2, 2); 2]);
}

#[test]
fn without_counts_nothing_is_known() {
    let path = std::env::temp_dir().join(format!("quadrille-peers-{}.txt", std::process::id()));
    fs::write(&path, format!("{}\n", ".".repeat(81))).unwrap();
    let instances = read(&path, None);
    fs::remove_file(&path).unwrap();
    assert!(instances.unwrap().iter().all(|instance| instance.known.is_none()));
}

#[test]
fn files_that_are_no_instance_are_refused_by_name() {
    let refused = |file: &str| read(&puzzle_file(file), None).unwrap_err().to_string();
    assert!(refused("costs.dlx").ends_with("costs.dlx: no solver here takes costs"));
    assert!(refused("sixteen.txt").ends_with("sixteen.txt: it has no puzzle of 9x9"));
    assert!(refused("nowhere.dlx").contains("nowhere.dlx: "));
}
