//! The corpus of hard cases in `data/hard_cases.jsonl`: slivers, subnormals, 1e30, exact touching, other libraries' bugs.
//!
//! `data/hard_cases.py` writes it and derives the verdicts in rational numbers; nothing there comes from this library.

mod oracle;

use sat_simd::{
    Polygon, Pose, Relation, Rot, Shape, ShapeError, Vec2, distance, mtv, overlaps, relation, separation, sweep,
};
use serde_json::Value;

struct Case {
    name: String,
    shapes: [(Shape, Pose); 2],
    relation: Relation,
}

fn number(value: &Value) -> f32 {
    value.as_f64().expect("a number") as f32
}

fn vec2(value: &Value) -> Vec2 {
    Vec2::new(number(&value[0]), number(&value[1]))
}

fn shape(value: &Value) -> Result<Shape, ShapeError> {
    match value["kind"].as_str().expect("a kind") {
        "circle" => Shape::circle(number(&value["radius"])),
        "segment" => Shape::segment(vec2(&value["a"]), vec2(&value["b"])),
        "capsule" => Shape::capsule(vec2(&value["a"]), vec2(&value["b"]), number(&value["radius"])),
        "rect" => Shape::rect(number(&value["half"][0]), number(&value["half"][1])),
        _ => {
            let vertices: Vec<Vec2> = value["vertices"].as_array().expect("vertices").iter().map(vec2).collect();
            Ok(Polygon::new(&vertices)?.with_radius(number(&value["radius"]))?.into())
        }
    }
}

fn pose(value: &Value) -> Pose {
    let turn = vec2(&value["rotation"]);
    Pose::new(vec2(&value["translation"]), Rot::new(turn.x, turn.y).expect("a rotation"))
}

fn cases() -> Vec<Case> {
    let parse = |line: &str| {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        let name = case["name"].as_str().expect("a name").to_owned();
        let posed = |which: &str, at: &str| {
            (shape(&case[which]).unwrap_or_else(|error| panic!("{name}: {error}")), pose(&case[at]))
        };
        let relation = match case["relation"].as_str() {
            Some("separated") => Relation::Separated,
            Some("touching") => Relation::Touching,
            Some("overlapping") => Relation::Overlapping,
            other => panic!("{name}: relation {other:?}"),
        };
        Case { shapes: [posed("a", "pose_a"), posed("b", "pose_b")], name, relation }
    };
    include_str!("data/hard_cases.jsonl").lines().map(parse).collect()
}

/// Calls `check` with every case, both ways round.
fn both_ways_round(check: impl Fn(&str, &Shape, &Pose, &Shape, &Pose, Relation)) {
    let cases = cases();
    assert!(cases.len() >= 60, "{} cases", cases.len());
    for Case { name, shapes: [(a, pose_a), (b, pose_b)], relation } in &cases {
        check(name, a, pose_a, b, pose_b, *relation);
        check(&format!("{name}, swapped"), b, pose_b, a, pose_a, *relation);
    }
}

#[test]
fn every_verdict_is_the_derived_one() {
    both_ways_round(|name, a, pose_a, b, pose_b, expected| {
        assert_eq!(relation(a, pose_a, b, pose_b), expected, "{name}");
        assert_eq!(overlaps(a, pose_a, b, pose_b, 0.0), expected != Relation::Separated, "{name}");
    });
}

#[test]
fn depth_and_distance_are_there_when_the_verdict_says_so() {
    both_ways_round(|name, a, pose_a, b, pose_b, expected| {
        assert_eq!(mtv(a, pose_a, b, pose_b).is_some(), expected == Relation::Overlapping, "{name}");
        assert_eq!(distance(a, pose_a, b, pose_b).distance > 0.0, expected == Relation::Separated, "{name}");
    });
}

/// The sign of a rounded number, where it is larger than its stated error.
#[test]
fn separation_has_the_sign_of_the_verdict() {
    both_ways_round(|name, a, pose_a, b, pose_b, expected| {
        let found = separation(a, pose_a, b, pose_b);
        let reach = |shape: &Shape| {
            (0..shape.core_len()).map(|k| shape.core_vertex(k).as_dvec2().length()).fold(0.0, f64::max)
                + f64::from(shape.radius())
        };
        let offset = (pose_b.translation.as_dvec2() - pose_a.translation.as_dvec2()).length();
        // Below the normal numbers a rounding is a unit there.
        let error = (offset + reach(a) + reach(b)) / f64::from(1 << 19) + f64::from(f32::from_bits(1));
        let found = f64::from(found);
        match expected {
            Relation::Separated => assert!(found > -error, "{name}: {found}"),
            Relation::Touching => assert!(found.abs() <= error, "{name}: {found}"),
            Relation::Overlapping => assert!(found < error, "{name}: {found}"),
        }
    });
}

#[test]
fn a_sweep_of_no_length_sees_what_stands_there() {
    both_ways_round(|name, a, pose_a, b, pose_b, expected| {
        let still = sweep(a, pose_a, Vec2::ZERO, b, pose_b).unwrap();
        let meets = expected != Relation::Separated;
        assert_eq!((still.intersects, still.will_intersect), (meets, meets), "{name}");
        assert_eq!(still.time_of_impact, meets.then_some(0.0), "{name}");
    });
}

/// A third opinion: big integers, by the hull of all differences.
#[test]
fn big_integers_agree() {
    both_ways_round(|_, a, pose_a, b, pose_b, _| {
        let (a, b) = (a.clone(), b.clone());
        oracle::check(&oracle::Case { a, pose_a: *pose_a, b, pose_b: *pose_b, margin: 0.0, motion: Vec2::ZERO });
    });
}
