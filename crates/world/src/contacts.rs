//! stand-in
#[derive(Clone, Default)]
pub(crate) struct Contacts {}
