use sat_simd::mtv;
use std::collections::BTreeSet;
use world::{BodyKind, ColliderId, Filter, MotionLocks, World};

/// The pairs that overlap before a step, found by trying all of them.
pub struct Touching(Vec<(ColliderId, ColliderId)>);

impl Touching {
    /// Those that the step has to find, whatever it remembers: deeper than a millimetre and what rounding may make of their places.
    pub fn before_step(world: &World) -> Self {
        let colliders: Vec<ColliderId> = world.colliders().collect();
        let pairs = colliders.iter().enumerate().flat_map(|(i, &a)| colliders[i + 1..].iter().map(move |&b| (a, b)));
        Self(pairs.filter(|&(a, b)| may_touch(world, a, b) && overlap(world, a, b)).collect())
    }

    /// # Panics
    /// When the step has left one of them out.
    pub fn check(&self, world: &World) {
        let found: BTreeSet<_> = world.contacts().map(|contact| (contact.a, contact.b)).collect();
        for &(a, b) in &self.0 {
            assert!(found.contains(&(a.min(b), a.max(b))), "{a:?} and {b:?} overlap, and have no contact");
        }
    }
}

/// Whether a solver has to part them: one-way platforms may let pass, and what is asleep or moved by nothing need not be looked at.
fn may_touch(world: &World, a: ColliderId, b: ColliderId) -> bool {
    let bodies = [a, b].map(|side| world.body_of(side).expect("alive"));
    let is_solid = |side| world.is_sensor(side) == Ok(false) && world.one_way(side) == Ok(None);
    let moves = |body| {
        world.kind(body) == Ok(BodyKind::Dynamic)
            && world.is_awake(body) == Ok(true)
            && world.locks(body) == Ok(MotionLocks::default())
    };
    bodies[0] != bodies[1]
        && bodies.iter().all(|&body| world.is_enabled(body) == Ok(true))
        && bodies.iter().any(|&body| moves(body))
        && is_solid(a)
        && is_solid(b)
        && accepts(&world.filter(a).expect("alive"), &world.filter(b).expect("alive"))
}

fn accepts(a: &Filter, b: &Filter) -> bool {
    if a.group == b.group && a.group != 0 {
        return a.group > 0;
    }
    a.category & b.mask != 0 && b.category & a.mask != 0
}

fn overlap(world: &World, a: ColliderId, b: ColliderId) -> bool {
    let side = |side| (world.shape(side).expect("alive"), world.collider_pose(side).expect("alive"));
    let ((shape_a, pose_a), (shape_b, pose_b)) = (side(a), side(b));
    let far =
        [shape_a.aabb(&pose_a), shape_b.aabb(&pose_b)].map(|aabb| aabb.min.abs().max(aabb.max.abs()).max_element());
    let rounding = 1.0e-3 + 1.0e-5 * (far[0] + far[1]);
    mtv(shape_a, &pose_a, shape_b, &pose_b).is_some_and(|way| way.depth > rounding)
}
