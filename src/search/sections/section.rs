//! [`Section`]: a part of the tree, and how it is searched and cut.

use super::Task;
use crate::engine::{Outcome, Part, SearchEngine};
use crate::ids::OptionId;
use std::ops::ControlFlow;

/// A part of a search: all solutions that have certain options, besides those that were given to the search, and don't have
/// others.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// The options.
    pub options: Vec<OptionId>,
    /// Those that its solutions don't have. There are such only where items have multiplicities.
    pub without: Vec<OptionId>,
    /// The share of the whole tree that it is, if the alternatives of each level weigh the same.
    pub weight: f64,
    /// How often something had been cut before there was this section.
    pub age: u32,
    /// Whether it was searched before, and what was cut off then is a section by itself.
    pub is_cut: bool,
}

impl Section {
    /// The whole tree.
    pub(in crate::search) fn whole() -> Self {
        Self { options: Vec::new(), without: Vec::new(), weight: 1.0, age: 0, is_cut: false }
    }

    /// A part of what a machine has left of it.
    fn below(&self, part: &Part) -> Self {
        Self {
            options: [&self.options[..], &part.options].concat(),
            without: [&self.without[..], &part.without].concat(),
            weight: self.weight * part.weight,
            age: self.age + 1,
            is_cut: false,
        }
    }
}

/// Who follows the search of a section.
pub(super) trait Follows {
    /// The machine stands at a solution.
    fn solution(&mut self, machine: &dyn SearchEngine) -> ControlFlow<()>;

    /// Looks whether to go on, every so often, before and after the section was cut.
    fn look(&mut self, machine: &dyn SearchEngine, is_cut: bool) -> ControlFlow<()>;
}

impl Section {
    /// Searches the section to its end, which is a cut if it is large. Gives what was cut off, or nothing at all if it was
    /// told to stop. Nothing but the section decides what the machine is asked to do.
    pub(super) fn search(
        &self,
        task: Task<'_>,
        machine: &mut dyn SearchEngine,
        follower: &mut impl Follows,
    ) -> ControlFlow<(), Vec<Self>> {
        let Task { given, pace, cuts_learners, .. } = task;
        machine.restart_without(&[given, &self.options].concat(), &self.without);
        let mut large = pace.nodes(self.age);
        let (mut cut, mut unseen) = (None, 0);
        loop {
            match machine.advance(pace.slice) {
                Outcome::Exhausted => return ControlFlow::Continue(cut.unwrap_or_default()),
                Outcome::Paused => unseen = pace.solutions,
                Outcome::Solution => {
                    follower.solution(machine)?;
                    unseen += 1;
                }
            }
            if unseen < pace.solutions {
                continue;
            }
            unseen = 0;
            follower.look(machine, cut.is_some())?;
            let may_cut = cut.is_none() && (cuts_learners || machine.forgets());
            if may_cut
                && machine.work().nodes >= large
                && let Some(parts) = machine.parts()
            {
                large = pace.price(parts.len());
                if machine.work().nodes >= large {
                    machine.give_up();
                    let sections = parts.iter().map(|part| self.below(part));
                    cut = Some(if self.is_cut { Vec::new() } else { sections.collect() });
                }
            }
        }
    }
}
