//! [`TreeSearch`]: the least image of a grid among the leaves of a tree, and all leaves that have
//! it.
//!
//! Each level of the tree decides the next cells of the image. A node has the decisions down to its
//! level. Of its children only those with the least cells are visited, and only while these cells
//! are not greater than those of the least image so far.
//!
//! Two leaves with the same image are an automorphism. It maps the children of their last common
//! node to each other, so that the rest of the second child is skipped (McKay's backjump, 1981).
//! Therefore the number of leaves that are visited is about the number of children of the nodes on
//! one path, even where there are millions of automorphisms.

use super::transformation::Transformation;
use crate::search::StopReason;
use crate::sudoku::grid::Grid;
use crate::sudoku::stop_poll::StopPoll;

/// A cell of which nothing is known: every value is less.
const OPEN: u8 = u8::MAX;

/// The most children of a node: some 300 MB of size 36. Only few contrived grids have more.
const MAX_CHILDREN: usize = 1 << 20;

/// A tree of images of a grid.
pub(super) trait ImageTree {
    /// The decisions down to a level.
    type Node: Copy;

    /// Takes another grid, of the size of the tree.
    fn load(&mut self, grid: &Grid);

    /// The number of levels, at least 1. Nodes of the last one are leaves.
    fn levels(&self) -> usize;

    /// Offers the cells of each child of a node (of the root, if there is none), and adds those
    /// whose cells were all admitted. If nothing is known of the cells, there is a child.
    fn expand(
        &self,
        level: usize,
        node: Option<&Self::Node>,
        children: &mut LeastChildren<'_, Self::Node>,
    ) -> Result<(), StopReason>;

    /// A transformation of the grid to its image that a leaf stands for.
    fn transformation(&self, leaf: &Self::Node, image: &[u8]) -> Transformation;

    /// The leaves like this one that were left out on a level, where [`expand`](Self::expand) adds
    /// one child for several.
    fn left_out(&self, _level: usize, _leaf: &Self::Node) -> Vec<Self::Node> {
        Vec::new()
    }

    /// For each choice that a leaf has left open, the same leaf with each other choice. The choices
    /// come in an order in which no choice depends on the next ones.
    fn open_choices(&self, _leaf: &Self::Node) -> impl Iterator<Item = Vec<Self::Node>> {
        std::iter::empty()
    }
}

/// The children of a node whose cells are the least.
pub(super) struct LeastChildren<'a, N> {
    least: &'a mut LeastImage,
    children: &'a mut Vec<N>,
    stop: &'a mut StopPoll,
}

impl<N> LeastChildren<'_, N> {
    /// Returns whether a cell of the image may have a value, where all cells before it were
    /// admitted. If the value is less than that of the least image so far, it becomes the least.
    #[inline]
    pub(super) fn admits(&mut self, cell: usize, value: u8) -> bool {
        let least = self.least.cells[cell];
        if value < least {
            self.least.lower(cell, value);
            self.children.clear();
        }
        value <= least
    }

    /// A cell of the image that was decided before.
    #[inline]
    pub(super) fn cell(&self, cell: usize) -> u8 {
        self.least.cells[cell]
    }

    /// Adds a child, all of whose cells were admitted.
    pub(super) fn push(&mut self, child: N) -> Result<(), StopReason> {
        if self.children.len() == MAX_CHILDREN {
            return Err(StopReason::MemoryLimit);
        }
        self.children.push(child);
        Ok(())
    }

    /// Counts a step of the search.
    #[inline]
    pub(super) fn step(&mut self) -> Result<(), StopReason> {
        self.stop.step()
    }
}

/// The least image so far.
///
/// # Invariant
/// The cells that the current node has decided are those of its image. Cells after the first open
/// one are open.
#[derive(Clone, Debug, Default)]
struct LeastImage {
    cells: Vec<u8>,
    /// Whether a leaf has this image.
    has_leaf: bool,
}

impl LeastImage {
    fn lower(&mut self, cell: usize, value: u8) {
        self.cells[cell] = value;
        self.has_leaf = false;
        if self.cells.get(cell + 1).is_some_and(|&next| next != OPEN) {
            self.cells[cell + 1..].fill(OPEN);
        }
    }
}

/// A level of the path to the current node.
#[derive(Clone, Debug)]
struct PathLevel<N> {
    children: Vec<N>,
    /// How many children have been visited.
    visited: usize,
    /// `visited` when the least leaf was found.
    least: usize,
    /// A leaf with the least image for each child that is equivalent to the one above the least
    /// leaf.
    equivalent: Vec<N>,
}

/// The search, whose memory is reused.
#[derive(Clone, Debug)]
pub(super) struct TreeSearch<N> {
    least: LeastImage,
    leaf: Option<N>,
    path: Vec<PathLevel<N>>,
}

impl<N: Copy> TreeSearch<N> {
    pub(super) fn new() -> Self {
        Self { least: LeastImage::default(), leaf: None, path: Vec::new() }
    }

    /// Finds the least image, of so many cells, and all leaves that have it.
    pub(super) fn run(
        &mut self,
        tree: &impl ImageTree<Node = N>,
        cells: usize,
        stop: &mut StopPoll,
    ) -> Result<(), StopReason> {
        self.least.cells.clear();
        self.least.cells.resize(cells, OPEN);
        self.least.has_leaf = false;
        self.path.resize_with(tree.levels(), || PathLevel {
            children: Vec::new(),
            visited: 0,
            least: 0,
            equivalent: Vec::new(),
        });
        self.expand(tree, 0, None, stop)?;
        let mut level = 0;
        loop {
            let path = &mut self.path[level];
            let Some(&node) = path.children.get(path.visited) else {
                match level.checked_sub(1) {
                    Some(above) => level = above,
                    None => return Ok(()),
                }
                continue;
            };
            path.visited += 1;
            if level + 1 < self.path.len() {
                level += 1;
                self.expand(tree, level, Some(&node), stop)?;
            } else if self.least.has_leaf {
                level = self.add_equivalent(node);
            } else {
                self.set_least(node);
            }
        }
    }

    fn expand(
        &mut self,
        tree: &impl ImageTree<Node = N>,
        level: usize,
        node: Option<&N>,
        stop: &mut StopPoll,
    ) -> Result<(), StopReason> {
        let path = &mut self.path[level];
        path.visited = 0;
        path.children.clear();
        let children = &mut path.children;
        tree.expand(level, node, &mut LeastChildren { least: &mut self.least, children, stop })
    }

    /// A leaf with a new least image.
    fn set_least(&mut self, leaf: N) {
        self.leaf = Some(leaf);
        self.least.has_leaf = true;
        for path in &mut self.path {
            path.least = path.visited;
            path.equivalent.clear();
        }
    }

    /// Another leaf with the least image. Returns the level from which the search goes on.
    fn add_equivalent(&mut self, leaf: N) -> usize {
        let level = self.path.iter().position(|path| path.least != path.visited).unwrap_or(0);
        self.path[level].equivalent.push(leaf);
        level
    }

    /// The least image; all of it is decided after a search.
    pub(super) fn image(&self) -> &[u8] {
        &self.least.cells
    }

    /// A leaf with the least image.
    pub(super) fn leaf(&self) -> Option<&N> {
        self.leaf.as_ref()
    }

    /// For each level, a leaf for each child of the node above [`leaf`](Self::leaf) that has such
    /// leaves, too, besides the one above it.
    pub(super) fn equivalent(&self) -> impl Iterator<Item = &[N]> {
        self.path.iter().map(|path| path.equivalent.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of one level, with so many equal children of each value.
    struct Flat(Vec<(u8, usize)>);

    impl ImageTree for Flat {
        type Node = usize;

        fn load(&mut self, _: &Grid) {}

        fn levels(&self) -> usize {
            1
        }

        fn expand(
            &self,
            _: usize,
            _: Option<&usize>,
            children: &mut LeastChildren<'_, usize>,
        ) -> Result<(), StopReason> {
            for &(value, count) in &self.0 {
                for child in 0..count {
                    if children.admits(0, value) {
                        children.push(child)?;
                    }
                }
            }
            Ok(())
        }

        fn transformation(&self, _: &usize, _: &[u8]) -> Transformation {
            Transformation::identity(1)
        }
    }

    #[test]
    fn only_the_least_children_count() {
        let mut search = TreeSearch::new();
        let mut stop = StopPoll::default();
        let tree = Flat(vec![(3, 5), (1, 4), (2, MAX_CHILDREN + 1), (1, 2)]);
        assert_eq!(search.run(&tree, 1, &mut stop), Ok(()));
        assert_eq!((search.image(), search.leaf()), (&[1][..], Some(&0)));
        assert_eq!(search.equivalent().collect::<Vec<_>>(), [[1, 2, 3, 0, 1]]);
        let large = Flat(vec![(1, MAX_CHILDREN + 1)]);
        assert_eq!(search.run(&large, 1, &mut stop), Err(StopReason::MemoryLimit));
        let lowered = Flat(vec![(1, MAX_CHILDREN), (0, 1)]);
        assert_eq!(search.run(&lowered, 1, &mut stop), Ok(()));
    }
}
