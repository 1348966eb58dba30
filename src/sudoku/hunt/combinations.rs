//! [`combinations`]: the ways to choose some of several things.

/// The number of ways to choose `k` of `n` things; `None` above the largest number.
pub(super) fn choose(n: usize, k: usize) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let ways = |ways: u64, i: usize| {
        let more = ways.checked_mul(u64::try_from(n - k + i).ok()?)?;
        Some(more / u64::try_from(i).ok()?)
    };
    (1..=k).try_fold(1, ways)
}

/// The ways to choose `k` of `n` things, in lexicographic order, from the one with this index.
pub(super) fn combinations(n: usize, k: usize, first: u64) -> impl Iterator<Item = Vec<usize>> {
    let mut next = combination(n, k, first);
    std::iter::from_fn(move || {
        let current = next.clone()?;
        next = following(&current, n);
        Some(current)
    })
}

/// The combination with an index.
fn combination(n: usize, k: usize, index: u64) -> Option<Vec<usize>> {
    if index >= choose(n, k)? {
        return None;
    }
    let (mut chosen, mut rest) = (Vec::with_capacity(k), index);
    for thing in 0..n {
        if chosen.len() == k {
            break;
        }
        // So many combinations have this thing as the next one.
        let with = choose(n - thing - 1, k - chosen.len() - 1)?;
        if rest < with {
            chosen.push(thing);
        } else {
            rest -= with;
        }
    }
    Some(chosen)
}

/// The next combination in lexicographic order.
fn following(current: &[usize], n: usize) -> Option<Vec<usize>> {
    let k = current.len();
    let moved = (0..k).rfind(|&i| current[i] < n - k + i)?;
    let moved_on = (current[moved] + 1..).take(k - moved);
    Some(current[..moved].iter().copied().chain(moved_on).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_all_in_order() {
        for (n, k, ways) in [(5, 2, 10), (4, 4, 1), (3, 0, 1), (6, 1, 6), (0, 0, 1), (7, 3, 35)] {
            assert_eq!(choose(n, k), Some(ways));
            let all: Vec<_> = combinations(n, k, 0).collect();
            assert_eq!(u64::try_from(all.len()), Ok(ways));
            assert!(all.is_sorted() && all.iter().all(|chosen| chosen.is_sorted()));
            let is_sound =
                |chosen: &Vec<usize>| chosen.len() == k && chosen.iter().all(|thing| *thing < n);
            assert!(all.iter().all(is_sound));
            for first in 0..=ways {
                let from = usize::try_from(first).unwrap();
                assert!(combinations(n, k, first).eq(all[from..].iter().cloned()));
            }
        }
        assert_eq!(
            combinations(3, usize::MAX, 0).next(),
            None,
            "there are too few for a list of that length"
        );
        assert_eq!(
            (choose(3, 4), choose(81, 40), choose(81, 17)),
            (Some(0), None, Some(128_447_994_798_305_325))
        );
    }
}
