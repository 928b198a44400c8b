use crate::WorldError;
use crate::error::{check, check_amount, check_vector};
use geom::Vec2;

/// The shortest time step, in seconds.
pub const MIN_TIME_STEP: f32 = 1.0e-6;

/// The longest time step, in seconds.
pub const MAX_TIME_STEP: f32 = 1.0;

/// The most sub-steps a step may have.
pub const MAX_SUB_STEPS: u32 = 64;

/// How a message tells the range that ends with [`MAX_SUB_STEPS`].
const SUB_STEPS: &str = "from 1 to 64";
const _: () = assert!(MAX_SUB_STEPS == 64, "the message says so");

/// How the world steps. The defaults suit metres, kilograms and seconds, and things from 5 cm to 50 m; for pixels or other units
/// [`scaled`](Self::scaled) makes the same of them.
///
/// The smaller boxes are, the lower are the columns of them that stand where each fell onto the one before: ten boxes of 5 cm do,
/// fifteen of 10 cm, twenty of 15 cm, thirty of 25 cm. What helps is stiffness, not smaller margins: with
/// [`contact_hertz`](Self::contact_hertz) 60 twenty of 5 cm stand and thirty of 10 cm, at no other cost than that heaps, which then
/// overlap a third as much, take longer to come to rest. With [`recycle_distance`](Self::recycle_distance) 0 five of 5 or 10 cm stand
/// and ten of 50 cm.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Settings {
    /// In m/s²; (0, −10).
    pub gravity: Vec2,
    /// Into how many parts a step is cut; 4. More make stacks and mass ratios stiffer, and cost as much again.
    pub sub_steps: u32,
    /// How stiff contacts are, in hertz; 30. At most a quarter of the sub-step rate is used, above an eighth with as much more
    /// damping, and against immovable bodies twice what is used.
    pub contact_hertz: f32,
    /// How strongly contacts are damped, 1 being critical; 10. Larger is softer and calmer.
    pub contact_damping_ratio: f32,
    /// The fastest two overlapping bodies are pushed apart, in m/s; 3. In a heap that was put in one place these add up: the outermost get
    /// the sum.
    pub push_speed: f32,
    /// Below this approach speed nothing bounces, in m/s; 1. Lower values make stacks of bouncy bodies restless.
    pub restitution_threshold: f32,
    /// At which approach speed a contact reports a hit, in m/s; 1.
    pub hit_speed: f32,
    /// How far apart shapes may be to have a contact already, in metres; 0.02.
    pub speculative_margin: f32,
    /// How far the sides of a contact may move against each other before its manifold is looked for anew, in metres; 0.05.
    /// Meanwhile both sides keep their points; single points, and those of rounded sides that turn, are always looked for.
    /// 0 looks in every step: steps of high piles then take up to a tenth longer, of what churns up to 3 % less. It is the
    /// same for all sizes: choose less where things are smaller than 10 cm.
    pub recycle_distance: f32,
    /// How far apart or deep counts as just touching, in metres; 0.005.
    pub linear_slop: f32,
    /// The largest speed of a body, in m/s; 400. From 1 mm/s to 1000 km/s.
    pub max_linear_speed: f32,
    /// Bodies fall asleep when they come to rest; true. See [`World::wake`](crate::World::wake). What rocks to and fro in one place
    /// is damped so that it does.
    pub sleep: bool,
    /// A body rests while no part of it is faster than this, in m/s; 0.05. At 0 nothing dynamic falls asleep.
    pub sleep_speed: f32,
    /// How long all that touch each other must rest to fall asleep, in seconds; 0.5. It takes a step of rest at least.
    pub sleep_time: f32,
    /// How far boxes in the broad phase are fattened at most, in metres; 0.05.
    pub aabb_margin: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            gravity: Vec2::new(0.0, -10.0),
            sub_steps: 4,
            contact_hertz: 30.0,
            contact_damping_ratio: 10.0,
            push_speed: 3.0,
            restitution_threshold: 1.0,
            hit_speed: 1.0,
            speculative_margin: 0.02,
            recycle_distance: 0.05,
            linear_slop: 0.005,
            max_linear_speed: 400.0,
            sleep: true,
            sleep_speed: 0.05,
            sleep_time: 0.5,
            aabb_margin: 0.05,
        }
    }
}

impl Settings {
    /// The same for a world in which a metre is `units_per_metre`: gravity, and all lengths and speeds, that many times as large. A
    /// scene whose lengths and speeds are that many times as large as well does what it did in metres; for powers of two to the bit, where slop
    /// or speculative margin are more than nothing. [`World::new`](crate::World::new) takes the usual ones times 2500 at most.
    ///
    /// ```
    /// use world::{Settings, Vec2, World};
    ///
    /// // Pixels, 32 to a metre, with y down.
    /// let settings = Settings { gravity: Vec2::new(0.0, 320.0), ..Settings::default().scaled(32.0) };
    /// assert_eq!((settings.linear_slop, settings.max_linear_speed), (0.16, 12_800.0));
    /// let world = World::new(settings)?;
    /// # Ok::<(), world::WorldError>(())
    /// ```
    #[must_use]
    pub fn scaled(self, units_per_metre: f32) -> Self {
        let Self { gravity, sub_steps, contact_hertz, contact_damping_ratio, sleep, sleep_time, .. } = self;
        Self {
            gravity: gravity * units_per_metre,
            sub_steps,
            contact_hertz,
            contact_damping_ratio,
            push_speed: self.push_speed * units_per_metre,
            restitution_threshold: self.restitution_threshold * units_per_metre,
            hit_speed: self.hit_speed * units_per_metre,
            speculative_margin: self.speculative_margin * units_per_metre,
            recycle_distance: self.recycle_distance * units_per_metre,
            linear_slop: self.linear_slop * units_per_metre,
            max_linear_speed: self.max_linear_speed * units_per_metre,
            sleep,
            sleep_speed: self.sleep_speed * units_per_metre,
            sleep_time,
            aabb_margin: self.aabb_margin * units_per_metre,
        }
    }

    /// What is nothing beside the slop and the speculative margin, in metres, and more than rounding leaves of a depth: 10 µm at the
    /// usual ones, and where there are neither.
    pub(crate) fn grain(&self) -> f32 {
        let grain = (self.linear_slop / 500.0).max(self.speculative_margin / 2000.0);
        if grain > 0.0 { grain } else { 1.0e-5 }
    }

    pub(crate) fn check(&self) -> Result<(), WorldError> {
        check_vector("gravity", self.gravity)?;
        check("sub_steps", self.sub_steps as f32, SUB_STEPS, |n| (1.0..=MAX_SUB_STEPS as f32).contains(&n))?;
        check("contact_hertz", self.contact_hertz, "from 0.1 to 1e4", |v| (0.1..=1.0e4).contains(&v))?;
        let ratio = self.contact_damping_ratio;
        check("contact_damping_ratio", ratio, "from 0.01 to 1e4", |v| (0.01..=1.0e4).contains(&v))?;
        check_amount("push_speed", self.push_speed, 1.0e4)?;
        check_amount("restitution_threshold", self.restitution_threshold, 1.0e7)?;
        check_amount("hit_speed", self.hit_speed, 1.0e7)?;
        check_amount("speculative_margin", self.speculative_margin, 1.0e3)?;
        check_amount("recycle_distance", self.recycle_distance, 1.0e3)?;
        check_amount("linear_slop", self.linear_slop, 1.0e3)?;
        check("max_linear_speed", self.max_linear_speed, "from 1e-3 to 1e6", |v| (1.0e-3..=1.0e6).contains(&v))?;
        check_amount("sleep_speed", self.sleep_speed, 1.0e7)?;
        check_amount("sleep_time", self.sleep_time, 1.0e7)?;
        check_amount("aabb_margin", self.aabb_margin, 1.0e3)
    }
}
