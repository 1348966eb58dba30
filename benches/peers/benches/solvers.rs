//! The same instances and the same solvers by criterion, which measures wall time: the small
//! instances only, a group for each.
//!
//! ```text
//! cargo bench --manifest-path benches/peers/Cargo.toml -- queens10
//! ```

use criterion::{Criterion, criterion_group, criterion_main};
use peers::instances::built_in;
use peers::peers::{all, prepare};
use std::hint::black_box;
use std::time::Duration;

/// All of them together take a few minutes.
const SMALL: [&str; 8] = [
    "queens8",
    "queens10",
    "langford7",
    "langford8",
    "colours",
    "multiplicities",
    "lab-items",
    "lab-lines",
];

fn solvers(criterion: &mut Criterion) {
    let mut instances = built_in();
    instances.retain(|instance| SMALL.contains(&instance.name.as_str()));
    assert_eq!(instances.len(), SMALL.len());
    for instance in &instances {
        let mut group = criterion.benchmark_group(&instance.name);
        group.sample_size(20).warm_up_time(Duration::from_millis(500));
        group.measurement_time(Duration::from_secs(2));
        for solver in all() {
            let Some(count) = prepare(solver.as_ref(), &instance.task) else { continue };
            let known = instance.known.as_ref().expect("each of these has a known answer");
            group.bench_function(solver.name(), |b| {
                b.iter(|| assert_eq!(black_box(&count)(), *known));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, solvers);
criterion_main!(benches);
