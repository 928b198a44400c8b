//! Our broad phase.

use super::{BroadTask, Delivers, IndexPair, ordered};
use broadphase::{BroadPhase, Move, Proxy, ProxyId};
use geom::{Aabb, BoundingCircle, Vec2};
use std::hint::black_box;

/// Our broad phase: the pairs of fat boxes that began and those that ended, sorted; the list of all is kept beside them and
/// read after the steps.
#[derive(Default)]
pub struct Ours {
    broad_phase: BroadPhase,
    ids: Vec<ProxyId>,
    proxies: Vec<Proxy>,
    moves: Vec<Move>,
}

/// So many proxies or moves are handed over at a time: few enough to be in the first-level cache still.
const AT_A_TIME: usize = 128;

impl BroadTask for Ours {
    fn engine(&self) -> &'static str {
        "ours"
    }

    fn delivers(&self) -> Delivers {
        Delivers::AllFat
    }

    fn scratch(&mut self, boxes: &[Aabb]) {
        *self = Self::default();
        self.broad_phase.reserve(boxes.len());
        let mut user_data = 0..;
        for some in boxes.chunks(AT_A_TIME) {
            self.proxies.clear();
            self.proxies.extend(some.iter().zip(&mut user_data).map(|(&aabb, user_data)| Proxy {
                aabb,
                circle: circle(&aabb),
                user_data,
                ..Proxy::default()
            }));
            self.broad_phase.insert_batch(&self.proxies, &mut self.ids).expect("workloads hold valid boxes");
        }
        black_box(self.broad_phase.update_pairs().begun);
    }

    fn step(&mut self, boxes: &[Aabb], movers: &[u32]) {
        for some in movers.chunks(AT_A_TIME) {
            self.moves.clear();
            self.moves.extend(some.iter().map(|&mover| {
                let (id, aabb) = (self.ids[mover as usize], boxes[mover as usize]);
                Move { id, aabb, circle: circle(&aabb), displacement: Vec2::ZERO }
            }));
            self.broad_phase.update_batch(&self.moves).expect("workloads hold valid boxes");
        }
        black_box(self.broad_phase.update_pairs().begun);
    }

    fn pairs(&self) -> Vec<IndexPair> {
        let user_data = self.broad_phase.user_data_column();
        let body = |row: usize| user_data[row] as u32;
        self.broad_phase.pairs().iter().map(|pair| ordered(body(pair.a()), body(pair.b()))).collect()
    }
}

fn circle(aabb: &Aabb) -> BoundingCircle {
    BoundingCircle::new(aabb.center(), aabb.half_extents().length())
}
