//! Shapes that are written down and read back.
#![cfg(feature = "serde")]

mod oracle;
mod random;

use random::Random;
use sat_simd::{Polygon, Shape, Vec2};

#[test]
fn what_is_written_down_is_read_back() {
    let (mut random, mut wild) = (Random::new(3), 0);
    for _ in 0..2000 {
        let oracle::Case { a, b, .. } = oracle::decode(&random.bytes(32));
        wild += u32::from((0..a.core_len()).any(|index| a.core_vertex(index).abs().max_element() > 1e9));
        for shape in [random.shape(), a, b] {
            let text = serde_json::to_string(&shape).unwrap();
            assert_eq!(serde_json::from_str::<Shape>(&text).unwrap(), shape, "{text}");
        }
    }
    assert!(wild > 100, "{wild} are wild");
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
