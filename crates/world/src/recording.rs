use crate::{Call, Given, Settings, World};
use std::sync::atomic::{AtomicU64, Ordering};

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
    /// A call takes 30 to 50 ns more, and 40 bytes, one that creates a body 110 and a collider 190. A step takes a
    /// [`World::state_hash`] more, 8 ns for each body, those that sleep among them: 41 µs for 5000, which is 0.9 % of a step in which
    /// all of them are awake in a heap, and three steps in which all but a few sleep.
    ///
    /// [`World::restore`] takes back what was recorded since the snapshot was taken: a recording holds the calls that led to what
    /// the world is. It ends, and what it holds is gone, where none do: where the snapshot was taken before it began, of another world, or
    /// after calls that were taken back since; and where the world is written over by [`Clone::clone_from`]. Copies of a world
    /// do not record.
    pub fn start_recording(&mut self) {
        let log = Log { recording: Recording::begin(self), lines: vec![Line::new(0)] };
        self.recorder = Recorder(Some(Box::new(log)));
    }

    /// Whether the world records.
    #[must_use]
    pub const fn is_recording(&self) -> bool {
        self.recorder.0.is_some()
    }

    /// Ends the recording and gives what was recorded, or nothing where the world does not record. O(bodies).
    pub fn stop_recording(&mut self) -> Option<Recording> {
        let Log { recording, .. } = *self.recorder.0.take()?;
        Some(Recording { end_hash: self.state_hash(), ..recording })
    }
}

/// Where a world notes its calls, if it does.
#[derive(Default)]
pub(crate) struct Recorder(Option<Box<Log>>);

struct Log {
    recording: Recording,
    /// From its start to its end, one for each time it was taken back; their first calls never go down.
    lines: Vec<Line>,
}

/// Calls that were made one after the other, without going back.
struct Line {
    id: u64,
    /// How many calls were made before.
    first: usize,
}

/// Where in a recording a snapshot was taken.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    line: u64,
    calls: usize,
    steps: usize,
    given: usize,
}

impl Line {
    fn new(first: usize) -> Self {
        // Of all worlds, as a snapshot may be of any.
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self { id: NEXT.fetch_add(1, Ordering::Relaxed), first }
    }
}

impl Log {
    /// Takes back what was recorded since; false where these calls did not lead to that place.
    fn go_back(&mut self, to: Place) -> bool {
        let Some(index) = self.lines.iter().rposition(|line| line.id == to.line) else { return false };
        if self.lines.get(index + 1).is_some_and(|next| next.first < to.calls) {
            return false;
        }
        self.recording.calls.truncate(to.calls);
        self.recording.step_hashes.truncate(to.steps);
        self.recording.given.truncate(to.given);
        self.lines.truncate(index + 1);
        self.lines.push(Line::new(to.calls));
        true
    }
}

impl Recorder {
    /// Notes a call that is accepted.
    #[inline]
    pub fn note(&mut self, call: impl FnOnce() -> Call) {
        if let Some(log) = &mut self.0 {
            log.recording.calls.push(call());
        }
    }

    /// Notes a call that gave an id.
    #[inline]
    pub fn note_given(&mut self, given: Given, call: impl FnOnce() -> Call) {
        if let Some(log) = &mut self.0 {
            log.recording.calls.push(call());
            log.recording.given.push(given);
        }
    }

    /// How far it has come, if it records.
    pub fn place(&self) -> Option<Place> {
        let Log { recording, lines } = self.0.as_deref()?;
        let (calls, steps, given) = (recording.calls.len(), recording.step_hashes.len(), recording.given.len());
        let line = lines.last().expect("the first is there from the start").id;
        Some(Place { line, calls, steps, given })
    }

    /// Takes back what was recorded since, or ends where that leads nowhere.
    pub fn go_back(&mut self, to: Option<Place>) {
        let leads_there = self.0.as_mut().is_some_and(|log| to.is_some_and(|to| log.go_back(to)));
        if !leads_there {
            self.0 = None;
        }
    }
}

impl World {
    /// Notes a step that was made.
    #[inline]
    pub(crate) fn note_step(&mut self, dt: f32) {
        if self.is_recording() {
            let hash = self.state_hash();
            let Log { recording, .. } = self.recorder.0.as_deref_mut().expect("it records");
            recording.calls.push(Call::Step { dt });
            recording.step_hashes.push(hash);
        }
    }
}
