use crate::rng::Rng;
use geom::{Aabb, Vec2};

/// How the boxes of a workload are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Evenly, all of similar size, with about four neighbours each.
    Uniform,
    /// In heaps, with sizes by a power law: many small boxes, few large ones.
    Clustered,
}

impl Spread {
    /// The word in the report.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Clustered => "clustered",
        }
    }
}

/// Boxes some of which move a little in every step.
#[derive(Clone, Debug)]
pub struct BoxWorkload {
    /// The boxes as they are now.
    pub boxes: Vec<Aabb>,
    /// Random order, of which each step's movers are the first ones.
    order: Vec<u32>,
    velocities: Vec<Vec2>,
}

impl BoxWorkload {
    /// `count` boxes, the same in every run.
    #[must_use]
    pub fn new(spread: Spread, count: usize) -> Self {
        let mut rng = Rng::new(count as u64);
        let side = (count as f32).sqrt();
        let boxes: Vec<Aabb> = match spread {
            Spread::Uniform => (0..count).map(|_| uniform_box(side * 0.75, &mut rng)).collect(),
            Spread::Clustered => {
                let centers: Vec<Vec2> = (0..count.div_ceil(100)).map(|_| point(side * 1.5, &mut rng)).collect();
                (0..count).map(|_| clustered_box(centers[rng.below(centers.len())], &mut rng)).collect()
            }
        };
        let velocities = boxes
            .iter()
            .map(|aabb| {
                let direction = rng.rotation().rotate(Vec2::X);
                direction * (aabb.half_extents().max_element() * 2.0 * 0.01)
            })
            .collect();
        let mut order: Vec<u32> = (0..count as u32).collect();
        rng.shuffle(&mut order);
        Self { boxes, order, velocities }
    }

    /// Puts the boxes ten times as far from each other, so that hardly any two meet.
    pub fn move_apart(&mut self) {
        for aabb in &mut self.boxes {
            *aabb = Aabb::from_center_half(aabb.center() * 10.0, aabb.half_extents());
        }
    }

    /// Moves `percent` of the boxes by 1 % of their size, and says which.
    ///
    /// They are the same boxes in every step and keep their direction, as moving bodies do.
    pub fn step(&mut self, percent: usize) -> &[u32] {
        let movers = &self.order[..self.boxes.len() * percent / 100];
        for &mover in movers {
            let (aabb, velocity) = (&mut self.boxes[mover as usize], self.velocities[mover as usize]);
            *aabb = Aabb::new(aabb.min + velocity, aabb.max + velocity);
        }
        movers
    }
}

fn point(side: f32, rng: &mut Rng) -> Vec2 {
    Vec2::new(rng.uniform(0.0, side), rng.uniform(0.0, side))
}

/// Widths and heights of 0.5 to 1 metre. Boxes of mean width w in a square of side w·√n have four neighbours each:
/// n · (2w)² ÷ (w²n) = 4.
fn uniform_box(side: f32, rng: &mut Rng) -> Aabb {
    Aabb::from_center_half(point(side, rng), Vec2::new(rng.uniform(0.25, 0.5), rng.uniform(0.25, 0.5)))
}

/// Half extents of 0.1 to 0.2 metres ÷ √u, at most 5 metres (Pareto's law with exponent 2), around a cluster's centre.
fn clustered_box(center: Vec2, rng: &mut Rng) -> Aabb {
    let size = (0.2 / rng.uniform(0.0, 1.0).max(1e-6).sqrt()).min(5.0);
    let half = Vec2::new(size * rng.uniform(0.5, 1.0), size * rng.uniform(0.5, 1.0));
    // The sum of two uniform numbers: denser towards the centre.
    let offset = Vec2::new(rng.uniform(-4.0, 4.0), rng.uniform(-4.0, 4.0)) + point(8.0, rng) - Vec2::splat(4.0);
    Aabb::from_center_half(center + offset, half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_pairs::exact_pairs;

    #[test]
    fn uniform_boxes_have_about_four_neighbours() {
        let workload = BoxWorkload::new(Spread::Uniform, 4000);
        let neighbours = 2.0 * exact_pairs(&workload.boxes).len() as f32 / 4000.0;
        assert!((3.5..4.5).contains(&neighbours), "{neighbours}");
    }

    #[test]
    fn boxes_that_are_moved_apart_hardly_meet() {
        for spread in [Spread::Uniform, Spread::Clustered] {
            let mut workload = BoxWorkload::new(spread, 4000);
            workload.move_apart();
            let pairs = exact_pairs(&workload.boxes).len();
            assert!(pairs < 4000 / 8, "{pairs} {spread:?}");
        }
    }

    #[test]
    fn a_tenth_of_the_boxes_moves_by_a_hundredth_of_its_size() {
        let mut workload = BoxWorkload::new(Spread::Clustered, 1000);
        let before = workload.boxes.clone();
        let movers = workload.step(10).to_vec();
        assert_eq!(movers.len(), 100);
        for i in 0..1000u32 {
            let moved = (workload.boxes[i as usize].min - before[i as usize].min).length();
            let size = before[i as usize].half_extents().max_element() * 2.0;
            let expected = if movers.contains(&i) { 0.01 * size } else { 0.0 };
            assert!((moved - expected).abs() < 1e-4 * size.max(1.0), "{moved} {expected}");
        }
    }
}
