//! A Box2D world built from scene data.

use super::vec2;
use crate::step::{hulls::Hulls, motion::Motion};
use boxdd_sys::ffi;
use geom::{Pose, Rot, Vec2};
use scenes::{BodyKind, SceneBody, SceneCollider, SceneLocks, SceneShape};

/// A world that is destroyed when dropped.
#[derive(Debug)]
pub struct World {
    pub(super) id: ffi::b2WorldId,
    hulls: Hulls<ffi::b2Polygon>,
}

/// A body of a [`World`].
#[derive(Clone, Copy, Debug)]
pub struct BodyId(ffi::b2BodyId);

/// How many bodies and shapes there are that stand still or may move.
fn capacity(bodies: &[SceneBody]) -> ffi::b2Capacity {
    let count = |is_static: bool| {
        let bodies = bodies.iter().filter(|body| (body.kind == BodyKind::Static) == is_static);
        let shapes: usize = bodies.clone().map(|body| body.colliders.len()).sum();
        [bodies.count(), shapes].map(|count| i32::try_from(count).expect("a scene is smaller than that"))
    };
    let ([static_bodies, static_shapes], [moving_bodies, moving_shapes]) = (count(true), count(false));
    ffi::b2Capacity {
        staticShapeCount: static_shapes,
        dynamicShapeCount: moving_shapes,
        staticBodyCount: static_bodies,
        dynamicBodyCount: moving_bodies,
        contactCount: 0,
    }
}

impl World {
    /// A world with Box2D's defaults and so many workers of its own scheduler, whose bodies may `sleep` or never do, and with room
    /// for the bodies of a scene, as Box2D's own benchmark gives it.
    #[must_use]
    pub fn new(gravity: Vec2, sleep: bool, workers: i32, bodies: &[SceneBody]) -> Self {
        super::heap::count_box2d();
        // SAFETY: no precondition.
        let mut def = unsafe { ffi::b2DefaultWorldDef() };
        def.gravity = vec2(gravity);
        def.enableSleep = sleep;
        def.workerCount = workers;
        def.capacity = capacity(bodies);
        // SAFETY: a complete definition.
        Self { id: unsafe { ffi::b2CreateWorld(&raw const def) }, hulls: Hulls::default() }
    }

    /// Looks for every manifold in every step, as Box2D did before version 3.2.
    pub fn recycle_nothing(&mut self) {
        // SAFETY: the world is live.
        unsafe { ffi::b2World_SetContactRecycleDistance(self.id, 0.0) };
    }

    /// Adds a body with its colliders, which sensors see when there are some in the scene: Box2D leaves that out by default.
    pub fn create_body(&mut self, body: &SceneBody, has_sensors: bool) -> BodyId {
        // SAFETY: no precondition.
        let mut def = unsafe { ffi::b2DefaultBodyDef() };
        def.type_ = match body.kind {
            BodyKind::Static => ffi::b2BodyType_b2_staticBody,
            BodyKind::Kinematic => ffi::b2BodyType_b2_kinematicBody,
            BodyKind::Dynamic => ffi::b2BodyType_b2_dynamicBody,
        };
        def.position = vec2(body.position);
        let rotation = Rot::from_angle(body.angle);
        def.rotation = ffi::b2Rot { c: rotation.cos(), s: rotation.sin() };
        def.linearVelocity = vec2(body.velocity);
        def.angularVelocity = body.spin;
        def.linearDamping = body.linear_damping;
        def.angularDamping = body.angular_damping;
        def.isBullet = body.is_bullet;
        let SceneLocks { x, y, rotation } = body.locks;
        def.motionLocks = ffi::b2MotionLocks { linearX: x, linearY: y, angularZ: rotation };
        def.isAwake = body.is_awake;
        // SAFETY: the world is live, the definition complete.
        let id = unsafe { ffi::b2CreateBody(self.id, &raw const def) };
        for collider in &body.colliders {
            create_shape(id, collider, has_sensors, &mut self.hulls);
        }
        BodyId(id)
    }

    /// Removes a body.
    pub fn destroy_body(&mut self, id: BodyId) {
        // SAFETY: ids come from `create_body` and callers forget them after this.
        unsafe { ffi::b2DestroyBody(id.0) };
    }

    /// Gives a kinematic body the velocity that takes it to `position` within `dt` seconds.
    pub fn aim(&mut self, id: BodyId, position: Vec2, dt: f32) {
        // SAFETY: the body is live.
        unsafe {
            let rotation = ffi::b2Body_GetRotation(id.0);
            let target = ffi::b2Transform { p: vec2(position), q: rotation };
            ffi::b2Body_SetTargetTransform(id.0, target, dt, true);
        }
    }

    /// Steps by `dt` seconds.
    pub fn step(&mut self, dt: f32, sub_steps: u32) {
        // SAFETY: the world is live.
        unsafe { ffi::b2World_Step(self.id, dt, sub_steps as i32) };
    }

    /// How many bodies that are not static are awake.
    #[must_use]
    pub fn awake_bodies(&self) -> usize {
        // SAFETY: the world is live.
        let count = unsafe { ffi::b2World_GetAwakeBodyCount(self.id) };
        count.try_into().expect("a count is not negative")
    }

    /// How a body stands and moves.
    #[must_use]
    pub fn motion(&self, id: BodyId) -> Motion {
        // SAFETY: the body is live.
        let (transform, velocity, spin) = unsafe {
            (ffi::b2Body_GetTransform(id.0), ffi::b2Body_GetLinearVelocity(id.0), ffi::b2Body_GetAngularVelocity(id.0))
        };
        let ffi::b2Transform { p, q } = transform;
        // What is not finite is told by the position.
        let rotation = Rot::new(q.c, q.s).unwrap_or_default();
        Motion { pose: Pose::new(Vec2::new(p.x, p.y), rotation), velocity: Vec2::new(velocity.x, velocity.y), spin }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: the world is live and not used again.
        unsafe { ffi::b2DestroyWorld(self.id) };
    }
}

fn create_shape(body: ffi::b2BodyId, collider: &SceneCollider, has_sensors: bool, hulls: &mut Hulls<ffi::b2Polygon>) {
    // SAFETY: no precondition.
    let mut def = unsafe { ffi::b2DefaultShapeDef() };
    def.density = collider.density;
    def.material.friction = collider.friction;
    def.material.restitution = collider.restitution;
    def.material.rollingResistance = collider.rolling_resistance;
    // Along the outline the other way round.
    def.material.tangentSpeed = -collider.surface_speed;
    def.isSensor = collider.is_sensor;
    def.enableSensorEvents = has_sensors;
    def.enableHitEvents = collider.hit_events;
    def.filter.categoryBits = collider.filter.category;
    def.filter.maskBits = collider.filter.mask;
    def.filter.groupIndex = collider.filter.group;
    let pose = Pose::new(collider.offset, Rot::from_angle(collider.angle));
    let point = |local: Vec2| vec2(pose.transform_point(local));
    // SAFETY: the body is live, the definition complete, and each shape lives through the call, which copies it.
    unsafe {
        match &collider.shape {
            SceneShape::Circle { radius } => {
                let circle = ffi::b2Circle { center: point(Vec2::ZERO), radius: *radius };
                ffi::b2CreateCircleShape(body, &raw const def, &raw const circle);
            }
            SceneShape::Capsule { a, b, radius } => {
                let capsule = ffi::b2Capsule { center1: point(*a), center2: point(*b), radius: *radius };
                ffi::b2CreateCapsuleShape(body, &raw const def, &raw const capsule);
            }
            SceneShape::Segment { a, b } => {
                let segment = ffi::b2Segment { point1: point(*a), point2: point(*b) };
                ffi::b2CreateSegmentShape(body, &raw const def, &raw const segment);
            }
            SceneShape::Box { half } => {
                let rotation = ffi::b2Rot { c: pose.rotation.cos(), s: pose.rotation.sin() };
                let polygon = ffi::b2MakeOffsetBox(half.x, half.y, vec2(pose.translation), rotation);
                ffi::b2CreatePolygonShape(body, &raw const def, &raw const polygon);
            }
            SceneShape::Polygon { vertices, radius } => {
                let polygon = hulls.of(collider, || {
                    let points: Vec<_> = vertices.iter().map(|v| point(*v)).collect();
                    let hull = ffi::b2ComputeHull(points.as_ptr(), points.len() as i32);
                    assert!(hull.count > 2, "Box2D makes no hull of {vertices:?}");
                    ffi::b2MakePolygon(&raw const hull, *radius)
                });
                ffi::b2CreatePolygonShape(body, &raw const def, &raw const polygon);
            }
        }
    }
}
