use crate::Settings;
use crate::lanes::{F32s, F32x4, Lane, columns};
use crate::relative::{Reach, Relative};
use geom::{Rot, Vec2};
use sat_simd::{Manifold, ManifoldPoint, Shape};

/// How far the sides of a contact may have turned against each other to keep its manifold, as the distance between the two
/// directions: 0.2 is 11.5°, whose cosine is 0.98.
const MAX_TURN: f32 = 0.2;

/// How B stood to A when the manifold of a contact was found, and what it said. As long as that changes by little, the
/// manifold is not looked for again: its points keep their places on A and on B, and so follow the motion. While both are within the
/// slop they keep their places beside the two centres instead, in the world: what stands leans by less than that without its
/// impulses getting other levers, and a column of many does not sway until it falls. By these levers the sides would part, or go into
/// each other, as fast as turning brings the places at their two ends apart: where that is further than for two of the smaller one's
/// size, as on the wall of a drum whose middle is far away, points follow the motion after all.
///
/// E. Catto, Box2D v3.2 ("contact recycling"), 2026. There levers stay wherever points are, and normals, too; here normals turn with
/// the side that is less round, and what turns together, like the heap in a drum, is looked for again when it has turned by as much as
/// sides may against each other.
///
/// Of sides without a manifold it says how far apart they were, so that nothing is looked for before they moved by as much: of one
/// contact, or of eight at a time.
#[derive(Clone, Copy)]
#[repr(align(32))] // half a cache line, never on two
pub(crate) struct Recycled<L = f32> {
    then: Relative<L>,
    /// Of the points, at that time; of a single one, or of sides without points, twice. The sides were no nearer.
    separations: [L; 2],
    reach: Reach<L>,
}

/// Where the two points of a manifold were found, and how A stood. Apart from [`Recycled`], as those of pairs that do not
/// touch have none.
#[derive(Clone, Copy)]
pub(crate) struct Levers {
    /// Cosine and sine of A's rotation.
    stand: Vec2,
    /// In A's frame.
    points: [Vec2; 2],
    /// In A's frame.
    normal: Vec2,
}

impl Levers {
    /// Of a contact without two points.
    pub const NONE: Self = Self { stand: Vec2::X, points: [Vec2::ZERO; 2], normal: Vec2::ZERO };

    /// What became of them when the sides stand like `now`.
    ///
    /// What is rounded and turns takes the ends of its core along, and not its surface: a capsule that leans does not lift the points
    /// that it stands on, nor does one that rolls. Normals turn with the side that is less round.
    #[inline]
    fn rolled(&self, then: &Relative, now: &Relative, [a, b]: [f32; 2]) -> Rolled {
        if a == 0.0 && b == 0.0 {
            return Rolled { normal: self.normal, place: Vec2::ZERO, roll: Vec2::ZERO };
        }
        let turned = now.turned_since(then, self.normal);
        let way = turned - self.normal;
        if a > b {
            Rolled { normal: turned, place: a * way, roll: -a * way }
        } else {
            Rolled { normal: self.normal, place: Vec2::ZERO, roll: b * way }
        }
    }
}

/// What sides that roll on each other do to their contact, in A's frame.
struct Rolled {
    normal: Vec2,
    /// How far points moved on A's side.
    place: Vec2,
    /// By how much less they moved on B's than what is in one piece with it.
    roll: Vec2,
}

/// What contacts are looked for with.
#[derive(Clone, Copy)]
pub(crate) struct Tolerance {
    /// How far the sides may have moved for the manifold to be kept, in metres.
    pub recycle: f32,
    /// How far apart there are points, in metres.
    pub margin: f32,
    /// How far from each other sides may rest, in metres.
    pub slop: f32,
}

impl Tolerance {
    pub fn of(settings: &Settings) -> Self {
        let Settings { recycle_distance, speculative_margin, linear_slop, .. } = *settings;
        Self { recycle: recycle_distance, margin: speculative_margin, slop: linear_slop }
    }
}

impl<L: Lane> Recycled<L> {
    /// By what part of how large and far apart sides are numbers are rounded: the gap by 2⁻¹⁸, and both offsets by some ulps, for which
    /// there is as much again.
    const ROUNDING: f32 = 64.0 * f32::EPSILON;

    /// Whether sides that stand like `now` cannot have come within the margin since.
    #[inline(always)]
    pub fn is_apart(&self, now: &Relative<L>, margin: f32) -> L::Mask {
        let (motion, _) = now.motion(&self.then, &self.reach);
        let size = now.offset.x.abs() + now.offset.y.abs() + self.reach.a + self.reach.b;
        let rounding = size * L::splat(Self::ROUNDING);
        let [first, second] = self.separations;
        (first.at_most(second) - motion).greater(L::splat(margin) + rounding)
    }
}

impl Recycled<F32s> {
    /// What was found of eight contacts.
    #[inline(always)]
    pub fn gather<'s>(found: impl Fn(usize) -> &'s Recycled) -> Self {
        let [first, second, a, b] = columns(|lane| {
            let Recycled { separations: [first, second], reach: Reach { a, b }, .. } = *found(lane);
            F32x4::new([first, second, a, b])
        });
        Self { then: Relative::gather(|lane| found(lane).then), separations: [first, second], reach: Reach { a, b } }
    }
}

impl Recycled {
    /// Of a contact between these shapes that has no manifold yet: no motion is small.
    pub fn new(a: &Shape, b: &Shape) -> Self {
        Self { then: Relative::NONE, separations: [0.0; 2], reach: Reach::new(a, b) }
    }

    /// Whether it could be that of these two sides.
    #[cfg(test)]
    pub fn is_of(&self, a: &Shape, b: &Shape) -> bool {
        let Reach { a, b } = Reach::new(a, b);
        (self.reach.a, self.reach.b) == (a, b)
    }

    /// Keeps a manifold that was found for sides that stand like this, A turned by `rotation`.
    #[inline]
    pub fn remember(&mut self, levers: &mut Levers, then: Relative, rotation: Rot, manifold: &Manifold) {
        self.then = then;
        if let [first, .., last] = manifold.points() {
            self.separations = [first.separation, last.separation];
            let stand = Vec2::new(rotation.cos(), rotation.sin());
            *levers = Levers { stand, points: [first.point, last.point], normal: manifold.normal() };
        } else if let [only] = manifold.points() {
            self.separations = [only.separation; 2];
        }
    }

    /// Keeps that sides that stand like this are at least so far apart.
    #[inline]
    pub fn part(&mut self, then: Relative, gap: f32) {
        self.then = then;
        self.separations = [gap; 2];
    }

    /// Forgets what was found: the sides are looked at anew, however little they moved.
    pub fn forget(&mut self) {
        (self.then, self.separations) = (Relative::NONE, [0.0; 2]);
    }

    /// What becomes of the manifold, `last` seen, when the sides stand like `now`, A turned by `rotation` and both rounded by `radii`,
    /// and how far B's points have moved on A in the mean, in A's frame; `None` when it has to be looked for: because they moved too
    /// far, or because there are not two points, or none within the margin any more.
    ///
    /// A single point is where a corner or something round touches, and is no longer there when that has turned.
    #[inline]
    pub fn manifold(
        &self,
        levers: &Levers,
        (now, rotation): (&Relative, Rot),
        last: &Manifold,
        radii: impl FnOnce() -> [f32; 2],
        tolerance: &Tolerance,
    ) -> Option<(Manifold, Vec2)> {
        let [first, second] = last.points() else { return None };
        let (motion, turn) = now.motion(&self.then, &self.reach);
        let is_small = turn <= MAX_TURN && motion < tolerance.recycle;
        if !is_small {
            return None;
        }
        let Rolled { normal, place, roll } = levers.rolled(&self.then, now, radii());
        let shifts = levers.points.map(|point| now.point(self.then.inv_point(point)) - point + roll);
        let separations = [0, 1].map(|i| self.separations[i] + shifts[i].dot(normal));
        let rests = separations.iter().all(|&separation| separation < tolerance.slop);
        let mut stayed = None;
        if rests {
            // How A stood then in its frame of now.
            let back = rotation.inv_rotate(levers.stand);
            if (back - Vec2::X).length() > MAX_TURN {
                return None;
            }
            // How far turning has brought the places beside the two centres apart: of sides of one size never further than this.
            let (offset, place) = (self.then.offset(), back.rotate(self.then.offset()));
            if (place - offset).length() <= 2.0 * MAX_TURN * self.reach.a.min(self.reach.b) {
                stayed = Some((levers.points.map(|point| back.rotate(point)), now.offset() - place));
            }
        }
        let followed = || (levers.points.map(|point| point + place), 0.5 * (shifts[0] + shifts[1]));
        let (points, shift) = stayed.unwrap_or_else(followed);
        let point =
            |i: usize, last: &ManifoldPoint| ManifoldPoint { point: points[i], separation: separations[i], ..*last };
        let is_near = separations.iter().any(|&separation| separation <= tolerance.margin);
        is_near.then(|| (Manifold::two(normal, [point(0, first), point(1, second)]), shift))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::LANES;
    use geom::Pose;
    use proptest::prelude::*;
    use sat_simd::{FeatureId, Rect, manifold, separation};

    const TOLERANCE: Tolerance = Tolerance { recycle: 0.05, margin: 0.02, slop: 0.005 };

    fn at(x: f32, y: f32, angle: f32) -> Pose {
        Pose::new(Vec2::new(x, y), Rot::from_angle(angle))
    }

    /// What was found for B when the sides stood like `then`, seen again when they stand like `now`, A first.
    fn again(sides: [&Shape; 2], [a, b]: [&Pose; 2], now: [&Pose; 2]) -> Option<(Manifold, Vec2)> {
        let (then, mut levers, [first, second]) = (Relative::new(a, b), Levers::NONE, sides);
        let mut recycled = Recycled::new(first, second);
        let found = manifold(first, second, &(a.inverse() * *b), TOLERANCE.margin);
        recycled.remember(&mut levers, then, a.rotation, &found);
        let (relative, rotation) = (Relative::new(now[0], now[1]), now[0].rotation);
        recycled.manifold(&levers, (&relative, rotation), &found, || sides.map(Shape::radius), &TOLERANCE)
    }

    /// Two squares of one metre: A turned at a place of its own, B as seen from there. What was found for B at `then`, seen
    /// again when it is at `now`.
    fn seen_again(then: Pose, now: Pose) -> Option<(Manifold, Vec2)> {
        let (square, a) = (Shape::from(Rect::new(Vec2::splat(0.5)).unwrap()), at(70.0, -30.0, 1.0));
        let (then, now) = (a * then, a * now);
        again([&square; 2], [&a, &then], [&a, &now])
    }

    #[test]
    fn what_did_not_move_keeps_its_manifold_and_what_is_lifted_its_points() {
        let (base, stayed) = seen_again(at(0.0, 1.0, 0.0), at(0.0, 1.0, 0.0)).unwrap();
        assert!(base.points().iter().all(|point| point.separation.abs() < 1e-5), "{base:?}");
        let (lifted, shift) = seen_again(at(0.0, 1.0, 0.0), at(0.04, 1.01, 0.0)).unwrap();
        assert!(stayed.length() < 1e-5 && (shift - Vec2::new(0.04, 0.01)).length() < 1e-5, "{stayed} {shift}");
        for (point, before) in lifted.points().iter().zip(base.points()) {
            assert_eq!(point.feature, before.feature);
            assert!((point.point - before.point).length() < 1e-6, "{point:?} {before:?}");
            assert!((point.separation - 0.01).abs() < 1e-5, "{point:?}");
        }
    }

    /// A square on another one, of which both turn; the upper one is lifted by this.
    fn turned_together(turn: f32, lift: f32) -> Option<(Manifold, Vec2)> {
        let square = Shape::from(Rect::new(Vec2::splat(0.5)).unwrap());
        let (then, now) = (at(0.0, 1.0, 0.0), at(0.0, 1.0 + lift, 0.0));
        let (a, turned) = (at(70.0, -30.0, 1.0), at(70.0, -30.0, 1.0 + turn));
        again([&square; 2], [&a, &(a * then)], [&turned, &(turned * now)])
    }

    #[test]
    fn levers_stay_in_the_world_while_points_are_within_the_slop() {
        let place = |found: &Manifold| found.points()[0].point;
        let (still, _) = turned_together(0.0, 0.0).unwrap();
        let (turned, shift) = turned_together(0.1, 0.0).unwrap();
        // In A's frame they go back by what that turned, and B's as well, which is a metre above.
        let back = Rot::from_angle(-0.1);
        assert!((place(&turned) - back.rotate(place(&still))).length() < 1e-5, "{turned:?}");
        assert!((shift - (Vec2::Y - back.rotate(Vec2::Y))).length() < 1e-5, "{shift}");
        assert!((turned.normal() - still.normal()).length() < 1e-6, "{turned:?}");
        // What is open turns with A, and what has turned by a fifth is looked for again.
        let (open, shift) = turned_together(0.1, 0.01).unwrap();
        assert!((place(&open) - place(&still)).length() < 1e-5, "{open:?}");
        assert!((shift - 0.01 * Vec2::Y).length() < 1e-5, "{shift}");
        assert!(turned_together(0.21, 0.0).is_none() && turned_together(0.21, 0.01).is_some());
    }

    #[test]
    fn turning_moves_points_as_it_moves_corners() {
        let (turned, _) = seen_again(at(0.0, 1.0, 0.0), at(0.0, 1.0, 0.02)).unwrap();
        let mut separations = [turned.points()[0].separation, turned.points()[1].separation];
        separations.sort_by(f32::total_cmp);
        // Half a metre to either side of the centre, 0.02 radians.
        assert!((separations[0] + 0.01).abs() < 2e-4 && (separations[1] - 0.01).abs() < 2e-4, "{separations:?}");
    }

    #[test]
    fn what_moved_too_far_or_left_the_margin_is_looked_for_again() {
        let touching = at(0.0, 1.0, 0.0);
        assert!(seen_again(touching, at(0.051, 1.0, 0.0)).is_none());
        assert!(seen_again(touching, at(0.0, 1.0, 0.08)).is_none());
        assert!(seen_again(touching, at(0.0, 1.021, 0.0)).is_none());
        // There was nothing.
        assert!(seen_again(at(0.0, 1.1, 0.0), at(0.0, 1.1, 0.0)).is_none());
    }

    #[test]
    fn what_touches_in_a_point_is_looked_for_again() {
        let on_its_corner = at(0.0, 1.2, std::f32::consts::FRAC_PI_4);
        assert!(seen_again(on_its_corner, on_its_corner).is_none());
    }

    /// What the core's ends of a capsule that leans are above a floor, less its radius; what is seen again, as found, says the same, and
    /// so does what is looked for.
    #[test]
    fn what_is_rounded_turns_without_its_surface_whichever_side_it_is() {
        let capsule = Shape::capsule(Vec2::new(-0.1, 0.0), Vec2::new(0.1, 0.0), 0.3).unwrap();
        let (floor, under) = (Shape::rect(2.0, 0.5).unwrap(), at(70.0, -30.0, 1.0));
        let (lying, leaning) = (under * at(0.0, 0.8, 0.0), under * at(0.0, 0.805, 0.1));
        let ends = [-0.1f32, 0.1].map(|x| 0.005 + x * 0.1f32.sin());
        let check = |sides: [&Shape; 2], then: [&Pose; 2], now: [&Pose; 2]| {
            let (found, _) = again(sides, then, now).expect("it moved little");
            let mut separations = [0, 1].map(|i| found.points()[i].separation);
            separations.sort_by(f32::total_cmp);
            assert!(separations.iter().zip(ends).all(|(found, end)| (found - end).abs() < 1e-5), "{separations:?}");
            let looked_for = manifold(sides[0], sides[1], &(now[0].inverse() * *now[1]), TOLERANCE.margin);
            assert!((found.normal() - looked_for.normal()).length() < 1e-5, "{found:?} {looked_for:?}");
        };
        check([&floor, &capsule], [&under, &lying], [&under, &leaning]);
        check([&capsule, &floor], [&lying, &under], [&leaning, &under]);
    }

    prop_compose! {
        fn pose()(x in -3.0f32..3.0, y in -3.0f32..3.0, angle in -3.2f32..3.2) -> Pose { at(x, y, angle) }
    }

    fn any_pose() -> impl Strategy<Value = Pose> {
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
        (prop::array::uniform2(0.1f32..2.0), [any_pose(), any_pose()], gaps, motion)
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
        /// Where nothing is looked for there is nothing to find, whichever side moved and turned.
        #[test]
        fn what_is_apart_has_no_points(
            a in pose(), then in pose(), x in -0.5f32..0.5, y in -0.5f32..0.5, angle in -0.5f32..0.5, half in 0.1f32..2.0,
        ) {
            let (square, bar) = (Shape::rect(0.5, 0.5).unwrap(), Shape::rect(half, 0.1).unwrap());
            let gap = separation(&square, &Pose::IDENTITY, &bar, &then);
            let now = Pose::new(then.translation + Vec2::new(x, y), Rot::from_angle(angle) * then.rotation);
            let mut recycled = Recycled::new(&square, &bar);
            recycled.part(Relative::new(&a, &(a * then)), gap);
            let is_apart = recycled.is_apart(&Relative::new(&a, &(a * now)), TOLERANCE.margin);
            prop_assert!(!is_apart || manifold(&square, &bar, &now, TOLERANCE.margin).is_empty());
            // What did not move is apart if its gap is wider than the margin.
            let stayed = recycled.is_apart(&Relative::new(&a, &(a * then)), TOLERANCE.margin);
            prop_assert!(stayed == (gap > TOLERANCE.margin) || (gap - TOLERANCE.margin).abs() < 1e-3);
        }

        #[test]
        fn eight_are_apart_as_each_of_them_is(
            sides in prop::collection::vec(sides(), LANES),
            margin in prop_oneof![Just(0.02f32), 0.0f32..0.2],
        ) {
            let contacts: Vec<_> = sides.iter().map(contact).collect();
            let now = Relative::of_eight(|lane| &contacts[lane].1[0], |lane| &contacts[lane].1[1]);
            let mask = Recycled::gather(|lane| &contacts[lane].0).is_apart(&now, margin).to_bitmask();
            for (lane, (found, [a, b])) in contacts.iter().enumerate() {
                prop_assert_eq!(mask >> lane & 1 != 0, found.is_apart(&Relative::new(a, b), margin), "lane {}", lane);
            }
        }
    }
}
