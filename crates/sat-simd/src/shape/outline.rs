//! From the points a user gives to a strictly convex, counter-clockwise outline.

use super::ShapeError;
use alloc::vec::Vec;
use geom::Vec2;

/// Which way the path `a → b → c` turns: positive left, negative right, zero straight on. Exact.
///
/// J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates", 1997, in the
/// `robust` crate; products of two `f32` differences neither overflow nor underflow `f64`.
pub(crate) fn turn(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    let coord = |p: Vec2| robust::Coord { x: f64::from(p.x), y: f64::from(p.y) };
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// Whether `a` comes before `b` from left to right, then from bottom to top.
pub(crate) fn precedes(a: Vec2, b: Vec2) -> bool {
    a.x < b.x || (a.x == b.x && a.y < b.y)
}

/// The vertices of a convex outline, counter-clockwise and without repeated or collinear ones. O(n), exact.
pub(super) fn clean(points: &[Vec2]) -> Result<Vec<Vec2>, ShapeError> {
    if points.len() < 3 {
        return Err(ShapeError::TooFewVertices { count: points.len() });
    }
    super::error::check_finite(points)?;
    // Adding zero turns −0 into +0.
    let mut vertices: Vec<Vec2> = points.iter().map(|&p| p + Vec2::ZERO).collect();
    match strict_winding(&vertices) {
        Some(Winding::CounterClockwise) => {}
        Some(Winding::Clockwise) => vertices.reverse(),
        None => return clean_anything(&vertices),
    }
    Ok(vertices)
}

enum Winding {
    CounterClockwise,
    Clockwise,
}

/// Which way an outline winds that is clean already: each vertex turns the same way, and it goes around once. At least three
/// vertices.
fn strict_winding(vertices: &[Vec2]) -> Option<Winding> {
    let [first, .., last] = *vertices else { return None };
    let (mut to_left, mut to_right, mut switches) = (true, true, 0);
    let (mut before, mut vertex, mut ran_right) = (last, first, precedes(last, first));
    for next in vertices[1..].iter().copied().chain([first]) {
        let turn = turn(before, vertex, next);
        (to_left, to_right) = (to_left && turn > 0.0, to_right && turn < 0.0);
        let runs_right = precedes(vertex, next);
        switches += usize::from(runs_right != ran_right);
        (before, vertex, ran_right) = (vertex, next, runs_right);
    }
    match (to_left, to_right) {
        _ if switches != 2 => None,
        (true, _) => Some(Winding::CounterClockwise),
        (_, true) => Some(Winding::Clockwise),
        _ => None,
    }
}

/// [`clean`] of finite points that may be repeated, lie on a straight run, or be no convex outline.
fn clean_anything(points: &[Vec2]) -> Result<Vec<Vec2>, ShapeError> {
    // Each vertex keeps the index it came with, for the error messages.
    let mut outline: Vec<(usize, Vec2)> = points.iter().copied().enumerate().collect();
    outline.dedup_by_key(|vertex| vertex.1);
    while outline.len() > 1 && outline[0].1 == outline[outline.len() - 1].1 {
        outline.pop();
    }
    let corners = without_straight_vertices(&outline)?;
    let orientation = orientation(&corners)?;
    let n = corners.len();
    for i in 0..n {
        let (index, corner) = corners[i];
        if turn(corners[(i + n - 1) % n].1, corner, corners[(i + 1) % n].1) * orientation < 0.0 {
            return Err(ShapeError::NotConvex { index });
        }
    }
    // A convex outline runs right once and left once; a star polygon turns one way only but does so more often.
    let runs_right = |i: usize| precedes(corners[i % n].1, corners[(i + 1) % n].1);
    if (0..n).filter(|&i| runs_right(i) != runs_right(i + 1)).count() != 2 {
        return Err(ShapeError::SelfIntersecting);
    }
    let mut vertices: Vec<Vec2> = corners.into_iter().map(|(_, p)| p).collect();
    if orientation < 0.0 {
        vertices.reverse();
    }
    Ok(vertices)
}

/// Drops the vertices in the middle of a straight run; a run that turns back on itself is an error.
fn without_straight_vertices(outline: &[(usize, Vec2)]) -> Result<Vec<(usize, Vec2)>, ShapeError> {
    let n = outline.len();
    let mut corners = Vec::with_capacity(n);
    let mut spike = None;
    for i in 0..n {
        let (previous, (index, vertex), next) = (outline[(i + n - 1) % n].1, outline[i], outline[(i + 1) % n].1);
        if turn(previous, vertex, next) != 0.0 {
            corners.push((index, vertex));
        } else if precedes(previous, vertex) != precedes(vertex, next) {
            spike = spike.or(Some(index));
        }
    }
    match spike {
        _ if corners.is_empty() => Err(ShapeError::ZeroArea),
        Some(index) => Err(ShapeError::NotConvex { index }),
        None => Ok(corners),
    }
}

/// The sign of the turn at the lowest of the leftmost vertices: the winding of any simple outline.
fn orientation(corners: &[(usize, Vec2)]) -> Result<f64, ShapeError> {
    let n = corners.len();
    let lowest = (0..n).fold(0, |best, i| if precedes(corners[i].1, corners[best].1) { i } else { best });
    let sign = turn(corners[(lowest + n - 1) % n].1, corners[lowest].1, corners[(lowest + 1) % n].1);
    // Fewer than three corners that turn, or a fold at the extreme one, enclose nothing.
    if n < 3 || sign == 0.0 { Err(ShapeError::ZeroArea) } else { Ok(sign.signum()) }
}

/// Convex hull, counter-clockwise from the leftmost point, collinear points dropped. O(n log n), exact.
///
/// Monotone chain: A. M. Andrew, Information Processing Letters 9(5), 1979.
pub(super) fn hull(points: &[Vec2]) -> Result<Vec<Vec2>, ShapeError> {
    if points.len() < 3 {
        return Err(ShapeError::TooFewVertices { count: points.len() });
    }
    super::error::check_finite(points)?;
    let mut sorted: Vec<Vec2> = points.iter().map(|&p| p + Vec2::ZERO).collect();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    let mut vertices: Vec<Vec2> = Vec::with_capacity(sorted.len() + 1);
    let mut extend = |chain: &mut dyn Iterator<Item = Vec2>| {
        let start = vertices.len().saturating_sub(1);
        for p in chain {
            while vertices.len() >= start + 2
                && turn(vertices[vertices.len() - 2], vertices[vertices.len() - 1], p) <= 0.0
            {
                vertices.pop();
            }
            vertices.push(p);
        }
    };
    extend(&mut sorted.iter().copied());
    extend(&mut sorted.iter().rev().skip(1).copied());
    vertices.pop();
    if vertices.len() < 3 { Err(ShapeError::ZeroArea) } else { Ok(vertices) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_that_are_clean_already_are_those_that_cleaning_leaves_as_they_are() {
        let mut strict = [0; 3];
        for (strict, len) in strict.iter_mut().zip(3..) {
            for number in 0..9u32.pow(len) {
                let at = |place: u32| number / 9u32.pow(place) % 9;
                let points: Vec<Vec2> =
                    (0..len).map(|place| Vec2::new((at(place) % 3) as f32, (at(place) / 3) as f32)).collect();
                assert_eq!(clean(&points), clean_anything(&points), "{points:?}");
                *strict += u32::from(strict_winding(&points).is_some());
            }
        }
        // Of nine points 84 are triples, of which 8 lie in a row: 76 triangles from each of their corners on, in both windings.
        // 70 fours and 20 fives are corners of a convex polygon.
        assert_eq!(strict, [6 * 76, 8 * 70, 10 * 20]);
    }

    /// A pentagram turns left at each vertex, and goes around twice.
    #[test]
    fn a_star_is_not_clean() {
        let star = [(0.0, 3.0), (-2.0, -2.0), (3.0, 1.0), (-3.0, 1.0), (2.0, -2.0)].map(|(x, y)| Vec2::new(x, y));
        assert!((0..5).all(|i| turn(star[i], star[(i + 1) % 5], star[(i + 2) % 5]) > 0.0));
        assert!(strict_winding(&star).is_none());
        assert_eq!(clean(&star), Err(ShapeError::SelfIntersecting));
    }
}
