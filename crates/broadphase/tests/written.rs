//! What is written with the feature `serde` reads back as it was, and finds the same.

use broadphase::{
    Aabb, BoundingCircle, BroadPhase, Filter, IndexKind, Layer, Proxy, QueryFilter, Settings, Upkeep, Vec2,
};

#[test]
fn a_saved_broad_phase_finds_the_same_again() {
    let settings = Settings { static_index: IndexKind::Rstar, moving_upkeep: Upkeep::Piecewise, ..Settings::default() };
    let mut before = BroadPhase::with_settings(settings).unwrap();
    let mut ids = Vec::new();
    for i in 0..40u8 {
        let circle = BoundingCircle::new(Vec2::new(f32::from(i % 8) * 0.7, f32::from(i / 8) * 0.7), 0.5);
        let filter =
            Filter { category: 1 << (i % 3), group: -i32::from(i % 2), owner: u32::from(i / 4), ..Filter::ALL };
        let layer = if i % 5 == 0 { Layer::Static } else { Layer::Moving };
        ids.push(before.insert(&Proxy { filter, user_data: u64::from(i), layer, ..Proxy::of_circle(circle) }).unwrap());
    }
    let proxies: Vec<Proxy> = ids.iter().map(|&id| before.get(id).unwrap()).collect();
    let written = serde_json::to_string(&(before.settings(), &proxies)).unwrap();
    let (read_settings, read): (Settings, Vec<Proxy>) = serde_json::from_str(&written).unwrap();
    assert_eq!((read_settings, &read), (*before.settings(), &proxies));

    let mut after = BroadPhase::with_settings(read_settings).unwrap();
    after.insert_batch(&read, &mut Vec::new()).unwrap();
    before.update_pairs();
    after.update_pairs();
    assert_eq!(after.pairs(), before.pairs());
    assert!(!after.pairs().is_empty());
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    before.query_point(Vec2::new(1.0, 1.0), &QueryFilter::ALL, &mut expected).unwrap();
    after.query_point(Vec2::new(1.0, 1.0), &QueryFilter::ALL, &mut found).unwrap();
    assert_eq!(found, expected);
}

#[test]
fn what_is_left_out_is_as_by_default_and_what_is_unknown_is_refused() {
    let bounds = r#""aabb": {"min": [0, 0], "max": [2, 1]}, "circle": {"center": [1, 0.5], "radius": 1.25}"#;
    let aabb = Aabb::new(Vec2::ZERO, Vec2::new(2.0, 1.0));
    let circle = BoundingCircle::new(Vec2::new(1.0, 0.5), 1.25);
    let read = |more: &str| serde_json::from_str::<Proxy>(&format!("{{{bounds}{more}}}"));
    assert_eq!(read("").unwrap(), Proxy { aabb, circle, ..Proxy::default() });
    let walls = Proxy { aabb, circle, filter: Filter { mask: 6, ..Filter::ALL }, layer: Layer::Static, user_data: 7 };
    assert_eq!(read(r#", "filter": {"mask": 6}, "layer": "static", "user_data": 7"#).unwrap(), walls);
    assert!(read(r#", "maks": 6"#).is_err());
    assert!(read(r#", "filter": {"maks": 6}"#).is_err());
    // A circle that is left out would be a point at the origin, by which what touches is dropped.
    let no_circle = r#"{"aabb": {"min": [0, 0], "max": [2, 1]}}"#;
    assert!(serde_json::from_str::<Proxy>(no_circle).is_err());
    assert_eq!(serde_json::from_str::<Settings>("{}").unwrap(), Settings::default());
}
