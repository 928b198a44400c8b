//! A scene file that is wrong is refused with the line, the column and the field.

use scenes::{LoadError, Scene};

fn refusal(json: &str) -> String {
    Scene::from_json(json).unwrap_err().to_string()
}

/// A scene whose only body has these fields besides its colliders, from line 2 on.
fn body(fields: &str) -> String {
    format!("{{\"name\": \"x\", \"bodies\": [\n{{{fields}}}]}}")
}

/// A scene whose only collider, on line 3, has these fields.
fn collider(fields: &str) -> String {
    body(&format!("\"colliders\": [\n{{{fields}}}]"))
}

#[test]
fn text_that_is_no_json_is_placed() {
    assert_eq!(refusal("{\n  \"name\": \"x\",,\n}"), "line 2, column 15: key must be a string");
    assert_eq!(refusal("{\"name\": \"x\"} true"), "line 1, column 15: trailing characters");
    assert!(refusal("").starts_with("line 1, column 0: EOF"));
}

#[test]
fn unknown_missing_and_mistyped_fields_are_named() {
    let json = collider("\"shape\": {\"circle\": {\"radius\": 1}},\n \"frictoin\": 1");
    let got = refusal(&json);
    assert!(got.starts_with("line 4, column 11: bodies[0].colliders[0].frictoin: unknown field `frictoin`"), "{got}");
    assert!(refusal("{\"bodies\": []}").ends_with("missing field `name`"));
    let got = refusal(&body("\"position\": [1, \"two\"], \"colliders\": []"));
    assert!(got.contains("bodies[0].position[1]: invalid type: string \"two\""), "{got}");
    let got = refusal(&collider("\"shape\": {\"sphere\": {}}"));
    assert!(got.starts_with("line 3, ") && got.contains("unknown variant `sphere`, expected one of `circle`"), "{got}");
    let got = refusal(&body("\"angle\": null, \"colliders\": []"));
    assert!(got.contains("bodies[0].angle: invalid type: null"), "{got}");
}

#[test]
fn numbers_beyond_f32_are_refused() {
    for number in ["1e39", "1e400", "-3.5e38"] {
        let got = refusal(&body(&format!("\"angle\": {number}, \"colliders\": []")));
        assert!(got.starts_with("line 2, ") && got.contains("bodies[0].angle: "), "{got}");
    }
}

#[test]
fn bad_shapes_are_named_down_to_the_vertex() {
    let shape = |shape: &str| refusal(&collider(&format!("\"shape\":\n {{{shape}}}")));
    let field = "bodies[0].colliders[0].shape";
    let expected = [
        ("\"circle\": {\"radius\": -1}", 24, "circle.radius: radius -1 must be finite and not negative"),
        ("\"box\": {\"half\": [1, 0]}", 19, "box.half: half extents (1, 0) must be finite and positive"),
        (
            "\"polygon\": {\"vertices\": [[0,0],[4,0],[1,1],[0,4]]}",
            40,
            "polygon.vertices[2]: the polygon is not convex at vertex 2",
        ),
        (
            "\"polygon\": {\"vertices\": [[0,0],[4,0]]}",
            27,
            "polygon.vertices: a polygon needs at least 3 vertices, 2 given",
        ),
        (
            "\"capsule\": {\"a\": [0,0], \"b\": [1,0], \"radius\": -2}",
            49,
            "capsule.radius: radius -2 must be finite and not negative",
        ),
    ];
    for (json, column, message) in expected {
        assert_eq!(shape(json), format!("line 4, column {column}: {field}.{message}"));
    }
}

#[test]
fn what_a_body_may_not_be_is_said() {
    let circle = "\"shape\": {\"circle\": {\"radius\": 1}}";
    let cases = [
        (collider(&format!("{circle}, \"density\": 0")), "bodies[0].colliders: a dynamic body needs mass"),
        (collider(&format!("{circle}, \"density\": -1")), "bodies[0].colliders[0].density: -1 must not be negative"),
        (collider(&format!("{circle}, \"friction\": -0.5")), "bodies[0].colliders[0].friction: -0.5 must not"),
        (body("\"colliders\": []"), "bodies[0].colliders: a body needs at least one collider"),
        (
            body(&format!("\"kind\": \"static\", \"spin\": 1, \"colliders\": [{{{circle}}}]")),
            "bodies[0].spin: a static body cannot move",
        ),
        ("{\"name\": \"x\",\n \"sub_steps\": 0}".to_owned(), "sub_steps: 0 is not in 1..=64"),
        (
            "{\"name\": \"x\",\n \"script\": {\"swing\": {\"body\": 0, \"amplitude\": [1, 0], \"rate\": 1}}}"
                .to_owned(),
            "script.swing.body: there is no body 0: the scene has 0, counted from zero",
        ),
    ];
    for (json, message) in cases {
        let got = refusal(&json);
        assert!(got.contains(message) && !got.starts_with("line 1,"), "{got}");
    }
}

#[test]
fn a_number_that_is_not_finite_is_named_in_scenes_made_by_program() {
    let mut scene = scenes::by_name("smash").unwrap().scene(scenes::Size::Small, 0);
    scene.bodies[3].position.y = f32::NAN;
    assert_eq!(scene.validate().unwrap_err().to_string(), "bodies[3].position[1]: NaN is not a finite number");
}

#[test]
fn what_the_world_would_refuse_is_refused_before_it_is_built() {
    let circle = |radius: &str, density: &str| {
        let round = format!("\"shape\": {{\"circle\": {{\"radius\": {radius}}}}}, \"density\": {density}");
        collider(&round)
    };
    let got = refusal(&circle("1e30", "1"));
    assert!(got.starts_with("line 3, ") && got.contains("bodies[0].colliders[0]: shape's extent must be"), "{got}");
    let got = refusal(&circle("9e6", "1e7"));
    assert!(got.starts_with("line 3, ") && got.contains("bodies[0].colliders[0]: rotational inertia must be"), "{got}");
    assert!(Scene::from_json(&circle("9e6", "1")).unwrap().build().is_ok());

    let script = |script: &str| {
        let pusher = "{\"kind\": \"kinematic\", \"colliders\": [{\"shape\": {\"circle\": {\"radius\": 1}}}]}";
        Scene::from_json(&format!("{{\"name\": \"x\", \"bodies\": [{pusher}],\n \"script\": {script}}}"))
    };
    let swing = |rest: &str| script(&format!("{{\"swing\": {{\"body\": 0, {rest}}}}}"));
    let far_swing = |rest: &str| {
        let pusher = "{\"kind\": \"kinematic\", \"position\": [4e6, 0], \"colliders\": [{\"shape\": {\"circle\": {\"radius\": 1}}}]}";
        let swing = format!("{{\"swing\": {{\"body\": 0, \"center\": [4e6, 0], {rest}}}}}");
        Scene::from_json(&format!("{{\"name\": \"x\", \"bodies\": [{pusher}],\n \"script\": {swing}}}"))
    };
    let locked = |script: &str| {
        let shape = "\"colliders\": [{\"shape\": {\"circle\": {\"radius\": 1}}}]";
        let pusher = format!("{{\"kind\": \"kinematic\", \"locks\": {{\"x\": true}}, {shape}}}");
        Scene::from_json(&format!("{{\"name\": \"x\", \"bodies\": [{pusher}],\n \"script\": {script}}}"))
    };
    let rain = |rest: &str| {
        let numbers = "\"period\": 1, \"columns\": 9, \"rows\": 9, \"members\": 9, \"seed\": 1, \"first_y\": 40";
        script(&format!("{{\"rain\": {{{numbers}, {rest}}}}}"))
    };
    let cases = [
        (
            swing("\"center\": [6e6, 0], \"amplitude\": [6e6, 0], \"rate\": 1"),
            "script.swing.amplitude[0]: 12000000 is not",
        ),
        (swing("\"center\": [7, 0], \"amplitude\": [1, 0], \"rate\": 1"), "script.swing.center: 4"),
        (swing("\"amplitude\": [50, 0], \"rate\": -9"), "script.swing.rate: 450.0"),
        // Steps of a quarter of a metre, rounded either way: 405 m/s once in a while.
        (far_swing("\"amplitude\": [39.9, 0], \"rate\": 10"), "script.swing.rate: 5"),
        (locked("{\"swing\": {\"body\": 0, \"amplitude\": [40, 0], \"rate\": 1}}"), "and free along x and y"),
        (locked("{\"walk\": {\"body\": 0, \"moves\": [[1, 0]]}}"), "and free along x and y"),
        (
            rain("\"first_x\": 0, \"column_pitch\": 2e6, \"row_pitch\": 1, \"member_pitch\": 1"),
            "script.rain.column_pitch: ",
        ),
        (
            rain("\"first_x\": 0, \"column_pitch\": 1, \"row_pitch\": -2e6, \"member_pitch\": 1"),
            "script.rain.row_pitch: ",
        ),
        (
            rain("\"first_x\": 0, \"column_pitch\": 1, \"row_pitch\": 1, \"member_pitch\": 2e6"),
            "script.rain.member_pitch: ",
        ),
    ];
    for (scene, message) in cases {
        let got = scene.unwrap_err().to_string();
        assert!(got.contains(message) && got.starts_with("line 2,"), "{got}");
    }
    let near = swing("\"center\": [6, 0], \"amplitude\": [40, 0], \"rate\": 9");
    for allowed in [near, far_swing("\"amplitude\": [20, 0], \"rate\": 10")] {
        let mut allowed = allowed.unwrap().build().unwrap();
        for _ in 0..100 {
            allowed.step().unwrap();
        }
    }
}

#[test]
fn errors_name_the_file() {
    let missing = Scene::load("no/such/scene.json").unwrap_err();
    assert!(matches!(missing, LoadError::Read { .. }) && missing.to_string().starts_with("no/such/scene.json: "));
    let not_a_scene = Scene::load(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap_err();
    assert!(not_a_scene.to_string().contains("Cargo.toml: line 1, column "), "{not_a_scene}");
}

#[test]
fn the_example_and_the_documented_defaults_are_what_is_read() {
    let seesaw = Scene::load(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/seesaw.json")).unwrap();
    assert_eq!((seesaw.bodies.len(), seesaw.steps), (5, 240));
    let spelt_out = r#"{"name": "x", "about": "", "gravity": [0, -10], "steps": 300, "sub_steps": 4, "script": "none",
        "bodies": [{"kind": "dynamic", "response": "dynamics", "position": [0, 0], "angle": 0, "velocity": [0, 0],
        "spin": 0, "linear_damping": 0, "is_bullet": false, "locks": {"x": false, "y": false, "rotation": false},
        "colliders": [{"shape": {"polygon": {"vertices": [[0, 0], [2, 0], [1, 2]], "radius": 0}},
        "offset": [0, 0], "angle": 0, "density": 1, "friction": 0.6, "restitution": 0,
        "rolling_resistance": 0, "surface_speed": 0, "one_way": null, "is_sensor": false,
        "filter": {"category": 1, "mask": 18446744073709551615, "group": 0}}]}]}"#;
    let left_out =
        r#"{"name": "x", "bodies": [{"colliders": [{"shape": {"polygon": {"vertices": [[0, 0], [2, 0], [1, 2]]}}}]}]}"#;
    assert_eq!(Scene::from_json(spelt_out), Scene::from_json(left_out));
}
