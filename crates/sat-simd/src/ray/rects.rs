use super::{Answer, Hit, Ray};
use crate::Rect;
use crate::precise::widen;
use geom::Pose;
use glam::DVec2;

/// A box as it stands in the world: its axes, as long as the stored rotation makes them, and half extents along them.
struct Standing {
    axes: [DVec2; 2],
    half: [f64; 2],
    /// The square of the axes' length.
    scale: f64,
}

impl Standing {
    #[inline(always)]
    fn new(rect: &Rect, pose: &Pose) -> Self {
        let right = DVec2::new(f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
        let half = widen(rect.half());
        Self { axes: [right, right.perp()], half: [half.x, half.y], scale: right.dot(right) }
    }

    /// The corner farthest along `direction`, from the middle.
    #[inline(always)]
    fn farthest(&self, direction: DVec2) -> DVec2 {
        let [x, y] = [0, 1].map(|axis| self.axes[axis] * self.half[axis].copysign(self.axes[axis].dot(direction)));
        x + y
    }
}

/// The face of a box that looks at another one: how far the other is from it, how much of that the way closes, and on which
/// side it is; all times the length of the box's axes.
#[derive(Clone, Copy)]
struct Face {
    height: f64,
    closing: f64,
    sign: f64,
}

/// What box A does to a resting box B while it moves along `way`, and where they meet as in
/// [`cast_pair`](super::cast_pair).
///
/// The difference of two boxes has a pair of sides for each axis of either, of which the nearer one can be entered. The one
/// that is entered last is hit between its ends or not at all; which that is has to be certain, and is not for boxes that
/// are turned alike.
pub(super) fn cast(a: &Rect, pose_a: &Pose, way: DVec2, b: &Rect, pose_b: &Pose) -> (Answer, DVec2) {
    let between = widen(pose_b.translation) - widen(pose_a.translation);
    let ray = Ray::new(way, between, f64::from(a.reach()) + f64::from(b.reach()));
    let boxes = [Standing::new(a, pose_a), Standing::new(b, pose_b)];
    let [right_a, right_b] = [boxes[0].axes[0], boxes[1].axes[0]];
    let (cos, sin) = (right_a.dot(right_b).abs(), right_a.perp_dot(right_b).abs());
    let face = |owner: usize, axis: usize| {
        let (own, other) = (&boxes[owner], &boxes[1 - owner]);
        let shadow = other.half[axis] * cos + other.half[1 - axis] * sin;
        let (at, speed) = (own.axes[axis].dot(between), own.axes[axis].dot(way));
        let sign = 1f64.copysign(at);
        Face { height: at.abs() - (own.half[axis] * own.scale + shadow), closing: speed * sign, sign }
    };
    let faces = [face(0, 0), face(0, 1), face(1, 0), face(1, 1)];
    let error = 2.0 * ray.error;
    if faces.iter().any(|face| (face.height > error) & (face.height > face.closing + error)) {
        return (Answer::Misses, DVec2::ZERO);
    }
    let mut latest = 0;
    for index in 1..4 {
        if faces[index].is_after(&faces[latest]) {
            latest = index;
        }
    }
    let Face { height, closing, sign } = faces[latest];
    let is_latest = |(index, face): (usize, &Face)| {
        let slack = 2.0 * error * (closing.abs() + face.closing.abs());
        (index == latest) | (face.height < -error) | (height * face.closing - face.height * closing > slack)
    };
    if !((height > error) & (height < closing - error) && faces.iter().enumerate().all(is_latest)) {
        return (Answer::Unsure, DVec2::ZERO);
    }
    let (owner, axis) = (latest / 2, latest % 2);
    let (own, other) = (&boxes[owner], &boxes[1 - owner]);
    // From A to B, as long as the axis.
    let outward = own.axes[axis] * sign;
    let corner = if owner == 0 { -other.farthest(outward) } else { other.farthest(outward) };
    // Where along the face that corner meets it, times what closes.
    let from_middle = if owner == 0 { between + corner } else { corner - between };
    let moved = if owner == 0 { -way } else { way };
    let side = own.axes[1 - axis];
    let aside =
        (side.dot(from_middle) * closing + side.dot(moved) * height).abs() - own.half[1 - axis] * own.scale * closing;
    let slack = 2.0 * ray.error * ray.way_size;
    if aside >= -slack {
        return (if aside > slack { Answer::Misses } else { Answer::Unsure }, DVec2::ZERO);
    }
    let fraction = height / closing;
    let excess = own.scale - 1.0;
    // 1 ÷ σ by its series: |σ² − 1| is below 2⁻²⁰, so the next term is below 2⁻⁶⁰.
    let normal = -outward * (1.0 - excess * (0.5 - 0.375 * excess));
    let point = if owner == 0 {
        widen(pose_b.translation) + corner
    } else {
        widen(pose_a.translation) + corner + way * fraction
    };
    (Answer::Hits(Hit { fraction, normal, is_flat: true }), point)
}

impl Face {
    /// Whether it is entered after `other`, as far as either is to be entered.
    #[inline(always)]
    fn is_after(&self, other: &Self) -> bool {
        (self.height > 0.0) & ((other.height <= 0.0) | (self.height * other.closing > other.height * self.closing))
    }
}
