//! The exact comparison of a pair's separation with a margin: what decides when `f32` with its error bound cannot.
//!
//! Both shapes are a convex core (one point, a segment, a polygon) grown by a radius. With R the sum of both radii and
//! the margin, and all lengths exact reals:
//!
//! 1. **Axes.** Every edge of either core: the smallest signed distance of the other core's vertices from its line
//!    (from the line R metres inside, when R is negative). The largest of them over all edges tells whether the cores
//!    are apart, touch or overlap by the separating axis theorem; each is the sign of a cross product of posed points.
//!    Two parallel segments also need the axis along them, two points just differ or not.
//! 2. **Distance.** Only when the cores are apart and R is positive: the distance of the cores is the smallest of a
//!    vertex of one from an edge of the other, and each is compared with R through squares.
//!
//! Every sign is first taken in doubles with an error bound, then in whole numbers (`predicate.rs`). Positions are
//! taken relative to A's translation, in which all is linear; nothing allocates.

mod boxes;
mod core;
mod int;
mod point;
mod predicate;

use self::core::Core;
use crate::ShapeRef;
use ::core::cmp::Ordering;
use geom::{Pose, Rot, Vec2};
use point::Point;
use predicate::{Predicates, Reach};

/// How the separation of the pair compares with the margin, and whether whole numbers were needed to tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Comparison {
    pub ordering: Ordering,
    pub used_integers: bool,
}

/// Compares the separation of `a` and `b` with `margin`, all finite. Exact; O(vertices of A × vertices of B).
pub(crate) fn compare(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose, margin: f32) -> Comparison {
    if margin == 0.0
        && let Some(ordering) = boxes::compare_aligned(a, pose_a, b, pose_b)
    {
        return Comparison { ordering, used_integers: false };
    }
    compare_swept(a, pose_a, Vec2::ZERO, b, pose_b, margin)
}

/// Compares the separation of `b` from all that `a` covers while it moves by `translation` with `margin`. Exact.
pub(crate) fn compare_swept(
    a: ShapeRef,
    pose_a: &Pose,
    translation: Vec2,
    b: ShapeRef,
    pose_b: &Pose,
    margin: f32,
) -> Comparison {
    let reach = Reach::new([a.radius(), b.radius(), margin]);
    let predicates = Predicates::new(reach);
    let a = Core::swept(a, pose_a, translation, &predicates);
    let b = Core::new(b, pose_b.rotation, [pose_b.translation, -pose_a.translation]);
    Pair { a, b, predicates }.compare(reach)
}

/// Compares the separation of `a`, moved by `motion` first, and `b` with zero. Exact: the new position is not rounded.
pub(crate) fn compare_moved(a: ShapeRef, pose_a: &Pose, motion: Vec2, b: ShapeRef, pose_b: &Pose) -> Comparison {
    let reach = Reach::new([a.radius(), b.radius(), 0.0]);
    let a = Core::new(a, pose_a.rotation, [motion, Vec2::ZERO]);
    let b = Core::new(b, pose_b.rotation, [pose_b.translation, -pose_a.translation]);
    Pair { a, b, predicates: Predicates::new(reach) }.compare(reach)
}

/// Whether no translation makes the interiors of `a` and `b` meet: both are sharp, and points or parallel segments.
pub(crate) fn never_overlap(a: ShapeRef, rotation_a: Rot, b: ShapeRef, rotation_b: Rot) -> bool {
    if a.radius() > 0.0 || b.radius() > 0.0 || a.core_len() > 2 || b.core_len() > 2 {
        return false;
    }
    let predicates = Predicates::new(Reach::new([0.0; 3]));
    let (a, b) = (Core::new(a, rotation_a, [Vec2::ZERO; 2]), Core::new(b, rotation_b, [Vec2::ZERO; 2]));
    let [a_start, a_end] = [0, 1].map(|k| a.vertex(k));
    let [b_start, b_end] = [0, 1].map(|k| b.vertex(k));
    predicates.turn(&a_start, &a_end, &b_start, &b_end) == Ordering::Equal
}

/// Two cores and the reach their distance is compared with.
struct Pair<'a> {
    a: Core<'a>,
    b: Core<'a>,
    predicates: Predicates,
}

impl Pair<'_> {
    fn compare(&self, reach: Reach) -> Comparison {
        let ordering = match reach.sign() {
            Ordering::Less => self.deepest_axis(true),
            Ordering::Equal => self.cores(),
            Ordering::Greater if self.cores() != Ordering::Greater => Ordering::Less,
            Ordering::Greater => self.distance(),
        };
        Comparison { ordering, used_integers: self.predicates.used_integers() }
    }

    /// Whether the cores are apart (`Greater`), touch, or overlap.
    fn cores(&self) -> Ordering {
        let axes = self.deepest_axis(false);
        if axes != Ordering::Equal || self.a.len() > 2 || self.b.len() > 2 {
            return axes;
        }
        // On all perpendicular axes the two meet in one point; along the line they may still be apart.
        if self.is_beyond_an_end(&self.a, &self.b) || self.is_beyond_an_end(&self.b, &self.a) {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    /// The largest gap over all edges of both cores, compared with zero, or with the (negative) reach.
    fn deepest_axis(&self, with_reach: bool) -> Ordering {
        if self.a.len() == 1 && self.b.len() == 1 {
            return self.points(with_reach);
        }
        self.gap(&self.a, &self.b, with_reach).max(self.gap(&self.b, &self.a, with_reach))
    }

    /// Two points are apart or the same.
    fn points(&self, with_reach: bool) -> Ordering {
        let (a, b) = (self.a.vertex(0), self.b.vertex(0));
        if with_reach || self.predicates.ahead(&a, &b, &a, &b) == Ordering::Greater {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    /// The largest gap over the edges of `reference`: for each the smallest over the vertices of `other`.
    fn gap(&self, reference: &Core, other: &Core, with_reach: bool) -> Ordering {
        let mut largest = Ordering::Less;
        for edge in 0..reference.edges() {
            let smallest =
                self.smallest(reference, edge, other, |start, end, point, exactly| match (with_reach, exactly) {
                    (false, false) => self.predicates.side(start, end, point),
                    (false, true) => Some(self.predicates.side_exactly(start, end, point)),
                    (true, false) => self.predicates.depth(start, end, point),
                    (true, true) => Some(self.predicates.depth_exactly(start, end, point)),
                });
            largest = largest.max(smallest);
            if largest == Ordering::Greater {
                break;
            }
        }
        largest
    }

    /// The smallest answer over the vertices of `other` to a question about an edge of `reference`. The question is
    /// put exactly only where doubles cannot tell, and not at all when some other vertex is certainly below.
    fn smallest(
        &self,
        reference: &Core,
        edge: usize,
        other: &Core,
        ask: impl Fn(&Point, &Point, &Point, bool) -> Option<Ordering>,
    ) -> Ordering {
        let (start, end) = (reference.vertex(edge), reference.vertex(edge + 1));
        let mut undecided = false;
        let mut is_below = |point: &Point| {
            let answer = ask(&start, &end, point, false);
            undecided |= answer.is_none();
            answer == Some(Ordering::Less)
        };
        let ready = other.ready();
        if ready.iter().any(&mut is_below) || (ready.len()..other.len()).any(|k| is_below(&other.vertex(k))) {
            return Ordering::Less;
        }
        let mut smallest = Ordering::Greater;
        for vertex in 0..if undecided { other.len() } else { 0 } {
            let point = other.vertex(vertex);
            if ask(&start, &end, &point, false).is_none() {
                smallest = smallest.min(ask(&start, &end, &point, true).unwrap_or(Ordering::Greater));
            }
            if smallest == Ordering::Less {
                break;
            }
        }
        smallest
    }

    /// Whether `other` lies beyond an end of `reference`, in the direction of that segment.
    fn is_beyond_an_end(&self, reference: &Core, other: &Core) -> bool {
        (0..reference.edges()).any(|edge| {
            let (start, end) = (reference.vertex(edge), reference.vertex(edge + 1));
            (0..other.len())
                .all(|vertex| self.predicates.ahead(&start, &end, &end, &other.vertex(vertex)) == Ordering::Greater)
        })
    }

    /// How the distance of the cores, which are apart, compares with the (positive) reach.
    fn distance(&self) -> Ordering {
        let to_edges = |reference: &Core, other: &Core| {
            let mut smallest = Ordering::Greater;
            for edge in 0..reference.len() {
                smallest = smallest.min(self.smallest(reference, edge, other, |start, end, point, exactly| {
                    if exactly {
                        Some(self.predicates.distance_exactly(start, end, point))
                    } else {
                        self.predicates.distance(start, end, point)
                    }
                }));
                if smallest == Ordering::Less {
                    break;
                }
            }
            smallest
        };
        match to_edges(&self.a, &self.b) {
            Ordering::Less => Ordering::Less,
            nearest if self.a.len() == 1 && self.b.len() == 1 => nearest,
            nearest => nearest.min(to_edges(&self.b, &self.a)),
        }
    }
}
