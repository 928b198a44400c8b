//! Which colliders touch which.

mod common;

use common::{add, add_ground, circle, position, rect, run, weightless, world};
use world::{BodyDef, ColliderDef, Filter, Vec2};

/// Whether two discs that overlap touch, be their filters there from the start or set later.
fn touch(a: Filter, b: Filter) -> bool {
    let answer = |later: bool| {
        let mut world = weightless();
        let disc = |filter| ColliderDef { filter, ..ColliderDef::new(circle(0.5)) };
        let now = |filter| if later { Filter { category: 0, mask: 0, group: 0 } } else { filter };
        let (_, first) = add(&mut world, &BodyDef::default(), &disc(now(a)));
        let (_, second) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.9, 0.0)), &disc(now(b)));
        run(&mut world, 1);
        if later {
            world.set_filter(first, a).unwrap();
            world.set_filter(second, b).unwrap();
            run(&mut world, 1);
        }
        world.report().manifolds == 1
    };
    let (early, late) = (answer(false), answer(true));
    assert_eq!(early, late, "{a:?} {b:?}");
    early
}

/// [`touch`], whichever side is asked first.
fn both_ways(a: Filter, b: Filter) -> bool {
    let (forth, back) = (touch(a, b), touch(b, a));
    assert_eq!(forth, back, "{a:?} {b:?}");
    forth
}

#[test]
fn both_sides_must_agree_in_all_64_bits() {
    for (mine, theirs) in [(0, 63), (31, 32), (33, 50), (63, 62)] {
        let filter = |category: u32, mask: u32| Filter { category: 1 << category, mask: 1 << mask, group: 0 };
        assert!(both_ways(filter(mine, theirs), filter(theirs, mine)), "{mine} {theirs}");
        // One side does not want the other.
        assert!(!both_ways(filter(mine, theirs), filter(theirs, theirs)), "{mine} {theirs}");
        assert!(!both_ways(filter(mine, mine), filter(theirs, mine)), "{mine} {theirs}");
        // Bits that are 32 apart are not the same.
        assert!(!both_ways(filter(mine, theirs), filter(theirs, mine ^ 32)), "{mine} {theirs}");
        assert!(!both_ways(filter(mine, theirs), filter(theirs ^ 32, mine)), "{mine} {theirs}");
    }
}

#[test]
fn a_common_group_overrules_masks_and_others_do_not() {
    let all = |group| Filter { group, ..Filter::ALL };
    let nothing = |group| Filter { category: 0, mask: 0, group };
    for group in [1, 7, i32::MAX] {
        assert!(both_ways(nothing(group), nothing(group)), "{group}");
        assert!(!both_ways(all(-group), all(-group)), "{group}");
        // Of different groups, or of one and none: masks tell.
        for other in [0, -group, group - 1] {
            assert!(both_ways(all(group), all(other)) && !both_ways(nothing(group), nothing(other)), "{group} {other}");
        }
    }
    assert!(!both_ways(all(i32::MIN), all(i32::MIN)));
    assert!(both_ways(all(-1), all(-2)) && both_ways(all(-1), all(0)));
}

#[test]
fn filters_and_bodies_decide_who_collides() {
    let mut world = world();
    add_ground(&mut world);
    let ghost = Filter { mask: 0, ..Filter::ALL };
    let def = ColliderDef { filter: ghost, ..ColliderDef::new(rect(0.5, 0.5)) };
    let (body, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &def);
    world.create_collider(body, &def).unwrap();
    run(&mut world, 60);
    assert!(position(&world, body).y < -3.0);
    assert_eq!(world.report().pairs, 0, "neither the ground nor each other");
}
