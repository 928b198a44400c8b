//! A pair taken apart: every axis that is tested, with both shadows on it, for people, viewers and drawings.

mod axes;
mod canvas;
mod colors;
mod figure;
mod layout;
mod svg;
mod text;

use crate::manifold::{FEATURE_TOLERANCE, core_size};
use crate::precise::{Difference, to_f32, turn, widen};
use crate::{AsShape, Distance, Mtv, QueryError, Relation, ShapeRef, distance, manifold, mtv, relation};
use alloc::vec::Vec;
use geom::{Pose, Vec2};
use glam::DVec2;

/// How [`explain`] arrives at its verdict: every axis with both shadows, and what follows from them.
///
/// `Display` prints it as a table, [`Explanation::svg`] draws it, and the feature `serde` makes it serialisable. World
/// coordinates are `f64`, so that shapes far from the origin can still be told apart.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explanation {
    /// The first shape in the world.
    pub a: Outline,
    /// The second shape in the world.
    pub b: Outline,
    /// The exact verdict.
    pub relation: Relation,
    /// The axes in the order they are tested: A's edges, B's edges, nearest vertices; at least one.
    pub axes: Vec<Axis>,
    /// The axis at which a boolean test may stop: the first with a gap, when the shapes are apart.
    pub first_separating: Option<usize>,
    /// The axis with the widest gap or, when there is none, with the smallest overlap.
    pub winner: usize,
    /// The shortest way out, when the shapes overlap.
    pub mtv: Option<Mtv>,
    /// The gap, when they are apart.
    pub distance: Distance,
    /// The closest points of A and B, or the deepest ones, as in [`Distance`] but not rounded to `f32`.
    pub points: [[f64; 2]; 2],
    /// The contact points of [`manifold`](crate::manifold()) with margin zero, up to two; none when they are apart. Of shapes that are
    /// not, but that it takes to be apart by its tolerance or rounding, those with a margin that covers both.
    pub contacts: Vec<[f64; 2]>,
}

/// A posed shape: the vertices of its core in the world and the radius around them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Outline {
    /// What the shape is called: `"circle"`, `"capsule"`, `"segment"`, `"box"`, `"polygon"` or `"rounded polygon"`.
    pub kind: &'static str,
    /// The vertices of the core, counter-clockwise: one for a circle, two for a segment or capsule.
    pub vertices: Vec<[f64; 2]>,
    /// How far the shape reaches around its core, in metres.
    pub radius: f64,
}

/// One axis and what both shapes look like along it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Axis {
    /// Where the axis comes from.
    pub source: AxisSource,
    /// Its unit direction, from A to B: the way they part most easily along this axis.
    pub normal: Vec2,
    /// The shadow of A: its dot products with the normal, in world coordinates.
    pub a: Interval,
    /// The shadow of B.
    pub b: Interval,
    /// The gap between the shadows in metres; negative when they overlap. Right to the last places of an `f32` even
    /// where the ends of the shadows are large numbers.
    pub gap: f64,
}

/// Where an axis comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum AxisSource {
    /// The normal of an edge of A, counted by the vertex it starts from, and of the edge parallel to it if there is one.
    EdgeOfA {
        /// The edge.
        edge: usize,
        /// The edge on the other side that has the same axis.
        opposite: Option<usize>,
    },
    /// The normal of an edge of B.
    EdgeOfB {
        /// The edge.
        edge: usize,
        /// The edge on the other side that has the same axis.
        opposite: Option<usize>,
    },
    /// The line through the two vertices that are nearest to each other; for a circle, its centre.
    Vertices {
        /// The vertex of A.
        a: usize,
        /// The vertex of B.
        b: usize,
    },
}

/// A shadow: the range of dot products with an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Interval {
    /// Its lower end.
    pub min: f64,
    /// Its upper end.
    pub max: f64,
}

impl Axis {
    /// Whether the shadows leave a gap.
    #[must_use]
    pub fn separates(&self) -> bool {
        self.gap > 0.0
    }
}

/// Everything the separating axis theorem says about two posed shapes.
///
/// The axes are those that suffice: the edge normals of both cores (parallel edges of one shape share an axis, so two
/// boxes have four), and, when a shape is curved or neither has area, the line through the nearest pair of vertices.
/// For a circle and a polygon of N edges, none of them parallel, that makes N + 1. No early exit: all of them are reported. Of two sharp polygons,
/// or a sharp polygon and a segment, apart corner to corner the distance exceeds the gap on every axis.
///
/// O((n + m)²) for n and m vertices, and allocates: meant for looking at pairs, not for simulating them.
///
/// # Errors
/// [`QueryError::NotFinite`] when a pose is NaN or infinite.
///
/// ```
/// use sat_simd::{Pose, Relation, Shape, Vec2, explain};
///
/// let (tile, ball) = (Shape::rect(2.0, 1.5).unwrap(), Shape::circle(1.0).unwrap());
/// let explanation = explain(&tile, &Pose::IDENTITY, &ball, &Pose::from_translation(Vec2::new(2.75, 0.0))).unwrap();
/// assert_eq!(explanation.relation, Relation::Overlapping);
/// assert_eq!(explanation.axes.len(), 3);
/// assert_eq!(explanation.axes[explanation.winner].gap, -0.25);
/// println!("{explanation}");
/// ```
#[inline]
pub fn explain(a: &impl AsShape, pose_a: &Pose, b: &impl AsShape, pose_b: &Pose) -> Result<Explanation, QueryError> {
    explain_pair(a.as_shape(), pose_a, b.as_shape(), pose_b)
}

fn explain_pair(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> Result<Explanation, QueryError> {
    QueryError::check_pose("the position of A", pose_a)?;
    QueryError::check_pose("the position of B", pose_b)?;
    let difference = Difference::new(a, pose_a, Vec2::ZERO, b, pose_b);
    let contact = difference.contact();
    let relation = relation(&a, pose_a, &b, pose_b);
    let axes = axes::of(&difference);
    let winner = (0..axes.len()).fold(0, |best, index| if axes[index].gap > axes[best].gap { index } else { best });
    let first_separating =
        (relation == Relation::Separated).then(|| axes.iter().position(Axis::separates).unwrap_or(winner));
    let start = difference.origin;
    Ok(Explanation {
        a: Outline {
            kind: kind(a),
            vertices: vertices(a, |index| start + difference.core_a.vertex(index)),
            radius: difference.radius_a,
        },
        b: Outline {
            kind: kind(b),
            vertices: vertices(b, |index| start + difference.offset + difference.core_b.vertex(index)),
            radius: difference.radius_b,
        },
        relation,
        axes,
        first_separating,
        winner,
        mtv: mtv(&a, pose_a, &b, pose_b),
        distance: distance(&a, pose_a, &b, pose_b),
        points: [(start + contact.point_a).to_array(), (start + contact.point_b).to_array()],
        contacts: if relation == Relation::Separated { Vec::new() } else { contacts(a, pose_a, b, pose_b) },
    })
}

/// The contact points in the world of shapes that are not apart.
fn contacts(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> Vec<[f64; 2]> {
    let pose_ab = pose_a.inv_mul(pose_b);
    // Positions so far apart that their difference overflows belong to shapes as large: no manifold can name a point.
    if !pose_ab.is_finite() {
        return Vec::new();
    }
    let mut found = manifold(&a, &b, &pose_ab, 0.0);
    if found.is_empty() {
        let tolerance = 4.0 * FEATURE_TOLERANCE * core_size(a).min(core_size(b));
        found = manifold(&a, &b, &pose_ab, tolerance + rounding(a, b, &pose_ab));
    }
    let world = |point: Vec2| (widen(pose_a.translation) + turn(pose_a.rotation, widen(point))).to_array();
    found.points().iter().map(|contact| world(contact.point)).collect()
}

/// More than the heights of a manifold are off, in metres: 2⁻¹⁸ of the size, as for the gaps of
/// [`manifolds_and_gaps`](crate::batch::manifolds_and_gaps).
fn rounding(a: ShapeRef, b: ShapeRef, pose_ab: &Pose) -> f32 {
    let length = |vector: Vec2| f64::from(vector.x.abs()) + f64::from(vector.y.abs());
    let reach = |shape: ShapeRef| {
        let core = (0..shape.core_len()).map(|index| length(shape.core_vertex(index))).fold(0.0, f64::max);
        core + f64::from(shape.radius())
    };
    to_f32((length(pose_ab.translation) + reach(a) + reach(b)) / 262_144.0) // 2¹⁸
}

fn kind(shape: ShapeRef) -> &'static str {
    match shape {
        ShapeRef::Circle(_) => "circle",
        ShapeRef::Capsule(_) => "capsule",
        ShapeRef::Segment(_) => "segment",
        ShapeRef::Rect(_) => "box",
        ShapeRef::Polygon(polygon) if polygon.radius() > 0.0 => "rounded polygon",
        ShapeRef::Polygon(_) => "polygon",
    }
}

fn vertices(shape: ShapeRef, at: impl Fn(usize) -> DVec2) -> Vec<[f64; 2]> {
    (0..shape.core_len()).map(|index| at(index).to_array()).collect()
}
