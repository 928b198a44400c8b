use super::{LEAF, Node, WideTree};
use crate::lanes::LANES;
use crate::region::Area;

/// Queries and what they have come to, by query: nodes of a level, or in the end rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visits {
    /// The query in the upper half, the node or row in the lower; of no meaning from `len` on.
    entries: Vec<u64>,
    len: usize,
}

/// Room for a search of many queries together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frontier {
    visited: Visits,
    below: Visits,
}

impl Visits {
    /// Forgets them; the memory stays.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds what a query has come to.
    pub fn push(&mut self, query: usize, child: u32) {
        self.make_room();
        self.entries[self.len] = entry(query, child);
        self.len += 1;
    }

    /// Each query with what it has come to.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u32)> {
        self.entries[..self.len].iter().map(|&entry| ((entry >> 32) as usize, entry as u32))
    }

    /// Adds the children in the selected lanes. All eight are written, and those that are not selected overwritten by what comes
    /// next: no branch depends on what is found.
    #[inline]
    fn push_selected(&mut self, query: usize, node: &Node, selected: u32) {
        self.make_room();
        let room = &mut self.entries[self.len..self.len + LANES];
        let mut kept = 0;
        for (lane, &child) in node.child.iter().enumerate() {
            room[kept % LANES] = entry(query, child);
            kept += (selected >> lane & 1) as usize;
        }
        self.len += kept;
    }

    /// Makes room for eight more.
    #[inline]
    fn make_room(&mut self) {
        if self.entries.len() < self.len + LANES {
            self.entries.resize(2 * self.entries.len() + LANES, 0);
        }
    }
}

#[inline]
fn entry(query: usize, child: u32) -> u64 {
    (query as u64) << 32 | u64::from(child)
}

impl WideTree {
    /// Appends the rows whose boxes share a point with each of the areas, by area.
    ///
    /// All queries go down together, level by level. A search alone waits for each node before it knows the next one, and its
    /// loops over what was selected end where no predictor can tell; here the next visit is always known.
    pub fn meeting_many(&self, areas: &[Area], frontier: &mut Frontier, found: &mut Visits) {
        let Some(root) = self.root else { return };
        let Frontier { visited, below } = frontier;
        visited.clear();
        (0..areas.len()).for_each(|query| visited.push(query, root));
        for _ in 0..self.hooks[(root & !LEAF) as usize].level {
            below.clear();
            self.descend(areas, visited, below);
            std::mem::swap(visited, below);
        }
        self.descend(areas, visited, found);
    }

    /// Appends the children of the visited nodes that share a point with the areas.
    fn descend(&self, areas: &[Area], visited: &Visits, below: &mut Visits) {
        for (query, name) in visited.iter() {
            let node = self.named(name);
            below.push_selected(query, node, areas[query].select(&node.boxes));
        }
    }
}
