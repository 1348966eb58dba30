//! Numbers with their units, for people.

use std::time::Duration;

/// A number with its noun: `1 pass`, `2 passes`.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    let plural = match thing {
        _ if count == 1 => "",
        thing if thing.ends_with('s') => "es",
        _ => "s",
    };
    format!("{count} {thing}{plural}")
}

/// A time for people: milliseconds, where it is less than a second.
pub(crate) fn shown(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{:.2} ms", seconds * 1e3) } else { format!("{seconds:.2} s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_their_units() {
        assert_eq!(shown(Duration::from_micros(1234)), "1.23 ms");
        assert_eq!(shown(Duration::from_millis(1234)), "1.23 s");
        assert_eq!((counted(1, "node"), counted(0, "node")), ("1 node".into(), "0 nodes".into()));
        assert_eq!((counted(1, "pass"), counted(2, "pass")), ("1 pass".into(), "2 passes".into()));
    }
}
