use crate::Layer;

/// Which proxies may pair up: bit masks, a group that overrules them, and an owner that overrules both.
///
/// Two proxies pair when each one's `category` meets the other's `mask`. The default collides with everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Filter {
    /// The kinds this proxy is of, one bit each.
    pub category: u64,
    /// The kinds this proxy pairs with.
    pub mask: u64,
    /// Two proxies of the same group other than 0 ignore their masks: they always pair when it is positive and never when
    /// it is negative.
    pub group: i32,
    /// Two proxies of the same owner never pair, whatever else is said: the colliders of one body, the limbs of one
    /// puppet. [`Filter::NO_OWNER`] is nobody's.
    pub owner: u32,
}

impl Filter {
    /// The owner of a proxy that belongs to nobody, and so pairs with others of this kind.
    pub const NO_OWNER: u32 = u32::MAX;

    /// Pairs with everything.
    pub const ALL: Self = Self { category: 1, mask: u64::MAX, group: 0, owner: Self::NO_OWNER };

    /// Pairs with everything that `owner` does not own as well.
    #[must_use]
    pub const fn owned_by(owner: u32) -> Self {
        Self { owner, ..Self::ALL }
    }

    /// Whether proxies with these two filters may pair; the same either way round.
    #[inline]
    #[must_use]
    pub fn accepts(&self, other: &Self) -> bool {
        if self.owner == other.owner && self.owner != Self::NO_OWNER {
            return false;
        }
        if self.group == other.group && self.group != 0 {
            return self.group > 0;
        }
        (self.category & other.mask != 0) & (other.category & self.mask != 0)
    }
}

impl Default for Filter {
    fn default() -> Self {
        Self::ALL
    }
}

/// Which proxies a query reports: the query has a category, a mask and a group like a proxy, may keep to one layer, and may leave
/// out what one owner owns, such as the limbs of who asks.
///
/// Without a group it goes by the masks alone. Other owners play no part: they say who collides, not who is seen.
/// [`QueryFilter::of`] reports what a proxy would pair with.
///
/// ```
/// use broadphase::{BoundingCircle, BroadPhase, Filter, Proxy, QueryFilter, Vec2};
///
/// let mut broad_phase = BroadPhase::new();
/// let mut disc = |x: f32, owner: u32| {
///     let circle = BoundingCircle::new(Vec2::new(x, 0.0), 1.0);
///     broad_phase.insert(&Proxy { filter: Filter::owned_by(owner), ..Proxy::of_circle(circle) })
/// };
/// let (head, _, wall) = (disc(0.0, 7)?, disc(1.0, 7)?, disc(9.0, 8)?);
/// let sees = |filter| broad_phase.ray_cast_closest(Vec2::ZERO, Vec2::new(20.0, 0.0), &filter);
/// assert_eq!(sees(QueryFilter::ALL)?.map(|hit| hit.id), Some(head));
/// let others = QueryFilter { exclude_owner: 7, ..QueryFilter::ALL };
/// assert_eq!(sees(others)?.map(|hit| hit.id), Some(wall));
/// # Ok::<(), broadphase::BroadPhaseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryFilter {
    /// The kinds the query is of; a proxy whose mask lacks all of them does not see it.
    pub category: u64,
    /// The kinds of proxies the query reports.
    pub mask: u64,
    /// Proxies of the same group are reported whatever the masks say when it is positive, and never when it is negative; 0 is
    /// no group.
    pub group: i32,
    /// Report this layer alone; `None` for both.
    pub layer: Option<Layer>,
    /// Report nothing that this owner owns, whatever else is said; [`Filter::NO_OWNER`] leaves out nothing.
    pub exclude_owner: u32,
}

impl QueryFilter {
    /// Reports everything whose category and mask are not empty. Given a positive group, it reports all of that as well.
    pub const ALL: Self =
        Self { category: u64::MAX, mask: u64::MAX, group: 0, layer: None, exclude_owner: Filter::NO_OWNER };

    /// Reports, in both layers, what a proxy with this filter may pair with by [`Filter::accepts`]: nothing of its owner's.
    #[must_use]
    pub const fn of(filter: &Filter) -> Self {
        let Filter { category, mask, group, owner } = *filter;
        Self { category, mask, group, layer: None, exclude_owner: owner }
    }

    /// Whether a proxy with this filter, in this layer, is reported.
    #[inline]
    #[must_use]
    pub fn accepts(&self, filter: &Filter, layer: Layer) -> bool {
        !self.excludes(filter.owner) & self.sees(filter) & self.layer.is_none_or(|only| only == layer)
    }

    /// [`QueryFilter::accepts`], for a proxy of a layer that is asked for and of an owner that is not excluded.
    #[inline]
    pub(crate) fn sees(&self, filter: &Filter) -> bool {
        if self.group == filter.group && self.group != 0 {
            return self.group > 0;
        }
        (self.category & filter.mask != 0) & (filter.category & self.mask != 0)
    }

    /// Whether it matters who owns a proxy.
    #[inline]
    pub(crate) const fn excludes_some(&self) -> bool {
        self.exclude_owner != Filter::NO_OWNER
    }

    /// Whether nothing of this owner's is reported.
    #[inline]
    pub(crate) const fn excludes(&self, owner: u32) -> bool {
        self.excludes_some() & (self.exclude_owner == owner)
    }
}

impl Default for QueryFilter {
    fn default() -> Self {
        Self::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_must_agree_both_ways() {
        let player = Filter { category: 1, mask: 2, ..Filter::ALL };
        let wall = Filter { category: 2, mask: 1, ..Filter::ALL };
        let ghost = Filter { category: 2, mask: 0, ..Filter::ALL };
        assert!(player.accepts(&wall) && wall.accepts(&player));
        assert!(!player.accepts(&ghost) && !ghost.accepts(&player));
    }

    #[test]
    fn a_shared_group_overrules_the_masks() {
        let never = Filter { group: -3, ..Filter::ALL };
        let always = Filter { group: 3, mask: 0, ..Filter::ALL };
        assert!(!never.accepts(&never));
        assert!(always.accepts(&always));
        assert!(never.accepts(&Filter { group: -4, ..Filter::ALL }), "different groups leave it to the masks");
    }

    #[test]
    fn a_shared_owner_overrules_the_group() {
        let limb = Filter { group: 1, ..Filter::owned_by(7) };
        assert!(!limb.accepts(&limb));
        assert!(limb.accepts(&Filter { group: 1, ..Filter::owned_by(8) }));
        assert!(Filter::ALL.accepts(&Filter::ALL), "nobody is not an owner");
    }

    #[test]
    fn a_query_of_a_group_goes_by_it() {
        let hidden = Filter { category: 0, mask: 0, group: 3, ..Filter::ALL };
        assert!(!QueryFilter::ALL.accepts(&hidden, Layer::Static));
        let sees = |group, filter| QueryFilter { group, ..QueryFilter::ALL }.accepts(filter, Layer::Static);
        assert!(sees(3, &hidden) && !sees(4, &hidden) && sees(3, &Filter::ALL));
        let apart = Filter { group: -3, ..Filter::ALL };
        assert!(!sees(-3, &apart) && sees(-4, &apart) && sees(0, &apart));
    }

    #[test]
    fn a_query_reports_nothing_of_the_owner_that_it_excludes() {
        let limb = Filter { group: 1, ..Filter::owned_by(7) };
        let sees = |exclude_owner, filter| {
            QueryFilter { group: 1, exclude_owner, ..QueryFilter::ALL }.accepts(filter, Layer::Static)
        };
        assert!(!sees(7, &limb) && sees(8, &limb) && sees(7, &Filter::ALL));
        assert!(sees(Filter::NO_OWNER, &limb) && sees(Filter::NO_OWNER, &Filter::ALL));
    }

    #[test]
    fn the_query_of_a_filter_reports_what_the_filter_accepts() {
        let mut filters = Vec::new();
        for number in 0..256u64 {
            let [category, mask, group, owner] = [0, 2, 4, 6].map(|shift| number >> shift & 3);
            let owner = if owner == 3 { Filter::NO_OWNER } else { owner as u32 };
            filters.push(Filter { category, mask, group: group as i32 - 1, owner });
        }
        for filter in &filters {
            let query = QueryFilter::of(filter);
            for other in &filters {
                assert_eq!(query.accepts(other, Layer::Moving), filter.accepts(other), "{filter:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_query_can_keep_to_one_layer() {
        let query = QueryFilter { layer: Some(Layer::Static), ..QueryFilter::ALL };
        assert!(query.accepts(&Filter::ALL, Layer::Static));
        assert!(!query.accepts(&Filter::ALL, Layer::Moving));
    }
}
