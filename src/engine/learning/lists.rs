//! [`IndexLists`]: lists of numbers in one array.

use crate::ids::{as_index, to_u32};

/// Lists of numbers, one after another in one array.
#[derive(Clone, Debug)]
pub(super) struct IndexLists {
    /// List `i` is `numbers[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Default for IndexLists {
    fn default() -> Self {
        Self { starts: vec![0], numbers: Vec::new() }
    }
}

impl IndexLists {
    /// Adds a list.
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.numbers.extend(list);
        self.starts.push(to_u32(self.numbers.len()));
    }

    /// The number of lists.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// A list.
    #[inline(always)]
    pub(super) fn list(&self, index: u32) -> &[u32] {
        let index = as_index(index);
        &self.numbers[as_index(self.starts[index])..as_index(self.starts[index + 1])]
    }

    /// All lists.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.starts.windows(2).map(|ends| &self.numbers[as_index(ends[0])..as_index(ends[1])])
    }

    /// For each number below `len`, the lists that have it, in ascending order.
    pub(super) fn transposed(&self, len: usize) -> Self {
        let mut starts = vec![0; len + 1];
        for &number in &self.numbers {
            starts[as_index(number) + 1] += 1;
        }
        for index in 0..len {
            starts[index + 1] += starts[index];
        }
        let mut ends = starts.clone();
        let mut numbers = vec![0; self.numbers.len()];
        for (index, list) in self.iter().enumerate() {
            for &number in list {
                let end = &mut ends[as_index(number)];
                numbers[as_index(*end)] = to_u32(index);
                *end += 1;
            }
        }
        Self { starts, numbers }
    }
}
