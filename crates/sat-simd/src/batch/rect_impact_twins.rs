//! What a round of impacts sees of boxes is what it sees of cores with their corners.

use super::class::Class;
use super::core_block::CoreBlock;
use super::distance_kernel::{closest_wide, dot, gap_along_wide, minus};
use super::impact_cores::Cores;
use super::placement::RelativeWide;
use super::rect_distances::closest_rects_wide;
use super::set::ShapeSet;
use super::testing::{half, place};
use crate::Shape;
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, LANES};
use geom::{Pose, Vec2};
use proptest::collection::vec;
use proptest::prelude::*;

fn set_of(boxes: &[(Vec2, Pose)]) -> ShapeSet {
    let mut set = ShapeSet::new();
    for (half, pose) in boxes {
        set.push(&Shape::rect(half.x, half.y).unwrap(), pose).unwrap();
    }
    set
}

fn cores(set: &ShapeSet, indices: &[u32; LANES]) -> CoreBlock {
    let mut block = CoreBlock::default();
    set.gather_cores(Class::Rect, indices, &mut block);
    block
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn boxes_are_as_high_as_their_corners(boxes in vec((half(), place()), LANES), x in -2.0f32..2.0, y in -2.0f32..2.0) {
        let (set, indices) = (set_of(&boxes), core::array::from_fn(|lane| lane as u32));
        let (boxes, cores) = (set.gather_rects(&indices), cores(&set, &indices));
        let direction = [F32s::splat(x), F32s::splat(y)];
        prop_assert_eq!(boxes.highest(direction), cores.highest(direction));
        prop_assert_eq!(boxes.lowest(direction), cores.lowest(direction));
        prop_assert_eq!((boxes.reach(), boxes.radius()), (cores.reach(), cores.radius()));
    }

    /// As far apart to within the errors of both, along a normal that shows it, and so are the points.
    #[test]
    fn boxes_are_as_far_apart_as_cores_with_their_corners(boxes in vec((half(), place()), 2 * LANES)) {
        let set = set_of(&boxes);
        let (of_a, of_b) = (core::array::from_fn(|lane| lane as u32), core::array::from_fn(|lane| (LANES + lane) as u32));
        let (a, b) = (set.gather_rects(&of_a), set.gather_rects(&of_b));
        let relative = RelativeWide::new(&a.at, &b.at);
        let found = closest_rects_wide(&a, &b, &relative, relative.size);
        let (cores_a, cores_b) = (cores(&set, &of_a), cores(&set, &of_b));
        let other = closest_wide(&cores_a, &cores_b, &relative, relative.size);
        let shown = gap_along_wide(cores_a.edges(), cores_b.edges(), found.normal, &relative).to_array();
        let along = dot(found.a_to_b, found.normal).to_array();
        let [x, y] = minus(found.a_to_b, [found.normal[0] * found.separation, found.normal[1] * found.separation]);
        let (sure, both) = (found.is_sure.to_bitmask(), (found.is_sure & other.is_sure).to_bitmask());
        for lane in (0..LANES).filter(|lane| sure >> lane & 1 == 1) {
            let error = relative.size.to_array()[lane] * RELATIVE_ERROR;
            let separation = found.separation.to_array()[lane];
            let off = |number: f32| (number - separation).abs() / error;
            prop_assert!(off(shown[lane]) <= 2.0, "{} errors along the normal", off(shown[lane]));
            prop_assert!(off(along[lane]) <= 1.0, "{} errors between the points", off(along[lane]));
            prop_assert!(x.to_array()[lane].abs().max(y.to_array()[lane].abs()) <= error);
            if both >> lane & 1 == 1 {
                let other = other.separation.to_array()[lane];
                prop_assert!(off(other) <= 3.0, "{} errors off", off(other));
            }
        }
    }
}
