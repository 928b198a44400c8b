use super::error::BatchError;
use crate::lanes::LANES;
use alloc::vec::Vec;

/// A cache line of vertices: of segments in either half x0 x1 y0 y1 nx0 nx1 ny0 ny1; of cores of up to four x0–x3 y0–y3,
/// nx0–nx3 ny0–ny3; of cores of up to eight x and y in one line, nx and ny in the next.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Line(pub [[f32; LANES]; 2]);

/// The vertices of cores of up to eight, found by the index of the half line they start in.
///
/// Two segments share a line: with a line for each, streamed capsules' manifolds took 16.8 instead of 12.6 ns a pair (AVX2).
#[derive(Debug, Default)]
pub(super) struct VertexLines {
    lines: Vec<Line>,
    /// The half line of the last segment.
    last_half: Option<usize>,
}

geom::clone_in_place!(VertexLines { lines, last_half });

/// The largest number of lines a set may hold, 8 GiB: the index of a half has to fit the record beside the vertex count.
const MAX_LINES: usize = 1 << 27;

impl VertexLines {
    pub const fn new() -> Self {
        Self { lines: Vec::new(), last_half: None }
    }

    /// Forgets all lines; keeps the memory.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.last_half = None;
    }

    /// Puts a segment's vertices beside the last segment's or into a new line, unless they are the last segment's anyway;
    /// gives their half line.
    ///
    /// # Errors
    /// [`BatchError::Full`] beyond [`MAX_LINES`].
    pub fn push_half(&mut self, vertices: [f32; LANES]) -> Result<usize, BatchError> {
        let half = match self.last_half {
            Some(last) if self.half(last).map(f32::to_bits) == vertices.map(f32::to_bits) => last,
            Some(last) if last % 2 == 0 => {
                self.lines[last / 2].0[1] = vertices;
                last + 1
            }
            // Nothing else has vertices that are not numbers, so no polygon takes this line for its own.
            _ => self.push(&[Line([vertices, [f32::NAN; LANES]])])?,
        };
        self.last_half = Some(half);
        Ok(half)
    }

    /// Appends lines, unless they are the last ones anyway; gives the first's first half.
    ///
    /// # Errors
    /// [`BatchError::Full`] beyond [`MAX_LINES`].
    pub fn push(&mut self, lines: &[Line]) -> Result<usize, BatchError> {
        let last = self.lines.len().saturating_sub(lines.len());
        let are_same =
            |(a, b): (&Line, &Line)| a.0.map(|row| row.map(f32::to_bits)) == b.0.map(|row| row.map(f32::to_bits));
        if self.lines[last..].len() == lines.len() && self.lines[last..].iter().zip(lines).all(are_same) {
            return Ok(2 * last);
        }
        if self.lines.len() + lines.len() > MAX_LINES {
            return Err(BatchError::Full { what: "cache lines of vertices", max: MAX_LINES });
        }
        self.lines.extend_from_slice(lines);
        Ok(2 * (self.lines.len() - lines.len()))
    }

    /// A segment's vertices.
    #[inline]
    pub fn half(&self, half: usize) -> &[f32; LANES] {
        &self.lines[half / 2].0[half % 2]
    }

    /// A segment's vertices, by the bits that its record has of them.
    #[inline(always)]
    pub fn half_of(&self, bits: u32) -> &[f32; LANES] {
        let [first, second] = &self.lines[(bits >> 5) as usize].0;
        if bits >> 4 & 1 == 0 { first } else { second }
    }

    /// The vertices of a core of three or four.
    #[inline]
    pub fn line(&self, half: usize) -> &[[f32; LANES]; 2] {
        &self.lines[half / 2].0
    }

    /// The vertices of a polygon: one line for up to four, two for up to eight.
    #[inline]
    pub fn lines<const LINES: usize>(&self, half: usize) -> &[Line; LINES] {
        self.lines[half / 2..].first_chunk().expect("a polygon has all of its lines")
    }

    /// Reads two lines, if they are there; what comes back means nothing.
    #[inline]
    pub fn touch(&self, half: usize) -> u32 {
        let (first, start) = (half / 2, |Line(line): &Line| line[0][0].to_bits());
        self.lines.get(first..first + 2).map_or(0, |lines| start(&lines[0]) ^ start(&lines[1]))
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.lines.len()
    }
}
