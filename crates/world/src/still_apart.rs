use crate::lanes::{F32s, F32x4, Lane, V2, columns};
use crate::recycle::Recycled;
use geom::Pose;

/// [`Recycled::is_apart`] of eight contacts, a bit for each, given what was found of them and the poses of their sides, A's first.
#[inline(always)]
pub(crate) fn are_apart<'s>(
    found: impl Fn(usize) -> &'s Recycled,
    (pose_a, pose_b): (impl Fn(usize) -> &'s Pose, impl Fn(usize) -> &'s Pose),
    margin: f32,
) -> u32 {
    let [x, y, cos, sin] = columns(|lane| found(lane).frame());
    let (then_offset, then_turn) = (V2 { x, y }, V2 { x: cos, y: sin });
    let [first, second, reach_a, reach_b] = columns(|lane| found(lane).distances());
    let [x, y, cos, sin] = columns(|lane| row(pose_a(lane)));
    let (at_a, turn_a) = (V2 { x, y }, V2 { x: cos, y: sin });
    let [x, y, cos, sin] = columns(|lane| row(pose_b(lane)));
    let (at_b, turn_b) = (V2 { x, y }, V2 { x: cos, y: sin });
    let (offset, turn) = (turned_back(turn_a, at_b.minus(at_a)), turned_back(turn_a, turn_b));

    let zero = V2 { x: F32s::ZERO, y: F32s::ZERO };
    let of_b = offset.minus(then_offset);
    let of_a = turned_back(turn, zero.minus(offset)).minus(turned_back(then_turn, zero.minus(then_offset)));
    let less = reach_b.greater(reach_a);
    let moved = V2 { x: F32s::select(less, of_a.x, of_b.x), y: F32s::select(less, of_a.y, of_b.y) };
    let motion = length(moved) + reach_a.at_most(reach_b) * length(turn.minus(then_turn));
    let size = offset.x.abs() + offset.y.abs() + reach_a + reach_b;
    let rounding = size * F32s::splat(Recycled::ROUNDING);
    (first.at_most(second) - motion).greater(F32s::splat(margin) + rounding).to_bitmask()
}

/// Where a pose is, and the cosine and sine of its rotation.
#[inline(always)]
fn row(pose: &Pose) -> F32x4 {
    F32x4::new([pose.translation.x, pose.translation.y, pose.rotation.cos(), pose.rotation.sin()])
}

/// `v` turned back by the rotation with this cosine and sine.
#[inline(always)]
fn turned_back(turn: V2<F32s>, v: V2<F32s>) -> V2<F32s> {
    V2 { x: turn.x * v.x + turn.y * v.y, y: turn.x * v.y - turn.y * v.x }
}

#[inline(always)]
fn length(v: V2<F32s>) -> F32s {
    v.dot(v).sqrt()
}

#[cfg(test)]
mod tests {
    use super::are_apart;
    use crate::lanes::LANES;
    use crate::recycle::{Levers, Recycled, Relative};
    use geom::{Pose, Rot, Vec2};
    use proptest::prelude::*;
    use sat_simd::{FeatureId, Manifold, ManifoldPoint, Shape};

    fn pose() -> impl Strategy<Value = Pose> {
        let far = prop_oneof![4 => Just(1.0f32), 1 => Just(1.0e4)];
        (-4.0f32..4.0, -4.0f32..4.0, -4.0f32..4.0, far)
            .prop_map(|(x, y, angle, far)| Pose::new(Vec2::new(x, y) * far, Rot::from_angle(angle)))
    }

    /// Sizes of sides, where they were, what was found of how far apart their points are, and how far B has moved and turned since:
    /// little, or anything.
    type Sides = ([f32; 2], [Pose; 2], Option<[f32; 2]>, [f32; 3]);

    fn sides() -> impl Strategy<Value = Sides> {
        let motion = prop_oneof![4 => prop::array::uniform3(-0.05f32..0.05), 1 => prop::array::uniform3(-3.0f32..3.0)];
        let gap = prop_oneof![0.0f32..0.3, Just(f32::INFINITY)];
        let gaps = prop::option::weighted(0.9, prop::array::uniform2(gap));
        (prop::array::uniform2(0.1f32..2.0), [pose(), pose()], gaps, motion)
    }

    fn contact(&(sizes, [at_a, at_b], gaps, [x, y, turn]): &Sides) -> (Recycled, [Pose; 2]) {
        let [a, b] = sizes.map(|size| Shape::rect(size, 0.5 * size).unwrap());
        let mut found = Recycled::new(&a, &b);
        if let Some(gaps) = gaps {
            let points = [0, 1].map(|i| ManifoldPoint {
                point: Vec2::new(f32::from(i), 0.0),
                separation: gaps[usize::from(i)],
                feature: FeatureId::new(i, i),
            });
            let (then, mut levers) = (Relative::new(&at_a, &at_b), Levers::NONE);
            found.remember(&mut levers, then, at_a.rotation, &Manifold::two(Vec2::Y, points));
        }
        (found, [at_a, Pose::new(at_b.translation + Vec2::new(x, y), at_b.rotation * Rot::from_angle(turn))])
    }

    proptest! {
        #[test]
        fn eight_are_apart_as_each_of_them_is(
            sides in prop::collection::vec(sides(), LANES),
            margin in prop_oneof![Just(0.02f32), 0.0f32..0.2],
        ) {
            let contacts: Vec<_> = sides.iter().map(contact).collect();
            let (a, b) = (|lane: usize| &contacts[lane].1[0], |lane: usize| &contacts[lane].1[1]);
            let mask = are_apart(|lane| &contacts[lane].0, (a, b), margin);
            for (lane, (found, [a, b])) in contacts.iter().enumerate() {
                prop_assert_eq!(mask >> lane & 1 != 0, found.is_apart(&Relative::new(a, b), margin), "lane {}", lane);
            }
        }
    }
}
