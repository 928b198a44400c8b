/// Groups values by key, by counting: those of a key keep their order. O(keys + entries).
///
/// `starts` are zeros, two more than there are keys. Those of key `k` come to lie from `starts[k]` to `starts[k + 1]` in what
/// comes back, which `room` makes for as many as there are.
pub(crate) fn group_by_key<'v>(
    starts: &mut [u32],
    entries: impl Iterator<Item = (u32, u32)> + Clone,
    room: impl FnOnce(usize) -> &'v mut [u32],
) -> &'v [u32] {
    // Counts, two places up; sums of them are starts, one place up; after filling each has moved on to its end, which is where
    // the next one starts.
    entries.clone().for_each(|(key, _)| starts[key as usize + 2] += 1);
    let mut total = 0;
    for start in starts.iter_mut() {
        total += *start;
        *start = total;
    }
    let values = room(total as usize);
    for (key, value) in entries {
        let next = &mut starts[key as usize + 1];
        values[*next as usize] = value;
        *next += 1;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_a_key_lie_side_by_side_in_their_order() {
        let entries = [(2, 10), (0, 11), (2, 12), (3, 13), (0, 14)];
        let (mut starts, mut room) = ([0; 6], [0; 5]);
        let values = group_by_key(&mut starts, entries.into_iter(), |count| &mut room[..count]);
        let of = |key: usize| &values[starts[key] as usize..starts[key + 1] as usize];
        assert_eq!([of(0), of(1), of(2), of(3)], [&[11, 14][..], &[], &[10, 12], &[13]]);
    }
}
