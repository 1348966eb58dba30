//! The clause of a residue in which too few options may still be chosen.
//!
//! The lower bounds of the items that need options, and `t` times the upper bound of the item that
//! all live options have, are added up. A live option then has the coefficient `gain - t`. If `t`
//! is the least of the greatest gains, the live options together can't reach the sum: that of the
//! greatest gains is less than the need. So the sum is violated unless an option that is not live
//! adds to it, or one that was chosen and takes from it is not.

use super::clause::{Clause, Derivation, ResidueAt};
use super::clauses::Learner;
use super::error::ExportError;
use super::literal::Literal;
use crate::ids::{ItemId, OptionId, to_u32, word_as_index};
use crate::proof::verify::residue::Rules;

impl<D: Derivation> Learner<'_, D> {
    /// Derives the clause of a residue by the capacity of an item, which has too little, and which
    /// all live options have. The caller releases it.
    pub(super) fn capacity(
        &mut self,
        rules: &Rules,
        at: ResidueAt<'_>,
        item: ItemId,
    ) -> Result<Clause, ExportError> {
        let (formula, problem) = (self.formula, &self.formula.problem);
        let needs = rules.needs(at.residue);
        let gain = |option| rules.gain(&needs, OptionId::new(option));
        let mut gains: Vec<u64> = rules.live(at.residue).map(gain).collect();
        gains.sort_unstable_by(|one, other| other.cmp(one));
        let capacity = u64::from(problem.bounds(item).high) - rules.covered(at.residue, item);
        // Of fewer live options all can be chosen.
        let times = gains.get(word_as_index(capacity) - 1).copied().unwrap_or(0);
        let mut terms: Vec<(u64, u64)> = rules
            .open_items(at.residue)
            .filter(|&open| needs[open.index()] > 0)
            .filter_map(|open| formula.low(open).map(|id| (id, 1)))
            .collect();
        terms.extend(formula.high(item).filter(|_| times > 0).map(|id| (id, times)));
        let mut literals = Vec::new();
        for option in problem.options().filter(|&option| !at.residue.is_live(option)) {
            let (gain, number) = (gain(option.index()), to_u32(option.index()));
            let own = formula.options_of[item.index()].binary_search(&number);
            let taken = if own.is_ok() { times } else { 0 };
            let is_chosen = at.chosen.contains(&number);
            if is_chosen && gain < taken {
                literals.push(Literal::excluded(option.index()));
            } else if !is_chosen && gain > taken && problem.is_choosable(option) {
                literals.push(Literal::chosen(option.index()));
            }
        }
        let sum = self.out.sum(&terms)?.ok_or(ExportError::Bounds(item))?;
        let clause = self.learn(literals, &[sum])?;
        self.out.forget(sum, &[])?;
        Ok(clause)
    }
}
