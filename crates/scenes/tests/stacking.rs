//! Stacks stay where they stand.

use scenes::{Size, by_name};

/// In release the pyramid that is measured; with debug assertions on, the small one, which takes a fraction of a second.
const SIZE: Size = if cfg!(debug_assertions) { Size::Small } else { Size::Full };

#[test]
fn the_top_of_the_large_pyramid_sinks_less_than_five_centimetres_in_500_steps() {
    let data = by_name("large_pyramid").unwrap().scene(SIZE, 0);
    let top = data.bodies.len() - 1;
    let start = data.bodies[top].position;
    let mut scene = data.build().unwrap();
    for _ in 0..500 {
        scene.step().unwrap();
    }
    let end = scene.world().pose(scene.body(top).unwrap()).unwrap();
    let drift = end.translation - start;
    assert!(drift.y > -0.05 && drift.length() < 0.05, "the top moved by {drift}");
    assert!(end.rotation.angle().abs() < 0.01, "the top turned by {} rad", end.rotation.angle());
}
