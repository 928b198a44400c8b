//! Eight shapes of a set turned into lanes, by transposing their records.
//!
//! What fits the registers is always inlined: a call would hand it over in memory.

use super::circles::CircleBlock;
use super::class::Class;
use super::core_block::{CoreBlock, EdgeColumn};
use super::placement::Placements;
use super::rects::RectBlock;
use super::segment_block::SegmentBlock;
use super::set::ShapeSet;
use super::vertex_lines::Line;
use crate::lanes::{F32Quad, F32s, LANES, eight, map_lanes, transpose};

impl ShapeSet {
    /// The circles `indices` in lanes.
    #[inline(always)]
    pub(super) fn gather_circles(&self, indices: &[u32; LANES]) -> CircleBlock {
        let [_, _, x, y, radius, ..] = transpose(map_lanes(indices, |index| self.record(index))).map(F32s::to_array);
        CircleBlock { x, y, radius }
    }

    /// The poses and reaches of the shapes `indices`, of any class but boxes, in lanes, and their radii.
    #[inline(always)]
    pub(super) fn gather_poses(&self, indices: &[u32; LANES]) -> (Placements, [f32; LANES]) {
        let (at, radius, _) = self.gather_records(indices);
        (at, radius)
    }

    /// The same of cores with vertices, and the bits that tell where those are.
    #[inline(always)]
    pub(super) fn gather_records(&self, indices: &[u32; LANES]) -> (Placements, [f32; LANES], [u32; LANES]) {
        let rows = transpose(map_lanes(indices, |index| self.record(index)));
        let [cos, sin, x, y, radius, _, reach, vertices] = rows.map(F32s::to_array);
        (Placements { x, y, cos, sin, reach }, radius, vertices.map(f32::to_bits))
    }

    /// Of eight pairs of shapes the offsets from the first's positions to the second's, and the sums of what the records have
    /// in places 4, 5 and 6.
    ///
    /// Subtracted and added in rows as they lie, so that half as much is turned into lanes; four pairs after four, because
    /// sixteen addresses would not stay in registers.
    #[inline(always)]
    pub(super) fn gather_offsets_and_sums(&self, pairs: &[(u32, u32); LANES]) -> ([F32s; 2], [F32s; 3]) {
        let [a, b, c, d, e, f, g, h] = *pairs;
        let ([offset, sum], [offset_high, sum_high]) =
            (self.offsets_and_sums_of_four([a, b, c, d]), self.offsets_and_sums_of_four([e, f, g, h]));
        (
            [eight(offset[2], offset_high[2]), eight(offset[3], offset_high[3])],
            [eight(sum[0], sum_high[0]), eight(sum[1], sum_high[1]), eight(sum[2], sum_high[2])],
        )
    }

    #[inline(always)]
    fn offsets_and_sums_of_four(&self, [a, b, c, d]: [(u32, u32); 4]) -> [[F32Quad; 4]; 2] {
        let [a, b, c, d] =
            [self.offset_and_sum(a), self.offset_and_sum(b), self.offset_and_sum(c), self.offset_and_sum(d)];
        [F32Quad::transpose([a[0], b[0], c[0], d[0]]), F32Quad::transpose([a[1], b[1], c[1], d[1]])]
    }

    /// The difference of the first halves of two records and the sum of the second.
    #[inline(always)]
    fn offset_and_sum(&self, (a, b): (u32, u32)) -> [F32Quad; 2] {
        let ([low_a, high_a], [low_b, high_b]) = (self.record_halves(a), self.record_halves(b));
        [low_b - low_a, high_b + high_a]
    }

    /// How far the cores of the shapes `indices`, of any class, reach around their positions, and their radii.
    #[inline]
    pub(super) fn gather_reaches(&self, indices: &[u32; LANES]) -> ([f32; LANES], [f32; LANES]) {
        let radius = |index| if self.class(index) == Class::Rect { 0.0 } else { self.record(index)[4] };
        (map_lanes(indices, |index| self.record(index)[6]), map_lanes(indices, radius))
    }

    /// The boxes `indices` in lanes.
    #[inline(always)]
    pub(super) fn gather_rects(&self, indices: &[u32; LANES]) -> RectBlock {
        let rows = transpose(map_lanes(indices, |index| self.record(index)));
        let [cos, sin, x, y, half_x, _, reach, half_y] = rows.map(F32s::to_array);
        RectBlock { at: Placements { x, y, cos, sin, reach }, half_x, half_y }
    }

    /// The cores `indices`, all of `class`, into the lanes of `block`.
    ///
    /// Keep the block and pass it again: what the class has no column for is left as it is.
    #[inline]
    pub(super) fn gather_cores(&self, class: Class, indices: &[u32; LANES], block: &mut CoreBlock) {
        match class {
            Class::Two => self.gather_columns::<2>(class, indices, block),
            Class::Three => self.gather_columns::<3>(class, indices, block),
            Class::Rect | Class::Four => self.gather_columns::<4>(class, indices, block),
            Class::Six => self.gather_columns::<6>(class, indices, block),
            Class::Eight => self.gather_columns::<8>(class, indices, block),
            Class::Circle | Class::Large => unreachable!("{class:?} has no vertices in a set"),
        }
    }

    /// The cores `indices`, all of `class`, into `N` columns, at least as many as they have vertices: two for segments, three
    /// or four for classes with one line, more for those with two.
    #[inline]
    pub(super) fn gather_columns<const N: usize>(&self, class: Class, indices: &[u32; LANES], block: &mut CoreBlock) {
        let records = map_lanes(indices, |index| self.record(index));
        let [cos, sin, x, y, fourth, _, reach, seventh] = transpose(records);
        block.at = Placements {
            x: x.to_array(),
            y: y.to_array(),
            cos: cos.to_array(),
            sin: sin.to_array(),
            reach: reach.to_array(),
        };
        if class == Class::Rect {
            rect_columns(fourth, seventh, block);
            return;
        }
        block.radius = fourth.to_array();
        let vertices = seventh.to_array().map(f32::to_bits);
        block.len = vertices.map(|bits| bits & 15);
        let first = map_lanes(&vertices, |bits| (bits >> 4) as usize);
        if N == 2 {
            self.gather_halves(&first, block.columns_mut::<2>());
        } else if N <= 4 {
            columns_of_line(&map_lanes(&first, |first| self.lines().line(first)), block.columns_mut::<N>());
        } else {
            columns_of_two_lines(&map_lanes(&first, |first| self.lines().lines(first)), block.columns_mut::<N>());
        }
    }

    /// The segments `indices`, by their right sides, in lanes.
    #[inline(always)]
    pub(super) fn gather_segments(&self, indices: &[u32; LANES]) -> SegmentBlock {
        let records = map_lanes(indices, |index| self.record(index));
        let halves = map_lanes(&records, |record| self.lines().half_of(record[7].to_bits()));
        let [cos, sin, x, y, radius, _, reach, _] = transpose(records);
        let [x0, x1, y0, y1, nx, _, ny, _] = transpose(halves);
        let at = Placements {
            x: x.to_array(),
            y: y.to_array(),
            cos: cos.to_array(),
            sin: sin.to_array(),
            reach: reach.to_array(),
        };
        SegmentBlock { at, radius, start: [x0, y0], end: [x1, y1], normal: [nx, ny] }
    }

    /// The vertices of segments, from their half lines.
    #[inline]
    fn gather_halves(&self, first: &[usize; LANES], [start, end]: &mut [EdgeColumn; 2]) {
        let rows = transpose(map_lanes(first, |first| self.lines().half(first)));
        let [x0, x1, y0, y1, nx0, nx1, ny0, ny1] = rows.map(F32s::to_array);
        *start = EdgeColumn { x: x0, y: y0, nx: nx0, ny: ny0 };
        *end = EdgeColumn { x: x1, y: y1, nx: nx1, ny: ny1 };
    }

    /// The cores `indices`, all of `class`, which may be circles: a point is a segment without length, with two opposite
    /// normals, as for the single pair.
    #[inline]
    pub(super) fn gather_cores_or_points(&self, class: Class, indices: &[u32; LANES], block: &mut CoreBlock) {
        if class != Class::Circle {
            return self.gather_cores(class, indices, block);
        }
        let CircleBlock { x, y, radius } = self.gather_circles(indices);
        let (zero, one) = ([0.0; LANES], [1.0; LANES]);
        block.at = Placements { x, y, cos: one, sin: zero, reach: zero };
        block.radius = radius;
        block.len = [2; LANES];
        for (column, nx) in block.columns_mut::<2>().iter_mut().zip([one, [-1.0; LANES]]) {
            *column = EdgeColumn { x: zero, y: zero, nx, ny: zero };
        }
    }
}

/// The vertices of cores that have up to four, from the halves of their lines.
#[inline]
pub(super) fn columns_of_line<const N: usize>(lines: &[&[[f32; LANES]; 2]; LANES], columns: &mut [EdgeColumn; N]) {
    let points = transpose(map_lanes(lines, |line| &line[0]));
    let normals = transpose(map_lanes(lines, |line| &line[1]));
    for (j, column) in columns.iter_mut().enumerate() {
        (column.x, column.y) = (points[j].to_array(), points[4 + j].to_array());
        (column.nx, column.ny) = (normals[j].to_array(), normals[4 + j].to_array());
    }
}

/// The vertices of cores that have up to eight, from their two lines.
#[inline]
pub(super) fn columns_of_two_lines<const N: usize>(lines: &[&[Line; 2]; LANES], columns: &mut [EdgeColumn; N]) {
    let x = transpose(map_lanes(lines, |line| &line[0].0[0]));
    let y = transpose(map_lanes(lines, |line| &line[0].0[1]));
    for (j, column) in columns.iter_mut().enumerate() {
        (column.x, column.y) = (x[j].to_array(), y[j].to_array());
    }
    let nx = transpose(map_lanes(lines, |line| &line[1].0[0]));
    let ny = transpose(map_lanes(lines, |line| &line[1].0[1]));
    for (j, column) in columns.iter_mut().enumerate() {
        (column.nx, column.ny) = (nx[j].to_array(), ny[j].to_array());
    }
}

/// The corners and normals of eight boxes, in the order of the single functions.
#[inline]
fn rect_columns(half_x: F32s, half_y: F32s, block: &mut CoreBlock) {
    const NORMALS: [[f32; 2]; 4] = [[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]];
    block.radius = [0.0; LANES];
    block.len = [4; LANES];
    let corners = [[-half_x, -half_y], [half_x, -half_y], [half_x, half_y], [-half_x, half_y]];
    for ((column, [x, y]), [nx, ny]) in block.columns_mut::<4>().iter_mut().zip(corners).zip(NORMALS) {
        (column.x, column.y) = (x.to_array(), y.to_array());
        (column.nx, column.ny) = ([nx; LANES], [ny; LANES]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{pose, shape};
    use super::*;
    use crate::filter::with_edges;
    use crate::{AsShape, Shape};
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lanes_hold_what_the_shapes_have(entries in vec((shape(), pose()), 1..40), picks in vec(0usize..1000, LANES)) {
            let mut set = ShapeSet::new();
            for (shape, pose) in &entries {
                set.push(shape, pose).unwrap();
            }
            let mut block = CoreBlock::default();
            for class in Class::ALL {
                let members: Vec<u32> = (0..set.len() as u32).filter(|index| set.class(*index) == class).collect();
                if members.is_empty() || class == Class::Large {
                    continue;
                }
                let indices: [u32; LANES] = core::array::from_fn(|lane| members[picks[lane] % members.len()]);
                if class == Class::Circle {
                    let circles = set.gather_circles(&indices);
                    for (lane, &index) in indices.iter().enumerate() {
                        prop_assert_eq!(circles.pose(lane).translation, set.pose(index).translation);
                        prop_assert_eq!(&Shape::from(circles.shape(lane)), set.shape(index));
                    }
                    continue;
                }
                set.gather_cores(class, &indices, &mut block);
                let widest = indices.map(|index| set.shape(index).core_len()).into_iter().max();
                prop_assert!(Some(block.edges().len()) >= widest && block.edges().len() <= 8);
                for (lane, &index) in indices.iter().enumerate() {
                    prop_assert_eq!(block.at.pose(lane), set.pose(index));
                    prop_assert_eq!(block.radius[lane], set.shape(index).radius());
                    with_edges(set.shape(index).as_shape(), |edges| {
                        prop_assert_eq!((block.len[lane] as usize, block.at.reach[lane]), (edges.len, edges.reach));
                        for (j, column) in block.edges().iter().enumerate() {
                            let (got, want) = (column, &edges.blocks[0]);
                            prop_assert_eq!(
                                [got.x[lane], got.y[lane], got.nx[lane], got.ny[lane]],
                                [want.x[j], want.y[j], want.nx[j], want.ny[j]]
                            );
                        }
                        Ok(())
                    })?;
                }
            }
        }
    }
}
