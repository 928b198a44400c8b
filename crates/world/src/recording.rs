use crate::{Call, Given, Settings, World};

/// What was called on a world from some time on, and what came of it: see [`World::start_recording`].
///
/// It holds every call that was accepted, the ids that those gave, and [hashes](World::state_hash) of the state: at its start, after
/// each step and at its end. With the feature `serde` it is written and read back to the same bits; what is read goes through the checks of
/// its calls when it is [replayed](Recording::replay).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Written"))]
pub struct Recording {
    pub(crate) settings: Settings,
    pub(crate) start_hash: u64,
    pub(crate) calls: Vec<Call>,
    /// What the calls gave that create something.
    pub(crate) given: Vec<Given>,
    /// After each step.
    pub(crate) step_hashes: Vec<u64>,
    pub(crate) end_hash: u64,
}

/// A recording as it is written down, which may lack something.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    settings: Settings,
    start_hash: u64,
    calls: Vec<Call>,
    given: Vec<Given>,
    step_hashes: Vec<u64>,
    end_hash: u64,
}

#[cfg(feature = "serde")]
impl TryFrom<Written> for Recording {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        let Written { settings, start_hash, calls, given, step_hashes, end_hash } = written;
        if calls.iter().filter(|call| matches!(call, Call::Step { .. })).count() != step_hashes.len() {
            return Err("there are not as many `step_hashes` as steps");
        }
        let creates = |call: &&Call| matches!(call, Call::CreateBody { .. } | Call::CreateCollider { .. });
        if calls.iter().filter(creates).count() != given.len() {
            return Err("there are not as many ids `given` as calls that create something");
        }
        Ok(Self { settings, start_hash, calls, given, step_hashes, end_hash })
    }
}

impl Recording {
    fn begin(world: &World) -> Self {
        let hash = world.state_hash();
        Self {
            settings: *world.settings(),
            start_hash: hash,
            calls: Vec::new(),
            given: Vec::new(),
            step_hashes: Vec::new(),
            end_hash: hash,
        }
    }

    /// The settings of the world when the recording began. If it had no bodies yet, [`World::new`] makes of them what to
    /// [replay](Recording::replay) in.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The calls, in order.
    #[must_use]
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// How many of the calls are steps.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.step_hashes.len()
    }
}

/// Recording, for replays and reports of bugs.
impl World {
    /// Notes from now on every call that changes the world and is not refused, until [`World::stop_recording`]. What was recorded
    /// before, and not taken, is gone. O(bodies).
    ///
    /// Begin before the first body is created, or take a [snapshot](World::snapshot) now: [replays](Recording::replay) start from there.
    ///
    /// A call takes 30 to 50 ns more. A step takes a [`World::state_hash`] more, 8 ns for each body, those that sleep among them: 41 µs for 5000,
    /// which is 0.9 % of a step in which all of them are awake in a heap, and three steps in which they sleep. A call takes 40 bytes, one
    /// that creates a body 110 and a collider 190.
    ///
    /// [`World::restore`] and [`Clone::clone_from`] end a recording, and what it holds is gone: calls do not lead from
    /// where it began to what the world is then. Take it before. Copies and snapshots of a world do not record.
    pub fn start_recording(&mut self) {
        self.recorder = Recorder(Some(Box::new(Recording::begin(self))));
    }

    /// Whether the world records.
    #[must_use]
    pub const fn is_recording(&self) -> bool {
        self.recorder.0.is_some()
    }

    /// Ends the recording and gives what was recorded, or nothing where the world does not record. O(bodies).
    pub fn stop_recording(&mut self) -> Option<Recording> {
        let recording = *self.recorder.0.take()?;
        Some(Recording { end_hash: self.state_hash(), ..recording })
    }
}

/// Where a world notes its calls, if it does.
#[derive(Default)]
pub(crate) struct Recorder(Option<Box<Recording>>);

impl Recorder {
    /// Notes a call that is accepted.
    #[inline]
    pub fn note(&mut self, call: impl FnOnce() -> Call) {
        if let Some(recording) = &mut self.0 {
            recording.calls.push(call());
        }
    }

    /// Notes a call that gave an id.
    #[inline]
    pub fn note_given(&mut self, given: Given, call: impl FnOnce() -> Call) {
        if let Some(recording) = &mut self.0 {
            recording.calls.push(call());
            recording.given.push(given);
        }
    }
}

impl World {
    /// Notes a step that was made.
    #[inline]
    pub(crate) fn note_step(&mut self, dt: f32) {
        if self.is_recording() {
            let hash = self.state_hash();
            let recording = self.recorder.0.as_mut().expect("it records");
            recording.calls.push(Call::Step { dt });
            recording.step_hashes.push(hash);
        }
    }
}
