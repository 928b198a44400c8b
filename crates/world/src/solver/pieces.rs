use super::SubSteps;
use super::block::Block;
use super::body_rows::{BodyRows, is_common};
use super::cuts::cuts;
use super::numbers::{Numbers, PieceRows};
use super::portion::Portion;
use super::rows::State;
use super::stage::Stage;
use super::state::{Drive, Lock};
use crate::World;
use crate::awake_set::FIXED_ROW;
use crate::coloring::{Batch, Colored, Coloring, Counts};
use crate::event::Pushed;
use crate::lanes::LANES;
use crate::parallel;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use std::ops::Range;

/// Fewer contacts with a colour than this are solved together: all of them stay in a cache from pass to pass anyway.
const WORTH_CUTTING: usize = 8192;

/// There are so many pieces at most, and each has so many rows at least, but for the last one.
const MOST_PIECES: usize = 64;
const LEAST_PIECE: usize = 1024;

/// So many contacts that follow each other are in one piece on average, or going from piece to piece is not worth it.
const LEAST_RUN: usize = 16;

/// So many bodies that all pieces have cost as much as a contact.
const COMMON_PER_CONTACT: usize = 4;

/// Rows that follow each other, and all contacts that move any of them.
pub(super) struct Piece<'s> {
    rows: Range<usize>,
    batch: Batch<'s>,
}

/// The pieces of the world, one after the other, if one thread steps it and there is enough of it.
///
/// What became of each is the same as if all were solved together, colour by colour; but nine passes go over what stays in a cache.
pub(super) fn cut<'s>(arena: &'s Bump, coloring: &'s Coloring, rows: &BodyRows) -> &'s [Piece<'s>] {
    let [group] = coloring.groups() else { return &[] };
    let (colored, count) = (&group.colored[..], rows.masses.len());
    let is_worth_it = colored.len() >= WORTH_CUTTING && parallel::threads() == 1;
    if !is_worth_it || !coloring.overflow.is_empty() {
        return &[];
    }
    let cuts = cuts(arena, colored, count, LEAST_PIECE.max(count.div_ceil(MOST_PIECES)) as u32);
    if cuts.is_empty() || rows.common * cuts.len() * COMMON_PER_CONTACT > colored.len() {
        return &[];
    }
    let mut runs = ArenaVec::with_capacity_in(colored.len() / LEAST_RUN, arena);
    let mut rest = colored;
    while let Some(first) = rest.first() {
        let piece = cuts.partition_point(|&row| row <= row_of(first));
        let rows = rows_of(piece, cuts, count);
        let is_in = |colored: &&Colored| rows.contains(&(row_of(colored) as usize));
        let run;
        (run, rest) = rest.split_at(rest.iter().take_while(is_in).count());
        if runs.len() == runs.capacity() {
            return &[];
        }
        runs.push((piece, runs.len(), run));
    }
    runs.sort_unstable_by_key(|&(piece, number, _)| (piece, number));
    let all = arena.alloc_slice_fill_iter(runs.iter().map(|&(.., run)| run));
    let (mut pieces, mut rest) = (ArenaVec::with_capacity_in(cuts.len() + 1, arena), &*all);
    for piece in 0..=cuts.len() {
        let mine;
        (mine, rest) = rest.split_at(runs.iter().filter(|(of, ..)| *of == piece).count());
        let mut counts = Counts::default();
        mine.iter().copied().flatten().for_each(|colored| counts.add(colored.color()));
        pieces.push(Piece { rows: rows_of(piece, cuts, count), batch: Batch { runs: mine, counts } });
    }
    pieces.into_bump_slice()
}

/// One of those that a contact moves.
fn row_of(contact: &Colored) -> u32 {
    let [a, b] = contact.rows;
    a.max(b)
}

/// Which ones a piece has of so many rows. The fixed one is in none.
fn rows_of(piece: usize, cuts: &[u32], count: usize) -> Range<usize> {
    let start = if piece == 0 { 1 } else { cuts[piece - 1] as usize };
    start..cuts.get(piece).map_or(count, |&row| row as usize)
}

impl World {
    /// Prepares, solves and keeps the contacts of one piece after the other, in the same memory; notes those that began by pushing or
    /// were hit hard.
    pub(super) fn solve_pieces(
        &mut self,
        arena: &Bump,
        pieces: &[Piece],
        sub_steps: &SubSteps,
        (rows, blocks, stages): (&mut BodyRows, &mut Vec<Block>, &mut Vec<Stage>),
        pushed: &mut ArenaVec<Pushed>,
    ) {
        let mut copies = Copies::new(arena, pieces, rows);
        for Piece { rows: range, batch } in pieces {
            let places = PieceRows { common: copies.common, first: range.start as u32, count: range.len() as u32 };
            let (rows_and_numbers, h) = ((&*rows, Numbers::InPiece(places)), sub_steps.passes.h);
            let portion = Portion { batches: std::slice::from_ref(batch), overflow: &[] };
            let mut constraints = self.prepare_contacts(arena, (blocks, stages), &portion, rows_and_numbers, h);
            let locks = locks_of(arena, &rows.locks, &places);
            let (states, drives) = copies.fill(rows, range.clone());
            sub_steps.run_alone(arena, &mut constraints, (states, drives, locks));
            copies.give_back(&mut rows.states, range.clone());
            self.store_impulses(&portion, &constraints, &sub_steps.passes.springs, pushed);
        }
    }
}

/// The locks of the rows of which a piece has copies.
fn locks_of<'s>(arena: &'s Bump, locks: &[Lock], rows: &PieceRows) -> &'s [Lock] {
    let mut held = ArenaVec::new_in(arena);
    let here = locks.iter().filter(|lock| rows.contains(lock.row));
    held.extend(here.map(|lock| Lock { row: rows.place(lock.row), ..*lock }));
    held.into_bump_slice()
}

/// What moves in a piece, and has to be where nothing else does: whole blocks of eight are moved.
struct Copies<'s> {
    /// The rows that all pieces have, as each moves them alike: the fixed one, and all others that contacts do not move.
    common: &'s [u32],
    /// Their states before.
    before: &'s [State],
    states: &'s mut [State],
    drives: &'s mut [Drive],
}

impl<'s> Copies<'s> {
    fn new(arena: &'s Bump, pieces: &[Piece], rows: &BodyRows) -> Self {
        let mut common = ArenaVec::with_capacity_in(1 + rows.common, arena);
        common.push(FIXED_ROW);
        let all = (0..).zip(&rows.masses).skip(1);
        common.extend(all.filter(|(_, mass)| is_common(mass)).map(|(row, _)| row).take(rows.common));
        let before = arena.alloc_slice_fill_iter(common.iter().map(|&row| rows.states[row as usize]));
        let longest = pieces.iter().map(|piece| piece.rows.len()).max().unwrap_or(0);
        let size = (common.len() + longest).next_multiple_of(LANES);
        let states = arena.alloc_slice_fill_copy(size, State::FIXED);
        let drives = arena.alloc_slice_fill_copy(size, Drive::NONE);
        Self { common: common.into_bump_slice(), before, states, drives }
    }

    /// Those of the common rows and of these.
    fn fill(&mut self, rows: &BodyRows, range: Range<usize>) -> (&mut [State], &mut [Drive]) {
        let Self { common, before, states, drives } = self;
        let (start, used) = (common.len(), common.len() + range.len());
        let size = used.next_multiple_of(LANES);
        let (states, drives) = (&mut states[..size], &mut drives[..size]);
        states[..start].copy_from_slice(before);
        common.iter().zip(&mut *drives).for_each(|(&row, drive)| *drive = rows.drives[row as usize]);
        states[start..used].copy_from_slice(&rows.states[range.clone()]);
        drives[start..used].copy_from_slice(&rows.drives[range]);
        states[used..].fill(State::FIXED);
        drives[used..].fill(Drive::NONE);
        (states, drives)
    }

    /// Copies the states of these rows back. Contacts of pieces that come later look at the velocities of common ones, which never change.
    fn give_back(&self, states: &mut [State], range: Range<usize>) {
        states[range.clone()].copy_from_slice(&self.states[self.common.len()..][..range.len()]);
    }
}

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use super::*;
    use crate::{BodyDef, BodyId, ColliderDef, Material, MotionLocks, Response, Settings, Shape};
    use geom::Vec2;

    /// Piles of 60 boxes beside each other, on one floor that stays and one that moves; some boxes bounce, one pile leans on a box that
    /// is held, and one is taken away and set up again, behind all others.
    fn piles() -> World {
        let mut world = World::new(Settings::default()).unwrap();
        let add = |world: &mut World, body: &BodyDef, half: Vec2, restitution: f32| {
            let body = world.create_body(body).unwrap();
            let collider = ColliderDef::new(Shape::rect(half.x, half.y).unwrap());
            let material = Material { restitution, ..collider.material };
            world.create_collider(body, &ColliderDef { material, ..collider }).unwrap();
            body
        };
        let pile = |world: &mut World, x: f32| -> Vec<BodyId> {
            let box_of = |i: u16| {
                let at = Vec2::new(x + 0.99 * f32::from(i % 6), 0.49 + 0.99 * f32::from(i / 6));
                let locks = MotionLocks { rotation: i.is_multiple_of(7), ..MotionLocks::NONE };
                let body = BodyDef { angular_velocity: f32::from(i % 3) - 1.0, locks, ..BodyDef::dynamic(at) };
                (body, if i == 9 { 0.6 } else { 0.0 })
            };
            (0..60).map(box_of).map(|(body, bounce)| add(world, &body, Vec2::splat(0.5), bounce)).collect()
        };
        add(&mut world, &BodyDef::fixed(Vec2::new(0.0, -0.5)), Vec2::new(500.0, 0.5), 0.0);
        let moving = BodyDef { linear_velocity: Vec2::new(0.7, 0.1), ..BodyDef::kinematic(Vec2::new(750.0, -0.5)) };
        add(&mut world, &moving, Vec2::new(250.0, 0.5), 0.0);
        let locks = MotionLocks { x: true, y: true, rotation: true };
        let held = BodyDef { linear_velocity: Vec2::new(5.0, 3.0), locks, ..BodyDef::dynamic(Vec2::new(406.5, 0.5)) };
        add(&mut world, &held, Vec2::splat(0.5), 0.0);
        let piles: Vec<_> = (0..70u16).map(|i| pile(&mut world, 8.0 * f32::from(i))).collect();
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
        let stepped = |threads: usize| {
            let mut world = piles();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for _ in 0..12 {
                pool.install(|| world.step(1.0 / 60.0).map(|_| ())).unwrap();
            }
            (world.state_hash(), world.solver_room.blocks.len() * LANES, world.report().manifolds)
        };
        let ((hash, solved_at_once, manifolds), (expected, ..)) = (stepped(1), stepped(2));
        assert!(manifolds > WORTH_CUTTING && solved_at_once < manifolds / 2, "{solved_at_once} of {manifolds}");
        assert_eq!(hash, expected);
    }
}
