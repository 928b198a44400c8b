//! Pairs of boxes: from scratch, still, a tenth moving and all moving.

use benches::box_workload::{BoxWorkload, Spread};
use benches::broad;
use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};

fn boxes(criterion: &mut Criterion) {
    for spread in [Spread::Uniform, Spread::Clustered] {
        for count in [1_000, 10_000, 100_000] {
            let name = format!("broadphase/{}_{count}", spread.name());
            let workload = BoxWorkload::new(spread, count);
            let mut group = criterion.benchmark_group(name);
            group.sample_size(10);
            for (way, mut task) in broad::tasks(count, count).into_iter().enumerate() {
                let engine = format!("{}/{way}", task.engine());
                group.bench_function(BenchmarkId::new("scratch", &engine), |bencher| {
                    bencher.iter(|| task.scratch(&workload.boxes));
                });
                for percent in [0, 10, 100] {
                    let mut moving = workload.clone();
                    task.scratch(&moving.boxes);
                    group.bench_function(BenchmarkId::new(format!("move{percent}"), &engine), |bencher| {
                        bencher.iter_batched(
                            || {
                                let movers = moving.step(percent).to_vec();
                                (moving.boxes.clone(), movers)
                            },
                            |(boxes, movers)| task.step(&boxes, &movers),
                            BatchSize::PerIteration,
                        );
                    });
                }
            }
        }
    }
}

criterion_group!(benches, boxes);
criterion_main!(benches);
