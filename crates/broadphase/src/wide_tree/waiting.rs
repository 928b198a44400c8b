use super::WideTree;
use super::arrange::keyed;
use crate::lanes::LANES;

/// How many nodes may wait while others are searched: enough for four levels of which all is searched, or one in tests, and
/// for any of which little is. What hangs deeper is searched by calls of its own. Filling more with zeros takes a single ray of
/// 5 m among 24 600 boxes 1.05 times as long.
pub(super) const WAITING: usize = if cfg!(test) { 2 * LANES } else { 4 * LANES };

/// Nodes that are to be searched with their keys, the next one last.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    /// Of no meaning from `len` on.
    pub nodes: [u64; WAITING],
    pub len: usize,
}

impl Waiting {
    /// Nothing waits.
    pub const NONE: Self = Self { nodes: [0; WAITING], len: 0 };

    /// This node alone waits.
    #[inline]
    pub fn of(name: u32) -> Self {
        let mut waiting = Self::NONE;
        waiting.reset(Some(name));
        waiting
    }

    /// This node alone waits, or nothing.
    #[inline]
    pub fn reset(&mut self, name: Option<u32>) {
        self.nodes[0] = keyed(0.0, name.unwrap_or_default());
        self.len = usize::from(name.is_some());
    }
}

impl WideTree {
    /// The root waits, if there is one.
    #[inline]
    pub(super) fn start(&self) -> Waiting {
        self.root.map_or(Waiting::NONE, Waiting::of)
    }
}
