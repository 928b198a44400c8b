use super::Explanation;
use crate::Relation;

pub(super) const A: &str = "#1f6fb4";
pub(super) const B: &str = "#d9791a";
pub(super) const GAP: &str = "#1a9641";
pub(super) const OVERLAP: &str = "#d7191c";
pub(super) const INK: &str = "#222222";
pub(super) const QUIET: &str = "#999999";

impl Explanation {
    /// The colour of what lies between the shadows on an axis.
    pub(super) fn color(&self, index: usize) -> &'static str {
        match self.relation {
            Relation::Touching if index == self.winner => INK,
            _ if self.axes[index].separates() => GAP,
            _ => OVERLAP,
        }
    }
}
