//! The table of the memo: keys, eviction, sizes.

use super::*;

fn get(table: &mut Table, key: &[u64], hash: u64) -> Option<Vec<u64>> {
    let mut value = Vec::new();
    matches!(table.get(key, hash, &mut value), Lookup::Value { .. }).then_some(value)
}

fn worth(cost: u64) -> EntryCost {
    EntryCost { size: 1.0, cost }
}

#[test]
fn keys_of_the_same_hash_are_distinguished() {
    let root = [7, 7, 7, 7];
    let mut table = Table::new(&root, 1 << 20);
    let keys: [[u64; 4]; 8] = [
        [7, 7, 7, 7],
        [0, 7, 7, 7],
        [0, 0, 7, 7],
        [0, 0, 7, 0],
        [0, 7, 0, 0],
        [0, 0, 0, 0],
        [7, 0, 0, 7],
        [1, 7, 0, 7],
    ];
    for (index, key) in keys.iter().enumerate() {
        assert_eq!(get(&mut table, key, 42), None, "{key:?}");
        table.put(key, 42, &vec![to_u64(index); index], worth(1));
    }
    for (index, key) in keys.iter().enumerate() {
        assert_eq!(get(&mut table, key, 42), Some(vec![to_u64(index); index]), "{key:?}");
    }
}

#[test]
fn expensive_entries_stay_when_the_table_is_full() {
    let mut table = Table::new(&[0; 2], 1 << 15);
    let hash = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for number in 1..100_000 {
        let cost = if number % 1000 == 0 { 1_000_000 } else { number % 7 };
        table.put(&[number, number], hash(number), &[number], worth(cost));
        assert!(8 * (table.slots.len() + table.used.load(Ordering::Relaxed)) <= 1 << 15);
    }
    let holding = table.holding();
    assert!(holding.evicted > 90_000 && holding.entries > 100, "{holding:?}");
    assert!(holding.bytes <= 1 << 15);
    let held = (1..100_000).filter(|&n| get(&mut table, &[n, n], hash(n)) == Some(vec![n]));
    assert_eq!(to_u64(held.count()), holding.entries);
    for n in (1000..100_000).step_by(1000) {
        assert_eq!(get(&mut table, &[n, n], hash(n)), Some(vec![n]));
    }
}

#[test]
fn half_is_evicted_if_all_entries_cost_the_same() {
    let mut table = Table::new(&[0], 1 << 20);
    let hash = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (1..10_000).for_each(|n| table.put(&[n], hash(n), &[n], worth(3)));
    table.sweep();
    let entries = table.holding().entries;
    assert!((4500..5500).contains(&entries), "{entries}");
}

#[test]
fn a_size_is_kept_to_a_tenth() {
    let mut table = Table::new(&[0], 1 << 15);
    table.put(&[1], 1, &[], EntryCost { size: 1e9, cost: 1 });
    let Lookup::Value { size } = table.get(&[1], 1, &mut Vec::new()) else { panic!() };
    assert!((size / 1e9 - 1.0).abs() < 0.1, "{size}");
}
