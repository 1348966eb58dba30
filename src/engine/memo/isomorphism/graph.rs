//! [`KeyGraph`]: the subproblem of a key as a hypergraph.
//!
//! Its points are the items that constrain something, coloured by what is left of their bounds; its
//! edges are the options left. A secondary item is the same as a primary one that may be covered
//! once or not at all. If options give it colours, each colour is a point, and the item is an edge
//! of these points: so colours are renamed freely, those of each item on their own. Its options
//! without a colour conflict with all others, like options of a colour of their own. A purified
//! item constrains nothing, because its options left agree.
//!
//! Items with the same options left and the same bounds say the same, so that all but one of them
//! are left out. In the last rows of a Sudoku, that is a fifth of the items.

use crate::canonical::{Hypergraph, mix};
use crate::engine::memo::layout::{Layout, Listed, RankedEntry};
use crate::ids::{as_index, to_u32, word_as_index};

/// The colour of edges that are options, and of those that are items with colours.
const OPTION: u32 = 0;
const ITEM: u32 = 1;
/// The colour of points that are colours. That of others is made of two bounds below [`MOST`].
const COLOR: u32 = 1 << 31;
const MOST: u32 = 1 << 15;
/// The colour of an item that may be covered once or not at all.
const AT_MOST_ONCE: u32 = 1;

/// An item that is no point.
const NO_POINT: u32 = u32::MAX;
/// An item whose colours are points.
const COLORED: u32 = u32::MAX - 1;

/// The memory to build the hypergraphs of keys.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyGraph {
    /// The state of each item, and the items of the key.
    states: Vec<u32>,
    items: Vec<u32>,
    /// The number of options left, a hash of them, and the point, of each item of the key.
    sizes: Vec<u32>,
    hashes: Vec<u64>,
    points: Vec<u32>,
    /// A hash table of the items that are points, each with the call that has added it.
    known: Vec<(u32, u32)>,
    /// The options left.
    options: Vec<u32>,
    /// The last call that has seen an option, and the last one in which it was left.
    seen: Vec<u32>,
    left: Vec<u32>,
    call: u32,
    /// Whether some option gives an item a colour.
    has_colors: Vec<bool>,
    /// The points of the entries whose items are [`COLORED`].
    entry_points: Vec<u32>,
    /// Scratch: the colours of an item, each with an entry that gives it.
    colors: Vec<(u32, u32)>,
}

impl KeyGraph {
    /// The memory for the keys of a layout.
    pub(super) fn new(layout: &Layout) -> Self {
        let (items, options) = (layout.items.len(), layout.names.len());
        let mut has_colors = vec![false; items];
        for entry in layout.entries.iter().filter(|entry| entry.color != 0) {
            has_colors[as_index(entry.item)] = true;
        }
        let entries = if has_colors.contains(&true) { layout.entries.len() } else { 0 };
        Self {
            states: vec![0; items],
            sizes: vec![0; items],
            hashes: vec![0; items],
            points: vec![NO_POINT; items],
            known: vec![(0, 0); 2 * items.next_power_of_two()],
            seen: vec![0; options],
            left: vec![0; options],
            has_colors,
            entry_points: vec![0; entries],
            ..Self::default()
        }
    }

    /// Whether the bounds of all items have a colour.
    pub(super) fn is_possible(layout: &Layout) -> bool {
        layout.items.iter().all(|item| item.low < MOST && item.high < MOST)
    }

    /// Builds the hypergraph of a key. `may_be_left`: whether an option can be left, as far as that
    /// is known.
    pub(super) fn build(
        &mut self,
        layout: &Layout,
        words: &[u64],
        may_be_left: impl Fn(u32) -> bool,
        graph: &mut Hypergraph,
    ) {
        for &item in &self.items {
            let item = as_index(item);
            (self.states[item], self.sizes[item], self.hashes[item]) = (0, 0, 0);
        }
        self.items.clear();
        let Self { states, items, .. } = self;
        let mut decided = &[][..];
        layout.key_layout.each_state(words, |item, state| {
            if Some(item) == layout.decision_field {
                decided = layout.decided_before(state - 1);
            } else {
                states[as_index(item)] = state;
                items.push(item);
            }
        });
        self.find_options(layout, decided, may_be_left);
        graph.clear();
        for index in 0..self.items.len() {
            let item = self.items[index];
            self.points[as_index(item)] = self.add_item(layout, item, graph);
        }
        self.add_options(layout, graph);
    }

    /// Lists the options of which all items are open, with colours that their states allow, but for
    /// those that are decided.
    fn find_options(
        &mut self,
        layout: &Layout,
        decided: &[u32],
        may_be_left: impl Fn(u32) -> bool,
    ) {
        if self.call == u32::MAX {
            self.seen.fill(0);
            self.left.fill(0);
            self.known.fill((0, 0));
            self.call = 0;
        }
        self.call += 1;
        self.options.clear();
        decided.iter().for_each(|&option| self.seen[as_index(option)] = self.call);
        for &item in self.items.iter().take_while(|&&item| item < layout.primary) {
            for listed in &layout.lists[layout.list_of(item)] {
                let seen = &mut self.seen[as_index(listed.option)];
                if *seen == self.call || !may_be_left(listed.option) {
                    continue;
                }
                *seen = self.call;
                let entries = &layout.entries[layout.entries_of(listed.option)];
                if entries.iter().all(|entry| is_allowed(layout, &self.states, *entry)) {
                    self.left[as_index(listed.option)] = self.call;
                    self.options.push(listed.option);
                    let hash = mix(u64::from(listed.option));
                    for entry in entries {
                        let item = as_index(entry.item);
                        // Those of idle items are neither read nor reset.
                        self.sizes[item] = self.sizes[item].wrapping_add(1);
                        self.hashes[item] = self.hashes[item].wrapping_add(hash);
                    }
                }
            }
        }
    }

    /// Adds the point of an item, or those of its colours. Returns the point.
    fn add_item(&mut self, layout: &Layout, item: u32, graph: &mut Hypergraph) -> u32 {
        let (state, size) = (self.states[as_index(item)], self.sizes[as_index(item)]);
        if item < layout.primary {
            let (low, high) = self.bounds(layout, item);
            return if is_free(low, high, size) {
                NO_POINT
            } else {
                self.add_point(layout, item, low << 15 | high, graph)
            };
        }
        if state > 1 || size < 2 {
            return NO_POINT;
        }
        if self.has_colors[as_index(item)] {
            return self.add_colors(layout, item, graph);
        }
        self.add_point(layout, item, AT_MOST_ONCE, graph)
    }

    /// How many times at least and at most a primary item of the key must still be covered.
    fn bounds(&self, layout: &Layout, item: u32) -> (u32, u32) {
        let (state, size) = (self.states[as_index(item)], self.sizes[as_index(item)]);
        let own = &layout.items[as_index(item)];
        let left = |bound: u32| (bound + 1).saturating_sub(state);
        (left(own.low), left(own.high).min(size))
    }

    /// Whether each item of the key is in the hypergraph built last, as a point or by its colours.
    pub(super) fn has_all_items(&self) -> bool {
        self.items.iter().all(|&item| self.points[as_index(item)] != NO_POINT)
    }

    /// Adds a point of a colour for an item, unless there is one for the same options.
    fn add_point(&mut self, layout: &Layout, item: u32, color: u32, graph: &mut Hypergraph) -> u32 {
        let (hash, last) = (self.hashes[as_index(item)], self.known.len() - 1);
        let mut place = word_as_index(hash) & last;
        while let (call, other) = self.known[place]
            && call == self.call
        {
            if self.hashes[as_index(other)] == hash
                && graph.color(self.points[as_index(other)]) == color
                && self.is_twin(layout, item, other)
            {
                return NO_POINT;
            }
            place = (place + 1) & last;
        }
        self.known[place] = (self.call, item);
        graph.add_point(color)
    }

    /// Whether two items have the same options left.
    fn is_twin(&self, layout: &Layout, item: u32, other: u32) -> bool {
        let has_other = |listed: &Listed| {
            let mut entries = layout.entries[layout.entries_of(listed.option)].iter();
            entries.any(|entry| entry.item == other)
        };
        let options = layout.lists[layout.list_of(item)].iter();
        let mut left = options.filter(|listed| self.left[as_index(listed.option)] == self.call);
        self.sizes[as_index(item)] == self.sizes[as_index(other)] && left.all(has_other)
    }

    /// Adds the points of the colours of an item.
    fn add_colors(&mut self, layout: &Layout, item: u32, graph: &mut Hypergraph) -> u32 {
        self.colors.clear();
        for listed in &layout.lists[layout.list_of(item)] {
            if self.left[as_index(listed.option)] == self.call {
                let mut own = layout.entries_of(listed.option);
                let entry = own.find(|&index| layout.entries[index].item == item);
                self.colors.extend(entry.map(|entry| (listed.color, to_u32(entry))));
            }
        }
        self.colors.sort_unstable();
        // Entries without a colour differ from each other.
        let is_same = |a: &(u32, u32), b: &(u32, u32)| a.0 == b.0 && a.0 != 0;
        let groups = self.colors.chunk_by(is_same).count();
        if groups == 1 {
            return NO_POINT;
        }
        if groups == self.colors.len() {
            return self.add_point(layout, item, AT_MOST_ONCE, graph);
        }
        for group in self.colors.chunk_by(is_same) {
            let point = graph.add_point(COLOR);
            graph.add_member(point);
            group.iter().for_each(|&(_, entry)| self.entry_points[as_index(entry)] = point);
        }
        graph.end_edge(ITEM);
        COLORED
    }

    /// Adds the edges of the options left.
    fn add_options(&mut self, layout: &Layout, graph: &mut Hypergraph) {
        for &option in &self.options {
            for index in layout.entries_of(option) {
                match self.points[as_index(layout.entries[index].item)] {
                    NO_POINT => {}
                    COLORED => graph.add_member(self.entry_points[index]),
                    point => graph.add_member(point),
                }
            }
            graph.end_edge(OPTION);
        }
    }

    /// The items that are points of the hypergraph built last, each with its point.
    pub(super) fn item_points(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let points = self.items.iter().map(|&item| (item, self.points[as_index(item)]));
        points.filter(|&(_, point)| point < COLORED)
    }

    /// The options of the hypergraph built last, each with its edge.
    pub(super) fn option_edges(&self, graph: &Hypergraph) -> impl Iterator<Item = (u32, u32)> + '_ {
        let begin = to_u32(graph.edges() - self.options.len());
        self.options.iter().copied().zip(begin..)
    }

    /// The option of an edge of the hypergraph built last; `None` if it is an item.
    #[cfg(feature = "proof")]
    pub(super) fn option_of(&self, graph: &Hypergraph, edge: u32) -> Option<u32> {
        let begin = graph.edges() - self.options.len();
        as_index(edge).checked_sub(begin).map(|index| self.options[index])
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let numbers = self.states.len() * 5 + self.seen.len() * 2 + self.entry_points.len();
        size_of::<u32>() * (numbers + 2 * self.known.len())
    }
}

/// Whether any number of an item's options is within what is left of its bounds.
fn is_free(low: u32, high: u32, size: u32) -> bool {
    low == 0 && high == size
}

/// Whether an entry can be in an option that is left. An idle item is open in every key.
#[inline]
fn is_allowed(layout: &Layout, states: &[u32], entry: RankedEntry) -> bool {
    match states[as_index(entry.item)] {
        0 => layout.items[as_index(entry.item)].is_idle,
        1 => true,
        state => entry.item < layout.primary || state == entry.color + 1,
    }
}
