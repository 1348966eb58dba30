//! Sizes of memory, as people write them.

/// The letters of the powers of a thousand and of 1024.
const UNITS: &str = "KMGT";

const EXPECTED: &str = "expected a number of bytes, 1 or more, such as 512M or 2GiB (K, M, G and T are powers of 1024, KB and MB of 1000)";

/// A number of bytes: `1000`, `64K`, `64KiB` (1024 bytes each), `64KB` (1000 bytes each); M, G and
/// T in the same way.
pub(super) fn parse(text: &str) -> Result<usize, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let is_empty = number.trim_start_matches('0').is_empty();
    let unit = unit_of(unit.trim_start()).filter(|_| !is_empty).ok_or(EXPECTED)?;
    let bytes = number.parse::<usize>().ok().and_then(|number| number.checked_mul(unit?));
    bytes.ok_or_else(|| "more than this computer can address: expected fewer bytes".to_owned())
}

/// How many bytes a unit has: `None` if there is no such unit, and nothing in it if they can't be
/// addressed.
fn unit_of(unit: &str) -> Option<Option<usize>> {
    let unit = unit.to_ascii_uppercase();
    let mut letters = unit.chars();
    let first = letters.next();
    if matches!((first, letters.as_str()), (None, _) | (Some('B'), "")) {
        return Some(Some(1));
    }
    let base = match letters.as_str() {
        "" | "IB" => 1024usize,
        "B" => 1000,
        _ => return None,
    };
    let power = UNITS.find(first?)? + 1;
    Some(u32::try_from(power).ok().and_then(|power| base.checked_pow(power)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_they_are_written() {
        let table = [
            ("1", 1),
            ("4096", 4096),
            ("10B", 10),
            ("3K", 3072),
            ("3k", 3072),
            ("3KiB", 3072),
            ("3 KiB", 3072),
            ("3KB", 3000),
            ("2M", 2 << 20),
            ("2mb", 2_000_000),
            ("1G", 1 << 30),
            ("007M", 7 << 20),
        ];
        for (text, bytes) in table {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in
            ["", "0", "00K", "-1", "1.5G", "G", "1X", "1Kx", "1KiBB", "x", "1e9", "1 2", "1é"]
        {
            assert_eq!(parse(text), Err(EXPECTED.to_owned()), "{text}");
        }
        for text in ["99999999999999999999", "99999999999T"] {
            assert!(parse(text).unwrap_err().starts_with("more than this computer"), "{text}");
        }
    }
}
