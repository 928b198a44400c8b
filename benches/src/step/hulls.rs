//! Polygons that bodies of a scene have in common.

use scenes::SceneCollider;
use std::collections::VecDeque;

/// How many are remembered: more than a body has.
const MOST: usize = 8;

/// What an engine made of the polygons it was given last. Benchmarks of engines make a hull once, for all bodies that have it, and
/// so do our scenes.
#[derive(Debug)]
pub struct Hulls<T>(VecDeque<(SceneCollider, T)>);

impl<T> Default for Hulls<T> {
    fn default() -> Self {
        // Nothing that is counted as the engine's memory where there are no polygons.
        Self(VecDeque::new())
    }
}

impl<T: Clone> Hulls<T> {
    /// What was made of the collider's polygon, or is made of it now.
    pub fn of(&mut self, collider: &SceneCollider, make: impl FnOnce() -> T) -> T {
        if let Some((_, made)) = self.0.iter().find(|(other, _)| other == collider) {
            return made.clone();
        }
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        let made = make();
        self.0.push_back((collider.clone(), made.clone()));
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec2;
    use scenes::SceneShape;

    #[test]
    fn each_polygon_is_made_once_until_many_others_were() {
        let collider =
            |x: f32| SceneCollider::new(SceneShape::polygon(&[Vec2::ZERO, Vec2::new(x, 0.0), Vec2::new(0.0, 1.0)]));
        let (mut hulls, mut made) = (Hulls::default(), Vec::new());
        for number in [1u8, 2, 1, 3, 2, 4, 5, 6, 7, 8, 1, 9, 1] {
            let is = hulls.of(&collider(f32::from(number)), || {
                made.push(number);
                number
            });
            assert_eq!(is, number);
        }
        assert_eq!(made, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]);
    }
}
