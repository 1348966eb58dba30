//! [`RecentForms`]: the forms of entries of the memo that were compared a short time ago.
//!
//! An entry of the memo has the key of its subproblem, from which the labelled hypergraph can be
//! made again. That takes as long as all else that a look-up does. So those made last are kept.
//! There are two generations: when the recent one has half of the memory, it becomes the older one,
//! and what was not compared since then is dropped.

use std::collections::HashMap;

/// Labelled subproblems of entries, each at the hash with which it was looked up.
#[derive(Clone, Debug)]
pub(super) struct RecentForms {
    recent: HashMap<u64, Form>,
    older: HashMap<u64, Form>,
    /// The memory of each generation, and its limit, in bytes.
    recent_bytes: usize,
    older_bytes: usize,
    most: usize,
}

/// The labelled subproblem of an entry.
#[derive(Clone, Debug)]
pub(super) struct Form {
    key: Box<[u64]>,
    has_balls: bool,
    pub(super) hash: u64,
    pub(super) bytes: Box<[u8]>,
}

impl Form {
    /// The memory of a form and its place in a map, in bytes.
    fn size(&self) -> usize {
        2 * (size_of::<u64>() + size_of::<Self>())
            + size_of::<u64>() * self.key.len()
            + self.bytes.len()
    }
}

impl RecentForms {
    /// An empty store of at most so many bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            recent: HashMap::new(),
            older: HashMap::new(),
            recent_bytes: 0,
            older_bytes: 0,
            most: limit / 2,
        }
    }

    /// Drops all forms.
    pub(super) fn clear(&mut self) {
        *self = Self { most: self.most, ..Self::new(0) };
    }

    /// Changes the limit, in bytes. Forms above a lower limit are dropped as others are added.
    pub(super) fn set_limit(&mut self, limit: usize) {
        self.most = limit / 2;
    }

    /// The form of the entry with a hash and a key. If it is not kept, `make` makes it: its own
    /// hash and its bytes. `has_balls`: whether it is labelled by surroundings of points too.
    pub(super) fn get(
        &mut self,
        hash: u64,
        key: &[u64],
        has_balls: bool,
        make: impl FnOnce() -> (u64, Box<[u8]>),
    ) -> &Form {
        let is_same = |form: &Form| *form.key == *key && form.has_balls == has_balls;
        if !self.recent.get(&hash).is_some_and(is_same) {
            let older = self.older.remove(&hash).inspect(|form| self.older_bytes -= form.size());
            let form = older.filter(is_same).unwrap_or_else(|| {
                let (hash, bytes) = make();
                Form { key: key.into(), has_balls, hash, bytes }
            });
            self.insert(hash, form);
        }
        &self.recent[&hash]
    }

    fn insert(&mut self, hash: u64, form: Form) {
        if self.recent_bytes + form.size() > self.most {
            self.older = std::mem::take(&mut self.recent);
            self.older_bytes = std::mem::take(&mut self.recent_bytes);
        }
        self.recent_bytes += form.size();
        let old = self.recent.insert(hash, form);
        self.recent_bytes -= old.map_or(0, |form| form.size());
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.recent_bytes + self.older_bytes
    }
}
