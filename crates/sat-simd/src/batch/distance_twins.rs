//! Scalar twins of the distance and cast kernels' parts, one lane at a time, and that they agree bit for bit.

use super::cast_kernel::Crossing;
use super::core_block::{CoreBlock, EdgeColumn};
use super::distance_kernel::{EdgeWide, View, gap_along_wide};
use super::placement::{Relative, RelativeWide};
use super::testing::{polygon, pose, put};
use crate::filter::{RELATIVE_ERROR, with_edges};
use crate::lanes::{F32s, LANES, max, min};
use crate::{AsShape, Shape};
use geom::Vec2;
use proptest::collection::vec;
use proptest::prelude::*;

type Vector = [f32; 2];

/// One lane of a [`View`].
struct Twin<'a> {
    edges: &'a [EdgeColumn],
    others: &'a [EdgeColumn],
    position: Vector,
    cos: f32,
    sin: f32,
    lane: usize,
}

/// One lane of an [`EdgeWide`].
#[derive(Clone, Copy)]
struct Edge {
    start: Vector,
    normal: Vector,
    length: f32,
}

impl Edge {
    fn new(start: Vector, end: Vector, normal: Vector) -> Self {
        let [x, y] = minus(end, start);
        Self { start, normal, length: normal[0] * y - normal[1] * x }
    }

    fn numbers(&self) -> [f32; 5] {
        [self.start[0], self.start[1], self.normal[0], self.normal[1], self.length]
    }
}

fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1]
}

fn turn_back([x, y]: Vector, cos: f32, sin: f32) -> Vector {
    [cos * x + sin * y, cos * y - sin * x]
}

fn vertex(column: &EdgeColumn, lane: usize) -> Vector {
    [column.x[lane], column.y[lane]]
}

fn normal(column: &EdgeColumn, lane: usize) -> Vector {
    [column.nx[lane], column.ny[lane]]
}

impl Twin<'_> {
    fn gap(&self, edge: &EdgeColumn) -> f32 {
        let edge_normal = normal(edge, self.lane);
        let turned = turn_back(edge_normal, self.cos, self.sin);
        let heights = self.others.iter().map(|other| dot(turned, vertex(other, self.lane)));
        let lowest = heights.fold(f32::MAX, |lowest, height| min(height, lowest));
        lowest + dot(edge_normal, minus(self.position, vertex(edge, self.lane)))
    }

    fn edge(&self, index: usize) -> Edge {
        let (edge, next) = (&self.edges[index], &self.edges[(index + 1) % self.edges.len()]);
        Edge::new(vertex(edge, self.lane), vertex(next, self.lane), normal(edge, self.lane))
    }

    fn facing(&self) -> (f32, Edge) {
        let mut best = (f32::NEG_INFINITY, self.edge(0));
        for (index, edge) in self.edges.iter().enumerate() {
            let gap = self.gap(edge);
            if gap >= best.0 {
                best = (gap, self.edge(index));
            }
        }
        best
    }

    /// Key, vertex, foot and way beyond the end for the key height² + beyond².
    fn nearest(&self, edge: &Edge) -> [f32; 6] {
        let start = turn_back(minus(edge.start, self.position), self.cos, self.sin);
        let normal = turn_back(edge.normal, self.cos, self.sin);
        let direction = [-normal[1], normal[0]];
        let (mut smallest, mut best) = (f32::INFINITY, [0.0; 2]);
        for other in self.others {
            let from_start = minus(vertex(other, self.lane), start);
            let (across, along) = (dot(normal, from_start), dot(direction, from_start));
            let beyond = along - min(max(along, 0.0), edge.length);
            let key = across * across + beyond * beyond;
            if key < smallest {
                (smallest, best) = (key, vertex(other, self.lane));
            }
        }
        let along = dot(direction, minus(best, start));
        let on_edge = min(max(along, 0.0), edge.length);
        let foot = [start[0] + direction[0] * on_edge, start[1] + direction[1] * on_edge];
        [smallest, best[0], best[1], foot[0], foot[1], along - on_edge]
    }

    /// The numbers of a [`Crossing`].
    fn crossing(&self, translation: Vector, radii: f32, error: f32) -> [f32; 11] {
        let first = vertex(&self.edges[0], self.lane);
        let mut edge = Edge::new(first, first, [0.0; 2]);
        let [mut gap_max, mut stays, mut enter, mut edge_gap, mut inside_from] = [f32::NEG_INFINITY; 5];
        let mut inside_to = f32::INFINITY;
        let twice = error + error;
        let parallel = (translation[0].abs() + translation[1].abs()) * RELATIVE_ERROR;
        for (index, column) in self.edges.iter().enumerate() {
            let gap = self.gap(column);
            let closing = dot(normal(column, self.lane), translation);
            gap_max = max(gap, gap_max);
            stays = max(min(gap, gap - closing), stays);
            let per_speed = 1.0 / closing;
            let inside = (gap + twice) * per_speed;
            if closing > parallel {
                inside_from = max(inside, inside_from);
                let time = (gap - radii) * per_speed;
                if time >= enter {
                    (enter, edge_gap, edge) = (time, gap, self.edge(index));
                }
            } else if closing < -parallel {
                inside_to = min(inside, inside_to);
            } else if gap + twice >= 0.0 {
                inside_to = f32::NEG_INFINITY;
            }
        }
        let [x, y, nx, ny, length] = edge.numbers();
        [gap_max, stays, enter, edge_gap, inside_from, inside_to, x, y, nx, ny, length]
    }
}

fn gap_along(a: &[EdgeColumn], b: &[EdgeColumn], normal: Vector, relative: &Relative, lane: usize) -> f32 {
    let turned = turn_back(normal, relative.cos, relative.sin);
    let lowest = b.iter().fold(f32::MAX, |lowest, column| min(dot(turned, vertex(column, lane)), lowest));
    let highest = a.iter().fold(f32::MIN, |highest, column| max(dot(normal, vertex(column, lane)), highest));
    dot(normal, relative.b_in_a) + (lowest - highest)
}

fn numbers(edge: &EdgeWide) -> [F32s; 5] {
    [edge.start[0], edge.start[1], edge.normal[0], edge.normal[1], edge.length]
}

/// An end of a segment; two may be the same.
fn end() -> impl Strategy<Value = Vec2> {
    prop_oneof![
        3 => (-2.0f32..2.0, -2.0f32..2.0).prop_map(Vec2::from),
        1 => (-1i8..2, -1i8..2).prop_map(|(x, y)| Vec2::new(x.into(), y.into())),
    ]
}

proptest! {
    #[test]
    fn the_parts_equal_their_twins_in_every_lane(
        pairs in vec((polygon(), pose(), polygon(), pose(), -9.0f32..9.0, -9.0f32..9.0, 0.0f32..2.0), LANES),
    ) {
        let (mut a, mut b) = (CoreBlock::default(), CoreBlock::default());
        for (lane, (polygon_a, pose_a, polygon_b, pose_b, ..)) in pairs.iter().enumerate() {
            put(&mut a, lane, pose_a, polygon_a.reach(), 0.0, &polygon_a.blocks()[0], polygon_a.len());
            put(&mut b, lane, pose_b, polygon_b.reach(), 0.0, &polygon_b.blocks()[0], polygon_b.len());
        }
        let of = |number: fn(&(_, _, _, _, f32, f32, f32)) -> f32| -> [f32; LANES] {
            core::array::from_fn(|lane| number(&pairs[lane]))
        };
        let (vx, vy, radii) = (of(|pair| pair.4), of(|pair| pair.5), of(|pair| pair.6));
        let error = [1e-5; LANES];

        let relative = RelativeWide::new(&a.at, &b.at);
        let RelativeWide { b_in_a: position, cos, sin, .. } = relative;
        let view = View { edges: a.edges(), others: b.edges(), position, cos, sin };
        let (gap, edge) = view.facing_wide();
        let near = view.nearest_wide(&edge, |across, beyond| across * across + beyond * beyond);
        let along = gap_along_wide(a.edges(), b.edges(), edge.normal, &relative);
        let crossing = Crossing::new(view, [vx.into(), vy.into()], radii.into(), error.into());

        for lane in 0..LANES {
            let Relative { b_in_a: position, cos, sin, .. } = Relative::new(&a.at, &b.at, lane);
            let twin = Twin { edges: a.edges(), others: b.edges(), position, cos, sin, lane };
            let bits = |wide: &[F32s]| wide.iter().map(|v| v.to_array()[lane].to_bits()).collect::<Vec<_>>();
            let of_twin = |numbers: &[f32]| numbers.iter().map(|v| v.to_bits()).collect::<Vec<_>>();

            let (gap_twin, edge_twin) = twin.facing();
            prop_assert_eq!(bits(&[gap]), of_twin(&[gap_twin]), "lane {}", lane);
            prop_assert_eq!(bits(&numbers(&edge)), of_twin(&edge_twin.numbers()), "lane {}", lane);
            let near = [near.key, near.vertex[0], near.vertex[1], near.foot[0], near.foot[1], near.beyond];
            prop_assert_eq!(bits(&near), of_twin(&twin.nearest(&edge_twin)), "lane {}", lane);
            let along_twin =
                gap_along(a.edges(), b.edges(), edge_twin.normal, &Relative::new(&a.at, &b.at, lane), lane);
            prop_assert_eq!(bits(&[along]), of_twin(&[along_twin]), "lane {}", lane);
            let Crossing { gap, stays, enter, edge_gap, inside_from, inside_to, .. } = crossing;
            let mut wide = vec![gap, stays, enter, edge_gap, inside_from, inside_to];
            wide.extend(numbers(&crossing.edge));
            let want = twin.crossing([vx[lane], vy[lane]], radii[lane], error[lane]);
            prop_assert_eq!(bits(&wide), of_twin(&want), "lane {}", lane);
        }
    }

    #[test]
    fn the_sides_of_segments_equal_their_twins_in_every_lane(
        pairs in vec((end(), end(), pose(), polygon(), pose()), LANES),
    ) {
        let (mut a, mut b) = (CoreBlock::default(), CoreBlock::default());
        for (lane, (start, end, pose_a, polygon, pose_b)) in pairs.iter().enumerate() {
            let segment = Shape::segment(*start, *end).unwrap();
            with_edges(segment.as_shape(), |edges| {
                put(&mut a, lane, pose_a, edges.reach, 0.0, &edges.blocks[0], edges.len);
            });
            put(&mut b, lane, pose_b, polygon.reach(), 0.0, &polygon.blocks()[0], polygon.len());
        }
        let RelativeWide { b_in_a: position, cos, sin, .. } = RelativeWide::new(&a.at, &b.at);
        // As many columns as a block of segments has.
        let edges = a.first_edges::<2>().as_slice();
        let (gap, edge) = View { edges, others: b.edges(), position, cos, sin }.facing_wide();
        let wide = [gap].into_iter().chain(numbers(&edge)).collect::<Vec<_>>();
        for lane in 0..LANES {
            let Relative { b_in_a: position, cos, sin, .. } = Relative::new(&a.at, &b.at, lane);
            let (gap, edge) = Twin { edges, others: b.edges(), position, cos, sin, lane }.facing();
            // Of two zeros either may come out of a maximum.
            let bits = |number: f32| (number + 0.0).to_bits();
            let got = wide.iter().map(|v| bits(v.to_array()[lane])).collect::<Vec<_>>();
            let want = [gap].into_iter().chain(edge.numbers()).map(bits).collect::<Vec<_>>();
            prop_assert_eq!(got, want, "lane {}", lane);
        }
    }
}
