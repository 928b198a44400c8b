use super::cast_kernel::{CastWide, Casts};
use super::circles::CircleBlock;
use super::class::Class;
use super::core_block::{CoreBlock, EdgeColumn};
use super::distance_kernel::{minus, plus, times, turn, turn_back};
use super::placement::{Placements, RelativeWide};
use super::plan::{Chunk, Indices, PairPlan};
use super::ray_kernel;
use super::set::ShapeSet;
use crate::RayHit;
use crate::lanes::{F32s, LANES};
use alloc::vec::Vec;
use geom::Vec2;

/// A ray to be cast at a shape of a set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCast {
    /// The index of the shape.
    pub shape: u32,
    /// Where the ray starts, in the world.
    pub origin: Vec2,
    /// From there to where it ends.
    pub translation: Vec2,
}

/// A shape of a set to be moved toward another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeCast {
    /// The index of the shape that moves.
    pub a: u32,
    /// The index of the shape that rests.
    pub b: u32,
    /// How far A moves from its pose, without turning.
    pub translation: Vec2,
}

impl Indices for RayCast {
    #[inline]
    fn indices(&self) -> (u32, u32) {
        (self.shape, self.shape)
    }
}

impl Indices for ShapeCast {
    #[inline]
    fn indices(&self) -> (u32, u32) {
        (self.a, self.b)
    }
}

/// Where each ray first meets its shape, in the order of `rays`: [`ray_cast`](crate::ray_cast) for shapes of any kind.
///
/// Whether there is a hit, and whether at fraction zero, is exact, as there. The numbers are computed in `f32`: they are
/// those of shapes moved by no more than 2⁻¹⁹ of the size (the distance from the origin to the shape's position, how far
/// the shape reaches around its own, and the length of the ray), the point rounded as a world coordinate besides. Rays
/// that start in or at the shape, grazes within rounding and polygons of more than eight vertices are asked one by one.
/// A ray that is not finite hits nothing.
///
/// O(vertices) an eighth of the time. No allocation once `plan` and `out` have grown.
///
/// # Panics
/// When an index is not below [`ShapeSet::len`], or for 2³² rays or more.
///
/// ```
/// use sat_simd::batch::{self, PairPlan, RayCast, ShapeSet};
/// use sat_simd::{Pose, Shape, Vec2};
///
/// let mut set = ShapeSet::new();
/// let shape = set.push(&Shape::rect(1.0, 1.0)?, &Pose::IDENTITY);
/// let ray = |y| RayCast { shape, origin: Vec2::new(-5.0, y), translation: Vec2::new(8.0, 0.0) };
/// let mut hits = Vec::new();
/// batch::ray_casts(&set, &[ray(0.5), ray(2.0)], &mut PairPlan::new(), &mut hits);
/// assert_eq!(hits[0].map(|hit| (hit.fraction, hit.point)), Some((0.5, Vec2::new(-1.0, 0.5))));
/// assert_eq!(hits[1], None);
/// # Ok::<(), sat_simd::ShapeError>(())
/// ```
pub fn ray_casts(set: &ShapeSet, rays: &[RayCast], plan: &mut PairPlan, out: &mut Vec<Option<RayHit>>) {
    out.resize(rays.len(), None);
    let single = |position: usize| {
        let RayCast { shape, origin, translation } = rays[position];
        crate::ray_cast(set.shape(shape), &set.pose(shape), origin, translation).ok().flatten()
    };
    let mut b = CoreBlock::default();
    for run in plan.runs(set, rays) {
        if run.b == Class::Large {
            run.pairs().for_each(|(position, ..)| out[position] = single(position));
            continue;
        }
        for chunk in run.chunks() {
            let [x, y, to_x, to_y] = columns(&chunk, |position| {
                let RayCast { origin, translation, .. } = rays[position];
                [origin.x, origin.y, translation.x, translation.y]
            });
            let translation = [to_x.into(), to_y.into()];
            let answers = if run.b == Class::Circle {
                rays_at_discs([x, y], translation, &set.gather_circles(&chunk.b))
            } else {
                set.gather_cores(run.b, &chunk.b, &mut b);
                let is_sharp =
                    if run.b == Class::Two { 0 } else { F32s::new(b.radius).simd_eq(F32s::splat(0.0)).to_bitmask() };
                if is_sharp == ALL {
                    rays_at_cores([x, y], translation, &b)
                } else {
                    let (cos, sin, reach) = ([1.0; LANES], [0.0; LANES], [0.0; LANES]);
                    let at = Placements { x, y, cos, sin, reach };
                    let point = [EdgeColumn::default()];
                    let mover = Mover { at: &at, edges: &[], vertices: &point, radius: F32s::splat(0.0) };
                    let all = mover.cast(&b, translation);
                    if is_sharp == 0 { all } else { all.with(is_sharp, &rays_at_cores([x, y], translation, &b)) }
                }
            };
            answers.scatter(&chunk, out, single);
        }
    }
}

/// The numbers of the chunk's questions, each in lanes.
#[inline]
fn columns<const N: usize>(chunk: &Chunk, numbers: impl Fn(usize) -> [f32; N]) -> [[f32; LANES]; N] {
    let mut columns = [[0.0; LANES]; N];
    for (lane, &position) in chunk.positions.iter().enumerate() {
        let numbers = numbers(position as usize);
        for (column, number) in columns.iter_mut().zip(numbers) {
            column[lane] = number;
        }
    }
    columns
}

#[inline]
fn rays_at_discs(origin: [[f32; LANES]; 2], translation: [F32s; 2], b: &CircleBlock) -> Answers {
    let (origin, radius) = (origin.map(F32s::new), F32s::new(b.radius));
    let cast = ray_kernel::discs(minus([b.x.into(), b.y.into()], origin), translation, radius);
    Answers::new(&cast, plus(origin, minus(cast.point_b, times(cast.normal, radius))), cast.normal)
}

#[inline]
fn rays_at_cores(origin: [[f32; LANES]; 2], translation: [F32s; 2], b: &CoreBlock) -> Answers {
    let (cos, sin) = (F32s::new(b.at.cos), F32s::new(b.at.sin));
    let position = [b.at.x.into(), b.at.y.into()];
    let from = turn_back(minus(origin.map(F32s::new), position), cos, sin);
    let cast = ray_kernel::cores(b, from, turn_back(translation, cos, sin));
    Answers::new(&cast, plus(position, turn(cast.point_b, cos, sin)), turn(cast.normal, cos, sin))
}

/// Where each shape first meets the other on its way, in the order of `casts`: [`shape_cast`](crate::shape_cast) for
/// shapes of any kind.
///
/// Exactness, accuracy, bad input and allocation as for [`ray_casts`], the size with how far the moving shape reaches
/// around its position. O(edges × vertices) an eighth of the time.
///
/// # Panics
/// When an index is not below [`ShapeSet::len`], or for 2³² casts or more.
///
/// ```
/// use sat_simd::batch::{self, PairPlan, ShapeCast, ShapeSet};
/// use sat_simd::{Pose, Shape, Vec2};
///
/// let mut set = ShapeSet::new();
/// let tile = set.push(&Shape::rect(1.0, 1.0)?, &Pose::IDENTITY);
/// let ball = set.push(&Shape::circle(1.0)?, &Pose::from_translation(Vec2::new(0.0, 6.0)));
/// let down = ShapeCast { a: ball, b: tile, translation: Vec2::new(0.0, -8.0) };
/// let mut hits = Vec::new();
/// batch::shape_casts(&set, &[down], &mut PairPlan::new(), &mut hits);
/// assert_eq!(hits[0].map(|hit| (hit.fraction, hit.normal)), Some((0.5, Vec2::Y)));
/// # Ok::<(), sat_simd::ShapeError>(())
/// ```
pub fn shape_casts(set: &ShapeSet, casts: &[ShapeCast], plan: &mut PairPlan, out: &mut Vec<Option<RayHit>>) {
    out.resize(casts.len(), None);
    let single = |position: usize| {
        let ShapeCast { a, b, translation } = casts[position];
        crate::shape_cast(set.shape(a), &set.pose(a), translation, set.shape(b), &set.pose(b)).ok().flatten()
    };
    let (mut a, mut b) = (CoreBlock::default(), CoreBlock::default());
    for run in plan.runs(set, casts) {
        if run.a == Class::Large || run.b == Class::Large {
            run.pairs().for_each(|(position, ..)| out[position] = single(position));
            continue;
        }
        for chunk in run.chunks() {
            set.gather_cores_or_points(run.a, &chunk.a, &mut a);
            set.gather_cores_or_points(run.b, &chunk.b, &mut b);
            let translation = columns(&chunk, |position| casts[position].translation.to_array()).map(F32s::new);
            let edges = if run.a == Class::Circle { &[] } else { a.edges() };
            let vertices = if run.a == Class::Circle { &a.edges()[..1] } else { a.edges() };
            let mover = Mover { at: &a.at, edges, vertices, radius: a.radius.into() };
            mover.cast(&b, translation).scatter(&chunk, out, single);
        }
    }
}

/// The mask of all lanes.
const ALL: u32 = (1 << LANES) - 1;

/// Eight cores that move.
struct Mover<'a> {
    at: &'a Placements,
    /// None for points.
    edges: &'a [EdgeColumn],
    vertices: &'a [EdgeColumn],
    radius: F32s,
}

impl Mover<'_> {
    /// The answers for `translation` in the world.
    #[inline]
    fn cast(&self, b: &CoreBlock, translation: [F32s; 2]) -> Answers {
        let (cos, sin) = (F32s::new(self.at.cos), F32s::new(self.at.sin));
        let relative = RelativeWide::new(self.at, &b.at);
        let radius_b = F32s::new(b.radius);
        let radii = self.radius + radius_b;
        let cast = Casts {
            edges_a: self.edges,
            vertices_a: self.vertices,
            b: b.edges(),
            relative,
            translation: turn_back(translation, cos, sin),
            radii,
            size: relative.size + radii,
        }
        .solve();
        let on_surface = minus(cast.point_b, times(cast.normal, radius_b));
        let point = plus(turn(on_surface, cos, sin), [self.at.x.into(), self.at.y.into()]);
        Answers::new(&cast, point, turn(cast.normal, cos, sin))
    }
}

/// Eight optional [`RayHit`]s.
struct Answers {
    hits: u32,
    misses: u32,
    fraction: [f32; LANES],
    point: [[f32; LANES]; 2],
    normal: [[f32; LANES]; 2],
}

impl Answers {
    /// With the point and the normal from A to B in the world.
    #[inline]
    fn new(cast: &CastWide, point: [F32s; 2], normal: [F32s; 2]) -> Self {
        // Who starts apart does not hit at once: zero says so.
        let fraction = cast.fraction.fast_max(F32s::splat(f32::from_bits(1)));
        Self {
            hits: cast.hits.to_bitmask(),
            misses: cast.misses.to_bitmask(),
            fraction: fraction.to_array(),
            point: point.map(F32s::to_array),
            normal: normal.map(|n| (-n).to_array()),
        }
    }

    /// The answers of `other` in the lanes of the mask, so that a lane's answer does not depend on its neighbours.
    fn with(mut self, lanes: u32, other: &Self) -> Self {
        self.hits = self.hits & !lanes | other.hits & lanes;
        self.misses = self.misses & !lanes | other.misses & lanes;
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
            self.fraction[lane] = other.fraction[lane];
            for axis in 0..2 {
                self.point[axis][lane] = other.point[axis][lane];
                self.normal[axis][lane] = other.normal[axis][lane];
            }
        }
        self
    }

    #[inline]
    fn scatter(&self, chunk: &Chunk, out: &mut [Option<RayHit>], single: impl Fn(usize) -> Option<RayHit>) {
        // Hits and misses alternate at random: written without a branch, what is unsure put right afterwards.
        for lane in 0..chunk.live {
            let hit = RayHit {
                fraction: self.fraction[lane],
                point: Vec2::new(self.point[0][lane], self.point[1][lane]),
                normal: Vec2::new(self.normal[0][lane], self.normal[1][lane]),
            };
            out[chunk.positions[lane] as usize] = (self.hits >> lane & 1 == 1).then_some(hit);
        }
        let mut unsure = !(self.hits | self.misses) & ((1 << chunk.live) - 1);
        while unsure != 0 {
            let position = chunk.positions[unsure.trailing_zeros() as usize] as usize;
            out[position] = single(position);
            unsure &= unsure - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entries, size};
    use super::*;
    use crate::{Pose, Relation, Shape, relation, separation};
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn translation() -> impl Strategy<Value = Vec2> {
        let grid = (-8i8..9, -8i8..9).prop_map(|(x, y)| Vec2::new(f32::from(x), f32::from(y)));
        prop_oneof![
            4 => (-12.0f32..12.0, -12.0f32..12.0).prop_map(|(x, y)| Vec2::new(x, y)),
            3 => grid,
            1 => (-1e6f32..1e6, -1e6f32..1e6).prop_map(|(x, y)| Vec2::new(x, y)),
            1 => prop_oneof![Just(f32::NAN), Just(1e-30f32)].prop_map(Vec2::splat),
        ]
    }

    /// Whether `got` is the answer for A on its way: the same verdict as the single function's, at a time when the two
    /// are the bound apart at most, along a normal that then shows it.
    fn check(
        a: &Shape,
        pose_a: &Pose,
        translation: Vec2,
        b: &Shape,
        pose_b: &Pose,
        got: Option<RayHit>,
    ) -> Result<(), TestCaseError> {
        let want = crate::shape_cast(a, pose_a, translation, b, pose_b).ok().flatten();
        let about = format!("{a:?} {pose_a:?} {translation} {b:?} {pose_b:?}: {got:?}, not {want:?}");
        prop_assert_eq!(got.is_some(), want.is_some(), "{}", about);
        let (Some(got), Some(want)) = (got, want) else { return Ok(()) };
        prop_assert_eq!(got.fraction == 0.0, want.fraction == 0.0, "{}", about);
        prop_assert_eq!(got.fraction == 0.0, relation(a, pose_a, b, pose_b) != Relation::Separated, "{}", about);
        let length = f64::from(translation.x).hypot(f64::from(translation.y));
        let bound =
            (size(a, pose_a, b, pose_b) + f64::from(translation.x.abs()) + f64::from(translation.y.abs())) / 524_288.0;
        let rounding = f64::from((pose_a.translation.abs() + translation.abs()).max_element()) / 4_194_304.0;
        let there = Pose::new(pose_a.translation + translation * got.fraction, pose_a.rotation);
        if got.fraction > 0.0 {
            let gap = f64::from(separation(a, &there, b, pose_b));
            prop_assert!(gap.abs() <= 2.0 * bound + rounding, "{}: {} apart", about, gap);
            // The time differs by what the bound takes at the speed of approach, unless that is near nothing.
            let speed = -f64::from(translation.dot(got.normal));
            let late = (f64::from(got.fraction) - f64::from(want.fraction)).abs() * speed;
            prop_assert!(late <= 2.0 * bound + rounding || speed < 0.1 * length, "{}", about);
            prop_assert!(speed >= -bound, "{}", about);
        }
        let on_b = crate::closest_point(b, pose_b, got.point).unwrap().distance;
        let reach = f64::from(got.point.abs().max_element() + pose_a.translation.abs().max_element());
        prop_assert!(f64::from(on_b.abs()) <= 2.0 * bound + reach / 2_097_152.0, "{}: {} off B", about, on_b);
        prop_assert!((got.normal.length() - 1.0).abs() < 1e-5, "{}", about);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        #[test]
        fn shape_casts_are_those_of_single_pairs_within_the_bound(
            entries in entries(), picks in vec((0usize..1000, 0usize..1000, translation()), 0..40),
        ) {
            let mut set = ShapeSet::new();
            entries.iter().for_each(|(shape, pose)| { set.push(shape, pose); });
            let pick = |pick: usize| (pick % entries.len()) as u32;
            let casts: Vec<ShapeCast> =
                picks.iter().map(|&(a, b, translation)| ShapeCast { a: pick(a), b: pick(b), translation }).collect();
            let (mut plan, mut got, mut alone) = (PairPlan::new(), Vec::new(), Vec::new());
            shape_casts(&set, &casts, &mut plan, &mut got);
            prop_assert_eq!(got.len(), casts.len());
            for (got, cast) in got.iter().zip(&casts) {
                let ((a, pose_a), (b, pose_b)) = (&entries[cast.a as usize], &entries[cast.b as usize]);
                check(a, pose_a, cast.translation, b, pose_b, *got)?;
                // In eight equal lanes it is the same: no lane reads another.
                shape_casts(&set, &[*cast], &mut plan, &mut alone);
                prop_assert_eq!(&alone[0], got);
            }
        }

        #[test]
        fn ray_casts_are_those_of_single_rays_within_the_bound(
            entries in entries(), picks in vec((0usize..1000, -6.0f32..6.0, -6.0f32..6.0, translation()), 0..40),
        ) {
            let mut set = ShapeSet::new();
            entries.iter().for_each(|(shape, pose)| { set.push(shape, pose); });
            let rays: Vec<RayCast> = picks
                .iter()
                .map(|&(shape, x, y, translation)| {
                    RayCast { shape: (shape % entries.len()) as u32, origin: Vec2::new(x, y), translation }
                })
                .collect();
            let (mut plan, mut got, mut alone) = (PairPlan::new(), Vec::new(), Vec::new());
            ray_casts(&set, &rays, &mut plan, &mut got);
            let point = Shape::circle(0.0).unwrap();
            for (got, ray) in got.iter().zip(&rays) {
                let (shape, pose) = &entries[ray.shape as usize];
                check(&point, &Pose::from_translation(ray.origin), ray.translation, shape, pose, *got)?;
                ray_casts(&set, &[*ray], &mut plan, &mut alone);
                prop_assert_eq!(&alone[0], got);
            }
        }
    }
}
