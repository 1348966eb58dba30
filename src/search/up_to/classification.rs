//! Classes of solutions, found by classifying partial solutions.
//!
//! A level has one partial solution of each class with a number of options. Each is extended by the
//! options of one item and by what follows from them, and two extensions are compared by their
//! canonical labellings. If a solution extends a partial solution of a class, an image of it
//! extends the one that was kept; so each class of solutions is found.

use super::class_count::{ClassCount, ClassVisitor};
use super::partial::PartialSolution;
use crate::canonical::{Automorphism, Canonical, Orbits, canonical};
use crate::ids::{OptionId, as_index};
use crate::problem::Problem;
use crate::search::limits::{Limits, StopReason};
use crate::search::progress::{Standing, Watch};
use crate::search::symmetry_stage::SymmetryStage;
use crate::symmetry::{ProblemGraph, Symmetries};
use num_bigint::BigUint;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

/// The partial solution of a class that is kept.
#[derive(Debug)]
struct Class {
    /// Its options, in ascending order.
    options: Box<[u32]>,
    /// Of each point of the graph, its canonical position.
    positions: Box<[u32]>,
    /// The options by which it is extended, one of each orbit of its symmetries.
    branches: Box<[u32]>,
}

impl Class {
    /// The memory that it takes, in bytes, with its entry in the table.
    fn bytes(&self) -> usize {
        4 * (self.options.len() + self.positions.len() + self.branches.len()) + 120
    }
}

/// The classes of a level.
#[derive(Debug, Default)]
struct Level {
    classes: Vec<Class>,
    /// Classes by the hashes of their canonical forms; equal hashes are compared in full.
    table: HashMap<u64, Vec<usize>>,
}

/// Finds the classes of solutions. Returns also the number of partial solutions that were
/// considered.
pub(super) fn run(
    problem: &Problem,
    symmetries: &Symmetries,
    (limits, memory): (&Limits, usize),
    (visitor, watch): (&mut ClassVisitor<'_>, Option<Watch<'_>>),
) -> (ClassCount, u64) {
    let (order, count) = (symmetries.order(), ClassCount::none());
    let (levels, bytes, nodes) = (BTreeMap::new(), 0, 0);
    let mut run = Run {
        problem,
        symmetries,
        limits,
        memory,
        order,
        count,
        levels,
        bytes,
        nodes,
        visitor,
        extended: 0,
        watch,
    };
    let end = run.run();
    run.count.stop = end.break_value().unwrap_or(StopReason::Exhausted);
    run.count.is_total = run.count.is_complete();
    run.end();
    (run.count, run.nodes)
}

struct Run<'r, 'v, 'w> {
    problem: &'r Problem,
    symmetries: &'r Symmetries,
    limits: &'r Limits,
    memory: usize,
    order: BigUint,
    count: ClassCount,
    /// The classes that are still to be extended, by their number of options.
    levels: BTreeMap<usize, Level>,
    /// The memory of all classes, in bytes.
    bytes: usize,
    /// The partial solutions that were considered.
    nodes: u64,
    visitor: &'r mut ClassVisitor<'v>,
    /// The number of options of the partial solutions that are extended.
    extended: usize,
    watch: Option<Watch<'w>>,
}

impl Run<'_, '_, '_> {
    fn run(&mut self) -> ControlFlow<StopReason> {
        self.consider(PartialSolution::new(self.problem, &[]))?;
        while let Some((options, level)) = self.levels.pop_first() {
            self.extended = options;
            for class in level.classes {
                for &branch in &class.branches {
                    let mut partial = PartialSolution::new(self.problem, &class.options);
                    partial.add(branch);
                    self.consider(partial)?;
                }
                self.bytes -= class.bytes();
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the class of a partial solution, with the options that follow from it, unless it is
    /// known or has no solution. A solution is counted and passed on.
    fn consider(&mut self, mut partial: PartialSolution<'_>) -> ControlFlow<StopReason> {
        if let Some(stop) = self.limits.reached(0, self.nodes) {
            return ControlFlow::Break(stop);
        }
        self.nodes += 1;
        self.look();
        let extensions = partial.propagate();
        if !extensions.is_solution && extensions.options.is_empty() {
            return ControlFlow::Continue(());
        }
        let (graph, options) = (&self.symmetries.graph, partial.chosen());
        let mut stop = None;
        let found = canonical(graph.hypergraph(&options), &mut || {
            stop = stop.or(self.limits.reached(0, 0));
            stop.is_none()
        });
        let found = match (found, stop) {
            (Some(found), _) => found,
            (None, stop) => return ControlFlow::Break(stop.unwrap_or(StopReason::Cancelled)),
        };
        let level = self.levels.entry(options.len()).or_default();
        let known = level.table.entry(hash(&found.form)).or_default();
        if known.iter().any(|&class| is_same(graph, &options, &found, &level.classes[class])) {
            return ControlFlow::Continue(());
        }
        known.push(level.classes.len());
        let size = extensions.is_solution.then(|| &self.order / found.order());
        let branches = one_of_each(graph, &extensions.options, &found.generators);
        let positions = found.positions.into_boxed_slice();
        let class = Class { options, positions, branches };
        self.bytes += class.bytes();
        if self.bytes > self.memory {
            return ControlFlow::Break(StopReason::MemoryLimit);
        }
        let solution = size.map(|size| (class.options.clone(), size));
        level.classes.push(class);
        match solution {
            Some((options, size)) => self.solution(&options, &size),
            None => ControlFlow::Continue(()),
        }
    }

    /// Reports the progress, if it is time.
    fn look(&mut self) {
        let standing = self.standing();
        if let Some(watch) = &mut self.watch {
            watch.look(|_| standing);
        }
    }

    /// Reports the end.
    fn end(&mut self) {
        let Standing { solutions, nodes, .. } = self.standing();
        if let Some(watch) = &mut self.watch {
            watch.end(self.count.stop, solutions, nodes);
        }
    }

    /// Enters the stage with the classes that were found. Returns what is reported with it.
    fn standing(&mut self) -> Standing {
        let most_u64 = |number: &BigUint| u64::try_from(number).unwrap_or(u64::MAX);
        let ClassCount { solutions, classes, .. } = &self.count;
        let (classes, options) = (most_u64(classes), self.extended);
        if let Some(watch) = &mut self.watch {
            watch.enter(SymmetryStage::Classification { classes, options });
        }
        let (solutions, nodes) = (most_u64(solutions), self.nodes);
        Standing { solutions, nodes, ..Standing::default() }
    }

    fn solution(&mut self, options: &[u32], size: &BigUint) -> ControlFlow<StopReason> {
        self.count.classes += 1u32;
        self.count.solutions += size;
        let options: Vec<_> =
            options.iter().map(|&option| OptionId::new(as_index(option))).collect();
        match (self.visitor)(&options, size) {
            ControlFlow::Break(()) => ControlFlow::Break(StopReason::Interrupted),
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }
}

fn hash(form: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    form.hash(&mut hasher);
    hasher.finish()
}

/// Whether the canonical labellings of two partial solutions give a symmetry that maps one to the
/// other. If they are in one class, they do.
fn is_same(graph: &ProblemGraph, options: &[u32], found: &Canonical, class: &Class) -> bool {
    let mut points = vec![0; class.positions.len()];
    for (point, &position) in (0..).zip(&class.positions) {
        points[as_index(position)] = point;
    }
    let images: Vec<u32> = found.positions.iter().map(|&at| points[as_index(at)]).collect();
    let is_kept = |&option: &u32| {
        let image = graph.option_image(option, |point| images[as_index(point)]);
        image.is_some_and(|image| class.options.binary_search(&image).is_ok())
    };
    options.len() == class.options.len()
        && options.iter().all(is_kept)
        && graph.option_images(&images).is_some()
}

/// One option of each orbit under some automorphisms of the graph.
fn one_of_each(graph: &ProblemGraph, options: &[u32], generators: &[Automorphism]) -> Box<[u32]> {
    let mut orbits = Orbits::new(graph.options());
    let moved = generators.iter().flat_map(|generator| graph.moved_options(generator));
    moved.for_each(|(option, image)| orbits.join(option, image));
    let mut seen = HashSet::new();
    options.iter().copied().filter(|&option| seen.insert(orbits.root(option))).collect()
}
