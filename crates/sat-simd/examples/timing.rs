#![allow(missing_docs)]
use sat_simd::*;
use std::time::Instant;
fn main() {
    let poly = |n: usize| {
        Shape::from(
            Polygon::hull(
                &(0..n)
                    .map(|i| Rot::from_angle(i as f32 * std::f32::consts::TAU / n as f32).rotate(Vec2::X))
                    .collect::<Vec<_>>(),
            )
            .unwrap(),
        )
    };
    let shapes = [
        ("rect", Shape::rect(1.0, 0.7).unwrap()),
        ("circle", Shape::circle(1.0).unwrap()),
        ("capsule", Shape::capsule(Vec2::new(-0.5, 0.), Vec2::new(0.5, 0.), 0.4).unwrap()),
        ("hexagon", poly(6)),
        ("64-gon", poly(64)),
        ("1024-gon", poly(1024)),
    ];
    for (name, s) in &shapes {
        for (what, d) in [("apart", 3.0f32), ("deep", 1.0)] {
            let poses: Vec<(Pose, Pose)> = (0..64)
                .map(|i| {
                    (
                        Pose::new(Vec2::ZERO, Rot::from_angle(i as f32)),
                        Pose::new(Rot::from_angle(i as f32 * 0.7).rotate(Vec2::X) * d, Rot::from_angle(i as f32 * 1.3)),
                    )
                })
                .collect();
            let time = |f: &dyn Fn(&Pose, &Pose) -> f32| {
                let mut best = f64::MAX;
                for _ in 0..15 {
                    let t = Instant::now();
                    let mut acc = 0.0;
                    for _ in 0..4 {
                        for (a, b) in &poses {
                            acc += f(a, b);
                        }
                    }
                    std::hint::black_box(acc);
                    best = best.min(t.elapsed().as_nanos() as f64 / 256.0);
                }
                best
            };
            let r = time(&|a, b| relation(s, a, s, b) as i32 as f32);
            let m = time(&|a, b| mtv(s, a, s, b).map_or(0.0, |m| m.depth));
            let di = time(&|a, b| distance(s, a, s, b).distance);
            let sw = time(&|a, b| sweep(s, a, Vec2::new(2.0, 1.0), s, b).unwrap().time_of_impact.unwrap_or(0.0));
            println!("{name:9} {what:6} relation {r:8.0} mtv {m:8.0} distance {di:8.0} sweep {sw:8.0} ns");
        }
    }
}
