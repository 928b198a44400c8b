//! The vertex list of a posed core, or of one swept along a translation.

use super::point::Point;
use super::predicate::Predicates;
use crate::ShapeRef;
use core::cmp::Ordering;
use geom::{Pose, Rot, Vec2};

/// A convex core in the pair's frame, counter-clockwise: one vertex, the two ends of a segment, or a polygon.
#[derive(Clone, Debug)]
pub(super) struct Core<'a> {
    shape: ShapeRef<'a>,
    rotation: Rot,
    offset: [Vec2; 2],
    sweep: Vec2,
    /// The shape's core vertices, equal ends of a segment counted once.
    core_len: usize,
    outline: Outline,
    /// The first vertices, posed: every edge is held against every vertex.
    posed: [Point; CACHED],
}

/// Most cores have no more vertices than this.
const CACHED: usize = 8;

/// Which vertices of the core make the outline.
#[derive(Clone, Copy, Debug)]
enum Outline {
    /// All of them.
    Still,
    /// The end points of a core swept along its own line: index and whether it is the moved one.
    Ends([(usize, bool); 2]),
    /// The edges that face the motion, `moved` of them from edge `first` on, and their vertices at the far end of the
    /// sweep, the other edges at the near end.
    Swept { first: usize, moved: usize },
}

impl<'a> Core<'a> {
    /// The core of `shape`, turned and then moved by both offsets.
    pub fn new(shape: ShapeRef<'a>, rotation: Rot, offset: [Vec2; 2]) -> Self {
        let core_len = match shape.core_len() {
            2 if shape.core_vertex(0) == shape.core_vertex(1) => 1,
            len => len,
        };
        let mut posed = [Point::new(shape.core_vertex(0), rotation, offset); CACHED];
        for (index, point) in posed.iter_mut().enumerate().take(core_len).skip(1) {
            *point = Point::new(shape.core_vertex(index), rotation, offset);
        }
        Self { shape, rotation, offset, sweep: Vec2::ZERO, core_len, outline: Outline::Still, posed }
    }

    /// The convex hull of the core of `shape` at the origin and at `translation`. O(vertices), exact.
    pub fn swept(shape: ShapeRef<'a>, pose: &Pose, translation: Vec2, predicates: &Predicates) -> Self {
        let mut core = Self::new(shape, pose.rotation, [Vec2::ZERO; 2]);
        core.sweep = translation;
        if translation == Vec2::ZERO {
            return core;
        }
        // Whether edge k faces the motion: its outward normal (e.y, −e.x) and the translation make an acute angle.
        let faces = |k: usize| {
            let (start, end) = (core.posed(k, false), core.posed((k + 1) % core.core_len, false));
            predicates.turn(&core.posed(0, false), &core.posed(0, true), &start, &end)
        };
        let n = core.core_len;
        core.outline = if n == 1 {
            Outline::Ends([(0, false), (0, true)])
        } else if n == 2 && faces(0) == Ordering::Equal {
            let (start, end) = (core.posed(0, false), core.posed(1, false));
            let forward = predicates.ahead(&start, &end, &start, &core.posed(0, true)) == Ordering::Greater;
            Outline::Ends([(0, !forward), (1, forward)])
        } else {
            let moves = |k: usize| faces(k) == Ordering::Greater;
            let first = (0..n).find(|&k| moves(k) && !moves((k + n - 1) % n)).unwrap_or(0);
            Outline::Swept { first, moved: (0..n).take_while(|k| moves((first + k) % n)).count() }
        };
        core
    }

    /// How many vertices the outline has.
    #[inline]
    pub fn len(&self) -> usize {
        match self.outline {
            Outline::Still => self.core_len,
            Outline::Ends(_) => 2,
            Outline::Swept { .. } => self.core_len + 2,
        }
    }

    /// How many edges the outline has: a segment has two, one for each side.
    pub fn edges(&self) -> usize {
        if self.len() == 1 { 0 } else { self.len() }
    }

    /// The vertices that are kept posed: all, the first few, or none.
    #[inline]
    pub fn ready(&self) -> &[Point] {
        match self.outline {
            Outline::Still => &self.posed[..self.core_len.min(CACHED)],
            _ => &[],
        }
    }

    /// Vertex `k`, counted round and round.
    #[inline]
    pub fn vertex(&self, k: usize) -> Point {
        let k = if k >= self.len() { k - self.len() } else { k };
        match self.outline {
            Outline::Still if k < CACHED => self.posed[k],
            _ => self.outline_vertex(k),
        }
    }

    fn outline_vertex(&self, k: usize) -> Point {
        match self.outline {
            Outline::Still => self.posed(k, false),
            Outline::Ends(ends) => self.posed(ends[k].0, ends[k].1),
            Outline::Swept { first, moved } if k <= moved => self.posed((first + k) % self.core_len, true),
            Outline::Swept { first, .. } => self.posed((first + k - 1) % self.core_len, false),
        }
    }

    fn posed(&self, index: usize, moved: bool) -> Point {
        if !moved && index < CACHED {
            return self.posed[index];
        }
        let offset = if moved { [self.sweep, Vec2::ZERO] } else { self.offset };
        Point::new(self.shape.core_vertex(index), self.rotation, offset)
    }
}
