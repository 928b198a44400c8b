/// What `f32` says about a pair's separation against the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// Whether it is certainly larger.
    pub is_apart: bool,
    /// Whether it is certainly smaller.
    pub is_close: bool,
}

impl Verdict {
    /// Whether the next stage need not be asked.
    #[inline]
    pub fn is_sure(self) -> bool {
        self.is_apart | self.is_close
    }
}
