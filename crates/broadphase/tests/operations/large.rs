//! Worlds too large for random operation sequences: deep trees, both ways of updating pairs, sizes from 0.01 to 100.

use crate::ops::{Op, Run, circle_around};
use crate::random::Random;
use broadphase::{BroadPhase, Filter, IndexKind, Layer, Proxy, QueryFilter, Settings, Upkeep};
use geom::{Aabb, Vec2};

impl Random {
    /// Mostly small, seldom large: the density of sizes falls with their square.
    fn aabb(&mut self) -> Aabb {
        let clustered = self.next() < 0.5;
        let center = if clustered { self.vector(2.0) + Vec2::splat(3.0) } else { self.vector(40.0) };
        let size = 0.01 / (1e-4 + self.next());
        Aabb::from_center_half(center, Vec2::new(size, size * self.next()) * if clustered { 0.2 } else { 1.0 })
    }

    fn proxy(&mut self, user_data: u64) -> Proxy {
        let aabb = self.aabb();
        let layer = if self.next() < 0.2 { Layer::Static } else { Layer::Moving };
        let owner = (self.next() * 900.0) as u32;
        let filter = if owner < 300 { Filter::owned_by(owner) } else { Filter::ALL };
        Proxy { aabb, circle: circle_around(&aabb), filter, user_data, layer }
    }

    fn query(&mut self) -> Op {
        let layer = [None, Some(Layer::Static), Some(Layer::Moving)][(self.next() * 3.0) as usize];
        let corner = self.vector(40.0);
        let translation = self.vector(80.0) - Vec2::splat(40.0);
        let aabb = Aabb::new(corner, corner + self.vector(5.0));
        Op::Query {
            aabb,
            translation,
            k: (self.next() * 20.0) as usize,
            filter: QueryFilter { layer, ..QueryFilter::ALL },
        }
    }
}

/// `n` proxies, then steps in which this share of them moves; `n / 50` of those that do jump, and as many are replaced.
fn steps(static_index: IndexKind, moving_index: IndexKind, upkeep: Upkeep, margin: f32, n: usize, share: f32) {
    let mut random = Random::new(n as u64);
    let mut run = Run::new(Settings {
        static_index,
        moving_index,
        margin,
        static_upkeep: upkeep,
        moving_upkeep: upkeep,
        ..Settings::default()
    });
    for user_data in 0..n as u64 {
        run.insert(&random.proxy(user_data));
    }
    run.check_proxies();
    (0..20).for_each(|_| run.apply(&random.query()));
    run.apply(&Op::UpdatePairs);
    for step in 0..4 {
        for proxy in 0..n {
            if random.next() < share {
                let by = random.vector(0.1) - Vec2::splat(0.05);
                run.shift(proxy, by, step % 2 == 0);
            }
        }
        for _ in 0..n / 50 {
            let proxy = (random.next() * n as f32) as usize;
            run.teleport(proxy, &random.aabb());
            run.apply(&Op::Remove { proxy: (random.next() * n as f32) as usize });
            run.insert(&random.proxy(0));
        }
        (0..3).for_each(|_| run.apply(&random.query()));
        run.apply(&Op::UpdatePairs);
        (0..20).for_each(|_| run.apply(&random.query()));
    }
}

#[test]
fn a_large_world_answers_like_brute_force_when_all_move() {
    steps(IndexKind::Rstar, IndexKind::Wide, Upkeep::Automatic, 0.05, 1200, 1.0);
    steps(IndexKind::Wide, IndexKind::Wide, Upkeep::Automatic, 0.0, 1200, 1.0);
    steps(IndexKind::Wide, IndexKind::Wide, Upkeep::Piecewise, 0.05, 1200, 1.0);
}

#[test]
fn a_large_world_answers_like_brute_force_when_few_move() {
    steps(IndexKind::Rstar, IndexKind::Wide, Upkeep::Automatic, 0.05, 1200, 0.02);
    steps(IndexKind::Wide, IndexKind::Wide, Upkeep::Automatic, 0.0, 1200, 0.05);
    steps(IndexKind::Wide, IndexKind::Wide, Upkeep::Whole, 0.0, 1200, 0.02);
    steps(IndexKind::Rstar, IndexKind::Rstar, Upkeep::Automatic, 0.0, 800, 0.05);
}

#[test]
fn the_calls_alone_decide_not_the_index() {
    // Every index equals brute force, so two of them equal each other; this is about the bits of what is not compared
    // there: the order in which visits find things is the same every time.
    let visits = |index| {
        let mut random = Random::new(42);
        let settings = Settings { moving_index: index, ..Settings::default() };
        let mut broad_phase = BroadPhase::with_settings(settings).expect("the margin is valid");
        for user_data in 0..500 {
            broad_phase.insert(&random.proxy(user_data)).expect("valid");
        }
        broad_phase.update_pairs();
        let pairs = broad_phase.pairs().to_vec();
        let mut order = Vec::new();
        let all = Aabb::new(Vec2::splat(-1e3), Vec2::splat(1e3));
        let _ = broad_phase.visit_aabb(&all, &QueryFilter::ALL, |id| {
            order.push(id);
            std::ops::ControlFlow::Continue(())
        });
        (pairs, order)
    };
    assert_eq!(visits(IndexKind::Wide), visits(IndexKind::Wide));
    assert_eq!(visits(IndexKind::Wide).0, visits(IndexKind::Rstar).0);
}
