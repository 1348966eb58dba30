//! Interned names: each name is stored once and numbered in the order of first appearance.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Names numbered from 0, with a hash map from names to numbers. Both share the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    list: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, usize>,
}

impl Names {
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn name(&self, number: usize) -> &str {
        &self.list[number]
    }

    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The number of a name, which is added if it is new; and whether it was new.
    pub(super) fn intern(&mut self, name: &str) -> (usize, bool) {
        if let Some(number) = self.find(name) {
            return (number, false);
        }
        let (number, text) = (self.list.len(), Arc::<str>::from(name));
        self.list.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        (number, true)
    }
}

/// The map is determined by the list.
impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Eq for Names {}

impl Hash for Names {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.list.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_numbered_in_the_order_of_appearance() {
        let mut names = Names::default();
        assert_eq!(names.intern("p"), (0, true));
        assert_eq!(names.intern("q"), (1, true));
        assert_eq!(names.intern("p"), (0, false));
        assert_eq!((names.find("q"), names.find("r"), names.len()), (Some(1), None, 2));
        assert_eq!(names.name(1), "q");
    }

    #[test]
    fn equal_names_have_equal_hashes() {
        let names = |text: &str| {
            let mut names = Names::default();
            for name in text.split(' ') {
                names.intern(name);
            }
            names
        };
        let mut set = HashSet::from([names("p q")]);
        assert!(!set.insert(names("p q p")));
        assert!(set.insert(names("q p")));
    }
}
