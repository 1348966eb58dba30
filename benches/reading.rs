//! Reading: exact covers in Knuth's format, Sudoku as lines.
//!
//! ```text
//! cargo bench --bench reading
//! ```

#[path = "../tests/common/files.rs"]
#[allow(dead_code, reason = "it is shared with the tests")]
mod files;

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement,
};
use quadrille::dlx;
use quadrille::sudoku::text::{self, ReadOptions, Reader};
use std::hint::black_box;
use std::time::Duration;

/// The entries of the text that is made for this.
const ENTRIES: usize = 1_000_000;
/// The lines of the text of puzzles.
const LINES: usize = 10_000;

/// A text of a million entries: five items an option, out of ten thousand items with names of some
/// length.
fn large() -> String {
    const ITEMS: usize = 10_000;
    let name = |number: usize| format!("item{:05}", number % ITEMS);
    let mut text: Vec<_> = (0..ITEMS).map(name).collect();
    text = vec![text.join(" ")];
    // Steps between the items of an option that are prime to their number, so that none is there
    // twice.
    let entry = |option: usize, step: usize| name(option * 7 + step * (option % 1000 * 2 + 1));
    text.extend(
        (0..ENTRIES / 5)
            .map(|option| (0..5).map(|step| entry(option, step)).collect::<Vec<_>>().join(" ")),
    );
    text.join("\n") + "\n"
}

/// Many lines of 81 cells.
fn lines() -> String {
    let paths = files::files(&files::folder(), ".txt");
    let puzzles: Vec<_> = paths.iter().flat_map(|path| files::puzzles(path)).collect();
    let nines = puzzles.iter().filter(|puzzle| puzzle.grid.size() == 9);
    let alphabet = text::Alphabet::of_size(9).expect("there is one");
    let lines: Vec<_> =
        nines.map(|puzzle| text::format_line(&puzzle.grid, alphabet, '.')).collect();
    let all = lines.iter().cycle().take(LINES);
    all.map(|line| line.clone() + "\n").collect()
}

/// A text takes so long to be parsed, and then has so many entries.
fn parse(
    group: &mut BenchmarkGroup<'_, measurement::WallTime>,
    name: &str,
    text: &str,
    entries: usize,
) {
    group.throughput(Throughput::Bytes(u64::try_from(text.len()).unwrap()));
    group.bench_function(name, |b| {
        b.iter(|| {
            let parsed = dlx::parse(black_box(text)).unwrap();
            assert_eq!(parsed.problem.entry_count(), entries);
            parsed
        });
    });
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reading");
    group.sample_size(10).warm_up_time(Duration::from_secs(1));
    parse(&mut group, "dlx/1000000-entries", &large(), ENTRIES);
    let pentominoes = files::text(&files::folder().join("pentominoes6x10.dlx"));
    parse(&mut group, "dlx/pentominoes6x10", &pentominoes, 2056 * 6);

    let lines = lines();
    group.throughput(Throughput::Elements(u64::try_from(LINES).unwrap()));
    group.bench_function("sudoku/10000-lines", |b| {
        b.iter(|| {
            let records = Reader::new(black_box(lines.as_bytes()), ReadOptions::new());
            assert_eq!(records.filter(Result::is_ok).count(), LINES);
        });
    });
    nines(&mut group, &lines);
    group.finish();
}

/// The two directions of the fast path by themselves.
fn nines(group: &mut BenchmarkGroup<'_, measurement::WallTime>, lines: &str) {
    group.bench_function("sudoku/10000-cells", |b| {
        b.iter(|| {
            let cells = black_box(lines.as_bytes())
                .chunks_exact(82)
                .map(|line| text::parse_cells(&line[..81]));
            let sum =
                cells.map(|cells| cells.map_or(0, |cells| usize::from(cells[40]))).sum::<usize>();
            black_box(sum)
        });
    });
    let grids: Vec<_> =
        lines.lines().filter_map(|line| text::parse_cells(line.as_bytes())).collect();
    assert_eq!(grids.len(), LINES);
    let mut out = String::with_capacity(lines.len());
    group.bench_function("sudoku/10000-push-cells", |b| {
        b.iter(|| {
            out.clear();
            for cells in black_box(&grids) {
                text::write_cells(cells, &mut out);
                out.push('\n');
            }
            assert_eq!(out.len(), lines.len());
        });
    });
}

criterion_group!(benches, reading);
criterion_main!(benches);
