//! Box2D's shapes, manifold functions, GJK, casts and times of impact.

use super::{transform, vec2};
use crate::form::Form;
use crate::pair_workload::PosedForm;
use boxdd_sys::ffi;
use geom::{Pose, Vec2};

/// The largest number of vertices of Box2D's polygons.
pub const MAX_VERTICES: usize = ffi::B2_MAX_POLYGON_VERTICES as usize;

/// Points and normal of a contact, in A's frame.
pub type Manifold = ffi::b2LocalManifold;

/// A manifold without points.
pub const NO_MANIFOLD: Manifold = {
    let zero = ffi::b2Vec2 { x: 0.0, y: 0.0 };
    let point = ffi::b2LocalManifoldPoint { point: zero, separation: 0.0, id: 0 };
    ffi::b2LocalManifold { normal: zero, points: [point; 2], pointCount: 0 }
};

/// A Box2D polygon and its pose.
#[derive(Clone, Copy, Debug)]
pub struct PosedPolygon {
    polygon: ffi::b2Polygon,
    pose: ffi::b2Transform,
}

/// A Box2D circle and its pose.
#[derive(Clone, Copy, Debug)]
pub struct PosedCircle {
    circle: ffi::b2Circle,
    pose: ffi::b2Transform,
}

/// A Box2D capsule and its pose.
#[derive(Clone, Copy, Debug)]
pub struct PosedCapsule {
    capsule: ffi::b2Capsule,
    pose: ffi::b2Transform,
}

/// The points and radius GJK works on, and their pose.
#[derive(Clone, Copy, Debug)]
pub struct PosedProxy {
    proxy: ffi::b2ShapeProxy,
    pose: ffi::b2Transform,
}

impl PosedPolygon {
    /// A box or polygon for Box2D.
    ///
    /// # Panics
    /// For other forms, or when Box2D's hull loses a vertex: the engines would then be asked different questions.
    #[must_use]
    pub fn new(posed: &PosedForm) -> Self {
        Self { polygon: polygon(&posed.form), pose: transform(&posed.pose) }
    }
}

impl PosedCircle {
    /// A circle for Box2D.
    #[must_use]
    pub fn new(posed: &PosedForm) -> Self {
        Self { circle: circle(&posed.form), pose: transform(&posed.pose) }
    }
}

impl PosedCapsule {
    /// A capsule for Box2D.
    ///
    /// # Panics
    /// For other forms.
    #[must_use]
    pub fn new(posed: &PosedForm) -> Self {
        Self { capsule: capsule(&posed.form), pose: transform(&posed.pose) }
    }
}

impl PosedProxy {
    /// The core points and radius of a form.
    #[must_use]
    pub fn new(posed: &PosedForm) -> Self {
        let points: Vec<_> = posed.form.core().into_iter().map(vec2).collect();
        // SAFETY: `points` holds as many points as stated, at most MAX_VERTICES; they are copied.
        let proxy = unsafe { ffi::b2MakeProxy(points.as_ptr(), points.len() as i32, posed.form.radius()) };
        Self { proxy, pose: transform(&posed.pose) }
    }
}

pub(crate) fn polygon(form: &Form) -> ffi::b2Polygon {
    if let Form::Rect { half } = form {
        // SAFETY: a function of its two numbers.
        return unsafe { ffi::b2MakeBox(half.x, half.y) };
    }
    let Form::Polygon { vertices } = form else { unreachable!("a polygon is asked for") };
    let points: Vec<_> = vertices.iter().copied().map(vec2).collect();
    // SAFETY: `points` holds as many points as stated; Box2D copies them.
    let hull = unsafe { ffi::b2ComputeHull(points.as_ptr(), points.len() as i32) };
    assert_eq!(hull.count as usize, vertices.len(), "Box2D changed the polygon {vertices:?}");
    // SAFETY: the hull comes from b2ComputeHull and is not empty.
    unsafe { ffi::b2MakePolygon(&raw const hull, 0.0) }
}

pub(crate) fn circle(form: &Form) -> ffi::b2Circle {
    ffi::b2Circle { center: vec2(Vec2::ZERO), radius: form.radius() }
}

pub(crate) fn capsule(form: &Form) -> ffi::b2Capsule {
    let Form::Capsule { a, b, radius } = form else { unreachable!("a capsule is asked for") };
    ffi::b2Capsule { center1: vec2(*a), center2: vec2(*b), radius: *radius }
}

/// The points of a manifold, none to two.
#[inline]
#[must_use]
pub fn points(manifold: &Manifold) -> &[ffi::b2LocalManifoldPoint] {
    &manifold.points[..manifold.pointCount as usize]
}

/// Box2D's inline `b2InvMulTransforms`.
#[inline]
fn inv_mul(a: &ffi::b2Transform, b: &ffi::b2Transform) -> ffi::b2Transform {
    let (c, s) = (a.q.c, a.q.s);
    let (dx, dy) = (b.p.x - a.p.x, b.p.y - a.p.y);
    ffi::b2Transform {
        p: ffi::b2Vec2 { x: c * dx + s * dy, y: c * dy - s * dx },
        q: ffi::b2Rot { c: c * b.q.c + s * b.q.s, s: c * b.q.s - s * b.q.c },
    }
}

/// The contact of two polygons.
#[inline]
#[must_use]
pub fn collide_polygons(a: &PosedPolygon, b: &PosedPolygon) -> Manifold {
    // SAFETY: both pointers are to live polygons; nothing is kept.
    unsafe { ffi::b2CollidePolygons(&raw const a.polygon, &raw const b.polygon, inv_mul(&a.pose, &b.pose)) }
}

/// The contact of a polygon and a circle.
#[inline]
#[must_use]
pub fn collide_polygon_and_circle(a: &PosedPolygon, b: &PosedCircle) -> Manifold {
    // SAFETY: both pointers are to live shapes; nothing is kept.
    unsafe { ffi::b2CollidePolygonAndCircle(&raw const a.polygon, &raw const b.circle, inv_mul(&a.pose, &b.pose)) }
}

/// The contact of a polygon and a capsule.
#[inline]
#[must_use]
pub fn collide_polygon_and_capsule(a: &PosedPolygon, b: &PosedCapsule) -> Manifold {
    // SAFETY: both pointers are to live shapes; nothing is kept.
    unsafe { ffi::b2CollidePolygonAndCapsule(&raw const a.polygon, &raw const b.capsule, inv_mul(&a.pose, &b.pose)) }
}

/// The contact of two circles.
#[inline]
#[must_use]
pub fn collide_circles(a: &PosedCircle, b: &PosedCircle) -> Manifold {
    // SAFETY: both pointers are to live circles; nothing is kept.
    unsafe { ffi::b2CollideCircles(&raw const a.circle, &raw const b.circle, inv_mul(&a.pose, &b.pose)) }
}

/// The contact of two capsules.
#[inline]
#[must_use]
pub fn collide_capsules(a: &PosedCapsule, b: &PosedCapsule) -> Manifold {
    // SAFETY: both pointers are to live capsules; nothing is kept.
    unsafe { ffi::b2CollideCapsules(&raw const a.capsule, &raw const b.capsule, inv_mul(&a.pose, &b.pose)) }
}

/// A distance and the points it lies between, in A's frame.
pub type DistanceOutput = ffi::b2DistanceOutput;

/// A vector of Box2D's.
pub type Vector = ffi::b2Vec2;

/// The closest points of two shapes by GJK, radii included; in A's frame.
#[inline]
#[must_use]
pub fn closest(a: &PosedProxy, b: &PosedProxy) -> DistanceOutput {
    let input =
        ffi::b2DistanceInput { proxyA: a.proxy, proxyB: b.proxy, transform: inv_mul(&a.pose, &b.pose), useRadii: true };
    let mut cache = ffi::b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] };
    // SAFETY: input and cache live through the call; no simplexes are recorded.
    unsafe { ffi::b2ShapeDistance(&raw const input, &raw mut cache, std::ptr::null_mut(), 0) }
}

/// The distance of two shapes by GJK, radii included: zero when they overlap.
#[inline]
#[must_use]
pub fn distance(a: &PosedProxy, b: &PosedProxy) -> f32 {
    closest(a, b).distance
}

/// A cast's hit: point, normal and fraction.
pub type CastOutput = ffi::b2CastOutput;

/// Where a shape is cast from: a ray in the frame of the shape it is cast at.
#[inline]
fn local_ray(pose: &ffi::b2Transform, origin: Vector, translation: Vector) -> ffi::b2RayCastInput {
    let from = ffi::b2Vec2 { x: origin.x - pose.p.x, y: origin.y - pose.p.y };
    ffi::b2RayCastInput { origin: inv_turned(pose, from), translation: inv_turned(pose, translation), maxFraction: 1.0 }
}

#[inline]
fn inv_turned(pose: &ffi::b2Transform, v: ffi::b2Vec2) -> ffi::b2Vec2 {
    let ffi::b2Rot { c, s } = pose.q;
    ffi::b2Vec2 { x: c * v.x + s * v.y, y: c * v.y - s * v.x }
}

/// A hit turned from the shape's frame into the world.
#[inline]
fn world_output(pose: &ffi::b2Transform, mut output: CastOutput) -> CastOutput {
    let ffi::b2Rot { c, s } = pose.q;
    let turned = |v: ffi::b2Vec2| ffi::b2Vec2 { x: c * v.x - s * v.y, y: s * v.x + c * v.y };
    let point = turned(output.point);
    output.normal = turned(output.normal);
    output.point = ffi::b2Vec2 { x: point.x + pose.p.x, y: point.y + pose.p.y };
    output
}

/// Where a ray meets a polygon.
#[inline]
#[must_use]
pub fn ray_cast_polygon(shape: &PosedPolygon, origin: Vector, translation: Vector) -> CastOutput {
    let input = local_ray(&shape.pose, origin, translation);
    // SAFETY: both pointers are to live values; nothing is kept.
    world_output(&shape.pose, unsafe { ffi::b2RayCastPolygon(&raw const shape.polygon, &raw const input) })
}

/// Where a ray meets a circle.
#[inline]
#[must_use]
pub fn ray_cast_circle(shape: &PosedCircle, origin: Vector, translation: Vector) -> CastOutput {
    let input = local_ray(&shape.pose, origin, translation);
    // SAFETY: both pointers are to live values; nothing is kept.
    world_output(&shape.pose, unsafe { ffi::b2RayCastCircle(&raw const shape.circle, &raw const input) })
}

/// Where a ray meets a capsule.
#[inline]
#[must_use]
pub fn ray_cast_capsule(shape: &PosedCapsule, origin: Vector, translation: Vector) -> CastOutput {
    let input = local_ray(&shape.pose, origin, translation);
    // SAFETY: both pointers are to live values; nothing is kept.
    world_output(&shape.pose, unsafe { ffi::b2RayCastCapsule(&raw const shape.capsule, &raw const input) })
}

/// Where `a`, moved by `translation`, meets `b`; in A's frame.
#[inline]
#[must_use]
pub fn shape_cast(a: &PosedProxy, b: &PosedProxy, translation: Vector) -> CastOutput {
    let local = inv_turned(&a.pose, translation);
    let input = ffi::b2ShapeCastPairInput {
        proxyA: a.proxy,
        proxyB: b.proxy,
        transform: inv_mul(&a.pose, &b.pose),
        translationB: ffi::b2Vec2 { x: -local.x, y: -local.y },
        maxFraction: 1.0,
        canEncroach: false,
    };
    // SAFETY: the input lives through the call.
    unsafe { ffi::b2ShapeCast(&raw const input) }
}

/// The end of a search for a time of impact.
pub type Impact = ffi::b2TOIOutput;

/// The motion of a body about its origin.
pub type Sweep = ffi::b2Sweep;

/// A sweep from the pose by a translation and an angle.
#[must_use]
pub fn sweep(from: &Pose, by: Vec2, angle: f32) -> Sweep {
    let end = Pose::new(from.translation + by, from.rotation * geom::Rot::from_angle(angle));
    let (start, end) = (transform(from), transform(&end));
    Sweep { localCenter: vec2(Vec2::ZERO), c1: start.p, c2: end.p, q1: start.q, q2: end.q }
}

/// When two swept shapes first come within Box2D's slop.
#[inline]
#[must_use]
pub fn time_of_impact(a: &PosedProxy, sweep_a: &Sweep, b: &PosedProxy, sweep_b: &Sweep) -> Impact {
    let (proxy_a, proxy_b) = (a.proxy, b.proxy);
    let input =
        ffi::b2TOIInput { proxyA: proxy_a, proxyB: proxy_b, sweepA: *sweep_a, sweepB: *sweep_b, maxFraction: 1.0 };
    // SAFETY: the input lives through the call.
    unsafe { ffi::b2TimeOfImpact(&raw const input) }
}

/// The time of an impact, if there was one.
#[must_use]
pub fn impact_time(impact: &Impact) -> Option<f32> {
    let met = [ffi::b2TOIState_b2_toiStateHit, ffi::b2TOIState_b2_toiStateOverlapped].contains(&impact.state);
    met.then_some(impact.fraction)
}
