use crate::arbiter::{Posed, separation};
use crate::pair_workload::{Kind, Layout, PairSpec, PairWorkload, PosedForm};
use crate::rng::Rng;
use geom::{Pose, Vec2};

/// What is asked about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// How far apart, and between which points.
    Distance,
    /// How far apart, or how deep.
    Separation,
    /// By which shortest translation they part, if they overlap.
    Translation,
    /// Where a ray from the first shape's place meets the second shape.
    RayCast,
    /// Where the first shape meets the resting second on its way.
    ShapeCast,
    /// When the first shape meets the second while both turn.
    TimeOfImpact,
}

/// The recipe of a [`QueryWorkload`].
#[derive(Clone, Copy, Debug)]
pub struct QuerySpec {
    /// The question.
    pub question: Question,
    /// The pairs; its name is the one in the report.
    pub pairs: PairSpec,
}

/// Random pairs of posed shapes, and the first ones' ways.
#[derive(Clone, Debug)]
pub struct QueryWorkload {
    /// The question.
    pub question: Question,
    /// The pairs; where something moves, the first shapes stand some metres off.
    pub pairs: PairWorkload,
    /// How the first shape of each pair moves and both turn.
    pub ways: Vec<Way>,
}

/// A motion.
#[derive(Clone, Copy, Debug, Default)]
pub struct Way {
    /// How far the first shape, or the ray, goes.
    pub translation: Vec2,
    /// By how much the first shape turns, in radians.
    pub angle_a: f32,
    /// By how much the second one does.
    pub angle_b: f32,
}

const fn spec(name: &'static str, question: Question, a: Kind, b: Kind, percent: usize, layout: Layout) -> QuerySpec {
    QuerySpec { question, pairs: PairSpec { name, a, b, overlapping_percent: percent, layout } }
}

/// The workloads of the `query` section.
pub const QUERY_SPECS: [QuerySpec; 28] = {
    use Kind::{Capsule, Circle, Ellipse, Polygon, Rect};
    use Layout::{Hot, Streamed};
    use Question::{Distance, RayCast, Separation, ShapeCast, TimeOfImpact, Translation};
    [
        spec("distance_rect_hot", Distance, Rect, Rect, 10, Hot),
        spec("distance_polygon_hot", Distance, Polygon, Polygon, 10, Hot),
        spec("distance_polygon", Distance, Polygon, Polygon, 10, Streamed),
        spec("distance_polygon_circle_hot", Distance, Polygon, Circle, 10, Hot),
        spec("distance_capsule_hot", Distance, Capsule, Capsule, 10, Hot),
        spec("separation_rect_hot", Separation, Rect, Rect, 50, Hot),
        spec("separation_polygon_hot", Separation, Polygon, Polygon, 50, Hot),
        spec("separation_polygon", Separation, Polygon, Polygon, 50, Streamed),
        spec("separation_polygon_circle_hot", Separation, Polygon, Circle, 50, Hot),
        spec("separation_capsule_hot", Separation, Capsule, Capsule, 50, Hot),
        spec("mtv_rect_hot", Translation, Rect, Rect, 90, Hot),
        spec("mtv_polygon_hot", Translation, Polygon, Polygon, 90, Hot),
        spec("mtv_polygon", Translation, Polygon, Polygon, 90, Streamed),
        spec("mtv_polygon_circle_hot", Translation, Polygon, Circle, 90, Hot),
        spec("mtv_capsule_hot", Translation, Capsule, Capsule, 90, Hot),
        spec("ray_rect_hot", RayCast, Rect, Rect, 0, Hot),
        spec("ray_polygon_hot", RayCast, Polygon, Polygon, 0, Hot),
        spec("ray_polygon", RayCast, Polygon, Polygon, 0, Streamed),
        spec("ray_circle_hot", RayCast, Circle, Circle, 0, Hot),
        spec("ray_capsule_hot", RayCast, Capsule, Capsule, 0, Hot),
        spec("cast_rect_hot", ShapeCast, Rect, Rect, 0, Hot),
        spec("cast_polygon_hot", ShapeCast, Polygon, Polygon, 0, Hot),
        spec("cast_polygon", ShapeCast, Polygon, Polygon, 0, Streamed),
        spec("cast_polygon_circle_hot", ShapeCast, Polygon, Circle, 0, Hot),
        spec("cast_capsule_hot", ShapeCast, Capsule, Capsule, 0, Hot),
        spec("toi_rect_hot", TimeOfImpact, Rect, Rect, 0, Hot),
        spec("toi_polygon_hot", TimeOfImpact, Polygon, Polygon, 0, Hot),
        spec("distance_ellipse16_hot", Distance, Ellipse(16), Ellipse(16), 10, Hot),
    ]
};

impl Question {
    pub(super) const fn is_about_motion(self) -> bool {
        matches!(self, Self::RayCast | Self::ShapeCast | Self::TimeOfImpact)
    }
}

impl QuerySpec {
    /// The pairs and ways this recipe stands for, the same in every run.
    ///
    /// What moves starts one to five metres further away and heads for a point around the other's middle, as far as
    /// both reach at most, by 0.7 to 1.5 times the way there: somewhat more than half of the casts hit.
    #[must_use]
    pub fn generate(&self) -> QueryWorkload {
        let mut pairs = self.pairs.generate();
        let mut ways = vec![Way::default(); pairs.pairs.len()];
        if self.question.is_about_motion() {
            let mut rng = Rng::new(self.pairs.name.len() as u64);
            for (way, &(ia, ib)) in ways.iter_mut().zip(&pairs.pairs) {
                *way = Way::toward(&mut pairs.a[ia as usize], &pairs.b[ib as usize], &mut rng);
            }
        }
        QueryWorkload { question: self.question, pairs, ways }
    }
}

impl Way {
    fn toward(a: &mut PosedForm, b: &PosedForm, rng: &mut Rng) -> Self {
        let target = b.pose.translation;
        let between = target - a.pose.translation;
        // Away from the other's middle: shapes that are apart stay apart.
        let away = between.normalize_or(Vec2::X) * rng.uniform(1.0, 5.0);
        a.pose = Pose::new(a.pose.translation - away, a.pose.rotation);
        let aside = rng.rotation().rotate(Vec2::X) * ((a.form.reach() + b.form.reach()) * rng.uniform(0.0, 1.0));
        let translation = (target + aside - a.pose.translation) * rng.uniform(0.7, 1.5);
        Self { translation, angle_a: rng.uniform(-1.0, 1.0), angle_b: rng.uniform(-1.0, 1.0) }
    }
}

impl QueryWorkload {
    /// Whether `answer` for pair `index` is the arbiter's, to within `tolerance` metres.
    ///
    /// A hit may be reported from the time on at which the shapes come within the tolerance until they overlap by that
    /// much, and must be if they do.
    #[must_use]
    pub fn is_right(&self, index: usize, answer: Option<f32>, tolerance: f64) -> bool {
        let separation_at = |time: f64| self.separation_at(index, time);
        if !self.question.is_about_motion() {
            let separation = separation_at(0.0);
            let is_near = |value: f64, wanted: f64| (value - wanted).abs() <= tolerance;
            return match (self.question, answer.map(f64::from)) {
                (Question::Distance, Some(distance)) => is_near(distance, separation.max(0.0)),
                (Question::Translation, None) => separation > -tolerance,
                (_, Some(value)) => is_near(value, separation),
                (_, None) => false,
            };
        }
        let speed = self.speed(index);
        let earliest = first_time(separation_at, speed, tolerance);
        let latest = first_time(separation_at, speed, -tolerance);
        let slack = tolerance / speed;
        match answer {
            None => latest.is_none(),
            Some(time) => {
                let time = f64::from(time);
                earliest.is_some_and(|earliest| time >= earliest - slack)
                    && latest.is_none_or(|latest| time <= latest + slack)
            }
        }
    }

    /// No point of one shape moves faster than this, seen from the other.
    fn speed(&self, index: usize) -> f64 {
        let way = &self.ways[index];
        let (ia, ib) = self.pairs.pairs[index];
        let mut speed = f64::from(way.translation.length());
        if self.question == Question::TimeOfImpact {
            speed += f64::from(way.angle_a.abs() * self.pairs.a[ia as usize].form.reach());
            speed += f64::from(way.angle_b.abs() * self.pairs.b[ib as usize].form.reach());
        }
        speed
    }

    fn separation_at(&self, index: usize, time: f64) -> f64 {
        let way = &self.ways[index];
        let (ia, ib) = self.pairs.pairs[index];
        let (a, b) = (&self.pairs.a[ia as usize], &self.pairs.b[ib as usize]);
        let turned = |angle: f32| if self.question == Question::TimeOfImpact { f64::from(angle) * time } else { 0.0 };
        let moved = [f64::from(way.translation.x) * time, f64::from(way.translation.y) * time];
        let ray = crate::form::Form::Circle { radius: 0.0 };
        let form = if self.question == Question::RayCast { &ray } else { &a.form };
        let a = Posed::moved(form, &a.pose, moved, turned(way.angle_a));
        separation(&a, &Posed::moved(&b.form, &b.pose, [0.0; 2], turned(way.angle_b)))
    }
}

/// When `separation`, which changes by no more than `speed`, first falls to `target`, to within a hundredth of
/// that.
fn first_time(separation: impl Fn(f64) -> f64, speed: f64, target: f64) -> Option<f64> {
    let mut time = 0.0;
    while time <= 1.0 {
        let above = separation(time) - target;
        if above <= 0.0 {
            return Some(time);
        }
        time += above.max(target.abs() / 100.0) / speed;
    }
    None
}
