use super::half_edges::HalfEdges;
use crate::{AsShape, Polygon, Pose, QueryError, Relation, Segment, Shape, ShapeRef, Vec2, contains_point, relation};
use alloc::vec::Vec;

/// Convex pieces that together cover an area exactly: what [`decompose`](crate::decompose()) returns.
#[derive(Clone, Debug, PartialEq)]
pub struct Compound {
    /// The pieces, as shapes.
    pieces: Vec<Shape>,
    /// The borders between two pieces.
    seams: Vec<[Shape; 3]>,
}

impl Compound {
    pub(super) fn new(pieces: Vec<Polygon>, edges: &HalfEdges) -> Self {
        let seam = |[start, end]: [Vec2; 2]| [segment(start, end), segment(start, start), segment(end, end)];
        Self { pieces: pieces.into_iter().map(Shape::from).collect(), seams: edges.seams().map(seam).collect() }
    }

    /// The pieces, each a [`Shape::Polygon`]: no two share more than border, and together they are the area.
    #[must_use]
    pub fn pieces(&self) -> &[Shape] {
        &self.pieces
    }

    /// How the whole area lies to `other`: `Overlapping` when `other` reaches its inside, `Touching` when they share
    /// points of its border only. Exact, as [`relation`](crate::relation()).
    ///
    /// For an `other` with an inside of its own that is the highest relation of any piece; O(pieces). A point or a
    /// segment may lie on a seam between two pieces: then it touches both and is inside the area all the same, which
    /// takes another look at the seams.
    #[must_use]
    pub fn relation(&self, pose: &Pose, other: &impl AsShape, other_pose: &Pose) -> Relation {
        let other = other.as_shape();
        let mut highest = Relation::Separated;
        for piece in &self.pieces {
            highest = highest.max(relation(piece, pose, &other, other_pose));
            if highest == Relation::Overlapping {
                return highest;
            }
        }
        if highest == Relation::Touching && self.has_on_a_seam(pose, other, other_pose) {
            return Relation::Overlapping;
        }
        highest
    }

    /// How the whole area lies to another one: `Overlapping` when their insides meet, `Touching` when they share points of
    /// their borders only. Exact, O(n · m) for n and m pieces.
    ///
    /// Insides that meet do so on a set with area, of which borders of pieces are no part: so it is the highest relation of
    /// any piece of one and any of the other. No boxes are compared first: compounds that are far from each
    /// other cost n · m relations too, so leave it to a broad phase which to ask about.
    #[must_use]
    pub fn relation_to(&self, pose: &Pose, other: &Self, other_pose: &Pose) -> Relation {
        let mut highest = Relation::Separated;
        for piece in &other.pieces {
            highest = highest.max(self.relation(pose, piece, other_pose));
            if highest == Relation::Overlapping {
                break;
            }
        }
        highest
    }

    /// Whether `point` lies in the area or on its border. Exact, O(pieces).
    ///
    /// # Errors
    /// As [`contains_point`](crate::contains_point()).
    pub fn contains_point(&self, pose: &Pose, point: Vec2) -> Result<bool, QueryError> {
        for piece in &self.pieces {
            if contains_point(piece, pose, point)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a point or segment that is inside no piece lies inside the area, on the borders between its pieces.
    ///
    /// It would be inside one of two neighbours if it crossed their seam or ended on it from aside. So it lies along
    /// the seam, whose ends are on the area's border; and then either one of its ends is between those, or it holds both.
    fn has_on_a_seam(&self, pose: &Pose, other: ShapeRef, other_pose: &Pose) -> bool {
        let ends = match other {
            ShapeRef::Circle(circle) if circle.radius() == 0.0 => [Vec2::ZERO; 2],
            ShapeRef::Capsule(capsule) if capsule.radius() == 0.0 => [capsule.a(), capsule.b()],
            ShapeRef::Segment(segment) => [segment.a(), segment.b()],
            _ => return false,
        };
        let ends = ends.map(|end| segment(end, end));
        let meets = |area: &Shape, other: ShapeRef| relation(area, pose, &other, other_pose) != Relation::Separated;
        self.seams.iter().any(|[seam, start, end]| {
            let is_between = |point: ShapeRef| meets(seam, point) && !meets(start, point) && !meets(end, point);
            (meets(start, other) && meets(end, other)) || ends.iter().any(|end| is_between(end.as_shape()))
        })
    }
}

/// The segment between two vertices of a piece, or the point when they are the same.
fn segment(start: Vec2, end: Vec2) -> Shape {
    Shape::Segment(Segment::new(start, end).expect("the vertices of polygons are finite"))
}
