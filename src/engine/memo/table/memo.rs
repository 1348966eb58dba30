//! [`Memo`]: the table of a search, its own or one that several searches share.

use super::shared::Access;
use super::{EntryCost, Lookup, SharedTable, Table};
use std::sync::Arc;

/// A map from the keys of subproblems to their values.
#[derive(Debug)]
pub(crate) enum Memo {
    Own(Table),
    Shared(Access),
}

impl Memo {
    /// A memo of at most `bytes` bytes for the subproblems of a problem with this root key.
    pub(crate) fn new(root: &[u64], bytes: usize) -> Self {
        Self::Own(Table::new(root, bytes))
    }

    /// The table, unless it is shared and not in use.
    pub(crate) fn table(&self) -> Option<&Table> {
        match self {
            Self::Own(table) => Some(table),
            Self::Shared(access) => access.table(),
        }
    }

    /// The table that is not shared.
    pub(crate) fn own(&mut self) -> Option<&mut Table> {
        match self {
            Self::Own(table) => Some(table),
            Self::Shared(_) => None,
        }
    }

    /// Shares the table with other searches from now on.
    ///
    /// # Panics
    /// If it is shared already.
    pub(crate) fn share(&mut self) -> SharedTable {
        match std::mem::replace(self, Self::Shared(Access::default())) {
            Self::Own(table) => SharedTable::new(table),
            Self::Shared(_) => unreachable!("a table is shared once"),
        }
    }

    /// Begins to use a shared table.
    pub(crate) fn enter(&mut self, table: &Arc<SharedTable>) {
        if let Self::Shared(access) = self {
            access.enter(table);
        }
    }

    /// Ends the use of a shared table.
    pub(crate) fn leave(&mut self) {
        if let Self::Shared(access) = self {
            access.leave();
        }
    }

    /// Looks up the key of a subproblem `depth` frames below the root. A value is written to
    /// `value`.
    #[inline]
    pub(crate) fn get(
        &mut self,
        depth: usize,
        key: &[u64],
        hash: u64,
        value: &mut Vec<u64>,
    ) -> Lookup {
        match self {
            Self::Own(table) => table.get(key, hash, value),
            Self::Shared(access) => access.get(depth, key, hash, value),
        }
    }

    /// Looks for an entry with a hash whose key is accepted. Its value is written to `value`.
    pub(crate) fn find(
        &self,
        hash: u64,
        value: &mut Vec<u64>,
        is_same: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Option<EntryCost> {
        self.table()?.find(hash, value, is_same)
    }

    /// Begins to work on a subproblem with this hash, unless another search does. Returns whether
    /// none does.
    pub(crate) fn begin(&self, depth: usize, hash: u64) -> bool {
        match self {
            Self::Own(_) => true,
            Self::Shared(access) => access.begin(depth, hash),
        }
    }

    /// Ends the work on a subproblem with this hash without storing a value for it.
    pub(crate) fn release(&self, depth: usize, hash: u64) {
        if let Self::Shared(access) = self {
            access.release(depth, hash);
        }
    }

    /// Stores the value of a key that was looked up at this depth.
    #[inline]
    pub(crate) fn put(
        &mut self,
        depth: usize,
        key: &[u64],
        hash: u64,
        value: &[u64],
        worth: EntryCost,
    ) {
        match self {
            Self::Own(table) => table.put(key, hash, value, worth),
            Self::Shared(access) => access.put(depth, key, hash, value, worth),
        }
    }
}
