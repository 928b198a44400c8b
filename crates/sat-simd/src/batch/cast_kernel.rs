//! The kernel behind [`shape_casts`](super::shape_casts()): eight casts in closed form.
//!
//! Moving A by t·v is a ray from the origin into the Minkowski difference of the cores, grown by R, the sum of the
//! radii. Each edge of either core bounds that set by a half plane, which the ray crosses at t = (g − R) ÷ a for a gap g
//! that closes at the speed a (M. Cyrus and J. Beck, *Generalized two- and three-dimensional clipping*, Computers &
//! Graphics 3(1), 1978). The last plane to be crossed inward is the one that is hit, unless the vertex that crosses it
//! stands beyond an end of the edge; then the ray meets the disc of radius R around that corner or nothing.
//!
//! What is certain, with e the bound of a gap, translation included in the size it is relative to:
//!
//! - *missed*, when some axis keeps a gap above R + 2e at t = 0 and t = 1, and so between: an edge's, that across the
//!   motion, or the normal of the disc;
//! - *hit*, when at one time within 0..=1 all gaps are below −2e, or one pair of points is nearer than R − 3e;
//! - *first there*, when the normal's axis has a gap of at least R − 4e at the time found; before, it was larger; and when the
//!   corner and the vertex are then no more than R + 4e apart: where the ray passes the disc they are further.
//!
//! So with the error of that gap the shapes are never more than 5e deep at the time found, nor along the normal, nor apart.

use super::core_block::EdgeColumn;
use super::distance_kernel::{
    EdgeWide, NearestWide, View, dot, error_of, gap_along_wide, is_of_usual_size, minus, plus, select2, times, turn,
    turn_back,
};
use super::placement::RelativeWide;
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, max_wide, min_wide};

/// Eight moving cores and eight resting ones.
pub(super) struct Casts<'a> {
    /// Edges and vertices of the moving cores; a point has no edges.
    pub edges_a: &'a [EdgeColumn],
    pub vertices_a: &'a [EdgeColumn],
    /// The same of the resting cores; one of the two sides has edges, or what stands for those of points.
    pub edges_b: &'a [EdgeColumn],
    pub vertices_b: &'a [EdgeColumn],
    /// How B lies to A at the start.
    pub relative: RelativeWide,
    /// The translation of A, in A's frame.
    pub translation: [F32s; 2],
    /// The sums of the radii.
    pub radii: F32s,
    /// The sizes without the translations.
    pub size: F32s,
}

/// What happens on eight ways, in A's frame at the start.
#[derive(Clone, Copy)]
pub(super) struct CastWide {
    /// The lanes that certainly hit and start apart; only there the rest is filled in.
    pub hits: F32s,
    /// The lanes that certainly miss.
    pub misses: F32s,
    /// How much of the translation lies before the hit.
    pub fraction: F32s,
    /// Unit, from A to B.
    pub normal: [F32s; 2],
    /// The point of B's core that is nearest to A's at the hit.
    pub point_b: [F32s; 2],
}

/// What eight motions do to the planes of one side's edges.
pub(super) struct Crossing<'a> {
    view: View<'a>,
    translation: [F32s; 2],
    /// The largest gap at the start.
    pub gap: F32s,
    /// The largest of the gaps that stay, start and end, on one edge.
    pub stays: F32s,
    /// When the last plane is crossed inward, −∞ when none is: the edge, and the gap over it at the start.
    pub enter: F32s,
    pub edge: EdgeWide,
    pub edge_gap: F32s,
    /// Between these times all gaps of the cores are below −2e.
    pub inside_from: F32s,
    pub inside_to: F32s,
}

/// The two points that meet, and where.
struct Meeting {
    /// From A's point to B's at the start.
    apart: [F32s; 2],
    point_b: [F32s; 2],
    normal: [F32s; 2],
    beyond: F32s,
}

impl Casts<'_> {
    /// All eight. O(edges × vertices).
    #[inline]
    pub(super) fn solve(&self) -> CastWide {
        let [vx, vy] = self.translation;
        let (zero, one) = (F32s::splat(0.0), F32s::splat(1.0));
        let size = self.size + vx.abs() + vy.abs();
        let error = error_of(size);
        let speed_sq = dot(self.translation, self.translation);
        let speed = speed_sq.sqrt();
        let RelativeWide { b_in_a, a_in_b, cos, sin, .. } = self.relative;
        let by_a = Crossing::new(
            View { edges: self.edges_a, others: self.vertices_b, position: b_in_a, cos, sin },
            self.translation,
            self.radii,
            error,
        );
        let by_b = Crossing::new(
            View { edges: self.edges_b, others: self.vertices_a, position: a_in_b, cos, sin: -sin },
            turn_back([-vx, -vy], cos, sin),
            self.radii,
            error,
        );

        let far = self.radii + error + error;
        let is_usual = is_of_usual_size(size) & speed_sq.simd_gt(F32s::splat(LEAST_SPEED_SQ));
        let stays = max_wide(max_wide(by_a.stays, by_b.stays), self.gap_across(speed));
        let mut misses = stays.simd_gt(far) & is_usual;
        let enter = max_wide(by_a.enter, by_b.enter);
        let mut fraction = min_wide(max_wide(enter, zero), one);
        let mut hits = zero;
        let (mut normal, mut point_b) = ([zero; 2], [zero; 2]);
        if !misses.all() {
            let meeting = self.meeting(&by_a, &by_b, fraction, error);
            (normal, point_b) = (meeting.normal, meeting.point_b);
            let sharp = self.radii.simd_eq(zero);
            let on_edge = enter.simd_ge(zero)
                & (meeting.beyond.simd_eq(zero) | (sharp & meeting.beyond.abs().simd_le(error + error)));
            let mut starts_apart = max_wide(by_a.gap, by_b.gap).simd_gt(far);
            let mut is_first = on_edge;
            if !(on_edge | misses).all() {
                let along = dot(meeting.apart, self.translation);
                let time = self.disc_time(meeting.apart, along, speed);
                let to_b = minus(meeting.apart, times(self.translation, time));
                let length = dot(to_b, to_b).sqrt();
                let disc_normal = times(to_b, F32s::splat(1.0) / length);
                // Between points no further apart than the error there is no axis, and its square may have underflowed.
                let gap = gap_along_wide(self.vertices_a, self.vertices_b, disc_normal, &self.relative);
                let gap = length.simd_gt(error).select(gap, F32s::splat(f32::NEG_INFINITY));
                let closing = dot(disc_normal, self.translation);
                let four = F32s::splat(4.0) * error;
                let on_disc = along.simd_gt(zero)
                    & self.radii.simd_gt(error * F32s::splat(16.0))
                    & (gap - closing * time).simd_ge(self.radii - four)
                    & length.simd_le(self.radii + four);
                misses |= min_wide(gap, gap - closing).simd_gt(far) & is_usual;
                is_first |= on_disc;
                starts_apart |= gap.simd_gt(far);
                fraction = on_edge.select(fraction, min_wide(max_wide(time, zero), one));
                normal = select2(on_edge, normal, disc_normal);
            }
            let from = max_wide(max_wide(by_a.inside_from, by_b.inside_from), zero);
            let to = min_wide(min_wide(by_a.inside_to, by_b.inside_to), one);
            let meets = from.simd_lt(to) | self.comes_near(meeting.apart, speed_sq, error);
            hits = meets & starts_apart & is_first & is_usual;
        }
        CastWide { hits, misses, fraction, normal, point_b }
    }

    /// The gap along the two normals of the way. What is seen along one is seen along the other with the signs changed.
    #[inline]
    fn gap_across(&self, speed: F32s) -> F32s {
        let RelativeWide { b_in_a, cos, sin, .. } = self.relative;
        let along = times(self.translation, F32s::splat(1.0) / speed);
        let across = [-along[1], along[0]];
        let [lowest_a, highest_a] = extremes(self.vertices_a, across);
        let [lowest_b, highest_b] = extremes(self.vertices_b, turn_back(across, cos, sin));
        let between = dot(across, b_in_a);
        max_wide(between + (lowest_b - highest_a), (lowest_a - highest_b) - between)
    }

    /// The vertex and the point of the edge that cross last, of A's and B's edges the later; where both cross at one
    /// time up to rounding, as parallel edges do, the one that has the vertex over it.
    #[inline]
    fn meeting(&self, by_a: &Crossing, by_b: &Crossing, time: F32s, error: F32s) -> Meeting {
        let RelativeWide { b_in_a, cos, sin, .. } = self.relative;
        let moved = times(self.translation, time);
        let of_a = |on_a: &NearestWide| Meeting {
            apart: plus(turn(minus(on_a.vertex, on_a.foot), cos, sin), moved),
            point_b: plus(b_in_a, turn(on_a.vertex, cos, sin)),
            normal: by_a.edge.normal,
            beyond: on_a.beyond,
        };
        if self.edges_b.is_empty() {
            return of_a(&by_a.vertex_at(time, self.radii, error).0);
        }
        let (on_b, is_near_b) = by_b.vertex_at(time, self.radii, error);
        let foot_b = plus(on_b.foot, moved);
        let normal_b = turn(by_b.edge.normal, cos, sin);
        let of_b = Meeting {
            apart: minus(foot_b, on_b.vertex),
            point_b: foot_b,
            normal: [-normal_b[0], -normal_b[1]],
            beyond: on_b.beyond,
        };
        if self.edges_a.is_empty() {
            return of_b;
        }
        let (on_a, is_near_a) = by_a.vertex_at(time, self.radii, error);
        let is_a_later = by_a.enter.simd_gt(by_b.enter);
        let a_is_closer = on_a.key.simd_lt(on_b.key);
        let is_a = (is_a_later & !(is_near_b & !a_is_closer)) | (!is_a_later & is_near_a & a_is_closer);
        let of_a = of_a(&on_a);
        Meeting {
            apart: select2(is_a, of_a.apart, of_b.apart),
            point_b: select2(is_a, of_a.point_b, of_b.point_b),
            normal: select2(is_a, of_a.normal, of_b.normal),
            beyond: is_a.select(of_a.beyond, of_b.beyond),
        }
    }

    /// When points `apart` at the start first come as near as the radii, or nearest.
    #[inline]
    fn disc_time(&self, apart: [F32s; 2], along: F32s, speed: F32s) -> F32s {
        let zero = F32s::splat(0.0);
        let across = (apart[0] * self.translation[1] - apart[1] * self.translation[0]).abs();
        let reach = self.radii * speed;
        let root = max_wide((reach - across) * (reach + across), zero).sqrt();
        // As for a ray at a disc, the squares are as good as the roots.
        (dot(apart, apart) - self.radii * self.radii) / (along + root)
    }

    /// Whether points `apart` at the start come nearer than R − 3e within the way.
    #[inline]
    fn comes_near(&self, apart: [F32s; 2], speed_sq: F32s, error: F32s) -> F32s {
        let (zero, one) = (F32s::splat(0.0), F32s::splat(1.0));
        let time = min_wide(max_wide(dot(apart, self.translation) / speed_sq, zero), one);
        let then = minus(apart, times(self.translation, time));
        let near = self.radii - F32s::splat(3.0) * error;
        near.simd_gt(zero) & dot(then, then).simd_lt(near * near)
    }
}

impl<'a> Crossing<'a> {
    /// The planes of the edges of `view`; `translation` is that of the seeing cores against the others, in their frame.
    #[inline(always)]
    pub(super) fn new(view: View<'a>, translation: [F32s; 2], radii: F32s, error: F32s) -> Self {
        let (zero, low, high) = (F32s::splat(0.0), F32s::splat(f32::NEG_INFINITY), F32s::splat(f32::INFINITY));
        let first = view.edges.first().map_or([zero; 2], EdgeColumn::vertex);
        let (mut start, mut end, mut normal) = (first, first, [zero; 2]);
        let [mut gap_max, mut stays, mut enter, mut edge_gap, mut inside_from] = [low; 5];
        let mut inside_to = high;
        let twice = error + error;
        let parallel = (translation[0].abs() + translation[1].abs()) * F32s::splat(RELATIVE_ERROR);
        for (index, edge) in view.edges.iter().enumerate() {
            let gap = view.gap_wide(edge);
            let closing = dot(edge.normal(), translation);
            gap_max = max_wide(gap, gap_max);
            stays = max_wide(min_wide(gap, gap - closing), stays);
            let (is_closing, is_opening) = (closing.simd_gt(parallel), closing.simd_lt(-parallel));
            let per_speed = F32s::splat(1.0) / closing;
            let time = is_closing.select((gap - radii) * per_speed, low);
            let inside = (gap + twice) * per_speed;
            inside_from = max_wide(is_closing.select(inside, low), inside_from);
            // Along a plane the gap stays what it is: below −2e or not.
            let never_or_ever = (gap + twice).simd_lt(zero).select(high, low);
            let until = is_closing.select(high, is_opening.select(inside, never_or_ever));
            inside_to = min_wide(until, inside_to);
            // Of equal times the later edge: where columns repeat the last vertex, it is the one with a length.
            let is_later = is_closing & time.simd_ge(enter);
            enter = is_later.select(time, enter);
            edge_gap = is_later.select(gap, edge_gap);
            start = select2(is_later, edge.vertex(), start);
            end = select2(is_later, view.next(index).vertex(), end);
            normal = select2(is_later, edge.normal(), normal);
        }
        let edge = EdgeWide::new(start, end, normal);
        Self { view, translation, gap: gap_max, stays, enter, edge, edge_gap, inside_from, inside_to }
    }

    /// The vertex of the other core that crosses the edge first, at `time`, and whether it does cross it then, up to
    /// rounding.
    #[inline]
    fn vertex_at(&self, time: F32s, radii: F32s, error: F32s) -> (NearestWide, F32s) {
        // Seen from a core that advances the other falls back.
        let moved = times(self.translation, time);
        let view = View { position: minus(self.view.position, moved), ..self.view };
        let gap = self.edge_gap - dot(self.edge.normal, moved);
        let tie = F32s::splat(4.0) * error;
        let none = F32s::splat(f32::INFINITY);
        let limit = self.enter.simd_eq(F32s::splat(f32::NEG_INFINITY)).select(none, gap + tie);
        let nearest =
            view.nearest_wide(&self.edge, |across, beyond| across.simd_gt(limit).select(none, beyond * beyond));
        (nearest, gap.simd_ge(radii - tie))
    }
}

/// The least and the greatest height of the vertices along `normal`.
#[inline(always)]
fn extremes(vertices: &[EdgeColumn], normal: [F32s; 2]) -> [F32s; 2] {
    let (mut lowest, mut highest) = (F32s::splat(f32::MAX), F32s::splat(f32::MIN));
    for column in vertices {
        let height = dot(normal, column.vertex());
        (lowest, highest) = (min_wide(height, lowest), max_wide(height, highest));
    }
    [lowest, highest]
}

/// Translations whose square is below this are left to the single function: the square could have underflowed.
pub(super) const LEAST_SPEED_SQ: f32 = f32::MIN_POSITIVE * 16_777_216.0; // 2²⁴
