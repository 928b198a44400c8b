use crate::arbiter::{Posed, separation};
use crate::form::Form;
use crate::rng::Rng;
use geom::{Pose, Rot, Vec2};

/// How many pairs a workload holds, unless it is a hot one.
pub const PAIRS: usize = 65_536;

/// How many pairs a hot workload holds: their data stays in the second-level cache.
pub const HOT_PAIRS: usize = 512;

/// How many pairs a workload of shapes with many vertices holds: their data fits the second-level cache, too.
pub const FEW_PAIRS: usize = 32;

/// A form and where it stands.
#[derive(Clone, Debug)]
pub struct PosedForm {
    /// The shape, in its own frame.
    pub form: Form,
    /// Its place in the world.
    pub pose: Pose,
}

/// Random pairs of posed shapes.
#[derive(Clone, Debug)]
pub struct PairWorkload {
    /// The name in the report.
    pub name: &'static str,
    /// The first shapes.
    pub a: Vec<PosedForm>,
    /// The second shapes.
    pub b: Vec<PosedForm>,
    /// Which of `a` meets which of `b`.
    pub pairs: Vec<(u32, u32)>,
    /// The separation of each pair by the [`arbiter`](crate::arbiter): negative when they overlap.
    pub separations: Vec<f64>,
}

/// What a random shape is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Half extents of 0.25 to 1 metre.
    Rect,
    /// A radius of 0.25 to 1 metre.
    Circle,
    /// Half a length of 0.25 to 1 metre, a radius of 0.1 to 0.5 metres.
    Capsule,
    /// 3 vertices on a circle of 0.75 to 1.5 metres.
    Triangle,
    /// 3 to 8 vertices on a circle of 0.75 to 1.5 metres.
    Polygon,
    /// This many vertices on a circle of 2 to 3 metres.
    Ngon(usize),
    /// This many vertices on an ellipse of 2 to 3 by 0.3 to 0.6 metres: discs in and around it tell little.
    Ellipse(usize),
}

/// How the pairs of a workload lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// [`PAIRS`] pairs one after the other.
    Streamed,
    /// [`HOT_PAIRS`] pairs, met again and again.
    Hot,
    /// [`PAIRS`] pairs of random indices into two pools.
    Indexed,
    /// [`FEW_PAIRS`] pairs, met again and again.
    Few,
}

impl Layout {
    /// How many pairs there are, and how often a round of a measurement meets each.
    #[must_use]
    pub const fn pairs_and_repeats(self) -> (usize, usize) {
        match self {
            Self::Streamed | Self::Indexed => (PAIRS, 1),
            Self::Hot => (HOT_PAIRS, PAIRS / HOT_PAIRS),
            Self::Few => (FEW_PAIRS, 64),
        }
    }
}

/// The recipe of a [`PairWorkload`].
#[derive(Clone, Copy, Debug)]
pub struct PairSpec {
    /// The name in the report.
    pub name: &'static str,
    /// What the first shape of each pair is.
    pub a: Kind,
    /// What the second shape of each pair is.
    pub b: Kind,
    /// How many of a hundred pairs overlap.
    pub overlapping_percent: usize,
    /// How the pairs lie in memory.
    pub layout: Layout,
}

const fn spec(name: &'static str, a: Kind, b: Kind, overlapping_percent: usize, layout: Layout) -> PairSpec {
    PairSpec { name, a, b, overlapping_percent, layout }
}

/// The workloads of the `overlap` section.
pub const OVERLAP_SPECS: [PairSpec; 23] = [
    spec("rect_rect_10", Kind::Rect, Kind::Rect, 10, Layout::Streamed),
    spec("rect_rect_50", Kind::Rect, Kind::Rect, 50, Layout::Streamed),
    spec("rect_rect_90", Kind::Rect, Kind::Rect, 90, Layout::Streamed),
    spec("rect_rect_hot", Kind::Rect, Kind::Rect, 50, Layout::Hot),
    spec("rect_rect_indexed", Kind::Rect, Kind::Rect, 50, Layout::Indexed),
    spec("polygon_10", Kind::Polygon, Kind::Polygon, 10, Layout::Streamed),
    spec("polygon_50", Kind::Polygon, Kind::Polygon, 50, Layout::Streamed),
    spec("polygon_90", Kind::Polygon, Kind::Polygon, 90, Layout::Streamed),
    spec("polygon_hot", Kind::Polygon, Kind::Polygon, 50, Layout::Hot),
    spec("polygon_circle_50", Kind::Polygon, Kind::Circle, 50, Layout::Streamed),
    spec("polygon_circle_hot", Kind::Polygon, Kind::Circle, 50, Layout::Hot),
    spec("circle_circle_50", Kind::Circle, Kind::Circle, 50, Layout::Streamed),
    spec("circle_circle_hot", Kind::Circle, Kind::Circle, 50, Layout::Hot),
    spec("ngon16", Kind::Ngon(16), Kind::Ngon(16), 50, Layout::Streamed),
    spec("ngon32", Kind::Ngon(32), Kind::Ngon(32), 50, Layout::Streamed),
    spec("triangle_hot", Kind::Triangle, Kind::Triangle, 50, Layout::Hot),
    spec("triangle_circle_hot", Kind::Triangle, Kind::Circle, 50, Layout::Hot),
    spec("ngon8", Kind::Ngon(8), Kind::Ngon(8), 50, Layout::Streamed),
    spec("ngon128_few", Kind::Ngon(128), Kind::Ngon(128), 50, Layout::Few),
    spec("ngon1024_few", Kind::Ngon(1024), Kind::Ngon(1024), 50, Layout::Few),
    spec("ellipse32", Kind::Ellipse(32), Kind::Ellipse(32), 50, Layout::Streamed),
    spec("ellipse128_few", Kind::Ellipse(128), Kind::Ellipse(128), 50, Layout::Few),
    spec("ellipse1024_few", Kind::Ellipse(1024), Kind::Ellipse(1024), 50, Layout::Few),
];

/// The workloads of the `manifold` section.
pub const MANIFOLD_SPECS: [PairSpec; 13] = [
    spec("rect_rect", Kind::Rect, Kind::Rect, 90, Layout::Streamed),
    spec("rect_rect_hot", Kind::Rect, Kind::Rect, 90, Layout::Hot),
    spec("polygon_polygon", Kind::Polygon, Kind::Polygon, 90, Layout::Streamed),
    spec("polygon_polygon_hot", Kind::Polygon, Kind::Polygon, 90, Layout::Hot),
    spec("polygon_circle", Kind::Polygon, Kind::Circle, 90, Layout::Streamed),
    spec("polygon_circle_hot", Kind::Polygon, Kind::Circle, 90, Layout::Hot),
    spec("capsule_capsule", Kind::Capsule, Kind::Capsule, 90, Layout::Streamed),
    spec("capsule_capsule_hot", Kind::Capsule, Kind::Capsule, 90, Layout::Hot),
    spec("polygon_capsule", Kind::Polygon, Kind::Capsule, 90, Layout::Streamed),
    spec("polygon_capsule_hot", Kind::Polygon, Kind::Capsule, 90, Layout::Hot),
    spec("circle_circle", Kind::Circle, Kind::Circle, 90, Layout::Streamed),
    spec("circle_circle_hot", Kind::Circle, Kind::Circle, 90, Layout::Hot),
    spec("ellipse16_hot", Kind::Ellipse(16), Kind::Ellipse(16), 90, Layout::Hot),
];

impl PairSpec {
    /// The pairs this recipe stands for, the same in every run.
    ///
    /// Positions are within 50 metres of the origin and rotations arbitrary. The second shape stands in a random
    /// direction at a random distance at which the bounding circles meet, or at most a tenth further away, as pairs do
    /// that come out of a broad phase; it is placed again until the pair overlaps or not as its turn demands.
    #[must_use]
    pub fn generate(&self) -> PairWorkload {
        let (count, _) = self.layout.pairs_and_repeats();
        let mut rng =
            Rng::new(self.name.bytes().fold(1u64, |seed, byte| seed.wrapping_mul(131).wrapping_add(byte.into())));
        let mut overlapping: Vec<bool> = (0..count).map(|i| i * 100 < count * self.overlapping_percent).collect();
        rng.shuffle(&mut overlapping);

        let (mut a, mut b, mut separations) = (Vec::new(), Vec::new(), Vec::new());
        for wanted in overlapping {
            let (first, second, separation) = self.pair(wanted, &mut rng);
            a.push(first);
            b.push(second);
            separations.push(separation);
        }
        let mut workload =
            PairWorkload { name: self.name, a, b, pairs: (0..count as u32).map(|i| (i, i)).collect(), separations };
        if self.layout == Layout::Indexed {
            workload.scatter(&mut rng);
        }
        workload
    }

    fn pair(&self, overlapping: bool, rng: &mut Rng) -> (PosedForm, PosedForm, f64) {
        loop {
            let a = PosedForm { form: self.a.form(rng), pose: random_pose(rng) };
            let b = self.b.form(rng);
            let reach = (a.form.reach() + b.reach()) * 1.1;
            let direction = rng.rotation().rotate(Vec2::X);
            let translation = a.pose.translation + direction * (reach * rng.uniform(0.0, 1.0));
            let b = PosedForm { form: b, pose: Pose::new(translation, random_pose(rng).rotation) };
            let separation = separation(&Posed::new(&a.form, &a.pose), &Posed::new(&b.form, &b.pose));
            if (separation <= 0.0) == overlapping {
                return (a, b, separation);
            }
        }
    }
}

impl PairWorkload {
    /// Moves the shapes to random places of their pools; the pairs stay the same pairs.
    fn scatter(&mut self, rng: &mut Rng) {
        let count = self.pairs.len() as u32;
        let (mut place_a, mut place_b): (Vec<u32>, Vec<u32>) = ((0..count).collect(), (0..count).collect());
        rng.shuffle(&mut place_a);
        rng.shuffle(&mut place_b);
        let (old_a, old_b) = (self.a.clone(), self.b.clone());
        for (i, pair) in self.pairs.iter_mut().enumerate() {
            *pair = (place_a[i], place_b[i]);
            self.a[place_a[i] as usize] = old_a[i].clone();
            self.b[place_b[i] as usize] = old_b[i].clone();
        }
    }
}

impl Kind {
    /// A random form of this kind.
    pub(crate) fn form(self, rng: &mut Rng) -> Form {
        match self {
            Self::Rect => Form::Rect { half: Vec2::new(rng.uniform(0.25, 1.0), rng.uniform(0.25, 1.0)) },
            Self::Circle => Form::Circle { radius: rng.uniform(0.25, 1.0) },
            Self::Capsule => {
                let half = rng.rotation().rotate(Vec2::X) * rng.uniform(0.25, 1.0);
                Form::Capsule { a: -half, b: half, radius: rng.uniform(0.1, 0.5) }
            }
            Self::Triangle => Form::Polygon { vertices: round_polygon(3, rng.uniform(0.75, 1.5), rng) },
            Self::Polygon => {
                let count = 3 + rng.below(6);
                Form::Polygon { vertices: round_polygon(count, rng.uniform(0.75, 1.5), rng) }
            }
            Self::Ellipse(count) => {
                let half = Vec2::new(rng.uniform(2.0, 3.0), rng.uniform(0.3, 0.6));
                Form::Polygon { vertices: round_polygon(count, 1.0, rng).into_iter().map(|v| v * half).collect() }
            }
            Self::Ngon(count) => Form::Polygon { vertices: round_polygon(count, rng.uniform(2.0, 3.0), rng) },
        }
    }
}

/// `count` vertices on a circle, each up to a fifth of the spacing from its place on the regular polygon: no corner is
/// so flat that an engine would weld or drop it.
fn round_polygon(count: usize, radius: f32, rng: &mut Rng) -> Vec<Vec2> {
    let spacing = std::f32::consts::TAU / count as f32;
    (0..count)
        .map(|i| Rot::from_angle(spacing * (i as f32 + rng.uniform(-0.2, 0.2))).rotate(Vec2::X) * radius)
        .collect()
}

/// A place within 50 metres of the origin, arbitrarily turned.
pub(crate) fn random_pose(rng: &mut Rng) -> Pose {
    let translation = Vec2::new(rng.uniform(-50.0, 50.0), rng.uniform(-50.0, 50.0));
    Pose::new(translation, rng.rotation())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_overlapping_pairs_is_the_one_asked_for() {
        let hot = PairSpec { layout: Layout::Hot, overlapping_percent: 90, ..OVERLAP_SPECS[5] }.generate();
        let overlapping = hot.separations.iter().filter(|s| **s <= 0.0).count();
        assert_eq!(overlapping, (HOT_PAIRS * 90).div_ceil(100));
    }

    #[test]
    fn scattered_pairs_are_the_same_pairs() {
        let mut workload = PairSpec { layout: Layout::Hot, ..OVERLAP_SPECS[3] }.generate();
        workload.scatter(&mut Rng::new(3));
        assert!(workload.pairs.iter().any(|(a, b)| a != b));
        for (pair, expected) in workload.pairs.iter().zip(&workload.separations) {
            let (a, b) = (&workload.a[pair.0 as usize], &workload.b[pair.1 as usize]);
            let found = separation(&Posed::new(&a.form, &a.pose), &Posed::new(&b.form, &b.pose));
            assert_eq!(found, *expected);
        }
    }
}
