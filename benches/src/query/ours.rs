//! Our own answers: one pair at a time, and in batches.

use super::{QueryLoop, QueryTask, QueryWorkload, Question, Way};
use crate::harness::Task;
use crate::ours_shape::{FromForm, posed, with_kinds};
use crate::pair_workload::{PairWorkload, PosedForm};
use geom::{Pose, Vec2};
use sat_simd::batch::{self, BatchError, MovingPair, PairPlan, RayCast, ShapeCast, ShapeSet};
use sat_simd::{CastHit, Distance, Impact, Motion, Mtv};
use std::hint::black_box;

/// Our ways to answer `workload`.
#[must_use]
pub fn tasks(workload: &QueryWorkload) -> Vec<Box<dyn QueryTask>> {
    let pairs = &workload.pairs;
    let single = match workload.question {
        Question::Distance => with_kinds!(pairs, distance, workload),
        Question::Separation => with_kinds!(pairs, separation, workload),
        Question::Translation => with_kinds!(pairs, translation, workload),
        Question::RayCast => with_kinds!(pairs, ray_cast, workload),
        Question::ShapeCast => with_kinds!(pairs, shape_cast, workload),
        Question::TimeOfImpact => with_kinds!(pairs, time_of_impact, workload),
    };
    let mut tasks = vec![single];
    tasks.extend(batch(workload));
    tasks
}

fn distance<A: FromForm, B: FromForm>(pairs: &PairWorkload, workload: &QueryWorkload) -> Box<dyn QueryTask> {
    let (sides, ways) = ((posed::<A>(&pairs.a), posed::<B>(&pairs.b)), vec![(); pairs.pairs.len()]);
    let view: fn(&Distance) -> _ = |found| Some(found.distance);
    Box::new(QueryLoop::new("ours", sides, ways, workload, view, |a, b, ()| {
        let (a, b): (&(A, Pose), &(B, Pose)) = (a, b);
        sat_simd::distance(&a.0, &a.1, &b.0, &b.1)
    }))
}

fn separation<A: FromForm, B: FromForm>(pairs: &PairWorkload, workload: &QueryWorkload) -> Box<dyn QueryTask> {
    let (sides, ways) = ((posed::<A>(&pairs.a), posed::<B>(&pairs.b)), vec![(); pairs.pairs.len()]);
    let view: fn(&f32) -> _ = |separation| Some(*separation);
    Box::new(QueryLoop::new("ours", sides, ways, workload, view, |a, b, ()| {
        let (a, b): (&(A, Pose), &(B, Pose)) = (a, b);
        sat_simd::separation(&a.0, &a.1, &b.0, &b.1)
    }))
}

fn translation<A: FromForm, B: FromForm>(pairs: &PairWorkload, workload: &QueryWorkload) -> Box<dyn QueryTask> {
    let (sides, ways) = ((posed::<A>(&pairs.a), posed::<B>(&pairs.b)), vec![(); pairs.pairs.len()]);
    Box::new(QueryLoop::new("ours", sides, ways, workload, minus_depth, |a, b, ()| {
        let (a, b): (&(A, Pose), &(B, Pose)) = (a, b);
        sat_simd::mtv(&a.0, &a.1, &b.0, &b.1)
    }))
}

fn minus_depth(mtv: &Option<Mtv>) -> Option<f32> {
    mtv.map(|mtv| -mtv.depth)
}

fn ray_cast<A: FromForm, B: FromForm>(pairs: &PairWorkload, workload: &QueryWorkload) -> Box<dyn QueryTask> {
    let (sides, ways) = ((origins(pairs), posed::<B>(&pairs.b)), translations(workload));
    Box::new(QueryLoop::new("ours", sides, ways, workload, fraction, |origin, b, way| {
        let b: &(B, Pose) = b;
        sat_simd::ray_cast(&b.0, &b.1, *origin, *way).expect("all is finite")
    }))
}

fn shape_cast<A: FromForm, B: FromForm>(pairs: &PairWorkload, workload: &QueryWorkload) -> Box<dyn QueryTask> {
    let (sides, ways) = ((posed::<A>(&pairs.a), posed::<B>(&pairs.b)), translations(workload));
    Box::new(QueryLoop::new("ours", sides, ways, workload, fraction, |a, b, way| {
        let (a, b): (&(A, Pose), &(B, Pose)) = (a, b);
        sat_simd::shape_cast(&a.0, &a.1, *way, &b.0, &b.1).expect("all is finite")
    }))
}

fn time_of_impact<A: FromForm, B: FromForm>(pairs: &PairWorkload, workload: &QueryWorkload) -> Box<dyn QueryTask> {
    let sides = (posed::<A>(&pairs.a), posed::<B>(&pairs.b));
    Box::new(QueryLoop::new("ours", sides, motions(workload), workload, impact_time, |a, b, motions| {
        let (a, b): (&(A, Pose), &(B, Pose)) = (a, b);
        sat_simd::time_of_impact(&a.0, &motions.0, &b.0, &motions.1).expect("all is finite")
    }))
}

/// How both shapes of each pair move.
fn motions(workload: &QueryWorkload) -> Vec<(Motion, Motion)> {
    let pairs = &workload.pairs;
    let of_pair = |(&(ia, ib), way): (&(u32, u32), &Way)| {
        let at = |side: &[PosedForm], index: u32| Motion::resting(side[index as usize].pose);
        let a = Motion { translation: way.translation, angle: way.angle_a, ..at(&pairs.a, ia) };
        (a, Motion { angle: way.angle_b, ..at(&pairs.b, ib) })
    };
    pairs.pairs.iter().zip(&workload.ways).map(of_pair).collect()
}

fn impact_time(impact: &Option<Impact>) -> Option<f32> {
    impact.map(|impact| impact.time)
}

fn fraction(hit: &Option<CastHit>) -> Option<f32> {
    hit.map(|hit| hit.fraction)
}

fn origins(pairs: &PairWorkload) -> Vec<Vec2> {
    pairs.a.iter().map(|posed| posed.pose.translation).collect()
}

fn translations(workload: &QueryWorkload) -> Vec<Vec2> {
    workload.ways.iter().map(|way| way.translation).collect()
}

/// The batch, where there is one.
fn batch(workload: &QueryWorkload) -> Option<Box<dyn QueryTask>> {
    let (pairs, translations) = (&workload.pairs, translations(workload));
    let mut set = ShapeSet::new();
    let mut add = |side: &[PosedForm]| {
        for posed in side {
            set.push(&posed.form.shape(), &posed.pose).expect("a workload fits a set");
        }
    };
    if workload.question != Question::RayCast {
        add(&pairs.a);
    }
    add(&pairs.b);
    let first_b = (set.len() - pairs.b.len()) as u32;
    let casts = || pairs.pairs.iter().zip(&translations).map(|(&(a, b), &way)| (a, first_b + b, way));
    match workload.question {
        Question::Distance => {
            let asked = casts().map(|(a, b, _)| (a, b)).collect();
            Some(Batch::boxed(set, asked, batch::distances, |found: &Distance| Some(found.distance)))
        }
        Question::Separation => {
            let asked = casts().map(|(a, b, _)| (a, b)).collect();
            Some(Batch::boxed(set, asked, batch::separations, |separation: &f32| Some(*separation)))
        }
        Question::Translation => {
            let asked = casts().map(|(a, b, _)| (a, b)).collect();
            Some(Batch::boxed(set, asked, batch::mtvs, minus_depth))
        }
        Question::RayCast => {
            let origins = origins(pairs);
            let asked =
                casts().map(|(a, shape, translation)| RayCast { shape, origin: origins[a as usize], translation });
            Some(Batch::boxed(set, asked.collect(), |set, rays, _, hits| batch::ray_casts(set, rays, hits), fraction))
        }
        Question::ShapeCast => {
            let asked = casts().map(|(a, b, translation)| ShapeCast { a, b, translation }).collect();
            Some(Batch::boxed(set, asked, batch::shape_casts, fraction))
        }
        Question::TimeOfImpact => {
            let motions = motions(workload);
            let asked =
                casts().zip(&motions).map(|((a, b, _), &(motion_a, motion_b))| MovingPair { a, b, motion_a, motion_b });
            Some(Batch::boxed(set, asked.collect(), batch::times_of_impact, impact_time))
        }
    }
}

/// A question of a batch.
type Ask<Q, R> = fn(&ShapeSet, &[Q], &mut PairPlan, &mut Vec<R>) -> Result<(), BatchError>;

struct Batch<Q, R> {
    set: ShapeSet,
    asked: Vec<Q>,
    ask: Ask<Q, R>,
    view: fn(&R) -> Option<f32>,
    plan: PairPlan,
    answers: Vec<R>,
}

impl<Q: 'static, R: 'static> Batch<Q, R> {
    fn boxed(set: ShapeSet, asked: Vec<Q>, ask: Ask<Q, R>, view: fn(&R) -> Option<f32>) -> Box<dyn QueryTask> {
        Box::new(Self { set, asked, ask, view, plan: PairPlan::new(), answers: Vec::new() })
    }
}

impl<Q, R> Task for Batch<Q, R> {
    fn engine(&self) -> &'static str {
        "ours_batch"
    }

    fn run(&mut self) {
        let Self { set, asked, plan, answers, .. } = self;
        (self.ask)(black_box(set), black_box(asked), plan, answers).expect("the questions are about the set");
        black_box(&self.answers);
    }
}

impl<Q, R> QueryTask for Batch<Q, R> {
    fn answer(&self, index: usize) -> Option<f32> {
        (self.view)(&self.answers[index])
    }
}
