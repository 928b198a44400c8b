use super::block::{Block, Single};
use super::passes::Passes;
use super::rows::SharedRow;
use super::script::Order;
use super::state::Drive;
use super::sub_steps::Constraints;
use crate::coloring::COLORS;
use crate::lanes::LANES;
use crate::team::Team;
use bumpalo::Bump;
use std::sync::Mutex;

/// A colour of fewer blocks is solved by one thread: about 1 µs.
const LEAST_BLOCKS: usize = 16;

/// Contacts and bodies cut into parts, for the threads of a team to share.
pub(super) struct Shared<'s, R> {
    passes: Passes<'s, R>,
    bodies: &'s [Part<'s, Drive>],
    /// Each in one part or as many as the team cuts orders into.
    colors: [&'s [Part<'s, Block>]; COLORS],
    singles: Mutex<&'s mut [Single]>,
}

/// Alone in its cache line, lest threads that take different parts wait for each other.
#[repr(align(64))]
struct Part<'s, T> {
    first: usize,
    /// One thread at a time takes a part: the lock is always free.
    items: Mutex<&'s mut [T]>,
}

/// Cuts items into so many parts, which begin at multiples of `unit`.
fn cut<'s, T>(arena: &'s Bump, items: &'s mut [T], parts: usize, unit: usize) -> &'s [Part<'s, T>] {
    let (units, mut first, mut rest) = (items.len().div_ceil(unit), 0, items);
    arena.alloc_slice_fill_with(parts, |part| {
        let end = (units * (part + 1) / parts * unit).min(first + rest.len());
        let (items, others) = std::mem::take(&mut rest).split_at_mut(end - first);
        rest = others;
        Part { first: std::mem::replace(&mut first, end), items: Mutex::new(items) }
    })
}

impl<'s, R: SharedRow + Sync> Shared<'s, R> {
    /// Cuts everything for a team of so many threads.
    pub fn new(
        arena: &'s Bump,
        threads: usize,
        passes: Passes<'s, R>,
        constraints: &'s mut Constraints,
        drives: &'s mut [Drive],
    ) -> Self {
        let (parts, mut rest) = (Team::parts(threads), &mut *constraints.blocks);
        let colors = constraints.blocks_by_color.map(|count| {
            let blocks;
            (blocks, rest) = std::mem::take(&mut rest).split_at_mut(count);
            cut(arena, blocks, if count < LEAST_BLOCKS { 1 } else { parts }, 1)
        });
        let bodies = cut(arena, drives, parts, LANES);
        Self { passes, bodies, colors, singles: Mutex::new(constraints.overflow) }
    }

    /// Carries out a script with so many threads of the pool.
    pub fn run(&self, threads: usize, script: &[Order]) {
        let work = |order: u32, part: usize| self.carry_out(script[order as usize], part);
        Team::run(threads, &work, |leader| {
            for (number, &order) in (0..).zip(script) {
                if self.is_worth_sharing(order) {
                    leader.order(number);
                } else {
                    self.carry_out(order, 0);
                }
            }
        });
    }

    fn is_worth_sharing(&self, order: Order) -> bool {
        match order {
            Order::Drive | Order::Move => true,
            Order::Hold | Order::Singles(_) => false,
            Order::Color(_, color) => self.colors[color].len() > 1,
        }
    }

    fn carry_out(&self, order: Order, part: usize) {
        let Self { passes, bodies, colors, singles } = self;
        match order {
            Order::Drive => bodies[part].visit(|first, drives| passes.drive(first, drives)),
            Order::Move => bodies[part].visit(|first, drives| passes.advance(first, drives)),
            Order::Hold => passes.hold(),
            Order::Singles(pass) => passes.over_singles(pass, &mut singles.lock().expect(NO_PANIC)),
            Order::Color(pass, color) => colors[color][part].visit(|_, blocks| passes.over_blocks(pass, blocks)),
        }
    }
}

/// Why locks are not poisoned.
const NO_PANIC: &str = "nobody panics in a pass";

impl<T> Part<'_, T> {
    fn visit(&self, visit: impl FnOnce(usize, &mut [T])) {
        visit(self.first, &mut self.items.lock().expect(NO_PANIC));
    }
}
