//! The geometry of a picture of links: where items and options are, and the paths of a state.

use super::subject::TracedProblem;
use quadrille::trace::LinkedMatrix;
use quadrille::{ItemId, OptionId};
use std::fmt::Write as _;

/// The distance of two columns and of two rows, in units of the picture.
pub(super) const STEP: usize = 24;
/// The side of a node.
const NODE: usize = 10;
/// The width of a character of a name, in units of the picture.
const CHARACTER: usize = 8;

/// The longest line for a step, in characters, without the name that it contains.
const LINE: usize = 70;

/// Where items and options are drawn.
#[derive(Debug)]
pub(super) struct LinkLayout {
    /// The centre of the first column.
    left: usize,
    /// The centre of the row of headers.
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    /// Of each item, the rows of its nodes.
    rows: Vec<Vec<usize>>,
}

impl LinkLayout {
    /// The layout of a problem. A line of text is above the names of the items.
    pub(super) fn new(traced: &TracedProblem) -> Self {
        let problem = traced.problem();
        let longest = |names: &mut dyn Iterator<Item = usize>| names.max().unwrap_or(0);
        let items = &mut problem.items().map(|item| problem.item_name(item).chars().count());
        let options = &mut problem.options().map(|o| traced.option_name(o).chars().count());
        let (option, item) = (longest(options), longest(items));
        let left = option * CHARACTER + 3 * STEP;
        let top = 3 * STEP + item * CHARACTER;
        let width =
            (left + problem.items().len() * STEP + STEP).max((LINE + option.max(item)) * CHARACTER);
        let height = top + (problem.options().len() + 2) * STEP;
        let mut layout =
            Self { left, top, width, height, rows: vec![Vec::new(); problem.items().len()] };
        for option in problem.options() {
            for entry in problem.entries(option) {
                let y = layout.y(option);
                layout.rows[entry.item.index()].push(y);
            }
        }
        layout
    }

    pub(super) fn x(&self, item: ItemId) -> usize {
        self.left + item.index() * STEP
    }

    pub(super) fn y(&self, option: OptionId) -> usize {
        self.top + (option.index() + 1) * STEP
    }

    /// The right end of the names of the options.
    pub(super) fn names(&self) -> usize {
        self.left - 2 * STEP
    }

    /// The centre of the root of the horizontal list.
    pub(super) fn root(&self) -> usize {
        self.left - STEP
    }

    /// Appends the square of a node.
    fn square(&self, x: usize, y: usize, path: &mut String) {
        let half = NODE / 2;
        // Writing to a `String` does not fail.
        let _ = write!(path, "M{} {}h{NODE}v{NODE}h-{NODE}z", x - half, y - half);
    }

    /// Appends a link between two rows of a column: straight, or around the nodes that it skips.
    fn vertical(&self, item: ItemId, from: usize, to: usize, path: &mut String) {
        let (x, rows) = (self.x(item), &self.rows[item.index()]);
        let skips = rows.partition_point(|&y| y < to) > rows.partition_point(|&y| y <= from);
        let _ = match skips {
            false => write!(path, "M{x} {from}V{to}"),
            true => write!(path, "M{x} {from}Q{} {} {x} {to}", x + STEP, (from + to) / 2),
        };
    }

    /// Appends a link between two columns of the row of headers.
    fn horizontal(&self, from: usize, to: usize, path: &mut String) {
        let y = self.top;
        let _ = match to - from <= STEP {
            true => write!(path, "M{from} {y}H{to}"),
            false => write!(path, "M{from} {y}Q{} {} {to} {y}", (from + to) / 2, y - STEP),
        };
    }
}

/// The paths of a state.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// The links of items that are not covered, and of covered ones.
    pub(super) links: String,
    pub(super) kept_links: String,
    /// The headers of items that are not covered.
    pub(super) headers: String,
    /// The nodes of options that are left, of options that are tried, and others that are linked.
    pub(super) left: String,
    pub(super) tried: String,
    pub(super) linked: String,
}

impl Frame {
    pub(super) fn new(layout: &LinkLayout, matrix: &LinkedMatrix) -> Self {
        let mut frame = Self::default();
        let mut last = layout.root();
        layout.square(last, layout.top, &mut frame.headers);
        for item in matrix.active_items() {
            layout.horizontal(last, layout.x(item), &mut frame.links);
            last = layout.x(item);
        }
        for item in matrix.problem().items() {
            frame.column(layout, matrix, item);
        }
        frame
    }

    fn column(&mut self, layout: &LinkLayout, matrix: &LinkedMatrix, item: ItemId) {
        let is_covered = matrix.is_covered(item);
        let x = layout.x(item);
        if !is_covered {
            layout.square(x, layout.top, &mut self.headers);
        }
        let mut last = layout.top;
        for option in matrix.options_of(item) {
            let links = if is_covered { &mut self.kept_links } else { &mut self.links };
            layout.vertical(item, last, layout.y(option), links);
            last = layout.y(option);
            if !matrix.tried().contains(&option) {
                let nodes = if matrix.is_left(option) { &mut self.left } else { &mut self.linked };
                layout.square(x, last, nodes);
            }
        }
        for &option in matrix.tried() {
            if matrix.problem().entries(option).iter().any(|entry| entry.item == item) {
                layout.square(x, layout.y(option), &mut self.tried);
            }
        }
    }

    /// The squares of all headers and nodes.
    pub(super) fn background(layout: &LinkLayout, traced: &TracedProblem) -> String {
        let (problem, mut path) = (traced.problem(), String::new());
        for item in problem.items() {
            layout.square(layout.x(item), layout.top, &mut path);
        }
        for option in problem.options() {
            for entry in problem.entries(option) {
                layout.square(layout.x(entry.item), layout.y(option), &mut path);
            }
        }
        path
    }
}
