use crate::settings::{MAX_TIME_STEP, MIN_TIME_STEP};
use crate::stopwatch::Stopwatch;
use crate::{StepError, StepReport, World, parallel};
use bumpalo::Bump;

impl World {
    /// Lets `dt` seconds pass, and says what that took. 1/60 is usual; keep it the same from step to step. In steps of 4 to 30 ms drawn
    /// at random low stacks and pyramids stand as well, and each change costs a look at all contacts; heaps creep by 5 mm a second, and pyramids of a
    /// hundred rows are pulled apart by metres in ten. By turns of two lengths high stacks may fall, and where the length jumps by more
    /// than eight times all become restless.
    ///
    /// Bodies collide where they stand, are solved, and move. Poses, queries and [events](World::events) are up to date
    /// afterwards; forces applied since the last step are used up. Nothing is allocated once the world has been as busy
    /// before, but for steps after something static or seamless came, went or changed: these may build anew what finds static
    /// colliders, and what neighbours cover of seamless ones.
    ///
    /// With the feature `parallel`, large steps are shared among the threads of rayon's current pool: that of
    /// `ThreadPool::install` around the call, or the global one. The same bits come out for any number of threads. Threads that
    /// help stay awake, and so keep their cores busy, until what they help with is done, though for ten milliseconds at most.
    /// A pool of its own is best: helpers take up whatever else the pool has to do, and the step waits until that is done, too:
    /// hold no lock during a step that other work of the pool waits for, or neither ends.
    ///
    /// Call it from a thread of the pool, such as the main thread if the pool was built with
    /// `ThreadPoolBuilder::use_current_thread`: it allocates nothing then either, and threads gain from 1000 boxes in a heap on.
    /// From outside rayon's queue allocates now and then, and as threads wake each other one after the other, steps that do not
    /// follow each other at once are shared from some 2000 boxes on only.
    ///
    /// # Errors
    /// [`StepError::InvalidTimeStep`].
    pub fn step(&mut self, dt: f32) -> Result<&StepReport, StepError> {
        if !(MIN_TIME_STEP..=MAX_TIME_STEP).contains(&dt) {
            return Err(StepError::InvalidTimeStep { dt });
        }
        let effort = 2 * self.bodies.awake.slots().len() + self.contacts.awake.len();
        parallel::in_pool(effort, || self.advance(dt));
        self.note_step(dt);
        Ok(&self.report)
    }

    fn advance(&mut self, dt: f32) {
        // The arena leaves the world for the step: what lives in it then borrows nothing of the world.
        let mut arena = std::mem::take(self.arena_mut());
        let mut clock = Stopwatch::start();
        let mut report = StepReport { step: self.report.step + 1, ..StepReport::default() };
        self.events.clear();
        if self.sub_step == 0.0 {
            (self.sub_step, self.last_step) = (dt / self.settings.sub_steps as f32, dt);
        }
        self.contact_index.clear();
        self.collider_contacts.clear();

        self.bodies.awake.sort();
        self.reach_ahead(dt); // fast bodies → boxes that contain their way
        report.times.bounds = clock.lap();
        self.update_pairs(&arena); // boxes → pairs, sorted; pairs → contacts
        self.refresh_seams(); // seamless colliders that changed → what neighbours cover of them
        self.fall_asleep(&arena, dt); // contacts → islands; those at rest leave the step
        report.times.pairs = clock.lap();
        // Where nothing is awake there is nothing else to do, not even to look at the clock.
        if self.bodies.awake.slots().is_empty() {
            self.shoves.clear();
            self.publish(&[]);
        } else {
            self.move_awake(&arena, dt, &mut clock, &mut report);
        }
        self.bodies.land_all();
        self.last_step = dt;
        report.bodies = self.bodies.slots.len();
        report.proxies = self.colliders.slots.len();
        report.pairs = self.contacts.awake.len() + self.contacts.asleep.len();
        self.report = report;
        empty(&mut arena);
        *self.arena_mut() = arena;
    }

    fn arena_mut(&mut self) -> &mut Bump {
        self.arena.get_mut().expect("nobody locks it")
    }

    /// The stages from the circle filter on, which look at nothing that sleeps.
    fn move_awake(&mut self, arena: &Bump, dt: f32, clock: &mut Stopwatch, report: &mut StepReport) {
        let candidates = self.filter_circles(arena); // contacts → candidates
        report.times.circle_filter = clock.lap();
        let candidates = self.wake_touched(arena, candidates); // and those of islands that wake
        // candidates → manifolds → impulses carried over, colours
        let graph = self.make_contact_graph(arena, candidates, dt, (clock, &mut report.times));
        let (pushed, in_use) = self.solve(arena, &graph, dt); // colours → velocities, poses
        report.times.solve = clock.lap();
        self.refresh_bounds(dt); // poses → boxes and circles: now, so that queries between steps find them
        // Boxes → trees: now, so that queries find them fast. Else with the next step's pairs: fast bodies are first to move
        // ahead, and with them all trees are built once and not twice.
        if std::mem::take(self.is_asked.get_mut()) {
            self.refresh();
        }
        report.times.bounds += clock.lap();
        self.publish(pushed); // contacts → events
        report.times.publish = clock.lap();

        report.awake_bodies = graph.awake.len();
        report.apart = self.near_filter.apart;
        report.candidates = graph.candidates.len() + report.apart;
        report.recycled = graph.tally.recycled;
        report.manifolds = graph.tally.manifolds;
        report.points = graph.tally.points;
        report.colors = in_use.colors.count_ones() as usize;
        report.overflow = in_use.overflow;
        report.deepest_penetration = graph.tally.deepest_penetration;
        self.graph_room.coloring = graph.coloring;
    }
}

/// Empties the arena. One that took a second piece of memory, twice as large as the first, becomes one piece as large as what was used
/// of both.
fn empty(arena: &mut Bump) {
    let held = arena.allocated_bytes();
    let used = held - arena.chunk_capacity();
    arena.reset();
    if arena.allocated_bytes() < held
        && let Ok(fitting) = Bump::try_with_capacity(used)
    {
        *arena = fitting;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arena_in_two_pieces_becomes_one_that_fits() {
        let mut arena = Bump::with_capacity(1 << 16);
        let room = arena.chunk_capacity();
        let fill = |arena: &Bump, bytes: usize| {
            arena.alloc_slice_fill_copy(bytes, 0u8);
        };
        fill(&arena, room);
        empty(&mut arena);
        assert_eq!(arena.chunk_capacity(), room, "one piece is kept");
        fill(&arena, room);
        fill(&arena, 1000);
        let held = arena.allocated_bytes();
        empty(&mut arena);
        assert!(arena.chunk_capacity() >= room + 1000 && arena.allocated_bytes() < held / 2);
    }
}
