use crate::colliders::Colliders;
use crate::contact::Contact;
use crate::meet::DISC_RADIUS;
use crate::seamless::seen_from_other;
use crate::seams::Edge;
use sat_simd::Manifold;

/// A normal pushes out behind a face if it is within 60° of the opposite of the face's: the cosine of that.
const BEHIND: f32 = -0.5;

impl Colliders {
    /// The manifold over a face of the side that stands firm, which is A or else B, where the other side's middle is in front of that
    /// face and what was found would push it out behind.
    ///
    /// Of a spear whose middle is near one end more may be beyond something thin than before it. Then the shorter way out is the one
    /// through, which no sweep forbids: it holds the middle only against what pushes that back. So where the middle is decides; in the
    /// plane, to within the disc that stands for it, where it was held before.
    pub fn near_side(&self, contact: &Contact, is_a: bool, found: &Manifold, slop: f32) -> Option<Manifold> {
        let (a, b) = (contact.a.slot(), contact.b.slot());
        let (firm, other) = if is_a { (a, b) } else { (b, a) };
        let pose_ab = self.poses[a].inv_mul(&self.poses[b]);
        let pose = if is_a { pose_ab } else { pose_ab.inverse() };
        let outward = |manifold: &Manifold| {
            if is_a { manifold.normal() } else { -pose_ab.inv_transform_vector(manifold.normal()) }
        };
        let (normal, before) = (outward(found), outward(&contact.manifold));
        let (shape, traits) = (&self.shapes[firm], &self.traits[other]);
        let (middle, disc) = (pose.transform_point(traits.middle), DISC_RADIUS * traits.core);
        let mut faces = (0..shape.core_len()).map(|index| Edge::new(shape, index));
        // Beside a face the middle is in front of it where a ridge has the face of a neighbour in between.
        let face = faces.find(|face| {
            face.normal.dot(normal) < BEHIND
                && (0.0..=face.length).contains(&face.along.dot(middle - face.start))
                && face.is_before(middle, shape.radius() - disc * face.normal.dot(before))
        })?;
        let touch = face.touch([shape.radius(), slop], &self.shapes[other], &pose)?;
        Some(if is_a { touch } else { seen_from_other(&touch, &pose_ab) })
    }
}
