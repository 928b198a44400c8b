use crate::{BodyId, World, WorldError};
use broadphase::{Layer, ProxyId};

/// Which colliders a query reports: it has a category, a mask and a group like a collider, may keep to one layer, may leave out a
/// body, such as the one that asks, and may see sensors.
///
/// `..QueryFilter::ALL` fills in the rest, or `..filter.query()` what a collider with a [`Filter`](crate::Filter) may touch:
/// ```
/// # use world::{BodyDef, ColliderDef, QueryFilter, Sensors, Settings, Shape, Vec2, World};
/// # let mut world = World::new(Settings::default())?;
/// # let [player, below, ladder] = [0.0, -5.0, 0.0].map(|y| world.create_body(&BodyDef::fixed(Vec2::new(0.0, y))).unwrap());
/// # world.create_collider(player, &ColliderDef::new(Shape::circle(0.5)?))?;
/// # let ground = world.create_collider(below, &ColliderDef::new(Shape::rect(9.0, 1.0)?))?;
/// # let rungs = ColliderDef { is_sensor: true, ..ColliderDef::new(Shape::rect(0.3, 2.0)?) };
/// # let ladder = world.create_collider(ladder, &rungs)?;
/// // How far is it to the ground? The ray starts inside the player.
/// let middle = world.pose(player)?.translation;
/// let others = QueryFilter { exclude_body: Some(player), ..QueryFilter::ALL };
/// let below = world.ray_cast_closest(middle, Vec2::new(0.0, -10.0), &others)?;
/// assert_eq!(below.map(|hit| (hit.collider, hit.fraction)), Some((ground, 0.4)));
///
/// // What can be climbed here? Ladders are sensors.
/// let (ladders, mut found) = (QueryFilter { sensors: Sensors::Only, ..QueryFilter::ALL }, Vec::new());
/// world.query_point(middle, &ladders, &mut found)?;
/// assert_eq!(found, [ladder]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryFilter {
    /// The categories the query is of; a collider whose mask lacks all of them does not see it.
    pub category: u64,
    /// The categories of colliders the query reports.
    pub mask: u64,
    /// Colliders of the same group are reported whatever the masks say when it is positive, and never when it is negative; 0
    /// is no group.
    pub group: i32,
    /// Report this layer alone, that of static bodies or that of all others; `None` for both.
    pub layer: Option<Layer>,
    /// Report no collider of this body: a look at the filter of each collider that is found. Where the body was destroyed the
    /// query is refused by [`WorldError::StaleBody`], as every call is that names it: who may outlive it puts `None` here then.
    pub exclude_body: Option<BodyId>,
    /// Whether sensors are reported.
    pub sensors: Sensors,
}

/// Whether a query reports sensors. Their filters count as those of all else do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Sensors {
    // The numbers are what is left out, a sensor being 1 and anything else 0: one comparison a hit. With a branch for each of
    // these, boxes with eleven hits took 2 % more instructions.
    /// Everything but sensors.
    #[default]
    Excluded = 1,
    /// Sensors like everything else.
    Included = 2,
    /// Sensors and nothing else.
    Only = 0,
}

impl QueryFilter {
    /// Reports everything whose category and mask are not empty, but no sensors.
    pub const ALL: Self = Self {
        category: u64::MAX,
        mask: u64::MAX,
        group: 0,
        layer: None,
        exclude_body: None,
        sensors: Sensors::Excluded,
    };
}

impl Default for QueryFilter {
    fn default() -> Self {
        Self::ALL
    }
}

impl Sensors {
    /// Whether what is a sensor, or is none, is reported.
    #[inline]
    fn accept(self, is_sensor: bool) -> bool {
        self as u8 != u8::from(is_sensor)
    }
}

impl World {
    /// What the broad phase is asked with. It does not know sensors: see [`World::seen_slot`].
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    #[inline]
    pub(crate) fn proxies_seen_by(&self, filter: &QueryFilter) -> Result<broadphase::QueryFilter, WorldError> {
        let QueryFilter { category, mask, group, layer, exclude_body, .. } = *filter;
        let exclude_owner = match exclude_body {
            Some(body) => self.body_row(body)? as u32,
            None => broadphase::Filter::NO_OWNER,
        };
        Ok(broadphase::QueryFilter { category, mask, group, layer, exclude_owner })
    }

    /// The slot of the collider of a proxy that a query found, if it is reported as far as sensors go.
    #[inline]
    pub(crate) fn seen_slot(&self, proxy: ProxyId, filter: &QueryFilter) -> Option<usize> {
        let slot = self.broad_phase.user_data(proxy).expect("a query finds live proxies") as usize;
        filter.sensors.accept(self.colliders.traits[slot].is_sensor).then_some(slot)
    }
}
