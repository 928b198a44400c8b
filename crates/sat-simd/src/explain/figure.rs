use super::canvas::{Anchor, Canvas, Pen, Point};
use super::colors::{A, B, GAP, INK, OVERLAP, QUIET};
use super::layout::{Slot, direction, place, shadow_ends};
use super::{Explanation, Outline, text};
use crate::Relation;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;
use glam::DVec2;

/// The drawing of the shapes with the axes around them.
pub(super) struct Figure<'a> {
    explanation: &'a Explanation,
    /// The world point in the middle.
    center: DVec2,
    /// Radius of a circle around it that contains both shapes, in metres.
    reach: f64,
    slots: Vec<Slot>,
    /// Where the middle lies on the sheet.
    middle: Point,
    /// Pixels per metre.
    scale: f64,
}

impl<'a> Figure<'a> {
    /// Lays out the shapes and the axes with these indices in the square around `middle`.
    pub fn new(explanation: &'a Explanation, shown: &[usize], middle: Point, half_size: f64) -> Self {
        let (low, high) = [&explanation.a, &explanation.b].into_iter().fold(
            (DVec2::INFINITY, DVec2::NEG_INFINITY),
            |(low, high), outline| {
                outline.vertices.iter().fold((low, high), |(low, high), &vertex| {
                    let (vertex, radius) = (DVec2::from(vertex), DVec2::splat(outline.radius));
                    (low.min(vertex - radius), high.max(vertex + radius))
                })
            },
        );
        let center = low + (high - low) / 2.0;
        let half_diagonal = (high - low).length() / 2.0;
        // Two points in one place are drawn on a scale of their own.
        let reach = if half_diagonal > 0.0 { half_diagonal } else { 1.0 };
        let slots = place(explanation, shown, reach);
        let extent = slots
            .iter()
            .flat_map(|slot| {
                let axis = &explanation.axes[slot.index];
                let along = direction(axis);
                let ends = shadow_ends(axis, center);
                ends.map(|end| (slot.offset + along * end).length() + 0.1 * reach)
            })
            .fold(reach + explanation.mtv.map_or(0.0, |mtv| 0.5 * f64::from(mtv.depth)), f64::max);
        Self { explanation, center, reach, slots, middle, scale: half_size / extent }
    }

    pub fn draw(&self, canvas: &mut Canvas) {
        for slot in &self.slots {
            if slot.index == self.explanation.winner {
                self.guides(canvas, slot);
            }
        }
        self.shape(canvas, &self.explanation.a, A);
        self.shape(canvas, &self.explanation.b, B);
        for slot in self.slots.iter().rev() {
            self.axis(canvas, slot);
        }
        self.result(canvas);
    }

    /// A world point on the sheet.
    fn at(&self, point: DVec2) -> Point {
        let from_center = (point - self.center) * self.scale;
        [self.middle[0] + from_center.x, self.middle[1] - from_center.y]
    }

    fn shape(&self, canvas: &mut Canvas, outline: &Outline, color: &'static str) {
        canvas.path(&self.outline(outline, DVec2::ZERO), color, 0.18, Pen::solid(color, 1.8));
        if outline.radius > 0.0 && outline.vertices.len() > 1 {
            let core = Outline { radius: 0.0, ..outline.clone() };
            canvas.path(
                &self.outline(&core, DVec2::ZERO),
                "none",
                0.0,
                Pen { opacity: 0.6, ..Pen::dashed(color, 1.0) },
            );
        }
        let n = outline.vertices.len();
        let mean = outline.vertices.iter().map(|&vertex| DVec2::from(vertex) - self.center).sum::<DVec2>() / n as f64;
        for (index, &vertex) in outline.vertices.iter().enumerate() {
            canvas.disc(self.at(DVec2::from(vertex)), 2.0, color);
            let next = DVec2::from(outline.vertices[(index + 1) % n]);
            let edge_middle = (DVec2::from(vertex) + next) / 2.0;
            let inward = self.center + mean - edge_middle;
            // Edge numbers only where they find room.
            if (3..=12).contains(&n) && inward.length() * self.scale > 16.0 {
                let label = self.at(edge_middle + inward.normalize() * (10.0 / self.scale));
                canvas.text([label[0], label[1] + 3.5], 10.0, color, Anchor::Middle, &index.to_string());
            }
        }
    }

    /// The SVG path around an outline moved by `motion`: straight edges, joined by arcs where the shape is rounded.
    fn outline(&self, outline: &Outline, motion: DVec2) -> String {
        // Moved, the ends of an edge may round to one point, which has no direction.
        let mut corners: Vec<DVec2> = outline.vertices.iter().map(|&vertex| DVec2::from(vertex) + motion).collect();
        corners.dedup();
        if corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        let radius = outline.radius * self.scale;
        let mut path = String::new();
        let mut put = |command: char, point: DVec2| {
            let [x, y] = self.at(point);
            if command == 'A' {
                write!(path, "A{radius:.2} {radius:.2} 0 0 0 {x:.2} {y:.2} ")
            } else {
                write!(path, "{command}{x:.2} {y:.2} ")
            }
            .expect("writing to a string never fails");
        };
        if let [center] = corners[..] {
            let (right, left) = (DVec2::new(outline.radius, 0.0), DVec2::new(-outline.radius, 0.0));
            put('M', center + right);
            put('A', center + left);
            put('A', center + right);
            return path + "Z";
        }
        let ends = |index: usize| (corners[index], corners[(index + 1) % corners.len()]);
        let out = |index: usize| {
            let (start, end) = ends(index);
            (start - end).perp().normalize() * outline.radius
        };
        for index in 0..corners.len() {
            let ((start, end), out) = (ends(index), out(index));
            if index == 0 {
                put('M', start + out);
            } else if outline.radius > 0.0 {
                put('A', start + out);
            }
            put('L', end + out);
        }
        if outline.radius > 0.0 {
            put('A', corners[0] + out(0));
        }
        path + "Z"
    }

    /// The point of an axis line at `along` metres from the foot of the middle, `side` pixels off the line.
    fn on_axis(&self, slot: &Slot, along: f64, side: f64) -> Point {
        let normal = direction(&self.explanation.axes[slot.index]);
        let outward = slot.offset.normalize();
        self.at(self.center + slot.offset + normal * along + outward * (side / self.scale))
    }

    /// The axis line, both shadows side by side, and between them the gap or the overlap.
    fn axis(&self, canvas: &mut Canvas, slot: &Slot) {
        let explanation = self.explanation;
        let axis = &explanation.axes[slot.index];
        let winner = slot.index == explanation.winner;
        let first = explanation.first_separating == Some(slot.index);
        let ends = shadow_ends(axis, self.center);
        let (low, high) = (ends.into_iter().fold(f64::MAX, f64::min), ends.into_iter().fold(f64::MIN, f64::max));
        let margin = 0.06 * self.reach;
        let (line, width, opacity) = if winner { (INK, 7.0, 1.0) } else { (QUIET, 5.0, 0.65) };
        canvas.line(
            self.on_axis(slot, low - margin, 0.0),
            self.on_axis(slot, high + margin, 0.0),
            Pen::solid(line, if winner { 1.6 } else { 1.0 }),
        );
        for (from, to, side, color) in [(ends[0], ends[1], -5.5, A), (ends[2], ends[3], 5.5, B)] {
            let (from, to) = (self.on_axis(slot, from, side), self.on_axis(slot, to, side));
            canvas.line(from, to, Pen { opacity, ..Pen::solid(color, width) });
            if from == to {
                canvas.disc(from, width / 2.0, color);
            }
        }
        if winner || first || axis.separates() {
            let color = explanation.color(slot.index);
            // From the end of A's shadow to the start of B's; where A's ends later, that is the overlap.
            let (from, to) = (self.on_axis(slot, ends[1], 0.0), self.on_axis(slot, ends[2], 0.0));
            if winner {
                canvas.line(from, to, Pen { opacity: 0.55, ..Pen::solid(color, 20.0) });
                let label = self.on_axis(slot, (ends[1] + ends[2]) / 2.0, 22.0);
                let outward = slot.offset.normalize();
                let anchor = match outward.x {
                    x if x > 0.3 => Anchor::Start,
                    x if x < -0.3 => Anchor::End,
                    _ => Anchor::Middle,
                };
                let what = match explanation.relation {
                    Relation::Separated => format!("gap {}", text::number(axis.gap)),
                    Relation::Touching => "touching".into(),
                    Relation::Overlapping => format!("overlap {}", text::number(-axis.gap)),
                };
                // A long word to the left of the figure must not leave the sheet.
                let (x, anchor) = match anchor {
                    Anchor::End if label[0] < 110.0 => (12.0, Anchor::Start),
                    anchor => (label[0], anchor),
                };
                canvas.text([x, label[1] + 4.0 - 6.0 * outward.y], 12.0, color, anchor, &what);
            } else {
                canvas.line(from, to, Pen::solid(color, 3.0));
            }
        }
        canvas.badge(self.on_axis(slot, high + margin, 0.0), slot.index + 1, line);
    }

    /// Dotted lines from the winning axis to the points of the shapes that end the shadows.
    fn guides(&self, canvas: &mut Canvas, slot: &Slot) {
        let axis = &self.explanation.axes[slot.index];
        let normal = direction(axis);
        let ends = shadow_ends(axis, self.center);
        for (index, (outline, toward, color)) in [
            (&self.explanation.a, -1.0, A),
            (&self.explanation.a, 1.0, A),
            (&self.explanation.b, -1.0, B),
            (&self.explanation.b, 1.0, B),
        ]
        .into_iter()
        .enumerate()
        {
            let along = |vertex: &[f64; 2]| (DVec2::from(*vertex) - self.center).dot(normal) * toward;
            let far = outline.vertices.iter().max_by(|a, b| along(a).total_cmp(&along(b)));
            if let Some(far) = far {
                let from = DVec2::from(*far) + normal * (outline.radius * toward);
                let to = self.on_axis(slot, ends[index], if index < 2 { -5.5 } else { 5.5 });
                canvas.line(self.at(from), to, Pen { dashes: "2 4", opacity: 0.8, ..Pen::solid(color, 1.0) });
            }
        }
    }

    /// The closest points and the line between them, or the push that ends the overlap.
    fn result(&self, canvas: &mut Canvas) {
        let explanation = self.explanation;
        let [on_a, on_b] = explanation.points.map(DVec2::from);
        let normal = crate::precise::widen(explanation.distance.normal);
        let (a, b) = (self.at(on_a), self.at(on_b));
        match (explanation.relation, explanation.mtv) {
            (Relation::Separated, _) => {
                canvas.line(a, b, Pen::solid(GAP, 2.0));
                canvas.disc(a, 3.5, A);
                canvas.disc(b, 3.5, B);
            }
            (Relation::Overlapping, Some(mtv)) => {
                let push = -normal * f64::from(mtv.depth);
                canvas.path(&self.outline(&explanation.a, push), "none", 0.0, Pen::dashed(OVERLAP, 1.2));
                canvas.arrow(a, self.at(on_a + push), Pen::solid(OVERLAP, 2.5));
            }
            _ => {}
        }
        for &contact in &explanation.contacts {
            canvas.ring(self.at(DVec2::from(contact)), 5.0, INK);
        }
        // The normal, as long on paper for every pair.
        let start = self.at(on_a + (on_b - on_a) / 2.0);
        let tip = [start[0] + 46.0 * normal.x, start[1] - 46.0 * normal.y];
        canvas.disc(start, 3.0, INK);
        canvas.arrow(start, tip, Pen::solid(INK, 1.4));
        let label = [start[0] + 57.0 * normal.x, start[1] - 57.0 * normal.y + 4.0];
        canvas.text(label, 12.0, INK, Anchor::Middle, "n");
    }
}
