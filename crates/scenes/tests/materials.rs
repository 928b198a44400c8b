//! Materials of a scene file reach the world.

use scenes::{Scene, SceneMixRule};
use world::{Material, MixRule, MotionLocks};

const JSON: &str = r#"{"name": "ice", "bodies": [{"kind": "static", "colliders": [{
    "shape": {"circle": {"radius": 1}},
    "friction": 0.1, "friction_rule": "minimum",
    "restitution": 0.5, "restitution_rule": "geometric_mean",
    "rolling_resistance": 0.2, "rolling_resistance_rule": "average",
    "surface_speed": -3, "surface_speed_rule": "sum", "one_way": [0, 2], "is_seamless": true, "is_sensor": true
}]}, {
    "is_bullet": true, "locks": {"y": true, "rotation": true}, "linear_damping": 0.5,
    "colliders": [{"shape": {"circle": {"radius": 1}}}]
}]}"#;

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
        rolling_resistance: 0.2,
        rolling_resistance_rule: Some(MixRule::Average),
        surface_speed: -3.0,
        surface_speed_rule: Some(MixRule::Sum),
    };
    assert_eq!(built.world().material(collider), Ok(expected));
    assert_eq!(Scene::from_json(&scene.to_json().unwrap()).unwrap(), scene);
}

#[test]
fn a_rule_that_there_is_not_is_named_with_those_there_are() {
    let refusal = Scene::from_json(&JSON.replace("\"minimum\"", "\"least\"")).unwrap_err().to_string();
    assert!(refusal.contains("bodies[0].colliders[0].friction_rule: unknown variant `least`"), "{refusal}");
}

#[test]
fn what_is_special_of_bodies_and_surfaces_reaches_the_world() {
    let built = Scene::from_json(JSON).unwrap().build().unwrap();
    let (world, body) = (built.world(), built.body(1).unwrap());
    let colliders: Vec<_> = world.colliders().collect();
    assert_eq!(world.one_way(colliders[0]), Ok(Some(world::Vec2::Y)));
    assert_eq!((world.is_seamless(colliders[0]), world.is_seamless(colliders[1])), (Ok(true), Ok(false)));
    assert_eq!((world.is_sensor(colliders[0]), world.is_sensor(colliders[1])), (Ok(true), Ok(false)));
    assert_eq!(world.locks(body), Ok(MotionLocks { x: false, y: true, rotation: true }));
    assert_eq!((world.is_bullet(body), world.linear_damping(body)), (Ok(true), Ok(0.5)));
}
