//! [`Symmetry`]: a symmetry of a problem, and [`SymmetryCycles`].

use super::graph::ProblemGraph;
use super::permutation::Permutation;
use crate::ids::{ItemId, OptionId, as_index};

/// A symmetry of a problem: what it does to items and to options.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// Maps each item, by its number, to another one or to itself.
    pub items: Permutation,
    /// The same for options.
    pub options: Permutation,
}

impl Symmetry {
    /// What an automorphism of the graph of the problem does to items and options.
    pub(super) fn new(graph: &ProblemGraph, automorphism: &Permutation) -> Option<Self> {
        let options = Permutation::from_images(graph.option_images(automorphism.images())?);
        let items = Permutation::from_images(graph.item_images(automorphism.images()));
        Some(Self { items, options })
    }
}

/// A symmetry as cycles of at least two items or options. Each begins with its least item or
/// option, and they are in ascending order of these. It takes memory for what the symmetry moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymmetryCycles {
    /// The cycles of items.
    pub items: Vec<Vec<ItemId>>,
    /// The cycles of options.
    pub options: Vec<Vec<OptionId>>,
}

impl SymmetryCycles {
    /// From the numbers that are moved, each with its image.
    pub(super) fn new(items: Vec<(u32, u32)>, options: Vec<(u32, u32)>) -> Self {
        Self { items: cycles(items, ItemId::new), options: cycles(options, OptionId::new) }
    }
}

fn cycles<I>(mut moved: Vec<(u32, u32)>, id: impl Fn(usize) -> I) -> Vec<Vec<I>> {
    moved.sort_unstable();
    let (mut seen, mut cycles) = (vec![false; moved.len()], Vec::new());
    for start in 0..moved.len() {
        let (mut cycle, mut at) = (Vec::new(), Some(start));
        while let Some(own) = at.filter(|&own| !std::mem::replace(&mut seen[own], true)) {
            let (number, image) = moved[own];
            cycle.push(id(as_index(number)));
            at = moved.binary_search_by_key(&image, |&(number, _)| number).ok();
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}
