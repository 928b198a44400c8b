use super::softness::Softness;
use super::state::BodyLanes;
use crate::lanes::{Lane, V2};

/// Which part of an overlap is pushed out, with the usual spring, by the end of the step, when its point bounces: it comes up from what
/// is left.
const PUSHED_OUT: f32 = 0.3;

/// How much alike two points answer at most: nearer to one, rounding would decide which of them carries what.
const MOST_ALIKE: f32 = 0.999;

/// A contact as the solver sees it, in world directions: `f32` for one, eight lanes for eight.
///
/// Soft-constraint sub-stepping: E. Catto, "Solver2D" and "Soft Step", 2024. In each sub-step the impulses of the one
/// before are applied again ([`warm_start`](Constraint::warm_start)), overlap is pushed out by a damped spring
/// ([`push`](Constraint::push); unlike there, it does not yield to lasting loads), bodies move, and the velocity that the spring put in is taken out again
/// ([`relax`](Constraint::relax)). After the last one, bouncy contacts get their approach speed back
/// ([`restore`](Constraint::restore)).
///
/// Rows that the push reads come first: it runs as often as the relaxation and needs two thirds of them. Those that no sub-step
/// reads come last, behind those that none does if the contact is [plain](Constraint::is_plain): blocks of a large scene come from
/// beyond the second-level cache in each pass.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Constraint<L> {
    pub inv_mass_a: L,
    pub inv_inertia_a: L,
    pub inv_mass_b: L,
    pub inv_inertia_b: L,
    pub normal: V2<L>,
    pub points: [Point<L>; 2],
    /// What else there is of the points.
    pub later: [Later<L>; 2],
    pub friction: L,
    pub surface_speed: L,
    /// In metres: times the normal impulse, what resists rolling.
    pub rolling_resistance: L,
    pub rolling_mass: L,
    pub rolling_impulse: L,
    /// How round the sides are, in metres: so far from what a side turns with, its surface stays where it is along the normal.
    pub radius_a: L,
    pub radius_b: L,
    pub restitution: L,
    /// By point: velocity along the normal at the step's start, negative when approaching; of what [bounces](Constraint::foresee)
    /// the one that it will touch with.
    pub relative_velocity: [L; 2],
}

/// What is pushed of a contact point; of a contact with only one, the second has no mass and so no effect.
///
/// Normals and anchors, from a body's centre of mass to the point as of the step's start, stay the same throughout a step. So of the
/// anchors no more is kept than their products with the normal, from which follow speeds, impulses and separations in 28 % fewer
/// operations than from the anchors.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Point<L> {
    /// By how long an arm a push along the normal turns A, counter-clockwise: A's anchor times the normal, as a cross product.
    pub arm_a: L,
    /// The same of B.
    pub arm_b: L,
    /// How far apart the surfaces are where the bodies are now, along the normal: the relaxation, which comes after they moved,
    /// finds it out for the push of the next sub-step.
    pub separation: L,
    pub normal_mass: L,
    pub normal_impulse: L,
    /// The part of the normal impulse that softness does not give way to.
    pub settled: L,
}

impl<L: Lane> Point<L> {
    /// How fast B moves away from A there along the normal of the contact.
    #[inline(always)]
    pub fn speed_along(&self, normal: V2<L>, a: &BodyLanes<L>, b: &BodyLanes<L>) -> L {
        b.linear.minus(a.linear).dot(normal) + (b.angular * self.arm_b - a.angular * self.arm_a)
    }
}

/// What a pass asks of a contact point.
#[derive(Clone, Copy)]
struct Answer<L> {
    /// What it would add to its impulse, were it the only one.
    alone: L,
    /// How much less that would be for each m/s that the bodies part faster there.
    per_speed: L,
}

/// What the relaxation alone reads of a contact point.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Later<L> {
    /// How far along the normal the point is from A's centre of mass; by that arm friction turns A clockwise.
    pub along_a: L,
    /// The same of B.
    pub along_b: L,
    /// What is to be added to the motion of the anchors along the normal to get the separation.
    pub base_separation: L,
    pub tangent_mass: L,
    pub tangent_impulse: L,
    /// The normal impulse of all sub-steps together, of which [`restore`](Constraint::restore) may take back.
    pub total_impulse: L,
}

impl<L: Lane> Constraint<L> {
    /// The direction of friction: the normal turned clockwise.
    #[inline(always)]
    fn tangent(&self) -> V2<L> {
        V2 { x: self.normal.y, y: -self.normal.x }
    }

    /// Applies an impulse to B and its opposite to A, whose moments about their centres of mass are given.
    #[inline(always)]
    fn apply(&self, impulse: V2<L>, [moment_a, moment_b]: [L; 2], a: &mut BodyLanes<L>, b: &mut BodyLanes<L>) {
        a.linear = a.linear.minus(impulse.times(self.inv_mass_a));
        a.angular = a.angular - self.inv_inertia_a * moment_a;
        b.linear = b.linear.plus(impulse.times(self.inv_mass_b));
        b.angular = b.angular + self.inv_inertia_b * moment_b;
    }

    /// Applies an impulse along the normal at a point.
    #[inline(always)]
    fn apply_normal(&self, index: usize, impulse: L, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>) {
        let Point { arm_a, arm_b, .. } = self.points[index];
        self.apply(self.normal.times(impulse), [arm_a * impulse, arm_b * impulse], a, b);
    }

    /// Applies the impulses accumulated so far, those of [plain](Constraint::is_plain) contacts in less time.
    #[inline(always)]
    pub fn warm_start(&self, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>, is_plain: bool) {
        let ([first, second], [later, second_later]) = (&self.points, &self.later);
        let normal = self.normal.times(first.normal_impulse + second.normal_impulse);
        let tangent = self.tangent().times(later.tangent_impulse + second_later.tangent_impulse);
        let moment = |arms: [L; 2], along: [L; 2]| {
            (arms[0] * first.normal_impulse + arms[1] * second.normal_impulse)
                - (along[0] * later.tangent_impulse + along[1] * second_later.tangent_impulse)
        };
        let moment_a = moment([first.arm_a, second.arm_a], [later.along_a, second_later.along_a]);
        let moment_b = moment([first.arm_b, second.arm_b], [later.along_b, second_later.along_b]);
        self.apply(normal.plus(tangent), [moment_a, moment_b], a, b);
        if is_plain {
            return Self::resist_nothing(b);
        }
        a.angular = a.angular - self.inv_inertia_a * self.rolling_impulse;
        b.angular = b.angular + self.inv_inertia_b * self.rolling_impulse;
    }

    /// The normal impulses with overlap pushed out softly, no faster than `push_speed`.
    #[inline(always)]
    pub fn push(&mut self, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>, inv_h: L, push_speed: L, spring: &Softness<L>) {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let (speeds, mut answers) = (self.normal_speeds(a, b), [Answer { alone: zero, per_speed: zero }; 2]);
        for (index, answer) in answers.iter_mut().enumerate() {
            let point = &self.points[index];
            let separation = point.separation;
            // Shapes still apart may come as close as they are and no closer; others answer like a spring.
            let apart = separation.greater(zero);
            let soft = (spring.bias_rate * separation).at_least(-push_speed);
            let bias = L::select(apart, separation * inv_h, soft);
            let mass_scale = L::select(apart, one, spring.mass_scale);
            let impulse_scale = L::select(apart, zero, spring.impulse_scale);
            let sudden = (point.normal_impulse - point.settled).at_least(zero);
            let per_speed = point.normal_mass * mass_scale;
            *answer = Answer { alone: -(per_speed * (speeds[index] + bias)) - impulse_scale * sudden, per_speed };
        }
        self.accumulate(answers, true, a, b);
    }

    /// The normal impulses with nothing pushed out; then friction and rolling resistance, which go with what these leave: the
    /// load, without this contact's push. What turns fast is pushed more, because its anchors turn out of the ground within a step.
    /// Of [plain](Constraint::is_plain) and [edged](Constraint::is_edged) contacts in less time.
    #[inline(always)]
    pub fn relax(&mut self, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>, inv_h: L, is_plain: bool, is_edged: bool) {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let turned_off = |cos: L| (one - cos).at_least(zero);
        let turned =
            if is_edged { zero } else { self.radius_a * turned_off(a.cos) + self.radius_b * turned_off(b.cos) };
        let (speeds, mut answers) = (self.normal_speeds(a, b), [Answer { alone: zero, per_speed: zero }; 2]);
        for (index, answer) in answers.iter_mut().enumerate() {
            let separation = self.separation(index, a, b) - turned;
            let bias = separation.at_least(zero) * inv_h;
            let per_speed = self.points[index].normal_mass;
            *answer = Answer { alone: -(per_speed * (speeds[index] + bias)), per_speed };
            self.points[index].separation = separation;
        }
        self.accumulate(answers, false, a, b);
        for (point, later) in self.points.iter().zip(&mut self.later) {
            later.total_impulse = later.total_impulse + point.normal_impulse;
        }
        let surface_speed = if is_plain {
            Self::resist_nothing(b);
            zero
        } else {
            self.resist_rolling(a, b);
            self.surface_speed
        };
        self.solve_friction(a, b, surface_speed);
    }

    /// By point: whether it is a bouncy one that comes faster than `threshold`.
    #[inline(always)]
    pub fn lands(&self, threshold: L) -> [L::Mask; 2] {
        let bouncy = self.restitution.greater(L::splat(0.0));
        self.relative_velocity.map(|speed| L::both(bouncy, (-threshold).greater(speed)))
    }

    /// Makes the approach speed of points that [land](Constraint::lands) the one that they touch with, if nothing but the `pushes` of
    /// each sub-step drives their bodies until then. They may touch anywhere between two steps, and would come back without what they
    /// gained on the rest of their way: a ball of restitution 1 that fell by 10 cm would come to rest within three seconds.
    ///
    /// Euler's method, velocities first, keeps u² / 2 + p s / h: u is the velocity with half a push p, h the length of a sub-step, s the
    /// gap. What comes back is to have the u that touched. No push makes two bodies close in faster than at `fastest`.
    #[inline(always)]
    pub fn foresee(&mut self, lands: [L::Mask; 2], pushes: [V2<L>; 2], inv_h: L, fastest: L) {
        let (zero, half) = (L::splat(0.0), L::splat(0.5));
        let push = pushes[1].minus(pushes[0]).dot(self.normal);
        for ((point, speed), lands) in self.points.iter().zip(&mut self.relative_velocity).zip(lands) {
            let gap = point.separation.at_least(L::splat(PUSHED_OUT) * point.separation);
            let now = *speed + half * push;
            let square = now * now - L::splat(2.0) * push * inv_h * gap;
            let touching = (half * push - square.at_least(zero).sqrt()).at_least((-fastest).at_most(*speed));
            *speed = L::select(lands, touching, *speed);
        }
    }

    /// By point: whether it is a bouncy one that was hit faster than `threshold`.
    #[inline(always)]
    pub fn bounces(&self, threshold: L) -> [L::Mask; 2] {
        let zero = L::splat(0.0);
        let [first, second] = self.lands(threshold);
        let was_hit = |index: usize| self.later[index].total_impulse.greater(zero);
        [L::both(first, was_hit(0)), L::both(second, was_hit(1))]
    }

    /// Gives points that bounce their approach speed back, one after the other.
    ///
    /// In a step, whose normals and anchors stay the same, a point's impulse p adds the energy p (v + v′) / 2, v being the speed
    /// along its normal before the step and v′ after it. That is nothing if v′ = −v, so what gives a point too much speed is taken
    /// back as well, as far as it had got any: nothing ever pulls.
    #[inline(always)]
    pub fn restore(&mut self, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>, bounces: [L::Mask; 2]) {
        let zero = L::splat(0.0);
        for (index, bounces) in bounces.into_iter().enumerate() {
            let speed = self.normal_speed(index, a, b);
            let (point, later) = (&mut self.points[index], &mut self.later[index]);
            let excess = point.normal_mass * (speed + self.restitution * self.relative_velocity[index]);
            let total = L::select(bounces, (later.total_impulse - excess).at_least(zero), later.total_impulse);
            let impulse = total - later.total_impulse;
            later.total_impulse = total;
            point.normal_impulse = (point.normal_impulse + impulse).at_least(zero);
            self.apply_normal(index, impulse, a, b);
        }
    }

    /// How far apart the surfaces are along the normal, where `a` and `b` are.
    #[inline(always)]
    fn separation(&self, index: usize, a: &BodyLanes<L>, b: &BodyLanes<L>) -> L {
        let (point, later) = (&self.points[index], &self.later[index]);
        let drift = b.translation.minus(a.translation).dot(self.normal);
        // What a turned anchor and the normal come to, from what the anchor and the normal do.
        let turned_a = a.cos * later.along_a + a.sin * point.arm_a;
        let turned_b = b.cos * later.along_b + b.sin * point.arm_b;
        drift + (turned_b - turned_a) + later.base_separation
    }

    #[inline(always)]
    fn normal_speed(&self, index: usize, a: &BodyLanes<L>, b: &BodyLanes<L>) -> L {
        self.points[index].speed_along(self.normal, a, b)
    }

    /// How fast B moves away from A at each point, along the normal.
    #[inline(always)]
    fn normal_speeds(&self, a: &BodyLanes<L>, b: &BodyLanes<L>) -> [L; 2] {
        [self.normal_speed(0, a, b), self.normal_speed(1, a, b)]
    }

    /// Adds to the normal impulses of both points, which never pull, what they answer together, and applies the differences.
    ///
    /// One after the other, points whose arms are nearly the same would take many passes to agree, and bodies turn by what is left: columns
    /// with a narrow foot fell as they landed. So the first one answers to where the second comes to if both push: `exactly`, or, without a
    /// division, to what the second adds if the first adds what it would alone. Then the second answers to the first. (E. Catto solved both as
    /// one system by cases, in Box2D 2.)
    #[inline(always)]
    fn accumulate(&mut self, answers: [Answer<L>; 2], exactly: bool, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>) {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let [first, second] = &self.points;
        // How much faster an impulse at one point makes the bodies part at the other.
        let between = (self.inv_mass_a + self.inv_mass_b)
            + (self.inv_inertia_a * first.arm_a * second.arm_a + self.inv_inertia_b * first.arm_b * second.arm_b);
        let [to_second, to_first] = answers.map(|answer| answer.per_speed * between);
        let [before, other_before] = [first.normal_impulse, second.normal_impulse];
        let at_once = answers[1].alone - to_first * answers[0].alone;
        let foreseen =
            if exactly { at_once / (one - (to_first * to_second).at_most(L::splat(MOST_ALIKE))) } else { at_once };
        let foreseen = (other_before + foreseen).at_least(zero) - other_before;
        let total = (before + answers[0].alone - to_second * foreseen).at_least(zero);
        let more = total - before;
        let other_total = (other_before + answers[1].alone - to_first * more).at_least(zero);
        let other_more = other_total - other_before;
        let moments = [first.arm_a * more + second.arm_a * other_more, first.arm_b * more + second.arm_b * other_more];
        self.points[0].normal_impulse = total;
        self.points[1].normal_impulse = other_total;
        self.apply(self.normal.times(more + other_more), moments, a, b);
    }

    #[inline(always)]
    fn resist_rolling(&mut self, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>) {
        let zero = L::splat(0.0);
        let pressure = self.points[0].normal_impulse + self.points[1].normal_impulse;
        // What does not resist has a limit of zero even if the pressure overflowed.
        let resists = self.rolling_resistance.greater(zero);
        let limit = L::select(resists, self.rolling_resistance * pressure, zero);
        let total = self.rolling_impulse - self.rolling_mass * (b.angular - a.angular);
        let total = total.at_least(-limit).at_most(limit);
        let rolling = total - self.rolling_impulse;
        self.rolling_impulse = total;
        a.angular = a.angular - self.inv_inertia_a * rolling;
        b.angular = b.angular + self.inv_inertia_b * rolling;
    }

    /// To the bit what resisting and warm starting do with no resistance and no impulse: no more than to make a zero positive. So
    /// it does not matter which contacts are in one block.
    #[inline(always)]
    fn resist_nothing(b: &mut BodyLanes<L>) {
        b.angular = b.angular + L::splat(0.0);
    }

    /// One point after the other, with what both add applied once.
    #[inline(always)]
    fn solve_friction(&mut self, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>, surface_speed: L) {
        let tangent = self.tangent();
        let linear = b.linear.minus(a.linear).dot(tangent) + surface_speed;
        let [first, second] = &self.later;
        let speed = |later: &Later<L>| linear - (b.angular * later.along_b - a.angular * later.along_a);
        let between = (self.inv_mass_a + self.inv_mass_b)
            + (self.inv_inertia_a * first.along_a * second.along_a
                + self.inv_inertia_b * first.along_b * second.along_b);
        let limited = |index: usize, impulse: L| {
            let limit = self.friction * self.points[index].normal_impulse;
            impulse.at_least(-limit).at_most(limit)
        };
        let total = limited(0, first.tangent_impulse - first.tangent_mass * speed(first));
        let more = total - first.tangent_impulse;
        let other_total = limited(1, second.tangent_impulse - second.tangent_mass * (speed(second) + between * more));
        let other_more = other_total - second.tangent_impulse;
        let moment = |along: [L; 2]| -(along[0] * more + along[1] * other_more);
        let moments = [moment([first.along_a, second.along_a]), moment([first.along_b, second.along_b])];
        (self.later[0].tangent_impulse, self.later[1].tangent_impulse) = (total, other_total);
        self.apply(tangent.times(more + other_more), moments, a, b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{F32s, LANES};
    use crate::solver::rows::State;
    use geom::Vec2;

    /// Of a kilogram on two points 10 cm apart that comes down with this spin, on what stays: the points' impulses and speeds after a push.
    fn land(spin: f32) -> [(f32, f32); 2] {
        let (inv_inertia, [one, zero]) = (6.0, [1.0, 0.0].map(F32s::splat));
        let mut constraint =
            Constraint { inv_mass_b: one, inv_inertia_b: F32s::splat(inv_inertia), ..Constraint::IDLE };
        constraint.normal = V2 { x: zero, y: one };
        for (point, arm) in constraint.points.iter_mut().zip([-0.05, 0.05]) {
            point.arm_b = F32s::splat(arm);
            point.normal_mass = F32s::splat(1.0 / (1.0 + inv_inertia * arm * arm));
        }
        let states = [State::FIXED, State::new(Vec2::new(0.0, -1.0), spin)];
        let [mut a, mut b] = states.map(|state| BodyLanes::gather(&[state], &[0; LANES]));
        let rigid = Softness { bias_rate: zero, mass_scale: one, impulse_scale: zero };
        constraint.push(&mut a, &mut b, one, one, &rigid);
        let speeds = constraint.normal_speeds(&a, &b);
        [0, 1].map(|index: usize| (constraint.points[index].normal_impulse.as_array()[0], speeds[index].as_array()[0]))
    }

    /// One point after the other, what falls flat would turn by 0.29 rad/s.
    #[test]
    fn a_narrow_foot_lands_flat() {
        for spin in [-0.25, 0.0, 0.25] {
            let [(first, first_speed), (second, second_speed)] = land(spin);
            assert!(first_speed.abs() < 1e-5 && second_speed.abs() < 1e-5, "{spin}: {first_speed}, {second_speed}");
            assert!((first + second - 1.0).abs() < 1e-5, "{spin}: {first}, {second}");
        }
    }

    #[test]
    fn a_point_that_rises_does_not_pull() {
        let ([down, up], [other_up, other_down]) = (land(3.0), land(-3.0));
        for (down, up) in [(down, up), (other_down, other_up)] {
            assert!(down.0 > 0.0 && down.1.abs() < 1e-5, "{down:?}");
            assert!(up.0 == 0.0 && up.1 > 0.0, "{up:?}");
        }
    }
}
