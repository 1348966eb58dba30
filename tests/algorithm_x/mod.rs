//! Dancing links visit the nodes of Algorithm X, which are those of Knuth's program DLX1: the root,
//! and each option that is tried. They branch on the leftmost of the items with the fewest options.
//! A trace has the same nodes, and each of its steps is checked in `replay`.

mod replay;

use crate::common::families;
use quadrille::{Engine, PresolveMode, Problem, Solver};

/// Sets of options as bits.
type Options = Vec<u64>;

/// Algorithm X over sets of options, without any shortcut.
struct AlgorithmX {
    /// Of each primary item, the options that cover it.
    rows: Vec<Options>,
    /// Of each option, those that it conflicts with, itself among them, and its primary items.
    conflicts: Vec<Options>,
    items: Vec<Vec<usize>>,
    nodes: u64,
    solutions: u64,
}

impl AlgorithmX {
    fn new(problem: &Problem) -> Self {
        let words = problem.options().len().div_ceil(64);
        let mut rows = vec![vec![0; words]; problem.items().len()];
        for option in problem.options() {
            for entry in problem.entries(option) {
                rows[entry.item.index()][option.index() / 64] |= 1 << (option.index() % 64);
            }
        }
        let primary = problem.primary_items().len();
        let (mut conflicts, mut items) = (Vec::new(), Vec::new());
        for option in problem.options() {
            let own: Vec<_> = problem.entries(option).iter().map(|e| e.item.index()).collect();
            let any = |word| own.iter().fold(0, |all, &item: &usize| all | rows[item][word]);
            conflicts.push((0..words).map(any).collect());
            items.push(own.into_iter().filter(|&item| item < primary).collect());
        }
        rows.truncate(primary);
        Self { rows, conflicts, items, nodes: 0, solutions: 0 }
    }

    /// Searches everything below a node.
    fn search(&mut self, options: &[u64], active: &[usize]) {
        self.nodes += 1;
        let left =
            |&item: &usize| self.rows[item].iter().zip(options).map(|(row, left)| row & left);
        let count = |item: &&usize| left(item).map(u64::count_ones).sum::<u32>();
        // Of several items with the fewest options it is the first.
        let Some(best) = active.iter().min_by_key(count) else {
            self.solutions += 1;
            return;
        };
        for (word, mut rest) in left(best).collect::<Vec<_>>().into_iter().enumerate() {
            while rest != 0 {
                let option = 64 * word + usize::try_from(rest.trailing_zeros()).unwrap();
                rest &= rest - 1;
                let conflicts = self.conflicts[option].iter();
                let options: Options = options.iter().zip(conflicts).map(|(o, c)| o & !c).collect();
                let covers = |item: &usize| self.items[option].contains(item);
                let active: Vec<_> = active.iter().copied().filter(|item| !covers(item)).collect();
                self.search(&options, &active);
            }
        }
    }
}

/// The nodes and solutions of dancing links.
fn dancing_links(problem: &Problem) -> (u64, u64) {
    let solver = Solver::with_engine(problem, Engine::Links).unwrap();
    let mut solver = solver.presolve(PresolveMode::Never);
    let solutions = solver.count().solutions;
    (solver.stats().nodes, solutions)
}

#[test]
fn the_nodes_are_those_of_algorithm_x() {
    let problems = (4..=9)
        .flat_map(|n| [families::queens(n), families::queens_from_the_middle(n)])
        .chain((3..=9).map(families::langford))
        .chain([(2, 7), (4, 5), (6, 6)].map(|(rows, columns)| families::dominoes(rows, columns)))
        .chain([families::pentominoes(3, 20, &[])]);
    let mut compared = 0;
    for problem in problems {
        let mut expected = AlgorithmX::new(&problem);
        let sizes = expected.rows.iter().map(|row| row.iter().map(|word| word.count_ones()).sum());
        if sizes.min().is_some_and(|size: u32| size < 2) {
            // What is forced before anything is tried costs dancing links no node.
            continue;
        }
        compared += 1;
        let all: Options = (0..problem.options().len().div_ceil(64))
            .map(|word| match problem.options().len() - 64 * word {
                rest if rest < 64 => (1 << rest) - 1,
                _ => u64::MAX,
            })
            .collect();
        let active: Vec<_> = (0..problem.primary_items().len()).collect();
        expected.search(&all, &active);
        let (nodes, solutions) = dancing_links(&problem);
        assert_eq!((nodes, solutions), (expected.nodes, expected.solutions));
    }
    assert!(compared > 15, "{compared} problems were compared");
}

#[test]
fn the_nodes_are_those_that_dlx1_counts() {
    assert_eq!(dancing_links(&families::queens_from_the_middle(12)), (211_716, 14200));
}
