//! Eight shapes of a set turned into lanes, by transposing their records.

use super::circles::CircleBlock;
use super::class::Class;
use super::core_block::{CoreBlock, EdgeColumn};
use super::discs::DiscBlock;
use super::placement::Placements;
use super::rects::RectBlock;
use super::set::ShapeSet;
use crate::lanes::{F32s, LANES, transpose};

impl ShapeSet {
    /// The circles `indices` in lanes.
    #[inline]
    pub(super) fn gather_circles(&self, indices: &[u32; LANES]) -> CircleBlock {
        let [x, y, _, _, radius, ..] = transpose(indices.map(|index| self.record(index))).map(F32s::to_array);
        CircleBlock { x, y, radius }
    }

    /// Discs inside the shapes `indices` of any class and discs around them, in lanes.
    #[inline]
    pub(super) fn gather_discs(&self, indices: &[u32; LANES]) -> DiscBlock {
        let [x, y, _, _, fourth, inner, reach, _] = transpose(indices.map(|index| self.record(index)));
        DiscBlock { x, y, inner, outer: reach + fourth }
    }

    /// The boxes `indices` in lanes.
    #[inline]
    pub(super) fn gather_rects(&self, indices: &[u32; LANES]) -> RectBlock {
        let rows = transpose(indices.map(|index| self.record(index)));
        let [x, y, cos, sin, half_x, _, reach, half_y] = rows.map(F32s::to_array);
        RectBlock { at: Placements { x, y, cos, sin, reach }, half_x, half_y }
    }

    /// The cores `indices`, all of `class`, into the lanes of `block`.
    ///
    /// Keep the block and pass it again: what the class has no column for is left as it is.
    #[inline]
    pub(super) fn gather_cores(&self, class: Class, indices: &[u32; LANES], block: &mut CoreBlock) {
        let records = indices.map(|index| self.record(index));
        let [x, y, cos, sin, fourth, _, reach, seventh] = transpose(records);
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
        let vertices = records.map(|record| record[7].to_bits());
        block.len = vertices.map(|bits| bits & 15);
        let first = vertices.map(|bits| (bits >> 4) as usize);
        let columns = block.columns_mut(class.columns());
        if class.columns() <= 4 {
            let lines = first.map(|first| self.line(first));
            let [x0, x1, x2, x3, y0, y1, y2, y3] = transpose(lines.map(|line| &line[0]));
            let [nx0, nx1, nx2, nx3, ny0, ny1, ny2, ny3] = transpose(lines.map(|line| &line[1]));
            let (x, y) = ([x0, x1, x2, x3], [y0, y1, y2, y3]);
            let (nx, ny) = ([nx0, nx1, nx2, nx3], [ny0, ny1, ny2, ny3]);
            for (j, column) in columns.iter_mut().enumerate() {
                (column.x, column.y) = (x[j].to_array(), y[j].to_array());
                (column.nx, column.ny) = (nx[j].to_array(), ny[j].to_array());
            }
        } else {
            let lines = first.map(|first| (self.line(first), self.line(first + 1)));
            let (x, y) = (transpose(lines.map(|line| &line.0[0])), transpose(lines.map(|line| &line.0[1])));
            let (nx, ny) = (transpose(lines.map(|line| &line.1[0])), transpose(lines.map(|line| &line.1[1])));
            for (j, column) in columns.iter_mut().enumerate() {
                (column.x, column.y) = (x[j].to_array(), y[j].to_array());
                (column.nx, column.ny) = (nx[j].to_array(), ny[j].to_array());
            }
        }
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
        for (column, nx) in block.columns_mut(2).iter_mut().zip([one, [-1.0; LANES]]) {
            *column = EdgeColumn { x: zero, y: zero, nx, ny: zero };
        }
    }
}

/// The corners and normals of eight boxes, in the order of the single functions.
#[inline]
fn rect_columns(half_x: F32s, half_y: F32s, block: &mut CoreBlock) {
    const NORMALS: [[f32; 2]; 4] = [[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]];
    block.radius = [0.0; LANES];
    block.len = [4; LANES];
    let corners = [[-half_x, -half_y], [half_x, -half_y], [half_x, half_y], [-half_x, half_y]];
    for ((column, [x, y]), [nx, ny]) in block.columns_mut(4).iter_mut().zip(corners).zip(NORMALS) {
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
                set.push(shape, pose);
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
                prop_assert_eq!(block.edges().len(), class.columns());
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
