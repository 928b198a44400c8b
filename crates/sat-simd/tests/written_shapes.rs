//! Shapes and feature ids that are written down and read back.
#![cfg(feature = "serde")]

mod oracle;
mod random;

use random::Random;
use sat_simd::{FeatureId, Polygon, Shape, Vec2};

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

/// A saved game may keep impulses under them.
#[test]
fn feature_ids_are_read_back() {
    for id in [FeatureId::default(), FeatureId::new(3, 0), FeatureId::new(0, 7), FeatureId::from_bits(u32::MAX)] {
        let text = serde_json::to_string(&id).unwrap();
        assert_eq!(text, id.to_bits().to_string());
        assert_eq!(serde_json::from_str::<FeatureId>(&text).unwrap(), id);
    }
}

/// Those that the documentation of `Shape` shows.
#[test]
fn the_documented_forms_are_read_and_written() {
    let mod_rs = include_str!("../src/shape/mod.rs");
    let (_, shown) = mod_rs.split_once("/// ```json\n").unwrap();
    let (shown, _) = shown.split_once("/// ```\n").unwrap();
    let forms: Vec<&str> = shown.lines().map(|line| line.trim_start_matches("/// ")).collect();
    assert_eq!(forms.len(), 5);
    for form in forms {
        let shape: Shape = serde_json::from_str(form).unwrap();
        assert_eq!(serde_json::to_string(&shape).unwrap(), form.replace(": ", ":").replace(", ", ","));
    }
    assert!(
        serde_json::from_str::<Shape>(r#"{"polygon": {"vertices": [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]]}}"#).is_ok()
    );
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
