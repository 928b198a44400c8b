use super::circles::{CircleBatch, CircleBlock};
use super::core_block::{CoreBlock, MAX_COLUMNS};
use super::error::BatchError;
use super::pair_mask::PairMask;
use super::{core_circle, cores};
use crate::lanes::LANES;
use crate::shape::{Block, Polygon};
use alloc::vec::Vec;
use geom::{Pose, Rot};

/// The largest number of vertices a polygon may have in a [`PolygonBatch`].
pub const MAX_BATCH_VERTICES: usize = MAX_COLUMNS;

/// A polygon that does not fit a [`PolygonBatch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a polygon with {count} vertices does not fit a batch of at most {MAX_BATCH_VERTICES}")]
pub struct TooManyVertices {
    /// How many vertices it has.
    pub count: usize,
}

/// Polygons of up to eight vertices at their world poses, eight to a block, rounded or not.
///
/// Vertex `j` of eight polygons stands in lanes, turned as in the world: that is done once, when a polygon is pushed. A
/// polygon with fewer vertices than the largest of its block repeats its last, so a block costs what its largest polygon
/// costs: keep triangles and boxes together.
#[derive(Clone, Debug, Default)]
pub struct PolygonBatch {
    /// Around the polygons' positions, at poses that do not turn.
    blocks: Vec<CoreBlock>,
    /// What is read only where eight lanes cannot tell.
    polygons: Vec<(Polygon, Pose)>,
}

impl PolygonBatch {
    /// No polygons.
    #[must_use]
    pub const fn new() -> Self {
        Self { blocks: Vec::new(), polygons: Vec::new() }
    }

    /// How many polygons there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.polygons.len()
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.polygons.is_empty()
    }

    /// Forgets all polygons; keeps the memory.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.polygons.clear();
    }

    /// Appends `polygon` at the world pose `pose`.
    ///
    /// # Errors
    /// [`TooManyVertices`] when it has more than [`MAX_BATCH_VERTICES`].
    pub fn push(&mut self, polygon: &Polygon, pose: &Pose) -> Result<(), TooManyVertices> {
        let [source] = polygon.blocks() else {
            return Err(TooManyVertices { count: polygon.len() });
        };
        let lane = self.len() % LANES;
        if lane == 0 {
            self.blocks.push(CoreBlock::default());
        }
        let block = &mut self.blocks[self.polygons.len() / LANES];
        let at = Pose::from_translation(pose.translation);
        block.set(lane, &at, polygon.reach(), polygon.radius(), &turned(source, pose.rotation), polygon.len());
        self.polygons.push((polygon.clone(), *pose));
        Ok(())
    }

    /// The polygon of a block's lane and its pose.
    fn shape(&self, block: usize, lane: usize) -> &(Polygon, Pose) {
        &self.polygons[block * LANES + lane]
    }
}

/// The vertices and normals of `block` turned by `rotation`, each number rounded once: its products are exact in doubles.
///
/// So a vertex is off by u·r at most, and a unit normal by u more than it was. With u·T for the difference of the
/// positions, the gap n·(d − v) + min n·w is off by no more than 11u·T + 11u·r + 10u·r′, the scale of 1 ± 4u that a
/// rotation has included: less than 16u of all three, the bound for the single pair.
fn turned(block: &Block, rotation: Rot) -> Block {
    let (cos, sin) = (f64::from(rotation.cos()), f64::from(rotation.sin()));
    let turn = |x: &[f32; LANES], y: &[f32; LANES]| {
        let mut turned = (*x, *y);
        for (x, y) in turned.0.iter_mut().zip(&mut turned.1) {
            let (from_x, from_y) = (f64::from(*x), f64::from(*y));
            (*x, *y) = ((cos * from_x - sin * from_y) as f32, (sin * from_x + cos * from_y) as f32);
        }
        turned
    };
    let ((x, y), (nx, ny)) = (turn(&block.x, &block.y), turn(&block.nx, &block.ny));
    Block { x, y, nx, ny }
}

/// Whether polygon `i` of `a` and polygon `i` of `b` have a point in common, for all `i`:
/// [`overlaps`](crate::overlaps) with margin 0.
///
/// # Errors
/// [`BatchError::LengthsDiffer`] when the batches do; `out` is then unchanged.
pub fn polygon_polygon_overlaps(a: &PolygonBatch, b: &PolygonBatch, out: &mut PairMask) -> Result<(), BatchError> {
    BatchError::check_lengths(a.len(), b.len())?;
    let verdict = |a: &CoreBlock, b: &CoreBlock| cores::verdict::<false>(a, b, 0.0);
    out.fill(a.len(), (&a.blocks, &b.blocks), verdict, |index, lane| {
        let ((polygon_a, pose_a), (polygon_b, pose_b)) = (a.shape(index, lane), b.shape(index, lane));
        crate::overlaps(polygon_a, pose_a, polygon_b, pose_b, 0.0)
    });
    Ok(())
}

/// Whether polygon `i` of `a` and circle `i` of `b` have a point in common, for all `i`: [`overlaps`](crate::overlaps)
/// with margin 0.
///
/// # Errors
/// [`BatchError::LengthsDiffer`] when the batches do; `out` is then unchanged.
pub fn polygon_circle_overlaps(a: &PolygonBatch, b: &CircleBatch, out: &mut PairMask) -> Result<(), BatchError> {
    BatchError::check_lengths(a.len(), b.len())?;
    let verdict = |a: &CoreBlock, b: &CircleBlock| core_circle::verdict(a, b, 0.0);
    out.fill(a.len(), (&a.blocks, b.blocks()), verdict, |index, lane| {
        let ((polygon, pose), circles) = (a.shape(index, lane), &b.blocks()[index]);
        crate::overlaps(polygon, pose, &circles.shape(lane), &circles.pose(lane), 0.0)
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{polygon, pose, radius};
    use super::*;
    use crate::shape::Circle;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn batches_of_polygons_answer_as_single_pairs(pairs in vec((polygon(), pose(), polygon(), pose()), 0..20)) {
            let (mut a, mut b) = (PolygonBatch::new(), PolygonBatch::new());
            let mut expected = vec![];
            for (polygon_a, pose_a, polygon_b, pose_b) in pairs {
                a.push(&polygon_a, &pose_a).unwrap();
                b.push(&polygon_b, &pose_b).unwrap();
                expected.push(crate::overlaps(&polygon_a, &pose_a, &polygon_b, &pose_b, 0.0));
            }
            let mut mask = PairMask::new();
            polygon_polygon_overlaps(&a, &b, &mut mask).unwrap();
            prop_assert_eq!(mask.iter().collect::<Vec<_>>(), expected);
        }

        #[test]
        fn batches_of_polygons_and_circles_answer_as_single_pairs(
            pairs in vec((polygon(), pose(), radius(), pose()), 0..20),
        ) {
            let (mut a, mut b) = (PolygonBatch::new(), CircleBatch::new());
            let mut expected = vec![];
            for (polygon, pose_a, radius, pose_b) in pairs {
                let circle = Circle::new(radius).unwrap();
                a.push(&polygon, &pose_a).unwrap();
                b.push(&circle, pose_b.translation);
                expected.push(crate::overlaps(&polygon, &pose_a, &circle, &pose_b, 0.0));
            }
            let mut mask = PairMask::new();
            polygon_circle_overlaps(&a, &b, &mut mask).unwrap();
            prop_assert_eq!(mask.iter().collect::<Vec<_>>(), expected);
        }

    }

    #[test]
    fn a_polygon_with_nine_vertices_is_refused() {
        let turn = |i: u16| Rot::from_angle(f32::from(i) * 0.69);
        let corners: Vec<_> = (0..9).map(|i| turn(i).rotate(geom::Vec2::X)).collect();
        let nonagon = Polygon::new(&corners).unwrap();
        assert_eq!(PolygonBatch::new().push(&nonagon, &Pose::IDENTITY), Err(TooManyVertices { count: 9 }));
    }
}
