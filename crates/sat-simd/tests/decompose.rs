//! Outlines cut into convex pieces: the same area, the same borders, the same answers.
#![cfg(feature = "decompose")]

mod outlines;

use outlines::{edges, is_inside};
use proptest::prelude::*;
use sat_simd::{Compound, DecomposeError, Pose, Relation, RingEdge, Rot, Shape, Vec2, decompose};

/// Grid coordinates: areas and turns below are whole numbers that doubles hold.
fn ring(points: &[(i32, i32)]) -> Vec<Vec2> {
    points.iter().map(|&(x, y)| Vec2::new(x as f32, y as f32)).collect()
}

fn corners(piece: &Shape) -> Vec<Vec2> {
    let Shape::Polygon(polygon) = piece else { panic!("a piece is a polygon") };
    polygon.vertices().collect()
}

/// Twice the signed area.
fn area(ring: &[Vec2]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.as_dvec2().perp_dot(b.as_dvec2())).sum()
}

/// Twice the area of all pieces.
fn area_of(compound: &Compound) -> f64 {
    compound.pieces().iter().map(|piece| area(&corners(piece))).sum()
}

fn cut(rings: &[Vec<Vec2>]) -> Result<Compound, DecomposeError> {
    decompose(&rings.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// Checks the pieces of simple rings that do not touch against their definition; returns how many there are.
///
/// Convex pieces whose corners are corners of the rings, whose areas add up, and whose borders that no neighbour shares
/// are those of the rings (as far as one moment of degree five tells), are a partition.
fn check(rings: &[Vec<Vec2>]) -> usize {
    let compound = cut(rings).unwrap();
    let pieces: Vec<Vec<Vec2>> = compound.pieces().iter().map(corners).collect();
    let given: Vec<Vec2> = rings.concat();
    assert!(pieces.iter().flatten().all(|corner| given.contains(corner)), "a corner was made up");

    let expected = area(&rings[0]).abs() - rings[1..].iter().map(|hole| area(hole).abs()).sum::<f64>();
    assert_eq!(pieces.iter().map(|piece| area(piece)).sum::<f64>(), expected);

    // The unit steps of all borders, in both directions: those inside cancel, those of the rings stay.
    let mut borders: Vec<f64> = pieces.iter().flat_map(|piece| edges(piece)).map(|(a, b)| moment(a, b)).collect();
    let (outer, holes) = rings.split_first().unwrap();
    let sign = |ring: &[Vec2], is_hole: bool| if (area(ring) > 0.0) == is_hole { 1.0 } else { -1.0 };
    borders.extend(edges(outer).map(|(a, b)| sign(outer, false) * moment(a, b)));
    borders.extend(holes.iter().flat_map(|hole| edges(hole).map(|(a, b)| sign(hole, true) * moment(a, b))));
    assert_eq!(borders.iter().sum::<f64>(), 0.0);

    let reflex = reflex_corners(rings);
    assert!(pieces.len() + rings.len() - 1 <= 2 * reflex + 1, "{} pieces, {reflex} reflex corners", pieces.len());
    pieces.len()
}

/// ∫ x² y dx along the step from `a` to `b`, times sixty: a whole number for whole coordinates, odd in direction,
/// and additive along a line.
fn moment(a: Vec2, b: Vec2) -> f64 {
    let (a, b) = (a.as_dvec2(), b.as_dvec2());
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let (xx, xd, dd) = (a.x * a.x, a.x * dx, dx * dx);
    dx * (60.0 * a.y * (xx + xd) + 20.0 * a.y * dd + 30.0 * xx * dy + 40.0 * xd * dy + 15.0 * dd * dy)
}

fn reflex_corners(rings: &[Vec<Vec2>]) -> usize {
    let turns = |ring: &[Vec2], inner: f64| {
        let n = ring.len();
        let turn = |i: usize| {
            let [a, b, c] = [ring[i], ring[(i + 1) % n], ring[(i + 2) % n]].map(|p| p.as_dvec2());
            (b - a).perp_dot(c - b) * inner
        };
        (0..n).filter(|&i| turn(i) < 0.0).count()
    };
    let around = |(index, ring): (usize, &Vec<Vec2>)| turns(ring, if index == 0 { area(ring) } else { -area(ring) });
    rings.iter().enumerate().map(around).sum()
}

/// A ring that every ray from the origin crosses once, with corners on the grid: so few that rounding keeps their order.
/// No edge comes nearer to the origin than half of the smallest radius.
fn star(radius: std::ops::Range<i32>, most_corners: usize) -> impl Strategy<Value = Vec<Vec2>> {
    prop::collection::vec(radius, 3..=most_corners).prop_map(|radii| {
        let n = radii.len() as f32;
        let corner = |(i, &radius): (usize, &i32)| {
            let direction = Rot::from_angle(std::f32::consts::TAU * i as f32 / n).rotate(Vec2::X);
            (direction * radius as f32).round()
        };
        radii.iter().enumerate().map(corner).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn stars_with_and_without_a_hole_are_covered_exactly(outer in star(80..300, 64), hole in star(20..40, 40)) {
        check(std::slice::from_ref(&outer));
        check(&[outer, hole]);
    }

    /// Against a count of crossings, at points of the grid: many lie on seams between pieces and on borders.
    #[test]
    fn a_point_lies_to_the_pieces_as_to_the_outline(
        outer in star(20..40, 24), hole in star(6..9, 12),
        points in prop::collection::vec((-40i8..41, -40i8..41), 60),
    ) {
        let rings = [outer, hole];
        let compound = cut(&rings).unwrap();
        for (x, y) in points {
            let at = Pose::from_translation(Vec2::new(f32::from(x), f32::from(y)));
            let point = Shape::circle(0.0).unwrap();
            let expected = match is_inside(&rings, at.translation) {
                Some(true) => Relation::Overlapping,
                Some(false) => Relation::Separated,
                None => Relation::Touching,
            };
            prop_assert_eq!(compound.relation(&Pose::IDENTITY, &point, &at), expected, "at {:?}", at.translation);
            let is_within = compound.contains_point(&Pose::IDENTITY, at.translation);
            prop_assert_eq!(is_within, Ok(expected != Relation::Separated), "at {:?}", at.translation);
        }
    }

    /// Against the cells themselves: two sets of them, moved by halves of cells, in a frame that is turned and moved.
    #[test]
    fn areas_lie_to_each_other_as_their_cells_do(
        cells in (1u16.., 1u16..), x in -10i8..11, y in -10i8..11, is_turned in any::<bool>(),
    ) {
        let cells = [cells.0, cells.1].map(|mask| (0..16i32).filter(move |cell| mask >> cell & 1 == 1).collect::<Vec<_>>());
        let [a, b] = cells.each_ref().map(|cells| {
            let square = |&cell: &i32| {
                let (x, y) = (cell % 4 * 2, cell / 4 * 2);
                ring(&[(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)])
            };
            cut(&cells.iter().map(square).collect::<Vec<_>>()).unwrap()
        });
        // The larger of both distances of two cells' middles: 2 where they share a side or a corner.
        let apart = |a: &i32, b: &i32| {
            let along = |of: fn(i32) -> i32, by: i8| (2 * (of(*b) - of(*a)) + i32::from(by)).abs();
            along(|cell| cell % 4, x).max(along(|cell| cell / 4, y))
        };
        let least = cells[0].iter().flat_map(|a| cells[1].iter().map(move |b| apart(a, b))).min().unwrap();
        let expected = match least {
            0..=1 => Relation::Overlapping,
            2 => Relation::Touching,
            _ => Relation::Separated,
        };
        let turn = if is_turned { Rot::new(0.0, 1.0).unwrap() } else { Rot::IDENTITY };
        let at = Pose::new(Vec2::new(1024.5, -3.0), turn);
        let there = Pose::new(at.transform_point(Vec2::new(f32::from(x), f32::from(y))), turn);
        prop_assert_eq!(a.relation_to(&at, &b, &there), expected);
        prop_assert_eq!(b.relation_to(&there, &a, &at), expected);
    }

    /// What fills a hole touches its rim all around, at any turn, and overlaps it wherever it is moved by a rounding.
    #[test]
    fn an_island_touches_the_rim_of_the_hole_it_fills(
        outer in star(20..40, 24), hole in star(6..9, 12),
        angle in -3.2f32..3.2, x in -50.0f32..50.0, y in -50.0f32..50.0,
    ) {
        let (wall, island) = (cut(&[outer, hole.clone()]).unwrap(), cut(&[hole]).unwrap());
        let at = Pose::new(Vec2::new(x, y), Rot::from_angle(angle));
        prop_assert_eq!(wall.relation_to(&at, &island, &at), Relation::Touching);
        prop_assert_eq!(island.relation_to(&at, &wall, &at), Relation::Touching);
        for beside in [Vec2::new(x.next_up(), y), Vec2::new(x, y.next_down())] {
            let beside = Pose::new(beside, at.rotation);
            prop_assert_eq!(wall.relation_to(&at, &island, &beside), Relation::Overlapping);
        }
    }

    /// Any list of points is answered, by pieces or by an error.
    #[test]
    fn rings_of_any_numbers_are_cut_or_refused(
        rings in prop::collection::vec(prop::collection::vec((any::<u32>(), any::<u32>()), 0..9), 1..4)
    ) {
        let point = |(x, y): (u32, u32)| Vec2::new(f32::from_bits(x), f32::from_bits(y));
        let rings: Vec<Vec<Vec2>> = rings.into_iter().map(|ring| ring.into_iter().map(point).collect()).collect();
        if let Ok(compound) = cut(&rings) {
            prop_assert!(!compound.pieces().is_empty());
        }
    }

    /// Tangled rings on a small grid: most cross, and all touch somewhere.
    #[test]
    fn tangled_rings_are_cut_or_name_edges_that_cross(ring in prop::collection::vec((0i32..5, 0i32..5), 3..7)) {
        let ring = self::ring(&ring);
        outlines::check(&[ring]);
    }

    /// The same, from any bytes: several rings, of any numbers or on a grid.
    #[test]
    fn rings_from_bytes_are_cut_or_name_edges_that_cross(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        outlines::pieces(&bytes);
    }
}

#[test]
fn a_convex_ring_is_one_piece_in_either_winding() {
    let mut square = ring(&[(0, 0), (2, 0), (4, 0), (4, 4), (0, 4)]);
    assert_eq!(check(&[square.clone()]), 1);
    square.reverse();
    assert_eq!(check(&[square]), 1);
}

#[test]
fn an_l_is_two_pieces_and_a_plus_three_to_five() {
    assert_eq!(check(&[ring(&[(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)])]), 2);
    let plus = [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)];
    assert!((3..=5).contains(&check(&[ring(&plus)])));
}

/// D12: another library panics from 240 points on.
#[test]
fn d12_circles_of_many_points_are_cut() {
    for n in [240, 241, 1000, 4096] {
        let on_circle = |radius: f32, i: usize| {
            Rot::from_angle(std::f32::consts::TAU * i as f32 / n as f32).rotate(Vec2::X) * radius
        };
        let circle: Vec<Vec2> = (0..n).map(|i| on_circle(1.0, i)).collect();
        let compound = decompose(&[&circle]).unwrap();
        let total: f64 = compound.pieces().iter().map(|piece| area(&corners(piece))).sum();
        assert!((total - area(&circle)).abs() < 1e-12);
        // Points rounded to f32 are not all on the hull: with a few dents the circle is a few pieces.
        assert!(compound.pieces().len() < n / 4, "{} pieces of {n} points", compound.pieces().len());
        let ring: Vec<Vec2> = (0..n).map(|i| on_circle(0.5, i)).collect();
        let pieces = decompose(&[&circle, &ring]).unwrap().pieces().len();
        assert!(pieces <= 2 * n, "{pieces} pieces of a ring of {n} points");
    }
}

/// In the order of the ring each vertex took over all edges of the one before: these took minutes.
#[test]
fn strips_arcs_and_zigzags_of_many_points_are_cut() {
    let n = 30_000u16;
    let along = |y: fn(f32) -> f32| (0..n).map(move |i| Vec2::new(f32::from(i), y(f32::from(i))));
    let strip: Vec<Vec2> = along(|_| 0.0).chain(along(|_| 0.001).rev()).collect();
    assert_eq!(decompose(&[&strip]).unwrap().pieces().len(), 1);

    let bend = |x: f32| (x - 15_000.0) * (x - 15_000.0);
    let hourglass: Vec<Vec2> = along(|_| 0.0)
        .map(|p| p.with_y(-1.0 - bend(p.x)))
        .chain(along(|_| 0.0).map(|p| p.with_y(1.0 + bend(p.x))).rev())
        .collect();
    let pieces = decompose(&[&hourglass]).unwrap();
    assert!((usize::from(n) / 2..usize::from(n)).contains(&pieces.pieces().len()), "{}", pieces.pieces().len());

    let zigzag: Vec<Vec2> = along(|x| 1.0 + x % 2.0).chain([Vec2::new(30_000.0, 0.0), Vec2::ZERO]).collect();
    assert_eq!(decompose(&[&zigzag]).unwrap().pieces().len(), usize::from(n) / 2 + 1);
}

#[test]
fn an_island_in_a_hole_and_tiles_side_by_side_are_parts_of_one_area() {
    let square = |x: i32, size: i32| ring(&[(x, x), (x + size, x), (x + size, x + size), (x, x + size)]);
    let nested = cut(&[square(0, 10), square(2, 6), square(4, 2)]).unwrap();
    assert_eq!(area_of(&nested), 2.0 * (100.0 - 36.0 + 4.0));

    let tiles = cut(&[ring(&[(0, 0), (2, 0), (2, 2), (0, 2)]), ring(&[(2, 0), (4, 0), (4, 2), (2, 2)])]).unwrap();
    assert_eq!((tiles.pieces().len(), area_of(&tiles)), (1, 16.0));
}

#[test]
fn a_hole_may_touch_the_outline_in_a_corner() {
    let compound = cut(&[ring(&[(0, 0), (8, 0), (8, 8), (0, 8)]), ring(&[(0, 4), (4, 2), (4, 6)])]).unwrap();
    let point = Shape::circle(0.0).unwrap();
    let relation = |x, y| compound.relation(&Pose::IDENTITY, &point, &Pose::from_translation(Vec2::new(x, y)));
    assert_eq!(relation(0.0, 4.0), Relation::Touching);
    assert_eq!(relation(3.0, 4.0), Relation::Separated);
    assert_eq!(relation(6.0, 4.0), Relation::Overlapping);
}

/// The bound on their number counts parts and not rings.
#[test]
fn what_hangs_together_in_vertices_alone_is_several_parts() {
    let squares = [0, 5, 9].map(|x| ring(&[(x, 0), (x + 1, 0), (x + 1, 1), (x, 1)]));
    assert_eq!(cut(&squares).unwrap().pieces().len(), 3);
    let (square, diamond) = (ring(&[(0, 0), (8, 0), (8, 8), (0, 8)]), ring(&[(4, 0), (8, 4), (4, 8), (0, 4)]));
    assert_eq!(cut(&[square, diamond]).unwrap().pieces().len(), 4);
}

/// A segment that lies along a seam touches both pieces, and is inside the outline all the same.
#[test]
fn a_segment_along_a_seam_is_inside_and_one_that_ends_at_its_corner_is_not() {
    let l = cut(&[ring(&[(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)])]).unwrap();
    let turn = Pose::new(Vec2::new(7.0, -3.0), Rot::new(0.6, 0.8).unwrap());
    let relation = |a: (f32, f32), b: (f32, f32)| {
        let forth = l.relation(&turn, &Shape::segment(a.into(), b.into()).unwrap(), &turn);
        assert_eq!(forth, l.relation(&turn, &Shape::segment(b.into(), a.into()).unwrap(), &turn));
        assert_eq!(forth, l.relation(&turn, &Shape::capsule(b.into(), a.into(), 0.0).unwrap(), &turn));
        forth
    };
    // The seams that can be: from (2, 2) to (0, 0), (2, 0), (0, 2), (4, 0) or (0, 4).
    for end in [(0.0, 0.0), (2.0, 0.0), (0.0, 2.0)] {
        let half = (1.0 + end.0 / 2.0, 1.0 + end.1 / 2.0);
        let beyond = (4.0 - end.0, 4.0 - end.1);
        assert_eq!(relation((2.0, 2.0), end), Relation::Overlapping, "the whole way to {end:?}");
        assert_eq!(relation(half, half), Relation::Overlapping, "a point on the way to {end:?}");
        assert_eq!(relation(beyond, half), Relation::Overlapping, "from outside toward {end:?}");
    }
    assert_eq!(relation((2.0, 2.0), (4.0, 4.0)), Relation::Touching);
    assert_eq!(relation((2.0, 2.0), (2.0, 2.0)), Relation::Touching);
    assert_eq!(relation((2.0, 2.0), (2.0, 9.0)), Relation::Touching);
    assert_eq!(relation((3.0, 3.0), (4.0, 4.0)), Relation::Separated);
}

#[test]
fn a_box_exactly_in_a_notch_touches_and_one_a_rounding_wider_overlaps() {
    let notch = cut(&[ring(&[(0, 0), (5, 0), (5, 3), (3, 3), (3, 1), (2, 1), (2, 3), (0, 3)])]).unwrap();
    let relation = |half_x: f32| {
        let tile = Shape::rect(half_x, 0.5).unwrap();
        notch.relation(&Pose::IDENTITY, &tile, &Pose::from_translation(Vec2::new(2.5, 1.5)))
    };
    assert_eq!(relation(0.5), Relation::Touching);
    assert_eq!(relation(0.5f32.next_up()), Relation::Overlapping);
}

#[test]
fn what_cannot_be_cut_is_named() {
    let bow = ring(&[(0, 0), (4, 4), (4, 0), (0, 4)]);
    let [first, second] = [0, 2].map(|index| RingEdge { ring: 0, index });
    assert_eq!(decompose(&[&bow]), Err(DecomposeError::Crossing { first, second }));
    let (square, shifted) = (ring(&[(0, 0), (4, 0), (4, 4), (0, 4)]), ring(&[(2, 2), (6, 2), (6, 6), (2, 6)]));
    let crossing = decompose(&[&square, &shifted]).unwrap_err();
    assert!(
        matches!(crossing, DecomposeError::Crossing { first: RingEdge { ring: 0, .. }, second } if second.ring == 1)
    );
    assert_eq!(decompose(&[&square, &square[..2]]), Err(DecomposeError::TooFewVertices { ring: 1, count: 2 }));
    assert_eq!(decompose(&[&ring(&[(0, 0), (1, 1), (2, 2), (5, 5)])]), Err(DecomposeError::ZeroArea));
    assert_eq!(decompose(&[&square, &square]), Err(DecomposeError::ZeroArea));
    assert_eq!(decompose(&[]), Err(DecomposeError::ZeroArea));
    let mut bad = square.clone();
    bad[2].y = f32::NAN;
    assert!(matches!(decompose(&[&bad]), Err(DecomposeError::NotFinite { ring: 0, index: 2, .. })));
    let many = vec![Vec2::ZERO; sat_simd::MAX_VERTICES + 1];
    assert_eq!(decompose(&[&many]), Err(DecomposeError::TooManyVertices { count: many.len() }));
}

#[test]
fn outlines_of_any_size_are_cut_alike() {
    let l = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)];
    // 4·2¹²⁵ is 2¹²⁷; 2⁻¹⁴⁹ is the smallest subnormal.
    for scale in [2f32.powi(125), f32::from_bits(1), 1e-30, 1e30] {
        let ring: Vec<Vec2> = ring(&l).iter().map(|&corner| corner * scale).collect();
        assert_eq!(decompose(&[&ring]).unwrap().pieces().len(), 2, "at scale {scale}");
    }
}

#[test]
fn tiles_laid_side_by_side_are_cut_as_what_they_cover() {
    let tile = |x: i32, y: i32| ring(&[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]);
    let laid = |side: i32, is_there: &dyn Fn(i32, i32) -> bool| {
        let places = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
        cut(&places.filter(|&(x, y)| is_there(x, y)).map(|(x, y)| tile(x, y)).collect::<Vec<_>>()).unwrap()
    };
    let square = laid(20, &|_, _| true);
    assert_eq!((square.pieces().len(), area_of(&square)), (1, 800.0));
    let frame = laid(20, &|x, y| !((5..15).contains(&x) && (5..15).contains(&y)));
    assert_eq!((frame.pieces().len(), area_of(&frame)), (4, 600.0));
    let stairs = laid(8, &|x, y| y <= x);
    // Seven corners are reflex.
    assert!(stairs.pieces().len() <= 15 && area_of(&stairs) == 72.0, "{} pieces", stairs.pieces().len());
}

#[test]
fn a_point_where_tiles_meet_is_inside_them() {
    let tile = |x: i32, y: i32| ring(&[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]);
    let tiles: Vec<Vec<Vec2>> = (0..16).map(|i| tile(i % 4, i / 4)).collect();
    let floor = cut(&tiles).unwrap();
    let point = Shape::circle(0.0).unwrap();
    for (x, y) in (0..5).flat_map(|x| (0..5).map(move |y| (x, y))) {
        let at = Pose::from_translation(Vec2::new(x as f32, y as f32));
        let is_border = [x, y].iter().any(|&at| at == 0 || at == 4);
        let expected = if is_border { Relation::Touching } else { Relation::Overlapping };
        assert_eq!(floor.relation(&Pose::IDENTITY, &point, &at), expected, "at ({x}, {y})");
    }
}

/// parry #89: points of a concave polygon level with its vertices were taken to be outside.
#[test]
fn points_level_with_vertices_are_inside_where_the_outline_is() {
    let comb = ring(&[(0, 0), (8, 0), (8, 4), (6, 4), (6, 2), (4, 2), (4, 4), (2, 4), (2, 2), (0, 2)]);
    let compound = cut(&[comb]).unwrap();
    for (x, y) in (-1i8..18).flat_map(|x| (-1i8..10).map(move |y| (x, y))) {
        let (x, y) = (f32::from(x) * 0.5, f32::from(y) * 0.5);
        let is_in_body = (0.0..=8.0).contains(&x) && (0.0..=2.0).contains(&y);
        let is_in_tooth = ((2.0..=4.0).contains(&x) || (6.0..=8.0).contains(&x)) && (0.0..=4.0).contains(&y);
        let found = compound.contains_point(&Pose::IDENTITY, Vec2::new(x, y)).unwrap();
        assert_eq!(found, is_in_body || is_in_tooth, "({x}, {y})");
    }
}
