use super::class::Class;
use super::core_block::{CoreBlock, MAX_COLUMNS};
use super::discs::DiscBlock;
use super::gather::{columns_of_line, columns_of_two_lines};
use super::set::rounded_down;
use super::vertex_lines::Line;
use crate::lanes::{F32s, LANES, map_lanes, transpose_fours};
use crate::shape::Polygon;
use alloc::vec::Vec;
use core::array;
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

/// Polygons of up to eight vertices at their world poses, rounded or not.
///
/// They are turned as in the world once, when they are pushed. Discs inside and around them stand in lanes, eight polygons to
/// a block, and decide most pairs; of those left open eight with as many vertices are turned into lanes together. Where all
/// polygons of a batch have three or four vertices, these stand in lanes already, which is faster: keep triangles and boxes
/// in batches of their own.
#[derive(Clone, Debug, Default)]
pub struct PolygonBatch {
    discs: Vec<Discs>,
    outlines: Vec<Outline>,
    /// Turned vertices and normals: up to four to a line, up to eight to two.
    lines: Vec<Line>,
    /// The first full blocks in lanes, at poses that do not turn, as far as all polygons have up to four vertices.
    small: Vec<CoreBlock>,
    /// What is read only where eight lanes cannot tell.
    polygons: Vec<(Polygon, Pose)>,
}

/// Discs inside and around eight polygons.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
struct Discs {
    x: [f32; LANES],
    y: [f32; LANES],
    inner: [f32; LANES],
    outer: [f32; LANES],
}

/// What is read of a polygon before its vertices: its radius, its reach, and the bits of two whole numbers, the index of its
/// first line and its vertex count. 2³² lines would be 256 GiB.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
struct Outline([f32; 4]);

impl Outline {
    fn first(&self) -> usize {
        self.0[2].to_bits() as usize
    }

    fn len(&self) -> usize {
        self.0[3].to_bits() as usize
    }
}

impl PolygonBatch {
    /// No polygons.
    #[must_use]
    pub const fn new() -> Self {
        Self { discs: Vec::new(), outlines: Vec::new(), lines: Vec::new(), small: Vec::new(), polygons: Vec::new() }
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
        self.discs.clear();
        self.outlines.clear();
        self.lines.clear();
        self.small.clear();
        self.polygons.clear();
    }

    /// Appends `polygon` at the world pose `pose`; if that is not finite, nowhere, where it overlaps nothing.
    ///
    /// # Errors
    /// [`TooManyVertices`] when it has more than [`MAX_BATCH_VERTICES`].
    pub fn push(&mut self, polygon: &Polygon, pose: &Pose) -> Result<(), TooManyVertices> {
        let [block] = polygon.blocks() else {
            return Err(TooManyVertices { count: polygon.len() });
        };
        let (index, lane, at) = (self.len(), self.len() % LANES, pose.translation);
        if lane == 0 {
            self.discs.push(Discs::default());
        }
        let (radius, reach) = (polygon.radius(), polygon.reach());
        let discs = &mut self.discs[index / LANES];
        (discs.x[lane], discs.y[lane]) = (at.x, at.y);
        discs.inner[lane] = rounded_down(f64::from(polygon.inner()) + f64::from(radius));
        discs.outer[lane] = reach + radius;
        let [first, len] = [self.lines.len(), polygon.len()].map(|number| f32::from_bits(number as u32));
        self.outlines.push(Outline([radius, reach, first, len]));
        if polygon.len() <= 4 {
            let ([x, y], [nx, ny]) =
                (turned::<4>(&block.x, &block.y, pose.rotation), turned::<4>(&block.nx, &block.ny, pose.rotation));
            self.lines.push(Line([halves(x, y), halves(nx, ny)]));
        } else {
            let points = turned(&block.x, &block.y, pose.rotation);
            self.lines.extend([Line(points), Line(turned(&block.nx, &block.ny, pose.rotation))]);
        }
        self.polygons.push((polygon.clone(), *pose));
        if lane == LANES - 1 && self.small.len() == index / LANES {
            self.gather_small();
        }
        Ok(())
    }

    /// Puts the last eight polygons into lanes, if all have up to four vertices.
    fn gather_small(&mut self) {
        let block = self.discs.len() - 1;
        let widest = self.outlines[block * LANES..].iter().map(Outline::len).max();
        let Some(class @ (Class::Three | Class::Four)) = widest.map(Class::of_vertices) else { return };
        let mut core = CoreBlock::default();
        self.gather(class, &array::from_fn(|lane| (block * LANES + lane) as u32), &mut core);
        self.small.push(core);
    }

    /// All full blocks in lanes, if none of their polygons has more than four vertices.
    #[inline]
    pub(super) fn small(&self) -> Option<&[CoreBlock]> {
        (self.small.len() == self.len() / LANES).then_some(&self.small)
    }

    /// Discs inside and around the polygons of a block.
    #[inline]
    pub(super) fn discs(&self, block: usize) -> DiscBlock {
        let Discs { x, y, inner, outer } = self.discs[block];
        DiscBlock { x: F32s::new(x), y: F32s::new(y), inner: F32s::new(inner), outer: F32s::new(outer) }
    }

    #[inline]
    pub(super) fn class(&self, index: u32) -> Class {
        Class::of_vertices(self.outlines[index as usize].len())
    }

    /// Whether there are too many to stay in the second-level cache, so that reading ahead pays.
    #[inline]
    pub(super) fn is_large(&self) -> bool {
        self.len() > 4096
    }

    /// Reads a bit of each line of polygon `index`, so that they are on their way when they are gathered. What comes back
    /// means nothing; it is there to be used, lest the compiler drops the loads.
    #[inline]
    pub(super) fn touch(&self, index: u32) -> u32 {
        let outline = &self.outlines[index as usize];
        let first = outline.first();
        let start = |Line(line): &Line| line[0][0].to_bits();
        self.lines
            .get(first..first + outline.len().div_ceil(4))
            .map_or(0, |lines| start(&lines[0]) ^ start(&lines[lines.len() - 1]))
    }

    /// Polygon `index` and its pose.
    pub(super) fn get(&self, index: usize) -> &(Polygon, Pose) {
        &self.polygons[index]
    }

    /// The polygons `indices`, which have no more vertices than `class`, into the lanes of `block`.
    #[inline]
    pub(super) fn gather(&self, class: Class, indices: &[u32; LANES], block: &mut CoreBlock) {
        let places = map_lanes(indices, |index| (&self.discs[index as usize / LANES], index as usize % LANES));
        block.at.x = map_lanes(&places, |(discs, lane)| discs.x[lane]);
        block.at.y = map_lanes(&places, |(discs, lane)| discs.y[lane]);
        (block.at.cos, block.at.sin) = ([1.0; LANES], [0.0; LANES]);
        let [radius, reach, first, len] =
            transpose_fours(&map_lanes(indices, |index| self.outlines[index as usize].0)).map(F32s::to_array);
        (block.radius, block.at.reach, block.len) = (radius, reach, len.map(f32::to_bits));
        let first = map_lanes(&first, |bits| bits.to_bits() as usize);
        let (one, two) = (
            || map_lanes(&first, |first| &self.lines[first].0),
            || map_lanes(&first, |first| self.lines[first..].first_chunk().expect("it has two lines")),
        );
        match class {
            Class::Three => columns_of_line(&one(), block.columns_mut::<3>()),
            Class::Four => columns_of_line(&one(), block.columns_mut::<4>()),
            Class::Six => columns_of_two_lines(&two(), block.columns_mut::<6>()),
            _ => columns_of_two_lines(&two(), block.columns_mut::<8>()),
        }
    }
}

/// The first `N` of these vertices or normals turned by `rotation`, each number rounded once: its products are exact in
/// doubles.
///
/// So a vertex is off by u·r at most, and a unit normal by u more than it was. With u·T for the difference of the
/// positions, the gap n·(d − v) + min n·w is off by no more than 11u·T + 11u·r + 10u·r′, the scale of 1 ± 4u that a
/// rotation has included: less than 16u of all three, the bound for the single pair.
#[inline]
fn turned<const N: usize>(x: &[f32; LANES], y: &[f32; LANES], rotation: Rot) -> [[f32; N]; 2] {
    let (cos, sin) = (f64::from(rotation.cos()), f64::from(rotation.sin()));
    let wide = |numbers: &[f32; LANES]| -> [f64; N] { array::from_fn(|j| f64::from(numbers[j % LANES])) };
    let (x, y) = (wide(x), wide(y));
    [array::from_fn(|j| (cos * x[j] - sin * y[j]) as f32), array::from_fn(|j| (sin * x[j] + cos * y[j]) as f32)]
}

fn halves([x0, x1, x2, x3]: [f32; 4], [y0, y1, y2, y3]: [f32; 4]) -> [f32; LANES] {
    [x0, x1, x2, x3, y0, y1, y2, y3]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polygon_with_nine_vertices_is_refused() {
        let turn = |i: u16| Rot::from_angle(f32::from(i) * 0.69);
        let corners: Vec<_> = (0..9).map(|i| turn(i).rotate(geom::Vec2::X)).collect();
        let nonagon = Polygon::new(&corners).unwrap();
        assert_eq!(PolygonBatch::new().push(&nonagon, &Pose::IDENTITY), Err(TooManyVertices { count: 9 }));
    }
}
