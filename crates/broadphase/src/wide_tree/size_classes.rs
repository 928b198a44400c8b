use super::LANES;
use super::groups::Groups;
use crate::hilbert::Extent;
use crate::lanes::AabbLanes;
use crate::parallel;
use geom::Aabb;

/// A class spans at least and at most so many powers of two in size, the last one any fewer.
const LEAST_SPAN: usize = 3;
const MOST_SPAN: usize = 6;

/// Fewer rows than this are not worth another thread.
const LEAST_SHARED: usize = 2048;

/// At most so many classes: exponents of `f32` are 8 bits.
pub(super) const MOST_CLASSES: usize = 256usize.div_ceil(LEAST_SPAN);

/// Boxes by size: those of very different sizes do not share leaves, since a leaf with a large box among small ones is as
/// large, and every query between would look into it. A hierarchy of grids, one for each size, is the same idea: Ericson,
/// Real-Time Collision Detection, 2005, §7.2.1.
pub(super) struct SizeClasses {
    by_exponent: [u8; 256],
    /// By class: around the centres of its boxes.
    extents: [Extent; MOST_CLASSES],
    /// By class: how many boxes it has.
    lens: [u32; MOST_CLASSES],
    count: usize,
}

impl SizeClasses {
    /// Classes for the boxes of these rows, cut where few of them are.
    pub fn of(rows: &[u32], aabb: &(impl Fn(u32) -> Aabb + Sync)) -> Self {
        let Tally { counts, centers } = Tally::of(rows, aabb);
        let (extents, lens) = ([Extent::NONE; MOST_CLASSES], [0; MOST_CLASSES]);
        let mut classes = Self { by_exponent: [0; 256], extents, lens, count: 0 };
        let first = |from: usize| (from..counts.len()).find(|&exponent| counts[exponent] > 0);
        let mut next = first(0);
        while let Some(start) = next {
            let cuts = (start + LEAST_SPAN).min(256)..(start + MOST_SPAN + 1).min(256);
            let end = cuts.min_by_key(|&exponent| counts[exponent]).unwrap_or(256);
            classes.by_exponent[start..end].fill(classes.count as u8);
            classes.lens[classes.count] = counts[start..end].iter().sum();
            classes.count += 1;
            next = first(end);
        }
        if classes.count == 1 {
            classes.extents[0] = centers;
            return classes;
        }
        classes.extents = classes.extents_of(rows, aabb);
        classes
    }

    /// By class: around the centres of these boxes.
    fn extents_of(&self, rows: &[u32], aabb: &(impl Fn(u32) -> Aabb + Sync)) -> [Extent; MOST_CLASSES] {
        let mut extents = [Extent::NONE; MOST_CLASSES];
        if is_shared(rows) {
            let (lower, upper) = rows.split_at(rows.len() / 2);
            let mut others = extents;
            parallel::both(true, || extents = self.extents_of(lower, aabb), || others = self.extents_of(upper, aabb));
            extents.iter_mut().zip(&others).for_each(|(extent, other)| *extent = extent.around(other));
            return extents;
        }
        for aabb in rows.iter().map(|&row| aabb(row)) {
            let extent = &mut extents[self.class(&aabb)];
            *extent = extent.with(aabb.center());
        }
        extents
    }

    /// By class: around the centres of its boxes.
    pub fn extents(&self) -> &[Extent] {
        &self.extents[..self.count]
    }

    /// Those of each class come one after the other.
    pub fn groups(&self) -> Groups {
        Groups::new(&self.lens[..self.count])
    }

    /// How many classes there are, none of them empty.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The class of one of the boxes, the smallest boxes' first.
    pub fn class(&self, aabb: &Aabb) -> usize {
        usize::from(self.by_exponent[exponent(aabb)])
    }
}

/// Whether several threads look at so many rows.
fn is_shared(rows: &[u32]) -> bool {
    rows.len() >= LEAST_SHARED && parallel::threads() > 1
}

/// How many boxes there are of each size, and where.
struct Tally {
    /// By [`exponent`].
    counts: [u32; 256],
    centers: Extent,
}

impl Tally {
    fn of(rows: &[u32], aabb: &(impl Fn(u32) -> Aabb + Sync)) -> Self {
        if is_shared(rows) {
            let (lower, upper) = rows.split_at(rows.len() / 2);
            let (mut one, mut other) = (Self::NONE, Self::NONE);
            parallel::both(true, || one = Self::of(lower, aabb), || other = Self::of(upper, aabb));
            one.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
            return Self { centers: one.centers.around(&other.centers), ..one };
        }
        // Without a branch that depends on a size: those of neighbours in the list are as good as random.
        let (mut counts, mut centers_in_lanes) = ([0u32; 256], AabbLanes::EMPTY);
        let (eights, rest) = rows.as_chunks::<LANES>();
        for eight in eights {
            let boxes = AabbLanes::of(&eight.map(aabb));
            let [half_x, half_y] = boxes.half_extents();
            for &longer in half_x.fast_max(half_y).as_array() {
                counts[exponent_of(longer)] += 1;
            }
            centers_in_lanes = centers_in_lanes.with(boxes.center());
        }
        let mut centers = Extent::of(&centers_in_lanes.bounds());
        for aabb in rest.iter().map(|&row| aabb(row)) {
            counts[exponent(&aabb)] += 1;
            centers = centers.with(aabb.center());
        }
        Self { counts, centers }
    }

    const NONE: Self = Self { counts: [0; 256], centers: Extent::NONE };
}

/// The binary exponent of half the longer side, from 0 for the smallest.
fn exponent(aabb: &Aabb) -> usize {
    let half = aabb.half_extents();
    // One comparison, where `f32::max` also looks for NaN.
    exponent_of(if half.x < half.y { half.y } else { half.x })
}

fn exponent_of(longer: f32) -> usize {
    (longer.abs().to_bits() >> 23) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec2;

    fn classes(sizes: &[f32]) -> Vec<usize> {
        let boxes: Vec<Aabb> =
            sizes.iter().map(|&size| Aabb::from_center_half(Vec2::ZERO, Vec2::splat(size))).collect();
        let rows: Vec<u32> = (0..boxes.len() as u32).collect();
        let classes = SizeClasses::of(&rows, &|row| boxes[row as usize]);
        boxes.iter().map(|aabb| classes.class(aabb)).collect()
    }

    #[test]
    fn similar_sizes_share_a_class_and_different_ones_do_not() {
        assert_eq!(classes(&[0.5, 0.9, 1.1, 2.0]), [0; 4]);
        assert_eq!(classes(&[300.0, 0.5, 1.0, 0.6]), [1, 0, 0, 0]);
        assert_eq!(classes(&[0.0, f32::MAX, 1.0]), [0, 2, 1]);
    }

    #[test]
    fn classes_are_cut_where_few_boxes_are() {
        // Those of size 16 to 64, of which there are more, stay together with the one of size 8.
        let sizes = [1.0, 1.0, 8.0, 20.0, 20.0, 40.0, 40.0, 64.0, 64.0];
        assert_eq!(classes(&sizes), [0, 0, 1, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn the_extent_of_one_class_is_that_of_its_centres() {
        let boxes: Vec<Aabb> = (0..20u8)
            .map(|i| Aabb::from_center_half(Vec2::new(f32::from(i * 7 % 11), f32::from(i * 5 % 13)), Vec2::ONE))
            .collect();
        for count in 1..=boxes.len() {
            let rows: Vec<u32> = (0..count as u32).collect();
            let classes = SizeClasses::of(&rows, &|row| boxes[row as usize]);
            let expected = boxes[..count].iter().fold(Extent::NONE, |extent, aabb| extent.with(aabb.center()));
            assert_eq!(classes.extents(), [expected], "{count}");
        }
    }

    /// So many boxes that threads share them.
    #[test]
    fn each_class_has_its_own_extent_and_size() {
        look_at_two_classes();
        #[cfg(feature = "parallel")]
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(look_at_two_classes);
        }
    }

    fn look_at_two_classes() {
        let count = 2 * LEAST_SHARED as u32 + 21;
        let size = |row: u32| if row.is_multiple_of(3) { 300.0 } else { 0.5 };
        let aabb = |row: u32| {
            let center = Vec2::new((row * 7 % 4093) as f32, (row * 5 % 4099) as f32) * size(row);
            Aabb::from_center_half(center, Vec2::splat(size(row)))
        };
        let rows: Vec<u32> = (0..count).collect();
        let classes = SizeClasses::of(&rows, &aabb);
        let extent_of = |class: usize| {
            let its = rows.iter().filter(|&&row| usize::from(row.is_multiple_of(3)) == class);
            its.fold(Extent::NONE, |extent, &row| extent.with(aabb(row).center()))
        };
        assert_eq!(classes.extents(), [extent_of(0), extent_of(1)]);
        let (tally, mut counts) = (Tally::of(&rows, &aabb), [0; 256]);
        rows.iter().for_each(|&row| counts[exponent(&aabb(row))] += 1);
        assert_eq!(tally.counts, counts);
        assert_eq!(tally.centers, rows.iter().fold(Extent::NONE, |extent, &row| extent.with(aabb(row).center())));
    }

    #[test]
    fn all_sizes_there_are_have_a_class() {
        let sizes: Vec<f32> = (0..255u32).map(|exponent| f32::from_bits(exponent << 23)).collect();
        let classes = classes(&sizes);
        assert!(classes.is_sorted() && classes[254] < MOST_CLASSES);
    }
}
