use crate::World;
use crate::bodies::Bodies;

/// FNV-1a, 64 bits wide, over 64-bit words: G. Fowler, L. C. Noll, K.-P. Vo.
struct Fnv(u64);

impl Fnv {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
    }

    fn add_pair(&mut self, x: f32, y: f32) {
        self.add(u64::from(x.to_bits()) << 32 | u64::from(y.to_bits()));
    }
}

impl World {
    /// A number that tells states apart: over the bodies in slot order, each one's id and the bits of its pose and
    /// velocity.
    ///
    /// Equal on every machine, instruction set and build after the same calls. O(bodies).
    ///
    /// It leaves out what is not seen until a later step: impulses kept for warm starting, forces applied for the next step, who
    /// sleeps and for how long others have rested; and what bodies, colliders and settings are like. Two worlds that differ in
    /// these alone have one hash now and may have two after the next step.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let mut hash = Fnv::new();
        let Bodies { poses, velocities, .. } = &self.bodies;
        hash.add(self.bodies.slots.len() as u64);
        for id in self.bodies() {
            let slot = id.slot();
            let (pose, velocity) = (&poses[slot], &velocities[slot]);
            hash.add(u64::from(id.0.generation) << 32 | u64::from(id.0.slot));
            hash.add_pair(pose.translation.x, pose.translation.y);
            hash.add_pair(pose.rotation.cos(), pose.rotation.sin());
            hash.add_pair(velocity.linear.x, velocity.linear.y);
            hash.add(u64::from(velocity.angular.to_bits()));
        }
        hash.0
    }
}
