use super::state::BodyLanes;
use crate::lanes::{Lane, V2};

/// A contact as the solver sees it, in world directions: `f32` for one, eight lanes for eight.
///
/// Soft-constraint sub-stepping: E. Catto, "Solver2D" and "Soft Step", 2024. In each sub-step the impulses of the one
/// before are applied again ([`warm_start`](Constraint::warm_start)), overlap is pushed out by a damped spring
/// ([`push`](Constraint::push); unlike there, it does not yield to lasting loads), bodies move, and the velocity that the spring put in is taken out again
/// ([`relax`](Constraint::relax)). After the last one, bouncy contacts get their approach speed back
/// ([`restore`](Constraint::restore)).
///
/// Rows that the push reads come first: it runs as often as the relaxation and needs half of them. Those that no sub-step
/// reads come last: blocks of a large scene come from beyond the second-level cache in each pass.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Constraint<L> {
    pub inv_mass_a: L,
    pub inv_inertia_a: L,
    pub inv_mass_b: L,
    pub inv_inertia_b: L,
    pub normal: V2<L>,
    /// How fast overlap is pushed out, per metre of it.
    pub bias_rate: L,
    pub mass_scale: L,
    pub impulse_scale: L,
    pub points: [Point<L>; 2],
    pub friction: L,
    pub surface_speed: L,
    /// In metres: times the normal impulse, what resists rolling.
    pub rolling_resistance: L,
    pub rolling_mass: L,
    pub rolling_impulse: L,
    pub restitution: L,
    /// By point: velocity along the normal at the step's start, negative when approaching.
    pub relative_velocity: [L; 2],
}

/// One contact point; of a contact with only one, the second has no mass and so no effect.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Point<L> {
    /// From A's centre of mass, as of the step's start.
    pub anchor_a: V2<L>,
    pub anchor_b: V2<L>,
    /// What is to be added to the motion of the anchors along the normal to get the separation.
    pub base_separation: L,
    pub normal_mass: L,
    pub normal_impulse: L,
    /// The part of the normal impulse that softness does not give way to.
    pub settled: L,
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

    /// Applies `impulse` at a point, to B and its opposite to A.
    #[inline(always)]
    fn apply(&self, point: &Point<L>, impulse: V2<L>, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>) {
        a.linear = a.linear.minus(impulse.times(self.inv_mass_a));
        a.angular = a.angular - self.inv_inertia_a * point.anchor_a.cross(impulse);
        b.linear = b.linear.plus(impulse.times(self.inv_mass_b));
        b.angular = b.angular + self.inv_inertia_b * point.anchor_b.cross(impulse);
    }

    /// Applies the impulses accumulated so far.
    #[inline(always)]
    pub fn warm_start(&self, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>) {
        let tangent = self.tangent();
        for point in &self.points {
            let impulse = self.normal.times(point.normal_impulse).plus(tangent.times(point.tangent_impulse));
            self.apply(point, impulse, a, b);
        }
        a.angular = a.angular - self.inv_inertia_a * self.rolling_impulse;
        b.angular = b.angular + self.inv_inertia_b * self.rolling_impulse;
    }

    /// The normal impulses with overlap pushed out softly, no faster than `push_speed`.
    #[inline(always)]
    pub fn push(&mut self, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>, inv_h: L, push_speed: L) {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        for index in 0..2 {
            let separation = self.separation(&self.points[index], a, b);
            // Shapes still apart may come as close as they are and no closer; others answer like a spring.
            let apart = separation.greater(zero);
            let soft = (self.bias_rate * separation).at_least(-push_speed);
            let bias = L::select(apart, separation * inv_h, soft);
            let mass_scale = L::select(apart, one, self.mass_scale);
            let impulse_scale = L::select(apart, zero, self.impulse_scale);
            self.solve_normal(index, bias, mass_scale, impulse_scale, a, b);
        }
    }

    /// The normal impulses with nothing pushed out; then friction and rolling resistance, which go with what these leave: the
    /// load, without this contact's push. What turns fast is pushed more, because its anchors turn out of the ground within a step.
    #[inline(always)]
    pub fn relax(&mut self, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>, inv_h: L) {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        for index in 0..2 {
            let separation = self.separation(&self.points[index], a, b);
            let bias = separation.at_least(zero) * inv_h;
            self.solve_normal(index, bias, one, zero, a, b);
            let point = &mut self.points[index];
            point.total_impulse = point.total_impulse + point.normal_impulse;
        }
        self.solve_friction(a, b);
    }

    /// By point: whether it is a bouncy one that was hit faster than `threshold`.
    #[inline(always)]
    pub fn bounces(&self, threshold: L) -> [L::Mask; 2] {
        let zero = L::splat(0.0);
        [0, 1].map(|index| {
            let was_fast = (-threshold).greater(self.relative_velocity[index]);
            let was_hit = self.points[index].total_impulse.greater(zero);
            L::both(L::both(was_fast, was_hit), self.restitution.greater(zero))
        })
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
            let point = &self.points[index];
            let speed = self.normal_speed(point, a, b);
            let excess = point.normal_mass * (speed + self.restitution * self.relative_velocity[index]);
            let total = L::select(bounces, (point.total_impulse - excess).at_least(zero), point.total_impulse);
            let point = &mut self.points[index];
            let impulse = total - point.total_impulse;
            point.total_impulse = total;
            point.normal_impulse = (point.normal_impulse + impulse).at_least(zero);
            let point = self.points[index];
            self.apply(&point, self.normal.times(impulse), a, b);
        }
    }

    /// How far apart the surfaces are now, along the normal.
    #[inline(always)]
    fn separation(&self, point: &Point<L>, a: &BodyLanes<L>, b: &BodyLanes<L>) -> L {
        let drift = b.translation.minus(a.translation);
        let arms = b.turned(point.anchor_b).minus(a.turned(point.anchor_a));
        drift.plus(arms).dot(self.normal) + point.base_separation
    }

    #[inline(always)]
    fn normal_speed(&self, point: &Point<L>, a: &BodyLanes<L>, b: &BodyLanes<L>) -> L {
        b.velocity_at(point.anchor_b).minus(a.velocity_at(point.anchor_a)).dot(self.normal)
    }

    #[inline(always)]
    fn solve_normal(
        &mut self,
        index: usize,
        bias: L,
        mass_scale: L,
        impulse_scale: L,
        a: &mut BodyLanes<L>,
        b: &mut BodyLanes<L>,
    ) {
        let point = &self.points[index];
        let speed = self.normal_speed(point, a, b);
        let sudden = (point.normal_impulse - point.settled).at_least(L::splat(0.0));
        let impulse = -(point.normal_mass * mass_scale * (speed + bias)) - impulse_scale * sudden;
        self.accumulate(index, (point.normal_impulse + impulse).at_least(L::splat(0.0)), a, b);
    }

    /// Makes `total` the normal impulse of a point and applies the difference.
    #[inline(always)]
    fn accumulate(&mut self, index: usize, total: L, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>) {
        let point = &mut self.points[index];
        let impulse = total - point.normal_impulse;
        point.normal_impulse = total;
        let point = self.points[index];
        self.apply(&point, self.normal.times(impulse), a, b);
    }

    #[inline(always)]
    fn solve_friction(&mut self, a: &mut BodyLanes<L>, b: &mut BodyLanes<L>) {
        let tangent = self.tangent();
        let pressure = self.points[0].normal_impulse + self.points[1].normal_impulse;
        let limit = self.rolling_resistance * pressure;
        let total = self.rolling_impulse - self.rolling_mass * (b.angular - a.angular);
        let total = total.at_least(-limit).at_most(limit);
        let rolling = total - self.rolling_impulse;
        self.rolling_impulse = total;
        a.angular = a.angular - self.inv_inertia_a * rolling;
        b.angular = b.angular + self.inv_inertia_b * rolling;
        for index in 0..2 {
            let point = &self.points[index];
            let speed = b.velocity_at(point.anchor_b).minus(a.velocity_at(point.anchor_a)).dot(tangent);
            let limit = self.friction * point.normal_impulse;
            let total = point.tangent_impulse - point.tangent_mass * (speed + self.surface_speed);
            let total = total.at_least(-limit).at_most(limit);
            let impulse = total - point.tangent_impulse;
            self.points[index].tangent_impulse = total;
            let point = self.points[index];
            self.apply(&point, tangent.times(impulse), a, b);
        }
    }
}
