use crate::settings::{MAX_TIME_STEP, MIN_TIME_STEP};
use crate::{BodyKind, StepError, StepReport, World};

impl World {
    /// Lets `dt` seconds pass.
    ///
    /// # Errors
    /// [`StepError::InvalidTimeStep`].
    pub fn step(&mut self, dt: f32) -> Result<&StepReport, StepError> {
        if !(MIN_TIME_STEP..=MAX_TIME_STEP).contains(&dt) {
            return Err(StepError::InvalidTimeStep { dt });
        }
        let rows: Vec<usize> = self.bodies.slots.iter().collect();
        for row in rows {
            let traits = self.bodies.traits[row];
            let velocity = &mut self.bodies.velocities[row];
            if traits.kind == BodyKind::Dynamic {
                velocity.linear += self.settings.gravity * (traits.gravity_scale * dt);
            }
            let (linear, angular) = (velocity.linear, velocity.angular);
            let mut pose = self.bodies.poses[row];
            pose.translation += linear * dt;
            pose.rotation = pose.rotation.integrate(angular * dt);
            self.bodies.set_pose(row, pose);
            self.follow(row);
        }
        self.report.step += 1;
        self.report.bodies = self.bodies.slots.len();
        self.report.proxies = self.colliders.slots.len();
        Ok(&self.report)
    }
}
