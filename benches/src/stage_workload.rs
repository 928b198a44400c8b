//! Pairs that are easy or hard to decide: for counting which stage of our exact verdict decides them.

use crate::arbiter::{Posed, separation};
use crate::form::Form;
use crate::pair_workload::{Kind, PosedForm, random_pose};
use crate::rng::Rng;
use geom::{Pose, Rot, Vec2};
use sat_simd::Shape;

/// Two posed shapes.
pub type PosedPair = [(Shape, Pose); 2];

/// How random pairs of a stage workload are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageSpec {
    /// Any two kinds, at most a tenth further apart than their bounding circles.
    Random,
    /// The same, a million metres from the origin.
    RandomFarOut,
    /// Neighbours of a floor of unit boxes: they touch.
    TouchingTiles,
    /// Neighbours of such a floor that is turned as a whole.
    TurnedTiles,
    /// Random pairs moved together until rounding alone parts them.
    NearTouching,
    /// Triangles a metre long and a micrometre wide that cross or nearly touch.
    Slivers,
    /// Tiny discs at huge boxes, touching or an ulp off: no sum of the two sizes fits a double.
    MixedScales,
}

impl StageSpec {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 7] = [
        Self::Random,
        Self::RandomFarOut,
        Self::TouchingTiles,
        Self::TurnedTiles,
        Self::NearTouching,
        Self::Slivers,
        Self::MixedScales,
    ];

    /// The name in the report.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::RandomFarOut => "random_far_out",
            Self::TouchingTiles => "touching_tiles",
            Self::TurnedTiles => "turned_tiles",
            Self::NearTouching => "near_touching",
            Self::Slivers => "slivers",
            Self::MixedScales => "mixed_scales",
        }
    }

    /// How many pairs the report draws: enough to see one in a million among the random ones.
    #[must_use]
    pub fn count(self) -> usize {
        if self == Self::Random { 2_000_000 } else { 50_000 }
    }

    /// The next pair.
    #[must_use]
    pub fn pair(self, rng: &mut Rng) -> PosedPair {
        match self {
            Self::Random => random(rng).map(posed),
            Self::RandomFarOut => {
                let far = Vec2::new(1e6, -1e6);
                random(rng)
                    .map(|PosedForm { form, pose }| (form.shape(), Pose::new(pose.translation + far, pose.rotation)))
            }
            Self::TouchingTiles => {
                let tile = Form::Rect { half: Vec2::splat(0.5) };
                let [here, there] = neighbours(rng);
                [here, there].map(|cell| (tile.shape(), Pose::from_translation(cell)))
            }
            Self::TurnedTiles => {
                let floor = random_pose(rng);
                neighbours(rng).map(|cell| {
                    let corners =
                        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|corner| cell + Vec2::from(corner));
                    (Form::Polygon { vertices: corners.to_vec() }.shape(), floor)
                })
            }
            Self::NearTouching => {
                let [a, mut b] = random(rng);
                let way = (b.pose.translation - a.pose.translation).normalize_or(Vec2::X);
                // Each move is at most as long as the gap; where the way leads past, a few leave one.
                for _ in 0..40 {
                    let gap = separation(&Posed::new(&a.form, &a.pose), &Posed::new(&b.form, &b.pose));
                    b.pose.translation -= way * gap as f32;
                }
                [posed(a), posed(b)]
            }
            Self::Slivers => [(); 2].map(|()| {
                let (tip, across) = (Vec2::new(1.0, rng.uniform(-1e-6, 1e-6)), Vec2::new(0.0, 1e-6));
                let sliver = Form::Polygon { vertices: vec![-tip, tip, across + tip * rng.uniform(-0.5, 0.5)] };
                let place = Vec2::new(rng.uniform(-1.0, 1.0), rng.uniform(-1e-6, 1e-6));
                (sliver.shape(), Pose::new(place, Rot::from_angle(rng.uniform(-1e-6, 1e-6))))
            }),
            Self::MixedScales => {
                let (half, radius) = (2f32.powi(30 + rng.below(40) as i32), rng.uniform(1.0, 2.0) / 2f32.powi(30));
                let x = [radius.next_down(), radius, radius.next_up()][rng.below(3)];
                let beside = Pose::from_translation(Vec2::new(x, rng.uniform(-half, half)));
                let tile = Form::Rect { half: Vec2::splat(half) };
                [
                    (tile.shape(), Pose::from_translation(Vec2::new(-half, 0.0))),
                    (Form::Circle { radius }.shape(), beside),
                ]
            }
        }
    }
}

fn posed(posed: PosedForm) -> (Shape, Pose) {
    (posed.form.shape(), posed.pose)
}

fn random(rng: &mut Rng) -> [PosedForm; 2] {
    const KINDS: [Kind; 5] = [Kind::Rect, Kind::Circle, Kind::Capsule, Kind::Polygon, Kind::Ngon(16)];
    let [a, b] = [(); 2].map(|()| KINDS[rng.below(KINDS.len())].form(rng));
    let pose_a = random_pose(rng);
    let way = rng.rotation().rotate(Vec2::X) * ((a.reach() + b.reach()) * rng.uniform(0.0, 1.1));
    let pose_b = Pose::new(pose_a.translation + way, rng.rotation());
    [PosedForm { form: a, pose: pose_a }, PosedForm { form: b, pose: pose_b }]
}

/// The lower left corners of two unit cells that share a side or a corner.
fn neighbours(rng: &mut Rng) -> [Vec2; 2] {
    let cell = Vec2::new(rng.below(100) as f32, rng.below(100) as f32);
    let (x, y) = [(1, 0), (0, 1), (1, 1), (1, -1)][rng.below(4)];
    [cell, cell + Vec2::new(x as f32, y as f32)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sat_simd::{Relation, Stage, relation_and_stage};

    #[test]
    fn tiles_touch_and_only_random_pairs_are_decided_in_the_lanes() {
        let mut rng = Rng::new(1);
        let mut decide = |spec: StageSpec| {
            let [(a, pose_a), (b, pose_b)] = spec.pair(&mut rng);
            relation_and_stage(&a, &pose_a, &b, &pose_b)
        };
        for spec in [StageSpec::TouchingTiles, StageSpec::TurnedTiles] {
            assert!((0..1000).all(|_| decide(spec).0 == Relation::Touching), "{}", spec.name());
        }
        assert!((0..1000).all(|_| decide(StageSpec::MixedScales).1 == Stage::Integer));
        let beyond = (0..100_000).filter(|_| decide(StageSpec::Random).1 != Stage::Wide).count();
        assert!(beyond < 10, "{beyond} of 100 000");
    }
}
