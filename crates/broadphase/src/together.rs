use crate::{
    BroadPhase, Layer, QueryFilter,
    index::Index,
    wide_tree::{Found, Frontier, Probe, WideTree},
};

/// So many queries are answered together: enough for the processor to have other work while a node is on its way from memory,
/// few enough for all they have come to to stay in the first-level cache.
pub(crate) const TOGETHER: usize = 64;

/// Queries that come to more nodes than this on a level are answered one by one: their way to what is nearest is better
/// looked for step by step.
pub(crate) const MOST_VISITS: usize = 32 * TOGETHER;

/// By layer, the trees that hold what a filter lets through.
pub(crate) type Trees<'a> = [Option<&'a WideTree>; 2];

/// Room for the queries that are answered together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Together {
    frontier: Frontier,
    /// By layer.
    found: [Found; 2],
    /// What is left of both.
    pub left: Found,
}

impl Together {
    /// [`WideTree::find_many`] in each of the trees.
    pub fn find<P: Probe>(&mut self, trees: &Trees<'_>, probes: &[P], most: usize) -> bool {
        trees.iter().zip(&mut self.found).all(|(tree, found)| match tree {
            Some(tree) => tree.find_many(probes, most, &mut self.frontier, found),
            None => {
                found.reset(probes.len());
                true
            }
        })
    }

    /// What all have come to in the static layer.
    pub const fn in_static(&self) -> &Found {
        &self.found[Layer::Static as usize]
    }

    /// What is left of that by rows that pass.
    #[inline]
    pub fn keep_in_static(&mut self, passes: impl Fn(usize) -> bool) -> &Found {
        self.left.keep(&self.found[Layer::Static as usize], passes);
        &self.left
    }

    /// What a query has come to, layer by layer.
    #[inline]
    pub fn of(&self, query: usize) -> [(Layer, &[u64]); 2] {
        let [still, moving] = &self.found;
        [(Layer::Static, still.of(query)), (Layer::Moving, moving.of(query))]
    }

    /// How much all queries have come to.
    pub fn len(&self) -> usize {
        self.found.iter().map(|found| found.all().len()).sum()
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.frontier.bytes() + self.left.bytes() + self.found.iter().map(Found::bytes).sum::<usize>()
    }
}

impl BroadPhase {
    /// The trees in which many queries can be answered together; `None` if an index is of another kind.
    pub(crate) fn trees(&self, filter: &QueryFilter) -> Option<Trees<'_>> {
        trees_of(self.indices(filter))
    }
}

/// The trees of these layers; `None` if an index is of another kind.
pub(crate) fn trees_of<'a>(indices: impl Iterator<Item = (Layer, &'a Index)>) -> Option<Trees<'a>> {
    let mut trees = [None; 2];
    for (layer, index) in indices {
        trees[layer as usize] = Some(index.wide()?);
    }
    Some(trees)
}
