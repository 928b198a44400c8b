//! The separating axis test as textbooks have it: one pair, one axis at a time, leaving at the first gap.

use super::{OverlapTask, PairLoop};
use crate::form::Form;
use crate::pair_workload::{PairWorkload, PosedForm};
use geom::{Pose, Vec2};

struct Rect {
    half: Vec2,
    pose: Pose,
}

struct Disc {
    radius: f32,
    pose: Pose,
}

struct Outline {
    vertices: Vec<Vec2>,
    /// Not normalised: a gap on an axis needs no length.
    normals: Vec<Vec2>,
    pose: Pose,
}

/// The textbook's way to answer `workload`.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn OverlapTask>> {
    let task: Box<dyn OverlapTask> = match (&workload.a[0].form, &workload.b[0].form) {
        (Form::Rect { .. }, _) => Box::new(PairLoop::new(
            "textbook",
            workload.a.iter().map(rect).collect(),
            workload.b.iter().map(rect).collect(),
            workload,
            rects_overlap,
        )),
        (Form::Circle { .. }, _) => Box::new(PairLoop::new(
            "textbook",
            workload.a.iter().map(disc).collect(),
            workload.b.iter().map(disc).collect(),
            workload,
            discs_overlap,
        )),
        (_, Form::Circle { .. }) => Box::new(PairLoop::new(
            "textbook",
            workload.a.iter().map(outline).collect(),
            workload.b.iter().map(disc).collect(),
            workload,
            outline_meets_disc,
        )),
        _ => Box::new(PairLoop::new(
            "textbook",
            workload.a.iter().map(outline).collect(),
            workload.b.iter().map(outline).collect(),
            workload,
            outlines_overlap,
        )),
    };
    vec![task]
}

fn rect(posed: &PosedForm) -> Rect {
    let Form::Rect { half } = posed.form else { unreachable!("rect workloads hold boxes") };
    Rect { half, pose: posed.pose }
}

fn disc(posed: &PosedForm) -> Disc {
    Disc { radius: posed.form.radius(), pose: posed.pose }
}

fn outline(posed: &PosedForm) -> Outline {
    let vertices = posed.form.core();
    let normals = (0..vertices.len())
        .map(|i| {
            let edge = vertices[(i + 1) % vertices.len()] - vertices[i];
            Vec2::new(edge.y, -edge.x)
        })
        .collect();
    Outline { vertices, normals, pose: posed.pose }
}

/// Four axes, B brought into A's frame (Gottschalk, Lin, Manocha: *OBBTree*, SIGGRAPH 1996, in the plane).
fn rects_overlap(a: &Rect, b: &Rect) -> bool {
    let pose_ab = a.pose.inv_mul(&b.pose);
    let (t, c, s) = (pose_ab.translation, pose_ab.rotation.cos().abs(), pose_ab.rotation.sin().abs());
    let t_in_b = pose_ab.rotation.inv_rotate(t);
    t.x.abs() <= a.half.x + (c * b.half.x + s * b.half.y)
        && t.y.abs() <= a.half.y + (s * b.half.x + c * b.half.y)
        && t_in_b.x.abs() <= b.half.x + (c * a.half.x + s * a.half.y)
        && t_in_b.y.abs() <= b.half.y + (s * a.half.x + c * a.half.y)
}

fn discs_overlap(a: &Disc, b: &Disc) -> bool {
    let reach = a.radius + b.radius;
    (b.pose.translation - a.pose.translation).length_squared() <= reach * reach
}

/// The edge normals of both, each against the nearest vertex of the other.
fn outlines_overlap(a: &Outline, b: &Outline) -> bool {
    let pose_ab = a.pose.inv_mul(&b.pose);
    !has_gap(a, b, &pose_ab) && !has_gap(b, a, &pose_ab.inverse())
}

fn has_gap(a: &Outline, b: &Outline, pose_ab: &Pose) -> bool {
    a.vertices.iter().zip(&a.normals).any(|(vertex, normal)| {
        let local_normal = pose_ab.inv_transform_vector(*normal);
        let nearest = b.vertices.iter().map(|v| v.dot(local_normal)).fold(f32::INFINITY, f32::min);
        nearest + (pose_ab.translation - *vertex).dot(*normal) > 0.0
    })
}

/// The edge normals and the axis through the nearest vertex: N + 1 axes decide exactly.
fn outline_meets_disc(a: &Outline, b: &Disc) -> bool {
    let center = a.pose.inv_transform_point(b.pose.translation);
    let radius_sq = b.radius * b.radius;
    let mut nearest = (a.vertices[0], f32::INFINITY);
    for (vertex, normal) in a.vertices.iter().zip(&a.normals) {
        let to_center = center - *vertex;
        let height = to_center.dot(*normal);
        if height > 0.0 && height * height > radius_sq * normal.length_squared() {
            return false;
        }
        let distance_sq = to_center.length_squared();
        if distance_sq < nearest.1 {
            nearest = (*vertex, distance_sq);
        }
    }
    let axis = center - nearest.0;
    let farthest = a.vertices.iter().map(|v| (*v - nearest.0).dot(axis)).fold(f32::NEG_INFINITY, f32::max);
    let gap = nearest.1 - farthest;
    gap <= 0.0 || gap * gap <= radius_sq * nearest.1
}
