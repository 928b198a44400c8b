//! The searches of every core against scalar twins, written to be read.

use super::cores::{Core, core_core};
use super::outline::{Outline, SmallOutline};
use super::segments::SegmentCore;
use super::size::core_size;
use crate::filter::with_edges;
use crate::lanes::LANES;
use crate::{AsShape, Polygon, Shape};
use geom::{Pose, Rot, Vec2};
use proptest::prelude::*;

/// The vertices of a core and the normals of the edges that start there.
struct Twin(Vec<(Vec2, Vec2)>);

impl Twin {
    fn new(shape: &Shape) -> Self {
        with_edges(shape.as_shape(), |edges| {
            let normal =
                |i: usize| Vec2::new(edges.blocks[i / LANES].nx[i % LANES], edges.blocks[i / LANES].ny[i % LANES]);
            Self((0..edges.len).map(|i| (edges.vertex(i), normal(i))).collect())
        })
    }

    fn max_separation(&self, other: &Self, pose: &Pose) -> (f32, usize) {
        let (cos, sin, t) = (pose.rotation.cos(), pose.rotation.sin(), pose.translation);
        self.first_max(|v, n| {
            let (mx, my) = (cos * n.x + sin * n.y, cos * n.y - sin * n.x);
            let heights = other.0.iter().map(|(w, _)| mx * w.x + my * w.y);
            let least = heights.fold(f32::INFINITY, |least, height| if height < least { height } else { least });
            (n.x * (t.x - v.x) + n.y * (t.y - v.y)) + least
        })
    }

    fn nearest_edge(&self, p: Vec2) -> (f32, usize) {
        self.first_max(|v, n| n.x * (p.x - v.x) + n.y * (p.y - v.y))
    }

    fn incident_edge(&self, direction: Vec2) -> usize {
        self.first_max(|_, n| -direction.x * n.x + -direction.y * n.y).1
    }

    fn first_max(&self, value: impl Fn(Vec2, Vec2) -> f32) -> (f32, usize) {
        let values = self.0.iter().enumerate().map(|(i, (v, n))| (value(*v, *n) + 0.0, i));
        values.fold((f32::NEG_INFINITY, 0), |best, next| if next.0 > best.0 { next } else { best })
    }
}

fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![-2.0f32..2.0, (-4i8..4).prop_map(|i| f32::from(i) * 0.5)]
}

/// Often none, so that edges tie.
fn angle() -> impl Strategy<Value = f32> {
    prop_oneof![Just(0.0), coordinate()]
}

fn vector() -> impl Strategy<Value = Vec2> {
    (coordinate(), coordinate()).prop_map(|(x, y)| Vec2::new(x, y))
}

fn polygon(vertices: core::ops::Range<usize>) -> impl Strategy<Value = Shape> {
    proptest::collection::vec(vector(), vertices)
        .prop_filter_map("flat", |points| Polygon::hull(&points).ok())
        .prop_map(Shape::from)
}

fn segment() -> impl Strategy<Value = Shape> {
    (vector(), vector())
        .prop_filter("a point", |(a, b)| (*b - *a).length_squared() > 1e-6)
        .prop_filter_map("a segment", |(a, b)| Shape::segment(a, b).ok())
}

/// A shape and what to do with its core as any kind of core that holds it.
fn with_cores(shape: &Shape, ask: &mut dyn FnMut(&AnyCore)) {
    let size = core_size(shape.as_shape());
    if let Some(core) = SegmentCore::new(shape.as_shape()) {
        ask(&AnyCore::Segment(core));
    }
    with_edges(shape.as_shape(), |edges| {
        ask(&AnyCore::Many(Outline::new(&edges, size)));
        if let Some(core) = SmallOutline::new(&edges, size) {
            ask(&AnyCore::Few(core));
        }
    });
}

enum AnyCore<'a> {
    Segment(SegmentCore<'a>),
    Few(SmallOutline<'a>),
    Many(Outline<'a>),
}

/// `$core`, whatever it is, as `$name` in `$value`.
macro_rules! with_core {
    ($core:expr, $name:ident => $value:expr) => {
        match $core {
            AnyCore::Segment($name) => $value,
            AnyCore::Few($name) => $value,
            AnyCore::Many($name) => $value,
        }
    };
}

proptest! {
    #[test]
    fn wide_searches_equal_their_twins(
        a in prop_oneof![polygon(3..9), polygon(9..40), segment()],
        b in prop_oneof![polygon(3..9), polygon(9..40), segment()],
        t in vector(), angle in angle(),
    ) {
        let pose = Pose::new(t, Rot::from_angle(angle));
        let (twin_a, twin_b) = (Twin::new(&a), Twin::new(&b));
        let bits = |(value, index): (f32, usize)| (value.to_bits(), index);
        let mut pairs = 0;
        with_cores(&a, &mut |core_a| with_cores(&b, &mut |core_b| {
            pairs += 1;
            let got = with_core!(core_a, a => with_core!(core_b, b => a.max_separation::<LANES>(b, &pose)));
            assert_eq!(bits(got), bits(twin_a.max_separation(&twin_b, &pose)));
            if twin_b.0.len() <= LANES / 2 {
                const FEW: usize = LANES / 2;
                let of_few = with_core!(core_a, a => with_core!(core_b, b => a.max_separation::<FEW>(b, &pose)));
                assert_eq!(bits(of_few), bits(got));
            }
            assert_eq!(with_core!(core_a, a => a.incident_edge(t)), twin_a.incident_edge(t));
            with_core!(core_a, a => with_core!(core_b, b => {
                let facing = |normal| a.incident_edge(pose.transform_vector(normal));
                assert!((0..b.len()).all(|i| b.of_normal(i, facing) == facing(b.edge(i).edge.normal)));
            }));
            match core_a {
                AnyCore::Few(core) => assert_eq!(bits(core.nearest_edge(t)), bits(twin_a.nearest_edge(t))),
                AnyCore::Many(core) => assert_eq!(bits(core.nearest_edge(t)), bits(twin_a.nearest_edge(t))),
                AnyCore::Segment(_) => {}
            }
        }));
        prop_assert!(pairs > 0);
    }

    #[test]
    fn a_core_has_the_same_manifold_however_it_is_kept(
        a in prop_oneof![polygon(3..9), segment()], b in polygon(3..9), t in vector(), angle in angle(),
    ) {
        let pose = Pose::new(t, Rot::from_angle(angle));
        let mut manifolds = Vec::new();
        with_cores(&a, &mut |core_a| with_cores(&b, &mut |core_b| {
            manifolds.push(with_core!(core_a, a => with_core!(core_b, b => core_core(a, b, &pose, [0.0; 2], 0.5))));
        }));
        prop_assert!(manifolds.len() >= 4 && manifolds.iter().all(|manifold| *manifold == manifolds[0]), "{:?}", manifolds);
    }

    #[test]
    fn a_fan_of_normals_finds_the_lowest_vertices(a in large(), b in large(), t in vector(), angle in angle()) {
        let pose = Pose::new(t, Rot::from_angle(angle));
        let (separation, least) = with_edges(a.as_shape(), |edges_a| with_edges(b.as_shape(), |edges_b| {
            let (core_a, core_b) = (Outline::new(&edges_a, 1.0), Outline::new(&edges_b, 1.0));
            (core_a.max_separation::<LANES>(&core_b, &pose).0, Twin::new(&a).max_separation(&Twin::new(&b), &pose).0)
        }));
        // As `filter::farthest`; the largest separation is no further off than each of them.
        let error = 31.0 / 16_777_216.0 * reach(&b);
        prop_assert!(least <= separation && separation - least <= error, "{} instead of {}", separation, least);
    }
}

fn reach(shape: &Shape) -> f32 {
    with_edges(shape.as_shape(), |edges| edges.reach)
}

/// Polygons of many vertices: along a whole ellipse, along a part of it and straight back, or along a part and back by
/// three corners that turn almost all the way around.
fn large() -> impl Strategy<Value = Shape> {
    (100usize..800, 1e-2f32..1.0, 1e-2f32..1.0, 0..3).prop_filter_map("flat", |(corners, squash, arc, kind)| {
        let length = core::f32::consts::TAU * if kind == 0 { 1.0 } else { 0.25 * arc };
        let left = core::f32::consts::PI - 0.5 * length;
        let angles = (0..corners).map(|k| left + length * k as f32 / corners as f32);
        let back = [-1.5, 0.0, 1.5].into_iter().filter(|_| kind == 2);
        let points = angles.chain(back).map(|angle| Rot::from_angle(angle).rotate(Vec2::X) * Vec2::new(1.0, squash));
        Polygon::hull(&points.collect::<Vec<_>>()).ok().map(Shape::from)
    })
}
