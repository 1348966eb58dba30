//! [`to_arrow`]: a column of answers as Arrow data.

use super::values::{CellSet, Column, VERDICTS, Values, candidate_symbols};
use arrow_array::builder::{LargeListBuilder, LargeStringBuilder, UInt32Builder};
use arrow_array::{
    Array, ArrayRef, FixedSizeListArray, Float64Array, LargeListArray, LargeStringArray,
    UInt8Array, UInt64Array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field};
use std::sync::Arc;

/// A column as an Arrow array.
pub(super) fn to_arrow(values: &Values) -> ArrayRef {
    let is_valid = &values.is_valid;
    let nulls = is_valid.contains(&false).then(|| NullBuffer::from(is_valid.clone()));
    match &values.column {
        Column::Texts { text, ends } => {
            let offsets = std::iter::once(0).chain(ends.iter().copied()).collect::<Vec<_>>();
            let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
            let text = Buffer::from_slice_ref(text.as_bytes());
            Arc::new(LargeStringArray::new(offsets, text, nulls))
        }
        Column::Cells { cells, width } => Arc::new(grids_of(cells.clone(), *width, nulls)),
        Column::Verdicts(codes) => {
            let verdict = |code: &u8| VERDICTS[usize::from(*code)];
            let rows = codes.iter().zip(is_valid);
            let texts = rows.map(|(code, is_valid)| is_valid.then(|| verdict(code)));
            Arc::new(texts.collect::<LargeStringArray>())
        }
        Column::Counts(counts) => {
            Arc::new(UInt64Array::new(ScalarBuffer::from(counts.clone()), nulls))
        }
        Column::Reals(reals) => {
            Arc::new(Float64Array::new(ScalarBuffer::from(reals.clone()), nulls))
        }
        Column::CellSets(sets) => Arc::new(cell_sets(sets, |row| is_valid[row])),
        Column::CellSetLists(lists) => {
            let sets: Vec<_> = lists.iter().flatten().cloned().collect();
            list_of(cell_sets(&sets, |_| true), lists, nulls)
        }
        Column::TextLists(lists) => {
            let texts: LargeStringArray = lists.iter().flatten().map(Some).collect();
            list_of(texts, lists, nulls)
        }
        Column::GridLists { grids, width } => {
            let cells = grids.iter().flatten().flatten().copied().collect();
            list_of(grids_of(cells, *width, None), grids, nulls)
        }
        Column::Masks { masks, ends, alphabets } => {
            let (mut lists, mut start) = (LargeListBuilder::new(LargeStringBuilder::new()), 0);
            for ((&end, alphabet), &is_valid) in ends.iter().zip(alphabets).zip(is_valid) {
                for &mask in &masks[start..end] {
                    lists.values().append_value(candidate_symbols(mask, *alphabet));
                }
                lists.append(is_valid);
                start = end;
            }
            Arc::new(lists.finish())
        }
    }
}

/// Grids with so many cells.
fn grids_of(cells: Vec<u8>, width: usize, nulls: Option<NullBuffer>) -> FixedSizeListArray {
    let field = Arc::new(Field::new("item", DataType::UInt8, true));
    let width = i32::try_from(width).unwrap_or(i32::MAX);
    FixedSizeListArray::new(field, width, Arc::new(UInt8Array::from(cells)), nulls)
}

/// Lists of cells.
fn cell_sets(sets: &[CellSet], is_valid: impl Fn(usize) -> bool) -> LargeListArray {
    let mut lists = LargeListBuilder::new(UInt32Builder::new());
    for (row, set) in sets.iter().enumerate() {
        let cells = set.iter().map(|&cell| u32::try_from(cell).unwrap_or(u32::MAX));
        cells.for_each(|cell| lists.values().append_value(cell));
        lists.append(is_valid(row));
    }
    lists.finish()
}

/// Lists of values, as long as these ones.
fn list_of<T>(
    values: impl Array + 'static,
    lists: &[Vec<T>],
    nulls: Option<NullBuffer>,
) -> ArrayRef {
    let field = Arc::new(Field::new("item", values.data_type().clone(), true));
    let offsets = OffsetBuffer::from_lengths(lists.iter().map(Vec::len));
    Arc::new(LargeListArray::new(field, offsets, Arc::new(values), nulls))
}
