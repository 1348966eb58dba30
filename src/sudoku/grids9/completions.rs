//! Tables of partitions, by which completions of a band and a stack are counted.

use super::partition::{
    AVOIDING, PARTITIONS, Thirds, are_orthogonal, arranged_avoiding, avoiding, missing,
};

/// The number of a partition without an order, below [`PARTITIONS`].
pub(super) type PartitionId = u16;

/// The partitions that are orthogonal to a given one.
pub(super) const ORTHOGONAL: usize = 36;

/// The relations of all partitions. None depends on the order of their sets.
#[derive(Debug)]
pub(super) struct PartitionTables {
    /// All partitions: the sets of each in ascending order, and the partitions as well.
    partitions: Vec<Thirds>,
    /// The partitions that are orthogonal to each.
    orthogonal: Vec<[PartitionId; ORTHOGONAL]>,
    /// For the rows of a box, the rows of the box beside it and those of the third box.
    beside: Vec<[(PartitionId, PartitionId); AVOIDING]>,
    /// For the rows of a box and the columns of a box in the same stack: the columns of the third
    /// box of the stack, for each arrangement of the rows.
    third: Vec<Option<[PartitionId; 8]>>,
}

impl PartitionTables {
    pub(super) fn new() -> Self {
        let partitions = partitions();
        let id = |thirds: Thirds| id(&partitions, thirds);
        let orthogonal = |rows: &Thirds| {
            let mut found =
                (0..).zip(&partitions).filter(|(_, columns)| are_orthogonal(rows, columns));
            std::array::from_fn(|_| found.next().map_or(0, |(id, _)| id))
        };
        let beside = |rows: &Thirds| {
            std::array::from_fn(|number| {
                let beside = avoiding(rows, number);
                (id(beside), id(missing(rows, &beside)))
            })
        };
        let third = |rows: &Thirds, avoided: &Thirds| {
            arranged_avoiding(rows, avoided, 0)?;
            let columns = |number| arranged_avoiding(rows, avoided, number).unwrap_or(*rows);
            Some(std::array::from_fn(|number| id(missing(avoided, &columns(number)))))
        };
        let third = partitions
            .iter()
            .flat_map(|rows| partitions.iter().map(move |avoided| third(rows, avoided)));
        Self {
            orthogonal: partitions.iter().map(orthogonal).collect(),
            beside: partitions.iter().map(beside).collect(),
            third: third.collect(),
            partitions,
        }
    }

    /// The number of a partition.
    pub(super) fn id(&self, thirds: Thirds) -> PartitionId {
        id(&self.partitions, thirds)
    }

    /// The sets of a partition.
    pub(super) fn thirds(&self, id: PartitionId) -> &Thirds {
        &self.partitions[usize::from(id)]
    }

    pub(super) fn orthogonal(&self, id: PartitionId) -> &[PartitionId; ORTHOGONAL] {
        &self.orthogonal[usize::from(id)]
    }

    pub(super) fn beside(&self, id: PartitionId) -> &[(PartitionId, PartitionId); AVOIDING] {
        &self.beside[usize::from(id)]
    }

    fn third(&self, rows: PartitionId, avoided: PartitionId) -> &[PartitionId] {
        let entry = &self.third[PARTITIONS * usize::from(rows) + usize::from(avoided)];
        entry.as_ref().map_or(&[], |columns| columns)
    }
}

/// All partitions, in ascending order.
fn partitions() -> Vec<Thirds> {
    let sets = || (0u16..0x1ff).filter(|set| set.count_ones() == 3);
    let pairs = sets().flat_map(|first| sets().map(move |second| (first, second)));
    let disjoint = pairs.filter(|(first, second)| first & second == 0);
    let partitions = disjoint.map(|(first, second)| [first, second, 0x1ff & !(first | second)]);
    partitions.filter(|sets| sets.is_sorted()).collect()
}

fn id(partitions: &[Thirds], mut thirds: Thirds) -> PartitionId {
    thirds.sort_unstable();
    let found = partitions.binary_search(&thirds);
    debug_assert!(found.is_ok(), "{thirds:?} are disjoint sets of three values");
    found.ok().and_then(|id| id.try_into().ok()).unwrap_or_default()
}

/// A number for each of the [`AVOIDING`] columns of box 5 and each partition into rows of box 9.
type RowCounts = [[u16; PARTITIONS]; AVOIDING];

/// Counts completions for one band, and one box 4 after the other.
#[derive(Debug)]
pub(super) struct CompletionCounter<'t> {
    tables: &'t PartitionTables,
    /// The columns of box 2 and of box 3.
    band: [PartitionId; 2],
    /// For each choice of rows of box 5 and each partition into rows of box 9: the choices of
    /// columns of box 6 that fit. At most 8.
    fits: Box<RowCounts>,
    /// For each choice of columns of box 5 and each partition into rows of box 9: the choices of
    /// rows of box 5 and columns of box 6 that fit. At most 448.
    counts: Box<RowCounts>,
}

impl<'t> CompletionCounter<'t> {
    pub(super) fn new(tables: &'t PartitionTables, band: [PartitionId; 2]) -> Self {
        let zeros = || Box::new([[0; PARTITIONS]; AVOIDING]);
        Self { tables, band, fits: zeros(), counts: zeros() }
    }

    /// Prepares for a box 4 with these rows.
    pub(super) fn set_box_4(&mut self, rows: PartitionId) {
        let Self { tables, band, fits, counts } = self;
        let beside = tables.beside(rows);
        for (fits, (_, rows_of_box_6)) in fits.iter_mut().zip(beside) {
            fits.fill(0);
            for columns_of_box_9 in tables.third(*rows_of_box_6, band[1]) {
                for &rows_of_box_9 in tables.orthogonal(*columns_of_box_9) {
                    fits[usize::from(rows_of_box_9)] += 1;
                }
            }
        }
        for (counts, (columns_of_box_5, _)) in counts.iter_mut().zip(tables.beside(band[0])) {
            counts.fill(0);
            let orthogonal = tables.orthogonal(*columns_of_box_5);
            for (fits, (rows_of_box_5, _)) in fits.iter().zip(beside) {
                if orthogonal.contains(rows_of_box_5) {
                    counts.iter_mut().zip(fits).for_each(|(count, fits)| *count += fits);
                }
            }
        }
    }

    /// The number of completions for a box 7 with these rows.
    pub(super) fn completions(&self, rows: PartitionId) -> u32 {
        let choices = self.counts.iter().zip(self.tables.beside(self.band[0]));
        let of_columns =
            |(counts, (_, columns_of_box_8)): (&[u16; PARTITIONS], &(_, PartitionId))| {
                let rows_of_box_9 = self.tables.third(*columns_of_box_8, rows).iter();
                rows_of_box_9.map(|&rows| u32::from(counts[usize::from(rows)])).sum::<u32>()
            };
        choices.map(of_columns).sum()
    }
}
