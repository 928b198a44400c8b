use super::body_rows::BodyRows;
use super::cuts::find_cuts;
use super::divide::{divide, rows_of};
use super::portion::Portion;
use crate::coloring::{Batch, Colored, Coloring, Counts, Link};
use crate::parallel;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use std::ops::Range;

/// Fewer contacts than this are solved together: all of them stay in a cache from pass to pass anyway.
const WORTH_CUTTING: usize = parallel::many(8192);

/// There are so many pieces at most.
const MOST_PIECES: usize = 64;

/// Each has so many rows at least, but for the last one; half as many where threads share them.
const LEAST_PIECE: usize = parallel::many(1024);

/// So many contacts that follow each other are in one piece on average, or going from piece to piece is not worth it.
const LEAST_RUN: usize = if cfg!(test) { 2 } else { 16 };

/// So many bodies that all pieces have cost as much as a contact.
const COMMON_PER_CONTACT: usize = 4;

/// Rows that follow each other, and all contacts that move any of them.
pub(crate) struct Piece<'s> {
    pub rows: Range<usize>,
    pub contacts: PieceContacts<'s>,
}

pub(crate) enum PieceContacts<'s> {
    Colored(Portion<'s>),
    /// Candidates in the order of their pairs, which have no colours yet. Some move nothing.
    Candidates(&'s [&'s [u32]]),
}

impl PieceContacts<'_> {
    /// How many there are at most.
    pub fn count(&self) -> usize {
        match self {
            Self::Colored(portion) => portion.colored() + portion.overflow.len(),
            Self::Candidates(runs) => runs.iter().map(|run| run.len()).sum(),
        }
    }
}

impl Piece<'_> {
    /// After so many steps it is asked again whether a world falls apart that did not.
    const EVERY: u64 = if cfg!(test) { 2 } else { 16 };

    /// Whether that is asked in a step of a world that did not when it was asked last.
    pub fn is_asked(step: u64) -> bool {
        step.is_multiple_of(Self::EVERY)
    }
}

/// The pieces of one thread's world, one after the other, if there is enough of it and it falls apart, and where it does.
///
/// What became of each is the same as if all were solved together, colour by colour; but nine passes go over what stays in a cache.
pub(super) fn of_colored<'s>(
    arena: &'s Bump,
    coloring: &'s Coloring,
    rows: &BodyRows,
    cuts: &mut Vec<u32>,
) -> Option<&'s [Piece<'s>]> {
    let [group] = coloring.groups() else { return None };
    let (colored, overflow, count) = (&group.colored[..], &coloring.overflow[..], rows.masses.len());
    if colored.len() < WORTH_CUTTING {
        return None;
    }
    find_cuts(cuts, colored.iter().chain(overflow).map(|contact| contact.rows), least_piece(count, LEAST_PIECE));
    if !is_worth_it(cuts, rows.common, colored.len()) {
        return None;
    }
    let row_of = |contact: &Colored| contact.rows[0].max(contact.rows[1]);
    let runs = divide(arena, colored, row_of, cuts, colored.len() / LEAST_RUN)?;
    let overflow = divide(arena, overflow, row_of, cuts, overflow.len())?;
    Some(pieces(arena, cuts, count, |piece| {
        let mut counts = Counts::default();
        runs[piece].iter().copied().flatten().for_each(|colored| counts.add(colored.color()));
        let batches = arena.alloc_slice_copy(&[Batch { runs: runs[piece], counts }]);
        let mut without = ArenaVec::new_in(arena);
        without.extend(overflow[piece].iter().copied().flatten().copied());
        PieceContacts::Colored(Portion { batches, overflow: without.into_bump_slice() })
    }))
}

/// Where rows fall apart when several threads step the world.
pub(crate) struct SharedCuts<'s, 'l> {
    pub candidates: &'s [u32],
    pub links: &'l [Link],
    /// How many rows there are, the fixed one included, and how many of them contacts do not move.
    pub rows: usize,
    pub common: usize,
}

impl<'s> SharedCuts<'s, '_> {
    /// Finds them anew.
    pub fn find(&self, cuts: &mut Vec<u32>) {
        if self.candidates.len() < WORTH_CUTTING {
            return cuts.clear();
        }
        let rows = |&index: &u32| {
            let Link { row_a, row_b, .. } = self.links[index as usize];
            [row_a, row_b]
        };
        find_cuts(cuts, self.candidates.iter().map(rows), least_piece(self.rows, LEAST_PIECE / 2));
    }

    /// The pieces between these, if they are as good for threads as [zones](crate::zones::Zones) are.
    pub fn pieces(&self, arena: &'s Bump, cuts: &[u32]) -> Option<&'s [Piece<'s>]> {
        let Self { candidates, links, rows, common } = *self;
        if !is_worth_it(cuts, common, candidates.len()) {
            return None;
        }
        let row_of = |&index: &u32| {
            let Link { row_a, row_b, .. } = links[index as usize];
            row_a.max(row_b)
        };
        let runs = divide(arena, candidates, row_of, cuts, candidates.len() / LEAST_RUN)?;
        let pieces = pieces(arena, cuts, rows, |piece| PieceContacts::Candidates(runs[piece]));
        let largest = pieces.iter().map(|piece| piece.contacts.count()).max().unwrap_or(0);
        // Who has the last one keeps all others waiting.
        (largest * parallel::threads() * LEAST_SHARE <= candidates.len()).then_some(pieces)
    }
}

/// So many pieces as large as the largest would each thread have at least.
const LEAST_SHARE: usize = if cfg!(test) { 1 } else { 4 };

/// How many rows a piece has at least, of so many.
fn least_piece(rows: usize, least: usize) -> u32 {
    least.max(rows.div_ceil(MOST_PIECES)) as u32
}

/// Whether pieces between these cuts are worth that each of them has so many rows beside its own.
fn is_worth_it(cuts: &[u32], common: usize, contacts: usize) -> bool {
    !cuts.is_empty() && common * cuts.len() * COMMON_PER_CONTACT <= contacts
}

/// The pieces of so many rows, with what contacts each has.
fn pieces<'s>(
    arena: &'s Bump,
    cuts: &[u32],
    rows: usize,
    contacts: impl Fn(usize) -> PieceContacts<'s>,
) -> &'s [Piece<'s>] {
    let piece = |piece| Piece { rows: rows_of(piece, cuts, rows), contacts: contacts(piece) };
    arena.alloc_slice_fill_iter((0..cuts.len() + 1).map(piece))
}

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use super::*;
    use crate::lanes::LANES;
    use crate::{BodyDef, BodyId, ColliderDef, Material, MotionLocks, Response, Settings, Shape, World};
    use geom::Vec2;

    fn add(world: &mut World, body: &BodyDef, half: Vec2, restitution: f32) -> BodyId {
        let body = world.create_body(body).unwrap();
        let collider = ColliderDef::new(Shape::rect(half.x, half.y).unwrap());
        let material = Material { restitution, ..collider.material };
        world.create_collider(body, &ColliderDef { material, ..collider }).unwrap();
        body
    }

    /// 60 boxes in ten layers, of which some cannot turn and one bounces.
    fn pile(world: &mut World, x: f32) -> Vec<BodyId> {
        let box_of = |i: u16| {
            let at = Vec2::new(x + 0.99 * f32::from(i % 6), 0.49 + 0.99 * f32::from(i / 6));
            let locks = MotionLocks { rotation: i.is_multiple_of(7), ..MotionLocks::NONE };
            let body = BodyDef { angular_velocity: f32::from(i % 3) - 1.0, locks, ..BodyDef::dynamic(at) };
            (body, if i == 9 { 0.6 } else { 0.0 })
        };
        (0..60).map(box_of).map(|(body, bounce)| add(world, &body, Vec2::splat(0.5), bounce)).collect()
    }

    /// Piles beside each other, on one floor that stays and one that moves; one leans on a box that is held, and one is taken away and
    /// set up again, behind all others. Beside them many boxes carry one plate.
    fn piles() -> World {
        let mut world = World::new(Settings::default()).unwrap();
        add(&mut world, &BodyDef::fixed(Vec2::new(0.0, -0.5)), Vec2::new(500.0, 0.5), 0.0);
        let moving = BodyDef { linear_velocity: Vec2::new(0.7, 0.1), ..BodyDef::kinematic(Vec2::new(1000.0, -0.5)) };
        add(&mut world, &moving, Vec2::new(500.0, 0.5), 0.0);
        let locks = MotionLocks { x: true, y: true, rotation: true };
        let held = BodyDef { linear_velocity: Vec2::new(5.0, 3.0), locks, ..BodyDef::dynamic(Vec2::new(406.5, 0.5)) };
        add(&mut world, &held, Vec2::splat(0.5), 0.0);
        let mut piles: Vec<_> = (0..12u16).map(|i| pile(&mut world, 8.0 * f32::from(i))).collect();
        // More boxes under a plate than there are colours: the last ones, some piles behind it, are joined to it by what has none.
        add(&mut world, &BodyDef::dynamic(Vec2::new(-47.5, 1.22)), Vec2::new(13.0, 0.25), 0.0);
        let carrier = |world: &mut World, i: u16| {
            add(world, &BodyDef::dynamic(Vec2::new(f32::from(i) - 60.0, 0.49)), Vec2::new(0.4, 0.5), 0.0);
        };
        (0..20).for_each(|i| carrier(&mut world, i));
        piles.extend((12..22u16).map(|i| pile(&mut world, 8.0 * f32::from(i))));
        (20..26).for_each(|i| carrier(&mut world, i));
        piles.extend((22..180u16).map(|i| pile(&mut world, 8.0 * f32::from(i))));
        for &body in &piles[40] {
            world.destroy_body(body).unwrap();
        }
        pile(&mut world, 320.0);
        let player = BodyDef { linear_velocity: Vec2::new(3.0, 0.0), ..BodyDef::dynamic(Vec2::new(-3.0, 1.0)) };
        add(&mut world, &BodyDef { response: Response::Separate, ..player }, Vec2::splat(0.4), 0.0);
        world
    }

    #[test]
    fn pieces_come_to_the_same_as_the_whole() {
        let stepped = |threads: usize, in_pieces: bool| {
            let mut world = piles();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let step = |world: &mut World| {
                for _ in 0..6 {
                    pool.install(|| world.step(1.0 / 60.0).map(|_| ())).unwrap();
                    if !in_pieces {
                        world.solver_room.cuts.clear();
                    }
                }
                (world.state_hash(), *world.report())
            };
            let apart = step(&mut world);
            let spaces = &mut world.solver_room.spaces;
            let (solved_at_once, kept) = (spaces.own().contacts.blocks.len() * LANES, spaces.kept.len());
            (100..110u16).for_each(|i| drop(pile(&mut world, -8.0 * f32::from(i))));
            let more = step(&mut world);
            // A plank on all piles.
            add(&mut world, &BodyDef::dynamic(Vec2::new(500.0, 9.9)), Vec2::new(510.0, 0.1), 0.0);
            let joined = step(&mut world);
            assert!(world.solver_room.cuts.is_empty());
            let results = [apart, more, joined].map(|(hash, report)| (hash, report.colors, report.overflow));
            (results, solved_at_once, kept, apart.1)
        };
        let (expected, solved_at_once, kept, whole) = stepped(2, false);
        assert!(whole.manifolds > WORTH_CUTTING && solved_at_once > whole.manifolds && kept == 0);
        assert!(expected.iter().all(|&(.., overflow)| overflow > 0), "{expected:?}");
        for threads in [1, 2, 3] {
            let (results, solved_at_once, kept, _) = stepped(threads, true);
            assert_eq!(results, expected, "{threads} threads");
            // All but the contact of what is held and the ground, neither of which anything moves.
            let in_pieces =
                if threads == 1 { solved_at_once < whole.manifolds / 2 } else { kept == whole.manifolds - 1 };
            assert!(in_pieces, "{solved_at_once} and {kept} of {} on {threads} threads", whole.manifolds);
        }
    }
}
