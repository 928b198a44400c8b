use super::difference::Difference;
use crate::root::sqrt_f64;
use glam::DVec2;

/// Sine of the angle between a way and a face that is rounding: both directions are right to a few units of 2⁻⁵³.
const PARALLEL: f64 = 1.0 / 281_474_976_710_656.0; // 2⁴⁸

/// When the origin, moving by one translation per unit of time, is inside the rounded difference.
///
/// A line that misses it by rounding alone enters and leaves at the time of its closest approach: whether the shapes
/// meet at all is decided elsewhere, exactly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cast {
    /// First time at which the shapes meet, on the whole line: may be negative.
    pub(crate) enter: f64,
    /// Last time at which they meet.
    pub(crate) leave: f64,
    /// Unit contact normal at [`Cast::enter`], from A to B.
    pub(crate) normal: DVec2,
}

/// What has been found so far: a [`Cast`] under construction.
struct Search {
    translation: DVec2,
    speed: f64,
    /// Times closer than this are equal up to rounding.
    same_time: f64,
    enter: Option<Entry>,
    leave: f64,
    /// Distance of closest approach, its time and its direction.
    miss: (f64, f64, DVec2),
}

/// Where the line enters, as far as known.
#[derive(Clone, Copy)]
struct Entry {
    time: f64,
    normal: DVec2,
    /// Whether an edge is entered, between its ends, and not the disc around a corner.
    is_flat: bool,
}

impl Difference<'_> {
    /// Entry and exit of the line along `translation`, which must not be zero, into the difference grown by the radii.
    ///
    /// That set is the union of the core, of its edges moved outward by the radius, and of discs around its vertices,
    /// so the line enters it where it first enters one of those. Each is solved in closed form: nothing iterates.
    pub(crate) fn cast(&self, translation: DVec2) -> Cast {
        let radius = self.radius();
        let speed = translation.length();
        let mut search = Search {
            translation,
            speed,
            same_time: self.tolerance / speed,
            enter: None,
            leave: f64::NEG_INFINITY,
            miss: (f64::INFINITY, 0.0, translation / speed),
        };
        let mut is_point = true;
        self.for_each_face(|face| {
            is_point = false;
            for edge in self.edges_of(&face) {
                search.edge(edge.start, edge.along, face.normal, radius, self.tolerance);
                search.disc(edge.start, face.normal, radius, self.tolerance);
                search.disc(edge.start + edge.along, face.normal, radius, self.tolerance);
            }
        });
        if is_point {
            search.disc(self.offset, translation / speed, radius, self.tolerance);
        }
        match search.enter {
            Some(Entry { time: enter, normal, .. }) => {
                let is_end_on =
                    radius == 0.0 && self.is_thin() && self.is_met_end_on(translation / speed, normal, enter * speed);
                let normal = if is_end_on { translation / speed } else { normal };
                Cast { enter, leave: search.leave.max(enter), normal }
            }
            None => Cast { enter: search.miss.1, leave: search.miss.1, normal: search.miss.2 },
        }
    }

    /// Whether the origin meets the end of a flat difference after going `distance` along `way`: then none of its faces
    /// opposes the motion, and the motion itself is a normal, as nothing of the difference lies behind.
    ///
    /// Beside a side that is next to parallel to the way, the origin may be within rounding of it before it comes to the
    /// end, or past it.
    fn is_met_end_on(&self, way: DVec2, face_normal: DVec2, distance: f64) -> bool {
        way.dot(face_normal) <= PARALLEL && self.gap_along(way) >= distance.max(0.0) - self.tolerance
    }
}

impl Search {
    /// The edge `start + s · along`, moved outward by `radius`.
    fn edge(&mut self, start: DVec2, along: DVec2, normal: DVec2, radius: f64, tolerance: f64) {
        let approach = self.translation.dot(normal);
        if approach == 0.0 {
            return;
        }
        let time = (start.dot(normal) - radius) / approach;
        let length = along.length();
        let s = (self.translation * time - start).dot(along / length);
        if s >= -tolerance && s <= length + tolerance {
            if approach > 0.0 {
                self.entered(Entry { time, normal, is_flat: true });
            } else {
                self.leave = self.leave.max(time);
            }
        }
    }

    /// The disc of `radius` around `corner`; without a radius the normal is that of the edge it ends.
    fn disc(&mut self, corner: DVec2, edge_normal: DVec2, radius: f64, tolerance: f64) {
        let along = corner.dot(self.translation);
        let speed_sq = self.speed * self.speed;
        let across = corner.perp_dot(self.translation).abs();
        // The line passes the centre at across / speed; both forms below avoid the difference of nearly equal squares.
        let inside = radius * self.speed - across;
        if inside < -tolerance * self.speed {
            let miss = across / self.speed - radius;
            let time = along / speed_sq;
            if miss < self.miss.0 || (miss <= self.miss.0 + tolerance && time < self.miss.1) {
                let away = corner - self.translation * time;
                self.miss = (miss.min(self.miss.0), time, away / away.length());
            }
            return;
        }
        let root = sqrt_f64(inside.max(0.0) * (radius * self.speed + across));
        let power = (corner.length() - radius) * (corner.length() + radius);
        let (enter, leave) = if along > 0.0 {
            (power / (along + root), (along + root) / speed_sq)
        } else if along - root < 0.0 {
            ((along - root) / speed_sq, power / (along - root))
        } else {
            (0.0, 0.0)
        };
        self.leave = self.leave.max(leave);
        let toward = corner - self.translation * enter;
        let is_round = radius > tolerance;
        let normal = if is_round { toward / toward.length() } else { edge_normal };
        self.entered(Entry { time: enter, normal, is_flat: !is_round });
    }

    /// Keeps the earliest time, and the normal there.
    ///
    /// Where an edge goes over into the disc around its end, the disc lags r·θ²/2 behind the edge at an angle θ, so rounding
    /// can swap the two while their normals still differ by the root of it. But who enters an edge between its ends enters
    /// nothing before: that is its normal, whatever the times are. Of edges at equal times the one is taken that opposes
    /// the motion most, of discs the first.
    fn entered(&mut self, entry: Entry) {
        let Some(best) = self.enter else {
            self.enter = Some(entry);
            return;
        };
        let opposes_more = || self.translation.dot(entry.normal) > self.translation.dot(best.normal);
        let better = match (entry.is_flat, best.is_flat) {
            (true, true) if entry.time >= best.time - self.same_time => {
                entry.time <= best.time + self.same_time && opposes_more()
            }
            (true, true) | (false, false) => entry.time < best.time,
            (is_flat, _) => is_flat,
        };
        let chosen = if better { entry } else { best };
        self.enter = Some(Entry { time: entry.time.min(best.time), ..chosen });
    }
}
