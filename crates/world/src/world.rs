use crate::bodies::Bodies;
use crate::bounds::proxy;
use crate::collider_contacts::ColliderContacts;
use crate::colliders::Colliders;
use crate::column::NONE;
use crate::contact_graph::GraphRoom;
use crate::contact_index::ContactIndex;
use crate::contacts::Contacts;
use crate::event::Pushed;
use crate::mass::{combined_mass, in_body_frame};
use crate::narrow_phase::NarrowPhase;
use crate::near_filter::NearFilter;
use crate::recording::Recorder;
use crate::shove::Shoves;
use crate::solver::Room;
use crate::{
    BodyDef, BodyId, BodyKind, Call, ColliderDef, ColliderId, Events, Given, Settings, StepReport, WorldError,
};
use broadphase::BroadPhase;
use bumpalo::Bump;
use sat_simd::MassProperties;
use std::fmt;
use std::sync::{Mutex, atomic::AtomicBool};

/// Bodies and their colliders, and what happens to them when time goes on. See the [crate](crate) for an introduction.
///
/// Same calls, same bits: everything that comes out of a world is a function of the calls made on it, whatever the
/// machine, the instruction set or the build. [`World::state_hash`] tells two states apart. Any number of threads may ask it
/// at once.
pub struct World {
    pub(crate) settings: Settings,
    pub(crate) bodies: Bodies,
    pub(crate) colliders: Colliders,
    pub(crate) broad_phase: BroadPhase,
    /// Whether anybody asked what is where since the last step.
    pub(crate) is_asked: AtomicBool,
    pub(crate) contacts: Contacts,
    pub(crate) contact_index: ContactIndex,
    pub(crate) collider_contacts: ColliderContacts,
    pub(crate) events: Events,
    pub(crate) report: StepReport,
    pub(crate) near_filter: NearFilter,
    pub(crate) narrow_phase: NarrowPhase,
    /// Colliders found near something; kept for its room.
    pub(crate) found: Vec<u32>,
    /// How many bodies are asleep.
    pub(crate) sleeping: usize,
    /// Bodies that woke since events were last published.
    pub(crate) woken: Vec<BodyId>,
    /// What bodies that are pushed out gave others in the last step.
    pub(crate) shoves: Shoves,
    pub(crate) graph_room: GraphRoom,
    pub(crate) solver_room: Room,
    /// The sub-step in which contacts had the impulses that are kept, in seconds; zero before the first step, which takes its own.
    pub(crate) sub_step: f32,
    /// How long the last step took, in seconds; before the first one that.
    pub(crate) last_step: f32,
    pub(crate) recorder: Recorder,
    /// Where threads note what contacts have to tell; empty between steps.
    pub(crate) pushed: Mutex<Vec<Pushed>>,
    /// What one step needs and the next one does not; grows once, then never asks the global allocator again. The lock lets
    /// threads share a world; a step alone opens it.
    pub(crate) arena: Mutex<Bump>,
}

impl World {
    /// An empty world.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] names the setting that is out of range.
    pub fn new(settings: Settings) -> Result<Self, WorldError> {
        settings.check()?;
        let margin = settings.aabb_margin;
        let broad_settings = broadphase::Settings { margin, ..broadphase::Settings::default() };
        Ok(Self {
            settings,
            bodies: Bodies::default(),
            colliders: Colliders::default(),
            broad_phase: BroadPhase::with_settings(broad_settings).expect("the margin was checked just now"),
            is_asked: AtomicBool::new(false),
            contacts: Contacts::default(),
            contact_index: ContactIndex::default(),
            collider_contacts: ColliderContacts::default(),
            events: Events::default(),
            report: StepReport::default(),
            arena: Mutex::default(),
            near_filter: NearFilter::default(),
            graph_room: GraphRoom::default(),
            solver_room: Room::default(),
            sub_step: 0.0,
            last_step: 0.0,
            recorder: Recorder::default(),
            pushed: Mutex::default(),
            found: Vec::new(),
            sleeping: 0,
            woken: Vec::new(),
            shoves: Shoves::default(),
            narrow_phase: NarrowPhase::default(),
        })
    }

    /// Adds a body without colliders. O(1).
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] names the field that is out of range; [`WorldError::Full`].
    pub fn create_body(&mut self, def: &BodyDef) -> Result<BodyId, WorldError> {
        def.check()?;
        let awake = def.is_awake || !self.settings.sleep;
        let full = WorldError::Full { what: "bodies", max: crate::id::Slots::MAX };
        let body = self.bodies.insert(def, awake).ok_or(full)?;
        self.sleeping += usize::from(!awake && def.kind != BodyKind::Static);
        self.make_room_for_events();
        self.recorder.note_given(Given::Body(body), || Call::CreateBody { def: Box::new(*def) });
        Ok(body)
    }

    /// Makes room for all bodies to move, fall asleep or wake at once, lest the step in which they do allocates.
    pub(crate) fn make_room_for_events(&mut self) {
        let bodies = self.bodies.slots.len();
        self.events.moved.reserve(bodies.saturating_sub(self.events.moved.len()));
        if !self.settings.sleep {
            return;
        }
        for list in [&mut self.woken, &mut self.events.sleep, &mut self.events.wake] {
            list.reserve(bodies.saturating_sub(list.len()));
        }
    }

    /// Adds a collider to a body, whose mass follows, and wakes the body unless it has slept since it was
    /// [created](BodyDef::is_awake). O(vertices).
    ///
    /// Contacts with it start at the next step, whatever it overlaps; queries see it at once.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`]; [`WorldError::InvalidNumber`] names the field that is out of range, or a mass that
    /// overflows; [`WorldError::Full`].
    pub fn create_collider(&mut self, body: BodyId, def: &ColliderDef) -> Result<ColliderId, WorldError> {
        let row = self.body_row(body)?;
        def.check()?;
        let own = def.shape.mass_properties(def.density);
        let added = in_body_frame(own, &def.local_pose);
        let traits = self.bodies.traits[row];
        let known = if traits.is_unweighed { MassProperties::default() } else { self.bodies.masses[row].properties };
        let mass = combined_mass([known, added].into_iter())?;
        let pose = self.bodies.poses[row] * def.local_pose;
        let broad_phase = &mut self.broad_phase;
        let insert =
            |id: ColliderId| broad_phase.insert(&proxy(&def.shape, &pose, &def.filter, id.slot(), row, &traits)).ok();
        let id = self
            .colliders
            .insert(def, row, pose, traits.first_collider, own.center, insert)
            .ok_or(WorldError::Full { what: "colliders", max: crate::id::Slots::MAX })?;
        let collider = id.slot();
        self.note_seams(collider);
        self.bodies.traits[row].first_collider = collider as u32;
        if !traits.is_unweighed {
            let center_before = self.bodies.masses[row].local_center;
            self.bodies.set_mass(row, mass);
            self.bodies.rest[row].extent += (self.bodies.masses[row].local_center - center_before).length();
        }
        self.measure_collider(collider);
        let rest = &self.bodies.rest[row];
        match traits.kind {
            BodyKind::Static => self.rouse_at_collider(collider),
            // What stands still wakes nobody by touching it.
            BodyKind::Kinematic if self.bodies.awake.contains(row) || rest.time > 0.0 => {
                self.rouse_at_collider(collider)
            }
            // Contacts wake what it touches.
            _ if self.bodies.awake.contains(row) || rest.time > 0.0 => self.rouse(row),
            // It has slept since it was created, and gets its colliders now.
            _ => {}
        }
        let call = || Call::CreateCollider { body, def: Box::new(def.clone()) };
        self.recorder.note_given(Given::Collider(id), call);
        Ok(id)
    }

    /// Removes a body with its colliders. Their contacts and sensor overlaps end in the next step. O(its colliders).
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn destroy_body(&mut self, body: BodyId) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        self.recorder.note(|| Call::DestroyBody { body });
        self.rouse_around(row);
        let mut next = self.bodies.traits[row].first_collider;
        while next != NONE {
            let slot = next as usize;
            next = self.colliders.next[slot];
            self.remove_collider(slot);
        }
        self.bodies.awake.remove(row);
        self.colliders.ignored.remove(row as u32);
        self.bodies.slots.give_back(row);
        self.tidy_woken();
        Ok(())
    }

    /// Removes a collider; its body's mass follows. Its contacts and sensor overlaps end in the next step. O(its body's colliders); O(1) if that
    /// is static.
    ///
    /// The colliders left may weigh more together than a body may, when [`World::set_mass_properties`] hid that while they
    /// were added: mass and inertia are the largest there are then, 10³⁰ kg and kg·m².
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn destroy_collider(&mut self, collider: ColliderId) -> Result<(), WorldError> {
        let slot = self.collider_row(collider)?;
        self.recorder.note(|| Call::DestroyCollider { collider });
        self.rouse_at_collider(slot);
        let row = self.colliders.bodies[slot] as usize;
        self.colliders.unlink(slot, &mut self.bodies.traits[row].first_collider);
        self.remove_collider(slot);
        self.weigh_up_to_limit(row);
        Ok(())
    }

    /// How many bodies there are.
    #[must_use]
    pub fn body_count(&self) -> usize {
        self.bodies.slots.len()
    }

    /// How many colliders there are.
    #[must_use]
    pub fn collider_count(&self) -> usize {
        self.colliders.slots.len()
    }

    /// The bodies in slot order.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.bodies.slots.iter().map(|slot| self.bodies.id(slot))
    }

    /// The colliders in slot order.
    pub fn colliders(&self) -> impl Iterator<Item = ColliderId> + '_ {
        self.colliders.slots.iter().map(|slot| self.colliders.id(slot))
    }

    /// What the last step did; all zero before the first.
    #[must_use]
    pub fn report(&self) -> &StepReport {
        &self.report
    }

    /// What happened in the last step.
    #[must_use]
    pub fn events(&self) -> &Events {
        &self.events
    }

    pub(crate) fn body_row(&self, id: BodyId) -> Result<usize, WorldError> {
        self.bodies.slot(id).ok_or(WorldError::StaleBody(id))
    }

    pub(crate) fn collider_row(&self, id: ColliderId) -> Result<usize, WorldError> {
        self.colliders.slot(id).ok_or(WorldError::StaleCollider(id))
    }

    fn remove_collider(&mut self, slot: usize) {
        self.note_seams(slot);
        self.broad_phase.remove(self.colliders.proxies[slot]).expect("a collider has a proxy as long as it lives");
        self.colliders.remove(slot);
    }
}

/// Threads may share a world: this is an error where they may not.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<World>();
};

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("step", &self.report.step)
            .field("bodies", &self.body_count())
            .field("colliders", &self.collider_count())
            .field("asleep", &self.sleeping)
            .finish_non_exhaustive()
    }
}
