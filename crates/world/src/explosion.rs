use crate::bodies::Velocity;
use crate::error::{MAX_COORDINATE, check, check_amount, check_vector};
use crate::queries::with_rounding;
use crate::{BodyKind, Call, Filter, NearHit, QueryFilter, World, WorldError};
use broadphase::Layer;
use geom::{Aabb, Pose, Rot, Vec2};
use std::ops::ControlFlow;

/// A blast that pushes away what is near: see [`World::explode`]. `..Explosion::default()` fills in the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Explosion {
    /// Where it is, in metres.
    pub center: Vec2,
    /// How far it has its full strength, in metres; 0 by default.
    pub radius: f32,
    /// How much farther its strength takes to fall to nothing, in metres, by as much for each; 0 by default.
    pub falloff: f32,
    /// The impulse on each metre that a collider is wide as seen from the centre, in kg·m/s for a metre; below zero it pulls.
    /// 0 by default.
    pub impulse_per_length: f32,
    /// Which colliders feel it: those that one with this filter may touch; by default [`Filter::ALL`], which is of category 1.
    pub filter: Filter,
}

impl Default for Explosion {
    fn default() -> Self {
        Self { center: Vec2::ZERO, radius: 0.0, falloff: 0.0, impulse_per_length: 0.0, filter: Filter::ALL }
    }
}

impl Explosion {
    fn check(&self) -> Result<(), WorldError> {
        check_vector("centre of the explosion", self.center)?;
        check_amount("radius of the explosion", self.radius, MAX_COORDINATE)?;
        check_amount("falloff of the explosion", self.falloff, MAX_COORDINATE)?;
        check("impulse per length", self.impulse_per_length, "finite", f32::is_finite)
    }

    /// Its strength at a distance within reach, as a share of the full one.
    fn strength_at(&self, distance: f32) -> f32 {
        if distance <= self.radius {
            1.0
        } else {
            ((self.radius + self.falloff - distance) / self.falloff).clamp(0.0, 1.0)
        }
    }
}

/// Explosions.
impl World {
    /// Pushes dynamic bodies away from a point, and wakes those that it makes any faster: each collider within reach, but for sensors, gets an impulse at
    /// its point nearest to the centre, away from there. Inside of a collider it pushes that off the shortest way. What is wide is pushed
    /// more, and nothing is in the way of a blast: who wants cover casts rays and [kicks](World::apply_impulse_at) what they meet.
    ///
    /// After `b2World_Explode` of Box2D v3. O(log n + vertices) for each collider that is met, and a look at each that
    /// [`refresh`](World::refresh) would take in; allocates a list of them.
    ///
    /// ```
    /// use world::{BodyDef, ColliderDef, Explosion, Settings, Shape, Vec2, World};
    ///
    /// let mut world = World::new(Settings::default())?;
    /// let barrel = world.create_body(&BodyDef::dynamic(Vec2::new(3.0, 0.0)))?;
    /// world.create_collider(barrel, &ColliderDef::new(Shape::rect(0.5, 0.5)?))?;
    /// // Its side, one metre wide, is 2.5 metres off: where half of the strength is left.
    /// world.explode(&Explosion { radius: 2.0, falloff: 1.0, impulse_per_length: 10.0, ..Explosion::default() })?;
    /// assert_eq!(world.linear_velocity(barrel)?, Vec2::new(5.0, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] when a number is not finite, the centre out of range, the radius or the falloff negative or above
    /// 10⁷ metres, or when the velocity of a body would be out of range: nothing is pushed then.
    pub fn explode(&mut self, explosion: &Explosion) -> Result<(), WorldError> {
        explosion.check()?;
        let hits = self.blasted(explosion)?;
        let mut kicked: Vec<(usize, Velocity)> = Vec::new();
        for &(row, ref hit) in &hits {
            let before = match kicked.last() {
                Some(&(last, velocity)) if last == row => velocity,
                _ => self.bodies.velocities[row],
            };
            let impulse = self.blast(explosion, hit);
            let arm = hit.point - self.bodies.centers[row];
            let after = self.kicked(row, before, impulse, arm.perp_dot(impulse))?;
            match kicked.last_mut() {
                Some((last, velocity)) if *last == row => *velocity = after,
                _ => kicked.push((row, after)),
            }
        }
        self.recorder.note(|| Call::Explode { explosion: Box::new(*explosion) });
        for (row, velocity) in kicked {
            self.set_velocity(row, velocity);
        }
        Ok(())
    }

    /// The colliders within reach, body by body, each with the row of its body.
    fn blasted(&self, explosion: &Explosion) -> Result<Vec<(usize, NearHit)>, WorldError> {
        let Explosion { center, radius, falloff, filter, .. } = *explosion;
        let (reach, mut hits) = (radius + falloff, Vec::new());
        let moving = QueryFilter { layer: Some(Layer::Moving), ..filter.query() };
        let visitor = |proxy| {
            if let Some(slot) = self.seen_slot(proxy, &moving) {
                let row = self.colliders.bodies[slot] as usize;
                let hit = self.nearest_of(slot, center);
                if hit.distance <= reach && self.bodies.traits[row].kind == BodyKind::Dynamic {
                    hits.push((row, hit));
                }
            }
            ControlFlow::Continue(())
        };
        let around = with_rounding(&Aabb::from_center_half(center, Vec2::splat(reach)));
        let seen = self.proxies_seen_by(&moving)?;
        // Replayed calls ask again, and recorded queries do not: nobody is to refresh trees for this.
        let _ = self.broad_phase.visit_aabb(&around, &seen, visitor).expect("the box is finite");
        hits.sort_unstable_by_key(|&(row, hit)| (row, hit.collider));
        Ok(hits)
    }

    /// The impulse on a collider that is met, in the world.
    fn blast(&self, explosion: &Explosion, hit: &NearHit) -> Vec2 {
        let slot = hit.collider.slot();
        let across = hit.normal.perp();
        // Along the x axis of a frame in which it lies there.
        let turned = Rot::normalized(across.x, -across.y) * self.colliders.poses[slot].rotation;
        let aabb = self.colliders.shapes[slot].aabb(&Pose::new(Vec2::ZERO, turned));
        let strength = explosion.impulse_per_length * explosion.strength_at(hit.distance);
        -hit.normal * ((aabb.max.x - aabb.min.x) * strength)
    }
}
