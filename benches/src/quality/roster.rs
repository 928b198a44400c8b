use crate::step::Motion;
use geom::{Pose, Vec2};
use sat_simd::{MassProperties, Shape};
use scenes::{BodyKind, Scene, SceneBody};

/// What the bodies of a running scene are made of, by slot: the same for every engine.
#[derive(Debug)]
pub struct Roster {
    gravity: Vec2,
    /// Where potential energy counts from.
    datum: Vec2,
    bodies: Vec<Option<Entry>>,
}

/// A body of the [`Roster`].
#[derive(Debug)]
pub struct Entry {
    /// Whether it moves by forces.
    pub kind: BodyKind,
    /// Shapes, and where they sit in the body's frame.
    pub colliders: Vec<(Shape, Pose)>,
    mass: MassProperties,
    /// What it had when it came, in joules.
    start_energy: f64,
}

impl Roster {
    /// The bodies `scene` begins with.
    ///
    /// # Panics
    /// When the scene is not valid.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let lowest = scene.bodies.iter().map(|body| body.position.y).fold(f32::MAX, f32::min);
        let datum = Vec2::new(0.0, lowest);
        let mut roster = Self { gravity: scene.gravity, datum, bodies: Vec::new() };
        scene.bodies.iter().enumerate().for_each(|(slot, body)| roster.enter(slot, body));
        roster
    }

    /// Takes in a body that was spawned.
    ///
    /// # Panics
    /// When it is not valid.
    pub fn enter(&mut self, slot: usize, body: &SceneBody) {
        let alone = Scene { bodies: vec![body.clone()], ..Scene::new("", "") };
        let built = alone.build().expect("scenes hold valid bodies");
        let (world, id) = (built.world(), built.body(0).expect("it was just created"));
        let living = "it lives";
        let collider = |id| (world.shape(id).expect(living).clone(), world.collider_pose(id).expect(living));
        let pose = world.pose(id).expect(living);
        let local = |(shape, at): (Shape, Pose)| (shape, pose.inv_mul(&at));
        let mut entry = Entry {
            kind: body.kind,
            colliders: world.colliders_of(id).expect(living).map(collider).map(local).collect(),
            mass: world.mass_properties(id).expect(living),
            start_energy: 0.0,
        };
        entry.start_energy = self.energy(&entry, &Motion { pose, velocity: body.velocity, spin: body.spin });
        if slot >= self.bodies.len() {
            self.bodies.resize_with(slot + 1, || None);
        }
        self.bodies[slot] = Some(entry);
    }

    /// Forgets a body that was destroyed.
    pub fn leave(&mut self, slot: usize) {
        self.bodies[slot] = None;
    }

    /// The bodies that are there, with how they move.
    pub fn moving<'a>(&'a self, motions: &'a [Option<Motion>]) -> impl Iterator<Item = (usize, &'a Entry, &'a Motion)> {
        let both = self.bodies.iter().zip(motions).enumerate();
        both.filter_map(|(slot, (entry, motion))| Some((slot, entry.as_ref()?, motion.as_ref()?)))
    }

    /// The energy of the dynamic bodies, divided by what they had when they came; `None` when that was nothing.
    #[must_use]
    pub fn energy_ratio(&self, motions: &[Option<Motion>]) -> Option<f64> {
        let (mut now, mut start) = (0.0, 0.0);
        for (_, entry, motion) in self.moving(motions).filter(|(_, entry, _)| entry.kind == BodyKind::Dynamic) {
            now += self.energy(entry, motion);
            start += entry.start_energy;
        }
        (start > 0.0).then(|| now / start)
    }

    /// Kinetic and potential energy of a body, in joules.
    fn energy(&self, entry: &Entry, motion: &Motion) -> f64 {
        let MassProperties { mass, center, inertia } = entry.mass;
        let height = (self.datum - motion.pose.transform_point(center)).dot(self.gravity);
        let (speed_sq, spin) = (f64::from(motion.velocity.length_squared()), f64::from(motion.spin));
        f64::from(mass) * (0.5 * speed_sq + f64::from(height)) + 0.5 * f64::from(inertia) * spin * spin
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenes::{SceneCollider, SceneShape};

    #[test]
    fn energy_is_half_m_v_squared_and_m_g_h() {
        let collider = SceneCollider::new(SceneShape::rect(1.0, 0.5)).at(Vec2::new(0.0, 1.0));
        let ground = SceneBody::new(BodyKind::Static, Vec2::ZERO, vec![collider.clone()]);
        let body = SceneBody::new(BodyKind::Dynamic, Vec2::new(3.0, 4.0), vec![collider]);
        let scene = Scene { bodies: vec![ground, body], ..Scene::new("", "") };
        let roster = Roster::new(&scene);
        let still = Motion { pose: Pose::IDENTITY, velocity: Vec2::ZERO, spin: 0.0 };
        let turn = geom::Rot::from_angle(std::f32::consts::PI);
        let moved = Motion { pose: Pose::new(Vec2::new(3.0, 6.0), turn), velocity: Vec2::new(3.0, 4.0), spin: 2.0 };
        // 2 kg, whose centre is a metre above the origin: 2·10·5 J at first. Upside down at 6 m again 2·10·5 J, and ½·2·5²
        // for its speed and ½·(2·(4 + 1)/12)·2² for its spin.
        let ratio = roster.energy_ratio(&[Some(still), Some(moved)]).unwrap();
        assert!((ratio - (100.0 + 25.0 + 10.0 / 6.0) / 100.0).abs() < 1e-6, "{ratio}");
    }
}
