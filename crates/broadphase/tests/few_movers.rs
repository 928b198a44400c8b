//! Steps in which few of many proxies move, and nobody asks for all pairs: they are compared row by row, and no list of all is kept.

mod random;

use broadphase::{BroadPhase, Filter, Layer, Pair, Proxy, ProxyId, brute_force};
use geom::{BoundingCircle, Vec2};
use random::Random;
use std::collections::BTreeSet;

/// Enough for two threads to share those that move.
const MOVERS: usize = 700;

const STEPS: usize = 14;

fn proxy(random: &mut Random, number: usize) -> Proxy {
    let circle = BoundingCircle::new(random.vector(22.0), 0.5);
    let layer = if number.is_multiple_of(10) { Layer::Static } else { Layer::Moving };
    let filter = if number.is_multiple_of(7) { Filter::owned_by(number as u32 / 70) } else { Filter::ALL };
    Proxy { aabb: circle.aabb(), circle, layer, filter, user_data: 0 }
}

/// What began and ended in each step is the difference of what brute force finds after it and after the one before.
fn steps_are_those_of_brute_force() {
    let (mut random, mut broad_phase) = (Random::new(3), BroadPhase::new());
    let mut ids: Vec<ProxyId> =
        (0..5000).map(|number| broad_phase.insert(&proxy(&mut random, number)).expect("valid")).collect();
    let all =
        |broad_phase: &BroadPhase| BTreeSet::<Pair>::from_iter(brute_force::pairs(&brute_force::entries(broad_phase)));
    let mut before = BTreeSet::new();
    for step in 0..STEPS {
        for _ in 0..if step == 0 { 0 } else { MOVERS } {
            let id = ids[(random.next() * ids.len() as f32) as usize];
            let Proxy { mut circle, .. } = broad_phase.get(id).expect("alive");
            circle.center += random.vector(0.3) - Vec2::splat(0.15);
            broad_phase.update(id, &circle.aabb(), &circle).expect("valid");
        }
        for _ in 0..5 {
            let removed = ids.swap_remove((random.next() * ids.len() as f32) as usize);
            broad_phase.remove(removed).expect("alive");
            let number = ids.len() * step;
            ids.push(broad_phase.insert(&proxy(&mut random, number)).expect("valid"));
        }
        let changes = broad_phase.update_pairs();
        let (begun, ended) = (changes.begun.to_vec(), changes.ended.to_vec());
        let after = all(&broad_phase);
        assert!(begun.iter().eq(after.difference(&before)), "step {step} begins {}", begun.len());
        assert!(ended.iter().eq(before.difference(&after)), "step {step} ends {}", ended.len());
        before = after;
    }
    assert!(before.len() > 24 * MOVERS, "{} are few for so many movers", before.len());
    assert!(broad_phase.pairs().iter().eq(&before));
}

#[test]
fn steps_of_few_movers_are_those_of_brute_force() {
    #[cfg(not(feature = "parallel"))]
    steps_are_those_of_brute_force();
    #[cfg(feature = "parallel")]
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(steps_are_those_of_brute_force);
    }
}
