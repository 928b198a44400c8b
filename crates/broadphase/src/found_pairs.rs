use crate::{Pair, parallel};

/// The pairs that an update found.
#[derive(Clone, Default)]
pub(crate) struct FoundPairs {
    /// All of them; room for other work between updates.
    pub all: Vec<Pair>,
    /// By part of the work, when there is more than one: room between updates.
    by_part: Vec<Vec<Pair>>,
}

impl FoundPairs {
    /// Appends what `find` appends to a list for each of so many parts of the work, part by part.
    pub fn find(&mut self, parts: usize, find: impl Fn(usize, &mut Vec<Pair>) + Sync) {
        let Self { all, by_part } = self;
        if parts == 1 {
            find(0, all);
            return;
        }
        if by_part.len() < parts {
            by_part.resize_with(parts, Vec::new);
        }
        // How many a part finds changes from step to step, even if nothing but the order of the tree does: each has room for as many
        // as any of them found before.
        let most = by_part.iter().map(Vec::capacity).max().unwrap_or(0);
        parallel::for_each(&mut by_part[..parts], |part, found| {
            found.clear();
            found.reserve(most);
            find(part, found);
        });
        for found in &by_part[..parts] {
            all.extend_from_slice(found);
        }
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        let pairs = self.all.capacity() + self.by_part.iter().map(Vec::capacity).sum::<usize>();
        pairs * size_of::<Pair>() + self.by_part.capacity() * size_of::<Vec<Pair>>()
    }
}
