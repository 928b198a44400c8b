//! Random operations on a world: nothing panics, what must hold holds, and the same operations give the same bits.

mod ops;

use proptest::prelude::*;
use world as engine;

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_operations_leave_a_world_that_makes_sense(bytes in prop::collection::vec(any::<u8>(), 0..1500)) {
        ops::run(&bytes, 150);
    }
}
