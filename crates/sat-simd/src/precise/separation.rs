use super::difference::{Difference, Edge, Face, Owner};
use crate::filter::Foremost;
use glam::DVec2;

/// How two shapes stand to each other along the direction that matters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// Unit, from A to B.
    pub(crate) normal: DVec2,
    /// The distance between the surfaces, radii included; minus the depth when they overlap.
    pub(crate) separation: f64,
    /// The surface points that are closest, or deepest, seen from [`Difference::origin`].
    pub(crate) point_a: DVec2,
    /// The same on B, seen from the same point.
    pub(crate) point_b: DVec2,
}

/// The point of the difference's boundary that is closest to the origin, as far as known.
struct Closest {
    distance: f64,
    face: Face,
    edge: Edge,
    /// Where on the edge, 0..=1.
    s: f64,
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
        let outside = closest.filter(|found| face.separation > self.tolerance || found.distance > 4.0 * self.tolerance);
        if let Some(found) = outside {
            return self.finish(found);
        }
        let mut foot = None;
        self.keep_foot(&mut foot, &face, face.separation);
        if foot.as_ref().is_none_or(|found: &Closest| found.s <= 0.0 || found.s >= 1.0) {
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
        let Closest { distance, face, edge, s } = found;
        if s > 0.0 && s < 1.0 {
            return self.witness(face.normal, distance, &found);
        }
        let corner = if s > 0.0 { edge.start + edge.along } else { edge.start };
        self.witness(corner / distance, distance, &found)
    }

    /// The contact of two cores that are points.
    fn between_points(&self) -> Contact {
        let distance = self.offset.length();
        // Any direction leads out of two discs with one centre.
        let normal = if distance > 0.0 { self.offset / distance } else { DVec2::X };
        Contact {
            normal,
            separation: distance - self.radius(),
            point_a: normal * self.radius_a,
            point_b: self.offset - normal * self.radius_b,
        }
    }

    fn witness(&self, normal: DVec2, core_separation: f64, found: &Closest) -> Contact {
        let Closest { face, edge, s, .. } = found;
        let (on_a, on_b) = match face.owner {
            Owner::A => (
                self.core_a.vertex(face.edge) + self.core_a.edge(face.edge) * *s,
                self.offset + self.core_b.vertex(edge.vertex),
            ),
            Owner::B => (
                self.core_a.vertex(edge.vertex),
                self.offset + self.core_b.vertex(face.edge) + self.core_b.edge(face.edge) * *s,
            ),
        };
        Contact {
            normal,
            separation: core_separation - self.radius(),
            point_a: on_a + normal * self.radius_a,
            point_b: on_b - normal * self.radius_b,
        }
    }
}

/// Puts `edge` into `closest` when the origin is closer to it.
fn keep_closer(closest: &mut Option<Closest>, face: Face, edge: Edge) {
    let s = -edge.start.dot(edge.along) / edge.along.length_squared();
    let (s, distance) = if s <= 0.0 {
        (0.0, edge.start.length())
    } else if s >= 1.0 {
        (1.0, (edge.start + edge.along).length())
    } else {
        (s, edge.start.dot(face.normal).abs())
    };
    if closest.as_ref().is_none_or(|best| distance < best.distance) {
        *closest = Some(Closest { distance, face, edge, s });
    }
}
