use crate::coloring::COLORS;
use geom::Vec2;

/// Zones there are at most: with more, too many contacts are between two.
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
pub(crate) struct Zones {
    /// Across which axis the world is cut: `true` for y.
    by_y: bool,
    /// Where, in any order: one less than there are zones.
    borders: [f32; MAX_ZONES - 1],
    count: usize,
}

impl Zones {
    /// One, with everything in it.
    pub const ONE: Self = Self { by_y: false, borders: [0.0; MAX_ZONES - 1], count: 1 };

    /// Cuts the world into so many zones with about as many of the samples in each, across the axis along which these lie
    /// farther apart. O(zones · samples); they are in another order then.
    #[cfg(feature = "parallel")]
    pub fn new(count: usize, samples: &mut [Vec2]) -> Self {
        let spread = |coordinate: fn(&Vec2) -> f32| {
            let (count, coordinates) = (samples.len() as f32, samples.iter().map(coordinate));
            let middle = coordinates.clone().sum::<f32>() / count;
            coordinates.map(|x| (x - middle).abs()).sum::<f32>()
        };
        let by_y = spread(|at| at.y) > spread(|at| at.x);
        let coordinate = |at: &Vec2| if by_y { at.y } else { at.x };
        let mut zones = Self { by_y, count, ..Self::ONE };
        let reach = samples.len() / GAP_REACH;
        for (border, zone) in zones.borders.iter_mut().zip(1..count) {
            let middle = samples.len() * zone / count;
            let near = middle.saturating_sub(reach + 1)..(middle + reach + 1).min(samples.len());
            let Some(last) = near.len().checked_sub(1) else { continue };
            // No others need to be in order.
            let order = |a: &Vec2, b: &Vec2| coordinate(a).total_cmp(&coordinate(b));
            let (.., behind) = samples.select_nth_unstable_by(near.start, order);
            if last > 0 {
                behind.select_nth_unstable_by(last - 1, order);
            }
            samples[near.clone()].sort_unstable_by(order);
            let gap = |at: usize| coordinate(&samples[at]) - coordinate(&samples[at - 1]);
            let widest = near.skip(1).max_by(|&a, &b| {
                // Of equal gaps the one nearest to the middle.
                gap(a).total_cmp(&gap(b)).then(b.abs_diff(middle).cmp(&a.abs_diff(middle)))
            });
            *border = widest.map_or(0.0, |at| coordinate(&samples[at]) - 0.5 * gap(at));
        }
        zones
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// The zone of what is here.
    #[inline]
    pub fn of(&self, at: Vec2) -> u32 {
        let coordinate = if self.by_y { at.y } else { at.x };
        self.borders[..self.count - 1].iter().map(|&border| u32::from(coordinate >= border)).sum()
    }
}

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use super::*;

    #[test]
    fn zones_hold_as_much_each_across_the_longer_axis() {
        let mut places: Vec<_> = (0..300u16).map(|i| Vec2::new(f32::from(i * 7 % 300), f32::from(i % 3))).collect();
        let zones = Zones::new(3, &mut places);
        let in_zone = |zone| places.iter().filter(|at| zones.of(**at) == zone).count();
        assert_eq!((zones.count(), [in_zone(0), in_zone(1), in_zone(2)]), (3, [100; 3]));
        let mut turned: Vec<_> = places.iter().map(|at| Vec2::new(at.y, at.x)).collect();
        assert_eq!(Zones::new(3, &mut turned).of(Vec2::new(0.0, 299.0)), 2);
    }

    #[test]
    fn borders_go_through_gaps() {
        // Two heaps side by side, of which the left one is the larger one by a little.
        let mut places: Vec<_> =
            (0..640u16).map(|i| Vec2::new(f32::from(i) + if i < 324 { 0.0 } else { 50.0 }, 0.0)).collect();
        let zones = Zones::new(2, &mut places);
        assert_eq!(places.iter().filter(|at| zones.of(**at) == 0).count(), 324);
    }

    #[test]
    fn everything_in_one_place_is_in_one_zone() {
        let zones = Zones::new(4, &mut [Vec2::ONE; 10]);
        assert_eq!((zones.of(Vec2::ONE), zones.of(Vec2::ZERO)), (3, 0));
        assert_eq!(Zones::new(4, &mut []).count(), 4);
    }
}
