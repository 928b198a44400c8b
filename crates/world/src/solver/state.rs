use super::limits::Limits;
use super::rows::State;
use crate::lanes::{F32s, F32x4, LANES, V2, columns, rows_of};

/// What drives a body through each sub-step: its velocity becomes `(velocity + push) · decay`. Behind the decay stands how many times as
/// fast as others it may turn.
#[derive(Clone, Copy)]
pub(crate) struct Drive {
    pub push: F32x4,
    pub decay: F32x4,
    /// The velocity it had in the last sub-step before any contact acted on it, less what the limits took away since.
    pub free: F32x4,
}

impl Drive {
    /// Neither pulled nor slowed.
    pub const NONE: Self = Self { push: F32x4::ZERO, decay: F32x4::ONE, free: F32x4::ZERO };
}

/// Bodies in the lanes of a kernel.
#[derive(Clone, Copy)]
pub(crate) struct BodyLanes<L> {
    pub linear: V2<L>,
    pub angular: L,
    pub translation: V2<L>,
    pub cos: L,
    pub sin: L,
}

impl BodyLanes<f32> {
    #[inline(always)]
    pub fn load(rows: &[State], row: u32) -> Self {
        let State { velocity, motion } = &rows[row as usize];
        let ([vx, vy, angular, _], [dx, dy, cos, sin]) = (velocity.to_array(), motion.to_array());
        Self { linear: V2 { x: vx, y: vy }, angular, translation: V2 { x: dx, y: dy }, cos, sin }
    }

    /// Writes the velocity back.
    #[inline(always)]
    pub fn store(&self, rows: &mut [State], row: u32) {
        rows[row as usize].velocity = F32x4::new([self.linear.x, self.linear.y, self.angular, 0.0]);
    }
}

impl BodyLanes<F32s> {
    /// Eight rows turned into lanes: two 4×4 transpositions for each half of a state.
    #[inline(always)]
    pub fn gather(rows: &[State], numbers: &[u32; LANES]) -> Self {
        let [vx, vy, angular, _] = columns(|lane| rows[numbers[lane] as usize].velocity);
        let [dx, dy, cos, sin] = columns(|lane| rows[numbers[lane] as usize].motion);
        Self { linear: V2 { x: vx, y: vy }, angular, translation: V2 { x: dx, y: dy }, cos, sin }
    }

    /// [`BodyLanes::gather`] without the motion, which warm starting does not need.
    #[inline(always)]
    pub fn gather_velocity(rows: &[State], numbers: &[u32; LANES]) -> Self {
        let [vx, vy, angular, _] = columns(|lane| rows[numbers[lane] as usize].velocity);
        let zero = F32s::ZERO;
        Self { linear: V2 { x: vx, y: vy }, angular, translation: V2 { x: zero, y: zero }, cos: zero, sin: zero }
    }

    /// Writes the velocities of the lanes in the `movable` mask back.
    #[inline(always)]
    pub fn scatter(&self, rows: &mut [State], numbers: &[u32; LANES], movable: u32) {
        let velocities = rows_of([self.linear.x, self.linear.y, self.angular, F32s::ZERO]);
        for lane in 0..LANES {
            if movable & (1 << lane) != 0 {
                rows[numbers[lane] as usize].velocity = velocities[lane];
            }
        }
    }
}

/// Moves and turns bodies by their velocities for `h` seconds, no faster than the limits; `rows` and their drives come in whole
/// blocks of eight.
///
/// The rotation takes a normalised Euler step, as [`Rot::integrate`] does.
pub(super) fn integrate_positions(rows: &mut [State], drives: &mut [Drive], h: f32, limits: &Limits) {
    let (h, one) = (F32s::splat(h), F32s::ONE);
    for (block, drives) in rows.chunks_exact_mut(LANES).zip(drives.chunks_exact_mut(LANES)) {
        let block: &mut [State; LANES] = block.try_into().expect("chunks_exact gives whole chunks");
        let [mut vx, mut vy, mut angular, _] = columns(|lane| block[lane].velocity);
        let [dx, dy, cos, sin] = columns(|lane| block[lane].motion);
        let times = || columns(|lane| drives[lane].decay)[3];
        if let Some((linear, turning)) = limits.limit_wide(V2 { x: vx, y: vy }, angular, times) {
            (vx, vy, angular) = (linear.x, linear.y, turning);
            let limited = rows_of([vx, vy, angular, F32s::ZERO]);
            for ((row, drive), velocity) in block.iter_mut().zip(drives).zip(limited) {
                // Nothing is written of what is finite and within the limits: not even a zero's sign depends on which rows are one block.
                if velocity != row.velocity {
                    // What the limit takes away no contact did: else it would be taken away again in the next sub-step.
                    drive.free += velocity - row.velocity;
                    row.velocity = velocity;
                }
            }
        }
        let turn = h * angular;
        let (cos, sin) = (cos - turn * sin, sin + turn * cos);
        let scale = one / (cos * cos + sin * sin).sqrt();
        let moved = rows_of([dx + h * vx, dy + h * vy, cos * scale, sin * scale]);
        for (row, motion) in block.iter_mut().zip(moved) {
            row.motion = motion;
        }
    }
}

/// A row of the solver, and what is left of each part of its velocity: 1 or 0.
#[derive(Clone, Copy)]
pub(crate) struct Lock {
    pub row: u32,
    pub free: F32x4,
}

/// Takes away the velocities that are locked.
pub(super) fn hold(rows: &mut [State], locks: &[Lock]) {
    for lock in locks {
        rows[lock.row as usize].velocity *= lock.free;
    }
}

/// Applies gravity, forces and damping of one sub-step, and once more what contacts did in the one before.
///
/// Warm starting applies each contact's impulse so far again. Normals and anchors stay the same throughout a step, so what
/// all contacts of a body come to is the difference between its velocity after the last sub-step and before the contacts
/// acted in it: one subtraction a body instead of a pass over all contacts. Where `free` is the velocity itself, in the
/// first sub-step, that is nothing.
pub(super) fn integrate_velocities(rows: &mut [State], drives: &mut [Drive]) {
    for (row, drive) in rows.iter_mut().zip(drives) {
        let velocity = row.velocity;
        let carried = velocity - drive.free;
        drive.free = (velocity + drive.push) * drive.decay;
        row.velocity = drive.free + carried;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec2;

    fn numbered(count: u8) -> Vec<State> {
        let row = |i: u8| {
            let i = f32::from(i);
            State { velocity: F32x4::new([i, 10.0 + i, 20.0 + i, 0.0]), motion: F32x4::new([i, -i, 1.0, 0.5 * i]) }
        };
        (0..count).map(row).collect()
    }

    #[test]
    fn gathered_lanes_are_the_rows_that_were_asked_for() {
        let (states, rows) = (numbered(16), [3, 0, 15, 7, 8, 1, 2, 9]);
        let lanes = BodyLanes::gather(&states[..], &rows);
        for (lane, row) in rows.into_iter().enumerate() {
            let scalar = BodyLanes::load(&states[..], row);
            assert_eq!(lanes.linear.y.to_array()[lane], scalar.linear.y);
            assert_eq!(lanes.angular.to_array()[lane], scalar.angular);
            assert_eq!(lanes.sin.to_array()[lane], scalar.sin);
        }
    }

    #[test]
    fn only_movable_lanes_are_written_back() {
        let (mut states, rows) = (numbered(8), [7, 6, 5, 4, 3, 2, 1, 0]);
        let mut lanes = BodyLanes::gather(&states[..], &rows);
        lanes.linear.x += F32s::splat(100.0);
        lanes.scatter(&mut states[..], &rows, 0b0000_0011);
        assert_eq!(states[7].linear(), Vec2::new(107.0, 17.0));
        assert_eq!(states[6].angular(), 26.0);
        assert_eq!(states[5].linear(), Vec2::new(5.0, 15.0));
    }

    #[test]
    fn a_body_moves_by_its_velocity_and_stays_a_rotation() {
        let mut states = [State::new(Vec2::new(2.0, -4.0), 1.0); LANES];
        let limits = Limits::new(&crate::Settings::default(), 0.25);
        integrate_positions(&mut states, &mut [Drive::NONE; LANES], 0.25, &limits);
        assert_eq!(states[5].translation(), Vec2::new(0.5, -1.0));
        assert!((states[5].rotation().angle() - 0.25).abs() < 0.01);
    }

    #[test]
    fn a_limited_body_leaves_those_of_its_block_as_they_are() {
        let limits = Limits::new(&crate::Settings::default(), 0.25);
        let mut states = [State::new(Vec2::new(-0.0, 1.0), -0.0); LANES];
        let mut drives = [Drive { free: states[0].velocity, ..Drive::NONE }; LANES];
        states[7] = State::new(Vec2::new(1.0e9, 0.0), 0.0);
        integrate_positions(&mut states, &mut drives, 0.25, &limits);
        assert!(states[7].linear().x < 1.0e9, "not limited");
        let bits = |row: F32x4| row.to_array().map(f32::to_bits);
        for (state, drive) in states[..7].iter().zip(&drives) {
            assert_eq!((bits(state.velocity), bits(drive.free)), (bits(states[0].velocity), bits(states[0].velocity)));
        }
        assert_eq!(states[0].linear().x.to_bits(), (-0.0f32).to_bits());
    }

    #[test]
    fn what_contacts_did_in_a_sub_step_is_done_again_in_the_next() {
        let gravity = F32x4::new([0.0, -0.5, 0.0, 0.0]);
        let mut states = [State::new(Vec2::new(3.0, 0.0), 2.0)];
        let mut drives = [Drive { push: gravity, free: states[0].velocity, ..Drive::NONE }];
        integrate_velocities(&mut states, &mut drives);
        assert_eq!(states[0].linear(), Vec2::new(3.0, -0.5), "nothing to carry over yet");
        // A contact holds the body up and slows its spin.
        states[0].velocity += F32x4::new([0.0, 0.5, -0.25, 0.0]);
        integrate_velocities(&mut states, &mut drives);
        assert_eq!((states[0].linear(), states[0].angular()), (Vec2::new(3.0, 0.0), 1.5));
    }
}
