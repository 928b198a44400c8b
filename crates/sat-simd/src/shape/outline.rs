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
    // Each vertex keeps the index it came with, for the error messages. Adding zero turns −0 into +0.
    let mut outline: Vec<(usize, Vec2)> = points.iter().map(|&p| p + Vec2::ZERO).enumerate().collect();
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
