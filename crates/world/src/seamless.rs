use crate::colliders::Colliders;
use crate::contact::Contact;
use crate::seams::Seams;
use geom::{Pose, Vec2};
use sat_simd::{Manifold, ManifoldPoint};

impl Colliders {
    /// A contact's manifold, in A's frame, without what neighbours cover of a seamless side.
    pub fn without_seams(&self, contact: &Contact, manifold: &Manifold, margin: f32) -> Manifold {
        let (a, b) = (contact.a.slot(), contact.b.slot());
        let without = |found: Manifold, side: usize, other: usize| match self.seams_for(side, other, &self.poses[other])
        {
            Some(seams) if !found.is_empty() && !seams.are_below(&found) => {
                self.without(seams, [a, b], side == a, &found, margin)
            }
            _ => found,
        };
        without(without(*manifold, a, b), b, a)
    }

    /// The manifold of A and B without what `seams` cover, which are A's or B's.
    ///
    /// One whose normal the neighbours leave no room for is found anew against the face whose normal is nearest, of those in front of the
    /// other side's middle. If that is over none of them, the neighbours hold it and there is no contact. What was found stays
    /// where it pushes out of a hollow between two neighbours, of which neither may reach there, and where the middle is inside.
    fn without(&self, seams: &Seams, [a, b]: [usize; 2], is_a: bool, manifold: &Manifold, margin: f32) -> Manifold {
        let other = if is_a { b } else { a };
        let pose_ab = self.poses[a].inv_mul(&self.poses[b]);
        let pose = if is_a { pose_ab } else { pose_ab.inverse() };
        let near = manifold.points().iter().filter(|point| point.separation <= margin).map(|point| point.point);
        let normal = if is_a { manifold.normal() } else { -pose_ab.inv_transform_vector(manifold.normal()) };
        let own = |point: Vec2| if is_a { point } else { pose_ab.inv_transform_point(point) };
        if seams.admit(normal, near.map(own)) {
            return *manifold;
        }
        let middle = pose.transform_point(self.traits[other].middle);
        match seams.touch(normal, &self.shapes[other], &pose, middle, margin) {
            Some(touch) if is_a => touch,
            Some(touch) => seen_from_other(&touch, &pose_ab),
            None if seams.contain(middle) || seams.bounds_free(normal) => *manifold,
            None => Manifold::EMPTY,
        }
    }

    /// With which normal a shape that comes to the first pose on its way is stopped by another one, which is at the second by then, in the
    /// world and toward that: `normal`, unless either is seamless and neighbours leave no room for it. Then it is that of the open face
    /// into which the way leads deepest, if it leads in by more than `safe`.
    pub fn stopping_normal(
        &self,
        [mine, other]: [usize; 2],
        [pose, place]: [&Pose; 2],
        normal: Vec2,
        way: Vec2,
        safe: f32,
    ) -> Option<Vec2> {
        let outward = self.open_normal([other, mine], [place, pose], -normal, way, safe)?;
        self.open_normal([mine, other], [pose, place], -outward, -way, safe)
    }

    /// [`stopping_normal`](Colliders::stopping_normal), outward, by the neighbours of the first one alone, to which the second one comes.
    fn open_normal(
        &self,
        [of, by]: [usize; 2],
        [place, pose]: [&Pose; 2],
        normal: Vec2,
        way: Vec2,
        safe: f32,
    ) -> Option<Vec2> {
        let Some(seams) = self.seams_for(of, by, pose) else { return Some(normal) };
        let (shape, pose) = (&self.shapes[by], place.inv_mul(pose));
        if seams.admit_touch(place.inv_transform_vector(normal), shape, &pose) {
            return Some(normal);
        }
        let (way, middle) = (place.inv_transform_vector(way), pose.transform_point(self.traits[by].middle));
        let into = |normal: Vec2| -normal.dot(way);
        let normals = seams.open_normals(middle, shape, &pose).filter(|&normal| into(normal) > safe);
        let deepest = normals.reduce(|best, next| if into(next) > into(best) { next } else { best })?;
        Some(place.transform_vector(deepest))
    }
}

/// The manifold of (B, A) in B's frame as that of (A, B) in A's.
pub(crate) fn seen_from_other(manifold: &Manifold, pose_ab: &Pose) -> Manifold {
    let turned = |point: &ManifoldPoint| ManifoldPoint {
        point: pose_ab.transform_point(point.point),
        feature: point.feature.swapped(),
        ..*point
    };
    let normal = -pose_ab.transform_vector(manifold.normal());
    match manifold.points() {
        [only] => Manifold::one(normal, turned(only)),
        // Outlines run opposite ways.
        [first, second] => Manifold::two(normal, [turned(second), turned(first)]),
        _ => Manifold::EMPTY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Rot;
    use sat_simd::{Shape, manifold};

    fn at(x: f32, y: f32) -> Pose {
        Pose::from_translation(Vec2::new(x, y))
    }

    /// A tile of two metres with one like it on either side.
    fn in_a_row() -> (Shape, Seams) {
        let tile = Shape::rect(1.0, 1.0).unwrap();
        let seams = Seams::new(&tile, &[(&tile, at(-2.0, 0.0)), (&tile, at(2.001, 0.0))], 0.005).unwrap();
        (tile, seams)
    }

    fn others() -> [Shape; 4] {
        let corners = [[-0.4, -0.5], [0.4, -0.5], [0.5, 0.5], [0.0, 0.8], [-0.5, 0.5]].map(Vec2::from);
        let Shape::Polygon(polygon) = Shape::polygon(&corners).unwrap() else { unreachable!("it is a polygon") };
        let capsule = |a: Vec2, b: Vec2| Shape::capsule(a, b, 0.1).unwrap();
        let (left, right) = (Vec2::new(-0.4, 0.0), Vec2::new(0.4, 0.0));
        [
            Shape::rect(0.4, 0.5).unwrap(),
            polygon.with_radius(0.1).unwrap().into(),
            capsule(left, right),
            capsule(right, left),
        ]
    }

    /// Impulses are kept under their features: they have to be those that the next step may find without this.
    #[test]
    fn over_an_open_face_the_manifold_is_that_without_neighbors() {
        let (tile, seams) = in_a_row();
        for other in others() {
            let lowest = other.aabb(&Pose::IDENTITY).min.y;
            for (x, angle) in [(0.0, 0.0), (0.3, 0.01), (-0.2, -0.01), (0.9, 0.0), (-0.8, 0.01)] {
                let pose = Pose::new(Vec2::new(x, 0.99 - lowest), Rot::from_angle(angle));
                let touch = seams.touch(Vec2::Y, &other, &pose, pose.translation, 0.02).unwrap();
                let plain = manifold(&tile, &other, &pose, 0.02).with_far_end();
                let is_like = |one: &Manifold, plain: &Manifold| {
                    assert!((one.normal() - plain.normal()).length() < 0.011, "{one:?} {plain:?}");
                    assert_eq!(one.points().len(), plain.points().len());
                    for (point, plain) in one.points().iter().zip(plain.points()) {
                        assert_eq!(point.feature, plain.feature, "{one:?}");
                        // Over the gap to its neighbour it reaches further.
                        assert!((point.point - plain.point).length() < 0.011, "{one:?} {plain:?}");
                        assert!((point.separation - plain.separation).abs() < 1e-3, "{one:?} {plain:?}");
                    }
                };
                is_like(&touch, &plain);
                let pose_ba = pose.inverse();
                is_like(&seen_from_other(&touch, &pose_ba), &manifold(&other, &tile, &pose_ba, 0.02).with_far_end());
            }
        }
    }

    #[test]
    fn covered_sides_and_flush_corners_have_the_normal_of_the_face_alone() {
        let (_, seams) = in_a_row();
        let (corner, top) = (Vec2::ONE, Vec2::new(0.3, 1.0));
        let normal = |angle: f32| Rot::from_angle(angle).rotate(Vec2::Y);
        let admit = |normal: Vec2, point: Vec2| seams.admit(normal, [point].into_iter());
        assert!(admit(Vec2::Y, top) && admit(Vec2::Y, corner) && admit(-Vec2::Y, -top));
        assert!(!admit(Vec2::X, corner) && !admit(-Vec2::X, -Vec2::X));
        assert!(!admit(normal(-0.1), corner) && !admit(normal(0.1), Vec2::new(-1.0, 1.0)));
        assert!(admit(normal(-0.0005), corner), "rounding is forgiven");
    }

    /// The tile under the corner between a floor and a wall is covered on all sides that meet there, and what is pressed into the corner
    /// may touch nothing but it.
    #[test]
    fn what_is_pressed_into_a_hollow_keeps_what_pushes_out_of_it() {
        let tile = Shape::rect(1.0, 1.0).unwrap();
        let bounds = |neighbors: &[(f32, f32)], normal: Vec2| {
            let neighbors: Vec<_> = neighbors.iter().map(|&(x, y)| (&tile, at(x, y))).collect();
            Seams::new(&tile, &neighbors, 0.005).unwrap().bounds_free(normal.normalize())
        };
        for normal in [Vec2::X, Vec2::Y, Vec2::ONE] {
            assert!(bounds(&[(2.0, 0.0), (0.0, 2.0)], normal), "{normal}");
            assert!(!bounds(&[(2.0, 0.0), (0.0, 2.0), (2.0, 2.0)], normal), "{normal}: nothing is free");
        }
        assert!(!bounds(&[(2.0, 0.0), (0.0, 2.0)], Vec2::new(-1.0, 2.0)));
        assert!(bounds(&[(2.0, 0.0)], Vec2::Y) && !bounds(&[(2.0, 0.0)], Vec2::X));
    }

    #[test]
    fn ridges_have_normals_between_their_faces_and_hollows_none() {
        let slope = |angle: f32| Pose::new(Vec2::new(1.0, 1.0), Rot::from_angle(angle)) * at(1.0, -1.0);
        let tile = Shape::rect(1.0, 1.0).unwrap();
        let (ridge, hollow) = (slope(-0.5), slope(0.5));
        let admits = |neighbor: Pose, angle: f32| {
            let seams = Seams::new(&tile, &[(&tile, neighbor)], 0.005).unwrap();
            seams.admit(Rot::from_angle(angle).rotate(Vec2::Y), [Vec2::ONE].into_iter())
        };
        assert!(admits(ridge, -0.25) && admits(ridge, -0.49) && admits(ridge, 0.0));
        assert!(!admits(ridge, -0.51) && !admits(ridge, -1.5));
        assert!(admits(hollow, 0.0) && !admits(hollow, -0.1) && !admits(hollow, -0.5));
    }

    #[test]
    fn a_side_that_is_covered_in_part_is_felt_beside_that() {
        let (tile, low) = (Shape::rect(1.0, 1.0).unwrap(), Shape::rect(1.0, 0.5).unwrap());
        // Its top is at half the height of the side.
        let seams = Seams::new(&tile, &[(&low, at(2.0, -0.5))], 0.005).unwrap();
        let admit = |points: &[f32]| seams.admit(Vec2::X, points.iter().map(|&y| Vec2::new(1.0, y)));
        assert!(admit(&[0.5]) && admit(&[-0.5, 0.5]) && admit(&[0.01, 1.0]));
        assert!(!admit(&[-0.5]) && !admit(&[-1.0, 0.004]));
    }

    /// Walls stand to the right of x = 0.5, sunk into the tile; one begins to taper a millimetre above it.
    #[test]
    fn a_face_goes_on_under_a_wall_for_what_is_in_the_hollow_before_that() {
        let (tile, tip) = (Shape::rect(1.0, 1.0).unwrap(), Shape::circle(0.1).unwrap());
        let keel = [[0.5, 1.001], [0.9, 0.5], [2.5, 0.5], [2.5, 2.5], [0.5, 2.5]].map(Vec2::from);
        for (wall, pose) in [(&tile, at(1.5, 1.5)), (&Shape::polygon(&keel).unwrap(), Pose::IDENTITY)] {
            let seams = Seams::new(&tile, &[(wall, pose)], 0.005).unwrap();
            let touch = |x: f32, middle: Vec2| seams.touch(Vec2::Y, &tip, &at(x, 1.05), middle, 0.02);
            let deep = touch(0.6, Vec2::new(0.4, 1.3)).unwrap();
            assert_eq!(deep.normal(), Vec2::Y);
            assert!((deep.points()[0].separation + 0.05).abs() < 1e-6, "{deep:?}");
            assert!(touch(0.6, Vec2::new(0.6, 1.3)).is_none(), "inside the wall");
            assert!(touch(0.4, Vec2::new(0.4, 1.05)).is_some(), "beside the wall");
        }
    }

    #[test]
    fn neighbors_in_one_place_say_what_one_says() {
        let tile = Shape::rect(1.0, 1.0).unwrap();
        let slope = Pose::new(Vec2::new(1.0, 1.0), Rot::from_angle(-0.5)) * at(1.0, -1.0);
        for pose in [Pose::IDENTITY, slope, at(1.0, 2.0)] {
            let sizes = [1, 20].map(|count| {
                let seams = Seams::new(&tile, &vec![(&tile, pose); count], 0.005).unwrap();
                [seams.tangents.len(), seams.ridges.len(), seams.bounds.len()]
            });
            assert_eq!(sizes[0], sizes[1], "at {pose:?}");
        }
    }

    #[test]
    fn discs_and_segments_of_no_length_cover_nothing() {
        let (start, end) = (Vec2::new(0.1, 0.1), Vec2::new(0.3, 0.8));
        let rail = Shape::capsule(start, end, 0.1).unwrap();
        let dots = [Shape::circle(0.1).unwrap(), Shape::capsule(Vec2::ZERO, Vec2::ZERO, 0.1).unwrap()];
        for (dot, place) in dots.iter().flat_map(|dot| [start, end, start.midpoint(end)].map(|place| (dot, place))) {
            let pose = Pose::from_translation(place);
            assert!(Seams::new(&rail, &[(dot, pose)], 0.005).is_none(), "{dot:?} at {place}");
        }
    }

    #[test]
    fn two_surfaces_in_one_place_do_not_cover_each_other() {
        let tile = Shape::rect(1.0, 1.0).unwrap();
        for x in [0.0, 0.5, 1.0] {
            let seams = Seams::new(&tile, &[(&tile, at(x, 0.0))], 0.005).unwrap();
            assert!(seams.admit(Vec2::Y, [Vec2::new(0.9, 1.0)].into_iter()), "{x}");
        }
    }
}
