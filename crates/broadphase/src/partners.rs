use crate::Pair;

/// Of a list of pairs the lower rows, by the greater ones: with the list itself, which is sorted by the lower rows, all
/// pairs of a row can be looked up.
#[derive(Clone, Default)]
pub(crate) struct Partners {
    /// By greater row: where its partners end.
    ends: Vec<u32>,
    lower: Vec<u32>,
    is_sorted: bool,
}

impl Partners {
    /// Forgets the list.
    pub fn clear(&mut self) {
        self.is_sorted = false;
    }

    /// Sorts `pairs`, fewer than 2³² of them, by their greater rows, in O(n), unless it was done since [`Partners::clear`].
    pub fn sort_once(&mut self, pairs: &[Pair]) {
        if self.is_sorted {
            return;
        }
        let rows = pairs.iter().map(|pair| pair.b() + 1).max().unwrap_or(0);
        self.ends.clear();
        self.ends.resize(rows, 0);
        for pair in pairs {
            self.ends[pair.b()] += 1;
        }
        // Where a row's partners start; filling them in moves that on to where they end.
        let mut start = 0;
        for end in &mut self.ends {
            start += std::mem::replace(end, start);
        }
        self.lower.clear();
        // It is seldom made: where pairs hover around their greatest number, a few more are no reason to grow.
        if self.lower.capacity() < pairs.len() {
            self.lower.reserve(pairs.len() + pairs.len() / 8);
        }
        self.lower.resize(pairs.len(), 0);
        for pair in pairs {
            let next = &mut self.ends[pair.b()];
            self.lower[*next as usize] = pair.a() as u32;
            *next += 1;
        }
        self.is_sorted = true;
    }

    /// The lower rows that a row is paired with, ascending.
    pub fn of(&self, row: u32) -> &[u32] {
        let row = row as usize;
        let Some(&end) = self.ends.get(row) else { return &[] };
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.lower[start as usize..end as usize]
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        (self.ends.capacity() + self.lower.capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_its_lower_partners() {
        let mut partners = Partners::default();
        partners.sort_once(&[Pair::of_rows(0, 3), Pair::of_rows(0, 5), Pair::of_rows(1, 3), Pair::of_rows(3, 5)]);
        assert_eq!((partners.of(3), partners.of(5)), (&[0, 1][..], &[0, 3][..]));
        assert!(partners.of(0).is_empty() && partners.of(4).is_empty() && partners.of(9).is_empty());
        partners.clear();
        partners.sort_once(&[Pair::of_rows(1, 2)]);
        assert_eq!(partners.of(2), [1]);
    }
}
