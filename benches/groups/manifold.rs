//! Fresh manifolds of posed pairs: the report's workloads, one engine after the other.

use benches::manifold;
use benches::pair_workload::MANIFOLD_SPECS;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn pairs(criterion: &mut Criterion) {
    for spec in MANIFOLD_SPECS {
        let workload = spec.generate();
        let mut group = criterion.benchmark_group(format!("manifold/{}", spec.name));
        group.sample_size(20).throughput(Throughput::Elements(workload.pairs.len() as u64));
        for (way, mut task) in manifold::tasks(&workload).into_iter().enumerate() {
            task.run();
            println!("{} {}: {} wrong", spec.name, task.engine(), manifold::mismatches(&*task, &workload));
            group.bench_function(BenchmarkId::new(task.engine(), way), |bencher| bencher.iter(|| task.run()));
        }
    }
}

criterion_group!(benches, pairs);
criterion_main!(benches);
