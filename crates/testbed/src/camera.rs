//! What part of a world a picture shows.

use geom::{Aabb, Vec2};
use world::{BodyKind, World};

/// A fixed collider is shown whole up to this size, in extents of the moving ones, and cropped beyond: a floor that
/// runs far past its pile, a net below the scene.
const SHOWN_WHOLE: f32 = 1.5;

/// How far away such a collider may be, in the same extents.
const NEARBY: f32 = 3.0;

/// How much is shown of larger ones, in the same extents.
const CROPPED_TO: f32 = 0.12;

/// Which part of the moving colliders is left aside on each side at first, to find where the scene is.
const OUTLIERS: f32 = 0.1;

/// How far from there a moving collider may be to be shown, in extents of the rest: what flew out of the scene must not
/// shrink it.
const STRAGGLERS: f32 = 0.6;

/// The part of `world` to look at: the moving colliders, a few outliers left aside, with what stands close around them.
pub fn overview(world: &World) -> Aabb {
    let (moving, fixed) = boxes(world);
    let all = |boxes: &[Aabb]| boxes.iter().copied().reduce(|a, b| a.union(&b));
    let size_of = |aabb: &Aabb| (aabb.max - aabb.min).max_element();
    let moving_part = trimmed(&moving).map(|heart| {
        let around = heart.enlarged(STRAGGLERS * size_of(&heart));
        moving.iter().filter(|aabb| around.contains(aabb)).fold(heart, |shown, aabb| shown.union(aabb))
    });
    let Some(core) = moving_part.or_else(|| all(&fixed)) else {
        return Aabb::from_center_half(Vec2::ZERO, Vec2::ONE);
    };
    let size = size_of(&core).max(1e-3);
    let (vicinity, margin) = (core.enlarged(NEARBY * size), core.enlarged(CROPPED_TO * size));
    let shown = fixed.iter().filter(|aabb| aabb.overlaps(&vicinity)).fold(core, |shown, aabb| {
        if size_of(aabb) <= SHOWN_WHOLE * size {
            shown.union(aabb)
        } else if aabb.overlaps(&margin) {
            shown.union(&Aabb::new(aabb.min.max(margin.min), aabb.max.min(margin.max)))
        } else {
            shown
        }
    });
    shown.enlarged(0.02 * size_of(&shown))
}

/// The median radius of the moving colliders, or of all when none moves, in metres.
pub fn typical_radius(world: &World) -> f32 {
    let (moving, fixed) = boxes(world);
    let boxes = if moving.is_empty() { fixed } else { moving };
    let mut radii: Vec<f32> = boxes.iter().map(|aabb| aabb.half_extents().length()).collect();
    radii.sort_by(f32::total_cmp);
    radii.get(radii.len() / 2).copied().unwrap_or(1.0).max(1e-6)
}

/// The tight boxes of the colliders that can move, and of those that cannot.
fn boxes(world: &World) -> (Vec<Aabb>, Vec<Aabb>) {
    let (mut moving, mut fixed) = (Vec::new(), Vec::new());
    for collider in world.colliders() {
        let parts = (world.body_of(collider), world.shape(collider), world.collider_pose(collider));
        let (Ok(body), Ok(shape), Ok(pose)) = parts else { continue };
        let list = if world.kind(body) == Ok(BodyKind::Static) { &mut fixed } else { &mut moving };
        list.push(shape.aabb(&pose));
    }
    (moving, fixed)
}

/// The box around all but the outermost of `boxes`.
fn trimmed(boxes: &[Aabb]) -> Option<Aabb> {
    if boxes.is_empty() {
        return None;
    }
    let cut = (OUTLIERS * boxes.len() as f32) as usize;
    let pick = |key: fn(&Aabb) -> f32, index: usize| {
        let mut keys: Vec<f32> = boxes.iter().map(key).collect();
        keys.sort_by(f32::total_cmp);
        keys[index]
    };
    let last = boxes.len() - 1 - cut;
    Some(Aabb::new(
        Vec2::new(pick(|b| b.min.x, cut), pick(|b| b.min.y, cut)),
        Vec2::new(pick(|b| b.max.x, last), pick(|b| b.max.y, last)),
    ))
}
