use super::WideTree;
use super::arrange::keyed;
use crate::lanes::LANES;

/// How many nodes may wait with their keys while others are searched: enough for four levels of a tree all of which is searched,
/// or two in tests. What hangs deeper is searched by calls of its own. With room for twice as many, which is filled with zeros
/// first, one ray of 5 m among 24 600 boxes takes 1.05 times as long.
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
    #[inline(always)]
    pub(super) fn start(&self) -> Waiting {
        let mut waiting = Waiting::NONE;
        waiting.reset(self.root);
        waiting
    }
}
