//! The named scenes have the numbers of bodies and shapes their originals have.

use scenes::{Action, BodyKind, Scene, Script, Size, Vec2, all, by_name};

fn full(name: &str) -> Scene {
    by_name(name).unwrap().scene(Size::Full, 0)
}

fn count(scene: &Scene, kind: BodyKind) -> usize {
    scene.bodies.iter().filter(|body| body.kind == kind).count()
}

fn shapes(scene: &Scene) -> usize {
    scene.bodies.iter().map(|body| body.colliders.len()).sum()
}

#[test]
fn every_scene_passes_its_own_check_in_both_sizes() {
    for named in all() {
        for size in [Size::Full, Size::Small] {
            let scene = named.scene(size, 7);
            assert_eq!(scene.validate(), Ok(()), "{}", named.name);
            assert!(scene.name == named.name && scene.steps > 0 && !scene.about.contains('\n'), "{}", named.name);
        }
    }
}

#[test]
fn every_scene_survives_json_to_the_bit() {
    for named in all() {
        let scene = named.scene(Size::Small, 7);
        assert_eq!(Scene::from_json(&scene.to_json().unwrap()), Ok(scene), "{}", named.name);
    }
}

#[test]
fn body_and_shape_counts_are_those_of_box2d() {
    // (scene, dynamic bodies, all bodies, shapes); Box2D counts one more body where its ground carries no shape.
    let expected = [
        ("large_pyramid", 5050, 5051, 5051),
        ("many_pyramids", 22_000, 22_001, 22_020),
        ("smash", 9601, 9601, 9601),
        ("junkyard", 8000, 8002, 8262),
        ("compounds", 3000, 3001, 6282),
        ("washer", 8100, 8101, 8140),
        ("tumbler", 2025, 2026, 2029),
        ("spinner", 6076, 6078, 6437),
        ("rain", 0, 1, 2505),
        ("barrel", 3900, 3901, 4182),
        ("restitution_ladder", 11, 12, 12),
        ("friction_ladder", 11, 12, 12),
        ("polygon_demo", 1, 4, 4),
    ];
    assert_eq!(expected.len(), all().len());
    for (name, dynamic, bodies, colliders) in expected {
        let scene = full(name);
        let got = (count(&scene, BodyKind::Dynamic), scene.bodies.len(), shapes(&scene));
        assert_eq!(got, (dynamic, bodies, colliders), "{name}");
    }
}

#[test]
fn the_pyramid_stands_box_on_box() {
    let scene = full("large_pyramid");
    assert_eq!(scene.bodies[1].position, Vec2::new(-49.5, 0.5));
    assert_eq!(scene.bodies[5050].position, Vec2::new(0.0, 99.5));
    let many = full("many_pyramids");
    // Column 19 of row 19: centre −110 + 209 + 1 = 100, its tip 4.5 further right and 209 + 9.5 up.
    assert_eq!(many.bodies[22_000].position, Vec2::new(104.5, 218.5));
}

#[test]
fn grids_begin_and_end_where_the_originals_do() {
    let near = |a: Vec2, b: Vec2| assert!((a - b).length() < 1e-4, "{a} is not {b}");
    let smash = full("smash");
    near(smash.bodies[1].position, Vec2::new(30.0, -16.0));
    near(smash.bodies[9600].position, Vec2::new(30.0 + 0.4 * 119.0, 0.4 * 39.0));
    near(full("washer").bodies[1].position, Vec2::new(-9.9, 0.1));
    near(full("tumbler").bodies[1].position, Vec2::new(-9.0, 1.0));
    near(full("junkyard").bodies[1].position, Vec2::new(-75.1, 15.0));
    near(full("compounds").bodies[2].position, Vec2::new(-18.75, 2.25 + 5.575));
    near(full("spinner").bodies[2 + 92].position, Vec2::new(-23.0, 2.5));
}

#[test]
fn the_pusher_follows_its_sine() {
    let junkyard = full("junkyard");
    let [Action::Target { body: 8001, position }] = junkyard.script.actions(471, 8002)[..] else { panic!() };
    // 471 steps are 7.85 s, 0.2·7.85 = 1.57: almost a quarter turn.
    assert!((position - Vec2::new(60.0, 0.0)).length() < 1e-4, "{position}");
}

#[test]
fn rain_adds_a_column_every_eighth_step_and_recycles_the_oldest() {
    let rain = full("rain");
    let at = |step| rain.script.actions(step, 1);
    assert!(at(7).is_empty() && at(0).len() == 275 && at(312).len() == 275);
    let again = at(320);
    assert_eq!(again[0], Action::Destroy { body: 1 });
    assert!(matches!(&again[275], Action::Spawn { body: 1, def } if def.position == Vec2::new(-121.875, 40.25)));
    assert!(matches!(&at(312)[0], Action::Spawn { body: 10_726, def } if def.position.x == -121.875 + 39.0 * 6.25));
}

#[test]
fn the_seed_changes_the_rain_and_nothing_else() {
    for named in all() {
        let differs = named.scene(Size::Small, 1) != named.scene(Size::Small, 2);
        assert_eq!(differs, named.random, "{}", named.name);
    }
    let bodies = |seed| by_name("rain").unwrap().scene(Size::Full, seed).script.actions(8, 1);
    assert_eq!(bodies(1), bodies(1));
    assert_ne!(bodies(1), bodies(2));
}

#[test]
fn a_tower_of_rain_starts_without_overlap() {
    let rain = full("rain");
    let Script::Rain(numbers) = rain.script else { panic!() };
    for step in [0, 8, 320] {
        let spawned = |action| match action {
            Action::Spawn { def, .. } => Some(def),
            _ => None,
        };
        let defs: Vec<_> = rain.script.actions(step, 1).into_iter().filter_map(spawned).collect();
        let shape = |i: usize| {
            let def = &defs[i];
            let pose = geom::Pose::new(def.position, geom::Rot::from_angle(def.angle));
            def.colliders[0].shape.to_shape().unwrap().aabb(&pose)
        };
        for (i, j) in (0..defs.len()).flat_map(|i| (i + 1..defs.len()).map(move |j| (i, j))) {
            assert!(!shape(i).overlaps(&shape(j)), "{i} and {j} of step {step}");
        }
    }
    assert_eq!(numbers.column_len(), 275);
}

#[test]
fn the_player_follows_the_article_s_trace_and_never_enters_a_polygon() {
    let mut scene = by_name("polygon_demo").unwrap().scene(Size::Full, 0).build().unwrap();
    let player = scene.body(0).unwrap();
    // The article's first four presses of "right", before it loses its way at the triangle's corner.
    let article = [(14.0, 0.0), (21.6, -3.2), (24.4, -8.8), (27.2, -14.4)];
    let mut touched = [false; 4];
    for step in 0..109 {
        scene.step().unwrap();
        let at = scene.world().pose(player).unwrap().translation;
        if let Some(&(x, y)) = article.get(step) {
            assert!((at - Vec2::new(x, y)).length() < 1e-4, "step {step}: {at}");
        }
        let shape = |index| {
            let collider = scene.world().colliders_of(scene.body(index).unwrap()).unwrap().next().unwrap();
            (scene.world().shape(collider).unwrap().clone(), scene.world().collider_pose(collider).unwrap())
        };
        let (player_shape, player_pose) = shape(0);
        for (index, touched) in touched.iter_mut().enumerate().skip(1) {
            let (other, pose) = shape(index);
            let gap = sat_simd::separation(&player_shape, &player_pose, &other, &pose);
            assert!(gap > -1e-4, "step {step}: {gap} m inside polygon {index}");
            *touched |= gap < 1e-4;
        }
    }
    assert_eq!(touched, [false, true, true, true]);
}

#[test]
fn a_walk_does_not_jump_over_a_thin_wall() {
    let json = r#"{"name": "wall", "gravity": [0, 0], "script": {"walk": {"body": 0, "moves": [[100, 0]]}}, "bodies": [
        {"kind": "kinematic", "colliders": [{"shape": {"box": {"half": [0.5, 0.5]}}}]},
        {"kind": "static", "position": [50, 0], "colliders": [{"shape": {"box": {"half": [0.001, 5]}}}]}]}"#;
    let mut scene = Scene::from_json(json).unwrap().build().unwrap();
    scene.step().unwrap();
    let at = scene.world().pose(scene.body(0).unwrap()).unwrap().translation;
    assert!((at - Vec2::new(49.499, 0.0)).length() < 1e-4, "{at}");
}

/// Where a disc of radius 0.5 gets that walks from the origin by `way` with this collider of its own, past this wall.
fn walked(own: &str, way: [f32; 2], wall: &str) -> Vec2 {
    let json = format!(
        r#"{{"name": "x", "gravity": [0, 0], "script": {{"walk": {{"body": 0, "moves": [{way:?}]}}}}, "bodies": [
        {{"kind": "kinematic", "colliders": [{{"shape": {{"circle": {{"radius": 0.5}}}}{own}}}]}},
        {{"kind": "static", "position": [0, 5], "colliders": [{{"shape": {{"box": {{"half": [9, 0.5]}}}}{wall}}}]}}]}}"#
    );
    let mut scene = Scene::from_json(&json).unwrap().build().unwrap();
    scene.step().unwrap();
    scene.world().pose(scene.body(0).unwrap()).unwrap().translation
}

#[test]
fn filters_sensors_and_one_way_walls_are_heeded_by_a_walk() {
    let group = |mask: u64, group: i32| format!(r#", "filter": {{"category": 1, "mask": {mask}, "group": {group}}}"#);
    let walls = [
        (String::new(), String::new(), 4.0),
        (String::new(), r#", "is_sensor": true"#.to_owned(), 8.0),
        (r#", "is_sensor": true"#.to_owned(), String::new(), 8.0),
        (group(2, 0), String::new(), 8.0),
        (group(1, 1), group(0, 1), 4.0),
        (group(1, -1), group(1, -1), 8.0),
        (String::new(), r#", "one_way": [0, -1]"#.to_owned(), 4.0),
        (String::new(), r#", "one_way": [0, 1]"#.to_owned(), 8.0),
        (String::new(), r#", "one_way": [1, 0]"#.to_owned(), 8.0),
        (r#", "one_way": [0, 1]"#.to_owned(), String::new(), 4.0),
        (r#", "one_way": [0, -1]"#.to_owned(), String::new(), 8.0),
    ];
    for (own, wall, stop) in walls {
        let at = walked(&own, [0.0, 8.0], &wall);
        assert!((at - Vec2::new(0.0, stop)).length() < 1e-4, "{own} past {wall}: {at}");
    }
}
