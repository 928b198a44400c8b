//! Whole scenes, stepped from where they have come to after 30 steps.

use benches::step;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use scenes::Size;

fn scene_steps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step");
    group.sample_size(10);
    for named in scenes::all() {
        let scene = named.scene(Size::Full, 1);
        for build in step::builders(&scene) {
            let mut task = build(&scene);
            let engine = task.engine();
            let mut next = 0;
            let mut advance = || {
                task.step(&scene.script.actions(next, scene.bodies.len()));
                next += 1;
            };
            (0..30).for_each(|_| advance());
            group.bench_function(BenchmarkId::new(named.name, engine), |bencher| bencher.iter(&mut advance));
        }
    }
}

criterion_group!(benches, scene_steps);
criterion_main!(benches);
