//! Shapes that are written down and read back.
#![cfg(feature = "serde")]

mod random;

use random::Random;
use sat_simd::{Polygon, Shape, Vec2};

#[test]
fn what_is_written_down_is_read_back() {
    let mut random = Random::new(3);
    for _ in 0..2000 {
        let shape = random.shape();
        let text = serde_json::to_string(&shape).unwrap();
        assert_eq!(serde_json::from_str::<Shape>(&text).unwrap(), shape, "{text}");
    }
}

#[test]
fn what_is_no_shape_is_refused_in_words() {
    let refusal = |text: &str| serde_json::from_str::<Shape>(text).unwrap_err().to_string();
    let negative = refusal(r#"{"circle": {"radius": -1.0}}"#);
    assert!(negative.starts_with("radius -1 "), "{negative}");
    let dented = [(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)].map(Vec2::from);
    assert_eq!(
        refusal(r#"{"polygon": {"vertices": [[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]]}}"#),
        Polygon::new(&dented).unwrap_err().to_string()
    );
    assert!(refusal(r#"{"circle": {"radius": 1.0, "color": 3}}"#).contains("unknown field `color`"));
}
