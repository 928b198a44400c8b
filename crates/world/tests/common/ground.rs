//! Ground made of pieces, and what moves over it.

use super::{add, circle, rect};
use world::{BodyDef, BodyId, ColliderDef, ColliderId, Material, Pose, Shape, Vec2, World};

/// What ground is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece {
    /// A box half as thick as it is long.
    Rect,
    /// A polygon a metre thick.
    Polygon,
    Segment,
}

pub const PIECES: [Piece; 3] = [Piece::Rect, Piece::Polygon, Piece::Segment];

/// A material that does not rub.
pub fn smooth() -> Material {
    Material { friction: 0.0, ..Material::default() }
}

/// A static, seamless piece of ground, whose surface goes from one point to another one on the right of it.
pub fn lay(world: &mut World, piece: Piece, from: Vec2, to: Vec2) -> ColliderId {
    let def = part(piece, from, to);
    let at = BodyDef::fixed(def.local_pose.translation);
    add(world, &at, &ColliderDef { local_pose: Pose::IDENTITY, ..def }).1
}

/// [`lay`]'s collider on a body that has its origin elsewhere.
pub fn part(piece: Piece, from: Vec2, to: Vec2) -> ColliderDef {
    let middle = 0.5 * (from + to);
    let (left, right, down) = (from - middle, to - middle, Vec2::new(0.0, -1.0));
    let (shape, at) = match piece {
        Piece::Rect => {
            assert_eq!(from.y, to.y, "boxes are level");
            (rect(right.x, 0.5 * right.x), middle + 0.5 * right.x * down)
        }
        Piece::Polygon => (Shape::polygon(&[left + down, right + down, right, left]).unwrap(), middle),
        Piece::Segment => (Shape::segment(left, right).unwrap(), middle),
    };
    ColliderDef { is_seamless: true, local_pose: Pose::from_translation(at), ..ColliderDef::new(shape) }
}

/// Pieces along these points, from left to right.
pub fn lay_along(world: &mut World, piece: Piece, points: &[Vec2]) {
    for ends in points.windows(2) {
        lay(world, piece, ends[0], ends[1]);
    }
}

/// A square tile of a metre, static and seamless, by its middle.
pub fn tile(world: &mut World, x: f32, y: f32) -> ColliderId {
    let def = ColliderDef { is_seamless: true, ..ColliderDef::new(rect(0.5, 0.5)) };
    add(world, &BodyDef::fixed(Vec2::new(x, y)), &def).1
}

/// A shape of each kind. All stand half a metre high on their lower side.
pub fn movers() -> [(&'static str, Shape); 5] {
    let square = |half: f32| [[-half, -half], [half, -half], [half, half], [-half, half]].map(Vec2::from);
    let Shape::Polygon(sharp) = Shape::polygon(&square(0.4)).unwrap() else { unreachable!("it is a polygon") };
    [
        ("box", rect(0.5, 0.5)),
        ("polygon", Shape::polygon(&[[-0.5, -0.5], [0.5, -0.5], [0.6, 0.5], [-0.6, 0.5]].map(Vec2::from)).unwrap()),
        ("rounded polygon", sharp.with_radius(0.1).unwrap().into()),
        ("circle", circle(0.5)),
        ("capsule", Shape::capsule(Vec2::new(-0.4, 0.0), Vec2::new(0.4, 0.0), 0.5).unwrap()),
    ]
}

/// A dynamic body that moves like this.
pub fn launch(world: &mut World, shape: &Shape, material: Material, at: Vec2, velocity: Vec2) -> BodyId {
    let def = BodyDef { linear_velocity: velocity, ..BodyDef::dynamic(at) };
    add(world, &def, &ColliderDef { material, ..ColliderDef::new(shape.clone()) }).0
}
