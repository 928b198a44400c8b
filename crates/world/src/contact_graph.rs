use crate::bodies::Bodies;
use crate::coloring::{Coloring, Link};
use crate::column::make_room;
use crate::contact_update::{ContactUpdate, Tally};
use crate::narrow_phase::{BLOCK, Collide};
use crate::places::Places;
use crate::solver::Piece;
use crate::stopwatch::Stopwatch;
use crate::zones::Zones;
use crate::{StageTimes, World, parallel};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::Vec2;
use std::collections::TryReserveError;

/// The contacts to be solved, by colour: no movable body is twice in one colour, so its contacts can be solved eight at
/// a time, in any order, with one result.
pub(crate) struct ContactGraph<'s> {
    /// Body slots of those that move, ascending. Row `i + 1` of the solver is the body `awake[i]`.
    pub awake: &'s [u32],
    /// The contacts that were looked at, in the order of their pairs.
    pub candidates: &'s [u32],
    pub coloring: Coloring,
    /// The pieces of the world, if their contacts are coloured piece by piece, when they are solved.
    pub pieces: &'s [Piece<'s>],
    pub tally: Tally,
}

impl ContactGraph<'_> {
    /// All contacts to be solved: those with a colour in the order of their pairs, whatever groups they are in, then the others.
    pub fn contacts<'a>(&'a self, arena: &'a Bump, room: &GraphRoom) -> ArenaVec<'a, u32> {
        let Coloring { overflow, .. } = &self.coloring;
        let groups = self.coloring.groups();
        let count = groups.iter().map(|group| group.colored.len()).sum::<usize>() + overflow.len();
        let mut contacts = ArenaVec::with_capacity_in(count, arena);
        if let [group] = groups {
            contacts.extend(group.colored.iter().map(|colored| colored.contact));
        } else {
            let mut overflow = overflow.iter().map(|colored| colored.contact).peekable();
            let is_colored = |index: &u32| room.links[*index as usize].moves() && overflow.next_if_eq(index).is_none();
            contacts.extend(self.candidates.iter().copied().filter(is_colored));
        }
        contacts.extend(overflow.iter().map(|colored| colored.contact));
        contacts
    }
}

/// What making the graph keeps from step to step for its room.
#[derive(Default)]
pub(crate) struct GraphRoom {
    pub coloring: Coloring,
    /// Of candidates among the candidates, and then of coloured contacts in the solver.
    pub places: Places,
    /// By contact slot, of candidates.
    pub links: Vec<Link>,
}

impl GraphRoom {
    /// Makes room for so many contacts.
    pub fn make_room(&mut self, contacts: usize) -> Result<(), TryReserveError> {
        self.places.make_room(contacts)?;
        make_room(&mut self.links, contacts)
    }
}

/// Fewer contacts than this are not worth another thread.
pub(crate) const LEAST_PART: usize = parallel::many(512);

impl World {
    /// Finds the manifold of each candidate and keeps the impulses of the points it still has; begins and ends contacts; and
    /// colours those that are to be solved, greedily, in the order of their pairs. Meanwhile the solver's rows are filled for
    /// a step of `dt` seconds.
    ///
    /// Block after block: contacts are still in the cache when they are brought up to date, and so is what was found of them.
    pub(crate) fn make_contact_graph<'s>(
        &mut self,
        arena: &'s Bump,
        candidates: &'s [u32],
        dt: f32,
        (clock, times): (&mut Stopwatch, &mut StageTimes),
    ) -> ContactGraph<'s> {
        self.bodies.awake.sort();
        let awake = &*arena.alloc_slice_copy(self.bodies.awake.slots());
        let coloring = std::mem::take(&mut self.graph_room.coloring);
        let mut graph = ContactGraph { awake, candidates, coloring, pieces: &[], tally: Tally::default() };
        if parallel::parts(candidates.len(), LEAST_PART) == 1 {
            self.add_in_turn(&mut graph, (clock, times));
            self.solver_room.rows.prepare(&self.bodies, &self.settings, graph.awake, dt);
        } else {
            self.update_shared(candidates, &mut graph.tally);
            times.narrow_phase = clock.lap();
            self.color_shared(arena, &mut graph, dt);
        }
        self.note_passing(candidates, graph.tally.passing > 0);
        times.contact_graph += clock.lap();
        graph
    }

    /// Collides the candidates of a graph and brings them up to date, on this thread, and adds them to it.
    fn add_in_turn(&mut self, graph: &mut ContactGraph, (clock, times): (&mut Stopwatch, &mut StageTimes)) {
        let ContactGraph { awake, candidates, coloring, tally, .. } = graph;
        coloring.begin(&Zones::ONE, centers(&self.bodies, awake), candidates.len());
        let collide = Collide::new(&self.bodies, &self.colliders, &self.settings);
        let update = ContactUpdate::new(&self.bodies, &self.colliders, &self.settings, self.last_step);
        let block = self.narrow_phase.block(candidates.len());
        let mut slots = self.contacts.slots_mut();
        for candidates in candidates.chunks(BLOCK) {
            block.extend(candidates);
            let found = block.collide(&collide, &slots);
            times.narrow_phase += clock.lap();
            for (index, found) in found {
                let link = update.apply(&mut slots, index, found, tally);
                self.events.note(&slots.contacts[index as usize], link.noted);
                coloring.add(index, link);
            }
            times.contact_graph += clock.lap();
        }
    }
}

/// Where the centres of mass of these bodies are.
pub(crate) fn centers<'s>(bodies: &'s Bodies, awake: &'s [u32]) -> impl ExactSizeIterator<Item = Vec2> + 's {
    awake.iter().map(|&slot| bodies.centers[slot as usize])
}

#[cfg(all(test, feature = "parallel"))]
pub(crate) mod tests {
    use super::LEAST_PART;
    use crate::{BodyDef, ColliderDef, Settings, Shape, World};
    use geom::Vec2;

    /// Fifteen layers of a hundred boxes that press against each other, some of which turn fast.
    pub fn wide_heap() -> World {
        let mut world = World::new(Settings::default()).unwrap();
        let mut add = |body: BodyDef, half_x: f32| {
            let body = world.create_body(&body).unwrap();
            world.create_collider(body, &ColliderDef::new(Shape::rect(half_x, 0.5).unwrap())).unwrap();
        };
        add(BodyDef::fixed(Vec2::new(0.0, -0.5)), 100.0);
        for i in 0..1500u16 {
            let at = Vec2::new(f32::from(i % 100) * 0.98, 0.5 + f32::from(i / 100));
            add(BodyDef { angular_velocity: f32::from(i % 7) - 3.0, ..BodyDef::dynamic(at) }, 0.5);
        }
        world
    }

    #[test]
    fn a_wide_heap_is_solved_in_zones_with_a_few_contacts_between_them() {
        let mut world = wide_heap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        for _ in 0..2 {
            pool.install(|| world.step(1.0 / 60.0).map(|_| ())).unwrap();
        }
        let groups = world.graph_room.coloring.groups();
        let sizes: Vec<_> = groups.iter().map(|group| group.colored.len()).collect();
        let [a, b, c, between] = sizes[..] else { panic!("{} groups", sizes.len()) };
        let all = a + b + c + between;
        assert!([a, b, c].iter().all(|size| (size * 100 / all).abs_diff(33) < 5), "{sizes:?}");
        assert!((10..all / 20).contains(&between), "{sizes:?}");
    }

    #[test]
    fn contacts_are_the_same_on_one_thread_and_on_three() {
        let contacts = |threads: usize| {
            let mut world = wide_heap();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for _ in 0..3 {
                pool.install(|| world.step(1.0 / 60.0).map(|_| ())).unwrap();
            }
            world.contacts().collect::<Vec<_>>()
        };
        let expected = contacts(1);
        assert!(expected.len() > 2 * LEAST_PART, "{}", expected.len());
        assert!(contacts(3) == expected);
    }
}
