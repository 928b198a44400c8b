//! Who asks a world what is where changes nothing but how fast it answers.

use geom::Vec2;
use scenes::{Size, all};
use world::QueryFilter;

/// Chooses the rain's sizes and angles.
const SEED: u64 = 1;

const STEPS: usize = 120;

#[test]
fn scenes_that_are_asked_after_each_step_go_on_as_others_do() {
    for named in all() {
        let scene = named.scene(Size::Small, SEED);
        let (mut quiet, mut asked) = (scene.build().unwrap(), scene.build().unwrap());
        for step in 0..STEPS {
            let _ = asked.world().ray_cast_any(Vec2::ZERO, Vec2::ONE, &QueryFilter::ALL).unwrap();
            quiet.step().unwrap();
            asked.step().unwrap();
            let hashes = [quiet.world().state_hash(), asked.world().state_hash()];
            assert_eq!(hashes[0], hashes[1], "{} after step {step}", named.name);
        }
    }
}
