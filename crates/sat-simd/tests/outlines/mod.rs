//! What pieces of an outline promise, checked on rings from any bytes: random numbers steer it in `decompose.rs`, a fuzzer in
//! `fuzz/`.

use sat_simd::{DecomposeError, Pose, Relation, RingEdge, Shape, Vec2, decompose, relation};

pub fn edges(ring: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
}

/// Whether an odd number of `rings` go around `point`, or `None` when it lies on one: by crossings of a ray to the right.
pub fn is_inside(rings: &[Vec<Vec2>], point: Vec2) -> Option<bool> {
    let point = point.as_dvec2();
    let mut is_inside = false;
    for (a, b) in rings.iter().flat_map(|ring| edges(ring)) {
        let (a, b) = (a.as_dvec2() - point, b.as_dvec2() - point);
        let turn = a.perp_dot(b);
        if turn == 0.0 && a.dot(b) <= 0.0 {
            return None;
        }
        if (a.y > 0.0) != (b.y > 0.0) && (turn > 0.0) == (b.y > a.y) {
            is_inside = !is_inside;
        }
    }
    Some(is_inside)
}

/// Rings from any bytes: of small whole numbers, or of any numbers.
fn decode(bytes: &[u8]) -> (bool, Vec<Vec<Vec2>>) {
    let Some((&first, rest)) = bytes.split_first() else { return (true, Vec::new()) };
    let is_grid = first % 4 != 0;
    let points: Vec<Vec2> = if is_grid {
        rest.iter().map(|&byte| Vec2::new(f32::from(byte % 6), f32::from(byte / 6 % 6))).collect()
    } else {
        let number = |bytes: &[u8]| f32::from_bits(bytes.iter().fold(0, |bits, &byte| bits << 8 | u32::from(byte)));
        rest.chunks_exact(8).map(|bytes| Vec2::new(number(&bytes[..4]), number(&bytes[4..]))).collect()
    };
    let corners = usize::from(first / 4 % 8) + 3;
    (is_grid, points.chunks(corners).map(<[Vec2]>::to_vec).collect())
}

/// Rings from any bytes are cut into pieces with no corners of their own, or refused; see [`check`] of those on a grid.
pub fn pieces(bytes: &[u8]) {
    let (is_grid, rings) = decode(bytes);
    if is_grid {
        return check(&rings);
    }
    if let Ok(compound) = decompose(&rings.iter().map(Vec::as_slice).collect::<Vec<_>>()) {
        assert!(!compound.pieces().is_empty());
        for piece in compound.pieces() {
            assert!(
                (0..piece.core_len()).all(|k| rings.iter().flatten().any(|p| *p == piece.core_vertex(k))),
                "{rings:?}"
            );
        }
    }
}

/// Rings of small whole numbers are cut into pieces that have just the points that an odd number of rings go around, or
/// the error names two edges that cross, or what else is wrong.
pub fn check(rings: &[Vec<Vec2>]) {
    match decompose(&rings.iter().map(Vec::as_slice).collect::<Vec<_>>()) {
        Ok(compound) => {
            for (x, y) in (-1..22).flat_map(|x| (-1..22).map(move |y| (x, y))) {
                let point = Vec2::new(x as f32, y as f32) * 0.25;
                let (probe, at) = (Shape::circle(0.0).unwrap(), Pose::from_translation(point));
                let found = compound.relation(&Pose::IDENTITY, &probe, &at);
                // On a ring both are possible, where rings lie on one another.
                if let Some(is_inside) = is_inside(rings, point) {
                    let expected = if is_inside { Relation::Overlapping } else { Relation::Separated };
                    assert_eq!(found, expected, "{point} of {rings:?}");
                }
            }
        }
        Err(DecomposeError::Crossing { first, second }) => {
            let edge = |edge: RingEdge| {
                let ring = &rings[edge.ring];
                Shape::segment(ring[edge.index], ring[(edge.index + 1) % ring.len()]).unwrap()
            };
            let crossing = relation(&edge(first), &Pose::IDENTITY, &edge(second), &Pose::IDENTITY);
            assert_eq!(crossing, Relation::Overlapping, "{first:?} and {second:?} of {rings:?}");
        }
        Err(DecomposeError::TooFewVertices { ring, count }) => {
            assert_eq!((rings[ring].len(), count < 3), (count, true))
        }
        Err(error) => assert_eq!(error, DecomposeError::ZeroArea, "{rings:?}"),
    }
}
