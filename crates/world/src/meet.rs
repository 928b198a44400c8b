use crate::World;
use crate::bodies::Bodies;
use crate::bounds::Way;
use crate::contact::Contact;
use geom::{Aabb, Pose, Rot, Vec2};
use sat_simd::{Circle, Mtv, Shape, Sweep, mtv, ray_cast, shape_cast, sweep};

/// How far a body may move in a step without being looked after, in its cores: what goes into a surface by no more than
/// that is pushed out again by the solver.
pub(crate) const SAFE_WAY: f32 = 0.5;

/// How wide the disc is that stands for what already touches, in its cores: the middle stays this far from a surface.
pub(crate) const DISC_RADIUS: f32 = 0.25;

/// A body that moved or turned further than is [safe](SAFE_WAY) in this step, or that something kinematic which moved
/// further than its core may have passed by.
#[derive(Clone, Copy)]
pub(crate) struct FastBody {
    pub body: u32,
    /// Where it was before.
    pub pose: Pose,
    pub center: Vec2,
    /// How far it turned about its centre of mass, in radians; zero for what does not turn further than is safe.
    pub angle: f32,
    /// How far that moves any point of it at most, in metres.
    pub turn: f32,
    /// Which part of the step is over: so far along its own way is what it may meet.
    elapsed: f32,
    /// It goes on from where something stopped it.
    is_stopped: bool,
    /// What its boxes were stretched by before the step, if that is known and it is where it was then.
    foreseen: Option<Way>,
}

/// How far a body reaches from its centre of mass, in metres; zero where that is hardly further than its core, so that nothing
/// it turns over is deep in it on the way. Boxes up to 1.1 : 1 and circles skip nothing by turning.
pub(crate) fn swung_extent(bodies: &Bodies, row: usize) -> f32 {
    let (extent, core) = (bodies.rest[row].extent, bodies.traits[row].core);
    if extent - core > SAFE_WAY * core { extent } else { 0.0 }
}

/// What moved so far in a step that it may have skipped something.
pub(crate) struct Fast<'s> {
    pub bodies: &'s [FastBody],
    /// The kinematic ones, which nothing stops.
    pub pushers: &'s [u32],
    /// Whether any of the bodies is a bullet.
    pub any_bullet: bool,
    /// Whether any of them is pushed out of what it overlaps.
    pub any_separated: bool,
}

impl FastBody {
    /// Stands where one will be.
    pub const NOBODY: Self = Self {
        body: u32::MAX,
        pose: Pose::IDENTITY,
        center: Vec2::ZERO,
        angle: 0.0,
        turn: 0.0,
        elapsed: 0.0,
        is_stopped: false,
        foreseen: None,
    };

    /// A body that is still where it was before, and is to turn by an angle if that takes it further than is safe.
    pub fn new(body: u32, bodies: &Bodies, rotation: Rot, foreseen: Option<Way>) -> Self {
        let row = body as usize;
        let (pose, center, traits) = (bodies.poses[row], bodies.centers[row], &bodies.traits[row]);
        let extent = swung_extent(bodies, row);
        let is_safe = traits.is_separated() || rotation.sin().abs() * extent <= SAFE_WAY * traits.core;
        let angle = if is_safe { 0.0 } else { rotation.angle() };
        Self { body, pose, center, angle, turn: angle.abs() * extent, elapsed: 0.0, is_stopped: false, foreseen }
    }

    /// The same body, if it turns no further than it has been stopped.
    pub fn as_far_as(&self, bodies: &Bodies) -> Self {
        if self.angle == 0.0 {
            return *self;
        }
        let row = self.body as usize;
        let angle = self.pose.rotation.inv_mul(bodies.poses[row].rotation).angle();
        Self { angle, turn: angle.abs() * swung_extent(bodies, row), ..*self }
    }

    /// The same body further on; it turns no more.
    pub fn moved(&self, way: Vec2) -> Self {
        let pose = Pose { translation: self.pose.translation + way, ..self.pose };
        Self { pose, center: self.center + way, angle: 0.0, turn: 0.0, foreseen: None, ..*self }
    }

    /// The same body after a part of what is left of the step.
    pub fn later(&self, fraction: f32) -> Self {
        Self { elapsed: self.elapsed + (1.0 - self.elapsed) * fraction, ..*self }
    }

    /// The same body where something stops it on its way.
    pub fn stopped(&self, way: Vec2, stop: &Stop, local_center: Vec2) -> Self {
        let mut at = Self { is_stopped: true, ..self.moved(way * stop.fraction) };
        if stop.angle != 0.0 {
            let rotation = Rot::from_angle(stop.angle) * self.pose.rotation;
            at.pose = Pose::new(at.center - rotation.rotate(local_center), rotation);
        }
        at
    }

    /// If its boxes were stretched over this way but for rounding: by how much that is at most, in metres. The sum of the
    /// sub-steps is rounded, and so is the centre at either end.
    pub fn foresaw(&self, way: Vec2) -> Option<f32> {
        let (from, far) = (self.center.abs(), way.abs());
        let rounding = (from.x + from.y + far.x + far.y + self.turn) * (4.0 * f32::EPSILON);
        self.foreseen.is_some_and(|foreseen| foreseen.contains(way, self.turn - rounding)).then_some(rounding)
    }

    /// Whether neither its way nor its turn takes any point of it further than `distance`.
    pub fn moves_within(&self, way: Vec2, distance: f32) -> bool {
        let rest = distance - self.turn;
        rest >= 0.0 && way.length_squared() <= rest * rest
    }
}

/// How far along its way a body got, and what it met there.
#[derive(Clone, Copy)]
pub(crate) struct Stop {
    /// Its collider, and the one that it met.
    pub colliders: [u32; 2],
    pub fraction: f32,
    /// How far it turned until then, in radians, if that is looked after.
    pub angle: f32,
    /// Unit, from the body to the obstacle.
    pub normal: Vec2,
    /// How far the body goes after they meet: as the obstacle carries it along, and along its surface what goes on turning.
    pub carry: Vec2,
    pub rest: Rest,
}

/// What a body does in the rest of a step in which something stopped it, beside being carried along.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Rest {
    Stays,
    /// It touched it before: it turns on, and slides.
    Turns,
    /// It glances off: it slides this part of the rest of its way, and turns if it does.
    Slides(f32),
}

impl Stop {
    /// The earlier one; of two at once the first.
    pub fn or(self, other: Self) -> Self {
        if other.fraction < self.fraction { other } else { self }
    }
}

/// A contact as one of its bodies sees it.
pub(crate) struct Sides {
    /// Its collider, and the other one.
    pub mine: usize,
    pub other: usize,
    pub other_body: usize,
    /// 1 if it is A, −1 if it is B.
    pub sign: f32,
}

impl Sides {
    pub fn of(contact: &Contact, body: u32) -> Self {
        let (a, b) = (contact.a.slot(), contact.b.slot());
        if contact.body_a == body {
            Self { mine: a, other: b, other_body: contact.body_b as usize, sign: 1.0 }
        } else {
            Self { mine: b, other: a, other_body: contact.body_a as usize, sign: -1.0 }
        }
    }

    /// The slots of both colliders, its own first.
    pub fn slots(&self) -> [u32; 2] {
        [self.mine as u32, self.other as u32]
    }
}

/// How the other side of a contact sees a collider that moves, as if that side stood still.
pub(crate) struct Approach<'s> {
    pub pose: Pose,
    pub other_pose: &'s Pose,
    /// Of the collider, in the world.
    pub middle: Vec2,
    /// How far it goes.
    pub relative: Vec2,
    /// How far the other side goes meanwhile.
    pub other_way: Vec2,
}

impl World {
    /// Where the body meets the other side of a contact, unless that cannot be skipped: motion into the surface by less than
    /// [`SAFE_WAY`] is found by the next narrow phase, and stopping for it, or for what is grazed on the way, would make bodies
    /// stick to what they slide on.
    ///
    /// The other side moves as its point at the body's middle does, along the chord if it turns. Only what turns fast itself
    /// is swept with the turns of both, and only against what it does not touch yet: the solver holds it where it does.
    pub(crate) fn meet(&self, body: &FastBody, way: Vec2, contact: &Contact) -> Option<Stop> {
        if contact.passing {
            return None;
        }
        let sides = Sides::of(contact, body.body);
        let Sides { mine, other, sign, .. } = sides;
        let (colliders, traits) = (&self.colliders, &self.bodies.traits[body.body as usize]);
        let core = colliders.traits[mine].core;
        let Approach { pose, other_pose, middle, relative, other_way } = self.approach(body, way, &sides);
        // What is still apart goes in by so little then, and touches in the next step.
        if contact.manifold.is_empty() && body.moves_within(relative, traits.unswept() * core) {
            return None;
        }
        let (shape, other_shape) = (&colliders.shapes[mine], &colliders.shapes[other]);
        if contact.manifold.is_empty() && body.angle != 0.0 {
            return self.meet_turning(body, way, contact, &sides);
        }
        let circle = shape.bounding_circle();
        if passes_by(other_shape, other_pose, pose.transform_point(circle.center), circle.radius, relative) {
            return None;
        }
        // Along the normal that is known already it goes no deeper than is safe: no need to look for a time of impact.
        let points = contact.manifold.points().iter();
        let separation = points.map(|point| point.separation).reduce(f32::min);
        let known = contact.normal(colliders) * sign;
        if let Some(separation) = separation {
            let into = (relative + pose.translation - colliders.poses[mine].translation).dot(known);
            if into - separation <= SAFE_WAY * core {
                return None;
            }
        }
        let swept = sweep(shape, &pose, relative, other_shape, other_pose).expect("poses and ways are finite");
        if !swept.hit {
            return None;
        }
        if !traits.is_separated() && grazes(&swept, relative, core) {
            return None;
        }
        let slides = separation.is_some() && traits.is_separated();
        // The solver holds what touches, and may turn it about its point on the way: its translation alone would be stopped at once,
        // in each step again. What it felt is further off than it is where neighbours of a seamless side cover that, or nothing at all.
        let way_until = swept.time_of_impact.map_or(0.0, |time| time * relative.length());
        let touching = separation.or(contact.surface.is_seamless().then_some(f32::MAX));
        let is_held = touching.is_some_and(|separation| separation.min(way_until) <= self.settings.linear_slop)
            && !traits.is_separated();
        // What slides is held as a whole by what it has come to touch in this very step as well.
        let is_new = swept.intersects && !slides && traits.is_separated();
        let overlap = if is_new { mtv(shape, &pose, other_shape, other_pose) } else { None };
        let goes_through =
            |normal: Vec2| contact.manifold.is_empty() && contact.lets_pass(normal * sign, &self.bodies, colliders);
        let stop = |fraction: f32, normal: Vec2, rest: Rest| {
            let along = if rest == Rest::Stays { Vec2::ZERO } else { relative - normal * relative.dot(normal) };
            let carry = (other_way + along) * (1.0 - fraction);
            // What is held turns about that on its way.
            let angle = if is_held { body.angle * fraction } else { 0.0 };
            Some(Stop { colliders: sides.slots(), fraction, angle, normal, carry, rest })
        };
        let (fraction, normal) = if swept.intersects && slides {
            (0.0, known)
        } else if let Some(Mtv { normal, depth }) = overlap.filter(|it| it.depth < core) {
            let safe = SAFE_WAY * core - depth;
            let normal = colliders.stopping_normal([mine, other], [&pose, other_pose], normal, relative, safe)?;
            let passes = contact.lets_pass(normal * sign, &self.bodies, colliders);
            (relative.dot(normal) > safe.max(0.0) && !passes).then_some((0.0, normal))?
        } else if swept.intersects || is_held {
            let (fraction, normal) = self.meet_by_disc(DISC_RADIUS * core, middle, relative, other)?;
            if goes_through(normal) {
                return None;
            }
            if fraction * relative.dot(normal) <= self.settings.linear_slop && !traits.is_separated() {
                // What is stopped for good where it is, or but for rounding, would never come out of there, nor lie down: it turns on
                // and slides.
                return stop(fraction, normal, Rest::Turns);
            }
            (fraction, normal)
        } else {
            let (normal, time) = swept.normal.zip(swept.time_of_impact)?;
            let at = Pose { translation: pose.translation + relative * time, ..pose };
            let slop = self.settings.linear_slop;
            let normal = colliders.stopping_normal([mine, other], [&at, other_pose], normal, relative, slop)?;
            if goes_through(normal) {
                return None;
            }
            let into = relative.dot(normal);
            if into <= SAFE_WAY * core {
                let lands = into * (1.0 - time) > slop && !body.is_stopped && !traits.is_separated();
                let is_firm = !self.bodies.traits[sides.other_body].gives_way();
                return if lands && is_firm { stop(time, normal, Rest::Slides(1.0)) } else { None };
            }
            (time, normal)
        };
        stop(fraction, normal, Rest::Stays)
    }

    /// How the other side of a contact sees the collider of a body that moves by `way`.
    pub(crate) fn approach(&self, body: &FastBody, way: Vec2, sides: &Sides) -> Approach<'_> {
        let Sides { mine, other, other_body, .. } = *sides;
        let colliders = &self.colliders;
        let middle = colliders.traits[mine].middle;
        let mut pose = body.pose * colliders.local_poses[mine];
        // Collider poses are still those from before the step; the other side may have moved since.
        let other_pose = &colliders.poses[other];
        let moved = self.bodies.poses[other_body] * colliders.local_poses[other];
        let whole_way = way_there(other_pose, &moved, pose.transform_point(middle));
        // By now it has gone a part of that: as seen from there, the body comes from so far back.
        pose.translation -= whole_way * body.elapsed;
        let other_way = whole_way * (1.0 - body.elapsed);
        Approach { pose, other_pose, middle: pose.transform_point(middle), relative: way - other_way, other_way }
    }

    /// Where a collider that already touches meets the other shape with a disc around its middle. Where that touches as well
    /// it may move on, as long as its middle does not pass through the surface.
    fn meet_by_disc(&self, radius: f32, middle: Vec2, relative: Vec2, other: usize) -> Option<(f32, Vec2)> {
        let (shape, pose) = (&self.colliders.shapes[other], &self.colliders.poses[other]);
        let (disc, at) = (Circle::new(radius).expect("a width is finite"), Pose::from_translation(middle));
        let hit = shape_cast(&disc, &at, relative, shape, pose).expect("poses and ways are finite")?;
        if hit.fraction > 0.0 {
            return Some((hit.fraction, -hit.normal));
        }
        let passed = ray_cast(shape, pose, middle, relative).expect("poses and ways are finite")?;
        (passed.fraction > 0.0).then_some((0.0, -passed.normal))
    }
}

/// How far what moves from one pose to another takes along what is at `point`.
pub(crate) fn way_there(from: &Pose, to: &Pose, point: Vec2) -> Vec2 {
    let way = to.translation - from.translation;
    if to.rotation == from.rotation {
        return way;
    }
    let arm = point - from.translation;
    way + from.rotation.inv_mul(to.rotation).rotate(arm) - arm
}

/// Whether what moves by `way` leaves again on the other side of a corner, after so little of its way that the other shape stays to one
/// side of its middle: a chord of half a core is 0.97 cores from the middle of a disc of that size. What reaches further than its
/// core may pass with so much of a corner.
fn grazes(swept: &Sweep, way: Vec2, core: f32) -> bool {
    let inside = swept.leave_time.zip(swept.time_of_impact).map(|(leave, enter)| leave - enter);
    !swept.intersects && inside.is_some_and(|share| share * way.length() < SAFE_WAY * core)
}

/// Whether a disc that moves by `way` stays clear of the box around a shape in the shape's own frame: a long wall that stands
/// askew has a large box in the world, and pairs with much that is nowhere near.
fn passes_by(shape: &Shape, pose: &Pose, center: Vec2, radius: f32, way: Vec2) -> bool {
    let start = pose.inv_transform_point(center);
    let end = start + pose.rotation.inv_rotate(way);
    let radius = Vec2::splat(radius);
    !shape.aabb(&Pose::IDENTITY).overlaps(&Aabb::new(start.min(end) - radius, start.max(end) + radius))
}
