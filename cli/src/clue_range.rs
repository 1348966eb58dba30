//! [`ClueRange`]: numbers of clues, as arguments give them.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Numbers of clues: `24`, `24-26`, `<=22`, `<23`, `>=30` or `>29`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClueRange {
    least: usize,
    most: Option<usize>,
}

impl ClueRange {
    /// The numbers up to one.
    pub(super) fn up_to(most: usize) -> Self {
        Self { least: 0, most: Some(most) }
    }

    /// The range in grids with so many cells.
    pub(super) fn within(self, cells: usize) -> RangeInclusive<usize> {
        self.least..=self.most.unwrap_or(cells)
    }

    pub(super) fn contains(self, clues: usize) -> bool {
        self.within(usize::MAX).contains(&clues)
    }
}

impl fmt::Display for ClueRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (0, Some(most)) => write!(f, "<={most}"),
            (least, Some(most)) => write!(f, "{least}-{most}"),
            (least, None) => write!(f, ">={least}"),
        }
    }
}

impl FromStr for ClueRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            text.parse::<usize>()
                .map_err(|_| "expected a number like 24, or 24-26, <=22, >=30".to_owned())
        };
        if let Some(most) = text.strip_prefix("<=") {
            return Ok(Self::up_to(number(most)?));
        }
        if let Some(least) = text.strip_prefix(">=") {
            return Ok(Self { least: number(least)?, most: None });
        }
        if let Some(above) = text.strip_prefix('<') {
            let most = number(above)?.checked_sub(1);
            return most.map(Self::up_to).ok_or_else(|| "no number of clues is below 0".to_owned());
        }
        if let Some(below) = text.strip_prefix('>') {
            return Ok(Self { least: number(below)?.saturating_add(1), most: None });
        }
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let (least, most) = (number(least)?, number(most)?);
        match least <= most {
            true => Ok(Self { least, most: Some(most) }),
            false => Err(format!("{least} is above {most}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let range = |text: &str| text.parse::<ClueRange>().map(|range| range.within(81));
        assert_eq!(range("24"), Ok(24..=24));
        assert_eq!(range("24-26"), Ok(24..=26));
        assert_eq!(range("<=22"), Ok(0..=22));
        assert_eq!(range(">=30"), Ok(30..=81));
        assert_eq!(range("<23"), Ok(0..=22));
        assert_eq!(range(">29"), Ok(30..=81));
        for wrong in [
            "",
            "-",
            "x",
            "24-",
            "-26",
            "26-24",
            "<0",
            "<",
            ">x",
            "1-2-3",
            "<=-1",
            "99999999999999999999",
        ] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
