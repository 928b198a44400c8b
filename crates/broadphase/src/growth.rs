//! How lists of pairs grow: they are the most of what is held where boxes meet, and those that grow twofold are half empty then.

/// For so many more than it needs a list may have room at least: in small ones peaks come by chance, and cost little.
const FEW: usize = 4096;

/// The room of a list that needs so many: an eighth more than that, or [`FEW`] more, but no more than twice as many.
const fn room_for(count: usize) -> usize {
    let more = if count / 8 > FEW { count / 8 } else { FEW };
    count + if more < count { more } else { count }
}

/// Makes room for so many in all, and for some more if there was too little.
pub(crate) fn make_room<T>(list: &mut Vec<T>, count: usize) {
    if list.capacity() < count {
        list.reserve_exact(room_for(count) - list.len());
    }
}

/// Gives back what a list has room for beyond what it needs now and some more, if it has grown since it had room for as many as `before`.
pub(crate) fn trim<T>(list: &mut Vec<T>, before: usize) {
    if list.capacity() > before {
        list.shrink_to(room_for(list.len()).max(before));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grew_has_room_for_an_eighth_more() {
        let mut list: Vec<u64> = Vec::new();
        make_room(&mut list, 100);
        assert_eq!(list.capacity(), 200);
        make_room(&mut list, 150);
        assert_eq!(list.capacity(), 200);
        make_room(&mut list, 80_000);
        assert_eq!(list.capacity(), 90_000);
        // Twofold, as many push: no room is given back by who did not grow.
        list.resize(90_001, 0);
        let grown = list.capacity();
        assert!(grown >= 180_000);
        trim(&mut list, grown);
        assert_eq!(list.capacity(), grown);
        trim(&mut list, 90_000);
        assert_eq!(list.capacity(), 101_251);
    }
}
