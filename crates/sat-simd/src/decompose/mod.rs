//! Concave outlines and outlines with holes as sets of convex polygons.

mod compound;
mod error;
mod half_edges;
mod triangulation;

pub use compound::Compound;
pub use error::{DecomposeError, RingEdge};

use crate::shape::{MAX_VERTICES, Polygon};
use alloc::vec::Vec;
use geom::Vec2;

/// The convex pieces of the area that `rings` enclose: outlines and holes, in any order and either winding.
///
/// A ring is closed (its last vertex is joined to its first). A point belongs to the area when an odd number of rings
/// go around it, so a ring inside another is a hole, one inside a hole an island, and rings beside each other make
/// one set. Rings may touch themselves and one another in vertices and along edges, but not cross. What has no area (a
/// spike, a ring that goes to a point and back) leaves nothing behind.
///
/// The pieces cover the area exactly: their vertices are vertices of the rings, they share nothing but borders, and
/// all decisions are made by exact predicates, so that [`Compound::relation`] and [`Compound::relation_to`] are exact
/// for the original area.
/// With r reflex corners (inner angle above 180°), c parts and h holes there are at most 2r + c − h pieces; of one part without
/// holes that is at most four times the fewest possible (random stars of 64 corners: twice r/2 + 1, below which no cut gets).
/// A part is what hangs together other than in vertices: three squares apart are three, and what a hole leaves of a square
/// whose four sides it touches is four. Holes that touch one another count as one, those that touch the outline of
/// their part as none.
///
/// Edges that two rings share bound nothing, and vertices of such edges alone are left out: tiles that are laid in a square are one
/// piece.
///
/// Constrained Delaunay triangulation by the `spade` crate, O(n log n) for common outlines and O(n²) at worst, where most edges
/// lie across the ways of most others (16 000 long thin rays in a fan take 19 s); then diagonals are taken out wherever both
/// pieces stay convex together: S. Hertel and K. Mehlhorn, "Fast triangulation of simple polygons", 1983.
///
/// # Errors
/// [`DecomposeError`]: too few or too many vertices, a coordinate that is not finite, edges that cross, no area.
///
/// ```
/// use sat_simd::{Pose, Relation, Shape, Vec2, decompose};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let at = |x, y| Vec2::new(x, y);
/// let wall = [at(0.0, 0.0), at(8.0, 0.0), at(8.0, 6.0), at(0.0, 6.0)];
/// let window = [at(2.0, 2.0), at(6.0, 2.0), at(6.0, 4.0), at(2.0, 4.0)];
/// let house = decompose(&[&wall, &window])?;
/// assert_eq!(house.pieces().len(), 4);
///
/// let ball = Shape::circle(1.0)?;
/// let relation = |x, y| house.relation(&Pose::IDENTITY, &ball, &Pose::from_translation(at(x, y)));
/// assert_eq!(relation(4.0, 3.0), Relation::Touching); // it fits the window from sill to lintel
/// assert_eq!(relation(5.5, 3.0), Relation::Overlapping);
/// # Ok(())
/// # }
/// ```
pub fn decompose(rings: &[&[Vec2]]) -> Result<Compound, DecomposeError> {
    check(rings)?;
    let mut edges = triangulation::triangulate(rings)?;
    edges.merge_convex();
    let pieces: Vec<Polygon> = edges
        .faces()
        .map(|face| Polygon::new(&face).expect("a merged face is convex, with at least the area of a triangle"))
        .collect();
    if pieces.is_empty() { Err(DecomposeError::ZeroArea) } else { Ok(Compound::new(pieces, &edges)) }
}

/// Nothing, when the rings have enough finite vertices and not too many.
fn check(rings: &[&[Vec2]]) -> Result<(), DecomposeError> {
    let count = rings.iter().map(|ring| ring.len()).sum();
    if count > MAX_VERTICES {
        return Err(DecomposeError::TooManyVertices { count });
    }
    for (ring, points) in rings.iter().enumerate() {
        if points.len() < 3 {
            return Err(DecomposeError::TooFewVertices { ring, count: points.len() });
        }
        if let Some(index) = points.iter().position(|p| !p.is_finite()) {
            return Err(DecomposeError::NotFinite { ring, index, x: points[index].x, y: points[index].y });
        }
    }
    Ok(())
}
