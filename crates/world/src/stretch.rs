use crate::pair_list::Listed;
#[cfg(feature = "parallel")]
use crate::parallel::Split;
use broadphase::Pair;

/// A stretch of a list of pairs, what is taken out of it and what comes in, and where it is written without the one and with the
/// other; all are ascending.
pub(crate) struct Stretch<'a> {
    old: Listed<'a>,
    begun: Listed<'a>,
    ended: &'a [Pair],
    /// Those of the pairs that end.
    contacts: &'a mut [u32],
    new: (&'a mut [Pair], &'a mut [u32]),
}

impl<'a> Stretch<'a> {
    /// A whole list; there is a place in `contacts` for each of `ended`, and in `new` for all that may be left.
    pub fn whole(
        old: Listed<'a>,
        (ended, contacts): (&'a [Pair], &'a mut [u32]),
        begun: Listed<'a>,
        new: (&'a mut [Pair], &'a mut [u32]),
    ) -> Self {
        Self { old, begun, ended, contacts, new }
    }

    /// Writes it, and tells the contacts of those that ended and were in it. O(n).
    pub fn write(self) {
        let ((mut pairs, mut contacts), (mut to_pairs, mut to_contacts)) = (self.old, self.new);
        let mut begun = self.begun.0.iter().zip(self.begun.1).peekable();
        let mut ended = self.ended.iter().zip(self.contacts).peekable();
        loop {
            let next = match (begun.peek(), ended.peek()) {
                (Some((begins, _)), Some((ends, _))) => (*begins).min(*ends),
                (Some((next, _)), None) | (None, Some((next, _))) => *next,
                (None, None) => break,
            };
            let before = pairs.iter().take_while(|pair| *pair < next).count();
            copy(&mut pairs, &mut to_pairs, before);
            copy(&mut contacts, &mut to_contacts, before);
            if let Some((pair, contact)) = begun.next_if(|(pair, _)| *pair == next) {
                copy(&mut std::slice::from_ref(pair), &mut to_pairs, 1);
                copy(&mut std::slice::from_ref(contact), &mut to_contacts, 1);
            } else if let (Some((_, contact)), Some(pair)) = (ended.next(), pairs.first())
                && pair == next
            {
                *contact = contacts[0];
                (pairs, contacts) = (&pairs[1..], &contacts[1..]);
            }
        }
        to_pairs[..pairs.len()].copy_from_slice(pairs);
        to_contacts[..contacts.len()].copy_from_slice(contacts);
    }
}

/// Moves so many things from the front of one list to that of another.
#[inline(always)]
fn copy<T: Copy>(from: &mut &[T], to: &mut &mut [T], count: usize) {
    let (copied, rest) = from.split_at(count);
    let (place, room) = std::mem::take(to).split_at_mut(count);
    for (place, &copied) in place.iter_mut().zip(copied) {
        *place = copied;
    }
    (*from, *to) = (rest, room);
}

/// All that ends in it has to be in the list: then it is known where a stretch comes to.
#[cfg(feature = "parallel")]
impl Split for Stretch<'_> {
    fn len(&self) -> usize {
        self.old.0.len()
    }

    fn split(self, mid: usize) -> (Self, Self) {
        let first = self.old.0[mid];
        let begun = self.begun.0.partition_point(|&pair| pair < first);
        let ended = self.ended.partition_point(|&pair| pair < first);
        let (old, begun_parts) = (self.old.split(mid), self.begun.split(begun));
        let (ended_parts, contacts) = (self.ended.split_at(ended), self.contacts.split_at_mut(ended));
        let new = self.new.split(mid + begun - ended);
        (
            Self { old: old.0, begun: begun_parts.0, ended: ended_parts.0, contacts: contacts.0, new: new.0 },
            Self { old: old.1, begun: begun_parts.1, ended: ended_parts.1, contacts: contacts.1, new: new.1 },
        )
    }
}
