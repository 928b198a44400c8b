use super::circles::{CircleBatch, CircleBlock};
use super::core_block::{CoreBlock, MAX_COLUMNS};
use super::pair_mask::PairMask;
use super::{core_circle, cores};
use crate::lanes::LANES;
use crate::shape::Polygon;
use alloc::vec::Vec;
use geom::Pose;

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
/// Vertex `j` of eight polygons stands in lanes. A polygon with fewer vertices than the largest of its block repeats
/// its last, so a block costs what its largest polygon costs: keep triangles and boxes together.
#[derive(Clone, Debug, Default)]
pub struct PolygonBatch {
    blocks: Vec<CoreBlock>,
    polygons: Vec<Polygon>,
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
        block.set(lane, pose, polygon.reach(), polygon.radius(), source, polygon.len());
        self.polygons.push(polygon.clone());
        Ok(())
    }

    fn shape(&self, index: usize) -> &Polygon {
        &self.polygons[index]
    }
}

/// Whether polygon `i` of `a` and polygon `i` of `b` have a point in common, for all `i`:
/// [`overlaps`](crate::overlaps) with margin 0.
///
/// Pairs of rounded polygons whose cores are apart by less than their radii are asked one by one.
///
/// # Panics
/// When the batches differ in length.
pub fn polygon_polygon_overlaps(a: &PolygonBatch, b: &PolygonBatch, out: &mut PairMask) {
    assert_eq!(a.len(), b.len(), "batches of {} and {} polygons", a.len(), b.len());
    let verdict = |a: &CoreBlock, b: &CoreBlock| cores::verdict(a, b, 0.0);
    out.fill(a.len(), (&a.blocks, &b.blocks), verdict, |index, lane| {
        let (pose_a, pose_b) = (a.blocks[index].at.pose(lane), b.blocks[index].at.pose(lane));
        crate::overlaps(a.shape(index * LANES + lane), &pose_a, b.shape(index * LANES + lane), &pose_b, 0.0)
    });
}

/// Whether polygon `i` of `a` and circle `i` of `b` have a point in common, for all `i`: [`overlaps`](crate::overlaps)
/// with margin 0.
///
/// # Panics
/// When the batches differ in length.
pub fn polygon_circle_overlaps(a: &PolygonBatch, b: &CircleBatch, out: &mut PairMask) {
    assert_eq!(a.len(), b.len(), "batches of {} polygons and {} circles", a.len(), b.len());
    let verdict = |a: &CoreBlock, b: &CircleBlock| core_circle::verdict(a, b, 0.0);
    out.fill(a.len(), (&a.blocks, b.blocks()), verdict, |index, lane| {
        let (block_a, block_b) = (&a.blocks[index], &b.blocks()[index]);
        let (pose_a, pose_b) = (block_a.at.pose(lane), block_b.pose(lane));
        crate::overlaps(a.shape(index * LANES + lane), &pose_a, &block_b.shape(lane), &pose_b, 0.0)
    });
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
            polygon_polygon_overlaps(&a, &b, &mut mask);
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
            polygon_circle_overlaps(&a, &b, &mut mask);
            prop_assert_eq!(mask.iter().collect::<Vec<_>>(), expected);
        }

    }

    #[test]
    fn a_polygon_with_nine_vertices_is_refused() {
        let turn = |i: u16| geom::Rot::from_angle(f32::from(i) * 0.69);
        let corners: Vec<_> = (0..9).map(|i| turn(i).rotate(geom::Vec2::X)).collect();
        let nonagon = Polygon::new(&corners).unwrap();
        assert_eq!(PolygonBatch::new().push(&nonagon, &Pose::IDENTITY), Err(TooManyVertices { count: 9 }));
    }
}
