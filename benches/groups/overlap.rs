//! Overlap of posed pairs: the report's workloads, one engine after the other. For ratios use the report, whose rounds
//! are interleaved.

use benches::overlap;
use benches::pair_workload::OVERLAP_SPECS;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn pairs(criterion: &mut Criterion) {
    for spec in OVERLAP_SPECS {
        let workload = spec.generate();
        let mut group = criterion.benchmark_group(format!("overlap/{}", spec.name));
        group.sample_size(20).throughput(Throughput::Elements(workload.pairs.len() as u64));
        for (way, mut task) in overlap::tasks(&workload).into_iter().enumerate() {
            task.run();
            let found = overlap::verify(&*task, &workload);
            println!("{} {}: {found}", spec.name, task.engine());
            group.bench_function(BenchmarkId::new(task.engine(), way), |bencher| bencher.iter(|| task.run()));
        }
    }
}

criterion_group!(benches, pairs);
criterion_main!(benches);
