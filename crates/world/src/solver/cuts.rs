use crate::awake_set::FIXED_ROW;

/// Finds where rows fall apart, ascending: no contact moves both a body of a row before and one from there on. Each contact is told by
/// the rows that it moves, the fixed one for a side that it does not.
///
/// What is set up pile by pile has its piles one after the other in memory, and rows are in the order of memory. With the lower row of
/// each contact in ascending order, as pairs come, no such place is missed but those fewer than `grain` rows behind another one.
pub(super) fn find_cuts(cuts: &mut Vec<u32>, contacts: impl Iterator<Item = [u32; 2]>, grain: u32) {
    cuts.clear();
    let (mut last, mut reach) = (0, 0);
    for [a, b] in contacts {
        let (low, high) = (a.min(b), a.max(b));
        if low == FIXED_ROW {
            continue;
        }
        if low < last {
            cuts.retain(|&cut| cut <= low || cut > high);
            last = cuts.last().copied().unwrap_or(0);
        } else if low > reach && low - last >= grain {
            cuts.push(low);
            last = low;
        }
        reach = reach.max(high);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn between(grain: u32, joins: &[[u32; 2]]) -> Vec<u32> {
        let mut cuts = vec![7];
        find_cuts(&mut cuts, joins.iter().copied(), grain);
        cuts
    }

    #[test]
    fn rows_fall_apart_where_no_contact_goes_across() {
        assert_eq!(between(2, &[[1, 2], [2, 3], [4, 6], [5, 6], [9, 8], [10, 9]]), [4, 8]);
        assert_eq!(between(5, &[[1, 2], [2, 3], [4, 6], [5, 6], [9, 8], [10, 9]]), [8]);
        assert_eq!(between(2, &[[1, 2], [4, 5], [7, 8], [2, 4]]), [7]);
        assert_eq!(between(2, &[[1, 2], [4, 5], [7, 8], [2, 40]]), [0u32; 0]);
        assert_eq!(between(2, &[[1, 2], [4, 5], [FIXED_ROW, 40]]), [4]);
    }

    proptest! {
        #[test]
        fn in_whatever_order_no_contact_goes_across(
            grain in 1..9u32,
            joins in prop::collection::vec((1..100u32, 0..12u32).prop_map(|(low, more)| [low, (low + more).min(99)]), 0..60),
        ) {
            let cuts = between(grain, &joins);
            prop_assert!(cuts.iter().all(|&cut| joins.iter().all(|&[low, high]| high < cut || low >= cut)), "{:?}", cuts);
            prop_assert!(cuts.is_sorted() && cuts.windows(2).all(|pair| pair[1] - pair[0] >= grain));
        }
    }
}
