use crate::{Pair, parallel, row_set::RowSet, together::Together};

/// The pairs that an update found.
#[derive(Clone, Default)]
pub(crate) struct FoundPairs {
    /// All of them; room for other work between updates.
    pub all: Vec<Pair>,
    /// By part of the work: room between updates.
    by_part: Vec<Part>,
}

/// What a part of the work needs of its own.
#[derive(Clone, Default)]
struct Part {
    /// The pairs it found, when there is more than one part.
    pairs: Vec<Pair>,
    room: PartRoom,
}

/// Room for what a part of the work does.
#[derive(Clone, Default)]
pub(crate) struct PartRoom {
    /// Empty, for sorting the partners of one row.
    pub partners: RowSet,
    /// For looking up several rows together.
    pub together: Together,
}

impl FoundPairs {
    /// Appends what `find` appends to a list for each of so many parts of the work, part by part. It may use the room, whose set
    /// of rows it must leave empty.
    pub fn find(&mut self, parts: usize, find: impl Fn(usize, &mut Vec<Pair>, &mut PartRoom) + Sync) {
        let Self { all, by_part } = self;
        if by_part.len() < parts {
            by_part.resize_with(parts, Part::default);
        }
        if parts == 1 {
            find(0, all, &mut by_part[0].room);
            return;
        }
        // How many a part finds changes from step to step, even if nothing but the order of the tree does: each has room for as many
        // as any of them found before.
        let most = by_part.iter().map(|part| part.pairs.capacity()).max().unwrap_or(0);
        parallel::for_each(&mut by_part[..parts], |number, part| {
            part.pairs.clear();
            // Exactly: two that grow by doubling past each other would never stop.
            part.pairs.reserve_exact(most);
            find(number, &mut part.pairs, &mut part.room);
        });
        for part in &by_part[..parts] {
            all.extend_from_slice(&part.pairs);
        }
    }

    /// How many pairs the parts have room for.
    pub fn parts_hold(&self) -> usize {
        self.by_part.iter().map(|part| part.pairs.capacity()).sum()
    }

    /// Gives the parts' room back.
    pub fn forget_parts(&mut self) {
        self.by_part.iter_mut().for_each(|part| part.pairs = Vec::new());
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        (self.all.capacity() + self.parts_hold()) * size_of::<Pair>()
            + self.by_part.iter().map(|part| part.room.partners.bytes() + part.room.together.bytes()).sum::<usize>()
            + self.by_part.capacity() * size_of::<Part>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_find_as_much_as_before_take_no_more_room() {
        let pairs: Vec<Pair> = (1..10).map(|row| Pair::of_rows(0, row)).collect();
        let (mut found, mut bytes) = (FoundPairs::default(), 0);
        for round in 0..40 {
            found.all.clear();
            found.find(2, |part, out, _| out.extend_from_slice(&pairs[..7 + 2 * part]));
            assert_eq!(found.all.len(), 16);
            if round == 1 {
                bytes = found.bytes();
            }
        }
        assert_eq!(found.bytes(), bytes);
        found.forget_parts();
        assert_eq!(found.parts_hold(), 0);
    }
}
