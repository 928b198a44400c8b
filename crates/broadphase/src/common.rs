use crate::{
    Layer,
    columns::{Columns, Flags},
    eights::Eights,
    index::Index,
    wide_tree::WideTree,
};
use geom::Aabb;

/// Partners that most rows have in common, such as huge boxes over small ones: they are looked at in order instead of being
/// looked up.
#[derive(Clone, Default)]
pub(crate) struct Common {
    /// The rows, ascending.
    rows: Vec<u32>,
    /// The boxes of them.
    pub boxes: Eights,
    /// The boxes of all rows, for those in common.
    pub all: Eights,
    /// By node of the static and of the moving index: whether below it are such rows only, and all of a leaf's.
    nodes: [Vec<bool>; 2],
}

impl Common {
    /// Finds the rows in leaves all of whose boxes meet most of the samples. Their boxes are [filled in](Common::fill) when they
    /// are needed.
    pub fn find(&mut self, static_index: &Index, moving_index: &Index, samples: &[Aabb]) {
        let Self { rows, nodes, .. } = self;
        rows.clear();
        for (nodes, index) in nodes.iter_mut().zip([static_index, moving_index]) {
            index.whole_leaves_meeting(samples, samples.len() / 2 + 1, nodes, rows);
        }
        rows.sort_unstable();
    }

    /// Fills in the boxes of the rows found, and for these those of all.
    pub fn fill(&mut self, columns: &Columns) {
        let Self { rows, boxes, all, .. } = self;
        boxes.fill(columns, rows.iter().copied());
        let is_alive = |row: &u32| columns.flags[*row as usize].has(Flags::ALIVE);
        all.fill(columns, (0..columns.rows() as u32).filter(|row| !rows.is_empty() && is_alive(row)));
    }

    /// Whether they are met by most of the samples: of them and the samples, more than half of all twos meet. With sixteen samples
    /// that is 0.1 % of the instructions of a step of 10 000 under a hundred huge ones, of which a tenth moves.
    pub fn meet_most(&self, columns: &Columns, samples: &[Aabb]) -> bool {
        let met = |row: &u32| {
            let fat = &columns.bounds[*row as usize].fat;
            samples.iter().filter(|sample| sample.overlaps(fat)).count()
        };
        2 * self.rows.iter().map(met).sum::<usize>() > self.rows.len() * samples.len()
    }

    /// Whether a row is one of them.
    pub fn has(&self, row: usize) -> bool {
        !self.rows.is_empty() && self.rows.binary_search(&(row as u32)).is_ok()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether below a node of a layer's index there are none but these.
    pub fn full_nodes(&self, layer: Layer) -> impl Fn(u32) -> bool + Sync {
        let nodes = match layer {
            Layer::Static => &self.nodes[0],
            Layer::Moving => &self.nodes[1],
        };
        |name| nodes.get(WideTree::number(name)).is_some_and(|&is_full| is_full)
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<u32>()
            + self.boxes.bytes()
            + self.all.bytes()
            + self.nodes.iter().map(Vec::capacity).sum::<usize>()
    }
}
