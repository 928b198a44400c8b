use super::{AxisSource, Explanation, Interval, Outline};
use crate::Relation;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// The table: one line per axis, aligned, then what follows from it.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", headline(self))?;
        writeln!(f)?;
        let mut rows = vec![["axis", "normal", "shadow of A", "shadow of B", "gap", ""].map(String::from)];
        rows.extend(self.axes.iter().enumerate().map(|(index, axis)| {
            [
                format!("{} {}", index + 1, source(self, axis.source)),
                point([f64::from(axis.normal.x), f64::from(axis.normal.y)]),
                interval(axis.a),
                interval(axis.b),
                number(axis.gap),
                remark(self, index).to_string(),
            ]
        }));
        let widths: Vec<usize> =
            (0..6).map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0)).collect();
        for row in &rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                // Numbers line up at their right ends, words at their left.
                line += &if column == 4 { format!("{cell:>width$}  ") } else { format!("{cell:<width$}  ") };
            }
            writeln!(f, "  {}", line.trim_end())?;
        }
        writeln!(f)?;
        write!(f, "{}", conclusion(self))?;
        for (index, contact) in self.contacts.iter().enumerate() {
            write!(f, "{}{}", if index == 0 { "\ncontact points " } else { ", " }, point(*contact))?;
        }
        Ok(())
    }
}

/// `"box A and circle B are separated"`.
pub(super) fn headline(explanation: &Explanation) -> String {
    let verb = match explanation.relation {
        Relation::Separated => "are separated",
        Relation::Touching => "touch",
        Relation::Overlapping => "overlap",
    };
    format!("{} A and {} B {verb}", explanation.a.kind, explanation.b.kind)
}

/// What the axes amount to, in one sentence.
pub(super) fn conclusion(explanation: &Explanation) -> String {
    let [on_a, on_b] = explanation.points;
    match (explanation.relation, explanation.mtv) {
        (Relation::Separated, _) => format!(
            "distance {} from {} on A to {} on B",
            number(f64::from(explanation.distance.distance)),
            point(on_a),
            point(on_b)
        ),
        (Relation::Overlapping, Some(mtv)) => {
            let push = mtv.translation();
            format!(
                "depth {}: moving A by {} ends the overlap",
                number(f64::from(mtv.depth)),
                point([f64::from(push.x), f64::from(push.y)])
            )
        }
        _ => format!("they meet at {}", point(on_a)),
    }
}

/// What is special about an axis.
pub(super) fn remark(explanation: &Explanation, index: usize) -> &'static str {
    let (first, winner) = (explanation.first_separating == Some(index), explanation.winner == index);
    match (first, winner, explanation.relation) {
        (true, true, _) => "separates first, widest gap",
        (true, false, _) => "separates first",
        (false, true, Relation::Separated) => "widest gap",
        (false, true, Relation::Touching) => "no gap, no overlap",
        (false, true, Relation::Overlapping) => "smallest overlap",
        (false, false, _) => "",
    }
}

/// `"edges 0 and 2 of A"`, `"normal of segment B"` or `"corner 3 of A to centre of B"`.
pub(super) fn source(explanation: &Explanation, source: AxisSource) -> String {
    match source {
        AxisSource::EdgeOfA { edge, opposite } => edge_source("A", &explanation.a, edge, opposite),
        AxisSource::EdgeOfB { edge, opposite } => edge_source("B", &explanation.b, edge, opposite),
        AxisSource::Vertices { a, b } => {
            format!("{} of A to {} of B", vertex_name(&explanation.a, a), vertex_name(&explanation.b, b))
        }
    }
}

fn edge_source(name: &str, outline: &Outline, edge: usize, opposite: Option<usize>) -> String {
    match opposite {
        _ if outline.vertices.len() == 2 => format!("normal of {} {name}", outline.kind),
        Some(opposite) => format!("edges {edge} and {opposite} of {name}"),
        None => format!("edge {edge} of {name}"),
    }
}

fn vertex_name(outline: &Outline, index: usize) -> String {
    match outline.vertices.len() {
        1 => "centre".into(),
        2 => format!("end {index}"),
        _ => format!("corner {index}"),
    }
}

/// Four decimals where they tell something, otherwise an exponent; never a minus before nothing but zeros.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 {
        "0.0000".into()
    } else if (1e-3..1e9).contains(&size) {
        format!("{value:.4}")
    } else {
        format!("{value:.4e}")
    }
}

pub(super) fn point([x, y]: [f64; 2]) -> String {
    format!("({}, {})", number(x), number(y))
}

fn interval(interval: Interval) -> String {
    format!("[{}, {}]", number(interval.min), number(interval.max))
}
