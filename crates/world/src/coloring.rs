use crate::awake_set::FIXED_ROW;
use crate::column::grow;
use crate::lanes::LANES;
use crate::zones::{ZONE_SHIFT, Zones};
use bumpalo::Bump;
use geom::Vec2;

/// How many sets of contacts there are that share no movable body.
pub(crate) const COLORS: usize = 24;

/// A contact, its colour or [`OVERFLOW`], and the rows that it moves.
#[derive(Clone, Copy)]
pub(crate) struct Colored {
    pub contact: u32,
    color: u32,
    /// [`FIXED_ROW`] for a side that it does not move.
    pub rows: [u32; 2],
}

impl Colored {
    #[inline]
    pub fn new(contact: u32, rows: [u32; 2], color: usize) -> Self {
        Self { contact, color: color as u32, rows }
    }

    #[inline]
    pub fn color(&self) -> usize {
        self.color as usize
    }
}

/// How many contacts have each colour.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Counts(pub [usize; COLORS]);

impl Counts {
    /// How many blocks of [`LANES`] contacts each colour takes.
    pub fn blocks(&self) -> [usize; COLORS] {
        self.0.map(|count| count.div_ceil(LANES))
    }

    /// How many colours any contact has.
    pub fn used_colors(&self) -> usize {
        self.0.iter().filter(|&&count| count > 0).count()
    }

    /// Where the contacts of each colour begin when the first block of all is number `first`, which becomes that of what comes next:
    /// a lane, counted through all blocks.
    pub fn starts(&self, first: &mut usize) -> [usize; COLORS] {
        self.blocks().map(|count| {
            let start = *first * LANES;
            *first += count;
            start
        })
    }

    #[inline]
    pub fn add(&mut self, color: usize) {
        self.0[color] += 1;
    }
}

/// Contacts with colours that are solved together, piecewise in the order in which they came.
#[derive(Clone, Copy)]
pub(crate) struct Batch<'s> {
    pub runs: &'s [&'s [Colored]],
    pub counts: Counts,
}

impl Batch<'_> {
    /// In order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Colored> + '_ {
        self.runs.iter().copied().flatten().copied()
    }

    /// The contacts of several batches with the place that the solver keeps each in: a lane, counted through all blocks, of which each
    /// batch has those of colour after colour.
    pub fn places<'a>(batches: &'a [Batch]) -> impl Iterator<Item = (u32, usize)> + 'a {
        let mut first = 0;
        batches.iter().flat_map(move |batch| {
            let mut next = batch.counts.starts(&mut first);
            batch.iter().map(move |colored| {
                let place = &mut next[colored.color()];
                (colored.contact, std::mem::replace(place, *place + 1))
            })
        })
    }
}

/// Contacts between two movable bodies take one of the first of these, lowest first. Contacts with something immovable
/// take any, highest first: so they are solved last, and what is fixed has the last word.
const PAIR_COLORS: usize = 20;

/// Where contacts without a free colour go.
const OVERFLOW: usize = COLORS;

/// What a step has to know of a contact that it looked at.
#[derive(Clone, Copy)]
pub(crate) struct Link {
    /// Which rows of the solver it moves, [`FIXED_ROW`] for a side that it does not.
    pub row_a: u32,
    pub row_b: u32,
    /// Whether it began or ended, if there is an event of it.
    pub noted: Option<bool>,
}

impl Link {
    /// Whether it moves anything.
    pub fn moves(&self) -> bool {
        self.row_a != FIXED_ROW || self.row_b != FIXED_ROW
    }

    /// Moves nothing, and nothing happened.
    pub const NONE: Self = Self { row_a: FIXED_ROW, row_b: FIXED_ROW, noted: None };
}

/// Contacts with colours that move bodies of one zone, or those between two zones.
#[derive(Default)]
pub(crate) struct Group {
    /// In the order in which they came.
    pub colored: Vec<Colored>,
    pub counts: Counts,
}

/// Gives contacts colours greedily, in the order in which they come. Kept from step to step for its room.
#[derive(Default)]
pub(crate) struct Coloring {
    /// Bit `c` of a row's mask: a contact of colour `c` already moves that body. Above the colours: the body's zone.
    taken: Vec<u32>,
    zones: usize,
    /// Contacts with a colour: of zone after zone, then those between two. Behind them what steps of more zones left.
    groups: Vec<Group>,
    /// Contacts without, in the order in which they came.
    pub overflow: Vec<Colored>,
}

impl Coloring {
    /// Begins anew, for at most so many contacts of bodies at these places: the centres of rows 1, 2, and so on.
    pub fn begin(&mut self, zones: &Zones, centers: impl ExactSizeIterator<Item = Vec2>, contacts: usize) {
        self.zones = zones.count();
        self.taken.clear();
        self.taken.push(0);
        match self.zones {
            1 => self.taken.resize(1 + centers.len(), 0),
            _ => self.taken.extend(centers.map(|center| zones.of(center) << ZONE_SHIFT)),
        }
        let count = if self.zones == 1 { 1 } else { self.zones + 1 };
        if self.groups.len() < count {
            self.groups.resize_with(count, Group::default);
        }
        for group in &mut self.groups[..count] {
            group.colored.clear();
            grow(&mut group.colored, contacts);
            group.counts = Counts::default();
        }
        self.overflow.clear();
    }

    /// Forgets the contacts of the step before, if it is others that give those of this one their colours.
    pub fn clear(&mut self) {
        self.zones = 0;
        self.overflow.clear();
    }

    pub fn zones(&self) -> usize {
        self.zones
    }

    /// The zone of a row's body.
    #[cfg(feature = "parallel")]
    pub fn zone_of(&self, row: usize) -> usize {
        (self.taken[row] >> ZONE_SHIFT) as usize
    }

    /// The contacts with a colour: one group for each zone, and where there are several zones one more, of what is between.
    pub fn groups(&self) -> &[Group] {
        match self.zones {
            0 => &[],
            1 => &self.groups[..1],
            zones => &self.groups[..=zones],
        }
    }

    /// The same, a batch for each group.
    pub fn batches<'s>(&'s self, arena: &'s Bump) -> &'s [Batch<'s>] {
        let batch =
            |group: &'s Group| Batch { runs: arena.alloc_slice_copy(&[&group.colored[..]]), counts: group.counts };
        arena.alloc_slice_fill_iter(self.groups().iter().map(batch))
    }

    /// Colours a contact, unless it moves nothing.
    // Twice in the step, it was no longer inlined: 0.6 % of large_pyramid's instructions.
    #[inline(always)]
    pub fn add(&mut self, contact: u32, link: Link) {
        let (a, b) = (link.row_a as usize, link.row_b as usize);
        let (taken_a, taken_b) = (self.taken[a], self.taken[b]);
        let (color, zone) = match (link.row_a != FIXED_ROW, link.row_b != FIXED_ROW) {
            (true, true) if (taken_a ^ taken_b) >> ZONE_SHIFT != 0 => (lowest_free(taken_a | taken_b), self.zones),
            (true, true) => (lowest_free(taken_a | taken_b), (taken_a >> ZONE_SHIFT) as usize),
            (true, false) => (highest_free(taken_a), (taken_a >> ZONE_SHIFT) as usize),
            (false, true) => (highest_free(taken_b), (taken_b >> ZONE_SHIFT) as usize),
            (false, false) => return,
        };
        let colored = Colored::new(contact, [link.row_a, link.row_b], color);
        if color == OVERFLOW {
            self.overflow.push(colored);
            return;
        }
        // Nobody asks what the fixed row has taken.
        self.taken[a] |= 1 << color;
        self.taken[b] |= 1 << color;
        let group = &mut self.groups[zone];
        group.counts.add(color);
        group.colored.push(colored);
    }
}

/// The lowest colour below [`PAIR_COLORS`] that is not taken, or [`OVERFLOW`].
fn lowest_free(taken: u32) -> usize {
    let color = taken.trailing_ones() as usize;
    if color < PAIR_COLORS { color } else { OVERFLOW }
}

/// The highest colour that is not taken, or [`OVERFLOW`].
fn highest_free(taken: u32) -> usize {
    let above = u32::BITS - COLORS as u32;
    let from_top = (taken << above).leading_ones() as usize;
    if from_top < COLORS { COLORS - 1 - from_top } else { OVERFLOW }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contacts of each colour among bodies in a row, every fourth of which touches one far away, in some zones.
    #[cfg(feature = "parallel")]
    fn by_color(zones: &Zones) -> (Vec<Vec<u32>>, Vec<usize>) {
        let mut coloring = Coloring::default();
        let bodies = 200u32;
        coloring.begin(zones, (0..bodies as u16).map(|row| Vec2::new(f32::from(row), 0.0)), 1000);
        for row in 1..bodies {
            coloring.add(row, Link { row_a: row, row_b: row + 1, noted: None });
            coloring.add(bodies + row, Link { row_a: FIXED_ROW, row_b: row, noted: None });
            if row % 4 == 0 {
                coloring.add(2 * bodies + row, Link { row_a: row, row_b: 1 + (row + 77) % bodies, noted: None });
            }
        }
        let mut by_color = vec![Vec::new(); COLORS];
        for colored in coloring.groups().iter().flat_map(|group| &group.colored) {
            by_color[colored.color()].push(colored.contact);
        }
        by_color.iter_mut().for_each(|contacts| contacts.sort_unstable());
        (by_color, coloring.groups().iter().map(|group| group.colored.len()).collect())
    }

    #[test]
    #[cfg(feature = "parallel")]
    fn zones_do_not_change_colours() {
        let samples: Vec<_> = (0..200u16).map(|x| Vec2::new(f32::from(x), 0.0)).collect();
        let (one, all) = by_color(&Zones::ONE);
        for zones in [2, 3, 8] {
            let (by_color, sizes) = by_color(&Zones::new(zones, &mut samples.clone()));
            assert_eq!(by_color, one);
            assert_eq!((sizes.len(), sizes.iter().sum::<usize>()), (zones + 1, all[0]));
            assert!(sizes.iter().all(|&size| size > 10), "{sizes:?}");
        }
    }

    #[test]
    fn contacts_take_the_first_free_colour_from_their_end() {
        assert_eq!(lowest_free(0b1011), 2);
        assert_eq!(lowest_free((1 << PAIR_COLORS) - 1), OVERFLOW);
        assert_eq!(highest_free(0), COLORS - 1);
        assert_eq!(highest_free(1 << (COLORS - 1)), COLORS - 2);
        assert_eq!(highest_free((1 << COLORS) - 1), OVERFLOW);
    }
}
