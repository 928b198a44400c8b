//! The broad phase alone, in an engine that has its own objects, ids and shapes (here: discs that pass through each other).
//!
//!     cargo run -p broadphase --example own_engine

use broadphase::{
    Aabb, BoundingCircle, BroadPhase, BroadPhaseError, Filter, Layer, Pair, Proxy, ProxyId, QueryFilter, Vec2,
};

const SIDE: f32 = 60.0;
const DT: f32 = 1.0 / 60.0;

/// Kinds of things, one bit each.
const UNIT: u64 = 1;
const WALL: u64 = 2;

/// What walls have in place of a unit's index.
const NO_UNIT: u64 = u64::MAX;

struct Unit {
    position: Vec2,
    velocity: Vec2,
    radius: f32,
    proxy: ProxyId,
}

impl Unit {
    fn circle(&self) -> BoundingCircle {
        BoundingCircle::new(self.position, self.radius)
    }
}

fn main() -> Result<(), BroadPhaseError> {
    let mut broad_phase = BroadPhase::new();

    // Four walls: static, never paired with each other.
    for (x, y, half_x, half_y) in
        [(0.5, 0.0, 0.5, 0.02), (0.5, 1.0, 0.5, 0.02), (0.0, 0.5, 0.02, 0.5), (1.0, 0.5, 0.02, 0.5)]
    {
        let aabb = Aabb::from_center_half(Vec2::new(x, y) * SIDE, Vec2::new(half_x, half_y) * SIDE);
        let filter = Filter { category: WALL, ..Filter::ALL };
        broad_phase.insert(&Proxy { filter, user_data: NO_UNIT, layer: Layer::Static, ..Proxy::of_box(aabb) })?;
    }

    // Units start on a grid and drift apart; `user_data` is our own index, and as each owns itself, a query can leave it out.
    let mut units = Vec::new();
    for index in 0..900u32 {
        let (column, row) = ((index % 30) as f32, (index / 30) as f32);
        let position = Vec2::new(1.5 + 1.9 * column, 1.5 + 1.9 * row);
        let velocity = Vec2::new((index * 37 % 13) as f32 - 6.0, (index * 53 % 11) as f32 - 5.0) * 0.5;
        let circle = BoundingCircle::new(position, 0.6);
        let filter = Filter { category: UNIT, ..Filter::owned_by(index) };
        let proxy = Proxy { filter, user_data: index.into(), ..Proxy::of_circle(circle) };
        units.push(Unit { position, velocity, radius: circle.radius, proxy: broad_phase.insert(&proxy)? });
    }

    let (mut refitted, mut met, mut parted, mut touching) = (0, 0, 0, Vec::new());
    for _ in 0..300 {
        for unit in &mut units {
            for axis in 0..2 {
                let heads_out = unit.position[axis] < 1.5 && unit.velocity[axis] < 0.0
                    || unit.position[axis] > SIDE - 1.5 && unit.velocity[axis] > 0.0;
                if heads_out {
                    unit.velocity[axis] = -unit.velocity[axis];
                }
            }
            let displacement = unit.velocity * DT;
            unit.position += displacement;
            let Proxy { aabb, circle, .. } = Proxy::of_circle(unit.circle());
            let left_its_box = broad_phase.update_moving(unit.proxy, &aabb, &circle, displacement)?;
            refitted += usize::from(left_its_box);
        }

        let changes = broad_phase.update_pairs();
        met += changes.begun.len();
        parted += changes.ended.len();

        // Boxes may meet where circles do not. Circles are the very shapes of two units; with a wall this is the point to
        // test the shapes.
        broad_phase.circle_filter(0.0, &mut touching)?;
        touching.retain(|pair| [pair.a(), pair.b()].iter().all(|&row| broad_phase.user_data_column()[row] != NO_UNIT));
    }

    println!(
        "{} units, {} pairs of boxes, {} of touching units",
        units.len(),
        broad_phase.pairs().len(),
        touching.len()
    );
    println!(
        "in 300 steps {met} pairs met, {parted} parted, {refitted} of {} moves left their fat box",
        300 * units.len()
    );

    // What does a shot from the first unit to the far corner hit first, itself excepted?
    let others = QueryFilter { mask: UNIT, exclude_owner: 0, ..QueryFilter::ALL };
    let hit = broad_phase.ray_cast_closest(units[0].position, Vec2::splat(SIDE), &others)?;
    println!("a shot hits {:?}", hit.map(|hit| (broad_phase.user_data(hit.id).expect("hits are alive"), hit.fraction)));

    let names = |pair: &Pair| {
        let column = broad_phase.user_data_column();
        (column[pair.a()], column[pair.b()])
    };
    println!("the first that touch: {:?}", touching.first().map(names));
    assert_eq!(met - parted, broad_phase.pairs().len());
    Ok(())
}
