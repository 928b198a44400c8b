use crate::rng::Rng;
use geom::{Aabb, Vec2};

/// Worlds of boxes that make sweeps, grids or trees do work that the pairs in them do not ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HardWorld {
    /// Boxes spread evenly, all of which jump elsewhere in one step.
    Teleports,
    /// One box in a thousand is as large as the world, the others are small.
    Huge,
    /// All boxes in one point.
    Point,
    /// A row of boxes, each touching its neighbours.
    Line,
    /// Sizes from a millimetre to a hundred kilometres, as many boxes of each decade.
    Sizes,
}

impl HardWorld {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 5] = [Self::Teleports, Self::Huge, Self::Point, Self::Line, Self::Sizes];

    /// The word in the report.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Teleports => "teleports",
            Self::Huge => "huge",
            Self::Point => "point",
            Self::Line => "line",
            Self::Sizes => "sizes",
        }
    }

    /// How many boxes it is measured with: fewer where every two meet.
    #[must_use]
    pub fn counts(self) -> [usize; 3] {
        match self {
            Self::Point => [200, 600, 2_000],
            Self::Teleports | Self::Huge | Self::Line | Self::Sizes => [1_000, 10_000, 100_000],
        }
    }

    /// So many boxes, the same in every run, in no order of place or size.
    #[must_use]
    pub fn boxes(self, count: usize) -> Vec<Aabb> {
        let mut rng = Rng::new(count as u64);
        let side = (count as f32).sqrt();
        let mut boxes: Vec<Aabb> = match self {
            Self::Teleports => scattered(count, side, &mut rng),
            Self::Huge => {
                let huge = Aabb::from_center_half(Vec2::splat(side * 0.5), Vec2::splat(side));
                let mut boxes = scattered(count, side, &mut rng);
                boxes[..count.div_ceil(1000)].fill(huge);
                boxes
            }
            Self::Point => vec![Aabb::from_center_half(Vec2::ONE, Vec2::splat(0.5)); count],
            Self::Line => {
                let place = |number: usize| Vec2::new(number as f32, 0.0);
                (0..count).map(|number| Aabb::from_center_half(place(number), Vec2::splat(0.5))).collect()
            }
            Self::Sizes => (0..count).map(|number| of_decade(number % DECADES, count, &mut rng)).collect(),
        };
        rng.shuffle(&mut boxes);
        boxes
    }

    /// The same, after the first tenth of them moved up by a third of their size, which takes them out of any fat box.
    #[must_use]
    pub fn boxes_after_a_tenth_moved(self, count: usize) -> Vec<Aabb> {
        let mut boxes = self.boxes(count);
        for aabb in &mut boxes[..count / 10] {
            let way = Vec2::new(0.0, (aabb.max.y - aabb.min.y) / 3.0);
            *aabb = Aabb::new(aabb.min + way, aabb.max + way);
        }
        boxes
    }

    /// Where [`HardWorld::Teleports`] has its boxes after the jump.
    #[must_use]
    pub fn boxes_after(count: usize) -> Vec<Aabb> {
        let mut rng = Rng::new(count as u64 + 1);
        scattered(count, (count as f32).sqrt(), &mut rng)
    }
}

/// From 1e-3 to 1e5 metres.
const DECADES: usize = 8;

fn scattered(count: usize, side: f32, rng: &mut Rng) -> Vec<Aabb> {
    let mut place = || Vec2::new(rng.uniform(0.0, side), rng.uniform(0.0, side));
    (0..count).map(|_| Aabb::from_center_half(place(), Vec2::splat(0.3))).collect()
}

/// A box of this decade, in a square in which those of its decade are as dense as those of any other in theirs.
fn of_decade(decade: usize, count: usize, rng: &mut Rng) -> Aabb {
    let half = 10f32.powi(decade as i32 - 3) * 0.5;
    let reach = half * 2.0 * (count as f32 / DECADES as f32).sqrt();
    let center = Vec2::new(rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)) * reach;
    Aabb::from_center_half(center, Vec2::splat(half))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_pairs::exact_pairs;

    #[test]
    fn worlds_have_the_pairs_their_names_promise() {
        let pairs = |world: HardWorld| exact_pairs(&world.boxes(1000)).len();
        assert_eq!(pairs(HardWorld::Point), 1000 * 999 / 2);
        assert_eq!(pairs(HardWorld::Line), 999);
        assert!((999..999 + 1000).contains(&pairs(HardWorld::Huge)));
        assert!((100..10_000).contains(&pairs(HardWorld::Sizes)), "{}", pairs(HardWorld::Sizes));
    }
}
