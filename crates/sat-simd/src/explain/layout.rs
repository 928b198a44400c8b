use super::{Axis, Explanation};
use alloc::vec::Vec;
use core::f64::consts::{PI, TAU};
use glam::DVec2;

/// Where an axis is drawn: a line along its normal, `offset` from the middle.
pub(super) struct Slot {
    pub index: usize,
    pub offset: DVec2,
}

pub(super) fn direction(axis: &Axis) -> DVec2 {
    crate::precise::widen(axis.normal).normalize()
}

/// Both ends of A's shadow and of B's, measured from the foot of `center`.
pub(super) fn shadow_ends(axis: &Axis, center: DVec2) -> [f64; 4] {
    let foot = direction(axis).dot(center);
    [axis.a.min - foot, axis.a.max - foot, axis.b.min - foot, axis.b.max - foot]
}

/// A place beside the shapes for each axis, on the side where there is more room; axes that would cover each other move
/// further out.
pub(super) fn place(explanation: &Explanation, shown: &[usize], reach: f64) -> Vec<Slot> {
    let mut angles: Vec<f64> = Vec::new();
    let mut slots = Vec::new();
    // The winner chooses first.
    let mut order = shown.to_vec();
    order.sort_by_key(|&index| index != explanation.winner);
    for index in order {
        let normal = direction(&explanation.axes[index]);
        let below = normal.x * normal.x > 0.5;
        // Below a level axis and to the left of an upright one, like the axes of a diagram, while there is room.
        let first = if below { DVec2::new(0.0, -1.0) } else { DVec2::new(-1.0, 0.0) };
        let across = DVec2::new(-normal.y, normal.x);
        let preferred = if across.dot(first) > 0.0 { across } else { -across };
        let room = |side: DVec2| {
            let angle = libm::atan2(side.y, side.x);
            angles.iter().map(|other| apart(angle, *other)).fold(f64::MAX, f64::min)
        };
        let side = if room(-preferred) > room(preferred) + 0.1 { -preferred } else { preferred };
        let angle = libm::atan2(side.y, side.x);
        let level = angles.iter().filter(|other| apart(angle, **other) < 0.3).count();
        angles.push(angle);
        slots.push(Slot { index, offset: side * (reach * (1.12 + 0.16 * level as f64)) });
    }
    slots
}

/// The angle between two directions given by their angles.
fn apart(a: f64, b: f64) -> f64 {
    let turn = (a - b).abs();
    if turn > PI { TAU - turn } else { turn }
}
