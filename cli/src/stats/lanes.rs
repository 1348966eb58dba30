//! The statistics of the 9x9 solver: for all puzzles together, since up to sixteen of them share a
//! pass.

use super::units::counted;
use crate::json::Object;
use quadrille::sudoku::simd9::BatchStats;
use std::fmt;

/// The number of lanes.
const LANES: u64 = 16;

/// The work of the 9x9 solver in a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneWork(pub(super) BatchStats);

impl LaneWork {
    /// The share of lanes in use, averaged over all passes, in thousandths; `None` without a pass.
    fn full(&self) -> Option<u128> {
        let BatchStats { passes, lane_passes, .. } = self.0;
        let all = u128::from(LANES) * u128::from(passes);
        (u128::from(lane_passes) * 1000 + all / 2).checked_div(all)
    }

    /// Writes it as a JSON object.
    pub(super) fn write(&self, out: &mut String) {
        let BatchStats { passes, lane_passes, guesses, branches, .. } = self.0;
        let mut object = Object::begin(out);
        object.plain("guesses", guesses).plain("branches", branches);
        object.plain("passes", passes).plain("lane_passes", lane_passes);
        match self.full() {
            Some(full) => object.plain("full", format_args!("{}.{:03}", full / 1000, full % 1000)),
            None => object.plain("full", "null"),
        };
        object.end();
    }
}

/// As `2 guesses, 80 passes, 82.4 % full, all problems together`.
impl fmt::Display for LaneWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BatchStats { passes, guesses, .. } = self.0;
        write!(f, "{}, {}", counted(guesses, "guess"), counted(passes, "pass"))?;
        if let Some(full) = self.full() {
            write!(f, ", {}.{} % full", full / 10, full % 10)?;
        }
        write!(f, ", all problems together")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(passes: u64, lane_passes: u64, guesses: u64) -> (String, String) {
        let mut work = BatchStats::default();
        (work.passes, work.lane_passes, work.guesses) = (passes, lane_passes, guesses);
        let mut json = String::new();
        LaneWork(work).write(&mut json);
        (LaneWork(work).to_string(), json)
    }

    #[test]
    fn lanes_are_full_if_each_of_them_has_a_state() {
        let (text, json) = formatted(3, 48, 2);
        assert_eq!(text, "2 guesses, 3 passes, 100.0 % full, all problems together");
        let rest = r#""branches":0,"passes":3,"lane_passes":48,"full":1.000}"#;
        assert_eq!(json, format!(r#"{{"guesses":2,{rest}"#));
        let (text, json) = formatted(1, 1, 1);
        assert_eq!(text, "1 guess, 1 pass, 6.3 % full, all problems together");
        assert!(json.ends_with(r#""lane_passes":1,"full":0.063}"#), "{json}");
        assert!(formatted(u64::MAX, u64::MAX, 0).1.ends_with(r#""full":0.063}"#));
    }

    #[test]
    fn lanes_without_a_pass_are_neither_full_nor_empty() {
        let (text, json) = formatted(0, 0, 0);
        assert_eq!(text, "0 guesses, 0 passes, all problems together");
        assert!(json.ends_with(r#""full":null}"#), "{json}");
    }
}
