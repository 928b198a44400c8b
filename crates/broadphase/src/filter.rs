use crate::Layer;

/// Which proxies may pair up: bit masks, a group that overrules them, and an owner that overrules both.
///
/// Two proxies pair when each one's `category` meets the other's `mask`. The default collides with everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Which proxies a query reports: the query has a category, a mask and a group like a proxy, and may keep to one layer.
///
/// Without a group it goes by the masks alone, and owners play no part: they say who collides, not who is seen.
/// [`QueryFilter::of`] reports what a proxy would pair with.
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
}

impl QueryFilter {
    /// Reports everything whose category and mask are not empty. Given a positive group, it reports all of that as well.
    pub const ALL: Self = Self { category: u64::MAX, mask: u64::MAX, group: 0, layer: None };

    /// Reports, in both layers, what a proxy with this filter may pair with, and what its owner owns.
    #[must_use]
    pub const fn of(filter: &Filter) -> Self {
        Self { category: filter.category, mask: filter.mask, group: filter.group, layer: None }
    }

    /// Whether a proxy with this filter, in this layer, is reported.
    #[inline]
    #[must_use]
    pub fn accepts(&self, filter: &Filter, layer: Layer) -> bool {
        self.sees(filter) & self.layer.is_none_or(|only| only == layer)
    }

    /// [`QueryFilter::accepts`], for a proxy of a layer that is asked for.
    #[inline]
    pub(crate) fn sees(&self, filter: &Filter) -> bool {
        if self.group == filter.group && self.group != 0 {
            return self.group > 0;
        }
        (self.category & filter.mask != 0) & (filter.category & self.mask != 0)
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
    fn a_query_can_keep_to_one_layer() {
        let query = QueryFilter { layer: Some(Layer::Static), ..QueryFilter::ALL };
        assert!(query.accepts(&Filter::ALL, Layer::Static));
        assert!(!query.accepts(&Filter::ALL, Layer::Moving));
    }
}
