use crate::{Pair, index::Candidate, ray::Ray};
use geom::{Aabb, Vec2};
use rstar::{AABB, ParentNode, PointDistance, RTree, RTreeNode, RTreeObject};
use std::ops::ControlFlow;

/// A box in the R*-tree.
#[derive(Clone, Copy, PartialEq)]
struct Entry {
    row: u32,
    // Kept in rstar's form: it asks for it at every comparison.
    envelope: AABB<[f32; 2]>,
}

impl Entry {
    fn new(row: u32, aabb: &Aabb) -> Self {
        Self { row, envelope: envelope(aabb) }
    }

    fn aabb(&self) -> Aabb {
        aabb_of(&self.envelope)
    }
}

impl RTreeObject for Entry {
    type Envelope = AABB<[f32; 2]>;

    fn envelope(&self) -> Self::Envelope {
        self.envelope
    }
}

impl PointDistance for Entry {
    fn distance_2(&self, point: &[f32; 2]) -> f32 {
        self.aabb().distance_sq(Vec2::from_array(*point))
    }
}

fn envelope(aabb: &Aabb) -> AABB<[f32; 2]> {
    AABB::from_corners(aabb.min.to_array(), aabb.max.to_array())
}

fn aabb_of(envelope: &AABB<[f32; 2]>) -> Aabb {
    Aabb::new(Vec2::from_array(envelope.lower()), Vec2::from_array(envelope.upper()))
}

/// The crate `rstar` behind the same calls as the packed tree: an R*-tree (Beckmann, Kriegel, Schneider & Seeger, SIGMOD
/// 1990), bulk loaded by overlap-minimising top-down packing.
#[derive(Clone, Default)]
pub(crate) struct RstarIndex {
    tree: RTree<Entry>,
    /// By row: the box it has in the tree, needed to find it there again.
    held: Vec<Option<Aabb>>,
}

impl RstarIndex {
    pub fn len(&self) -> usize {
        self.tree.size()
    }

    pub fn build(&mut self, aabb: impl Fn(u32) -> Aabb, rows: impl Iterator<Item = u32>) {
        let entries: Vec<Entry> = rows.map(|row| Entry::new(row, &aabb(row))).collect();
        self.held.clear();
        self.held.resize(entries.last().map_or(0, |last| last.row as usize + 1), None);
        for entry in &entries {
            self.held[entry.row as usize] = Some(entry.aabb());
        }
        self.tree = RTree::bulk_load(entries);
    }

    pub fn each(&self, part: usize, parts: usize, mut found: impl FnMut(u32)) {
        self.tree.iter().skip(part).step_by(parts).for_each(|entry| found(entry.row));
    }

    pub fn clear(&mut self) {
        self.held.clear();
        self.tree = RTree::new();
    }

    pub fn set(&mut self, row: u32, aabb: &Aabb) {
        self.remove(row);
        if self.held.len() <= row as usize {
            self.held.resize(row as usize + 1, None);
        }
        self.held[row as usize] = Some(*aabb);
        self.tree.insert(Entry::new(row, aabb));
    }

    pub fn remove(&mut self, row: u32) -> bool {
        let Some(aabb) = self.held.get_mut(row as usize).and_then(Option::take) else { return false };
        let removed = self.tree.remove(&Entry::new(row, &aabb));
        debug_assert!(removed.is_some(), "row {row} is in the tree under the box it was inserted with");
        true
    }

    pub fn overlaps(&self, aabb: &Aabb, found: &mut impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        self.tree.locate_in_envelope_intersecting_int(envelope(aabb), |entry| found(entry.row))
    }

    pub fn within(
        &self,
        center: Vec2,
        radius_sq: f32,
        found: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for entry in self.tree.locate_within_distance(center.to_array(), radius_sq) {
            found(entry.row)?;
        }
        ControlFlow::Continue(())
    }

    pub fn ray(&self, ray: &Ray, max_fraction: f32, found: &mut impl FnMut(Candidate, f32) -> f32) -> f32 {
        Self::visit_ray(self.tree.root(), ray, max_fraction, found)
    }

    // rstar has no ray query: its nodes are walked in the order it keeps them, so an early hit shortens the ray later than
    // in the packed tree.
    fn visit_ray(
        node: &ParentNode<Entry>,
        ray: &Ray,
        mut max: f32,
        found: &mut impl FnMut(Candidate, f32) -> f32,
    ) -> f32 {
        for child in node.children() {
            match child {
                RTreeNode::Leaf(entry) => {
                    let aabb = entry.aabb();
                    if let Some(key) = ray.entry(&aabb, max) {
                        max = found(Candidate { row: entry.row, key, aabb }, max);
                    }
                }
                RTreeNode::Parent(node) => {
                    if ray.entry(&aabb_of(&node.envelope()), max).is_some() {
                        max = Self::visit_ray(node, ray, max, found);
                    }
                }
            }
        }
        max
    }

    pub fn nearest(&self, point: Vec2, mut max_distance_sq: f32, found: &mut impl FnMut(Candidate, f32) -> f32) -> f32 {
        for (entry, distance_sq) in self.tree.nearest_neighbor_iter_with_distance_2(point.to_array()) {
            if distance_sq > max_distance_sq {
                break;
            }
            max_distance_sq =
                found(Candidate { row: entry.row, key: distance_sq, aabb: entry.aabb() }, max_distance_sq);
        }
        max_distance_sq
    }

    pub fn join(&self, part: usize, found: &mut impl FnMut(&[Pair])) {
        // rstar's join cannot be cut: the first part does it all.
        if part > 0 {
            return;
        }
        for (a, b) in self.tree.intersection_candidates_with_other_tree(&self.tree) {
            // The tree meets itself: every pair comes both ways round, and every box meets itself.
            if a.row < b.row {
                found(&[Pair::in_order(a.row, b.row)]);
            }
        }
    }

    pub fn bytes(&self) -> usize {
        // rstar does not tell what it allocates: an entry and a node's share of it, for nodes two thirds full.
        self.tree.size() * size_of::<RTreeNode<Entry>>() * 5 / 3 + self.held.capacity() * size_of::<Option<Aabb>>()
    }
}
