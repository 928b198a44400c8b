use crate::awake_set::FIXED_ROW;
use crate::lanes::LANES;

/// The lower bits of a number: which one a body is in its zone. Above them stands the zone.
pub(crate) const PLACE_BITS: u32 = 26;

/// The part of a number that tells the place.
pub(super) const PLACE: u32 = (1 << PLACE_BITS) - 1;

/// What contacts call the rows of bodies while they are solved.
#[derive(Clone, Copy)]
pub(super) enum Numbers<'s> {
    /// Their names, or where there are zones what each is called in its own.
    ByRow(Option<&'s [u32]>),
    InPiece(PieceRows<'s>),
}

/// Rows of which a piece of the world has copies: first some from anywhere, the fixed one before all others, and behind them a range.
#[derive(Clone, Copy)]
pub(super) struct PieceRows<'s> {
    /// Ascending.
    pub common: &'s [u32],
    pub first: u32,
    pub count: u32,
}

impl PieceRows<'_> {
    /// Whether the piece has a copy of a row.
    pub fn contains(&self, row: u32) -> bool {
        self.own(row).is_some() || self.common.binary_search(&row).is_ok()
    }

    /// How far a row is behind the first of the range, if it is in there.
    #[inline]
    pub fn own(&self, row: u32) -> Option<u32> {
        let behind = row.wrapping_sub(self.first);
        (behind < self.count).then_some(behind)
    }

    /// Where the copy of a row is that the piece has.
    #[inline]
    pub fn place(&self, row: u32) -> u32 {
        match self.own(row) {
            Some(behind) => self.common.len() as u32 + behind,
            // Of the common ones most are the fixed one.
            None if row == FIXED_ROW => 0,
            None => self.common.partition_point(|&other| other < row) as u32,
        }
    }
}

impl Numbers<'_> {
    /// Where what there is of a row is found before contacts are solved.
    #[inline]
    pub fn place(&self, row: u32) -> u32 {
        match self {
            Self::ByRow(_) => row,
            Self::InPiece(piece) => piece.place(row),
        }
    }

    /// [`place`](Self::place) for eight, in `room` where they are others than the rows.
    #[inline]
    pub fn places<'a>(&self, rows: &'a [u32; LANES], room: &'a mut [u32; LANES]) -> &'a [u32; LANES] {
        if let Self::InPiece(piece) = self {
            *room = std::array::from_fn(|lane| piece.place(rows[lane]));
            return room;
        }
        rows
    }

    /// For a contact of no zone, by their places.
    pub fn anywhere(&self, place: u32) -> u32 {
        match self {
            Self::ByRow(Some(numbers)) => numbers[place as usize],
            Self::ByRow(None) | Self::InPiece(_) => place,
        }
    }

    /// For contacts of one zone or piece, or those between two zones, by their places.
    pub fn of(&self, places: &[u32; LANES], is_between: bool) -> [u32; LANES] {
        match self {
            Self::ByRow(Some(numbers)) => {
                let mask = if is_between { u32::MAX } else { PLACE };
                std::array::from_fn(|lane| numbers[places[lane] as usize] & mask)
            }
            Self::ByRow(None) | Self::InPiece(_) => *places,
        }
    }
}
