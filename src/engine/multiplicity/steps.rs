//! Where the search stands, as choices between options that exclude each other.
//!
//! A level decides one option, in or out, and so its alternative is not another option but all that is possible without
//! this one. It is a choice all the same if the option has an *exact* item, to be covered exactly once: the others of
//! that item are the alternatives. Those that were put out at the same node have been tried, and must have the item as
//! well; those that were undecided when the option was chosen are untried. If an item is left with one option when
//! others were put out, that is chosen without a level, and it is the last of a choice.
//!
//! Where options were put out that have no exact item in common with what was chosen instead, no choice of options says
//! that they are out. There the steps end.

use super::{Level, Multiple};
use crate::ids::{ItemId, OptionId, as_index, to_u32};

/// A choice between options that exclude each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'a> {
    /// The option that is chosen.
    pub(super) option: u32,
    /// How many options were put out before.
    pub(super) out: u32,
    /// The level at which it was chosen, and for which item, unless it was the last of that.
    pub(super) level: Option<(&'a Level, ItemId)>,
    /// The number of levels down to here.
    pub(super) levels: usize,
}

impl Multiple {
    /// Calls a function with each step from the root, up to where they end.
    pub(super) fn each_step<'a>(&'a self, mut call: impl FnMut(Step<'a>)) {
        let (mut first, mut decided) = (0, 0);
        for (number, level) in self.levels.iter().enumerate() {
            let mut out = self.out[as_index(first)..as_index(level.out)].to_vec();
            self.each_last(decided, level.decided, number, &mut out, &mut call);
            let Some(item) = self.sets.exact_item(level.option, &out) else { return };
            let (option, out) = (level.option, to_u32(out.len()));
            call(Step { option, out, level: Some((level, item)), levels: number + 1 });
            (first, decided) = (level.out, level.decided + 1);
        }
        let mut out = self.out[as_index(first)..].to_vec();
        self.each_last(decided, self.sets.decided(), self.levels.len(), &mut out, &mut call);
    }

    /// Calls a function with each option, chosen among those decided from one to another, that was the last of its
    /// item when others had been put out. Those are taken away.
    fn each_last<'a>(
        &self,
        from: u32,
        to: u32,
        levels: usize,
        out: &mut Vec<u32>,
        call: &mut impl FnMut(Step<'a>),
    ) {
        let decided = self.sets.decided_from(from).take(as_index(to - from));
        for (option, _) in decided.filter(|&(_, is_chosen)| is_chosen) {
            let before = out.len();
            out.retain(|&other| self.sets.exact_item(option, &[other]).is_none());
            if out.len() < before {
                let out = to_u32(before - out.len());
                call(Step { option, out, level: None, levels });
            }
        }
    }

    /// The options of an item that were undecided when a level chose one of them, in ascending order.
    pub(super) fn others(&self, level: &Level, item: ItemId) -> Vec<OptionId> {
        let decided = self.sets.decided_from(level.decided + 1);
        let out = decided.filter(|&(_, is_chosen)| !is_chosen).map(|(option, _)| option);
        let mut others: Vec<_> = out.filter(|&option| self.sets.has(option, item)).collect();
        others.sort_unstable();
        others.into_iter().map(|option| OptionId::new(as_index(option))).collect()
    }
}
