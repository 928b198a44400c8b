use crate::awake_set::FIXED_ROW;
use bumpalo::Bump;

/// Bodies that hold each other, told by their rows in the solver: disjoint sets with union by row and path halving.
///
/// R. E. Tarjan & J. van Leeuwen, "Worst-case analysis of set union algorithms", Journal of the ACM 31(2), 1984. The root
/// of a set is its lowest row, whatever the order of the unions.
pub(crate) struct Islands<'s> {
    parents: &'s mut [u32],
    /// By root: some body of the island does not rest.
    restless: &'s mut [bool],
}

/// What a contact does to the islands of its sides' rows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bond {
    Join(u32, u32),
    Stir(u32),
}

impl<'s> Islands<'s> {
    /// `rows` islands of one body each, all at rest.
    pub fn new(arena: &'s Bump, rows: usize) -> Self {
        Self {
            parents: arena.alloc_slice_fill_iter(0..rows as u32),
            restless: arena.alloc_slice_fill_copy(rows, false),
        }
    }

    /// Does what a contact does. What it comes to does not depend on the order of contacts.
    pub fn hold(&mut self, bond: Bond) {
        match bond {
            Bond::Join(a, b) => self.join(a, b),
            Bond::Stir(row) => self.stir(row),
        }
    }

    /// Joins the islands of two rows.
    pub fn join(&mut self, a: u32, b: u32) {
        debug_assert!(a != FIXED_ROW && b != FIXED_ROW, "what never moves holds nothing together");
        let (a, b) = (self.root(a), self.root(b));
        let (root, child) = (a.min(b), a.max(b));
        self.parents[child as usize] = root;
        self.restless[root as usize] |= self.restless[child as usize];
    }

    /// Notes that a row does not rest, and with it its island.
    pub fn stir(&mut self, row: u32) {
        let root = self.root(row);
        self.restless[root as usize] = true;
    }

    /// Whether all of a row's island rests.
    pub fn rests(&mut self, row: u32) -> bool {
        let root = self.root(row);
        !self.restless[root as usize]
    }

    /// The row that names an island.
    pub fn root(&mut self, mut row: u32) -> u32 {
        loop {
            let parent = self.parents[row as usize];
            if parent == row {
                return row;
            }
            let grandparent = self.parents[parent as usize];
            self.parents[row as usize] = grandparent;
            row = grandparent;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ROWS: u32 = 12;

    fn bond() -> impl Strategy<Value = Bond> {
        let row = 1..ROWS;
        prop_oneof![
            4 => (row.clone(), row.clone()).prop_map(|(a, b)| Bond::Join(a, b)),
            1 => row.prop_map(Bond::Stir),
        ]
    }

    proptest! {
        #[test]
        fn bonds_may_come_in_any_order(
            (bonds, shuffled) in prop::collection::vec(bond(), 0..12)
                .prop_flat_map(|bonds| (Just(bonds.clone()), Just(bonds).prop_shuffle())),
        ) {
            let arena = Bump::new();
            let held = |bonds: &[Bond]| {
                let mut islands = Islands::new(&arena, ROWS as usize);
                bonds.iter().for_each(|&bond| islands.hold(bond));
                (1..ROWS).map(|row| (islands.root(row), islands.rests(row))).collect::<Vec<_>>()
            };
            prop_assert_eq!(held(&bonds), held(&shuffled));
        }
    }

    #[test]
    fn one_restless_body_keeps_its_island_and_no_other() {
        let arena = Bump::new();
        let mut islands = Islands::new(&arena, 7);
        islands.join(5, 2);
        islands.stir(5);
        islands.join(2, 4);
        islands.join(1, 3);
        assert_eq!([1, 2, 3, 4, 5, 6].map(|row| islands.root(row)), [1, 2, 1, 2, 2, 6]);
        assert_eq!([1, 2, 3, 4, 5, 6].map(|row| islands.rests(row)), [true, false, true, false, false, true]);
        islands.join(6, 4);
        assert!(!islands.rests(6));
    }
}
