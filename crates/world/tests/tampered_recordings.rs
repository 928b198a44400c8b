//! What a recording is written as may say anything: it is refused, or its calls are.

mod tampering;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn any_changes_of_a_recording_leave_a_world_that_makes_sense(bytes in prop::collection::vec(any::<u8>(), 3..19)) {
        tampering::run(&bytes);
    }
}
