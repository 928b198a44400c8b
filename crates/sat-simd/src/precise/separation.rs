use super::difference::{Difference, Edge, Face, Owner};
use crate::filter::Foremost;
use crate::root::sqrt_f64;
use glam::DVec2;

/// How two shapes stand to each other along the direction that matters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// Unit, from A to B.
    pub(crate) normal: DVec2,
    /// The surface points that are closest, or deepest, seen from [`Difference::origin`].
    pub(crate) point_a: DVec2,
    /// The same on B, seen from the same point.
    pub(crate) point_b: DVec2,
    /// The distance between the surfaces, radii included; minus the depth when they overlap. Behind the vectors, which are then read
    /// two numbers at a time as they were written.
    pub(crate) separation: f64,
    /// Whose edge it is that the normal belongs to, or that the point on the other's corner is nearest to.
    pub(crate) owner: Owner,
}

impl Contact {
    /// Of two discs, the second one `offset` from the first.
    pub(crate) fn of_discs(offset: DVec2, radius_a: f64, radius_b: f64) -> Self {
        let distance = sqrt_f64(offset.length_squared());
        // Any direction leads out of two discs with one centre.
        let normal = if distance > 0.0 { offset * (1.0 / distance) } else { DVec2::X };
        Self {
            normal,
            separation: distance - (radius_a + radius_b),
            point_a: normal * radius_a,
            point_b: offset - normal * radius_b,
            owner: Owner::A,
        }
    }

    /// The same, of B and A, seen from the same point.
    #[inline]
    pub(crate) fn reversed(self) -> Self {
        let owner = match self.owner {
            Owner::A => Owner::B,
            Owner::B => Owner::A,
        };
        Self { normal: -self.normal, point_a: self.point_b, point_b: self.point_a, owner, ..self }
    }
}

/// The point of the difference's boundary that is closest to the origin, as far as known.
struct Closest {
    distance_sq: f64,
    face: Face,
    edge: Edge,
    /// Where on the edge, 0 to its length, times the length.
    place: f64,
    length_sq: f64,
}

impl Difference<'_> {
    /// Depth or distance, its direction, and the surface points it lies between.
    ///
    /// When the cores overlap, the way out is the face with the largest separation. When they are apart, it is the
    /// boundary point closest to the origin. Which of the two holds is read off the faces' separations, except within
    /// rounding of zero: a flat difference has no depth on any face and yet the origin may lie far from it, beyond its
    /// end, so there the distance to the boundary decides.
    pub(crate) fn contact(&self) -> Contact {
        self.contact_over(None)
    }

    /// [`Difference::contact`], looking at no edges but those in `foremost`, if it is given: of this very pair.
    pub(crate) fn contact_over(&self, foremost: Option<Foremost>) -> Contact {
        self.between_segments().unwrap_or_else(|| self.contact_over_faces(foremost))
    }

    /// Normal and separation of [`Difference::contact_over`] where the cores overlap by more than rounding, without the points
    /// that they lie between.
    pub(crate) fn way_out_over(&self, foremost: Option<Foremost>) -> Option<(DVec2, f64)> {
        if let Some(contact) = self.between_segments() {
            return Some((contact.normal, contact.separation));
        }
        let mut deepest: Option<Face> = None;
        self.for_each_face_of(foremost, |face| {
            if deepest.is_none_or(|best| face.separation > best.separation) {
                deepest = Some(face);
            }
        });
        let face = deepest.filter(|face| face.separation < -self.tolerance)?;
        Some((face.normal, face.separation - self.radius()))
    }

    pub(super) fn contact_over_faces(&self, foremost: Option<Foremost>) -> Contact {
        let mut deepest: Option<Face> = None;
        let mut closest: Option<Closest> = None;
        self.for_each_face_of(foremost, |face| {
            if deepest.is_none_or(|best| face.separation > best.separation) {
                deepest = Some(face);
            }
            if face.separation >= -self.tolerance {
                self.edges_of(&face).for_each(|edge| keep_closer(&mut closest, face, edge));
            }
        });
        let Some(face) = deepest else {
            return self.between_points();
        };
        let outside = closest.filter(|found| {
            face.separation > self.tolerance || found.distance_sq > 16.0 * self.tolerance * self.tolerance
        });
        if let Some(found) = outside {
            return self.finish(found);
        }
        let mut foot = None;
        self.keep_foot(&mut foot, &face, face.separation);
        if foot.as_ref().is_none_or(|found: &Closest| !found.is_inside()) {
            // Of two parallel edges the longer one holds the foot, and it may belong to the other shape.
            self.for_each_face_of(foremost, |other| {
                if face.normal.dot(other.normal) > 0.999 {
                    self.keep_foot(&mut foot, &other, face.separation);
                }
            });
        }
        match foot {
            Some(found) => self.witness(face.normal, face.separation, &found),
            None => self.between_points(),
        }
    }

    /// Looks for the foot of the origin on those edges of `face` that lie `separation` from it.
    fn keep_foot(&self, foot: &mut Option<Closest>, face: &Face, separation: f64) {
        if (face.separation - separation).abs() <= self.tolerance {
            self.edges_of(face).for_each(|edge| keep_closer(foot, *face, edge));
        }
    }

    /// The contact of cores that are apart: the closest boundary point is inside an edge or a vertex of the difference.
    fn finish(&self, found: Closest) -> Contact {
        let Closest { distance_sq, face, edge, place, .. } = found;
        if found.is_inside() {
            return self.witness(face.normal, edge.start.dot(face.normal).abs(), &found);
        }
        let distance = sqrt_f64(distance_sq);
        let corner = if place > 0.0 { edge.start + edge.along } else { edge.start };
        self.witness(corner * (1.0 / distance), distance, &found)
    }

    /// The contact of two cores that are points.
    fn between_points(&self) -> Contact {
        Contact::of_discs(self.offset, self.radius_a, self.radius_b)
    }

    fn witness(&self, normal: DVec2, core_separation: f64, found: &Closest) -> Contact {
        let Closest { face, edge, .. } = found;
        let s = found.place / found.length_sq;
        let (on_a, on_b) = match face.owner {
            Owner::A => (
                self.core_a.vertex(face.edge) + self.core_a.edge(face.edge) * s,
                self.offset + self.core_b.vertex(edge.vertex),
            ),
            Owner::B => (
                self.core_a.vertex(edge.vertex),
                self.offset + self.core_b.vertex(face.edge) + self.core_b.edge(face.edge) * s,
            ),
        };
        Contact {
            normal,
            separation: core_separation - self.radius(),
            point_a: on_a + normal * self.radius_a,
            point_b: on_b - normal * self.radius_b,
            owner: face.owner,
        }
    }
}

impl Closest {
    /// Whether the point lies between the ends of its edge.
    fn is_inside(&self) -> bool {
        self.place > 0.0 && self.place < self.length_sq
    }
}

/// Puts `edge` into `closest` when the origin is closer to it.
fn keep_closer(closest: &mut Option<Closest>, face: Face, edge: Edge) {
    let length_sq = edge.along.length_squared();
    let place = (-edge.start.dot(edge.along)).clamp(0.0, length_sq);
    let distance_sq = if place <= 0.0 {
        edge.start.length_squared()
    } else if place >= length_sq {
        (edge.start + edge.along).length_squared()
    } else {
        let across = edge.start.dot(face.normal);
        across * across
    };
    if closest.as_ref().is_none_or(|best| distance_sq < best.distance_sq) {
        *closest = Some(Closest { distance_sq, face, edge, place, length_sq });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AsShape;
    use crate::batch::testing::entries;
    use geom::Vec2;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_way_out_is_that_of_the_contact(entries in entries()) {
            for pair in entries.windows(2) {
                let [(a, pose_a), (b, pose_b)] = pair else { unreachable!("windows of two") };
                let (a, b) = (a.as_shape(), b.as_shape());
                let difference = Difference::new(a, pose_a, Vec2::ZERO, b, pose_b);
                for foremost in [None, Foremost::new(a, pose_a, b, pose_b)] {
                    let contact = difference.contact_over(foremost);
                    let way = difference.way_out_over(foremost);
                    let is_clear = contact.separation + difference.radius() < -difference.tolerance;
                    prop_assert!(way.is_some() || !is_clear, "{:?} {:?}", a, b);
                    prop_assert!(way.is_none_or(|way| way == (contact.normal, contact.separation)), "{:?} {:?}", a, b);
                }
            }
        }

        #[test]
        fn the_contact_over_the_foremost_edges_is_that_over_all(entries in entries()) {
            for pair in entries.windows(2) {
                let [(a, pose_a), (b, pose_b)] = pair else { unreachable!("windows of two") };
                let (a, b) = (a.as_shape(), b.as_shape());
                let difference = Difference::new(a, pose_a, Vec2::ZERO, b, pose_b);
                let some = difference.contact_over(Foremost::new(a, pose_a, b, pose_b));
                let all = difference.contact();
                // Where two edges meet at the nearest corner, either may name it.
                let (error, about) = (difference.tolerance, format!("{a:?} {b:?}: {some:?} {all:?}"));
                prop_assert!((some.separation - all.separation).abs() <= error, "{}", about);
                let distance = all.separation + difference.radius();
                let turned = (some.normal - all.normal).length();
                // A point beside the nearest one, by w, is farther by w²/2d; what ties is farther by two errors at most.
                let aside = turned * distance;
                prop_assert!(turned == 0.0 || distance < 0.0 || aside * aside <= 4.0 * error * distance, "{}", about);
            }
        }
    }
}
