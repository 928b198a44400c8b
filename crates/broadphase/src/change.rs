use crate::{
    BroadPhase, BroadPhaseError, ProxyId, Settings,
    columns::{Bounds, Flags},
    error::{check, check_aabb, check_circle},
};
use geom::{Aabb, BoundingCircle, Vec2};

/// What becomes of a proxy's bounds: by [`BroadPhase::change`], or of many at once by [`BroadPhase::update_all`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// A tight box and circle, as by [`update`](BroadPhase::update).
    To(Aabb, BoundingCircle),
    /// The same of a proxy that is to be [stretched](Change::Stretch) before the next update of pairs: a fat box that contains
    /// the tight one stays until then, however loose it is, and is not made anew twice. If it is not stretched after all, there
    /// may be pairs with what the loose box meets, until the next change.
    Through(Aabb, BoundingCircle),
    /// The tight box takes in whatever it comes over when it goes by a way between `least` and `most`, in metres; the circle
    /// stays, so that the [`circle_filter`](crate::circle_filter()) drops what is met on the way only. The fat box is what
    /// two updates would have made of it, with the tight box as it was and as it is, the second with a fifth of the [margin](Settings::margin): what goes so far leaves any margin in the next step, and meets fewer others meanwhile.
    Stretch {
        /// To the lower left: no coordinate above zero.
        least: Vec2,
        /// To the upper right: none below zero.
        most: Vec2,
    },
}

impl Change {
    /// Makes the change, if the bounds are valid then, and says whether the fat box is another one.
    #[inline]
    pub(crate) fn make(
        self,
        settings: &Settings,
        is_moving: bool,
        bounds: &mut Bounds,
        circle: &mut BoundingCircle,
    ) -> Result<bool, BroadPhaseError> {
        let (tight, mut fat) = match self {
            Self::To(tight, around) | Self::Through(tight, around) => {
                check_aabb(&tight)?;
                check_circle(&around)?;
                *circle = around;
                if is_moving && matches!(self, Self::Through(..)) && bounds.fat.contains(&tight) {
                    bounds.tight = tight;
                    return Ok(false);
                }
                (tight, bounds.fat)
            }
            Self::Stretch { least, most } => {
                for length in [-least.x, -least.y, most.x, most.y] {
                    check("length of the way to a side", length, "not negative", |length| length >= 0.0)?;
                }
                let tight = Aabb::new(bounds.tight.min + least, bounds.tight.max + most);
                check_aabb(&tight)?;
                (tight, settings.fat_of(&bounds.fat, &bounds.tight))
            }
        };
        fat = match self {
            _ if !is_moving => tight,
            Self::Stretch { .. } => settings.of_stretched().fat_of(&fat, &tight),
            Self::To(..) | Self::Through(..) => settings.fat_of(&fat, &tight),
        };
        let is_another = bounds.fat != fat;
        *bounds = Bounds { tight, fat };
        Ok(is_another)
    }
}

impl BroadPhase {
    /// Changes a proxy's bounds, and says whether its fat box changed: then, and only then, its pairs may.
    ///
    /// # Errors
    /// [`BroadPhaseError::StaleProxy`], [`BroadPhaseError::InvalidAabb`], [`BroadPhaseError::InvalidCircle`], and
    /// [`BroadPhaseError::InvalidNumber`] for a way that leaves out where it begins.
    #[inline]
    pub fn change(&mut self, id: ProxyId, change: Change) -> Result<bool, BroadPhaseError> {
        let row = self.row(id)?;
        let is_moving = self.columns.flags[row].has(Flags::MOVING);
        let (bounds, circle) = (&mut self.columns.bounds[row], &mut self.columns.circles[row]);
        let is_another = change.make(&self.settings, is_moving, bounds, circle)?;
        if is_another {
            self.box_changed(row);
        }
        Ok(is_another)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AABB_MARGIN, Layer, Proxy};
    use proptest::prelude::*;

    fn vector(limit: f32) -> impl Strategy<Value = Vec2> {
        (-limit..limit, -limit..limit).prop_map(|(x, y)| Vec2::new(x, y))
    }

    fn one(layer: Layer) -> (BroadPhase, ProxyId, BoundingCircle) {
        let (mut broad_phase, circle) = (BroadPhase::new(), BoundingCircle::new(Vec2::ZERO, 0.3));
        let id = broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, layer, ..Proxy::default() }).expect("valid");
        broad_phase.update_pairs();
        (broad_phase, id, circle)
    }

    proptest! {
        #[test]
        fn going_through_and_being_stretched_ends_with_the_boxes_of_updates(
            ways in proptest::collection::vec(prop_oneof![vector(0.02), vector(0.1), vector(0.6)], 1..8),
            layer in prop_oneof![Just(Layer::Moving), Just(Layer::Static)],
        ) {
            let ((mut changed, id, mut circle), (mut updated, ..)) = (one(layer), one(layer));
            for way in ways {
                circle.center += way;
                let tight = circle.aabb();
                let (least, most) = (way.min(Vec2::ZERO), way.max(Vec2::ZERO));
                changed.change(id, Change::Through(tight, circle)).expect("valid");
                prop_assert!(changed.fat_aabb(id).expect("alive").contains(&tight));
                prop_assert_eq!(changed.get(id).map(|proxy| (proxy.aabb, proxy.circle)), Some((tight, circle)));
                changed.change(id, Change::Stretch { least, most }).expect("valid");
                updated.update(id, &tight, &circle).expect("valid");
                updated.set_margin(0.2 * AABB_MARGIN).expect("a length");
                updated.update(id, &Aabb::new(tight.min + least, tight.max + most), &circle).expect("valid");
                updated.set_margin(AABB_MARGIN).expect("a length");
                prop_assert_eq!((changed.get(id), changed.fat_aabb(id)), (updated.get(id), updated.fat_aabb(id)));
            }
        }
    }

    #[test]
    fn bounds_that_are_none_change_nothing() {
        let (mut broad_phase, id, circle) = one(Layer::Moving);
        let before = (broad_phase.get(id), broad_phase.fat_aabb(id));
        let (tight, nowhere) = (circle.aabb(), BoundingCircle::new(Vec2::NAN, 1.0));
        for change in [
            Change::To(tight, nowhere),
            Change::Through(nowhere.aabb(), circle),
            Change::Stretch { least: Vec2::NAN, most: Vec2::ZERO },
            Change::Stretch { least: Vec2::new(0.1, 0.0), most: Vec2::ONE },
            Change::Stretch { least: Vec2::ZERO, most: Vec2::new(1.0, -0.1) },
            Change::Stretch { least: Vec2::ZERO, most: Vec2::INFINITY },
        ] {
            broad_phase.change(id, change).expect_err("no bounds");
            assert_eq!((broad_phase.get(id), broad_phase.fat_aabb(id)), before);
        }
        broad_phase.remove(id).expect("alive");
        assert_eq!(broad_phase.change(id, Change::To(tight, circle)), Err(BroadPhaseError::StaleProxy(id)));
    }
}
