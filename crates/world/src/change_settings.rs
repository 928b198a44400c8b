use crate::error::check_vector;
use crate::{Call, Settings, World, WorldError};
use geom::Vec2;

/// Reading and changing how the world steps.
impl World {
    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the gravity, in m/s², and wakes everything, unless it is what it was.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`].
    pub fn set_gravity(&mut self, gravity: Vec2) -> Result<(), WorldError> {
        check_vector("gravity", gravity)?;
        self.recorder.note(|| Call::SetGravity { gravity });
        if gravity != self.settings.gravity {
            self.settings.gravity = gravity;
            self.rouse_all();
        }
        Ok(())
    }

    /// Changes how the world steps from now on, and wakes everything, unless nothing changes. O(bodies).
    ///
    /// Contacts that there are stay, and end where a lower [`Settings::speculative_margin`] has them. Boxes of the broad phase
    /// follow [`Settings::aabb_margin`] as what is in them moves.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] names the setting that is out of range.
    pub fn set_settings(&mut self, settings: Settings) -> Result<(), WorldError> {
        settings.check()?;
        self.recorder.note(|| Call::SetSettings { settings: Box::new(settings) });
        if settings == self.settings {
            return Ok(());
        }
        self.broad_phase.set_margin(settings.aabb_margin).expect("the margin was checked just now");
        let tolerance_before = self.seam_tolerance();
        self.settings = settings;
        if self.seam_tolerance() != tolerance_before {
            self.note_all_seams();
        }
        self.rouse_all();
        self.make_room_for_events();
        Ok(())
    }
}
