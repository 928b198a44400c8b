use crate::engine::{BodyKind, ColliderId, Filter, MotionLocks, World};
use sat_simd::separation;
use std::collections::{BTreeMap, BTreeSet};

/// How deep or how far apart the sides of the pairs that may have contacts are before a step, found by trying all of them.
pub struct Touching(BTreeMap<(ColliderId, ColliderId), Pair>);

/// Two colliders between which there may be a contact.
struct Pair {
    /// It has to be found if they overlap.
    counts: bool,
    /// There was a contact before.
    has_met: bool,
    /// A side was awake, so that its contact is brought up to date.
    is_awake: bool,
    /// In metres, negative when overlapping; no more than that is rounded.
    separation: f32,
    rounding: f32,
}

impl Touching {
    /// All pairs that filters, kinds and sensors let collide.
    pub fn before_step(world: &World) -> Self {
        let colliders: Vec<ColliderId> = world.colliders().collect();
        let met: BTreeSet<_> = world.contacts().map(|contact| (contact.a, contact.b)).collect();
        let pairs = colliders.iter().enumerate().flat_map(|(i, &a)| colliders[i + 1..].iter().map(move |&b| (a, b)));
        Self(
            pairs
                .filter(|&(a, b)| may_touch(world, a, b))
                .map(|(a, b)| ((a, b), Pair::new(world, a, b, met.contains(&(a, b)))))
                .collect(),
        )
    }

    /// # Panics
    /// When the step has left out a contact, whatever it remembers: of sides that overlap by more than a millimetre and what
    /// rounding may make of their places, unless a seamless one leaves that to its neighbour; or made one of sides that were
    /// apart, or do not collide.
    pub fn check(&self, world: &World) {
        let found: BTreeSet<_> = world.contacts().map(|contact| (contact.a, contact.b)).collect();
        for ((a, b), pair) in &self.0 {
            let is_found = found.contains(&(*a, *b));
            // What rests falls asleep before anybody looks at what it has run into.
            let counts = pair.counts && (pair.has_met || is_any_awake(world, *a, *b));
            // What lies within the slop of a seam belongs to it.
            let is_at_seam = || {
                pair.separation >= -world.settings().linear_slop && [a, b].iter().any(|&&side| has_seam(world, side))
            };
            let is_covered = |side, other| self.is_covered(world, side, other, &found);
            let is_covered = || is_at_seam() || is_covered(*a, *b) || is_covered(*b, *a);
            assert!(
                is_found || !counts || pair.separation >= -pair.rounding || is_covered(),
                "{a:?} and {b:?} overlap, and have no contact"
            );
        }
        let settings = world.settings();
        for (a, b) in &found {
            let pair =
                self.0.get(&(*a, *b)).unwrap_or_else(|| panic!("{a:?} and {b:?} have a contact, and do not collide"));
            let reach = settings.speculative_margin + 2.0 * settings.recycle_distance + pair.rounding;
            assert!(
                !pair.is_awake || !is_any_awake(world, *a, *b) || pair.separation <= reach,
                "{a:?} and {b:?} are {} m apart, and have a contact",
                pair.separation
            );
        }
    }

    /// Whether a seamless collider leaves another to a seamless one that it touches or overlaps, which may leave it to one of its own.
    fn is_covered(
        &self,
        world: &World,
        side: ColliderId,
        other: ColliderId,
        found: &BTreeSet<(ColliderId, ColliderId)>,
    ) -> bool {
        let is_seamless = |side: ColliderId| world.is_seamless(side) == Ok(true);
        let has_contact = |side: ColliderId| found.contains(&(side, other)) || found.contains(&(other, side));
        // What goes far in the step is elsewhere after it.
        let was_beside = |side: ColliderId| {
            let pair = self.0.get(&(side, other)).or_else(|| self.0.get(&(other, side)));
            pair.is_some_and(|pair| pair.separation <= pair.rounding)
        };
        let are_beside = |side, neighbour| gap(world, side, neighbour) <= rounding(world, side, neighbour);
        let mut rest: Vec<_> = world.colliders().filter(|&tile| tile != side && is_seamless(tile)).collect();
        rest.retain(|&tile| has_contact(tile) || was_beside(tile));
        let mut asked = Vec::from_iter(is_seamless(side).then_some(side));
        while let Some(next) = asked.pop() {
            if has_contact(next) {
                return true;
            }
            asked.extend(rest.extract_if(.., |tile| are_beside(next, *tile)));
        }
        false
    }
}

impl Pair {
    fn new(world: &World, a: ColliderId, b: ColliderId, has_met: bool) -> Self {
        let bodies = [a, b].map(|side| world.body_of(side).expect("alive"));
        // One-way platforms may let pass, and what is asleep or moved by nothing need not be looked at.
        let moves = |&body: &_| {
            world.kind(body) == Ok(BodyKind::Dynamic)
                && world.is_awake(body) == Ok(true)
                && world.locks(body) == Ok(MotionLocks::default())
        };
        let counts = [a, b].iter().all(|&side| world.one_way(side) == Ok(None)) && bodies.iter().any(moves);
        let is_awake = is_any_awake(world, a, b);
        Self { counts, has_met, is_awake, separation: gap(world, a, b), rounding: rounding(world, a, b) }
    }
}

/// Whether a collider is seamless and another such lies within the slop of it.
fn has_seam(world: &World, side: ColliderId) -> bool {
    let is_seamless = |side: ColliderId| world.is_seamless(side) == Ok(true);
    let reach = world.settings().linear_slop;
    let mut neighbours = world.colliders().filter(|&tile| tile != side && is_seamless(tile));
    is_seamless(side) && neighbours.any(|tile| gap(world, side, tile) <= reach + rounding(world, side, tile))
}

/// How far two colliders are apart, in metres.
fn gap(world: &World, a: ColliderId, b: ColliderId) -> f32 {
    let (shape, other) = (world.shape(a).expect("alive"), world.shape(b).expect("alive"));
    let [pose, its] = [a, b].map(|side| world.collider_pose(side).expect("alive"));
    separation(shape, &pose, other, &its)
}

fn is_any_awake(world: &World, a: ColliderId, b: ColliderId) -> bool {
    [a, b].iter().any(|&side| world.is_awake(world.body_of(side).expect("alive")) == Ok(true))
}

fn may_touch(world: &World, a: ColliderId, b: ColliderId) -> bool {
    let bodies = [a, b].map(|side| world.body_of(side).expect("alive"));
    bodies[0] != bodies[1]
        && world.is_ignored(bodies[0], bodies[1]) == Ok(false)
        && bodies.iter().all(|&body| world.is_enabled(body) == Ok(true))
        && bodies.iter().any(|&body| world.kind(body) == Ok(BodyKind::Dynamic))
        && [a, b].iter().all(|&side| world.is_sensor(side) == Ok(false))
        && accepts(&world.filter(a).expect("alive"), &world.filter(b).expect("alive"))
}

/// Whether two colliders' filters let them touch.
pub fn accepts(a: &Filter, b: &Filter) -> bool {
    if a.group == b.group && a.group != 0 {
        return a.group > 0;
    }
    a.category & b.mask != 0 && b.category & a.mask != 0
}

/// A millimetre, and what rounding may make of two colliders' places, in metres.
pub fn rounding(world: &World, a: ColliderId, b: ColliderId) -> f32 {
    let far = [a, b].map(|side| {
        let pose = world.collider_pose(side).expect("alive");
        let aabb = world.shape(side).expect("alive").aabb(&pose);
        let center = world.center_of_mass(world.body_of(side).expect("alive")).expect("alive");
        aabb.min.abs().max(aabb.max.abs()).max(center.abs()).max_element()
    });
    1.0e-3 + 1.0e-5 * (far[0] + far[1])
}
