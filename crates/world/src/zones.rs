use crate::coloring::COLORS;
use geom::Vec2;
#[cfg(feature = "parallel")]
use {bumpalo::Bump, bumpalo::collections::Vec as ArenaVec};

/// Zones there are at most: with more, too many contacts are between two.
#[cfg(feature = "parallel")]
pub(crate) const MAX_ZONES: usize = 8;

/// Where a border is near a gap it goes there, if so few of the samples are on the wrong side then: one of so many.
#[cfg(feature = "parallel")]
const GAP_REACH: usize = 64;

/// A body's zone stands above the colours that are taken.
pub(crate) const ZONE_SHIFT: u32 = COLORS as u32;

/// Strips across the world, each for one thread: nobody else moves the bodies in it while they are solved, but for contacts
/// between two zones.
///
/// Zones change who solves a contact and never what comes out: contacts of one colour may be solved in any order.
pub(crate) struct Zones<'s> {
    /// Across which axis the world is cut: `true` for y.
    by_y: bool,
    /// Where, in any order.
    borders: &'s [f32],
}

impl<'s> Zones<'s> {
    /// One, with everything in it.
    pub const ONE: Self = Self { by_y: false, borders: &[] };

    /// Cuts the world into so many zones with about as many of the samples in each, across the axis along which these lie
    /// farther apart.
    #[cfg(feature = "parallel")]
    pub fn new(arena: &'s Bump, count: usize, samples: &[Vec2]) -> Self {
        let spread = |coordinate: fn(&Vec2) -> f32| {
            let (count, coordinates) = (samples.len() as f32, samples.iter().map(coordinate));
            let middle = coordinates.clone().sum::<f32>() / count;
            coordinates.map(|x| (x - middle).abs()).sum::<f32>()
        };
        let by_y = spread(|at| at.y) > spread(|at| at.x);
        let mut sorted = ArenaVec::with_capacity_in(samples.len(), arena);
        sorted.extend(samples.iter().map(|at| if by_y { at.y } else { at.x }));
        sorted.sort_unstable_by(f32::total_cmp);
        let border = |zone: usize| {
            let middle = sorted.len() * zone / count;
            let reach = sorted.len() / GAP_REACH;
            let gap = |&at: &usize| sorted[at] - sorted[at - 1];
            // Of equal gaps the one nearest to the middle.
            let near = (0..=2 * reach).map(|i| if i % 2 == 0 { middle + i / 2 } else { middle - i.div_ceil(2) });
            let within = near.filter(|at| (1..sorted.len()).contains(at));
            let widest = within.min_by(|a, b| gap(b).total_cmp(&gap(a)));
            widest.map_or(0.0, |at| sorted[at] - 0.5 * gap(&at))
        };
        Self { by_y, borders: arena.alloc_slice_fill_iter((1..count).map(border)) }
    }

    pub fn count(&self) -> usize {
        self.borders.len() + 1
    }

    /// The zone of what is here.
    #[inline]
    pub fn of(&self, at: Vec2) -> u32 {
        let coordinate = if self.by_y { at.y } else { at.x };
        self.borders.iter().map(|&border| u32::from(coordinate >= border)).sum()
    }
}

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use super::*;

    #[test]
    fn zones_hold_as_much_each_across_the_longer_axis() {
        let arena = Bump::new();
        let places: Vec<_> = (0..300u16).map(|i| Vec2::new(f32::from(i * 7 % 300), f32::from(i % 3))).collect();
        let zones = Zones::new(&arena, 3, &places);
        let in_zone = |zone| places.iter().filter(|at| zones.of(**at) == zone).count();
        assert_eq!((zones.count(), [in_zone(0), in_zone(1), in_zone(2)]), (3, [100; 3]));
        let turned: Vec<_> = places.iter().map(|at| Vec2::new(at.y, at.x)).collect();
        assert_eq!(Zones::new(&arena, 3, &turned).of(Vec2::new(0.0, 299.0)), 2);
    }

    #[test]
    fn borders_go_through_gaps() {
        let arena = Bump::new();
        // Two heaps side by side, of which the left one is the larger one by a little.
        let places: Vec<_> =
            (0..640u16).map(|i| Vec2::new(f32::from(i) + if i < 324 { 0.0 } else { 50.0 }, 0.0)).collect();
        let zones = Zones::new(&arena, 2, &places);
        assert_eq!(places.iter().filter(|at| zones.of(**at) == 0).count(), 324);
    }

    #[test]
    fn everything_in_one_place_is_in_one_zone() {
        let arena = Bump::new();
        let zones = Zones::new(&arena, 4, &[Vec2::ONE; 10]);
        assert_eq!((zones.of(Vec2::ONE), zones.of(Vec2::ZERO)), (3, 0));
        assert_eq!(Zones::new(&arena, 4, &[]).count(), 4);
    }
}
