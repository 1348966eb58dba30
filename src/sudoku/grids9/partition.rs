//! [`Thirds`]: the rows or the columns of a box as sets of values.

/// The number of first bands whose box 1 has the values 1 to 9 in order.
pub const BANDS: u64 = 2_612_736;

/// The number of relabellings, 9!.
pub const RELABELLINGS: u64 = 362_880;

/// A set of values: bit `v - 1` stands for value `v`.
pub(super) type ValueSet = u16;

/// All nine values.
const ALL: ValueSet = 0x1ff;

/// Three disjoint sets of three values, in an order.
pub(super) type Thirds = [ValueSet; 3];

/// The rows of a box that has 1 to 9 in order.
pub(super) const ROWS: Thirds = [0x007, 0x038, 0x1c0];
/// The columns of a box that has 1 to 9 in order.
pub(super) const COLUMNS: Thirds = [0x049, 0x092, 0x124];

/// The number of partitions of nine values into three sets of three, without an order.
pub(super) const PARTITIONS: usize = 280;

/// The number of [`avoiding`] partitions.
pub(super) const AVOIDING: usize = 56;

/// The number of ways in which the values of three rows can be distributed over the columns.
pub(super) const ARRANGEMENTS: usize = 216;

/// Returns whether each set of one partition shares exactly one value with each set of the other.
pub(super) fn are_orthogonal(rows: &Thirds, columns: &Thirds) -> bool {
    rows.iter().all(|row| columns.iter().all(|column| (row & column).count_ones() == 1))
}

/// The sets of the third box of a band or stack, from those of the other two.
pub(super) fn missing(first: &Thirds, second: &Thirds) -> Thirds {
    std::array::from_fn(|i| ALL & !(first[i] | second[i]))
}

/// The partition with this number, below [`AVOIDING`], of those whose sets share no value with the
/// set of `other` at the same place.
///
/// The first set takes some values of the second set of `other`, and the rest of the third one.
/// What remains of these can only go to the third and the second set, and the first set of `other`
/// fills them up.
pub(super) fn avoiding(other: &Thirds, number: usize) -> Thirds {
    let [from_first, from_second, from_third] = TAKEN[number % AVOIDING];
    let (to_second, to_third) = split(other[0], from_first);
    let (second_to_first, second_to_third) = split(other[1], from_second);
    let (third_to_first, third_to_second) = split(other[2], from_third);
    [second_to_first | third_to_first, to_second | third_to_second, to_third | second_to_third]
}

/// For each number, the values of the three sets that are taken, as masks of three bits: of the
/// first set those that go to the second one, of the others those that go to the first one. If `n`
/// are taken of the second set, `3 - n` are of the other two.
const TAKEN: [[u8; 3]; AVOIDING] = {
    let (mut taken, mut number, mut code) = ([[0; 3]; AVOIDING], 0, 0u16);
    while code < 512 {
        let masks = [
            (code & 7).to_le_bytes()[0],
            (code >> 3 & 7).to_le_bytes()[0],
            (code >> 6).to_le_bytes()[0],
        ];
        let sizes = [masks[0].count_ones(), masks[1].count_ones(), masks[2].count_ones()];
        if sizes[0] + sizes[1] == 3 && sizes[2] + sizes[1] == 3 {
            taken[number] = masks;
            number += 1;
        }
        code += 1;
    }
    taken
};

/// The values of a set whose rank among its three values is in a mask, and the others.
fn split(set: ValueSet, mask: u8) -> (ValueSet, ValueSet) {
    let taken = RANKED[usize::from(set % 512)][usize::from(mask % 8)];
    (taken, set & !taken)
}

/// For each set and each mask, the values of the set whose rank is in the mask.
static RANKED: [[ValueSet; 8]; 512] = {
    let (mut ranked, mut set) = ([[0; 8]; 512], 0);
    while set < 512 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 9 && rank < 3 {
            if set >> bit & 1 == 1 {
                let mut mask = 0;
                while mask < 8 {
                    ranked[set][mask] |= if mask >> rank & 1 == 1 { 1 << bit } else { 0 };
                    mask += 1;
                }
                rank += 1;
            }
            bit += 1;
        }
        set += 1;
    }
    ranked
};

/// The three values of a set, each as a set, in ascending order.
fn each_value(set: ValueSet) -> [ValueSet; 3] {
    let first = set & set.wrapping_neg();
    let rest = set & !first;
    let second = rest & rest.wrapping_neg();
    [first, second, rest & !second]
}

/// The orders of three things.
pub(super) const ORDERS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Arrangement `number`, below [`ARRANGEMENTS`], of rows: each puts one value in each column.
#[cfg(any(test, feature = "generate"))]
pub(super) fn arranged(rows: &Thirds, number: usize) -> Thirds {
    let mut columns = [0; 3];
    for (row, order) in rows.iter().zip([number % 6, number / 6 % 6, number / 36 % 6]) {
        add(&mut columns, each_value(*row), ORDERS[order]);
    }
    columns
}

/// The two ways to distribute the values of a row over columns such that no column has a value in
/// common with the column of another box. `None` if the whole row is in one column there: in all
/// other cases two ways remain.
fn placements(row: ValueSet, avoided: &Thirds) -> Option<[Thirds; 2]> {
    let values = each_value(row);
    let mut placements = ORDERS.iter().filter_map(|&order| {
        let mut columns = [0; 3];
        add(&mut columns, values, order);
        let is_free = (0..3).all(|column| columns[column] & avoided[column] == 0);
        is_free.then_some(columns)
    });
    Some([placements.next()?, placements.next()?])
}

fn add(columns: &mut Thirds, values: [ValueSet; 3], order: [usize; 3]) {
    for (value, column) in values.into_iter().zip(order) {
        columns[column] |= value;
    }
}

/// One of the eight ways to distribute rows over columns that avoid those of another box; `None` if
/// there are none.
pub(super) fn arranged_avoiding(rows: &Thirds, avoided: &Thirds, number: usize) -> Option<Thirds> {
    let row = |i: usize| placements(rows[i], avoided).map(|ways| ways[number >> i & 1]);
    let rows = [row(0)?, row(1)?, row(2)?];
    Some(std::array::from_fn(|column| rows[0][column] | rows[1][column] | rows[2][column]))
}
