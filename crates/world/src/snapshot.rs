use crate::recording::{Place, Recorder};
use crate::{Settings, World};
use std::fmt;
use std::sync::atomic::Ordering;

/// What a world was like at some time, to go back to: see [`World::snapshot`].
///
/// A new one is of an empty world with the default settings. It keeps its memory when it is written over: have as many as there
/// are steps to go back to, and use them in turn. The vertices of polygons it shares with the world, and nothing else.
#[derive(Clone)]
pub struct Snapshot {
    world: World,
    /// In the recording of the world it is of, if that recorded.
    place: Option<Place>,
}

impl Snapshot {
    /// Of an empty world with the default settings.
    #[must_use]
    pub fn new() -> Self {
        Self { world: World::new(Settings::default()).expect("the default settings are good"), place: None }
    }

    /// How many steps the world had made.
    #[must_use]
    pub const fn step(&self) -> u64 {
        self.world.report.step
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").field("world", &self.world).finish_non_exhaustive()
    }
}

impl Default for Snapshot {
    fn default() -> Self {
        Self::new()
    }
}

/// Rollback.
impl World {
    /// Writes down what the world is like, for [`World::restore`]; what `into` held before is gone.
    ///
    /// All that anything to come depends on is in it: bodies, colliders and settings, contacts and their impulses, who sleeps and with
    /// whom, what was changed since the last step and waits for the next one, the [report](World::report). Not so the last step's
    /// [events](World::events), nor what is stored elsewhere under ids.
    ///
    /// O(bodies + pairs of fat boxes), as fast as memory is copied; [how many bytes](crate#rollback). Nothing is allocated where `into`
    /// once held as much.
    pub fn snapshot(&self, into: &mut Snapshot) {
        into.world.copy_state(self);
        into.place = self.recorder.place();
    }

    /// Makes the world what that was which the snapshot is of, be it this one or any other: all bodies, colliders and settings that
    /// it has are replaced.
    ///
    /// The same calls then lead to the same bits as the first time, events, reports and ids among them, on any number of threads. Ids
    /// given since the snapshot are stale until those calls give them again, and what was destroyed since is there again under its id.
    /// Forget ids of what is undone: other calls give the same ones to something else.
    ///
    /// A [recording](World::start_recording) goes back as well, or ends if it did not pass there.
    ///
    /// There are no [events](World::events) until the next step: whoever goes back had those of the step before. O(bodies + pairs of fat
    /// boxes), as fast as memory is copied. Nothing is allocated where the world once held as much.
    pub fn restore(&mut self, from: &Snapshot) {
        self.copy_state(&from.world);
        self.recorder.go_back(from.place);
        self.events.clear();
        self.events.moved.clear();
        self.make_room_for_events();
    }

    /// Takes over all that anything to come depends on, in the memory there is.
    ///
    /// Each field is copied, or named as one that is not: room, which holds nothing that counts between steps, and what follows
    /// from the rest.
    fn copy_state(&mut self, from: &Self) {
        let Self {
            settings,
            bodies,
            colliders,
            broad_phase,
            is_asked,
            contacts,
            contact_index: _,
            collider_contacts: _,
            events: _,
            report,
            near_filter: _,
            narrow_phase: _,
            found: _,
            sleeping,
            woken,
            shoves,
            graph_room: _,
            solver_room: _,
            sub_step,
            last_step,
            recorder: _,
            pushed: _,
            arena: _,
        } = from;
        self.settings = *settings;
        self.bodies.clone_from(bodies);
        self.colliders.clone_from(colliders);
        self.broad_phase.clone_from(broad_phase);
        *self.is_asked.get_mut() = is_asked.load(Ordering::Relaxed);
        self.contacts.clone_from(contacts);
        self.contact_index.clear();
        self.collider_contacts.clear();
        self.report = *report;
        self.sleeping = *sleeping;
        self.woken.clone_from(woken);
        self.shoves.clone_from(shoves);
        (self.sub_step, self.last_step) = (*sub_step, *last_step);
    }
}

/// A second world that goes on as this one does, to look ahead in. It has the [events](World::events) of the last step as well, and is
/// alike otherwise to one that a [`Snapshot`] was restored to: it does not record. [`Clone::clone_from`] writes it over in the memory that it has.
impl Clone for World {
    fn clone(&self) -> Self {
        let mut world = Self::new(self.settings).expect("the settings of a world are good");
        world.clone_from(self);
        world
    }

    fn clone_from(&mut self, source: &Self) {
        self.copy_state(source);
        self.recorder = Recorder::default();
        self.events.clone_from(&source.events);
        self.make_room_for_events();
    }
}
