use crate::awake_set::FIXED_ROW;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use std::ops::Range;

/// Divides contacts into those of each piece, in runs that lie together, no more than so many in all. Each has a row of its piece, or
/// the fixed one if it moves nothing.
pub(super) fn divide<'s, T>(
    arena: &'s Bump,
    contacts: &'s [T],
    row_of: impl Fn(&T) -> u32,
    cuts: &[u32],
    most_runs: usize,
) -> Option<&'s [&'s [&'s [T]]]> {
    let mut runs = ArenaVec::with_capacity_in(most_runs, arena);
    let mut rest = contacts;
    while let Some(first) = rest.iter().position(|contact| row_of(contact) != FIXED_ROW) {
        let piece = cuts.partition_point(|&cut| cut <= row_of(&rest[first]));
        let rows = rows_of(piece, cuts, usize::MAX);
        let is_in = |contact: &&T| {
            let row = row_of(contact);
            row == FIXED_ROW || rows.contains(&(row as usize))
        };
        let run;
        (run, rest) = rest[first..].split_at(rest[first..].iter().take_while(is_in).count());
        if runs.len() == most_runs {
            return None;
        }
        runs.push((piece, runs.len(), run));
    }
    runs.sort_unstable_by_key(|&(piece, number, _)| (piece, number));
    let mut rest = &*arena.alloc_slice_fill_iter(runs.iter().map(|&(.., run)| run));
    Some(arena.alloc_slice_fill_iter((0..cuts.len() + 1).map(|piece| {
        let mine;
        (mine, rest) = rest.split_at(runs.iter().filter(|(of, ..)| *of == piece).count());
        mine
    })))
}

/// Which ones a piece has of so many rows. The fixed one is in none.
pub(super) fn rows_of(piece: usize, cuts: &[u32], count: usize) -> Range<usize> {
    let start = if piece == 0 { 1 } else { cuts[piece - 1] as usize };
    start..cuts.get(piece).map_or(count, |&row| row as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_are_divided_in_runs_that_keep_their_order() {
        let (arena, rows) = (Bump::new(), [0, 3, 0, 4, 9, 5, 7, 0, 8, 1, 0]);
        let divided = |most| divide(&arena, &rows, |&row| row, &[5, 7], most);
        // Those that move nothing go with whatever is before them, if anything is.
        let expected: [&[&[u32]]; 3] = [&[&[3, 0, 4], &[1, 0]], &[&[5]], &[&[9], &[7, 0, 8]]];
        assert_eq!(divided(5), Some(&expected[..]));
        assert_eq!(divided(4), None);
    }
}
