use crate::bodies::Mass;
use crate::coloring::Link;
use crate::parallel;
use crate::solver::PLACE_BITS;
use crate::zones::{MAX_ZONES, Zones};
use geom::Vec2;

/// What it is decided by how many zones there are, and where.
pub(crate) struct ZoneLayout<'s> {
    pub centers: &'s [Vec2],
    pub masses: &'s [Mass],
    pub awake: &'s [u32],
    pub candidates: &'s [u32],
    pub links: &'s [Link],
    /// Those of all contacts, be what they would move movable or not.
    pub manifolds: usize,
    /// How many bodies were in all zones, or would have been, the last time.
    pub common: usize,
}

impl ZoneLayout<'_> {
    /// As many zones as there are threads, if there are enough contacts for several.
    pub fn zones(&self) -> Zones {
        /// Fewer manifolds than this are not worth other threads.
        const WORTH_SHARING: usize = parallel::many(768);
        /// Of about so many contacts and bodies it is asked where they are.
        const SAMPLES: usize = 512;
        /// So many bodies cost as much as a contact.
        const BODIES_PER_CONTACT: usize = 4;
        let Self { centers, masses, awake, candidates, links, manifolds, common } = *self;
        let zones = parallel::threads().min(MAX_ZONES);
        let is_dear = common * (zones - 1) > BODIES_PER_CONTACT * manifolds;
        if manifolds < WORTH_SHARING || is_dear || awake.len() >= 1 << PLACE_BITS {
            return Zones::ONE;
        }
        let place = |&index: &u32| {
            let Link { row_a, row_b, .. } = links[index as usize];
            // Row 0 is the fixed one.
            let row = (row_a.max(row_b) as usize).checked_sub(1)?;
            Some(centers[awake[row] as usize])
        };
        let is_of_one_zone = |slot: &&u32| masses[**slot as usize].inv_mass > 0.0;
        let each = (candidates.len() + awake.len() / BODIES_PER_CONTACT).div_ceil(SAMPLES);
        let (some, bodies) = (candidates.iter().step_by(each), awake.iter().step_by(each * BODIES_PER_CONTACT));
        let of_bodies = bodies.filter(is_of_one_zone).map(|&slot| centers[slot as usize]);
        // Rounded up twice.
        let (mut places, mut count) = ([Vec2::ZERO; SAMPLES + 2], 0);
        for (at, place) in places.iter_mut().zip(some.filter_map(place).chain(of_bodies)) {
            *at = place;
            count += 1;
        }
        Zones::new(zones, &mut places[..count])
    }
}
