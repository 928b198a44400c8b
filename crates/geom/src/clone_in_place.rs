/// [`Clone`] for a struct of columns, whose `clone_from` writes over what is there and keeps its memory, field by field: the derived
/// one drops it and allocates anew.
///
/// All fields are named, or it does not compile. Those behind `room` hold nothing that counts between calls: a clone has none of
/// it, and who is written over keeps its own.
#[doc(hidden)]
#[macro_export]
macro_rules! clone_in_place {
    ($type:ty { $($field:ident),* $(,)? } $(room { $($room:ident),* $(,)? })?) => {
        impl Clone for $type {
            fn clone(&self) -> Self {
                let Self { $($field,)* $($($room: _,)*)? } = self;
                Self { $($field: $field.clone(),)* $($($room: Default::default(),)*)? }
            }

            fn clone_from(&mut self, source: &Self) {
                let Self { $($field,)* $($($room: _,)*)? } = source;
                $(self.$field.clone_from($field);)*
            }
        }
    };
}
