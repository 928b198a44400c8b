use std::collections::TryReserveError;

/// No row: the end of a list that runs through a column.
pub(crate) const NONE: u32 = u32::MAX;

/// Writes `row` of a column, which may be the one past its end.
pub(crate) fn set<T>(column: &mut Vec<T>, row: usize, value: T) {
    match column.get_mut(row) {
        Some(place) => *place = value,
        None => {
            debug_assert_eq!(column.len(), row, "slots are handed out in order");
            column.push(value);
        }
    }
}

/// Up to so many a list that [grows](grow) does so twofold: in small worlds peaks come by chance, and cost little.
const FEW: usize = 4096;

/// Makes room for so many in all, and where it had some already for an eighth more than that at least: lists of pairs are the most of
/// what a body takes, and when large ones grew twofold half of them was empty.
pub(crate) fn grow<T>(column: &mut Vec<T>, count: usize) {
    let room = column.capacity();
    if count > room {
        column.reserve_exact(count.max(room + room.min(FEW).max(room / 8)) - column.len());
    }
}

/// Adds one to a list that [grows](grow).
pub(crate) fn push<T>(column: &mut Vec<T>, value: T) {
    grow(column, column.len() + 1);
    column.push(value);
}

/// Makes room for so many in all, and no more.
pub(crate) fn make_room<T>(column: &mut Vec<T>, count: usize) -> Result<(), TryReserveError> {
    column.try_reserve_exact(count.saturating_sub(column.len()))
}
