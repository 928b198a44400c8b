use super::class::Class;
use super::error::BatchError;
use super::outlines::Outlines;
use super::vertex_lines::{Line, VertexLines};
use crate::filter::{Edges, with_edges};
use crate::lanes::{F32Quad, LANES};
use crate::{AsShape, Shape};
use alloc::{collections::TryReserveError, vec::Vec};
use geom::{Pose, Rot, Vec2};

/// Shapes of any kind at their world poses, asked by pairs of their indices.
///
/// Each has one record of half a cache line, and cores with edges half a line to two lines of vertices besides: 32 bytes a
/// circle or box, 64 a segment or capsule, 96 for up to four vertices, 160 for up to eight, and from there on 128 more for
/// each eight; shapes alike of up to eight that are pushed one after the other share their vertices. That is what a random
/// access reads; the shape itself, kept beside them, is read only where eight lanes of `f32` cannot tell, and for polygons
/// of more than eight vertices by other questions than [`overlaps`](super::overlaps()).
///
/// [`Clone::clone_from`] writes over another set in the memory that it has.
#[derive(Debug, Default)]
pub struct ShapeSet {
    records: Vec<Record>,
    classes: Vec<Class>,
    lines: VertexLines,
    outlines: Outlines,
    shapes: Vec<Shape>,
    /// How many shapes there are of each class.
    counts: [usize; Class::ALL.len()],
}

geom::clone_in_place!(ShapeSet { records, classes, lines, outlines, shapes, counts });

/// What there is about every shape:
///
/// | | 0–3 | 4 | 5 | 6 | 7 |
/// |---|---|---|---|---|---|
/// | box | cosine, sine, x, y | half width | inner radius | reach of the core | half height |
/// | others | | radius | | | vertices |
///
/// The last is no number but the bits of 16 · (index of the first half line) + (vertex count), or of the index of the
/// outline where there are more than eight vertices. A disc of the inner radius around the position is inside the shape, or
/// the shape is no further from it than the negative of that; a disc of the radii 4 and 6 together contains it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct Record(pub [f32; LANES]);

impl ShapeSet {
    /// No shapes.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            records: Vec::new(),
            classes: Vec::new(),
            lines: VertexLines::new(),
            outlines: Outlines::new(),
            shapes: Vec::new(),
            counts: [0; Class::ALL.len()],
        }
    }

    /// How many shapes there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Forgets all shapes; keeps the memory.
    pub fn clear(&mut self) {
        self.records.clear();
        self.classes.clear();
        self.lines.clear();
        self.outlines.clear();
        self.shapes.clear();
        self.counts = [0; Class::ALL.len()];
    }

    /// Makes room for this many shapes more, their vertices left out, so that pushing them does not have to grow the lists of
    /// shapes time and again.
    ///
    /// # Errors
    /// When there is no memory for so many; nothing is lost but time then.
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), TryReserveError> {
        self.records.try_reserve(additional)?;
        self.classes.try_reserve(additional)?;
        self.shapes.try_reserve(additional)
    }

    /// Appends `shape` at the world pose `pose`; gives its index, the number of shapes before it.
    ///
    /// A pose that is not finite is taken as well: the shape is then nowhere, apart from every other, as for the single functions.
    ///
    /// # Errors
    /// [`BatchError::Full`] beyond 2³² − 1 shapes or 2²⁷ cache lines of vertices (8 GiB).
    pub fn push(&mut self, shape: &Shape, pose: &Pose) -> Result<u32, BatchError> {
        BatchError::check_count("shapes", self.len() + 1)?;
        let (index, class) = (self.len() as u32, Class::of(shape));
        let (reach, vertices) = self.push_vertices(shape, class)?;
        let [fourth, seventh] = match shape {
            Shape::Rect(rect) => rect.half().to_array(),
            _ => [shape.radius(), f32::from_bits(vertices)],
        };
        let (at, turn) = (pose.translation, pose.rotation);
        self.records.push(Record([turn.cos(), turn.sin(), at.x, at.y, fourth, inner_radius(shape), reach, seventh]));
        self.classes.push(class);
        self.shapes.push(shape.clone());
        self.counts[class as usize] += 1;
        Ok(index)
    }

    /// Appends the core's lines, if it has any; gives its reach, and where they are as the record has it.
    fn push_vertices(&mut self, shape: &Shape, class: Class) -> Result<(f32, u32), BatchError> {
        with_edges(shape.as_shape(), |edges| {
            let (mut first, block) = (0, &edges.blocks[0]);
            match class {
                Class::Circle | Class::Rect => {}
                Class::Large => return Ok((edges.reach, self.outlines.push(&edges)?)),
                Class::Two => {
                    let [x, y, nx, ny] = [&block.x, &block.y, &block.nx, &block.ny];
                    first = self.lines.push_half([x[0], x[1], y[0], y[1], nx[0], nx[1], ny[0], ny[1]])?;
                }
                Class::Three | Class::Four => {
                    let halves = |x: &[f32; LANES], y: &[f32; LANES]| [x[0], x[1], x[2], x[3], y[0], y[1], y[2], y[3]];
                    first = self.lines.push(&[Line([halves(&block.x, &block.y), halves(&block.nx, &block.ny)])])?;
                }
                Class::Six | Class::Eight => {
                    first = self.lines.push(&[Line([block.x, block.y]), Line([block.nx, block.ny])])?;
                }
            }
            Ok((edges.reach, (first as u32) << 4 | (edges.len as u32 & 15)))
        })
    }

    /// The vertices of shape `index`, a polygon of more than eight.
    pub(super) fn outline(&self, index: u32) -> Edges<'_> {
        self.outlines.get(self.record(index)[7].to_bits())
    }

    /// Moves shape `index` to the world pose `pose`; if that is not finite, to nowhere.
    ///
    /// # Errors
    /// [`BatchError::NoSuchShape`] when `index` is not below [`ShapeSet::len`].
    #[inline]
    pub fn set_pose(&mut self, index: u32, pose: &Pose) -> Result<(), BatchError> {
        let len = self.len();
        let Some(Record(record)) = self.records.get_mut(index as usize) else {
            return Err(BatchError::NoSuchShape { position: 0, index, len });
        };
        [record[0], record[1]] = [pose.rotation.cos(), pose.rotation.sin()];
        [record[2], record[3]] = pose.translation.to_array();
        Ok(())
    }

    /// Shape `index` and its world pose; `None` when `index` is not below [`ShapeSet::len`].
    #[inline]
    #[must_use]
    pub fn get(&self, index: u32) -> Option<(&Shape, Pose)> {
        ((index as usize) < self.len()).then(|| (self.shape(index), self.pose(index)))
    }

    #[inline]
    pub(super) fn shape(&self, index: u32) -> &Shape {
        &self.shapes[index as usize]
    }

    pub(super) fn pose(&self, index: u32) -> Pose {
        let [cos, sin, x, y, ..] = self.records[index as usize].0;
        Pose::new(Vec2::new(x, y), Rot::new(cos, sin).expect("it was taken from a rotation"))
    }

    #[inline]
    pub(super) fn class(&self, index: u32) -> Class {
        self.classes[index as usize]
    }

    /// The class of all shapes, if they have one.
    pub(super) fn only_class(&self) -> Option<Class> {
        Class::ALL.into_iter().find(|class| self.counts[*class as usize] == self.len())
    }

    /// Whether all shapes are polygons of up to eight vertices.
    pub(super) fn has_only_polygons(&self) -> bool {
        let polygons = Class::ALL.into_iter().filter(|class| class.padded().is_some());
        polygons.map(|class| self.counts[class as usize]).sum::<usize>() == self.len()
    }

    #[inline]
    pub(super) fn record(&self, index: u32) -> &[f32; LANES] {
        &self.records[index as usize].0
    }

    /// The record's numbers 2 to 5, if there is shape `index`.
    #[inline(always)]
    pub(super) fn place_and_radius(&self, index: u32) -> Option<F32Quad> {
        let [_, _, x, y, radius, inner, ..] = self.records.get(index as usize)?.0;
        Some(F32Quad::new([x, y, radius, inner]))
    }

    /// The record's numbers 0 to 3 and 4 to 7. Copied as a record: of a reference to its numbers no compiler knows that they are
    /// aligned, and loads each on its own.
    #[inline(always)]
    pub(super) fn record_halves(&self, index: u32) -> [F32Quad; 2] {
        let Record(numbers) = self.records[index as usize];
        let half = |half: Option<&[f32; 4]>| F32Quad::new(*half.expect("a record has two halves"));
        [half(numbers.first_chunk()), half(numbers.last_chunk())]
    }

    /// Reads the lines of shape `index`, which may be of any kind, so that they are on their way when they are gathered.
    /// What comes back means nothing; it is there to be used, lest the compiler drops the loads.
    #[inline]
    pub(super) fn touch(&self, index: u32) -> u32 {
        // A box has a length here, which names any lines or none.
        self.lines.touch((self.record(index)[7].to_bits() >> 4) as usize)
    }

    /// Whether the records are more than the second-level cache holds beside other things, so that reading ahead pays.
    #[inline]
    pub(super) fn is_large(&self) -> bool {
        self.len() > 8192
    }

    /// [Touches](Self::touch) all shapes of the pairs.
    #[inline]
    pub(super) fn read_ahead(&self, pairs: impl Iterator<Item = (u32, u32)>) {
        core::hint::black_box(pairs.fold(0, |bits, (a, b)| bits ^ self.touch(a) ^ self.touch(b)));
    }

    /// Where the vertices of cores of up to eight are.
    #[inline]
    pub(super) fn lines(&self) -> &VertexLines {
        &self.lines
    }
}

/// The radius of a disc around the local origin that is inside the shape, rounded down; where the origin is outside, minus
/// a distance within which there is a point of the shape.
fn inner_radius(shape: &Shape) -> f32 {
    let inner = match shape {
        Shape::Circle(_) => 0.0,
        Shape::Rect(rect) => f64::from(rect.half().min_element()),
        Shape::Polygon(polygon) => f64::from(polygon.inner()),
        Shape::Capsule(_) | Shape::Segment(_) => {
            let [a, b] = [0, 1].map(|index| shape.core_vertex(index).as_dvec2());
            let s = -a.dot(b - a) / (b - a).length_squared();
            // A segment of length zero has no such number.
            let nearest = if s > 0.0 && s < 1.0 { a + (b - a) * s } else { a };
            // Where the core passes the position, all of it is rounding.
            -nearest.length() - a.length() * 1e-12
        }
    };
    rounded_down(inner + f64::from(shape.radius()))
}

/// An inner radius with a slack that covers its rounding.
#[inline]
pub(super) fn rounded_down(inner: f64) -> f32 {
    (inner - inner.abs() * 1e-6) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_alike_in_a_row_share_their_vertices() {
        let triangle = |x: f32| Shape::polygon(&[Vec2::ZERO, Vec2::new(x, 0.0), Vec2::Y]).unwrap();
        let segment = |x: f32| Shape::segment(Vec2::ZERO, Vec2::new(x, 0.0)).unwrap();
        // Triangles take a line each, segments half of one.
        for (lines, shapes) in
            [(3, [1.0, 1.0, 2.0, 2.0, 1.0].map(triangle)), (2, [1.0, 1.0, 2.0, 2.0, 1.0].map(segment))]
        {
            let mut set = ShapeSet::new();
            for shape in shapes {
                set.push(&shape, &Pose::IDENTITY).unwrap();
            }
            let at = [0, 1, 2, 3, 4].map(|index| set.record(index)[7].to_bits());
            assert_eq!((set.lines.len(), at[0], at[2]), (lines, at[1], at[3]));
            assert!(at[0] != at[2] && at[2] != at[4] && at[4] != at[0]);
        }
    }

    #[test]
    fn segments_between_polygons_take_both_halves_of_a_line() {
        let segment = |x: f32| Shape::segment(Vec2::ZERO, Vec2::new(x, 1.0)).unwrap();
        let triangle = Shape::polygon(&[Vec2::ZERO, Vec2::X, Vec2::Y]).unwrap();
        let mut set = ShapeSet::new();
        for shape in [&segment(1.0), &triangle, &segment(2.0), &triangle, &segment(3.0)] {
            set.push(shape, &Pose::IDENTITY).unwrap();
        }
        let half = |index: u32| (set.record(index)[7].to_bits() >> 4) as usize;
        assert_eq!([0, 1, 2, 3, 4].map(half), [0, 2, 1, 2, 4]);
        assert_eq!([0, 2, 4].map(|index| set.lines.half(half(index))[1]), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn a_set_gives_back_what_it_was_given() {
        let mut set = ShapeSet::new();
        let shapes =
            [Shape::circle(0.5), Shape::segment(Vec2::ZERO, Vec2::X), Shape::rect(1.0, 2.0)].map(Result::unwrap);
        let at = |i: u32| Pose::new(Vec2::new(i as f32, 1.0), Rot::new(0.6, 0.8).unwrap());
        for (i, shape) in (0..).zip(&shapes) {
            assert_eq!(set.push(shape, &Pose::IDENTITY), Ok(i));
            set.set_pose(i, &at(i)).unwrap();
        }
        for (i, shape) in (0..).zip(&shapes) {
            assert_eq!(set.get(i), Some((shape, at(i))));
        }
        assert_eq!(set.get(3), None);
        let missing = BatchError::NoSuchShape { position: 0, index: 3, len: 3 };
        assert_eq!(set.set_pose(3, &Pose::IDENTITY), Err(missing));
        set.clear();
        assert!(set.is_empty());
    }
}
