use crate::columns::Flags;

/// More rows than one in so many are not listed. Of proxies that all move by a hundredth of their size a fifth leave their
/// fat boxes in a step: those still are.
const SHARE: usize = 4;

/// So many are listed in any case.
const FEW: usize = 64;

/// The rows that have a flag: listed as long as they are few, and else found by looking at the flags of all.
///
/// Whoever gets so many of them looks at everything anyway, and the list need not have room for all.
pub(crate) struct Marked {
    flag: Flags,
    lists_all: bool,
    rows: Vec<u32>,
    is_many: bool,
}

geom::clone_in_place!(Marked { flag, lists_all, rows, is_many });

impl Marked {
    /// No rows so far; `lists_all` if they are to be listed however many they get.
    pub const fn none(flag: Flags, lists_all: bool) -> Self {
        Self { flag, lists_all, rows: Vec::new(), is_many: false }
    }

    /// Gives a row the flag.
    #[inline]
    pub fn mark(&mut self, row: usize, flags: &mut [Flags]) {
        if !flags[row].has(self.flag) {
            flags[row].set(self.flag, true);
            if !self.is_many {
                self.list(row, flags);
            }
        }
    }

    /// Takes in rows that have just got the flag; `count` is how many rows there are.
    pub fn add(&mut self, rows: impl ExactSizeIterator<Item = u32>, count: usize) {
        if self.is_many {
            return;
        }
        let most = self.most(count);
        if self.rows.len() + rows.len() <= most {
            self.make_room(rows.len(), most);
            self.rows.extend(rows);
        } else {
            self.rows.clear();
            self.is_many = true;
        }
    }

    fn list(&mut self, row: usize, flags: &[Flags]) {
        let most = self.most(flags.len());
        if self.rows.len() < most {
            self.make_room(1, most);
            self.rows.push(row as u32);
        } else {
            self.rows.clear();
            self.is_many = true;
        }
    }

    /// How many are listed at most, of so many rows there are.
    fn most(&self, count: usize) -> usize {
        if self.lists_all { usize::MAX } else { FEW.max(count / SHARE) }
    }

    /// Makes room for so many more, of at most so many: the list grows to twice its length, but not beyond what it may have.
    fn make_room(&mut self, additional: usize, most: usize) {
        if self.rows.capacity() - self.rows.len() < additional {
            let more = additional.max(self.rows.len()).max(FEW);
            self.rows.reserve_exact(more.min(most - self.rows.len()));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && !self.is_many
    }

    /// Whether rows that get the flag are those that get another one, too, if whatever has that one has this.
    pub fn grows_with(&self, other: &Self) -> bool {
        // With none to list there is no other.
        self.is_many || !other.is_many && self.rows.len() == other.rows.len()
    }

    /// The list; `None` when they are too many for one.
    pub fn listed(&self) -> Option<&[u32]> {
        (!self.is_many).then_some(&self.rows)
    }

    /// The list, to be put into another order; empty when they are too many for one.
    pub fn listed_mut(&mut self) -> &mut [u32] {
        &mut self.rows
    }

    /// All rows that have the flag, each once.
    pub fn rows(&self, flags: &[Flags]) -> impl Iterator<Item = u32> {
        let looked_at = if self.is_many { flags } else { &[] };
        let found = (0..).zip(looked_at).filter(|(_, flags)| flags.has(self.flag));
        self.rows.iter().copied().chain(found.map(|(row, _)| row))
    }

    /// How many of the rows have these flags, too.
    pub fn count(&self, also: Flags, flags: &[Flags]) -> usize {
        let wanted = self.flag.and(also);
        if self.is_many {
            flags.iter().map(|flags| u32::from(flags.has_all(wanted))).sum::<u32>() as usize
        } else {
            self.rows.iter().filter(|&&row| flags[row as usize].has_all(wanted)).count()
        }
    }

    /// Takes the flag from all rows that have it, and changes what else is known of them as `each` says.
    pub fn clear(&mut self, flags: &mut [Flags], each: impl Fn(Flags) -> Flags) {
        let unmarked = |mut flags: Flags| {
            flags.set(self.flag, false);
            each(flags)
        };
        if self.is_many {
            for flags in flags {
                // All are written, several at a time: which have it nobody can tell.
                *flags = if flags.has(self.flag) { unmarked(*flags) } else { *flags };
            }
        } else {
            self.rows.iter().for_each(|&row| flags[row as usize] = unmarked(flags[row as usize]));
        }
        self.forget();
    }

    /// Forgets the rows, whose flags are gone already.
    pub fn forget(&mut self) {
        self.rows.clear();
        self.is_many = false;
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_added_with_the_flag_are_as_marked() {
        for (count, lists_all) in [(1, false), (FEW, false), (FEW + 1, false), (FEW + 1, true)] {
            let (mut added, mut flags) = (Marked::none(Flags::DIRTY, lists_all), vec![Flags::ALIVE; 100]);
            flags[..count].fill(Flags::DIRTY);
            added.add(0..1, 100);
            added.add(1..count as u32, 100);
            assert!(added.rows(&flags).eq(0..count as u32), "{count}");
            assert_eq!(added.listed().is_some(), lists_all || count <= FEW);
        }
    }

    #[test]
    fn few_and_many_rows_are_found_alike() {
        for count in [0, 1, FEW, FEW + 1, 700, 1000] {
            let (mut marked, mut flags) = (Marked::none(Flags::DIRTY, false), vec![Flags::ALIVE; 1000]);
            for row in (0..count).chain(0..count) {
                marked.mark(row, &mut flags);
            }
            assert_eq!(marked.listed().is_some(), count <= 1000 / SHARE, "{count}");
            assert!(marked.rows(&flags).eq(0..count as u32), "{count}");
            assert_eq!(marked.count(Flags::ALIVE, &flags), count);
            assert_eq!(marked.count(Flags::MOVING, &flags), 0);
            marked.clear(&mut flags, |flags| flags.and(Flags::PAIRED));
            assert!(marked.is_empty());
            let (cleared, others) = flags.split_at(count);
            assert!(cleared.iter().all(|flags| *flags == Flags::ALIVE.and(Flags::PAIRED)));
            assert!(others.iter().all(|flags| *flags == Flags::ALIVE));
        }
    }
}
