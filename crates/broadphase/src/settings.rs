use crate::{
    BroadPhaseError, IndexKind,
    error::check_length,
    lanes::{Corners, corners},
};
use geom::{Aabb, Vec2};

/// How far a moving proxy's box is fattened on every side, in metres: larger means fewer index updates, more false pairs.
pub const AABB_MARGIN: f32 = 0.05;

/// The margin is at most this share of the box's longer side, so that small shapes keep small boxes.
pub const MARGIN_FRACTION: f32 = 0.125;

/// How many steps of the last displacement a fat box reaches ahead: a proxy in steady motion is updated about every third
/// step rather than each one.
const STEPS_AHEAD: f32 = 2.0;

/// A box is fattened anew when it is looser than this many margins and predicted displacements: what shrank or came to rest
/// must not keep a large box.
const LOOSE: f32 = 4.0;

/// The margin of a box that is stretched, as a part of that of others. The lower it is the fewer pairs there are of things that go
/// together: in a drum full of boxes 36 268 instead of 49 603. But what comes near from the side should be a pair before it touches.
const STRETCHED_PART: f32 = 0.2;

/// Rows are numbered in 32 bits together with a lane and, while they wait to be reused, count up to three times.
const MOST_PROXIES: u32 = 1 << 28;

/// What an update does about proxies of a layer that changed. Every way gives the same answers; they differ in cost.
///
/// In which way pairs are found is a matter of the moving layer, as each pair has a side there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Upkeep {
    /// Whichever is cheaper for as many changes as there are. [`Wide`](IndexKind::Wide): an eighth of the moving layer changing in
    /// one step has the boxes of all nodes made anew as they hang, sixteen times in a row if leaves do not become looser by four
    /// tenths; else the layer's index is built anew when half of it has changed since it was last.
    /// [`Rstar`](IndexKind::Rstar): it is built when a tenth of it changes in one step. All pairs are found anew when a sixth of
    /// the moving layer has left its fat boxes in one step, of up to 64 rows without a tree.
    #[default]
    Automatic,
    /// Always proxy by proxy: the index is never built anew, and pairs are looked up for each proxy that changed; where these
    /// are one in 64 or more and meet many others, they are compared row by row, which looks at each row there is. Else
    /// the cost of a step depends on its changes, as long as proxies do not wander far: nothing tightens the index again.
    Piecewise,
    /// Always all at once. If any proxy of the layer came or moved, the layer's index is built anew. If this is said of the moving
    /// layer and any proxy of either changed, all pairs are found anew. Each step then costs the same, however little changed.
    Whole,
}

/// What a [`BroadPhase`](crate::BroadPhase) is made with; the default suits shapes of 0.1 to 100 metres.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Settings {
    /// How far a moving proxy's box is fattened on every side, in metres, at least 0; see [`AABB_MARGIN`].
    ///
    /// It is cut to [`MARGIN_FRACTION`] of the box's longer side, and a fifth of it is used where a box is
    /// [stretched](crate::Change::Stretch). 0 makes pairs exact for the tight boxes, as long as no
    /// displacement is announced.
    pub margin: f32,
    /// What finds the proxies of the static layer.
    pub static_index: IndexKind,
    /// What finds the proxies of the moving layer.
    pub moving_index: IndexKind,
    /// What an update does about proxies of the static layer that changed.
    pub static_upkeep: Upkeep,
    /// What it does about those of the moving layer, and about pairs.
    pub moving_upkeep: Upkeep,
    /// How many proxies there may be at once; more than 2²⁸ is taken for 2²⁸.
    pub max_proxies: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            margin: AABB_MARGIN,
            static_index: IndexKind::Wide,
            moving_index: IndexKind::Wide,
            static_upkeep: Upkeep::Automatic,
            moving_upkeep: Upkeep::Automatic,
            max_proxies: MOST_PROXIES,
        }
    }
}

impl Settings {
    pub(crate) fn checked(self) -> Result<Self, BroadPhaseError> {
        check_length("margin", self.margin)?;
        Ok(Self { max_proxies: self.max_proxies.min(MOST_PROXIES), ..self })
    }

    /// The fat box of a moving proxy that last moved by `displacement`.
    #[inline]
    pub(crate) fn fatten(&self, tight: &Aabb, displacement: Vec2) -> Aabb {
        let mut fat = corners(tight) - outward(Corners::splat(self.margin_of(tight)));
        if displacement != Vec2::ZERO {
            let ahead = displacement * STEPS_AHEAD;
            let (least, most) = (ahead.min(Vec2::ZERO), ahead.max(Vec2::ZERO));
            fat += Corners::new([least.x, least.y, most.x, most.y]);
        }
        // Sides that overflowed are brought back to the largest number.
        let fat = fat.fast_max(Corners::splat(f32::MIN)).fast_min(Corners::splat(f32::MAX));
        let [x, y, max_x, max_y] = fat.to_array();
        Aabb::new(Vec2::new(x, y), Vec2::new(max_x, max_y))
    }

    /// The fat box of a moving proxy that has this one: the same if it serves for `tight`, or a new one.
    #[inline]
    pub(crate) fn fat_of(&self, fat: &Aabb, tight: &Aabb) -> Aabb {
        if self.needs_fattening(fat, tight, Vec2::ZERO) { self.fatten(tight, Vec2::ZERO) } else { *fat }
    }

    /// Those with the margin of stretched boxes.
    #[inline]
    pub(crate) fn of_stretched(&self) -> Self {
        Self { margin: STRETCHED_PART * self.margin, ..*self }
    }

    /// Whether `fat` no longer serves for `tight`: it lets it out, or is needlessly large.
    #[inline]
    pub(crate) fn needs_fattening(&self, fat: &Aabb, tight: &Aabb, displacement: Vec2) -> bool {
        let slack = LOOSE * (self.margin_of(tight) + larger(displacement.x.abs(), displacement.y.abs()));
        // With the other sign upper sides are lower ones.
        let (fat, tight) = (outward(corners(fat)), outward(corners(tight)));
        let serves = fat.simd_le(tight) & (tight - Corners::splat(slack)).simd_le(fat);
        serves.to_bitmask() != ALL_SIDES
    }

    #[inline]
    fn margin_of(&self, tight: &Aabb) -> f32 {
        // Half the extents, from sides that are next to each other in memory.
        let [min_x, min_y, max_x, max_y] = (corners(tight) * Corners::splat(0.5)).to_array();
        let share = 2.0 * MARGIN_FRACTION * larger(max_x - min_x, max_y - min_y);
        if share < self.margin { share } else { self.margin }
    }
}

/// The larger of two numbers; one comparison, where [`f32::max`] also looks for NaN.
#[inline]
fn larger(a: f32, b: f32) -> f32 {
    if a < b { b } else { a }
}

/// The mask of all four sides of a box.
const ALL_SIDES: u32 = 0b1111;

/// The lower corner as it is and the upper one with the other sign.
#[inline]
fn outward(corners: Corners) -> Corners {
    corners ^ Corners::new([0.0, 0.0, -0.0, -0.0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_box_gets_the_whole_margin_and_a_small_one_its_share() {
        let settings = Settings::default();
        let large = Aabb::new(Vec2::ZERO, Vec2::splat(2.0));
        assert_eq!(settings.fatten(&large, Vec2::ZERO), large.enlarged(AABB_MARGIN));
        let small = Aabb::new(Vec2::ZERO, Vec2::new(0.08, 0.01));
        assert_eq!(settings.fatten(&small, Vec2::ZERO), small.enlarged(0.01));
    }

    #[test]
    fn more_proxies_than_there_are_numbers_for_are_not_promised() {
        for (asked, heeded) in [(u32::MAX, 1 << 28), ((1 << 28) + 1, 1 << 28), (1 << 28, 1 << 28), (7, 7), (0, 0)] {
            let settings = Settings { max_proxies: asked, ..Settings::default() };
            let mut broad_phase = crate::BroadPhase::with_settings(settings).expect("valid");
            assert_eq!(broad_phase.settings().max_proxies, heeded);
            broad_phase.set_margin(0.5).expect("valid");
            assert_eq!(broad_phase.settings(), &Settings { max_proxies: heeded, margin: 0.5, ..settings });
        }
    }

    #[test]
    fn a_moving_box_reaches_ahead() {
        let settings = Settings { margin: 0.0, ..Settings::default() };
        let tight = Aabb::new(Vec2::ZERO, Vec2::ONE);
        assert_eq!(settings.fatten(&tight, Vec2::new(1.0, -0.5)), Aabb::new(Vec2::new(0.0, -1.0), Vec2::new(3.0, 1.0)));
    }

    #[test]
    fn a_fat_box_stays_finite_and_contains_the_tight_one() {
        let settings = Settings::default();
        let tight = Aabb::new(Vec2::splat(f32::MIN), Vec2::splat(f32::MAX));
        let fat = settings.fatten(&tight, Vec2::splat(f32::MAX));
        assert!(fat.is_valid() && fat.contains(&tight));
        assert!(!settings.needs_fattening(&fat, &tight, Vec2::ZERO));
    }

    #[test]
    fn a_box_that_came_to_rest_is_fattened_anew() {
        let settings = Settings::default();
        let tight = Aabb::new(Vec2::ZERO, Vec2::ONE);
        let displacement = Vec2::new(2.0, 0.0);
        let fat = settings.fatten(&tight, displacement);
        assert!(!settings.needs_fattening(&fat, &tight, displacement));
        assert!(settings.needs_fattening(&fat, &tight, Vec2::ZERO));
    }
}
