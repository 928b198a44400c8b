use super::error::check_radius;
use super::{ShapeError, circle_around, edge_normal, outline, reach};
use crate::lanes::{LANES, max};
use alloc::sync::Arc;
use geom::{BoundingCircle, Vec2};

/// The largest number of vertices a polygon may have.
pub const MAX_VERTICES: usize = 65_535;

/// A convex polygon, counter-clockwise, optionally rounded by a radius.
///
/// The vertices stand in blocks of eight lanes, each with the outward unit normal of the edge that starts there; a
/// last block that is not full repeats the last vertex and its normal, which can tie but never win a search:
///
/// ```text
/// lane    0    1    2    3    4    5    6    7
/// x      x0   x1   x2   x3   x4   x4   x4   x4      a pentagon
/// y      y0   y1   y2   y3   y4   y4   y4   y4
/// nx    n01  n12  n23  n34  n40  n40  n40  n40
/// ny     …
/// ```
///
/// Cloning shares the blocks: a thousand bodies of one shape keep one copy of its vertices in the cache.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// All of a polygon of up to eight vertices.
    block: Block,
    /// All blocks of a larger one.
    blocks: Option<Arc<[Block]>>,
    len: u32,
    radius: f32,
    reach: f32,
    size: f32,
    inner: f32,
    bounding_circle: BoundingCircle,
}

/// Eight vertices and the normals of the edges that start there, as a structure of arrays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(16))]
pub struct Block {
    /// First coordinates.
    pub x: [f32; LANES],
    /// Second coordinates.
    pub y: [f32; LANES],
    /// First coordinates of the outward unit normals.
    pub nx: [f32; LANES],
    /// Second coordinates of the outward unit normals.
    pub ny: [f32; LANES],
}

impl Block {
    /// The vertices from `first` on, and their edges' normals.
    fn of(vertices: &[Vec2], first: usize) -> Self {
        let (last, mut block) = (vertices.len() - 1, Self::default());
        let mut normal = Vec2::ZERO;
        for lane in 0..LANES {
            let index = last.min(first + lane);
            let vertex = vertices[index];
            if first + lane <= last {
                normal = edge_normal(vertex, vertices[if index < last { index + 1 } else { 0 }]);
            }
            (block.x[lane], block.y[lane]) = (vertex.x, vertex.y);
            (block.nx[lane], block.ny[lane]) = (normal.x, normal.y);
        }
        block
    }
}

impl Polygon {
    /// The convex polygon with these vertices, in either winding, in the local frame.
    ///
    /// Repeated vertices and vertices in the middle of a straight run are dropped. All tests are exact: a polygon that
    /// comes back *is* strictly convex. For points whose outline may be dented by rounding, use [`Polygon::hull`].
    ///
    /// So vertices stay that stand out by no more than rounding, and split a side in two that are all but parallel. Leave them
    /// out: [`manifold`](crate::manifold()) may take either of the two for the side that rests on something, the short one too.
    /// O(n).
    ///
    /// # Errors
    /// [`ShapeError::TooFewVertices`], [`ShapeError::TooManyVertices`], [`ShapeError::NotFinite`],
    /// [`ShapeError::ZeroArea`], [`ShapeError::NotConvex`] or [`ShapeError::SelfIntersecting`].
    pub fn new(points: &[Vec2]) -> Result<Self, ShapeError> {
        Self::from_outline(&outline::clean(points)?)
    }

    /// The convex hull of `points`. O(n log n), exact.
    ///
    /// # Errors
    /// [`ShapeError::TooFewVertices`], [`ShapeError::TooManyVertices`], [`ShapeError::NotFinite`] or
    /// [`ShapeError::ZeroArea`].
    pub fn hull(points: &[Vec2]) -> Result<Self, ShapeError> {
        Self::from_outline(&outline::hull(points)?)
    }

    /// The same polygon rounded by `radius` metres instead of what it was rounded by: all points within that distance of its core.
    ///
    /// # Errors
    /// [`ShapeError::InvalidRadius`] when it is negative or not finite.
    pub fn with_radius(&self, radius: f32) -> Result<Self, ShapeError> {
        let radius = check_radius(radius)?;
        if radius == self.radius {
            return Ok(self.clone());
        }
        let bounding_circle = circle_around(self.vertices(), radius);
        Ok(Self { blocks: self.blocks.clone(), radius, bounding_circle, ..*self })
    }

    fn from_outline(vertices: &[Vec2]) -> Result<Self, ShapeError> {
        if vertices.len() > MAX_VERTICES {
            return Err(ShapeError::TooManyVertices { count: vertices.len() });
        }
        let count = vertices.len().div_ceil(LANES);
        let block = |number: usize| Block::of(vertices, number * LANES);
        Ok(Self {
            block: block(0),
            blocks: (count > 1).then(|| (0..count).map(block).collect()),
            len: vertices.len() as u32,
            radius: 0.0,
            reach: reach(vertices.iter().copied()),
            size: vertices.iter().map(|v| (v.x - vertices[0].x).abs() + (v.y - vertices[0].y).abs()).fold(0.0, max)
                * 0.5,
            inner: inner_radius(vertices),
            bounding_circle: circle_around(vertices.iter().copied(), 0.0),
        })
    }

    /// How many vertices it has: 3 to [`MAX_VERTICES`].
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // A polygon is never empty.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Vertex `index` in the local frame.
    ///
    /// # Panics
    /// When `index` is not below [`Polygon::len`].
    #[inline]
    #[must_use]
    pub fn vertex(&self, index: usize) -> Vec2 {
        assert!(index < self.len(), "vertex {index} of a polygon with {}", self.len);
        let block = &self.blocks()[index / LANES];
        Vec2::new(block.x[index % LANES], block.y[index % LANES])
    }

    /// The outward unit normal of the edge from vertex `index` to the next.
    ///
    /// # Panics
    /// When `index` is not below [`Polygon::len`].
    #[inline]
    #[must_use]
    pub fn normal(&self, index: usize) -> Vec2 {
        assert!(index < self.len(), "normal {index} of a polygon with {}", self.len);
        let block = &self.blocks()[index / LANES];
        Vec2::new(block.nx[index % LANES], block.ny[index % LANES])
    }

    /// The vertices in order, counter-clockwise.
    pub fn vertices(&self) -> impl Iterator<Item = Vec2> + Clone {
        (0..self.len()).map(|index| self.vertex(index))
    }

    /// How far the polygon is rounded, in metres.
    #[inline]
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// A circle in the local frame that contains the polygon, rounding included.
    #[inline]
    #[must_use]
    pub fn bounding_circle(&self) -> BoundingCircle {
        self.bounding_circle
    }

    /// How far the vertices are from the local origin at most.
    #[inline]
    pub(crate) fn reach(&self) -> f32 {
        self.reach
    }

    /// Half the largest |x| + |y| from the first vertex to another.
    #[inline]
    pub(crate) fn size(&self) -> f32 {
        self.size
    }

    /// The radius of a disc around the local origin that is inside the polygon, its rounding left out; where the origin is
    /// outside, minus a distance within which the polygon has a point.
    #[inline]
    pub(crate) fn inner(&self) -> f32 {
        self.inner
    }

    /// The vertices of a polygon of up to eight.
    #[inline]
    pub(crate) fn only_block(&self) -> Option<&Block> {
        // The count says it as well as the blocks, and is asked for anyway.
        (self.len() <= LANES).then_some(&self.block)
    }

    /// The vertex blocks, at least one.
    #[inline]
    pub(crate) fn blocks(&self) -> &[Block] {
        match &self.blocks {
            Some(blocks) => blocks,
            None => core::slice::from_ref(&self.block),
        }
    }
}

/// See [`Polygon::inner`]; rounded down.
fn inner_radius(vertices: &[Vec2]) -> f32 {
    let next = vertices.iter().cycle().skip(1);
    let edges = vertices.iter().zip(next).map(|(start, end)| (start.as_dvec2(), end.as_dvec2()));
    let least = edges.map(|(a, b)| a.perp_dot(b) / (b - a).length()).fold(f64::INFINITY, f64::min);
    let reach = vertices[0].as_dvec2().length();
    // The slacks cover the rounding, which is in proportion to the vertices where the origin is close to an edge.
    let inner = if least > 0.0 { least } else { -reach };
    (inner - inner.abs() * 1e-6 - reach * 1e-12) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(xy: &[(f32, f32)]) -> Vec<Vec2> {
        xy.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
    }

    #[test]
    fn repeated_and_straight_vertices_are_dropped_in_either_winding() {
        let mut square = points(&[(0., 0.), (1., 0.), (1., 0.), (2., 0.), (2., 2.), (0., 2.), (0., 1.), (0., 0.)]);
        let clean = points(&[(0., 0.), (2., 0.), (2., 2.), (0., 2.)]);
        assert_eq!(Polygon::new(&square).unwrap().vertices().collect::<Vec<_>>(), clean);
        square.reverse();
        let reversed = Polygon::new(&square).unwrap();
        assert_eq!(reversed.len(), 4);
        assert!((0..4).all(|i| reversed.normal(i).dot(reversed.vertex(i) - Vec2::ONE) == 1.0));
    }

    #[test]
    fn a_dent_is_named_by_its_index() {
        let dart = points(&[(0., 0.), (4., 0.), (1., 1.), (0., 4.)]);
        assert_eq!(Polygon::new(&dart), Err(ShapeError::NotConvex { index: 2 }));
    }

    #[test]
    fn a_star_that_always_turns_left_is_refused() {
        let star = points(&[(0., 3.), (-2., -3.), (3., 1.), (-3., 1.), (2., -3.)]);
        assert_eq!(Polygon::new(&star), Err(ShapeError::SelfIntersecting));
    }

    #[test]
    fn flat_outlines_have_no_area() {
        let flat = points(&[(0., 0.), (1., 1.), (2., 2.), (0.5, 0.5)]);
        assert_eq!(Polygon::new(&flat), Err(ShapeError::ZeroArea));
        assert_eq!(Polygon::new(&points(&[(1., 1.); 5])), Err(ShapeError::ZeroArea));
        assert_eq!(Polygon::hull(&flat), Err(ShapeError::ZeroArea));
        assert_eq!(Polygon::new(&flat[..2]), Err(ShapeError::TooFewVertices { count: 2 }));
    }

    #[test]
    fn a_spike_is_not_convex() {
        let spike = points(&[(0., 0.), (4., 0.), (2., 0.), (2., 2.)]);
        assert!(matches!(Polygon::new(&spike), Err(ShapeError::NotConvex { .. })));
    }

    #[test]
    fn a_sliver_two_hundred_metres_long_is_accepted() {
        assert_eq!(Polygon::new(&points(&[(-100., 0.), (100., 0.), (0., 1e-4)])).map(|p| p.len()), Ok(3));
        assert_eq!(Polygon::new(&points(&[(0., 0.), (1e-45, 0.), (0., 1e-45)])).map(|p| p.len()), Ok(3));
        assert_eq!(Polygon::new(&points(&[(-3e38, -3e38), (3e38, -3e38), (0., 3e38)])).map(|p| p.len()), Ok(3));
    }

    #[test]
    fn hull_of_a_grid_is_its_square() {
        let grid: Vec<Vec2> = (0..25u8).map(|i| Vec2::new(f32::from(i % 5), f32::from(i / 5))).collect();
        let square = points(&[(0., 0.), (4., 0.), (4., 4.), (0., 4.)]);
        assert_eq!(Polygon::hull(&grid).unwrap().vertices().collect::<Vec<_>>(), square);
    }

    #[test]
    fn short_blocks_repeat_the_last_vertex_and_normal() {
        let triangle = Polygon::new(&points(&[(0., 0.), (1., 0.), (0., 1.)])).unwrap();
        let block = triangle.blocks()[0];
        assert!((3..LANES).all(|i| (block.x[i], block.y[i], block.nx[i], block.ny[i]) == (0., 1., -1., 0.)));
    }
}
