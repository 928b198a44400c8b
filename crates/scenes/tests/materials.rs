//! Materials of a scene file reach the world.

use scenes::{Scene, SceneMixRule};
use world::{Material, MixRule};

const JSON: &str = r#"{"name": "ice", "bodies": [{"kind": "static", "colliders": [{
    "shape": {"circle": {"radius": 1}},
    "friction": 0.1, "friction_rule": "minimum",
    "restitution": 0.5, "restitution_rule": "geometric_mean"
}]}]}"#;

#[test]
fn rules_of_mixing_are_read_and_obeyed() {
    let scene = Scene::from_json(JSON).unwrap();
    assert_eq!(scene.bodies[0].colliders[0].friction_rule, Some(SceneMixRule::Minimum));
    let built = scene.build().unwrap();
    let collider = built.world().colliders().next().unwrap();
    let expected = Material {
        friction: 0.1,
        friction_rule: Some(MixRule::Minimum),
        restitution: 0.5,
        restitution_rule: Some(MixRule::GeometricMean),
        ..Material::default()
    };
    assert_eq!(built.world().material(collider), Ok(expected));
    assert_eq!(Scene::from_json(&scene.to_json().unwrap()).unwrap(), scene);
}

#[test]
fn a_rule_that_there_is_not_is_named_with_those_there_are() {
    let refusal = Scene::from_json(&JSON.replace("\"minimum\"", "\"least\"")).unwrap_err().to_string();
    assert!(refusal.contains("bodies[0].colliders[0].friction_rule: unknown variant `least`"), "{refusal}");
}
