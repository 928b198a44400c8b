use super::body_rows::BodyRows;
use super::rows::State;
use crate::awake_set::FIXED_ROW;
use crate::contact::Contact;
use crate::lanes::F32x4;
use crate::positive::positive;
use crate::{BodyKind, World};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::Vec2;

/// How often all contacts are gone through at most, there and back by turns. Of 400 discs that walk into a corner at ten
/// diameters a second 16 rounds let 2900 pairs come nearer than a radius, 32 none.
const ROUNDS: usize = 32;

/// What a round changes less than this is let be, as a part of the smallest overlap that bodies are pushed out of.
const LEAST_CHANGE: f32 = 0.1;

/// Two bodies of a crowd that press each other, or one and a wall.
struct Press {
    contact: u32,
    /// Those of A and B in the solver; [`FIXED_ROW`] for a wall.
    rows: [u32; 2],
    /// How far each goes for a metre of push.
    ways: [Vec2; 2],
    /// Unit, from A to B.
    normal: Vec2,
    /// How much nearer they may come, or a wall's way towards the body taken away.
    gap: f32,
    /// How much push takes them a metre apart.
    push_of_way: f32,
    /// How far both are pushed.
    push: f32,
}

/// Bodies of [`Response::Separate`](crate::Response) press each other before they move, lest the last of many that walk into a
/// corner push the first into it: pushed out two by two, each overlap is passed on by half, and what overlaps at the wall grows
/// with the number of all behind.
///
/// All weigh the same, and nothing rubs or bounces: projected Gauss–Seidel on the ways of a step, starting with the pushes of the
/// step before (E. Catto, "Iterative Dynamics with Temporal Coherence", 2005). Walls are those out of which a body has
/// just been pushed, as the deepest of all: whose joints a body walks over are none.
impl World {
    /// Shortens the ways of crowds' bodies, and makes their velocities what is left, given their contacts by row.
    pub(super) fn press_crowds(&mut self, arena: &Bump, rows: &mut BodyRows, contacts: &[(u32, u32)], dt: f32) {
        let mut presses = self.presses(arena, &rows.states, contacts, dt);
        if presses.is_empty() {
            return;
        }
        let wanted: &[Vec2] = arena.alloc_slice_fill_iter(rows.states.iter().map(State::translation));
        let ways = arena.alloc_slice_copy(wanted);
        guess(&mut presses, ways);
        let enough = LEAST_CHANGE * self.settings.grain();
        settle_all(&mut presses, ways, enough);
        for press in &presses {
            let push = if press.push.is_finite() { press.push } else { 0.0 };
            self.contacts.slots[press.contact as usize].rolling_impulse = push;
        }
        // What pulls them makes them faster in the end than they were on their way: by that they do not close in either.
        let ahead = |(state, way): (&State, &Vec2)| state.linear() * dt - *way;
        let gained: &[Vec2] = arena.alloc_slice_fill_iter(rows.states.iter().zip(wanted).map(ahead));
        let left = arena.alloc_slice_copy(gained);
        presses.retain(|press| press.push > 0.0);
        presses.iter_mut().for_each(|press| (press.gap, press.push) = (0.0, 0.0));
        settle_all(&mut presses, left, enough);
        let ways = ways.iter().zip(wanted).zip(left.iter().zip(gained));
        for (state, ((way, wanted), (left, gained))) in rows.states.iter_mut().zip(ways) {
            if (way != wanted || left != gained) && way.is_finite() && left.is_finite() {
                let more = *way - *wanted;
                let faster = (more + (*left - *gained)) / dt;
                state.motion += F32x4::new([more.x, more.y, 0.0, 0.0]);
                state.velocity += F32x4::new([faster.x, faster.y, 0.0, 0.0]);
            }
        }
    }

    /// All that press in crowds. Of who is in none, walls forget that they were pressed.
    fn presses<'s>(
        &mut self,
        arena: &'s Bump,
        states: &[State],
        contacts: &[(u32, u32)],
        dt: f32,
    ) -> ArenaVec<'s, Press> {
        let mut presses = ArenaVec::new_in(arena);
        for group in contacts.chunk_by(|a, b| a.0 == b.0) {
            let meets = |&(_, index): &(u32, u32)| {
                let contact = &self.contacts.slots[index as usize];
                !contact.manifold.is_empty() && self.rows_pressed(contact).iter().all(|&row| row != FIXED_ROW)
            };
            if group.iter().any(meets) {
                presses.extend(group.iter().filter_map(|&(row, index)| self.press(states, (row, index), dt)));
                continue;
            }
            for &(_, index) in group {
                let contact = &self.contacts.slots[index as usize];
                if [contact.body_a, contact.body_b].iter().any(|&body| self.is_wall(body)) {
                    self.contacts.slots[index as usize].rolling_impulse = 0.0;
                }
            }
        }
        presses
    }

    /// Of two bodies that are both pushed out it is the row of A that gives it.
    fn press(&self, states: &[State], (row, index): (u32, u32), dt: f32) -> Option<Press> {
        let contact = &self.contacts.slots[index as usize];
        let rows = self.rows_pressed(contact);
        let (sides, is_a) = ([contact.body_a, contact.body_b], rows[0] == row);
        let other = sides[usize::from(is_a)];
        let meets = !rows.contains(&FIXED_ROW);
        let counts = if meets { is_a } else { self.is_wall(other) && contact.rolling_impulse > 0.0 };
        if !counts || !rows.iter().all(|&row| states[row as usize].is_finite()) {
            return None;
        }
        let deepest = contact.manifold.points().iter().min_by(|a, b| a.separation.total_cmp(&b.separation))?;
        let pose = &self.colliders.poses[contact.a.slot()];
        let [normal, shift] = [contact.manifold.normal(), contact.shift].map(|way| pose.transform_vector(way));
        let free = |side: usize, normal: Vec2| {
            let locks = self.bodies.traits[sides[side] as usize].locks;
            if rows[side] == FIXED_ROW { Vec2::ZERO } else { locks.free(normal) }
        };
        let ways = [free(0, -normal), free(1, normal)];
        let apart = ways[1].dot(normal) - ways[0].dot(normal);
        let gap = positive(deepest.separation + shift.dot(normal));
        let ahead = if meets {
            Vec2::ZERO
        } else {
            self.bodies.velocity_at(other as usize, pose.transform_point(deepest.point))
        };
        let ahead = ahead.dot(normal) * dt * if is_a { 1.0 } else { -1.0 };
        let push = contact.rolling_impulse;
        (apart > 0.0).then(|| Press {
            contact: index,
            rows,
            ways,
            normal,
            gap: gap + ahead,
            push_of_way: 1.0 / apart,
            push,
        })
    }

    /// The rows of a contact's sides that press others; [`FIXED_ROW`] for one that is not pushed out or sleeps.
    fn rows_pressed(&self, contact: &Contact) -> [u32; 2] {
        [contact.body_a, contact.body_b].map(|body| {
            let body = body as usize;
            if self.bodies.traits[body].is_separated() { self.bodies.awake.rows()[body] } else { FIXED_ROW }
        })
    }

    /// Whether nothing moves a body.
    pub(crate) fn is_wall(&self, body: u32) -> bool {
        self.bodies.traits[body as usize].kind != BodyKind::Dynamic
    }
}

/// Begins with the pushes of the step before, unless those who pressed most go apart now: when all turn round they would be
/// thrown. To begin with what brings the ways nearest to where they settle is worse: gaps count in that, and crowds never come to rest.
fn guess(presses: &mut [Press], ways: &mut [Vec2]) {
    let go_apart = presses.iter().map(|press| press.push * press.apart(ways)).sum::<f32>() > 0.0;
    for press in presses {
        press.push = if go_apart { 0.0 } else { press.push };
        press.shift(ways, press.push);
    }
}

/// Goes through all until pushes hardly change any more.
fn settle_all(presses: &mut [Press], ways: &mut [Vec2], enough: f32) {
    for round in 0..ROUNDS {
        let (all, settle) = (presses.iter_mut(), |most: f32, press: &mut Press| most.max(press.settle(ways)));
        let change = if round % 2 == 0 { all.fold(0.0, settle) } else { all.rev().fold(0.0, settle) };
        if change < enough {
            break;
        }
    }
}

impl Press {
    /// Pushes as much more or less as leaves both beside each other, and no less than nothing. Gives the change.
    fn settle(&mut self, ways: &mut [Vec2]) -> f32 {
        let push = positive(self.push - (self.apart(ways) + self.gap) * self.push_of_way);
        let change = push - self.push;
        self.push = push;
        self.shift(ways, change);
        change.abs()
    }

    /// How far these ways take them apart.
    fn apart(&self, ways: &[Vec2]) -> f32 {
        let [a, b] = self.rows.map(|row| ways[row as usize]);
        (b - a).dot(self.normal)
    }

    fn shift(&self, ways: &mut [Vec2], push: f32) {
        for (row, way) in self.rows.into_iter().zip(self.ways) {
            ways[row as usize] += way * push;
        }
    }
}
