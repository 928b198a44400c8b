//! Turns bytes into numbers that find trouble: any bit pattern, small grids, near repeats.

use sat_simd::Vec2;

/// Reads numbers from a byte string; past its end it reads zeros.
pub struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    /// Reads from the start of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Whether everything has been read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        self.rest.split_off_first().copied().unwrap_or(0)
    }

    fn word(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    /// The next number in one of four styles: any `f32` at all, a small integer, an eighth, or a small integer at one of
    /// 256 scales. Grids make repeated, collinear and touching points likely; free bits never would.
    pub fn number(&mut self, style: u8) -> f32 {
        let grid = |byte: u8| f32::from(i8::from_le_bytes([byte]));
        match style % 4 {
            0 => f32::from_bits(self.word()),
            1 => f32::from(self.byte() % 8) - 4.0,
            2 => 0.125 * grid(self.byte()),
            _ => grid(self.byte()) * f32::from_bits(u32::from(self.byte()) << 23),
        }
    }

    /// The next point, both coordinates in `style`.
    pub fn point(&mut self, style: u8) -> Vec2 {
        Vec2::new(self.number(style), self.number(style))
    }

    /// All points up to the end, at most `limit`; now and then a coordinate moves to the next float.
    pub fn points(&mut self, style: u8, limit: usize) -> Vec<Vec2> {
        let mut points = Vec::new();
        while !self.is_empty() && points.len() < limit {
            let mut point = self.point(style);
            if style & 4 != 0 {
                match self.byte() {
                    0..32 => point.x = point.x.next_up(),
                    32..64 => point.y = point.y.next_down(),
                    _ => {}
                }
            }
            points.push(point);
        }
        points
    }
}
