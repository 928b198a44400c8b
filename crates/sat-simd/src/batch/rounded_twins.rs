//! Scalar twin of the verdict on rounded cores, one lane at a time, and that they agree in every lane of batches of every
//! length.

use super::core_block::{CoreBlock, EdgeColumn};
use super::cores::verdict;
use super::placement::Relative;
use super::testing::{polygon, pose, put};
use crate::filter::{RELATIVE_ERROR, SIZE_LIMIT, TIE};
use crate::lanes::{LANES, max, min};
use geom::{Pose, Vec2};
use proptest::collection::vec;
use proptest::prelude::*;

/// A core's edge that faces the other core most.
#[derive(Clone, Copy)]
struct Edge {
    gap: f32,
    runner_up: f32,
    start: Vec2,
    end: Vec2,
    normal: Vec2,
}

/// One core as the other sees it.
struct View<'a> {
    edges: &'a [EdgeColumn],
    len: u32,
    others: &'a [EdgeColumn],
    /// The others' position and turn in the core's frame.
    position: Vec2,
    cos: f32,
    sin: f32,
    lane: usize,
}

impl View<'_> {
    fn vertex(&self, column: &EdgeColumn) -> Vec2 {
        Vec2::new(column.x[self.lane], column.y[self.lane])
    }

    fn gap(&self, edge: &EdgeColumn) -> f32 {
        let (nx, ny) = (edge.nx[self.lane], edge.ny[self.lane]);
        let (other_nx, other_ny) = (nx * self.cos + ny * self.sin, ny * self.cos - nx * self.sin);
        let heights = self.others.iter().map(|other| self.vertex(other)).map(|v| other_nx * v.x + other_ny * v.y);
        let nearest = heights.fold(f32::MAX, |nearest, height| min(height, nearest));
        let offset = self.position - self.vertex(edge);
        nearest + (nx * offset.x + ny * offset.y)
    }

    fn facing(&self) -> Edge {
        let (least, zero) = (f32::NEG_INFINITY, Vec2::ZERO);
        let mut best = Edge { gap: least, runner_up: least, start: zero, end: zero, normal: zero };
        for (index, edge) in self.edges.iter().enumerate() {
            let gap = self.gap(edge);
            if self.len as usize > index {
                best.runner_up = max(best.runner_up, min(gap, best.gap));
            }
            if gap >= best.gap {
                let end = &self.edges[(index + 1) % self.edges.len()];
                best.gap = gap;
                (best.start, best.end) = (self.vertex(edge), self.vertex(end));
                best.normal = Vec2::new(edge.nx[self.lane], edge.ny[self.lane]);
            }
        }
        best
    }

    /// The squared distance of the others' vertex nearest to `edge`.
    fn distance_sq(&self, Edge { start, end, normal, .. }: Edge) -> f32 {
        let length = normal.x * (end.y - start.y) - normal.y * (end.x - start.x);
        let of_vertex = |v: Vec2| {
            let x = self.position.x + (self.cos * v.x - self.sin * v.y);
            let y = self.position.y + (self.sin * v.x + self.cos * v.y);
            let (dx, dy) = (x - start.x, y - start.y);
            let (across, along) = (normal.x * dx + normal.y * dy, normal.x * dy - normal.y * dx);
            let beyond = max(max(0.0 - along, along - length), 0.0);
            across * across + beyond * beyond
        };
        self.others.iter().fold(f32::INFINITY, |least, other| min(of_vertex(self.vertex(other)), least))
    }
}

/// Whether the pair in `lane` overlaps, and whether it cannot be told.
fn twin(a: &CoreBlock, b: &CoreBlock, margin: f32, lane: usize) -> (bool, bool) {
    let relative = Relative::new(&a.at, &b.at, lane);
    let (dx, dy) = (b.at.x[lane] - a.at.x[lane], b.at.y[lane] - a.at.y[lane]);
    let core_size = dx.abs() + dy.abs() + (a.at.reach[lane] + b.at.reach[lane]);
    let radii = a.radius[lane] + b.radius[lane];
    let size = core_size + radii + margin.abs();
    let error = size * RELATIVE_ERROR + f32::MIN_POSITIVE;
    let reach = radii + margin;

    let (edges_a, edges_b) = (a.edges(), b.edges());
    let Relative { b_in_a, a_in_b, cos, sin } = relative;
    let of_a = View { edges: edges_a, len: a.len[lane], others: edges_b, position: b_in_a.into(), cos, sin, lane };
    let of_b =
        View { edges: edges_b, len: b.len[lane], others: edges_a, position: a_in_b.into(), cos, sin: -sin, lane };
    let (edge_a, edge_b) = (of_a.facing(), of_b.facing());
    let gap = max(edge_a.gap, edge_b.gap);
    let (is_close, is_apart) = (gap < min(reach, 0.0) - error, gap > reach + error);

    let distance_sq = min(of_a.distance_sq(edge_a), of_b.distance_sq(edge_b));
    let (low, high) = (reach - (error + error), reach + (error + error));
    let is_within = low > 0.0 && distance_sq + f32::MIN_POSITIVE < low * low;
    let is_beyond = high < 0.0 || distance_sq > high * high + f32::MIN_POSITIVE;
    let is_tied = [edge_a, edge_b].iter().any(|edge| edge.runner_up >= edge.gap - TIE * error);
    let overlaps = is_close || !is_apart && is_within;
    let is_apart = is_apart || !is_close && is_beyond && gap > error && !is_tied;
    let is_sure = (overlaps || is_apart) && size < SIZE_LIMIT;
    (overlaps && is_sure, !is_sure)
}

/// How far B is moved aside, also by halves of a metre, where sides and corners tie.
fn aside() -> impl Strategy<Value = f32> {
    prop_oneof![-5.0f32..5.0, (-10i8..11).prop_map(|halves| f32::from(halves) * 0.5)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_verdict_on_rounded_cores_equals_its_twin_in_every_lane_of_every_batch(
        pairs in vec((polygon(), pose(), 0.0f32..1.5, polygon(), pose(), 0.0f32..1.5, aside()), LANES),
        margin in prop_oneof![Just(0.0), 0.0f32..1.0, -1.0f32..0.0],
        exponent in prop_oneof![4 => Just(0), 1 => -60i32..31],
    ) {
        let scale = 2f32.powi(exponent);
        let margin = margin * scale;
        for first in 0..LANES {
            for live in 1..=LANES {
                let (mut a, mut b) = (CoreBlock::default(), CoreBlock::default());
                for lane in 0..LANES {
                    // As a short batch is filled up: with its last pair.
                    let (polygon_a, pose_a, radius_a, polygon_b, pose_b, radius_b, aside) =
                        &pairs[(first + lane.min(live - 1)) % LANES];
                    let beside = Pose::new(pose_b.translation * scale + Vec2::X * (aside * scale), pose_b.rotation);
                    let pose_a = Pose::new(pose_a.translation * scale, pose_a.rotation);
                    for (block, pose, radius, polygon) in
                        [(&mut a, &pose_a, radius_a, polygon_a), (&mut b, &beside, radius_b, polygon_b)]
                    {
                        let mut vertices = polygon.blocks()[0];
                        vertices.x = vertices.x.map(|x| x * scale);
                        vertices.y = vertices.y.map(|y| y * scale);
                        let (reach, radius) = (polygon.reach() * scale, radius * scale);
                        put(block, lane, pose, reach, radius, &vertices, polygon.len());
                    }
                }
                // A pair whose reach is not above zero is asked as a sharp one, if all in the batch are.
                if (0..LANES).all(|lane| a.radius[lane] + b.radius[lane] + margin <= 0.0) {
                    continue;
                }
                let wide = verdict::<true>(&a, &b, margin);
                for lane in 0..LANES {
                    let got = (wide.overlaps() >> lane & 1 == 1, wide.unsure() >> lane & 1 == 1);
                    prop_assert_eq!(got, twin(&a, &b, margin, lane), "lane {} of {} from {}", lane, live, first);
                }
            }
        }
    }
}
