//! [`ProblemGraph`]: a problem as a coloured hypergraph, whose automorphisms are its symmetries.
//!
//! The points are classes of items that are in the same options, colours of secondary items, and
//! options that have an equal one. An edge is an option: it has the points of its items, the colour
//! in place of a coloured item, and its own point. An edge of a colour of its own joins a colour to
//! its item. A colour that one option gives to an item is as good as none.

use super::group::PermutationGroup;
use super::permutation::Permutation;
use crate::canonical::{Automorphism, Hypergraph};
use crate::ids::{Color, ItemId, OptionId, as_index, to_u32};
use crate::problem::Problem;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A problem as a hypergraph. No two edges are equal.
#[derive(Clone, Debug)]
pub(crate) struct ProblemGraph {
    /// Of each point, its colour.
    colors: Vec<u32>,
    /// Of each item, its point.
    points: Vec<u32>,
    /// Of the points of items, the items in ascending order.
    items: Vec<Vec<ItemId>>,
    /// Of each option, its colour and its points in ascending order.
    edges: Vec<(u32, Box<[u32]>)>,
    /// Each colour of an item with its item.
    links: Vec<[u32; 2]>,
    /// The options by their edges.
    options: HashMap<(u32, Box<[u32]>), u32>,
    /// Of each point, the options that have it.
    incident: Vec<Vec<u32>>,
}

/// What some symmetries keep besides the problem.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// Points that stay in place.
    pub(crate) fixed: BTreeSet<u32>,
    /// Permutations of the points that commute with the symmetries.
    pub(crate) arcs: Vec<Permutation>,
}

/// The colour of the edges that join colours to items.
const LINK: u32 = 0;

impl ProblemGraph {
    /// The graph of a problem, in which only items of equal labels can be exchanged; `None` if
    /// `goes_on` has returned false.
    pub(crate) fn new(
        problem: &Problem,
        labels: &[u32],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let shared = SharedColors::new(problem);
        let (points, items, mut colors) = item_points(problem, labels, &shared, goes_on)?;
        let (mut links, mut numbers) = (Vec::new(), HashMap::new());
        for (&(item, color), &times) in &shared.0 {
            let point = points[item.index()];
            let is_first = items[as_index(point)].first() == Some(&item);
            if times > 1 && is_first {
                numbers.insert((item, color), to_u32(colors.len()));
                links.push([point, to_u32(colors.len())]);
                colors.push(0);
            }
        }
        let costs = ranks(problem.options().map(|option| problem.cost(option)));
        let (edges, options, incident) = (Vec::new(), HashMap::new(), Vec::new());
        let mut graph = Self { colors, points, items, edges, links, options, incident };
        let edge = |graph: &Self, option: OptionId| {
            let point = |entry: &crate::problem::Entry| {
                let color = entry.color.and_then(|color| numbers.get(&(entry.item, color)));
                color.copied().unwrap_or(graph.points[entry.item.index()])
            };
            let mut points: Vec<_> = problem.entries(option).iter().map(point).collect();
            points.sort_unstable();
            points.dedup();
            (LINK + 1 + costs[option.index()], points)
        };
        let mut edges = Vec::with_capacity(problem.options().len());
        for option in problem.options() {
            if is_stopped_at(option.index(), goes_on) {
                return None;
            }
            edges.push(edge(&graph, option));
        }
        graph.add_edges(edges, goes_on)?;
        Some(graph)
    }

    /// Adds the edges, with a point of their own for those that are equal; `None` if `goes_on` has
    /// returned false.
    fn add_edges(
        &mut self,
        edges: Vec<(u32, Vec<u32>)>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        let mut times = HashMap::<_, u32>::new();
        for (number, edge) in edges.iter().enumerate() {
            if is_stopped_at(number, goes_on) {
                return None;
            }
            *times.entry(edge.clone()).or_default() += 1;
        }
        for (option, mut edge) in (0..).zip(edges) {
            if is_stopped_at(as_index(option), goes_on) {
                return None;
            }
            if times[&edge] > 1 {
                edge.1.push(to_u32(self.colors.len()));
                self.colors.push(1);
            }
            let edge = (edge.0, edge.1.into_boxed_slice());
            self.options.insert(edge.clone(), option);
            self.edges.push(edge);
        }
        self.incident.resize(self.colors.len(), Vec::new());
        for (option, (_, points)) in (0..).zip(&self.edges) {
            points.iter().for_each(|&point| self.incident[as_index(point)].push(option));
        }
        Some(())
    }

    /// The number of points.
    pub(crate) fn degree(&self) -> usize {
        self.colors.len()
    }

    /// The number of options.
    pub(crate) fn options(&self) -> usize {
        self.edges.len()
    }

    /// The graph with some options of another colour.
    pub(crate) fn hypergraph(&self, chosen: &[u32]) -> Hypergraph {
        let mut graph = Hypergraph::new(self.colors.clone());
        let mut is_chosen = vec![false; self.edges.len()];
        chosen.iter().for_each(|&option| is_chosen[as_index(option)] = true);
        self.links.iter().for_each(|link| graph.add_edge(LINK, link));
        for ((color, points), is_chosen) in self.edges.iter().zip(is_chosen) {
            graph.add_edge(2 * color + u32::from(is_chosen), points);
        }
        graph
    }

    /// The graph with marks: its automorphisms are the symmetries that keep them. Two permutations
    /// are conjugate in the group of symmetries if and only if the graphs with their arcs are
    /// isomorphic. An arc is a point, which edges of two colours join to both ends.
    pub(crate) fn marked(&self, marks: &Marks) -> Hypergraph {
        let mut next = self.colors.iter().max().map_or(0, |color| color + 1);
        let mut colors = self.colors.clone();
        for &point in &marks.fixed {
            colors[as_index(point)] = next;
            next += 1;
        }
        let mut graph = Hypergraph::new(colors);
        self.links.iter().for_each(|link| graph.add_edge(LINK, link));
        self.edges.iter().for_each(|(color, points)| graph.add_edge(2 * color, points));
        let mut own = 2 * (to_u32(self.edges.len()) + 2);
        for permutation in &marks.arcs {
            let images = (0..).zip(permutation.images());
            for (point, &image) in images.filter(|(point, image)| point != *image) {
                let arc = graph.add_point(next);
                graph.add_edge(own, &[point, arc]);
                graph.add_edge(own + 1, &[arc, image]);
            }
            own += 2;
        }
        graph
    }

    /// The group of automorphisms of a graph that has other points after these.
    pub(crate) fn group(&self, generators: &[Automorphism]) -> PermutationGroup {
        let degree = self.degree();
        let images = generators.iter().map(|found| found.images(degree));
        PermutationGroup::new(degree, images.map(Permutation::from_images))
    }

    /// The image of an option under a permutation of the points; `None` if there is none.
    pub(crate) fn option_image(&self, option: u32, image: impl Fn(u32) -> u32) -> Option<u32> {
        let (color, points) = &self.edges[as_index(option)];
        let mut points: Box<[u32]> = points.iter().map(|&point| image(point)).collect();
        points.sort_unstable();
        self.options.get(&(*color, points)).copied()
    }

    /// The images of all options under a permutation of the points; `None` if it is no symmetry.
    pub(crate) fn option_images(&self, images: &[u32]) -> Option<Vec<u32>> {
        let is_kept = |&[item, color]: &[u32; 2]| {
            let image = [images[as_index(item)], images[as_index(color)]];
            // Links are in the order of their colours.
            self.links
                .binary_search_by_key(&image[1], |link| link[1])
                .is_ok_and(|at| self.links[at] == image)
        };
        let same_colors = (0..)
            .zip(images)
            .all(|(point, &image)| self.colors[point] == self.colors[as_index(image)]);
        if !same_colors || !self.links.iter().all(is_kept) {
            return None;
        }
        let image = |point| images[as_index(point)];
        (0..to_u32(self.edges.len())).map(|option| self.option_image(option, image)).collect()
    }

    /// Each option that an automorphism moves, and its image, in ascending order.
    pub(crate) fn moved_options(&self, automorphism: &Automorphism) -> Vec<(u32, u32)> {
        let moved = automorphism.moved().iter();
        let mut options: Vec<_> =
            moved.flat_map(|&(point, _)| &self.incident[as_index(point)]).copied().collect();
        options.sort_unstable();
        options.dedup();
        let image = |option| self.option_image(option, |point| automorphism.image(point));
        let images = options.into_iter().filter_map(|option| Some((option, image(option)?)));
        images.filter(|(option, image)| option != image).collect()
    }

    /// Each item that an automorphism moves, and its image. Items in the same options keep their
    /// order.
    pub(crate) fn moved_items(&self, automorphism: &Automorphism) -> Vec<(u32, u32)> {
        let items = |point: u32| self.items.get(as_index(point)).into_iter().flatten();
        let number = |item: &ItemId| to_u32(item.index());
        let pairs = automorphism.moved().iter().flat_map(|&(from, to)| items(from).zip(items(to)));
        pairs.map(|(from, to)| (number(from), number(to))).collect()
    }

    /// The images of all items. Items in the same options keep their order.
    pub(crate) fn item_images(&self, images: &[u32]) -> Vec<u32> {
        let mut of_items = vec![0; self.points.len()];
        for (point, items) in self.items.iter().enumerate() {
            let to = &self.items[as_index(images[point])];
            for (from, to) in items.iter().zip(to) {
                of_items[from.index()] = to_u32(to.index());
            }
        }
        of_items
    }
}

/// How many options give a colour to an item.
struct SharedColors(BTreeMap<(ItemId, Color), u32>);

impl SharedColors {
    fn new(problem: &Problem) -> Self {
        let mut times = BTreeMap::new();
        for entry in problem.options().flat_map(|option| problem.entries(option)) {
            if let Some(color) = entry.color {
                *times.entry((entry.item, color)).or_default() += 1;
            }
        }
        Self(times)
    }
}

/// The class of an item: its label, whether it is primary, its bounds, and the options that have
/// it, each with its colour if another option gives the same one.
type ItemClass = (u32, bool, u32, u32, Vec<(u32, Option<Color>)>);

/// Of each item its point, of each point its items, and the colours of the points.
type ItemPoints = (Vec<u32>, Vec<Vec<ItemId>>, Vec<u32>);

/// The points of items; `None` if `goes_on` has returned false.
fn item_points(
    problem: &Problem,
    labels: &[u32],
    shared: &SharedColors,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<ItemPoints> {
    let class = |item: ItemId| {
        let bounds = problem.bounds(item);
        (labels[item.index()], problem.is_primary(item), bounds.low, bounds.high, Vec::new())
    };
    let mut classes: Vec<ItemClass> = problem.items().map(class).collect();
    for option in problem.options() {
        if is_stopped_at(option.index(), goes_on) {
            return None;
        }
        for entry in problem.entries(option) {
            let color = entry.color.filter(|&color| shared.0[&(entry.item, color)] > 1);
            classes[entry.item.index()].4.push((to_u32(option.index()), color));
        }
    }
    classes.iter_mut().for_each(|class| rename_colors(&mut class.4));
    let (mut numbers, mut items) = (HashMap::new(), Vec::<Vec<ItemId>>::new());
    let mut points = Vec::new();
    for (item, class) in problem.items().zip(&classes) {
        if is_stopped_at(item.index(), goes_on) {
            return None;
        }
        let point = *numbers.entry(class).or_insert(items.len());
        if point == items.len() {
            items.push(Vec::new());
        }
        items[point].push(item);
        points.push(to_u32(point));
    }
    // Colours of items begin at 2: 0 is for colours, and 1 for options.
    let kinds = items.iter().map(|items| {
        let (label, primary, low, high, _) = &classes[items[0].index()];
        (*label, *primary, *low, *high, items.len())
    });
    let colors = ranks(kinds).into_iter().map(|rank| rank + 2).collect();
    Some((points, items, colors))
}

/// The numbers between two questions whether to go on: less than a millisecond.
const PERIOD: usize = 1 << 10;

/// Asks whether to go on at some numbers of a sequence.
fn is_stopped_at(number: usize, goes_on: &mut dyn FnMut() -> bool) -> bool {
    number.is_multiple_of(PERIOD) && !goes_on()
}

/// Numbers the colours of an item in the order of their options.
fn rename_colors(options: &mut [(u32, Option<Color>)]) {
    let mut names = HashMap::new();
    for (_, color) in options {
        let next = Color::new(names.len());
        *color = color.map(|color| *names.entry(color).or_insert(next));
    }
}

/// Of each key, its rank among the distinct keys.
fn ranks<K: Ord + Clone>(keys: impl Iterator<Item = K>) -> Vec<u32> {
    let keys: Vec<_> = keys.collect();
    let mut sorted = keys.clone();
    sorted.sort_unstable();
    sorted.dedup();
    keys.iter().map(|key| to_u32(sorted.partition_point(|other| other < key))).collect()
}
