//! Batches of polygons longer than what is decided at a time.

use sat_simd::batch::{CircleBatch, PairMask, PolygonBatch, polygon_circle_overlaps, polygon_polygon_overlaps};
use sat_simd::{Circle, Polygon, Pose, Rot, Vec2, overlaps};

#[test]
fn pairs_of_many_groups_are_answered_each_in_its_place() {
    let ngon = |count: u16| {
        let corner = |k: u16| Rot::from_angle(f32::from(k) * core::f32::consts::TAU / f32::from(count)).rotate(Vec2::X);
        Polygon::hull(&(0..count).map(corner).collect::<Vec<_>>()).unwrap()
    };
    let (mut a, mut b, mut circles) = (PolygonBatch::new(), PolygonBatch::new(), CircleBatch::new());
    let (mut expected, circle) = ([vec![], vec![]], Circle::new(0.9).unwrap());
    // Many groups and a bit, and more than are read ahead; the distances go from where all overlap to where none do.
    for i in 0..4203u16 {
        let (first, second, angle) = (ngon(3 + i % 6), ngon(3 + i / 6 % 6), Rot::from_angle(f32::from(i)));
        let at = Pose::new(Vec2::new(f32::from(i * 7 % 1000) * 0.003, 0.1), angle);
        a.push(&first, &Pose::IDENTITY).unwrap();
        b.push(&second, &at).unwrap();
        circles.push(&circle, at.translation);
        expected[0].push(overlaps(&first, &Pose::IDENTITY, &second, &at, 0.0));
        expected[1].push(overlaps(&first, &Pose::IDENTITY, &circle, &at, 0.0));
    }
    let mut mask = PairMask::new();
    polygon_polygon_overlaps(&a, &b, &mut mask).unwrap();
    assert_eq!(mask.iter().collect::<Vec<_>>(), expected[0]);
    polygon_circle_overlaps(&a, &circles, &mut mask).unwrap();
    assert_eq!(mask.iter().collect::<Vec<_>>(), expected[1]);
}
