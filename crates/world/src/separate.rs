use crate::awake_set::FIXED_ROW;
use crate::bodies::Traits;
use crate::contact::{Contact, Role};
use crate::meet::{SAFE_WAY, Sides, swung_extent};
use crate::positive::positive;
use crate::queries::rounding_at;
use crate::shove::{Collision, Since};
use crate::{BodyKind, World};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::{Pose, Rot, Vec2};
use sat_simd::{Mtv, mtv};

/// How many overlaps of one body are resolved in a step: in a corner there are two or three.
const MAX_PUSHES: usize = 8;

/// In how many parts a body is turned at most: one of 10 m and half a centimetre, by an eighth of a turn, takes 1600.
const MAX_PARTS: f32 = 2000.0;

/// What the normals of two pushes have for a product at most where the corner between is acute: of one that opens by 60° a
/// push leaves a quarter to the next, of one that opens by 10° all but 3 %, and the body sinks in.
const ACUTE: f32 = -0.5;

/// The least squared sine of a corner that a body is pushed out of along its side. Between walls that are more nearly parallel
/// than 3° the way out would be more than twenty times the depth.
const LEAST_SINE_SQ: f32 = 0.0025;

/// A body stands on what it presses on at less than 60° to its weight: the cosine.
pub(crate) const LEAST_SLOPE: f32 = 0.5;

/// What a body may be pushed out of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Obstacle {
    /// What impulses move.
    GivingWay,
    /// Anything else.
    Unyielding,
    /// Of these what is not pushed out itself.
    Wall,
    /// Of these what is static.
    Fixed,
}

/// Where bodies that are pushed out come from, and how far others may push them yet.
struct Reaches<'s> {
    /// Where the centres were when the step began, by row.
    starts: &'s [Vec2],
    /// How far one another and what gives way may push them yet in this step, in metres, by row; NaN where nothing has yet. Further
    /// than is [safe](SAFE_WAY) they might come to lie behind a wall.
    left: ArenaVec<'s, f32>,
}

/// What became of a body that was to be pushed off what gives way.
struct PushedOff {
    is_moved: bool,
    /// Some of it is below the body.
    stands: bool,
}

impl World {
    /// Pushes bodies of [`Response::Separate`](crate::Response) out of everything they overlap, body by body, given their contacts
    /// by row.
    ///
    /// The deepest overlap goes first: a body that walks over the joint between two tiles is in the one it stands on deeper
    /// than in the edge of the next, and once it is lifted out of the former it is out of the latter as well. What gives way comes
    /// after what does not, and that has the last word: between the two a body stays out of the wall. Two that are pushed out of each
    /// other share the way, and one of them has had its turn: both are pushed out of walls once more. What meets another is out of them
    /// before as well, and is then pushed by others no further than walls push back. What no push brings out of two walls goes back on its
    /// way. `starts` are the centres before the step, by row.
    pub(crate) fn separate(&mut self, arena: &Bump, contacts: &[(u32, u32)], starts: &[Vec2]) {
        let awake = self.bodies.awake.slots().len();
        let mut reaches = Reaches { starts, left: bumpalo::vec![in arena; f32::NAN; awake] };
        for group in contacts.chunk_by(|a, b| a.0 == b.0) {
            self.turn_by_parts(self.bodies.awake.slot_of(group[0].0), group, &mut reaches);
        }
        self.push_crowds_out(contacts, &mut reaches);
        for group in contacts.chunk_by(|a, b| a.0 == b.0) {
            let slot = self.bodies.awake.slot_of(group[0].0);
            let mut is_pressed = self.push_out(slot, group, &mut reaches, Obstacle::Unyielding);
            let (mut reach, mut stands) = (self.safe_reach(slot as usize), false);
            for round in 0..MAX_PUSHES {
                let before = self.bodies.centers[slot as usize];
                let off = self.push_off(slot, group, &mut reaches, (&mut reach, round == 0));
                stands |= off.stands;
                let between = self.bodies.centers[slot as usize];
                if !off.is_moved || !self.push_out(slot, group, &mut reaches, Obstacle::Unyielding) {
                    break;
                }
                is_pressed = true;
                if !leads_out(between - before, self.bodies.centers[slot as usize] - between) {
                    break;
                }
            }
            let yields =
                stands && !is_pressed && (self.bodies.traits[slot as usize].yields || !self.leans(slot, group));
            self.bodies.traits[slot as usize].yields = yields;
        }
        self.push_crowds_out(contacts, &mut reaches);
        // Who was asleep had no turn, and its contacts are not among these.
        for place in awake..self.bodies.awake.slots().len() {
            let slot = self.bodies.awake.slots()[place];
            if self.bodies.traits[slot as usize].is_separated() {
                let group = self.all_contacts_of(slot, arena);
                self.push_out(slot, group, &mut reaches, Obstacle::Wall);
            }
        }
    }

    /// Turns a long body by parts, none of which takes any of it further than is [safe](SAFE_WAY), and pushes it out of walls before the
    /// first and after each: after all of the turn at once the shortest way out may lead through. It turns no further than there
    /// is room.
    fn turn_by_parts(&mut self, slot: u32, contacts: &[(u32, u32)], reaches: &mut Reaches) {
        let row = slot as usize;
        let extent = swung_extent(&self.bodies, row);
        if self.bodies.velocities[row].angular == 0.0 || extent == 0.0 {
            return;
        }
        let angle = self.motion_of(row, self.bodies.traits[row].first_collider as usize).angle;
        let parts = (angle.abs() * extent / self.safe_reach(row)).ceil().clamp(1.0, MAX_PARTS);
        let end = self.bodies.poses[row].rotation;
        let start = Rot::from_angle(-angle) * end;
        for part in 0..=parts as u32 {
            let before = self.bodies.poses[row];
            self.turn_to(row, start.nlerp(end, part as f32 / parts));
            self.push_out(slot, contacts, reaches, Obstacle::Wall);
            if part > 0 && self.deepest(slot, contacts, reaches, Obstacle::Wall).is_some() {
                self.bodies.set_pose(row, before);
                return;
            }
        }
    }

    /// Turns a body about its centre of mass.
    fn turn_to(&mut self, row: usize, rotation: Rot) {
        let local_center = self.bodies.masses[row].local_center;
        self.bodies.poses[row] = Pose::new(self.bodies.centers[row] - rotation.rotate(local_center), rotation);
    }

    /// Pushes out of walls those that meet others that are pushed out.
    fn push_crowds_out(&mut self, contacts: &[(u32, u32)], reaches: &mut Reaches) {
        for group in contacts.chunk_by(|a, b| a.0 == b.0) {
            let slot = self.bodies.awake.slot_of(group[0].0);
            if self.others(slot, group).any(|(_, other)| other.is_separated()) {
                self.push_out(slot, group, reaches, Obstacle::Wall);
            }
        }
    }

    /// A body's contacts, with what is on the other side of each.
    fn others<'s>(&'s self, slot: u32, contacts: &'s [(u32, u32)]) -> impl Iterator<Item = (&'s Contact, &'s Traits)> {
        contacts.iter().map(move |&(_, index)| {
            let contact = &self.contacts.slots[index as usize];
            (contact, &self.bodies.traits[Sides::of(contact, slot).other_body])
        })
    }

    /// The contacts of a body, asleep or not. O(contacts).
    fn all_contacts_of<'s>(&self, slot: u32, arena: &'s Bump) -> &'s [(u32, u32)] {
        let mut found = ArenaVec::new_in(arena);
        let is_its = |&number: &u32| {
            let contact = &self.contacts.slots[number as usize];
            contact.role == Role::Separate && (contact.body_a == slot || contact.body_b == slot)
        };
        found.extend(self.contacts.numbers().filter(is_its).map(|number| (FIXED_ROW, number)));
        found.into_bump_slice()
    }

    /// Whether a body touches what does not give way. Who was pressed against that does not yield to what presses until it is away.
    fn leans(&self, slot: u32, contacts: &[(u32, u32)]) -> bool {
        self.others(slot, contacts).any(|(contact, other)| contact.touching && !other.gives_way())
    }

    /// Pushes a body out of what does not give way; comes back with whether anything did.
    fn push_out(&mut self, slot: u32, contacts: &[(u32, u32)], reaches: &mut Reaches, of: Obstacle) -> bool {
        let (row, end) = (self.bodies.awake.rows()[slot as usize], self.bodies.centers[slot as usize]);
        // Who has just woken has not moved.
        let start = reaches.starts.get(row as usize - 1).copied().unwrap_or(end);
        let (mut is_pushed, mut reach) = (false, 1.0);
        while let Some(jam) = self.push_out_of_each(slot, contacts, reaches, of, &mut is_pushed) {
            let met = self.part_before(slot, jam, start, end - start);
            // What it meets there as well it has met before.
            let Some(part) = met.map(|part| if part < reach { part } else { 0.0 }).filter(|&part| part < reach) else {
                break;
            };
            self.go_back(slot, start, end - start, part);
            reach = part;
            // What went to and fro between them is nothing that a crowd pressed with.
            jam.iter().for_each(|&index| self.contacts.slots[index as usize].rolling_impulse = 0.0);
        }
        is_pushed
    }

    /// Pushes a body out of one after the other; gives the last two where that has no end. What is static has the last word over what is
    /// kinematic, which pushes no further at once than is [safe](SAFE_WAY): the shortest way out of a door may lead through the floor.
    fn push_out_of_each(
        &mut self,
        slot: u32,
        contacts: &[(u32, u32)],
        reaches: &mut Reaches,
        of: Obstacle,
        is_pushed: &mut bool,
    ) -> Option<[u32; 2]> {
        let (mut before, mut is_driven, mut was_driven) = (None, false, false);
        let mut last = [(Vec2::ZERO, u32::MAX); 2];
        for _ in 0..MAX_PUSHES {
            let fixed = if is_driven { self.deepest(slot, contacts, reaches, Obstacle::Fixed) } else { None };
            let (mtv, index) = fixed.or_else(|| self.deepest(slot, contacts, reaches, of))?;
            *is_pushed = true;
            let contact = &self.contacts.slots[index as usize];
            let sides = [contact.body_a as usize, contact.body_b as usize];
            let out = -mtv.normal * Sides::of(contact, slot).sign;
            let drives = sides.iter().any(|&body| self.bodies.traits[body].kind == BodyKind::Kinematic);
            // Along a door it might leave what is static on the other side.
            before = before.filter(|_| drives || !was_driven);
            (was_driven, is_driven) = (drives, is_driven || drives);
            if self.is_wall(contact.body_a) || self.is_wall(contact.body_b) {
                self.contacts.slots[index as usize].rolling_impulse += mtv.depth;
            }
            before = self.push_apart(&mtv, sides, reaches, before);
            last = [last[1], (out, index)];
        }
        if is_driven && of != Obstacle::Fixed {
            self.push_out_of_each(slot, contacts, reaches, Obstacle::Fixed, is_pushed);
        }
        let [(out, first), (back, second)] = last;
        (out.dot(back) < ACUTE).then_some([first, second])
    }

    /// How far a body may be pushed before walls push it back: half of its core, or the slop where it has no width.
    fn safe_reach(&self, row: usize) -> f32 {
        // The body's own core is that of its sensors as well, which no wall holds.
        let colliders =
            self.colliders.list(self.bodies.traits[row].first_collider).map(|it| &self.colliders.traits[it]);
        let core = colliders.filter(|it| !it.is_sensor).map(|it| it.core).fold(f32::MAX, f32::min);
        (SAFE_WAY * core).max(self.settings.linear_slop)
    }

    /// Pushes a body out of what gives way, by no more than is [safe](SAFE_WAY), or the slop for what has no width: a wall that it is
    /// pushed into pushes it back on the side that it came from. What is left of the overlap is for the solver, in the next step.
    fn push_off(
        &mut self,
        slot: u32,
        contacts: &[(u32, u32)],
        reaches: &mut Reaches,
        (reach, hits): (&mut f32, bool),
    ) -> PushedOff {
        let row = slot as usize;
        let weight = self.bodies.traits[row].weight(self.settings.gravity);
        let mut pushed = PushedOff { is_moved: false, stands: false };
        for _ in 0..MAX_PUSHES {
            let found = self.deepest(slot, contacts, reaches, Obstacle::GivingWay);
            let Some((mtv, index)) = found.filter(|_| *reach > 0.0) else { break };
            let contact = &self.contacts.slots[index as usize];
            let sides = Sides::of(contact, slot);
            let normal = mtv.normal * sides.sign;
            pushed.is_moved = true;
            pushed.stands |= weight.dot(normal) > LEAST_SLOPE * weight.length();
            let collision = Collision {
                colliders: sides.slots(),
                pose: self.bodies.poses[row],
                normal,
                since: if contact.manifold.is_empty() { Since::Now } else { Since::Solved },
            };
            if hits {
                self.run_into(row, sides.other_body, &collision);
            } else {
                self.stop_at(row, sides.other_body, &collision);
            }
            let wanted = mtv.depth.min(*reach);
            let depth = reaches.take(self.bodies.awake.rows()[row], wanted, || *reach);
            *reach -= wanted;
            let Pose { translation, rotation } = collision.pose;
            let moved = translation - self.bodies.traits[row].locks.free(normal) * depth;
            self.bodies.set_pose(row, Pose::new(moved, rotation));
        }
        pushed
    }

    /// The deepest overlap of a body with some that it can be pushed out of, of two that are equally deep the first.
    fn deepest(&self, slot: u32, contacts: &[(u32, u32)], reaches: &Reaches, with: Obstacle) -> Option<(Mtv, u32)> {
        let is_one = |other: &Traits| match with {
            Obstacle::GivingWay => other.gives_way(),
            Obstacle::Unyielding => !other.gives_way(),
            Obstacle::Wall => other.kind != BodyKind::Dynamic,
            Obstacle::Fixed => other.kind == BodyKind::Static,
        };
        let overlaps =
            contacts.iter().zip(self.others(slot, contacts)).filter_map(|(&(_, index), (contact, other))| {
                let sides = [contact.body_a as usize, contact.body_b as usize];
                let is_pushed = |mtv: &Mtv| self.directions(mtv.normal, sides, reaches).iter().any(Option::is_some);
                let overlap = if is_one(other) { self.overlap(contact) } else { None };
                overlap.filter(is_pushed).map(|mtv| (mtv, index))
            });
        overlaps.reduce(|best, other| if other.0.depth > best.0.depth { other } else { best })
    }

    fn overlap(&self, contact: &Contact) -> Option<Mtv> {
        let (a, b) = (contact.a.slot(), contact.b.slot());
        let pose =
            |body: u32, slot: usize| -> Pose { self.bodies.poses[body as usize] * self.colliders.local_poses[slot] };
        if contact.passing || self.are_far_apart(contact) {
            return None;
        }
        let (pose_a, pose_b) = (pose(contact.body_a, a), pose(contact.body_b, b));
        let mtv = mtv(&self.colliders.shapes[a], &pose_a, &self.colliders.shapes[b], &pose_b)?;
        // Sides that met in this very step have not been asked yet whether they pass.
        let is_new = contact.surface.is_one_way() && contact.manifold.is_empty();
        let passes = is_new && self.passes_anew(contact, &mtv);
        (mtv.depth > self.settings.grain() && !passes).then_some(mtv)
    }

    /// Whether the circles around two bodies are apart, whatever is rounded.
    fn are_far_apart(&self, contact: &Contact) -> bool {
        let (a, b) = (contact.body_a as usize, contact.body_b as usize);
        let (centers, reach) = (&self.bodies.centers, self.bodies.rest[a].extent + self.bodies.rest[b].extent);
        let reach = reach + rounding_at(reach + centers[a].abs().max_element());
        centers[a].distance_squared(centers[b]) > reach * reach
    }

    /// Which way each side of an overlap is to be moved, if it is, for each metre of depth: against the normal and along it, as
    /// far as its locks let it go, and while others may push it yet.
    fn directions(&self, normal: Vec2, sides: [usize; 2], reaches: &Reaches) -> [Option<Vec2>; 2] {
        let are_alike = self.are_alike(sides);
        let direction = |body: usize, normal: Vec2| {
            let traits = &self.bodies.traits[body];
            let is_free = traits.is_separated() && !(are_alike && reaches.are_used_up(self.bodies.awake.rows()[body]));
            Some(traits.locks.free(normal)).filter(|&free| is_free && free != Vec2::ZERO)
        };
        [direction(sides[0], -normal), direction(sides[1], normal)]
    }

    /// Whether both are pushed out.
    fn are_alike(&self, sides: [usize; 2]) -> bool {
        sides.iter().all(|&body| self.bodies.traits[body].is_separated())
    }

    /// Moves whichever side is to be moved, or both by half, and takes away the velocity with which they close in: by what is kinematic no
    /// further than is [safe](SAFE_WAY). Gives the way out of what no push moves; where the push before it went the other way, the body goes
    /// along what that was out of.
    fn push_apart(
        &mut self,
        mtv: &Mtv,
        sides: [usize; 2],
        reaches: &mut Reaches,
        before: Option<Vec2>,
    ) -> Option<Vec2> {
        let [a, b] = sides;
        let mut directions = self.directions(mtv.normal, sides, reaches);
        let are_alike = self.are_alike(sides);
        let sleeper = sides.into_iter().find(|&body| !self.bodies.awake.contains(body));
        let sleeper = sleeper.filter(|&body| self.bodies.traits[body].is_separated());
        let share = if directions.iter().all(Option::is_some) { 0.5 } else { 1.0 };
        let (pushed, other) = if directions[0].is_some() { (a, b) } else { (b, a) };
        let bodies = &self.bodies;
        let is_wall = bodies.traits[other].kind != BodyKind::Dynamic;
        let is_driven = bodies.traits[other].kind == BodyKind::Kinematic;
        let most = if is_driven { self.safe_reach(pushed) } else { f32::INFINITY };
        let out = directions.into_iter().flatten().next().filter(|_| is_wall);
        let approach = bodies.velocities[a].linear - bodies.velocities[b].linear;
        let mut closing = positive(approach.dot(mtv.normal));
        // Further than it reaches the body might come to lie behind what stands in its way.
        let farthest = bodies.rest[pushed].extent / mtv.depth;
        let way = out.zip(before).and_then(|(out, before)| way_along(out, before));
        if let Some(way) = way.filter(|way| way.length() <= farthest) {
            // It is no faster than what pushes it along this way.
            let inward = if pushed == a { -approach } else { approach };
            closing = closing.min(positive(inward.dot(way) / way.length_squared()));
            directions.iter_mut().flatten().for_each(|direction| *direction = way);
        }
        sleeper.into_iter().for_each(|body| self.rouse(body));
        for (body, direction) in sides.into_iter().zip(directions) {
            let Some(direction) = direction else { continue };
            let wanted = (mtv.depth * share).min(most / direction.length());
            let row = self.bodies.awake.rows()[body];
            let depth = if are_alike { reaches.take(row, wanted, || self.safe_reach(body)) } else { wanted };
            let bodies = &mut self.bodies;
            let pose = bodies.poses[body];
            bodies.set_pose(body, Pose::new(pose.translation + direction * depth, pose.rotation));
            bodies.velocities[body].linear += direction * (closing * share);
        }
        // What a lock has shortened is no normal.
        out.filter(|out| out.abs() == mtv.normal.abs())
    }
}

impl Reaches<'_> {
    /// Whether others may push the body in this row no further. Who sleeps has not been pushed.
    fn are_used_up(&self, row: u32) -> bool {
        row != FIXED_ROW && self.left.get(row as usize - 1).is_some_and(|&left| left <= 0.0)
    }

    /// As much of a push as the body in this row may be given, which then is used up; `all` is what it has at first.
    fn take(&mut self, row: u32, wanted: f32, all: impl Fn() -> f32) -> f32 {
        let place = row as usize - 1;
        if place >= self.left.len() {
            self.left.resize(place + 1, f32::NAN);
        }
        let left = &mut self.left[place];
        if left.is_nan() {
            *left = all();
        }
        let given = wanted.min(*left);
        *left -= given;
        given
    }
}

/// Whether pushes that go one way and back by turns have an end: those out of a corner do, between what is nearly parallel they have none.
fn leads_out(way: Vec2, back: Vec2) -> bool {
    let (sine, size_sq) = (way.perp_dot(back), way.length_squared() * back.length_squared());
    sine * sine > LEAST_SINE_SQ * size_sq
}

/// The way for a metre out of what has this normal, along what was left the way before; `None` unless the corner between is acute.
fn way_along(out: Vec2, before: Vec2) -> Option<Vec2> {
    let along = out - before * before.dot(out);
    let sine_sq = along.length_squared();
    (before.dot(out) < ACUTE && sine_sq > LEAST_SINE_SQ).then(|| along / sine_sq)
}
