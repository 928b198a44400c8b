//! Random operation sequences.

use super::ops::{Op, Sequence, circle_around};
use broadphase::{Change, Filter, IndexKind, Layer, Proxy, QueryFilter, Settings, Upkeep};
use geom::{Aabb, Vec2};
use proptest::prelude::*;

/// Any settings and any calls.
pub fn sequence() -> impl Strategy<Value = Sequence> {
    (
        (index(), index()),
        (upkeep(), upkeep()),
        prop_oneof![Just(0.0f32), Just(0.05), Just(1.0)],
        prop_oneof![9 => Just(u32::MAX), 1 => Just(5u32)],
        prop::collection::vec(op(), 0..120),
    )
        .prop_map(|((static_index, moving_index), (static_upkeep, moving_upkeep), margin, max_proxies, ops)| {
            Sequence {
                settings: Settings { static_index, moving_index, static_upkeep, moving_upkeep, margin, max_proxies },
                ops,
            }
        })
}

fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        8 => -8.0f32..8.0,
        // Few values, so that borders coincide.
        6 => (-8i8..=8).prop_map(f32::from),
        // Neighbouring numbers.
        2 => (0u32..8).prop_map(|step| f32::from_bits(0x3f00_0000 + step)),
        1 => prop_oneof![Just(-0.0), Just(1e-40), Just(1e30), Just(-1e30), Just(f32::MAX), Just(f32::MIN)],
    ]
}

fn vector() -> impl Strategy<Value = Vec2> {
    (coordinate(), coordinate()).prop_map(|(x, y)| Vec2::new(x, y))
}

fn aabb() -> impl Strategy<Value = Aabb> {
    prop_oneof![
        12 => (vector(), 0.0f32..2.0, 0.0f32..2.0).prop_map(|(min, w, h)| Aabb::new(min, min + Vec2::new(w, h))),
        2 => (vector(), vector()).prop_map(|(a, b)| Aabb::new(a.min(b), a.max(b))),
        1 => vector().prop_map(|point| Aabb::new(point, point)),
        1 => (vector(), prop::sample::select(vec![f32::NAN, f32::INFINITY, -1.0]))
            .prop_map(|(min, bad)| Aabb::new(min, min + Vec2::splat(bad))),
    ]
}

fn filter() -> impl Strategy<Value = Filter> {
    let bits = || prop_oneof![3 => Just(u64::MAX), 1 => 0u64..4];
    (bits(), bits(), prop_oneof![3 => Just(0), 1 => -1i32..=1], owner())
        .prop_map(|(category, mask, group, owner)| Filter { category, mask, group, owner })
}

fn owner() -> impl Strategy<Value = u32> {
    prop_oneof![3 => Just(Filter::NO_OWNER), 1 => 0u32..3]
}

fn layer() -> impl Strategy<Value = Layer> {
    prop_oneof![1 => Just(Layer::Static), 2 => Just(Layer::Moving)]
}

fn query_filter() -> impl Strategy<Value = QueryFilter> {
    let bits = || prop_oneof![2 => Just(u64::MAX), 1 => 0u64..4];
    (bits(), bits(), prop_oneof![3 => Just(0), 1 => -1i32..=1], prop::option::of(layer()), owner()).prop_map(
        |(category, mask, group, layer, exclude_owner)| QueryFilter { category, mask, group, layer, exclude_owner },
    )
}

/// Bounds that may be none: there, on the way through, or over a way that begins inside or does not.
fn change() -> impl Strategy<Value = Change> {
    let way = || (-0.4f32..0.4, -0.4f32..0.4).prop_map(|(x, y)| Vec2::new(x, y));
    prop_oneof![
        1 => aabb().prop_map(|aabb| Change::To(aabb, circle_around(&aabb))),
        2 => aabb().prop_map(|aabb| Change::Through(aabb, circle_around(&aabb))),
        3 => way().prop_map(|way| Change::Stretch { least: way.min(Vec2::ZERO), most: way.max(Vec2::ZERO) }),
        1 => (way(), way()).prop_map(|(least, most)| Change::Stretch { least, most }),
        1 => (vector(), vector()).prop_map(|(least, most)| Change::Stretch { least, most }),
    ]
}

/// Any one call or check.
fn op() -> impl Strategy<Value = Op> {
    let step = || (-0.2f32..0.2, -0.2f32..0.2).prop_map(|(x, y)| Vec2::new(x, y));
    prop_oneof![
        10 => (aabb(), filter(), any::<u64>(), layer()).prop_map(|(aabb, filter, user_data, layer)| {
            Op::Insert(Proxy { aabb, circle: circle_around(&aabb), filter, user_data, layer })
        }),
        8 => (any::<usize>(), prop_oneof![4 => step(), 1 => vector()], any::<bool>())
            .prop_map(|(proxy, by, announced)| Op::Shift { proxy, by, announced }),
        2 => (aabb(), filter(), layer(), 0usize..40, step()).prop_map(|(aabb, filter, layer, count, step)| {
            let first = Proxy { aabb, circle: circle_around(&aabb), filter, user_data: 0, layer };
            Op::InsertBatch { first, count, step: step * 8.0 }
        }),
        2 => (any::<usize>(), 0usize..60, prop_oneof![4 => step(), 1 => vector()])
            .prop_map(|(first, count, by)| Op::ShiftBatch { first, count, by }),
        1 => any::<u64>().prop_map(|seed| Op::UpdateAll { seed }),
        1 => (any::<usize>(), any::<u64>()).prop_map(|(proxy, user_data)| Op::SetUserData { proxy, user_data }),
        3 => (any::<usize>(), aabb()).prop_map(|(proxy, aabb)| Op::Teleport { proxy, aabb }),
        3 => (any::<usize>(), change()).prop_map(|(proxy, change)| Op::Change { proxy, change }),
        1 => prop::sample::select(vec![0.0, 0.02, 0.5, 1e30, f32::MAX, -0.1, f32::NAN])
            .prop_map(|margin| Op::SetMargin { margin }),
        1 => prop_oneof![Just(Op::OrderMoved), (0usize..300).prop_map(|additional| Op::Reserve { additional })],
        3 => any::<usize>().prop_map(|proxy| Op::Remove { proxy }),
        1 => (any::<usize>(), filter()).prop_map(|(proxy, filter)| Op::SetFilter { proxy, filter }),
        1 => (any::<usize>(), layer()).prop_map(|(proxy, layer)| Op::SetLayer { proxy, layer }),
        1 => prop_oneof![9 => Just(Op::Refresh), 1 => Just(Op::Clear)],
        5 => Just(Op::UpdatePairs),
        3 => (aabb(), vector(), 0usize..9, query_filter())
            .prop_map(|(aabb, translation, k, filter)| Op::Query { aabb, translation, k, filter }),
    ]
}

fn index() -> impl Strategy<Value = IndexKind> {
    prop_oneof![Just(IndexKind::Rstar), Just(IndexKind::Wide)]
}

fn upkeep() -> impl Strategy<Value = Upkeep> {
    prop_oneof![2 => Just(Upkeep::Automatic), 1 => Just(Upkeep::Piecewise), 1 => Just(Upkeep::Whole)]
}
