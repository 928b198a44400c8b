use super::constraint::{Constraint, Later, Point};
use super::state::BodyLanes;
use crate::contact::Contact;
use crate::impulse::Impulse;
use crate::lanes::{F32s, F32x4, LANES, Lane, V2, columns};
use geom::{Pose, Vec2};

/// All that a constraint is made from but the bodies' velocities, four numbers to a row, so that eight contacts become
/// lanes by transposing:
///
/// ```text
/// pose       x    y   cos  sin     A's collider
/// centers    xa   ya   xb   yb     of mass, in the world
/// masses     ma   ia   mb   ib     inverse ones, zero for what contacts do not move
/// normal     x    y    r    2      in A's frame; rolling impulse; 1 if there is a second point
/// points     x    y    s    d      in A's frame; separation; x of B's shift, of the second its y
/// impulses   n    t    s    r      normal, tangent, settled; radius of A, of the second that of B
/// mix        f    e    r    v      friction, restitution, rolling resistance, surface speed
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactRow {
    pose: F32x4,
    centers: F32x4,
    masses: F32x4,
    normal: F32x4,
    points: [F32x4; 2],
    impulses: [F32x4; 2],
    mix: F32x4,
}

impl ContactRow {
    /// No contact: its constraint does nothing.
    pub const ZERO: Self = {
        let zero = F32x4::ZERO;
        let (points, impulses) = ([zero; 2], [zero; 2]);
        Self { pose: zero, centers: zero, masses: zero, normal: zero, points, impulses, mix: zero }
    };

    /// Of a contact with at least one point.
    #[inline(always)]
    pub fn new(contact: &Contact, pose: &Pose, centers: [Vec2; 2], masses: [(f32, f32); 2], radii: [f32; 2]) -> Self {
        let (normal, points) = (contact.manifold.normal(), contact.manifold.points());
        let second = points.get(1).unwrap_or(&points[0]);
        let has_second = if points.len() > 1 { 1.0 } else { 0.0 };
        let [[ma, ia], [mb, ib]] = masses.map(|(mass, inertia)| [mass, inertia]);
        let (mix, shift) = (&contact.mix, contact.shift);
        Self {
            pose: F32x4::new([pose.translation.x, pose.translation.y, pose.rotation.cos(), pose.rotation.sin()]),
            centers: F32x4::new([centers[0].x, centers[0].y, centers[1].x, centers[1].y]),
            masses: F32x4::new([ma, ia, mb, ib]),
            normal: F32x4::new([normal.x, normal.y, contact.rolling_impulse, has_second]),
            points: [(&points[0], shift.x), (second, shift.y)]
                .map(|(p, shift)| F32x4::new([p.point.x, p.point.y, p.separation, shift])),
            impulses: [0, 1].map(|side| {
                let Impulse { normal, tangent, settled } = contact.impulses[side];
                F32x4::new([normal, tangent, settled, radii[side]])
            }),
            mix: F32x4::new([mix.friction, mix.restitution, mix.rolling_resistance, mix.surface_speed]),
        }
    }
}

/// [`ContactRow`] with its numbers by name: `f32` for one contact, eight lanes for eight.
pub(super) struct ContactLanes<L> {
    pose: [L; 4],
    centers: [L; 4],
    masses: [L; 4],
    normal: [L; 4],
    points: [[L; 4]; 2],
    impulses: [[L; 4]; 2],
    mix: [L; 4],
}

impl ContactLanes<f32> {
    pub fn one(row: &ContactRow) -> Self {
        Self {
            pose: row.pose.to_array(),
            centers: row.centers.to_array(),
            masses: row.masses.to_array(),
            normal: row.normal.to_array(),
            points: row.points.map(F32x4::to_array),
            impulses: row.impulses.map(F32x4::to_array),
            mix: row.mix.to_array(),
        }
    }
}

impl ContactLanes<F32s> {
    #[inline(always)]
    pub fn eight(rows: &[ContactRow; LANES]) -> Self {
        Self {
            pose: columns(|lane| rows[lane].pose),
            centers: columns(|lane| rows[lane].centers),
            masses: columns(|lane| rows[lane].masses),
            normal: columns(|lane| rows[lane].normal),
            points: [columns(|lane| rows[lane].points[0]), columns(|lane| rows[lane].points[1])],
            impulses: [columns(|lane| rows[lane].impulses[0]), columns(|lane| rows[lane].impulses[1])],
            mix: columns(|lane| rows[lane].mix),
        }
    }
}

impl<L: Lane> ContactLanes<L> {
    /// The constraint, for bodies that move like `a` and `b` when the step begins.
    #[inline(always)]
    pub fn constraint(&self, a: &BodyLanes<L>, b: &BodyLanes<L>) -> Constraint<L> {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let [x, y, cos, sin] = self.pose;
        let turned = |x: L, y: L| V2 { x: cos * x - sin * y, y: sin * x + cos * y };
        let [center_a_x, center_a_y, center_b_x, center_b_y] = self.centers;
        // From A's centre of mass to the origin of its collider's frame, and from B's centre to A's where they were when the
        // manifold was found: B's anchors stay with B as A's stay with A.
        let offset = V2 { x: x - center_a_x, y: y - center_a_y };
        let shift = turned(self.points[0][3], self.points[1][3]);
        let between = V2 { x: center_a_x - center_b_x, y: center_a_y - center_b_y }.plus(shift);
        let [inv_mass_a, inv_inertia_a, inv_mass_b, inv_inertia_b] = self.masses;
        let (inv_mass, inv_inertia) = (inv_mass_a + inv_mass_b, inv_inertia_a + inv_inertia_b);
        let [normal_x, normal_y, rolling_impulse, has_second] = self.normal;
        let normal = turned(normal_x, normal_y);
        let point = |index: usize, exists: L| {
            let [x, y, separation, _] = self.points[index];
            let [normal_impulse, tangent_impulse, settled, _] = self.impulses[index];
            let anchor_a = turned(x, y).plus(offset);
            let anchor_b = anchor_a.plus(between);
            let (arm_a, arm_b) = (anchor_a.cross(normal), anchor_b.cross(normal));
            let (along_a, along_b) = (anchor_a.dot(normal), anchor_b.dot(normal));
            let effective_mass = |arm_a: L, arm_b: L| {
                let inverse = inv_mass + inv_inertia_a * arm_a * arm_a + inv_inertia_b * arm_b * arm_b;
                L::select(L::both(inverse.greater(zero), exists.greater(zero)), one / inverse, zero)
            };
            let base_separation = separation - (along_b - along_a);
            let later = Later {
                along_a,
                along_b,
                base_separation,
                tangent_mass: effective_mass(along_a, along_b),
                tangent_impulse,
                total_impulse: zero,
            };
            let point = Point {
                arm_a,
                arm_b,
                // Rounded as after each sub-step.
                separation: (along_b - along_a) + base_separation,
                normal_mass: effective_mass(arm_a, arm_b),
                normal_impulse,
                settled,
            };
            (point, later)
        };
        let (first, second) = (point(0, one), point(1, has_second));
        let [friction, restitution, rolling_resistance, surface_speed] = self.mix;
        let rolls = L::both(rolling_resistance.greater(zero), inv_inertia.greater(zero));
        Constraint {
            inv_mass_a,
            inv_inertia_a,
            inv_mass_b,
            inv_inertia_b,
            normal,
            points: [first.0, second.0],
            later: [first.1, second.1],
            relative_velocity: [first.0.speed_along(normal, a, b), second.0.speed_along(normal, a, b)],
            friction,
            surface_speed,
            restitution,
            rolling_resistance,
            rolling_mass: L::select(rolls, one / inv_inertia, zero),
            rolling_impulse,
            radius_a: self.impulses[0][3],
            radius_b: self.impulses[1][3],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_lane_is;
    use super::*;
    use crate::solver::rows::State;
    use proptest::prelude::*;

    fn quad() -> impl Strategy<Value = F32x4> {
        let number = prop_oneof![4 => -3.0f32..3.0, 1 => Just(0.0)];
        prop::array::uniform4(number).prop_map(F32x4::new)
    }

    prop_compose! {
        fn contact()(
            turn in -3.2f32..3.2,
            pose in quad(),
            centers in quad(),
            masses in quad(),
            normal in quad(),
            has_second: bool,
            points in prop::array::uniform2(quad()),
            impulses in prop::array::uniform2(quad()),
            mix in quad(),
        ) -> ContactRow {
            let ([x, y, ..], turn) = (pose.to_array(), geom::Rot::from_angle(turn));
            let [normal_x, normal_y, rolling, _] = normal.to_array();
            ContactRow {
                pose: F32x4::new([x, y, turn.cos(), turn.sin()]),
                centers,
                masses: masses.abs(),
                normal: F32x4::new([normal_x, normal_y, rolling, f32::from(u8::from(has_second))]),
                points,
                impulses,
                mix,
            }
        }
    }

    fn states() -> impl Strategy<Value = Vec<State>> {
        let state = quad().prop_map(|velocity| State { velocity, ..State::FIXED });
        prop::collection::vec(state, LANES)
    }

    proptest! {
        #[test]
        fn eight_contacts_are_prepared_as_one_by_one(
            contacts in prop::collection::vec(contact(), LANES),
            a in states(),
            b in states(),
        ) {
            let rows: [u32; LANES] = std::array::from_fn(|lane| lane as u32);
            let [lanes_a, lanes_b] = [&a, &b].map(|states| BodyLanes::gather_velocity(&states[..], &rows));
            let eight: [ContactRow; LANES] = contacts.clone().try_into().expect("one for each lane");
            let lanes = ContactLanes::eight(&eight).constraint(&lanes_a, &lanes_b);
            for (lane, contact) in contacts.iter().enumerate() {
                let [a, b] = [&a, &b].map(|states| BodyLanes::load(&states[..], lane as u32));
                assert_lane_is(&lanes, lane, &ContactLanes::one(contact).constraint(&a, &b));
            }
        }
    }

    #[test]
    fn a_second_point_that_is_not_there_has_no_mass() {
        let row = ContactRow { masses: F32x4::ONE, normal: F32x4::new([1.0, 0.0, 0.0, 0.0]), ..ContactRow::ZERO };
        let still = BodyLanes::load(&[State::FIXED][..], 0);
        let constraint = ContactLanes::one(&row).constraint(&still, &still);
        let masses = constraint.points.map(|point| point.normal_mass);
        // A rotation of zero turns everything to nothing: what is left are the masses of two kilograms side by side.
        assert_eq!(masses, [0.5, 0.0]);
    }
}
