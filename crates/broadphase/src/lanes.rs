//! The one place that names the vector type.
use crate::set_bits::set_bits;
use geom::Aabb;

/// How many boxes, circles or children one operation handles.
pub const LANES: usize = 8;

/// The mask of all lanes.
pub const ALL_LANES: u32 = (1 << LANES) - 1;

/// Eight numbers handled at once.
pub type Lanes = wide::f32x8;

/// The four numbers of one box.
pub type Corners = wide::f32x4;

/// Eight whole numbers handled at once.
type Whole = wide::i32x8;

/// Eight boxes, or one box eight times.
#[derive(Clone, Copy, Debug)]
pub struct AabbLanes {
    /// [`MIN_X`], [`MIN_Y`], [`MAX_X`], [`MAX_Y`]: a ray looks up which of two comes first.
    pub sides: [Lanes; 4],
}

/// Where the lower sides are.
const MIN_X: usize = 0;
const MIN_Y: usize = 1;
/// The upper sides, [`OPPOSITE`] the lower ones.
const MAX_X: usize = MIN_X ^ OPPOSITE;
const MAX_Y: usize = MIN_Y ^ OPPOSITE;
/// What the number of a side and that of the other one of the same axis differ by.
pub(crate) const OPPOSITE: usize = 2;

impl AabbLanes {
    /// Eight boxes that overlap nothing finite.
    pub const EMPTY: Self = Self {
        sides: [
            Lanes::new([f32::INFINITY; LANES]),
            Lanes::new([f32::INFINITY; LANES]),
            Lanes::new([f32::NEG_INFINITY; LANES]),
            Lanes::new([f32::NEG_INFINITY; LANES]),
        ],
    };

    /// The same box in every lane.
    #[inline]
    pub fn splat(aabb: &Aabb) -> Self {
        Self { sides: [aabb.min.x, aabb.min.y, aabb.max.x, aabb.max.y].map(Lanes::splat) }
    }

    /// A box in each lane, turned into columns in registers.
    #[inline]
    pub fn of(boxes: &[Aabb; LANES]) -> Self {
        let half = |first: usize| Corners::transpose(std::array::from_fn(|lane| corners(&boxes[first + lane])));
        let (lower, upper) = (half(0), half(4));
        let column = |number: usize| {
            let mut lanes = [0.0; LANES];
            lanes[..4].copy_from_slice(lower[number].as_array());
            lanes[4..].copy_from_slice(upper[number].as_array());
            Lanes::new(lanes)
        };
        Self { sides: [column(0), column(1), column(2), column(3)] }
    }

    /// The box in one lane.
    #[inline]
    pub fn lane(&self, lane: usize) -> Aabb {
        Aabb {
            min: geom::Vec2::new(self.sides[MIN_X].as_array()[lane], self.sides[MIN_Y].as_array()[lane]),
            max: geom::Vec2::new(self.sides[MAX_X].as_array()[lane], self.sides[MAX_Y].as_array()[lane]),
        }
    }

    /// Puts `aabb` into one lane.
    #[inline]
    pub fn set_lane(&mut self, lane: usize, aabb: &Aabb) {
        self.sides[MIN_X].as_mut_array()[lane] = aabb.min.x;
        self.sides[MIN_Y].as_mut_array()[lane] = aabb.min.y;
        self.sides[MAX_X].as_mut_array()[lane] = aabb.max.x;
        self.sides[MAX_Y].as_mut_array()[lane] = aabb.max.y;
    }

    /// The smallest box around all lanes.
    #[inline]
    pub fn bounds(&self) -> Aabb {
        // Eight corners of each kind to four, those to four boxes, and these to one.
        let four = |side: usize, pick: fn(Corners, Corners) -> Corners| {
            let half =
                |first: usize| Corners::new(std::array::from_fn(|lane| self.sides[side].as_array()[first + lane]));
            pick(half(0), half(LANES / 2))
        };
        let (least, most) = (Corners::fast_min, Corners::fast_max);
        let boxes = Corners::transpose([four(MIN_X, least), four(MIN_Y, least), four(MAX_X, most), four(MAX_Y, most)]);
        let all =
            |pick: fn(Corners, Corners) -> Corners| pick(pick(boxes[0], boxes[1]), pick(boxes[2], boxes[3])).to_array();
        let ([min_x, min_y, ..], [.., max_x, max_y]) = (all(least), all(most));
        Aabb { min: geom::Vec2::new(min_x, min_y), max: geom::Vec2::new(max_x, max_y) }
    }

    /// Width and height of each box together, zero where there is none.
    #[inline]
    pub fn sizes(&self) -> Lanes {
        let along = |min: usize| self.sides[min ^ OPPOSITE] - self.sides[min];
        (along(MIN_X) + along(MIN_Y)).fast_max(Lanes::ZERO)
    }

    /// The middles, all x and all y: [`Aabb::center`], eight times.
    #[inline]
    pub fn center(&self) -> [Lanes; 2] {
        let half = Lanes::splat(0.5);
        [self.sides[MIN_X] * half + self.sides[MAX_X] * half, self.sides[MIN_Y] * half + self.sides[MAX_Y] * half]
    }

    /// Half the widths and half the heights: [`Aabb::half_extents`], eight times.
    #[inline]
    pub fn half_extents(&self) -> [Lanes; 2] {
        let half = Lanes::splat(0.5);
        [self.sides[MAX_X] * half - self.sides[MIN_X] * half, self.sides[MAX_Y] * half - self.sides[MIN_Y] * half]
    }

    /// Each box with the point in the same lane.
    #[inline]
    pub fn with(self, [x, y]: [Lanes; 2]) -> Self {
        let [min_x, min_y, max_x, max_y] = self.sides;
        Self { sides: [min_x.fast_min(x), min_y.fast_min(y), max_x.fast_max(x), max_y.fast_max(y)] }
    }

    /// Bit `i` says whether the boxes in lanes `i` share a point: [`Aabb::overlaps`], eight times.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> u32 {
        let x = self.sides[MIN_X].simd_le(other.sides[MAX_X]) & other.sides[MIN_X].simd_le(self.sides[MAX_X]);
        let y = self.sides[MIN_Y].simd_le(other.sides[MAX_Y]) & other.sides[MIN_Y].simd_le(self.sides[MAX_Y]);
        (x & y).to_bitmask()
    }

    /// Bit `i` says whether lane `i` holds a box.
    #[inline]
    pub fn in_use(&self) -> u32 {
        self.sides[MIN_X].simd_le(self.sides[MAX_X]).to_bitmask()
    }

    /// Squared distance of each box from the point in the same lane: [`Aabb::distance_sq`], eight times.
    #[inline]
    pub fn distance_sq(&self, x: Lanes, y: Lanes) -> Lanes {
        // No NaN is here, and the squares do not tell one zero from the other.
        let dx = (self.sides[MIN_X] - x).fast_max(x - self.sides[MAX_X]).fast_max(Lanes::ZERO);
        let dy = (self.sides[MIN_Y] - y).fast_max(y - self.sides[MAX_Y]).fast_max(Lanes::ZERO);
        dx * dx + dy * dy
    }

    /// All bits of a lane are set if it holds a box that comes within the distance of the point; the squared distances.
    #[inline]
    pub fn within(&self, x: Lanes, y: Lanes, distance_sq: Lanes) -> (Lanes, Lanes) {
        let distances = self.distance_sq(x, y);
        // Unused lanes are infinitely far, which is not too far when the square of the distance is infinite, too.
        let selected = distances.simd_le(distance_sq) & self.sides[MIN_X].simd_le(self.sides[MAX_X]);
        (selected, distances)
    }
}

/// The lower corner and the upper one.
#[inline]
pub(crate) const fn corners(aabb: &Aabb) -> Corners {
    Corners::new([aabb.min.x, aabb.min.y, aabb.max.x, aabb.max.y])
}

/// So many numbers are ranked at once.
pub(crate) const FEW: usize = 2 * LANES;

/// Of each of the first `len` numbers, which are different, how many of those are less; from there on its own place.
#[inline]
pub(crate) fn ranks(numbers: &[u32; FEW], len: usize) -> [u32; FEW] {
    let end = Whole::splat(len as i32);
    let half = |first: usize| {
        let place = Whole::new(std::array::from_fn(|lane| (first + lane) as i32));
        // Signed numbers are what can be compared everywhere.
        let signed = Whole::new(std::array::from_fn(|lane| (numbers[first + lane] ^ 1 << 31) as i32));
        let counts = end.simd_gt(place);
        // What does not count is less than none.
        (counts.select(signed, Whole::splat(i32::MAX)), counts, place)
    };
    let ((lower, lower_counts, lower_place), (upper, upper_counts, upper_place)) = (half(0), half(LANES));
    // What is true is −1.
    let less = |others: Whole, numbers: Whole| {
        others.to_array().into_iter().fold(Whole::ZERO, |less, other| less - numbers.simd_gt(Whole::splat(other)))
    };
    let (of_lower, of_upper) = if len > LANES {
        (less(lower, lower) + less(upper, lower), less(lower, upper) + less(upper, upper))
    } else {
        (less(lower, lower), Whole::ZERO)
    };
    let lower = lower_counts.select(of_lower, lower_place).to_array();
    let upper = upper_counts.select(of_upper, upper_place).to_array();
    std::array::from_fn(|place| if place < LANES { lower[place] } else { upper[place - LANES] } as u32)
}

/// The lanes whose bits are set, lowest first.
#[inline]
pub(crate) fn lanes_of(mask: u32) -> impl Iterator<Item = usize> {
    set_bits(u64::from(mask))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ray::Ray;
    use crate::ray_lanes::RayLanes;
    use geom::Vec2;
    use proptest::prelude::*;

    fn coordinate() -> impl Strategy<Value = f32> {
        // Few values, so that boxes often share an edge or a corner, and both zeros.
        prop_oneof![(-4i8..=4).prop_map(f32::from), Just(-0.0), -4.0f32..4.0, Just(f32::MAX), Just(f32::MIN)]
    }

    fn aabb() -> impl Strategy<Value = Aabb> {
        (coordinate(), coordinate(), coordinate(), coordinate())
            .prop_map(|(x, y, z, w)| Aabb::new(Vec2::new(x.min(z), y.min(w)), Vec2::new(x.max(z), y.max(w))))
    }

    proptest! {
        #[test]
        fn wide_boxes_equal_their_twins(boxes in prop::array::uniform8(aabb()), query in aabb(), x in coordinate(), y in coordinate()) {
            let mut lanes = AabbLanes::EMPTY;
            for (lane, aabb) in boxes.iter().enumerate() {
                lanes.set_lane(lane, aabb);
            }
            prop_assert_eq!(lanes.bounds(), boxes.iter().fold(boxes[0], |bounds, aabb| bounds.union(aabb)));
            let at_once = AabbLanes::of(&boxes);
            let mask = lanes.overlaps(&AabbLanes::splat(&query));
            let distances = lanes.distance_sq(Lanes::splat(x), Lanes::splat(y));
            for (lane, aabb) in boxes.iter().enumerate() {
                prop_assert_eq!((lanes.lane(lane), at_once.lane(lane)), (*aabb, *aabb));
                let vec = |[x, y]: [Lanes; 2]| Vec2::new(x.as_array()[lane], y.as_array()[lane]);
                prop_assert_eq!(vec(lanes.center()), aabb.center());
                prop_assert_eq!(vec(lanes.half_extents()), aabb.half_extents());
                let point = Aabb::new(Vec2::new(x, y), Vec2::new(x, y));
                let with_point = lanes.with([Lanes::splat(x), Lanes::splat(y)]).lane(lane);
                prop_assert_eq!(with_point, aabb.union(&point));
                prop_assert_eq!(mask >> lane & 1 == 1, aabb.overlaps(&query), "lane {}", lane);
                prop_assert_eq!(distances.as_array()[lane], aabb.distance_sq(Vec2::new(x, y)), "lane {}", lane);
            }
        }
    }

    #[test]
    fn an_empty_lane_overlaps_nothing_and_no_ray_enters_it() {
        let everything = Aabb::new(Vec2::splat(f32::MIN), Vec2::splat(f32::MAX));
        assert_eq!(AabbLanes::EMPTY.overlaps(&AabbLanes::splat(&everything)), 0);
        let ways = [f32::MIN, -1.0, -1e-40, 0.0, 1e-40, 1.0, f32::MAX];
        for (x, y) in ways.into_iter().flat_map(|x| ways.map(|y| (x, y))) {
            let sweep = Ray::of_box(&everything, Vec2::new(x, y));
            assert_eq!(RayLanes::new(&sweep).entry(&AabbLanes::EMPTY, 1.0).0, 0, "{x} {y}");
        }
        let mut one = AabbLanes::EMPTY;
        one.set_lane(3, &everything);
        assert_eq!((AabbLanes::EMPTY.in_use(), one.in_use()), (0, 1 << 3));
    }
}
