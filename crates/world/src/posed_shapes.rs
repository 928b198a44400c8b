use crate::column::{make_room, set};
use crate::id::Slots;
use geom::Pose;
use sat_simd::Shape;
use sat_simd::batch::ShapeSet;
use std::collections::TryReserveError;

/// The colliders' shapes where they are in the world, as the narrow phase reads them: eight of a kind at once.
///
/// A [`ShapeSet`] only grows. Shapes that are gone stay in it until they are [`FEW`] more than the others; then it is made anew.
#[derive(Default)]
pub(crate) struct PosedShapes {
    set: ShapeSet,
    /// By collider slot.
    indices: Vec<u32>,
    gone: usize,
}

geom::clone_in_place!(PosedShapes { set, indices, gone });

/// So many may be gone before the set is made anew for them.
const FEW: usize = 64;

impl PosedShapes {
    pub fn set(&self) -> &ShapeSet {
        &self.set
    }

    /// Where the set has the shape of a collider.
    #[inline]
    pub fn index(&self, slot: usize) -> u32 {
        self.indices[slot]
    }

    /// Makes room for so many.
    pub fn make_room(&mut self, count: usize) -> Result<(), TryReserveError> {
        self.set.try_reserve(count.saturating_sub(self.set.len()))?;
        make_room(&mut self.indices, count)
    }

    /// Adds the shape of a collider in a slot that has none.
    pub fn insert(&mut self, slot: usize, shape: &Shape, pose: &Pose) {
        set(&mut self.indices, slot, push(&mut self.set, shape, pose));
    }

    #[inline]
    pub fn set_pose(&mut self, slot: usize, pose: &Pose) {
        self.set.set_pose(self.indices[slot], pose).expect("every collider's shape is in the set");
    }

    /// Notes that a shape is gone; `slots`, `shapes` and `poses` are those of the colliders that are left. O(1) amortised.
    pub fn remove(&mut self, slots: &Slots, shapes: &[Shape], poses: &[Pose]) {
        self.gone += 1;
        if self.gone > slots.len() + FEW {
            self.set.clear();
            self.gone = 0;
            for slot in slots.iter() {
                self.indices[slot] = push(&mut self.set, &shapes[slot], &poses[slot]);
            }
        }
    }
}

fn push(set: &mut ShapeSet, shape: &Shape, pose: &Pose) -> u32 {
    set.push(shape, pose)
        .expect("the vertices of all colliders, and of the shapes kept that are gone, take less than 8 GiB")
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec2;

    #[test]
    fn shapes_that_come_and_go_leave_no_more_than_as_many_behind() {
        let (mut posed, mut slots) = (PosedShapes::default(), Slots::default());
        let at = |x: usize| Pose::from_translation(Vec2::new(x as f32, 0.0));
        let (mut shapes, mut poses) = (Vec::new(), Vec::new());
        for round in 0..500 {
            let slot = slots.take().unwrap().slot as usize;
            set(&mut shapes, slot, Shape::circle(1.0 + round as f32).unwrap());
            set(&mut poses, slot, at(round));
            posed.insert(slot, &shapes[slot], &poses[slot]);
            // Every third stays.
            if round % 3 > 0 {
                slots.give_back(slot);
                posed.remove(&slots, &shapes, &poses);
            }
            assert!(posed.set().len() <= 2 * slots.len() + FEW + 1, "round {round}");
        }
        for slot in slots.iter() {
            let index = posed.index(slot);
            assert_eq!(posed.set().get(index), Some((&shapes[slot], poses[slot])));
        }
    }
}
