//! `pairs`: known answers, the output's form, and lines that are wrong.

use serde_json::{Value, json};
use testbed::pairs::{answer_all, answer_line};

const RECTANGLE: &str = r#"{"type":"polygon","v":[[0,0],[4,0],[4,3],[0,3]]}"#;

fn ask(a: &str, b: &str) -> Value {
    let line = format!(r#"{{"name":"n","a":{a},"b":{b}}}"#);
    serde_json::from_str(&answer_line(1, &line)).unwrap()
}

fn ask_moving(a: &str, b: &str, velocity: &str) -> Value {
    let line = format!(r#"{{"name":"n","a":{a},"b":{b},"velocity":{velocity}}}"#);
    serde_json::from_str(&answer_line(1, &line)).unwrap()
}

fn circle(x: f64, y: f64, r: f64) -> String {
    format!(r#"{{"type":"circle","c":[{x},{y}],"r":{r}}}"#)
}

fn refusal(a: &str) -> String {
    ask(a, RECTANGLE)["error"].as_str().unwrap().to_owned()
}

fn all(input: &str) -> Vec<Value> {
    let mut output = Vec::new();
    answer_all(input.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_answer_has_the_documented_fields_in_order() {
    let line = format!(r#"{{"name":"n","a":{},"b":{RECTANGLE},"velocity":[-2,0]}}"#, circle(5.25, 1.0, 1.0));
    let expected = r#"{"name":"n","relation":"separated","depth":0.0,"normal":[-1.0,0.0],"mtv":[0.0,0.0],"distance":0.25,"sweep":{"intersects":false,"will_intersect":true,"hit":true,"toi":0.125,"mtv":[1.75,0.0]}}"#;
    assert_eq!(answer_line(1, &line), expected);
}

#[test]
fn the_circle_article_s_figures_come_out() {
    let touching = json!({"name": "n", "relation": "touching", "depth": 0.0, "normal": [1.0, 0.0], "mtv": [0.0, 0.0], "distance": 0.0});
    assert_eq!(ask(RECTANGLE, &circle(5.0, 1.0, 1.0)), touching);
    let inside = ask(RECTANGLE, &circle(4.75, 1.0, 1.0));
    assert_eq!((&inside["relation"], &inside["depth"]), (&json!("overlapping"), &json!(0.25)));
    assert_eq!((&inside["normal"], &inside["mtv"]), (&json!([1.0, 0.0]), &json!([-0.25, 0.0])));
    assert_eq!(ask(RECTANGLE, &circle(5.25, 1.0, 1.0))["distance"], json!(0.25));
    assert_eq!(ask(RECTANGLE, &circle(7.0, 7.0, 5.0))["relation"], json!("touching"));
    let apart = ask(RECTANGLE, &circle(5.0, 4.0, 1.25));
    assert!((apart["distance"].as_f64().unwrap() - (2f64.sqrt() - 1.25)).abs() < 1e-7, "{apart}");
}

#[test]
fn containment_leaves_by_the_shortest_way() {
    let (outer, inner) = (r#"{"type":"box","c":[0,0],"half":[5,5]}"#, r#"{"type":"box","c":[3,0],"half":[1,1]}"#);
    let got = ask(outer, inner);
    // The inner box spans 2..4 and leaves through the side x = 5.
    assert_eq!((&got["depth"], &got["mtv"]), (&json!(3.0), &json!([-3.0, 0.0])));
    assert_eq!(ask(inner, outer)["mtv"], json!([3.0, 0.0]));
}

#[test]
fn all_shapes_are_read() {
    let capsule = r#"{"type":"capsule","a":[0,0],"b":[4,0],"r":0.5}"#;
    let segment = r#"{"type":"segment","a":[6,1],"b":[6,-3]}"#;
    assert_eq!(ask(capsule, segment)["distance"], json!(1.5));
    let rounded = r#"{"type":"polygon","v":[[0,0],[2,0],[2,2],[0,2]],"radius":0.5}"#;
    assert_eq!(ask(rounded, segment)["distance"], json!(3.5));
    let turned = r#"{"type":"box","c":[10,0],"half":[1,3],"angle":1.5707964}"#;
    let got = ask(segment, turned)["distance"].as_f64().unwrap();
    assert!((got - 1.0).abs() < 1e-6, "{got}");
}

#[test]
fn outlines_are_cleaned_in_either_winding() {
    let messy = r#"{"type":"polygon","v":[[0,3],[2,3],[4,3],[4,3],[4,0],[4,0],[1,0],[0,0],[0,1],[0,3]]}"#;
    assert_eq!(ask(messy, &circle(5.0, 1.0, 1.0)), ask(RECTANGLE, &circle(5.0, 1.0, 1.0)));
}

#[test]
fn decimals_are_rounded_to_f32_once() {
    // Just below the middle between 1 + 2⁻²³ and 1 + 2·2⁻²³. By way of f64 it would become the middle itself, and then the
    // even neighbour 1 + 2·2⁻²³.
    let a = r#"{"type":"circle","c":[1.00000017881393432617187499,0],"r":0}"#;
    assert_eq!(ask(a, &circle(1.000_000_119_209_289_6, 0.0, 0.0))["relation"], json!("touching"));
    // Subnormal numbers survive, what is smaller than half of them is zero.
    let tiny = r#"{"type":"circle","c":[1e-45,0],"r":0}"#;
    assert_eq!(ask(tiny, &circle(0.0, 0.0, 0.0))["relation"], json!("separated"));
    let nothing = r#"{"type":"circle","c":[1e-46,-0.0],"r":0}"#;
    assert_eq!(ask(nothing, &circle(0.0, 0.0, 0.0))["relation"], json!("touching"));
}

#[test]
fn a_sweep_is_told_only_with_a_velocity() {
    assert!(ask(RECTANGLE, RECTANGLE).get("sweep").is_none());
    let unit = |x: f64| format!(r#"{{"type":"box","c":[{x},0.5],"half":[0.5,0.5]}}"#);
    let never = json!({"intersects": false, "will_intersect": false, "hit": false, "toi": null, "mtv": null});
    // The C# article's square, which reports a hit here: the axis across the motion separates.
    assert_eq!(ask_moving(&unit(0.5), &unit(9.5), "[10,10]")["sweep"], never);
    let through = ask_moving(&unit(0.5), r#"{"type":"box","c":[50.5,0],"half":[0.5,10]}"#, "[100,0]");
    assert_eq!(through["sweep"]["toi"], json!(0.49));
    assert_eq!(through["sweep"]["mtv"], json!(null));
    let graze = ask_moving(&unit(0.5), r#"{"type":"box","c":[5,1.5],"half":[0.5,0.5]}"#, "[8,0]");
    assert_eq!((&graze["sweep"]["will_intersect"], &graze["sweep"]["hit"]), (&json!(true), &json!(false)));
}

#[test]
fn shapes_that_are_none_are_named_by_their_field() {
    let expected = [
        (r#"{"type":"circle","c":[0,"NaN"],"r":1}"#, "line 1: a.c[1]: NaN is not a finite number"),
        (r#"{"type":"circle","c":[0,0],"r":"-Infinity"}"#, "line 1: a.r: -inf is not a finite number"),
        (r#"{"type":"circle","c":[0,0],"r":-1}"#, "line 1: a.r: radius -1 must be finite and not negative"),
        (r#"{"type":"circle","c":[0,1e39],"r":1}"#, "line 1: a.c[1]: 1e39 is beyond the range of f32"),
        (r#"{"type":"circle","c":[0,-1e400],"r":1}"#, "line 1: a.c[1]: -1e400 is beyond the range of f32"),
        (r#"{"type":"circle","c":[0,0]}"#, "line 1: a.r is missing"),
        (r#"{"type":"circle","c":[0],"r":1}"#, "line 1: a.c must be an array of two numbers, not [0]"),
        (r#"{"type":"circle","c":[0,null],"r":1}"#, "line 1: a.c[1] must be a number, not null"),
        (r#"{"type":"circle","c":[0,"1"],"r":1}"#, "line 1: a.c[1] must be a number, not \"1\""),
        (r#"{"type":"box","c":[0,0],"half":[1,0]}"#, "line 1: a.half: half extents (1, 0) must be finite and positive"),
        (r#"{"type":"polygon","v":[]}"#, "line 1: a.v: a polygon needs at least 3 vertices, 0 given"),
        (r#"{"type":"polygon","v":[[0,0],[1,1]]}"#, "line 1: a.v: a polygon needs at least 3 vertices, 2 given"),
        (
            r#"{"type":"polygon","v":[[0,0],[1,1],[2,2]]}"#,
            "line 1: a.v: the polygon has no area: its vertices lie on one line",
        ),
        (
            r#"{"type":"polygon","v":[[0,0],[4,0],[1,1],[0,4]]}"#,
            "line 1: a.v[2]: the polygon is not convex at vertex 2",
        ),
        (
            r#"{"type":"polygon","v":[[0,0],[4,0],[0,4]],"radius":-2}"#,
            "line 1: a.radius: radius -2 must be finite and not negative",
        ),
        (r#"{"c":[0,0],"r":1}"#, "line 1: a.type is missing"),
        ("[1]", "line 1: a must be an object, not [1]"),
    ];
    for (shape, message) in expected {
        assert_eq!(refusal(shape), message);
    }
    let unknown = refusal(r#"{"type":"sphere"}"#);
    assert!(unknown.starts_with("line 1: a.type must be \"circle\", \"polygon\""), "{unknown}");
    let velocity = ask_moving(RECTANGLE, RECTANGLE, r#"[0,"Infinity"]"#);
    assert_eq!(velocity["error"], json!("line 1: velocity[1]: inf is not a finite number"));
}

#[test]
fn unknown_fields_are_refused() {
    let misspelt = r#"{"type":"box","c":[5,1],"half":[1,1],"angel":0.5}"#;
    let refused = ask(misspelt, RECTANGLE)["error"].clone();
    assert!(refused.as_str().is_some_and(|text| text.starts_with("line 1: a: unknown field `angel`")), "{refused}");
    let line = answer_line(1, &format!(r#"{{"a":{RECTANGLE},"b":{RECTANGLE},"speed":[1,0]}}"#));
    assert!(line.contains("unknown field `speed`"), "{line}");
    let twice = ask(RECTANGLE, r#"{"type":"circle","c":[5,1],"r":1,"r":2}"#)["error"].clone();
    assert_eq!(twice, json!("line 1: b: duplicate field `r`"));
    // Fields of other shapes are known.
    let extra = r#"{"type":"circle","c":[5,1],"r":1,"half":"ignored"}"#;
    assert_eq!(ask(RECTANGLE, extra)["relation"], json!("touching"));
}

#[test]
fn a_bad_line_does_not_stop_the_rest() {
    let good = format!(r#"{{"name":"good","a":{RECTANGLE},"b":{RECTANGLE}}}"#);
    let input = format!(
        "\u{feff}{good}\r\n\n   \n{{\"name\":\"bad\",\"a\":{RECTANGLE}}}\n{{\"name\":\n5\n[]\n\"\n{{}}\n{good}"
    );
    let got = all(&input);
    let errors: Vec<(Value, Value)> = got
        .iter()
        .filter(|line| line.get("error").is_some())
        .map(|l| (l["name"].clone(), l["error"].clone()))
        .collect();
    assert_eq!(got.len(), 8);
    assert!(got[0] == got[7] && got[0]["relation"] == json!("overlapping"));
    assert_eq!(errors[0], (json!("bad"), json!("line 4: b is missing")));
    assert!(errors[1].1.as_str().unwrap().starts_with("line 5: column 8: EOF"), "{}", errors[1].1);
    assert_eq!(errors[2].1, json!("line 6: a pair must be a JSON object, not 5"));
    assert_eq!(errors[5], (json!(null), json!("line 9: a is missing")));
}

#[test]
fn bytes_that_are_no_text_are_an_error_of_their_line() {
    let mut output = Vec::new();
    answer_all(&b"\xff\xfe\n{}\n"[..], &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.starts_with("{\"name\":null,\"error\":\"line 1: the text is not UTF-8\"}\n"), "{text}");
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn names_come_back_as_they_are() {
    for name in ["\"\\u00e9 \\\"q\\\"\"", "7", "null", "[\"a\",1.50]"] {
        let line = format!(r#"{{"name":{name},"a":{RECTANGLE},"b":{RECTANGLE}}}"#);
        assert!(answer_line(1, &line).starts_with(&format!("{{\"name\":{name},\"relation\"")));
    }
    let nameless = answer_line(3, &format!(r#"{{"a":{RECTANGLE},"b":{RECTANGLE}}}"#));
    assert!(nameless.starts_with("{\"name\":null,\"relation\":\"overlapping\""));
}

#[test]
fn numbers_at_the_end_of_the_range_have_answers() {
    let (left, right) = (circle(-3e38, 0.0, 1.0), circle(3e38, 0.0, 1.0));
    let got = ask(&left, &right);
    assert_eq!((&got["relation"], &got["normal"]), (&json!("separated"), &json!([1.0, 0.0])));
    assert!(got["distance"].is_number(), "{got}");
    let swept = ask_moving(&left, &right, "[3e38,3e38]");
    assert_eq!(swept["sweep"]["will_intersect"], json!(false));
}

#[test]
fn deep_nesting_is_refused_without_harm() {
    let deep = format!("{{\"a\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(answer_line(1, &deep).contains("\"error\":\"line 1: "));
    let ignored =
        format!(r#"{{"a":{RECTANGLE},"b":{RECTANGLE},"name":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert!(!answer_line(1, &ignored).is_empty());
}
