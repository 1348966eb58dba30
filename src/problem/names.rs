//! Names and their numbers: each name is kept once, in the order of its first appearance.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// Names numbered from 0, found again by hashing. The list and the map share the text of a name.
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

    /// The number of a name that may be new; and whether it is.
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

/// The map follows from the list.
impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Eq for Names {}

/// The beginning of a text that may be megabytes of garbage, fit for one line of an error.
pub(crate) struct Short<'a>(pub(crate) &'a str);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 60;
        let mut chars = self.0.chars();
        for c in chars.by_ref().take(SHOWN) {
            write!(f, "{}", c.escape_debug())?;
        }
        if chars.next().is_some() { f.write_str("...") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_in_the_order_of_appearance() {
        let mut names = Names::default();
        assert_eq!(names.intern("p"), (0, true));
        assert_eq!(names.intern("q"), (1, true));
        assert_eq!(names.intern("p"), (0, false));
        assert_eq!((names.find("q"), names.find("r"), names.len()), (Some(1), None, 2));
        assert_eq!(names.name(1), "q");
    }
}
