//! rapier2d with its defaults, which are Box2D's: contact recycling and four solver iterations. Bodies sleep where the
//! scene says so, friction and restitution mix as Box2D mixes them. It has no events for hard hits, so none are asked for, and no rolling
//! resistance: its balls roll on.

use super::{Motion, StepTask, hulls::Hulls};
use crate::overlap::parry::vector;
use geom::{Pose, Rot, Vec2};
use rapier2d::prelude::*;
use scenes::{Action, BodyKind, Scene, SceneBody, SceneCollider, SceneLocks, SceneShape, Script};

/// A rapier world; slots are those of the scene.
pub struct Rapier {
    world: PhysicsWorld,
    bodies: Vec<Option<RigidBodyHandle>>,
    hulls: Hulls<SharedShape>,
    sleep: bool,
}

impl Rapier {
    /// `scene` in rapier.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let mut world = PhysicsWorld { gravity: vector(scene.gravity), ..PhysicsWorld::default() };
        world.integration_parameters.num_solver_iterations = scene.sub_steps as usize;
        world.integration_parameters.contact_recycling = scene.recycle;
        // A body that is told its positions is another kind of body here than one that is told its velocity.
        let aimed = if let Script::Swing { body, .. } = &scene.script { Some(*body) } else { None };
        let (mut bodies, mut hulls) = (Vec::new(), Hulls::default());
        for (slot, body) in scene.bodies.iter().enumerate() {
            bodies.push(Some(create_body(&mut world, body, aimed == Some(slot), scene.sleep, &mut hulls)));
        }
        Self { world, bodies, hulls, sleep: scene.sleep }
    }
}

impl StepTask for Rapier {
    fn engine(&self) -> &'static str {
        "rapier2d"
    }

    fn step_by(&mut self, actions: &[Action], dt: f32) {
        let Self { world, bodies, hulls, sleep } = self;
        for action in actions {
            match action {
                Action::Target { body, position } => {
                    let handle = bodies[*body].expect("a body that is aimed lives");
                    world.bodies[handle].set_next_kinematic_translation(vector(*position));
                }
                Action::Destroy { body } => {
                    if let Some(handle) = bodies[*body].take() {
                        world.remove_body(handle);
                    }
                }
                Action::Spawn { body, def } => {
                    let needed = bodies.len().max(*body + 1);
                    bodies.resize(needed, None);
                    bodies[*body] = Some(create_body(world, def, false, *sleep, hulls));
                }
                Action::Walk { .. } => unreachable!("scenes that walk are not given to the peers"),
            }
        }
        world.integration_parameters.dt = dt;
        world.step();
    }

    fn awake_bodies(&self) -> usize {
        self.world.bodies.iter().filter(|(_, body)| !body.is_fixed() && !body.is_sleeping()).count()
    }

    fn motions(&self) -> Vec<Option<Motion>> {
        let motion = |handle: RigidBodyHandle| {
            let body = &self.world.bodies[handle];
            let (at, turn, velocity) = (body.translation(), body.rotation(), body.linvel());
            // What is not finite is told by the position.
            let rotation = Rot::new(turn.cos(), turn.sin()).unwrap_or_default();
            Motion {
                pose: Pose::new(Vec2::new(at.x, at.y), rotation),
                velocity: Vec2::new(velocity.x, velocity.y),
                spin: body.angvel(),
            }
        };
        self.bodies.iter().map(|handle| handle.map(motion)).collect()
    }
}

fn create_body(
    world: &mut PhysicsWorld,
    body: &SceneBody,
    aimed: bool,
    sleep: bool,
    hulls: &mut Hulls<SharedShape>,
) -> RigidBodyHandle {
    let builder = match (body.kind, aimed) {
        (BodyKind::Static, _) => RigidBodyBuilder::fixed(),
        (BodyKind::Kinematic, false) => RigidBodyBuilder::kinematic_velocity_based(),
        (BodyKind::Kinematic, true) => RigidBodyBuilder::kinematic_position_based(),
        (BodyKind::Dynamic, _) => RigidBodyBuilder::dynamic(),
    };
    let rotation = Rot::from_angle(body.angle);
    let builder = builder
        .translation(vector(body.position))
        .rotation(rotation.angle())
        .linvel(vector(body.velocity))
        .angvel(body.spin)
        .linear_damping(body.linear_damping)
        .angular_damping(body.angular_damping)
        .ccd_enabled(body.is_bullet)
        .locked_axes(locked_axes(body.locks))
        .can_sleep(sleep)
        .sleeping(sleep && !body.is_awake);
    let handle = world.insert_body(builder);
    for collider in &body.colliders {
        world.insert_collider(create_collider(collider, hulls), Some(handle));
    }
    handle
}

fn locked_axes(locks: SceneLocks) -> LockedAxes {
    let mut axes = LockedAxes::empty();
    axes.set(LockedAxes::TRANSLATION_LOCKED_X, locks.x);
    axes.set(LockedAxes::TRANSLATION_LOCKED_Y, locks.y);
    axes.set(LockedAxes::ROTATION_LOCKED, locks.rotation);
    axes
}

fn create_collider(collider: &SceneCollider, hulls: &mut Hulls<SharedShape>) -> ColliderBuilder {
    let builder = match &collider.shape {
        SceneShape::Circle { radius } => ColliderBuilder::ball(*radius),
        SceneShape::Capsule { a, b, radius } => {
            ColliderBuilder::capsule_from_endpoints(vector(*a), vector(*b), *radius)
        }
        SceneShape::Segment { a, b } => ColliderBuilder::segment(vector(*a), vector(*b)),
        SceneShape::Box { half } => ColliderBuilder::cuboid(half.x, half.y),
        SceneShape::Polygon { vertices, radius } => {
            let hull = || {
                let points: Vec<_> = vertices.iter().copied().map(vector).collect();
                let hull = if *radius > 0.0 {
                    SharedShape::round_convex_hull(&points, *radius)
                } else {
                    SharedShape::convex_hull(&points)
                };
                hull.expect("scenes hold valid polygons")
            };
            ColliderBuilder::new(hulls.of(collider, hull))
        }
    };
    // Two groups are told apart by category and mask; the scenes use the lowest 32 bits at most.
    let category = Group::from_bits_truncate(collider.filter.category as u32);
    let mask = Group::from_bits_truncate(collider.filter.mask as u32);
    builder
        .translation(vector(collider.offset))
        .rotation(collider.angle)
        .density(collider.density)
        .friction(collider.friction)
        .friction_combine_rule(CoefficientCombineRule::GeometricMean)
        .restitution(collider.restitution)
        .sensor(collider.is_sensor)
        .restitution_combine_rule(CoefficientCombineRule::Max)
        .collision_groups(InteractionGroups::new(category, mask, InteractionTestMode::And))
}
