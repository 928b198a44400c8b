use super::chunk::Chunk;
use super::verdict::Verdict;
use crate::lanes::{F32s, LANES};
use alloc::vec::Vec;

/// So many blocks are judged together.
pub(super) const GROUP: usize = 64;

/// One bit a pair: bit `i % 8` of byte `i / 8` answers for pair `i`. Keep it and pass it again: it allocates only to grow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairMask {
    bytes: Vec<u8>,
    len: usize,
}

impl PairMask {
    /// No pairs.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), len: 0 }
    }

    /// How many pairs it answers for.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it answers for none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The answer for pair `index`; `None` beyond the last.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<bool> {
        (index < self.len).then(|| self.bytes[index / LANES] >> (index % LANES) & 1 == 1)
    }

    /// The answers in order.
    pub fn iter(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.len).map(|index| self.bytes[index / LANES] >> (index % LANES) & 1 == 1)
    }

    /// How many answers are yes.
    #[must_use]
    pub fn count(&self) -> usize {
        self.bytes.iter().map(|byte| byte.count_ones() as usize).sum()
    }

    /// The bits, eight pairs to a byte; those beyond the last pair are zero.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Answers for `len` pairs by the verdicts on their blocks; `ask`, by the number of the block and the lane, settles
    /// what they leave open.
    ///
    /// Group by group: a loop that may call something slow keeps its constants in memory, a loop of verdicts alone does
    /// not (circles: 1.4 -> 0.6 ns a pair). Only a group with an open lane is gone through again.
    #[inline]
    pub(super) fn fill<A, B>(
        &mut self,
        len: usize,
        blocks: (&[A], &[B]),
        verdict: impl Fn(&A, &B) -> Verdict,
        ask: impl Fn(usize, usize) -> bool,
    ) {
        self.clear();
        for (a, b) in blocks.0.chunks(GROUP).zip(blocks.1.chunks(GROUP)) {
            self.extend_by_group(len - self.len, (a, b), &verdict, &ask);
        }
    }

    /// Forgets all answers; keeps the memory.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.len = 0;
    }

    /// Answers for up to `left` pairs more, as many as there are in up to [`GROUP`] blocks, as [`fill`](Self::fill) does; so
    /// far there are answers for whole blocks.
    #[inline]
    pub(super) fn extend_by_group<A, B>(
        &mut self,
        left: usize,
        (a, b): (&[A], &[B]),
        verdict: impl Fn(&A, &B) -> Verdict,
        ask: impl Fn(usize, usize) -> bool,
    ) {
        let first = self.bytes.len();
        let (mut is_sure, mut answers) = (F32s::splat(f32::from_bits(u32::MAX)), [0; GROUP]);
        for (answer, (a, b)) in answers.iter_mut().zip(a.iter().zip(b)) {
            let verdict = verdict(a, b);
            is_sure &= verdict.is_sure();
            *answer = verdict.overlaps_if_sure();
        }
        self.bytes.extend_from_slice(&answers[..a.len()]);
        let live = left.min(a.len() * LANES);
        self.len += live;
        if !is_sure.all() {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                let live = (live - index * LANES).min(LANES);
                self.bytes[first + index] = verdict(a, b).settle(live, |lane| ask(first + index, lane));
            }
        }
        if !live.is_multiple_of(LANES)
            && let Some(last) = self.bytes.last_mut()
        {
            *last &= (1 << (live % LANES)) - 1;
        }
    }

    /// Answers as `other` does.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.bytes.clear();
        self.bytes.extend_from_slice(&other.bytes);
        self.len = other.len;
    }

    /// Answers for more pairs.
    pub(super) fn extend(&mut self, answers: impl Iterator<Item = bool>) {
        for answer in answers {
            if self.len.is_multiple_of(LANES) {
                self.bytes.push(0);
            }
            self.len += 1;
            if answer {
                self.insert(self.len - 1);
            }
        }
    }

    /// Answers no for `len` pairs.
    pub(super) fn reset(&mut self, len: usize) {
        self.bytes.clear();
        self.bytes.resize(len.div_ceil(LANES), 0);
        self.len = len;
    }

    /// Answers yes for the pair at `position`.
    #[inline]
    pub(super) fn insert(&mut self, position: usize) {
        self.bytes[position / LANES] |= 1 << (position % LANES);
    }

    /// Answers yes for the pairs of `chunk` whose lane is set in `yes`.
    #[inline]
    pub(super) fn insert_lanes(&mut self, chunk: &Chunk, yes: u8) {
        let yes = yes & (0xff >> (LANES - chunk.live));
        if chunk.is_in_order {
            self.bytes[chunk.positions[0] as usize / LANES] = yes;
            return;
        }
        self.insert_at(&chunk.positions, yes);
    }

    /// Answers yes for the pairs at `positions` whose lane is set in `yes`.
    #[inline]
    pub(super) fn insert_at(&mut self, positions: &[u32; LANES], yes: u8) {
        // No branch: half of the pairs overlap, and nobody knows which.
        for (lane, &position) in positions.iter().enumerate() {
            self.bytes[position as usize / LANES] |= (yes >> lane & 1) << (position % LANES as u32);
        }
    }

    /// The answers for the eight pairs from `8 · index` on.
    #[inline]
    pub(super) fn set_byte(&mut self, index: usize, yes: u8) {
        self.bytes[index] = yes;
    }
}
