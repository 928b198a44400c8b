use crate::{BodyId, Call, World, WorldError};

/// Bodies that go through each other, by slot: each pair both ways round and sorted, so that those of one are next to each other.
#[derive(Default)]
pub(crate) struct IgnoredPairs {
    pairs: Vec<(u32, u32)>,
}

geom::clone_in_place!(IgnoredPairs { pairs });

impl IgnoredPairs {
    /// Whether two bodies go through each other. O(log pairs).
    #[inline]
    pub fn contains(&self, a: u32, b: u32) -> bool {
        !self.pairs.is_empty() && self.pairs.binary_search(&(a, b)).is_ok()
    }

    /// The bodies that go through this one, ascending. O(log pairs).
    pub fn of(&self, body: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.pairs.partition_point(|&(one, _)| one < body);
        self.pairs[first..].iter().take_while(move |&&(one, _)| one == body).map(|&(_, other)| other)
    }

    /// Puts in two different bodies, or takes them out. O(pairs), as fast as memory is moved.
    fn set(&mut self, a: u32, b: u32, ignored: bool) {
        for pair in [(a, b), (b, a)] {
            match (self.pairs.binary_search(&pair), ignored) {
                (Err(place), true) => self.pairs.insert(place, pair),
                (Ok(place), false) => {
                    self.pairs.remove(place);
                }
                _ => {}
            }
        }
    }

    /// Takes out all pairs of a body. O(log pairs) where it has none, O(pairs) otherwise.
    pub fn remove(&mut self, body: u32) {
        if self.of(body).next().is_some() {
            self.pairs.retain(|&(a, b)| a != body && b != body);
        }
    }
}

/// Bodies that go through each other: a shot and who fired it, a player and the platform it drops through, two halves of one machine.
impl World {
    /// Has two bodies go through each other, or collide as their filters say. Between all their colliders, those they get later among
    /// them, nothing is pushed or stopped, and contacts there are end in the next step; sensors sense nonetheless. It ends when either
    /// is destroyed.
    ///
    /// Wakes both if they were near each other in the last step, unless it was so already. A body with itself is no pair: its own colliders
    /// never collide. O(how many pairs ignore each other + colliders of the one × colliders of the other), and where a static body with
    /// [seamless](crate::ColliderDef::is_seamless) colliders begins to be ignored, what these are covered by is worked out anew.
    ///
    /// ```
    /// # use world::{BodyDef, ColliderDef, Settings, Shape, Vec2, World};
    /// # let mut world = World::new(Settings { gravity: Vec2::ZERO, ..Settings::default() })?;
    /// # let disc = ColliderDef::new(Shape::circle(0.5)?);
    /// # let archer = world.create_body(&BodyDef::dynamic(Vec2::ZERO))?;
    /// # world.create_collider(archer, &disc)?;
    /// let arrow = world.create_body(&BodyDef { linear_velocity: Vec2::new(60.0, 0.0), ..BodyDef::dynamic(Vec2::ZERO) })?;
    /// world.create_collider(arrow, &disc)?;
    /// world.set_ignored(arrow, archer, true)?;
    /// world.step(1.0 / 60.0)?;
    /// assert_eq!(world.linear_velocity(archer)?, Vec2::ZERO);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn set_ignored(&mut self, a: BodyId, b: BodyId, ignored: bool) -> Result<(), WorldError> {
        let (row, other) = (self.body_row(a)?, self.body_row(b)?);
        self.recorder.note(|| Call::SetIgnored { a, b, ignored });
        if row == other || self.colliders.ignored.contains(row as u32, other as u32) == ignored {
            return Ok(());
        }
        let was_ignored = [row, other].map(|row| self.colliders.ignored.of(row as u32).next().is_some());
        self.colliders.ignored.set(row as u32, other as u32, ignored);
        // Tiles beside those of a body that is ignored have to be felt where it is.
        [row, other].into_iter().zip(was_ignored).filter(|(_, was)| !was).for_each(|(row, _)| self.note_seams_of(row));
        let first_of = |row: usize| self.bodies.traits[row].first_collider;
        let mut are_near = false;
        for mine in self.colliders.list(first_of(row)) {
            for theirs in self.colliders.list(first_of(other)) {
                are_near |= self.contacts.renew([mine, theirs], &self.colliders, &self.bodies);
            }
        }
        if are_near {
            self.rouse(row);
            self.rouse(other);
        }
        Ok(())
    }

    /// Whether two bodies [go through each other](World::set_ignored). O(log pairs that do).
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn is_ignored(&self, a: BodyId, b: BodyId) -> Result<bool, WorldError> {
        Ok(self.colliders.ignored.contains(self.body_row(a)? as u32, self.body_row(b)? as u32))
    }

    /// The bodies that [go through](World::set_ignored) this one, in slot order. O(log pairs that do + its own).
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn ignored_by(&self, body: BodyId) -> Result<impl Iterator<Item = BodyId> + '_, WorldError> {
        let row = self.body_row(body)?;
        Ok(self.colliders.ignored.of(row as u32).map(|other| self.bodies.id(other as usize)))
    }
}
