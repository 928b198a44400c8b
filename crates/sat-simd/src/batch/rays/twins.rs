//! Scalar twins of the ray kernels, one lane at a time, and that they agree bit for bit.

use super::super::cast_kernel::LEAST_SPEED_SQ;
use super::super::circles::CircleBlock;
use super::super::core_block::CoreBlock;
use super::super::placement::Placements;
use super::super::rects::RectBlock;
use super::super::set::ShapeSet;
use super::super::testing::{half, polygon, pose, put, radius, translation};
use super::{HitWide, RayCast, RayWide, capsule, disc, polygon as polygons, rect};
use crate::filter::{RELATIVE_ERROR, SIZE_LIMIT, SQUARED_SIZE_LIMIT, with_edges};
use crate::lanes::{F32s, LANES, max, min};
use crate::{AsShape, Polygon, Pose, Shape, Vec2};
use proptest::collection::vec;
use proptest::prelude::*;

type Vector = [f32; 2];

#[derive(Clone, Copy, Debug)]
struct Ray {
    origin: Vector,
    way: Vector,
}

/// One lane of a [`HitWide`].
struct Hit {
    hits: bool,
    misses: bool,
    fraction: f32,
    normal: Vector,
}

impl Ray {
    fn way_size(&self) -> f32 {
        self.way[0].abs() + self.way[1].abs()
    }

    fn error(&self, offset: Vector, reach: f32) -> (f32, bool) {
        let size = (offset[0].abs() + offset[1].abs()) + self.way_size() + reach;
        let is_usual = size < SIZE_LIMIT && size > SQUARED_SIZE_LIMIT && dot(self.way, self.way) > LEAST_SPEED_SQ;
        (size * RELATIVE_ERROR + f32::MIN_POSITIVE, is_usual)
    }

    /// From the position, in the frame there: start and way, and the start in world axes.
    fn seen_from(&self, at: &Placements, lane: usize) -> [Vector; 3] {
        let offset = minus(self.origin, [at.x[lane], at.y[lane]]);
        let back = |v| turn_back(v, at.cos[lane], at.sin[lane]);
        [back(offset), back(self.way), offset]
    }
}

fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1]
}

fn cross(a: Vector, b: Vector) -> f32 {
    a[0] * b[1] - a[1] * b[0]
}

fn turn([x, y]: Vector, cos: f32, sin: f32) -> Vector {
    [cos * x - sin * y, sin * x + cos * y]
}

fn turn_back([x, y]: Vector, cos: f32, sin: f32) -> Vector {
    [cos * x + sin * y, cos * y - sin * x]
}

fn times(v: Vector, s: f32) -> Vector {
    [v[0] * s, v[1] * s]
}

/// Twin of [`disc::hit_of_disc`].
fn hit_of_disc(radius: f32, way: Vector, along: f32, across: f32, root_sq: f32, volume: f32) -> (f32, Vector) {
    let (root, per) = (root_sq.sqrt(), -1.0 / volume);
    let normal = [root * way[0] + across * way[1], root * way[1] - across * way[0]];
    ((root - along) * (radius * per), times(normal, per))
}

/// Twin of [`disc::cast`].
fn of_disc(ray: &Ray, discs: &CircleBlock, lane: usize) -> Hit {
    let radius = discs.radius[lane];
    let to_center = minus([discs.x[lane], discs.y[lane]], ray.origin);
    let (error, is_usual) = ray.error(to_center, radius);
    let (speed_sq, along) = (dot(ray.way, ray.way), dot(to_center, ray.way));
    let across = to_center[0] * ray.way[1] - to_center[1] * ray.way[0];
    let from_end = minus(to_center, ray.way);
    let (start_sq, across_sq, end_sq) = (dot(to_center, to_center), across * across, dot(from_end, from_end));
    let (low, high) = (radius - 3.0 * error, radius + error + error);
    let (low_sq, high_sq) = (low * low, high * high);
    let starts_apart = start_sq > high_sq;
    let is_before_end = along < speed_sq;
    let passes = starts_apart && (along <= 0.0 || along.is_nan());
    let misses = across_sq > high_sq * speed_sq || passes || (end_sq > high_sq && !is_before_end);
    let is_near = if is_before_end { across_sq < low_sq * speed_sq } else { end_sq < low_sq };
    let reach_sq = radius * radius * speed_sq;
    let (fraction, normal) = hit_of_disc(radius, ray.way, along, across, reach_sq - across_sq, radius * speed_sq);
    let is_normal = low > 13.0 * error && reach_sq > LEAST_SPEED_SQ;
    Hit {
        hits: is_near && along > 0.0 && starts_apart && is_normal && is_usual,
        misses: misses && is_usual,
        fraction,
        normal,
    }
}

/// Twin of [`rect::cast`].
fn of_rect(ray: &Ray, boxes: &RectBlock, lane: usize) -> Hit {
    let [start, way, offset] = ray.seen_from(&boxes.at, lane);
    let (error, is_usual) = ray.error(offset, boxes.at.reach[lane]);
    let half = [boxes.half_x[lane], boxes.half_y[lane]];
    let parallel = ray.way_size() * RELATIVE_ERROR;
    let slabs = [0, 1].map(|axis| {
        let per_speed = 1.0 / max(way[axis].abs(), parallel);
        let start = if way[axis].is_sign_negative() { -start[axis] } else { start[axis] };
        [(-half[axis] - start) * per_speed, (half[axis] - start) * per_speed, 4.0 * error * per_speed]
    });
    let [[enter_x, leave_x, slack_x], [enter_y, leave_y, slack_y]] = slabs;
    let (early, late) = (max(enter_x - slack_x, enter_y - slack_y), max(enter_x + slack_x, enter_y + slack_y));
    let leave_early = min(leave_x - slack_x, leave_y - slack_y);
    let leave_late = min(leave_x + slack_x, leave_y + slack_y);
    let starts_apart = max(start[0].abs() - half[0], start[1].abs() - half[1]) > error + error;
    let (cos, sin) = (boxes.at.cos[lane], boxes.at.sin[lane]);
    let (axis, along) = if enter_x >= enter_y { ([cos, sin], way[0]) } else { ([-sin, cos], way[1]) };
    Hit {
        hits: max(late, 0.0) < min(leave_early, 1.0) && starts_apart && is_usual,
        misses: max(early, 0.0) > min(leave_late, 1.0) && is_usual,
        fraction: max(enter_x, enter_y),
        normal: if along.is_sign_negative() { axis } else { [-axis[0], -axis[1]] },
    }
}

/// Twin of [`polygons::cast`].
fn of_polygon(ray: &Ray, polygon: &Polygon, pose: &Pose) -> Hit {
    let mut at = Placements::default();
    at.set(0, pose, polygon.reach());
    let [from, way, offset] = ray.seen_from(&at, 0);
    let (error, is_usual) = ray.error(offset, polygon.reach());
    let twice = error + error;
    let (slack, own) = (twice * ray.way_size(), cross(way, from));
    let len = polygon.len();
    let vertex = |index: usize| polygon.vertex(index % len).to_array();
    let is_right = |index: usize| cross(way, vertex(index)) < own - slack;
    let is_left = |index: usize| cross(way, vertex(index)) > own + slack;
    let passes = (0..len).all(is_left) || (0..len).all(is_right);
    let entered = (0..len).find(|&index| is_left(index) && is_right(index + 1));

    let is_clear = polygon.radius() == 0.0 && is_usual;
    let (ahead, around) = (-dot(from, way), polygon.reach() + twice);
    let is_behind = ahead < -slack && ahead * ahead > around * around * dot(way, way);
    let misses = (passes || is_behind) && is_clear;
    let Some(entered) = entered else { return Hit { hits: false, misses, fraction: 0.0, normal: [0.0; 2] } };
    let normal = polygon.normal(entered).to_array();
    let (gap, opening) = (dot(normal, minus(from, vertex(entered))), dot(normal, way));
    let (starts_before, end) = (gap > twice && is_clear, gap + opening);
    Hit {
        hits: starts_before && end < -twice,
        misses: misses || (starts_before && end > twice),
        fraction: gap / -opening,
        normal: turn(normal, at.cos[0], at.sin[0]),
    }
}

/// Twin of [`capsule::cast`].
fn of_capsule(ray: &Ray, block: &CoreBlock, lane: usize) -> Hit {
    let ([from, way, offset], radius) = (ray.seen_from(&block.at, lane), block.radius[lane]);
    let (error, is_usual) = ray.error(offset, block.at.reach[lane] + radius);
    let [first, second] = block.first_edges::<2>();
    let normal = [first.nx[lane], first.ny[lane]];
    let axis = [-normal[1], normal[0]];
    let to_a = minus([first.x[lane], first.y[lane]], from);
    let to_b = minus([second.x[lane], second.y[lane]], from);
    let length = dot(axis, minus(to_b, to_a));
    let start = [-dot(axis, to_a), -dot(normal, to_a)];
    let speed = [dot(axis, way), dot(normal, way)];
    let end = [start[0] + speed[0], start[1] + speed[1]];

    let twice = error + error;
    let (low, high) = (radius - (twice + twice), radius + (twice + twice));
    let (low_sq, high_sq, is_thick) = (low * low, high * high, low > 12.0 * error);
    let speed_sq = dot(way, way);
    let of_core = |[along, across]: Vector| {
        let beyond = max(max(-along, along - length), 0.0);
        across * across + beyond * beyond
    };
    let of_way = |point: Vector| {
        let time = min(max(dot(point, way) * (1.0 / speed_sq), 0.0), 1.0);
        let from_near = minus(point, times(way, time));
        dot(from_near, from_near)
    };
    let near_sq = min(min(of_core(start), of_core(end)), min(of_way(to_a), of_way(to_b)));
    let (side_a, side_b) = (cross(way, to_a), cross(way, to_b));
    let crosses = (start[1] > 0.0) != (end[1] > 0.0) && (side_a > 0.0) != (side_b > 0.0);
    let crosses_clearly = crosses
        && min(start[1].abs(), end[1].abs()) > twice
        && min(side_a.abs(), side_b.abs()) > twice * ray.way_size();
    let meets = crosses_clearly || (is_thick && (crosses || near_sq < low_sq));

    let parallel = ray.way_size() * RELATIVE_ERROR;
    let is_down = speed[1].is_sign_negative();
    let height = if is_down { -start[1] } else { start[1] };
    let side_time = (-radius - height) / max(speed[1].abs(), parallel);
    let side_at = start[0] + speed[0] * side_time;
    let is_side = side_time >= 0.0 && side_at >= 0.0 && side_at <= length;
    let is_b = side_at > length;
    let (to_center, across) = if is_b { (to_b, -side_b) } else { (to_a, -side_a) };
    let (along, across_sq, reach_sq) = (dot(to_center, way), across * across, radius * radius * speed_sq);
    let root_sq = max(reach_sq - across_sq, 0.0);
    let (end_time, end_normal) = hit_of_disc(radius, way, along, across, root_sq, radius * speed_sq);
    let end_at = start[0] + speed[0] * end_time;
    let is_beyond = if is_b { end_at > length - twice } else { end_at < twice };
    let is_normal = across_sq < low_sq * speed_sq && reach_sq > LEAST_SPEED_SQ;
    let is_end = is_thick && is_beyond && along > 0.0 && is_normal;
    let side_normal = if is_down { normal } else { [-normal[0], -normal[1]] };
    let local = if is_side { side_normal } else { end_normal };
    Hit {
        hits: meets && of_core(start) > high_sq && (is_side || is_end) && is_usual,
        misses: near_sq > high_sq && !crosses && is_usual,
        fraction: if is_side { side_time } else { end_time },
        normal: turn(local, block.at.cos[lane], block.at.sin[lane]),
    }
}

fn check(wide: &HitWide, twin: impl Fn(usize) -> Hit) -> Result<(), TestCaseError> {
    let (fraction, normal) = (wide.fraction.to_array(), wide.normal.map(F32s::to_array));
    for lane in 0..LANES {
        let twin = twin(lane);
        let verdict = (wide.hits >> lane & 1 == 1, wide.misses >> lane & 1 == 1);
        prop_assert_eq!(verdict, (twin.hits, twin.misses), "lane {}", lane);
        if twin.hits {
            // Of two zeros either may come out of a maximum.
            let bits = |numbers: [f32; 3]| numbers.map(|number| (number + 0.0).to_bits());
            let got = [fraction[lane], normal[0][lane], normal[1][lane]];
            prop_assert_eq!(bits(got), bits([twin.fraction, twin.normal[0], twin.normal[1]]), "lane {}", lane);
        }
    }
    Ok(())
}

fn rays() -> impl Strategy<Value = Vec<Ray>> {
    let ray = (-6.0f32..6.0, -6.0f32..6.0, translation());
    vec(ray.prop_map(|(x, y, way)| Ray { origin: [x, y], way: way.to_array() }), LANES)
}

fn wide(rays: &[Ray]) -> RayWide {
    let rays: [RayCast; LANES] = std::array::from_fn(|lane| {
        let Ray { origin, way } = rays[lane];
        RayCast { shape: 0, origin: origin.into(), translation: way.into() }
    });
    RayWide::new(&rays.each_ref())
}

/// The cores in lanes.
fn block_of(shapes: &[(Shape, Pose)]) -> CoreBlock {
    let mut block = CoreBlock::default();
    for (lane, (shape, pose)) in shapes.iter().enumerate() {
        with_edges(shape.as_shape(), |edges| {
            put(&mut block, lane, pose, edges.reach, shape.radius(), &edges.blocks[0], edges.len);
        });
    }
    block
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn rays_at_discs(rays in rays(), discs in vec((radius(), pose()), LANES)) {
        let mut block = CircleBlock::default();
        for (lane, (radius, pose)) in discs.iter().enumerate() {
            (block.x[lane], block.y[lane], block.radius[lane]) = (pose.translation.x, pose.translation.y, *radius);
        }
        check(&disc::cast(&wide(&rays), &block), |lane| of_disc(&rays[lane], &block, lane))?;
    }

    #[test]
    fn rays_at_boxes(rays in rays(), boxes in vec((half(), pose()), LANES)) {
        let mut block = RectBlock::default();
        for (lane, (half, pose)) in boxes.iter().enumerate() {
            block.at.set(lane, pose, half.length());
            (block.half_x[lane], block.half_y[lane]) = (half.x, half.y);
        }
        check(&rect::cast(&wide(&rays), &block), |lane| of_rect(&rays[lane], &block, lane))?;
    }

    #[test]
    fn rays_at_polygons(rays in rays(), polygons in vec((polygon(), pose()), LANES)) {
        let mut set = ShapeSet::new();
        let shapes: Vec<u32> =
            polygons.iter().map(|(polygon, pose)| set.push(&polygon.clone().into(), pose).unwrap()).collect();
        let wide = polygons::cast(&wide(&rays), &set, shapes.first_chunk().unwrap());
        check(&wide, |lane| of_polygon(&rays[lane], &polygons[lane].0, &polygons[lane].1))?;
    }

    #[test]
    fn rays_at_capsules(
        rays in rays(), shapes in vec((-2.0f32..2.0, -2.0f32..2.0, radius(), pose()), LANES),
    ) {
        let shapes: Vec<_> = shapes
            .into_iter()
            .map(|(x, y, radius, pose)| (Shape::capsule(Vec2::ZERO, Vec2::new(x, y), radius).unwrap(), pose))
            .collect();
        let mut set = ShapeSet::new();
        let indices: Vec<u32> = shapes.iter().map(|(shape, pose)| set.push(shape, pose).unwrap()).collect();
        let segments = set.gather_segments(indices.first_chunk().unwrap());
        let block = block_of(&shapes);
        check(&capsule::cast(&wide(&rays), &segments), |lane| of_capsule(&rays[lane], &block, lane))?;
    }
}
