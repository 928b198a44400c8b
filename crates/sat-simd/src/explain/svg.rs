use super::canvas::{Anchor, Canvas, Pen};
use super::colors::{A, B, GAP, INK, OVERLAP, QUIET};
use super::figure::Figure;
use super::{Explanation, text};
use crate::Relation;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

const WIDTH: f64 = 1180.0;
const HEIGHT: f64 = 720.0;
/// Where the figure ends and the list of axes begins.
const LIST: f64 = 700.0;
/// How high a row of the list is, and all of them at most.
const ROW: f64 = 42.0;
const ROWS: f64 = 590.0;
/// Axes beyond this many are left to the table: two rounded octagons have one less.
const MAX_ROWS: usize = 18;
/// More axes than this around the shapes hide each other.
const MAX_AXES: usize = 6;

impl Explanation {
    /// The pair as an SVG document of 1180 × 720 pixels, on white.
    ///
    /// On the left both shapes, around them the axes with the shadows of A and B side by side; the winning axis carries
    /// its gap or overlap and is tied to the shapes by dotted lines. The normal starts between the closest or deepest
    /// points; rings mark the contact points of the manifold, and an overlap shows where A would go. On the right all axes on
    /// one scale. Of more than 18 axes those with the widest gaps or smallest overlaps are listed, with how many more there are,
    /// and of more than 6 likewise drawn.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut canvas = Canvas::new(WIDTH, HEIGHT);
        canvas.text([24.0, 34.0], 19.0, INK, Anchor::Start, &text::headline(self));
        canvas.text([24.0, 56.0], 13.0, "#555555", Anchor::Start, &text::conclusion(self));
        let shown = self.listed();
        Figure::new(self, &self.drawn(), [LIST / 2.0 - 10.0, 372.0], 285.0).draw(&mut canvas);
        self.list(&mut canvas, &shown);
        self.legend(&mut canvas);
        canvas.finish()
    }

    /// All axes: the first that separates, then by gaps from the widest to the deepest overlap.
    fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.axes.len()).collect();
        ranked.sort_by(|&a, &b| self.axes[b].gap.total_cmp(&self.axes[a].gap));
        if let Some(first) = self.first_separating {
            ranked.retain(|&index| index != first);
            ranked.insert(0, first);
        }
        ranked
    }

    /// The axes worth a row, in the order they are tested.
    fn listed(&self) -> Vec<usize> {
        let mut listed = self.ranked();
        listed.truncate(MAX_ROWS);
        listed.sort_unstable();
        listed
    }

    /// The axes worth a place around the shapes. Of two that look alike one is enough: opposite edges of a regular
    /// polygon are parallel to within rounding.
    fn drawn(&self) -> Vec<usize> {
        let mut drawn: Vec<usize> = Vec::new();
        for index in self.ranked() {
            let turn = |other: usize| self.axes[index].normal.perp_dot(self.axes[other].normal);
            let is_new = drawn.iter().all(|&other| turn(other).abs() > 1e-3);
            if drawn.len() < MAX_AXES && (is_new || index == self.winner) {
                drawn.push(index);
            }
        }
        drawn.sort_unstable();
        drawn
    }

    /// All axes on one scale, each with the shadow of A above that of B.
    fn list(&self, canvas: &mut Canvas, shown: &[usize]) {
        let (left, right) = (LIST + 34.0, WIDTH - 24.0);
        let span = |index: usize| {
            let axis = &self.axes[index];
            (axis.a.min.min(axis.b.min), axis.a.max.max(axis.b.max))
        };
        let longest = shown.iter().map(|&index| span(index).1 - span(index).0).fold(0.0, f64::max);
        let scale = if longest > 0.0 { (right - left) / longest } else { 0.0 };
        let height = ROW.min(ROWS / shown.len() as f64);
        for (row, &index) in shown.iter().enumerate() {
            let axis = &self.axes[index];
            let top = 84.0 + height * row as f64;
            let winner = index == self.winner;
            let color = self.color(index);
            if winner {
                // Close rows leave less room above the text: it would cover the shadow before.
                let above = 17f64.min(height - 20.0);
                canvas.rect([LIST + 4.0, top - above], [WIDTH - LIST - 12.0, above + 22.0], "#ffe9a8", 0.7);
            }
            canvas.badge([LIST + 18.0, top - 3.0], index + 1, if winner { INK } else { QUIET });
            let remark = text::remark(self, index);
            let label = if remark.is_empty() {
                text::source(self, axis.source)
            } else {
                format!("{}: {remark}", text::source(self, axis.source))
            };
            canvas.text([left, top], 12.0, INK, Anchor::Start, &label);
            canvas.text([right, top], 12.0, color, Anchor::End, &text::number(axis.gap));
            let low = span(index).0;
            let bar = |from: f64, to: f64| (left + (from - low) * scale, ((to - from) * scale).max(1.5));
            let (gap_from, gap_to) = if axis.gap > 0.0 { (axis.a.max, axis.b.min) } else { (axis.b.min, axis.a.max) };
            let (x, width) = bar(gap_from, gap_to);
            canvas.rect([x, top + 4.0], [width, 16.0], color, if winner { 0.45 } else { 0.18 });
            for (shadow, y, fill) in [(axis.a, top + 6.0, A), (axis.b, top + 13.0, B)] {
                let (x, width) = bar(shadow.min, shadow.max);
                canvas.rect([x, y], [width, 5.0], fill, if winner { 1.0 } else { 0.7 });
            }
        }
        let hidden = self.axes.len() - shown.len();
        if hidden > 0 {
            let note = format!("and {hidden} more, with less of a gap");
            canvas.text([left, 84.0 + height * shown.len() as f64], 12.0, "#555555", Anchor::Start, &note);
        }
    }

    fn legend(&self, canvas: &mut Canvas) {
        let y = HEIGHT - 22.0;
        let name = |letter: &str, kind: &str| format!("{kind} {letter} and its shadows");
        let mut x = 24.0;
        for (color, label) in [(A, name("A", self.a.kind)), (B, name("B", self.b.kind))] {
            canvas.rect([x, y - 10.0], [16.0, 10.0], color, 0.8);
            canvas.text([x + 22.0, y], 12.0, INK, Anchor::Start, &label);
            x += 48.0 + 6.2 * label.len() as f64;
        }
        let (color, label) = match self.relation {
            Relation::Separated => (GAP, "gap; closest points"),
            Relation::Touching => (INK, "neither gap nor overlap"),
            Relation::Overlapping => (OVERLAP, "overlap; A after the shortest way out"),
        };
        canvas.rect([x, y - 10.0], [16.0, 10.0], color, 0.55);
        canvas.text([x + 22.0, y], 12.0, INK, Anchor::Start, label);
        x += 48.0 + 6.2 * label.len() as f64;
        canvas.arrow([x, y - 5.0], [x + 24.0, y - 5.0], Pen::solid(INK, 1.4));
        canvas.text([x + 30.0, y], 12.0, INK, Anchor::Start, "normal n, from A to B");
        if !self.contacts.is_empty() {
            canvas.ring([x + 178.0, y - 5.0], 5.0, INK);
            canvas.text([x + 190.0, y], 12.0, INK, Anchor::Start, "contact point");
        }
    }
}
