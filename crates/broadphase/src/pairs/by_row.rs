use super::{PAIRS_PER_CHANGE_BY_ROW, Pairs};
use crate::{Pair, together::Together};

/// Bits of a row's mark, during an update only.
pub(super) const DIRTY: u8 = 1;
/// The row is paired with the one that is looked at.
const MET: u8 = 2;

/// Updates of few proxies: each one's pairs are compared with those it had, in no order, and only what began and ended is sorted.
impl Pairs {
    /// Notes what `find` appends to a list for each of so many parts of the work: of one dirty row after the other this row, in
    /// the upper half, and each that it is paired with now.
    pub fn find_by_row(&mut self, parts: usize, find: impl Fn(usize, &mut Vec<Pair>, &mut Together) + Sync) {
        self.found.find(parts, |part, found, room| find(part, found, &mut room.together));
    }

    /// Replaces the pairs of the `dirty` rows by those found by row, in the same order.
    pub fn replace_by_row(&mut self, dirty: &[u32], rows: usize) {
        let Self { begun, ended, base, changes, partners, found, spare, starts, marks, .. } = self;
        partners.sort_once(base, spare);
        changes.link(rows);
        marks.resize(rows, 0);
        for &row in dirty {
            marks[row as usize] = DIRTY;
        }
        begun.clear();
        ended.clear();
        let (mut rest, before) = (&found.all[..], starts);
        for &row in dirty {
            before.clear();
            before.extend(partners.above(row, base).map(|pair| pair.b() as u32));
            before.extend_from_slice(partners.of(row));
            before.extend(changes.of(row));
            // Twice changed is as it was.
            for &other in &*before {
                marks[other as usize] ^= MET;
            }
            // Of two dirty rows each finds the other, and the lower one tells.
            let tells = |mark: u8, other: u32| mark & DIRTY == 0 || row < other;
            while let [arrow, others @ ..] = rest
                && arrow.a() == row as usize
            {
                let other = arrow.b();
                let mark = marks[other];
                marks[other] = mark & !MET;
                if mark & MET == 0 && tells(mark, other as u32) {
                    begun.push(Pair::of_rows(row, other as u32));
                }
                rest = others;
            }
            for &other in &*before {
                let mark = marks[other as usize];
                marks[other as usize] = mark & !MET;
                if mark & MET != 0 && tells(mark, other) {
                    ended.push(Pair::of_rows(row, other));
                }
            }
        }
        debug_assert!(rest.is_empty(), "pairs were found of rows that are not dirty, or in another order");
        before.clear();
        for &row in dirty {
            marks[row as usize] = 0;
        }
        begun.sort_unstable();
        ended.sort_unstable();
        self.note_changes(PAIRS_PER_CHANGE_BY_ROW);
    }
}
