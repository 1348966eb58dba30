//! [`ColumnOrder`]: an arrangement of the columns in which not everything is decided yet.

use super::place_set::{last_up_to, next_after};

/// Which column stands at which place, as far as that is decided.
///
/// Places are cut into *cells*, and stacks of places into *stack cells*. What stands in a cell may
/// still be permuted, and so may the stacks in a stack cell, each as a whole. Cells can be
/// *linked*: then they are permuted in the same way only. All these arrangements are meant; the one
/// that is stored is any of them.
///
/// # Invariant
/// A cell is in one stack. The stacks in a stack cell are cut into cells at the same places, and
/// none of these is linked unless the stack is alone. Linked cells have the same number of places.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnOrder<const N: usize> {
    /// The column at each place.
    columns: [u8; N],
    /// The place of each column.
    places: [u8; N],
    /// The place that corresponds to each place in the next linked cell, in a ring: the place
    /// itself, if its cell is not linked.
    linked: [u8; N],
    /// The first place of each cell, and the number of places.
    cells: u64,
    /// The first place of each stack cell, and the number of places.
    stack_cells: u64,
    /// The first place of each stack, and the number of places.
    stacks: u64,
}

impl<const N: usize> ColumnOrder<N> {
    /// The order of `size` columns, at most `N`, in stacks of `width`, in which nothing is decided.
    pub(super) fn new(size: usize, width: usize) -> Self {
        let mut numbers = [0; N];
        (0..).zip(&mut numbers).for_each(|(number, stored)| *stored = number);
        let stacks = (0..=size).step_by(width).fold(0, |all, place| all | 1 << place);
        let (cells, stack_cells) = (stacks, 1 | 1 << size);
        Self { columns: numbers, places: numbers, linked: numbers, cells, stack_cells, stacks }
    }

    /// The column at a place.
    #[inline]
    pub(super) fn column(&self, place: usize) -> u8 {
        self.columns[place]
    }

    /// The columns at all places.
    pub(super) fn columns(&self) -> &[u8; N] {
        &self.columns
    }

    /// The place of a column.
    #[inline]
    pub(super) fn place(&self, column: u8) -> usize {
        usize::from(self.places[usize::from(column)])
    }

    /// The place after the cell of a place.
    #[inline]
    pub(super) fn cell_end(&self, place: usize) -> usize {
        next_after(self.cells, place)
    }

    /// The place after the stack of a place.
    #[inline]
    pub(super) fn stack_end(&self, place: usize) -> usize {
        next_after(self.stacks, place)
    }

    /// The place after the stack cell of a place.
    #[inline]
    pub(super) fn stack_cell_end(&self, place: usize) -> usize {
        next_after(self.stack_cells, place)
    }

    /// The first place that the column at a place can have.
    #[inline]
    pub(super) fn first_place(&self, place: usize) -> usize {
        let into_stack = last_up_to(self.cells, place) - last_up_to(self.stacks, place);
        last_up_to(self.stack_cells, place) + into_stack
    }

    /// Whether the column at a place can have no other one.
    #[inline]
    pub(super) fn is_fixed(&self, place: usize) -> bool {
        self.cells >> place & 3 == 3
            && self.stack_end(place) == self.stack_cell_end(place)
            && last_up_to(self.stacks, place) == last_up_to(self.stack_cells, place)
    }

    /// The first place of the cell of a place.
    #[inline]
    pub(super) fn cell_start(&self, place: usize) -> usize {
        last_up_to(self.cells, place)
    }

    /// The places that correspond to a place in linked cells, that place first.
    #[inline]
    fn ring(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let next = move |&last: &usize| {
            let next = usize::from(self.linked[last]);
            (next != place).then_some(next)
        };
        std::iter::successors(Some(place), next)
    }

    /// Whether the cells that begin at two places are the same or are linked.
    pub(super) fn are_linked(&self, a: usize, b: usize) -> bool {
        self.ring(a).any(|place| place == b)
    }

    /// Whether a place comes before those that correspond to it in linked cells.
    pub(super) fn is_first_linked(&self, place: usize) -> bool {
        self.ring(place).all(|other| other >= place)
    }

    /// Links the cells that begin at two places, which have the same number of places and are not
    /// linked yet.
    pub(super) fn link(&mut self, a: usize, b: usize) {
        for i in 0..self.cell_end(a) - a {
            self.linked.swap(a + i, b + i);
        }
    }

    /// Exchanges the columns at two places of a cell, and the same in linked cells.
    #[inline]
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        if a != b {
            let (mut other_a, mut other_b) = (a, b);
            loop {
                self.exchange(other_a, other_b);
                other_a = usize::from(self.linked[other_a]);
                other_b = usize::from(self.linked[other_b]);
                if other_a == a {
                    return;
                }
            }
        }
    }

    #[inline]
    fn exchange(&mut self, a: usize, b: usize) {
        self.columns.swap(a, b);
        for place in [a, b] {
            self.places[usize::from(self.columns[place])] = number(place);
        }
    }

    /// Exchanges the stacks that begin at two places of a stack cell.
    pub(super) fn swap_stacks(&mut self, a: usize, b: usize) {
        if a != b {
            (0..self.stack_end(a) - a).for_each(|i| self.exchange(a + i, b + i));
        }
    }

    /// Cuts the cell of a place before that place, and linked cells, too.
    #[inline]
    pub(super) fn cut(&mut self, place: usize) {
        if self.cells >> place & 1 == 0 {
            self.cells = self.ring(place).fold(self.cells, |cells, place| cells | 1 << place);
        }
    }

    /// Cuts the stack cell of a place before that place, at which a stack begins.
    #[inline]
    pub(super) fn cut_stacks(&mut self, place: usize) {
        self.stack_cells |= 1 << place;
    }

    /// Decides that the stack of a place has the first place that it can have.
    pub(super) fn fix_stack(&mut self, place: usize) {
        let (stack, first) = (last_up_to(self.stacks, place), last_up_to(self.stack_cells, place));
        self.swap_stacks(first, stack);
        self.cut_stacks(self.stack_end(first));
    }

    /// Decides that a column has the first place that it can have.
    pub(super) fn fix(&mut self, column: u8) {
        self.fix_stack(self.place(column));
        let place = self.place(column);
        let first = self.cell_start(place);
        self.swap(first, place);
        self.cut(first + 1);
    }
}

/// A place as it is stored.
#[inline]
fn number(place: usize) -> u8 {
    u8::try_from(place).unwrap_or(u8::MAX)
}
