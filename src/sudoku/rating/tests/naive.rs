//! Ratings by definition: every rule is tried in every place until nothing changes.

use crate::sudoku::rating::Technique;
use crate::sudoku::{Geometry, Grid, UnitKind};
use std::collections::{BTreeMap, BTreeSet};

/// A cell and the index of a value.
pub(super) type Node = (usize, usize);

/// Which candidates are left, for each cell and value.
pub(super) type Left = Vec<Vec<bool>>;

/// The rules of a geometry.
pub(super) struct Naive {
    pub(super) geometry: Geometry,
    pub(super) size: usize,
    sees: Vec<Vec<bool>>,
    /// For each cell, its units that hold every value.
    complete_units: Vec<Vec<usize>>,
}

impl Naive {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let cells = geometry.cells();
        let shared = |a: usize, b: usize| {
            let mut units = geometry.units().iter();
            a != b && units.any(|unit| unit.cells().contains(&a) && unit.cells().contains(&b))
        };
        let sees = (0..cells).map(|a| (0..cells).map(|b| shared(a, b)).collect()).collect();
        let is_complete = |unit: &usize| geometry.units()[*unit].cells().len() == geometry.size();
        let of_cell =
            |cell: usize| geometry.units_of(cell).iter().copied().filter(is_complete).collect();
        let complete_units = (0..cells).map(of_cell).collect();
        Self { geometry: geometry.clone(), size: geometry.size(), sees, complete_units }
    }

    pub(super) fn sees(&self, cell: usize, other: usize) -> bool {
        self.sees[cell][other]
    }

    pub(super) fn cells(&self) -> usize {
        self.geometry.cells()
    }

    pub(super) fn all(&self) -> Left {
        vec![vec![true; self.size]; self.cells()]
    }

    /// The candidates of a puzzle before any technique.
    pub(super) fn start(&self, puzzle: &Grid) -> Left {
        let mut left = self.all();
        for (cell, &value) in puzzle.cells().iter().enumerate().filter(|(_, value)| **value > 0) {
            self.set(&mut left, (cell, usize::from(value) - 1));
        }
        left
    }

    /// Sets a value, and removes it from the cells that see the cell.
    pub(super) fn set(&self, left: &mut Left, node: Node) {
        for other in self.set_removes(left, node) {
            left[other.0][other.1] = false;
        }
    }

    fn set_removes(&self, left: &Left, (cell, value): Node) -> Vec<Node> {
        let in_cell = (0..self.size).filter(|&other| other != value).map(|other| (cell, other));
        let seen = (0..self.cells()).filter(|&other| self.sees(cell, other));
        let all = in_cell.chain(seen.map(|other| (other, value)));
        all.filter(|&(cell, value)| left[cell][value]).collect()
    }

    pub(super) fn values(&self, left: &Left, cell: usize) -> Vec<usize> {
        (0..self.size).filter(|&value| left[cell][value]).collect()
    }

    pub(super) fn places(&self, left: &Left, unit: usize, value: usize) -> Vec<usize> {
        let cells = self.geometry.units()[unit].cells().iter().copied();
        cells.filter(|&cell| left[cell][value]).collect()
    }

    /// The units that hold every value.
    pub(super) fn complete(&self) -> Vec<usize> {
        let units = self.geometry.units();
        (0..units.len()).filter(|&unit| units[unit].cells().len() == self.size).collect()
    }

    fn complete_of(&self, is_kind: impl Fn(UnitKind) -> bool) -> Vec<usize> {
        let all = self.complete().into_iter();
        all.filter(|&unit| is_kind(self.geometry.units()[unit].kind())).collect()
    }

    /// Whether two candidates cannot both hold.
    pub(super) fn exclude(&self, (cell, value): Node, (other, other_value): Node) -> bool {
        if cell == other {
            value != other_value
        } else {
            value == other_value && self.sees(cell, other)
        }
    }

    /// Whether two candidates are the only ones of a cell.
    pub(super) fn share_cell(&self, left: &Left, one: Node, other: Node) -> bool {
        one != other && one.0 == other.0 && self.values(left, one.0).len() == 2
    }

    /// Whether two candidates are the only places of a value in a unit.
    pub(super) fn are_conjugate(&self, left: &Left, one: Node, other: Node) -> bool {
        let is_pair = |unit: &usize| {
            let places = self.places(left, *unit, one.1);
            places.len() == 2 && places.contains(&one.0) && places.contains(&other.0)
        };
        one.1 == other.1 && one.0 != other.0 && self.complete_units[one.0].iter().any(is_pair)
    }

    /// Places singles until there are none; whether there is no contradiction.
    pub(super) fn close(&self, left: &mut Left) -> bool {
        loop {
            let mut removes = Vec::new();
            for technique in
                [Technique::HiddenSingleBox, Technique::HiddenSingleLine, Technique::NakedSingle]
            {
                removes.extend(self.removes(left, technique));
            }
            for &(cell, value) in &removes {
                left[cell][value] = false;
            }
            let has_places = |unit: usize| {
                (0..self.size).all(|value| !self.places(left, unit, value).is_empty())
            };
            if left.iter().any(|cell| !cell.contains(&true))
                || !self.complete().into_iter().all(has_places)
            {
                return false;
            }
            if removes.is_empty() {
                return true;
            }
        }
    }

    pub(super) fn is_solved(left: &Left) -> bool {
        left.iter().all(|cell| cell.iter().filter(|is| **is).count() == 1)
    }

    /// Trial and error of this depth; whether there is no contradiction.
    pub(super) fn settle(&self, left: &mut Left, depth: usize) -> bool {
        loop {
            if !self.close(left) {
                return false;
            }
            let mut is_refuted = false;
            for node in nodes(left).into_iter().filter(|_| depth > 0) {
                let mut assumed = left.clone();
                self.set(&mut assumed, node);
                if !self.settle(&mut assumed, depth - 1) {
                    left[node.0][node.1] = false;
                    is_refuted = true;
                }
            }
            if !is_refuted {
                return true;
            }
        }
    }

    /// The candidates without those that a technique removes, and all techniques before it. In
    /// each step, the hardest technique that applies is used.
    pub(super) fn solve(&self, left: &mut Left, limit: Technique) {
        let hardest_first = || Technique::ALL.iter().rev().filter(|&&technique| technique <= limit);
        while let Some(removes) = hardest_first()
            .map(|&technique| self.removes(left, technique))
            .find(|removes| !removes.is_empty())
        {
            for (cell, value) in removes {
                left[cell][value] = false;
            }
        }
    }

    /// What a technique removes.
    pub(super) fn removes(&self, left: &Left, technique: Technique) -> Vec<Node> {
        let is_box = |kind| kind == UnitKind::Box;
        let mut found = BTreeSet::new();
        match technique {
            Technique::HiddenSingleBox => self.hidden(left, self.complete_of(is_box), &mut found),
            Technique::HiddenSingleLine => {
                self.hidden(left, self.complete_of(|kind| !is_box(kind)), &mut found);
            }
            Technique::NakedSingle => {
                for cell in 0..self.cells() {
                    if let [value] = self.values(left, cell)[..] {
                        found.extend(self.set_removes(left, (cell, value)));
                    }
                }
            }
            Technique::Pointing => self.locked(left, self.complete_of(is_box), &mut found),
            Technique::Claiming => {
                self.locked(left, self.complete_of(|kind| !is_box(kind)), &mut found);
            }
            Technique::NakedPair => self.naked(left, 2, &mut found),
            Technique::NakedTriple => self.naked(left, 3, &mut found),
            Technique::NakedQuad => self.naked(left, 4, &mut found),
            Technique::HiddenPair => self.hidden_subsets(left, 2, &mut found),
            Technique::HiddenTriple => self.hidden_subsets(left, 3, &mut found),
            Technique::HiddenQuad => self.hidden_subsets(left, 4, &mut found),
            Technique::XWing => self.fish(left, 2, &mut found),
            Technique::Swordfish => self.fish(left, 3, &mut found),
            Technique::Jellyfish => self.fish(left, 4, &mut found),
            Technique::XyWing => self.wings(left, false, &mut found),
            Technique::XyzWing => self.wings(left, true, &mut found),
            Technique::WWing => self.w_wings(left, &mut found),
            Technique::SimpleColouring => self.colouring(left, &mut found),
            Technique::XChain | Technique::XyChain | Technique::AlternatingChain => {
                let links = NaiveLinks::new(self, left, technique);
                let all = links.nodes.iter();
                found.extend(all.filter(|&&node| links.refuted_by(node).contains(&node)));
            }
            Technique::ForcingChains => self.cases(left, &mut found),
        }
        found.retain(|&(cell, value)| left[cell][value]);
        found.into_iter().collect()
    }

    fn hidden(&self, left: &Left, units: Vec<usize>, found: &mut BTreeSet<Node>) {
        for unit in units {
            for value in 0..self.size {
                if let [cell] = self.places(left, unit, value)[..] {
                    found.extend(self.set_removes(left, (cell, value)));
                }
            }
        }
    }

    /// The cells that see all of some cells.
    fn seen_by(&self, cells: &[usize]) -> Vec<usize> {
        (0..self.cells())
            .filter(|&cell| cells.iter().all(|&other| self.sees(cell, other)))
            .collect()
    }

    fn locked(&self, left: &Left, units: Vec<usize>, found: &mut BTreeSet<Node>) {
        for unit in units {
            for value in 0..self.size {
                let places = self.places(left, unit, value);
                found.extend(self.seen_by(&places).into_iter().map(|cell| (cell, value)));
            }
        }
    }

    fn naked(&self, left: &Left, size: usize, found: &mut BTreeSet<Node>) {
        for unit in self.geometry.units() {
            for cells in subsets(unit.cells(), size) {
                let all: BTreeSet<_> =
                    cells.iter().flat_map(|&cell| self.values(left, cell)).collect();
                if all.len() <= size {
                    for cell in self.seen_by(&cells) {
                        found.extend(all.iter().map(|&value| (cell, value)));
                    }
                }
            }
        }
    }

    fn hidden_subsets(&self, left: &Left, size: usize, found: &mut BTreeSet<Node>) {
        for unit in self.complete() {
            for values in subsets(&Vec::from_iter(0..self.size), size) {
                let all = values.iter().flat_map(|&value| self.places(left, unit, value));
                let all: BTreeSet<_> = all.collect();
                if all.len() <= size {
                    let others = (0..self.size).filter(|value| !values.contains(value));
                    found.extend(
                        others.flat_map(|value| all.iter().map(move |&cell| (cell, value))),
                    );
                }
            }
        }
    }

    fn fish(&self, left: &Left, size: usize, found: &mut BTreeSet<Node>) {
        let (rows, columns): (Vec<_>, Vec<_>) =
            (0..2 * self.size).partition(|&line| line < self.size);
        for (bases, covers) in [(&rows, &columns), (&columns, &rows)] {
            for base in subsets(bases, size) {
                for value in 0..self.size {
                    let places = base.iter().flat_map(|&unit| self.places(left, unit, value));
                    let places: BTreeSet<_> = places.collect();
                    let is_cover = |unit: &&usize| {
                        self.places(left, **unit, value).iter().any(|cell| places.contains(cell))
                    };
                    let cover: Vec<_> = covers.iter().filter(is_cover).collect();
                    if cover.len() <= size {
                        let all =
                            cover.into_iter().flat_map(|&unit| self.places(left, unit, value));
                        let others = all.filter(|cell| !places.contains(cell));
                        found.extend(others.map(|cell| (cell, value)));
                    }
                }
            }
        }
    }

    fn is_within(&self, left: &Left, cell: usize, values: &[usize]) -> bool {
        self.values(left, cell).iter().all(|value| values.contains(value))
    }

    fn wings(&self, left: &Left, with_pivot: bool, found: &mut BTreeSet<Node>) {
        for (x, y, z) in distinct_triples(self.size).filter(|&(x, y, _)| x < y) {
            let of_pivot = if with_pivot { vec![x, y, z] } else { vec![x, y] };
            for pivot in (0..self.cells()).filter(|&cell| self.is_within(left, cell, &of_pivot)) {
                let peers = self.seen_by(&[pivot]);
                for &one in peers.iter().filter(|&&cell| self.is_within(left, cell, &[x, z])) {
                    for &other in peers.iter().filter(|&&cell| self.is_within(left, cell, &[y, z]))
                    {
                        let mut cells = vec![one, other];
                        cells.extend(with_pivot.then_some(pivot));
                        found.extend(self.seen_by(&cells).into_iter().map(|cell| (cell, z)));
                    }
                }
            }
        }
    }

    fn w_wings(&self, left: &Left, found: &mut BTreeSet<Node>) {
        for (x, z) in (0..self.size).flat_map(|x| (0..self.size).map(move |z| (x, z))) {
            let is_end = |&cell: &usize| x != z && self.is_within(left, cell, &[x, z]);
            let ends: Vec<_> = (0..self.cells()).filter(is_end).collect();
            for pair in subsets(&ends, 2) {
                let sees_one = |place: usize| pair.iter().any(|&end| self.sees(place, end));
                let is_link = |unit: usize| self.places(left, unit, x).into_iter().all(sees_one);
                if self.complete().into_iter().any(is_link) {
                    found.extend(self.seen_by(&pair).into_iter().map(|cell| (cell, z)));
                }
            }
        }
    }

    fn colouring(&self, left: &Left, found: &mut BTreeSet<Node>) {
        for first in nodes(left) {
            // The colours of the places that are linked to the first one.
            let mut colours = vec![None; self.cells()];
            let mut open = vec![first.0];
            colours[first.0] = Some(false);
            while let Some(cell) = open.pop() {
                for other in 0..self.cells() {
                    let nodes = ((cell, first.1), (other, first.1));
                    if colours[other].is_none() && self.are_conjugate(left, nodes.0, nodes.1) {
                        colours[other] = colours[cell].map(|colour: bool| !colour);
                        open.push(other);
                    }
                }
            }
            for other in (0..self.cells()).filter(|&cell| colours[cell] == Some(true)) {
                found.extend(
                    self.seen_by(&[first.0, other]).into_iter().map(|cell| (cell, first.1)),
                );
            }
        }
    }

    fn cases(&self, left: &Left, found: &mut BTreeSet<Node>) {
        let links = NaiveLinks::new(self, left, Technique::ForcingChains);
        let refuted: BTreeMap<_, _> =
            links.nodes.iter().map(|&node| (node, links.refuted_by(node))).collect();
        let cells = (0..self.cells())
            .map(|cell| self.values(left, cell).into_iter().map(|value| (cell, value)).collect());
        let units = self.complete().into_iter().flat_map(|unit| {
            (0..self.size).map(move |value| {
                let places = self.places(left, unit, value).into_iter();
                places.map(|cell| (cell, value)).collect::<Vec<_>>()
            })
        });
        for group in
            cells.chain(units).filter(|group| group.iter().all(|node| refuted.contains_key(node)))
        {
            let is_refuted = |node: &&Node| group.iter().all(|case| refuted[case].contains(node));
            found.extend(links.nodes.iter().filter(is_refuted));
        }
    }
}

/// The links that a technique may use.
struct NaiveLinks {
    nodes: Vec<Node>,
    /// For each candidate, those that do not hold if it holds.
    excluded: BTreeMap<Node, Vec<Node>>,
    /// For each candidate, those that hold if it does not.
    implied: BTreeMap<Node, Vec<Node>>,
}

impl NaiveLinks {
    fn new(naive: &Naive, left: &Left, technique: Technique) -> Self {
        let in_cells = technique >= Technique::AlternatingChain;
        let excluded =
            |node: Node, other: Node| naive.exclude(node, other) && (in_cells || node.1 == other.1);
        let implied = |node: Node, other: Node| {
            technique != Technique::XChain && naive.share_cell(left, node, other)
                || technique != Technique::XyChain && naive.are_conjugate(left, node, other)
        };
        let nodes = nodes(left);
        let map = |is_linked: &dyn Fn(Node, Node) -> bool| {
            let of = |&node: &Node| {
                let linked = nodes.iter().copied().filter(|&other| is_linked(node, other));
                (node, linked.collect())
            };
            nodes.iter().map(of).collect()
        };
        Self { excluded: map(&excluded), implied: map(&implied), nodes: nodes.clone() }
    }

    /// The candidates that do not hold if one holds.
    fn refuted_by(&self, start: Node) -> BTreeSet<Node> {
        let (mut holds, mut refuted) = (BTreeSet::from([start]), BTreeSet::new());
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            for &other in &self.excluded[&node] {
                if refuted.insert(other) {
                    let next = self.implied[&other].iter().copied();
                    open.extend(next.filter(|&next| holds.insert(next)));
                }
            }
        }
        refuted
    }
}

/// The candidates of the cells that have more than one.
pub(super) fn nodes(left: &Left) -> Vec<Node> {
    let open = left.iter().enumerate().filter(|(_, all)| all.iter().filter(|is| **is).count() > 1);
    let of_cell = |(cell, all): (usize, &Vec<bool>)| {
        let values = all.iter().enumerate().filter(|(_, is)| **is);
        values.map(|(value, _)| (cell, value)).collect::<Vec<_>>()
    };
    open.flat_map(of_cell).collect()
}

/// All subsets of a size, in lexicographic order.
pub(super) fn subsets(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &first) in of.iter().enumerate() {
        for mut rest in subsets(&of[at + 1..], size - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

fn distinct_triples(size: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let all = (0..size).flat_map(move |x| (0..size).map(move |y| (x, y)));
    let all = all.flat_map(move |(x, y)| (0..size).map(move |z| (x, y, z)));
    all.filter(|&(x, y, z)| x != y && x != z && y != z)
}
