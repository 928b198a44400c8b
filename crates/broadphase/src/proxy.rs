use crate::Filter;
use geom::{Aabb, BoundingCircle};

/// Names one proxy of one [`BroadPhase`](crate::BroadPhase) until it is removed; later uses are answered by an error.
///
/// Ids compare by [`index`](ProxyId::index), the order in which pairs and query hits are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProxyId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl ProxyId {
    /// The proxy's row in the broad phase's columns: small and dense, and reused once the proxy is gone.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.index as usize
    }
}

/// Whether a proxy is expected to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Stands still, as a rule: two static proxies never pair, their boxes are not fattened, moving one costs more.
    Static,
    /// Moves, or may be pushed.
    #[default]
    Moving,
}

/// What [`BroadPhase::insert`](crate::BroadPhase::insert) takes: a shape's bounds, and who it may pair with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Proxy {
    /// The tight box around the shape, in metres. Queries answer for this box.
    pub aabb: Aabb,
    /// A circle around the shape, in the same frame as the box: [`BoundingCircle::posed`] takes one there from the shape's own.
    pub circle: BoundingCircle,
    /// Who it may pair with.
    pub filter: Filter,
    /// Whatever the caller wants back with a hit, usually its own id.
    pub user_data: u64,
    /// Whether it is expected to move.
    pub layer: Layer,
}
