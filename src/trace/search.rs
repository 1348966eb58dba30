//! The search: steps C1 to C8 of the book, with an explicit stack.

use super::matrix::LinkedMatrix;
use super::step::{Action, Step};
use crate::ids::{Color, ItemId};
use crate::problem::Problem;
use std::ops::ControlFlow;

/// A level: an item that was chosen, and its option that is tried.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: usize,
    /// The node of the item in the option; before the first option, the header.
    node: usize,
    /// How many options have been tried.
    number: usize,
}

/// A function that is called after each step.
pub(super) type StepVisitor<'v, B> = &'v mut dyn FnMut(&LinkedMatrix, Step) -> ControlFlow<B>;

/// A search that calls a visitor after each step.
pub(super) struct Search<'v, B> {
    matrix: LinkedMatrix,
    levels: Vec<Level>,
    /// The level of the next step.
    depth: usize,
    visit: StepVisitor<'v, B>,
}

impl<'v, B> Search<'v, B> {
    /// C1. Initialize.
    pub(super) fn new(problem: &Problem, visit: StepVisitor<'v, B>) -> Self {
        Self { matrix: LinkedMatrix::new(problem), levels: Vec::new(), depth: 0, visit }
    }

    pub(super) fn run(mut self) -> ControlFlow<B> {
        loop {
            self.enter()?;
            if !self.next_option()? {
                return ControlFlow::Continue(());
            }
        }
    }

    fn emit(&mut self, action: Action) -> ControlFlow<B> {
        (self.visit)(&self.matrix, Step { depth: self.depth, action })
    }

    /// C2. Enter a level; C3. choose its item; C4. cover it. If no item is active, there is none to
    /// choose.
    fn enter(&mut self) -> ControlFlow<B> {
        self.depth = self.levels.len();
        let Some((item, ties)) = self.matrix.fewest() else {
            return self.emit(Action::Solution);
        };
        self.emit(Action::Choose { item, options: self.matrix.len_of(item), ties })?;
        let item = item.index();
        self.levels.push(Level { item, node: item, number: 0 });
        self.cover(item)
    }

    /// C5 and C6. Tries the next option of the last level. C7 and C8. Backtracks, and leaves the
    /// level, when it has no more. Says whether there was one.
    fn next_option(&mut self) -> ControlFlow<B, bool> {
        while let Some(Level { item, node, number }) = self.levels.pop() {
            self.depth = self.levels.len();
            if node != item {
                self.give_up(node)?;
            }
            let node = self.matrix.below(node);
            if node != item {
                self.levels.push(Level { item, node, number: number + 1 });
                self.try_option(item, node, number + 1)?;
                return ControlFlow::Continue(true);
            }
            self.uncover(item)?;
            self.emit(Action::Backtrack { item: ItemId::new(item) })?;
        }
        ControlFlow::Continue(false)
    }

    /// Covers or purifies the other items of an option of the chosen item. An item that has been
    /// purified to the colour of the option needs nothing.
    fn try_option(&mut self, item: usize, node: usize, number: usize) -> ControlFlow<B> {
        let (option, of) = (self.matrix.option_of(node), self.matrix.len_of(ItemId::new(item)));
        self.matrix.push(option);
        self.emit(Action::Try { option, number, of })?;
        for other in self.matrix.others(node) {
            let (item, color) = self.matrix.item_and_color(other);
            match color {
                _ if self.matrix.is_purified(other) => {}
                Some(color) => self.purify(item, color)?,
                None => self.cover(item)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Undoes [`try_option`](Self::try_option).
    fn give_up(&mut self, node: usize) -> ControlFlow<B> {
        for other in self.matrix.others(node).rev() {
            let (item, color) = self.matrix.item_and_color(other);
            match color {
                _ if self.matrix.is_purified(other) => {}
                Some(color) => self.unpurify(item, color)?,
                None => self.uncover(item)?,
            }
        }
        self.matrix.pop();
        self.emit(Action::GiveUp { option: self.matrix.option_of(node) })
    }

    fn cover(&mut self, item: usize) -> ControlFlow<B> {
        self.matrix.unlink_header(item);
        self.emit(Action::Cover { item: ItemId::new(item) })?;
        let mut node = self.matrix.below(item);
        while node != item {
            self.hide(node)?;
            node = self.matrix.below(node);
        }
        ControlFlow::Continue(())
    }

    fn uncover(&mut self, item: usize) -> ControlFlow<B> {
        let mut node = self.matrix.above(item);
        while node != item {
            self.unhide(node)?;
            node = self.matrix.above(node);
        }
        self.matrix.relink_header(item);
        self.emit(Action::Uncover { item: ItemId::new(item) })
    }

    fn purify(&mut self, item: usize, color: Color) -> ControlFlow<B> {
        self.matrix.set_color(item, Some(color));
        self.emit(Action::Purify { item: ItemId::new(item), color })?;
        let mut node = self.matrix.below(item);
        while node != item {
            if self.matrix.item_and_color(node).1 == Some(color) {
                self.matrix.set_purified(node, true);
            } else {
                self.hide(node)?;
            }
            node = self.matrix.below(node);
        }
        ControlFlow::Continue(())
    }

    fn unpurify(&mut self, item: usize, color: Color) -> ControlFlow<B> {
        let mut node = self.matrix.above(item);
        while node != item {
            if self.matrix.is_purified(node) {
                self.matrix.set_purified(node, false);
            } else {
                self.unhide(node)?;
            }
            node = self.matrix.above(node);
        }
        self.matrix.set_color(item, None);
        self.emit(Action::Unpurify { item: ItemId::new(item), color })
    }

    fn hide(&mut self, node: usize) -> ControlFlow<B> {
        self.matrix.hide(node);
        let (option, item) = (self.matrix.option_of(node), self.matrix.item_and_color(node).0);
        self.emit(Action::Hide { option, item: ItemId::new(item) })
    }

    fn unhide(&mut self, node: usize) -> ControlFlow<B> {
        self.matrix.unhide(node);
        let (option, item) = (self.matrix.option_of(node), self.matrix.item_and_color(node).0);
        self.emit(Action::Unhide { option, item: ItemId::new(item) })
    }
}
