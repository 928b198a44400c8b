use super::edge::{self, Edge};
use super::{Answer, Ray};
use crate::filter::{Crossing, Edges, RELATIVE_ERROR, SIZE_LIMIT, SQUARED_SIZE_LIMIT, largest};
use crate::lanes::{F32s, LANES, max};
use crate::precise::widen;
use crate::shape::Block;
use geom::{Pose, Vec2};
use glam::DVec2;

/// What the ray along `way` does to a core with edges at `pose`, `offset` from its origin, grown by a positive `radius`.
///
/// The half plane entered last is the one that is hit: M. Cyrus and J. Beck, *Generalized two- and three-dimensional
/// clipping*, Computers & Graphics 3(1), 1978. Eight lanes of `f32` find the edges that may be it, most often one, and
/// doubles answer for those. O(n / 8).
pub(super) fn cast(core: &Edges, pose: &Pose, radius: f64, offset: DVec2, way: Vec2) -> Answer {
    let way_f64 = widen(way);
    let reach = f64::from(core.reach) + radius;
    let ray = Ray::new(way_f64, offset, reach);
    // The line passes the circle around, which a rotation that is not quite unit makes a quarter of a millionth larger.
    let (across, around) = (offset.perp_dot(way_f64), reach * 1.000_001 + ray.error);
    if across * across > around * around * ray.way_sq {
        return Answer::Misses;
    }
    if !(ray.size < f64::from(SIZE_LIMIT) && ray.size > f64::from(SQUARED_SIZE_LIMIT)) {
        return Answer::Unsure;
    }
    let offset_f32 = Vec2::new(offset.x as f32, offset.y as f32);
    let origin = pose.rotation.inv_rotate(-offset_f32);
    let planes = Planes { origin, way: pose.rotation.inv_rotate(way), radius: radius as f32, size: ray.size as f32 };
    let candidates = Candidates { core, pose, radius, offset, ray: &ray };
    let answer = if let [block] = core.blocks {
        let crossing = planes.cross(block);
        candidates.ask(0, crossing.late, largest(crossing.early), Answer::Misses)
    } else {
        let crossings = || core.blocks.iter().map(|block| planes.cross(block));
        let latest = crossings().map(|crossing| largest(crossing.early)).fold(f32::NEG_INFINITY, max);
        let asked = crossings().enumerate();
        asked.fold(Answer::Misses, |answer, (k, crossing)| candidates.ask(k * LANES, crossing.late, latest, answer))
    };
    // A ray that leads away crosses no plane that it is in front of.
    let is_kept_out =
        || (0..core.len).any(|index| Edge::new(core, index, pose, offset).crossed(&ray, radius).keeps_out());
    if answer == Answer::Unsure && is_kept_out() { Answer::Misses } else { answer }
}

/// The ray in the core's frame, turned back by a rotation that is not quite unit, in `f32`.
struct Planes {
    origin: Vec2,
    way: Vec2,
    radius: f32,
    size: f32,
}

impl Planes {
    /// When the half planes of the block's edges are entered.
    #[inline]
    fn cross(&self, block: &Block) -> Crossing {
        let (x, y) = (F32s::from(block.x), F32s::from(block.y));
        let (nx, ny) = (F32s::from(block.nx), F32s::from(block.ny));
        let (from_x, from_y) = (F32s::splat(self.origin.x) - x, F32s::splat(self.origin.y) - y);
        let height = nx * from_x + ny * from_y - F32s::splat(self.radius);
        let opening = nx * F32s::splat(self.way.x) + ny * F32s::splat(self.way.y);
        Crossing::new(height, opening, self.size * RELATIVE_ERROR, self.way.x.abs() + self.way.y.abs())
    }
}

/// What doubles need to answer for one edge.
struct Candidates<'a> {
    core: &'a Edges<'a>,
    pose: &'a Pose,
    radius: f64,
    offset: DVec2,
    ray: &'a Ray,
}

impl Candidates<'_> {
    /// `answer`, or that of an edge from `first` on whose time is not before `latest`: the earlier hit.
    ///
    /// The edge that is entered last is among those that are asked, so what all of them are sure of is true.
    #[inline]
    fn ask(&self, first: usize, late: F32s, latest: f32, mut answer: Answer) -> Answer {
        // Nothing closes on a ray without length.
        if latest == f32::NEG_INFINITY {
            return Answer::Unsure;
        }
        let live = (1u32 << (self.core.len - first).min(LANES)) - 1;
        let mut edges = late.simd_ge(F32s::splat(latest)).to_bitmask() & live;
        while edges != 0 {
            let index = first + edges.trailing_zeros() as usize;
            edges &= edges - 1;
            let edge = Edge::new(self.core, index, self.pose, self.offset);
            answer = answer.or_earlier(edge::cast(self.ray, &edge, self.radius));
        }
        answer
    }
}
