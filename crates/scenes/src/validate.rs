use glam::Vec2;
use sat_simd::{Shape, ShapeError};
use world::{MAX_COORDINATE, Settings, World, WorldError};

use crate::{BodyKind, Rain, Scene, SceneBody, SceneCollider, SceneResponse, SceneShape, Script, TIME_STEP};

/// What is wrong with a scene, and in which field.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{path}: {problem}")]
pub struct SceneError {
    /// The field, as `bodies[3].colliders[0].shape.circle.radius`; indices count from zero.
    pub path: String,
    /// What is wrong with it.
    pub problem: SceneProblem,
}

/// What can be wrong with a field of a scene.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SceneProblem {
    /// NaN or infinity.
    #[error("{0} is not a finite number")]
    NotFinite(f32),
    /// A number beyond [`world::MAX_COORDINATE`].
    #[error("{0} is not within ±1e7")]
    TooLarge(f32),
    /// Restitution above one would add energy at every bounce.
    #[error("restitution {0} is above 1")]
    Restitution(f32),
    /// A number that must not be negative is.
    #[error("{0} must not be negative")]
    Negative(f32),
    /// A count outside its range.
    #[error("{value} is not in {min}..={max}")]
    OutOfRange {
        /// What was given.
        value: u64,
        /// The least that is allowed.
        min: u64,
        /// The most that is allowed.
        max: u64,
    },
    /// The shape's numbers make no convex shape.
    #[error("{0}")]
    Shape(ShapeError),
    /// A body without colliders.
    #[error("a body needs at least one collider")]
    NoCollider,
    /// A dynamic body of mass zero.
    #[error("a dynamic body needs mass: give at least one collider with an area a density above zero")]
    NoMass,
    /// A static body with a velocity.
    #[error("a static body cannot move; make it kinematic or leave its velocity and spin out")]
    StaticMoves,
    /// What the world says of a body or a collider whose numbers are fine one by one.
    #[error("{0}")]
    Refused(WorldError),
    /// A script that moves a body faster than any moves.
    #[error("{speed} m/s is more than the {max} that bodies reach")]
    TooFast {
        /// How fast, in m/s.
        speed: f32,
        /// How fast bodies are at most.
        max: f32,
    },
    /// A script that names a body the scene does not have.
    #[error("there is no body {body}: the scene has {count}, counted from zero")]
    NoSuchBody {
        /// The body that was named.
        body: usize,
        /// How many the scene has.
        count: usize,
    },
    /// A script that moves a body which moves by itself, or never, or not along both axes.
    #[error(
        "body {body} cannot be moved by this script: it must be kinematic, or for a walk respond by \"separate\", and free along x and y"
    )]
    NotMovable {
        /// The body that was named.
        body: usize,
    },
}

/// By how many units in the last place of its largest coordinate a swinging body's way in a step may be longer than the swing's:
/// along each axis half a unit for the product and the sum in the old target and in the new one, for the position that the old
/// one led to and for the way between; √2 of that along both.
const SWING_ROUNDINGS: f32 = 1.5 * 3.0;

/// The most bodies a [`Rain`] may keep alive.
const MAX_RAIN: u64 = 1_000_000;

impl Scene {
    /// Checks every number and shape, and creates each body once by itself: what passes can be built, and what its script moves to
    /// and fro can be moved so.
    ///
    /// # Errors
    /// The first [`SceneError`] in the order of the fields.
    pub fn validate(&self) -> Result<(), SceneError> {
        let mut world = World::new(Settings::default()).expect("the defaults are good");
        self.checked_shapes(Some(&mut world)).map(drop)
    }

    /// The shapes of all colliders, body after body, when all else is as it should be, too. Each body is created in the world, if
    /// there is one, and destroyed again: who builds them anyway hears of refusals then.
    pub(crate) fn checked_shapes(&self, mut world: Option<&mut World>) -> Result<Vec<Shape>, SceneError> {
        let mut shapes = Vec::with_capacity(self.bodies.iter().map(|body| body.colliders.len()).sum());
        finite_vec("gravity", self.gravity)?;
        in_range("sub_steps", u64::from(self.sub_steps), 1, u64::from(Self::MAX_SUB_STEPS))?;
        let (mut before, mut first_before): (&[SceneCollider], _) = (&[], 0);
        for (i, body) in self.bodies.iter().enumerate() {
            let inside = |error: SceneError| error.inside(&format!("bodies[{i}]"));
            let first = shapes.len();
            check_body(body, (before, first_before), &mut shapes).map_err(inside)?;
            (before, first_before) = (&body.colliders, first);
            if let Some(world) = &mut world {
                check_creation(body, &shapes[first..], world).map_err(inside)?;
            }
        }
        self.check_script().map_err(|error| error.inside("script"))?;
        Ok(shapes)
    }

    fn check_script(&self) -> Result<(), SceneError> {
        match &self.script {
            Script::None => Ok(()),
            Script::Swing { body, center, amplitude, rate } => {
                self.check_moved("swing.body", *body, |body| body.kind == BodyKind::Kinematic)?;
                finite_vec("swing.center", *center)?;
                finite_vec("swing.amplitude", *amplitude)?;
                finite("swing.rate", *rate)?;
                finite_vec("swing.amplitude", amplitude.abs() + center.abs())?;
                let start = self.bodies[*body].position;
                let farthest = (amplitude.abs() + center.abs()).max(start.abs()).max_element();
                let rounding = SWING_ROUNDINGS * f32::EPSILON * farthest / TIME_STEP;
                // The first step takes it to the middle.
                not_too_fast("swing.center", center.distance(start) / TIME_STEP + rounding)?;
                not_too_fast("swing.rate", amplitude.length() * rate.abs() + rounding)
            }
            Script::Walk { body, moves } => {
                self.check_moved("walk.body", *body, |body| match body.kind {
                    BodyKind::Static => false,
                    BodyKind::Kinematic => true,
                    BodyKind::Dynamic => body.response == SceneResponse::Separate,
                })?;
                (0..).zip(moves).try_for_each(|(i, &by): (usize, _)| finite_vec(&format!("walk.moves[{i}]"), by))
            }
            Script::Rain(rain) => check_rain(rain).map_err(|error| error.inside("rain")),
        }
    }

    fn check_moved(&self, path: &str, body: usize, movable: fn(&SceneBody) -> bool) -> Result<(), SceneError> {
        match self.bodies.get(body) {
            None => Err(error(path, SceneProblem::NoSuchBody { body, count: self.bodies.len() })),
            Some(found) if !movable(found) || found.locks.x || found.locks.y => {
                Err(error(path, SceneProblem::NotMovable { body }))
            }
            Some(_) => Ok(()),
        }
    }
}

/// Whether the world takes a body with these shapes, and is then as it was.
fn check_creation(body: &SceneBody, shapes: &[Shape], world: &mut World) -> Result<(), SceneError> {
    let id = world.create_body(&body.def()).map_err(|refusal| error("position", SceneProblem::Refused(refusal)))?;
    for (i, (collider, shape)) in body.colliders.iter().zip(shapes).enumerate() {
        let created = world.create_collider(id, &collider.def(shape.clone()));
        created.map_err(|refusal| error(&format!("colliders[{i}]"), SceneProblem::Refused(refusal)))?;
    }
    world.destroy_body(id).expect("it was created just now");
    Ok(())
}

/// Adds the shapes of a body to `shapes`. A polygon that the body before has in the same place, whose first shape is told, is shared.
fn check_body(
    body: &SceneBody,
    (before, first_before): (&[SceneCollider], usize),
    shapes: &mut Vec<Shape>,
) -> Result<(), SceneError> {
    finite_vec("position", body.position)?;
    finite("angle", body.angle)?;
    finite_vec("velocity", body.velocity)?;
    finite("spin", body.spin)?;
    not_negative("linear_damping", body.linear_damping)?;
    not_negative("angular_damping", body.angular_damping)?;
    if body.kind == BodyKind::Static && (body.velocity != Vec2::ZERO || body.spin != 0.0) {
        let path = if body.velocity == Vec2::ZERO { "spin" } else { "velocity" };
        return Err(error(path, SceneProblem::StaticMoves));
    }
    if body.colliders.is_empty() {
        return Err(error("colliders", SceneProblem::NoCollider));
    }
    let mut mass = 0.0;
    for (i, collider) in body.colliders.iter().enumerate() {
        let is_polygon = matches!(collider.shape, SceneShape::Polygon { .. });
        let same = before.get(i).filter(|other| is_polygon && other.shape == collider.shape);
        let shape = same.map(|_| shapes[first_before + i].clone());
        let shape = check_collider(collider, shape).map_err(|error| error.inside(&format!("colliders[{i}]")))?;
        if body.kind == BodyKind::Dynamic && mass <= 0.0 {
            mass += shape.mass_properties(collider.density).mass;
        }
        shapes.push(shape);
    }
    if body.kind == BodyKind::Dynamic && mass <= 0.0 {
        return Err(error("colliders", SceneProblem::NoMass));
    }
    Ok(())
}

/// The collider's shape, which may be there already.
fn check_collider(collider: &SceneCollider, shape: Option<Shape>) -> Result<Shape, SceneError> {
    let shape = shape.map_or_else(|| collider.shape.to_shape(), Ok).map_err(|problem| {
        let field = shape_field(&collider.shape, problem);
        error(&format!("shape.{field}"), SceneProblem::Shape(problem))
    })?;
    finite_vec("offset", collider.offset)?;
    finite("angle", collider.angle)?;
    not_negative("density", collider.density)?;
    not_negative("friction", collider.friction)?;
    not_negative("restitution", collider.restitution)?;
    if collider.restitution > 1.0 {
        return Err(error("restitution", SceneProblem::Restitution(collider.restitution)));
    }
    not_negative("rolling_resistance", collider.rolling_resistance)?;
    finite("surface_speed", collider.surface_speed)?;
    collider.one_way.map_or(Ok(()), |front| finite_vec("one_way", front))?;
    Ok(shape)
}

/// The field of the shape that the error is about.
fn shape_field(shape: &SceneShape, problem: ShapeError) -> String {
    match (shape, problem) {
        (SceneShape::Circle { .. }, _) => "circle.radius".to_owned(),
        (SceneShape::Capsule { .. }, ShapeError::NotFinite { index, .. }) => format!("capsule.{}", ["a", "b"][index]),
        (SceneShape::Capsule { .. }, _) => "capsule.radius".to_owned(),
        (SceneShape::Segment { .. }, ShapeError::NotFinite { index, .. }) => format!("segment.{}", ["a", "b"][index]),
        (SceneShape::Segment { .. }, _) => "segment".to_owned(),
        (SceneShape::Box { .. }, _) => "box.half".to_owned(),
        (SceneShape::Polygon { .. }, ShapeError::NotFinite { index, .. } | ShapeError::NotConvex { index }) => {
            format!("polygon.vertices[{index}]")
        }
        (SceneShape::Polygon { .. }, ShapeError::InvalidRadius { .. }) => "polygon.radius".to_owned(),
        (SceneShape::Polygon { .. }, _) => "polygon.vertices".to_owned(),
    }
}

fn check_rain(rain: &Rain) -> Result<(), SceneError> {
    in_range("period", u64::from(rain.period), 1, u64::from(u32::MAX))?;
    in_range("columns", u64::from(rain.columns), 1, MAX_RAIN)?;
    in_range("rows", u64::from(rain.rows), 1, MAX_RAIN / u64::from(rain.columns))?;
    let towers = u64::from(rain.columns) * u64::from(rain.rows);
    in_range("members", u64::from(rain.members), 1, MAX_RAIN / towers)?;
    finite("first_x", rain.first_x)?;
    finite("column_pitch", rain.column_pitch)?;
    finite("first_y", rain.first_y)?;
    finite("row_pitch", rain.row_pitch)?;
    finite("member_pitch", rain.member_pitch)?;
    // The towers in the corners, none as high as it has storeys; in between all is nearer.
    let along = |pitch: f32, count: u32| pitch * count as f32;
    let column = rain.first_x + along(rain.column_pitch, rain.columns);
    finite("column_pitch", column)?;
    finite("member_pitch", rain.first_x + along(rain.member_pitch, rain.members))?;
    finite("member_pitch", column + along(rain.member_pitch, rain.members))?;
    let top = rain.first_y + Rain::TOWER as f32;
    finite("first_y", top)?;
    finite("row_pitch", top + along(rain.row_pitch, rain.rows))
}

fn error(path: &str, problem: SceneProblem) -> SceneError {
    SceneError { path: path.to_owned(), problem }
}

impl SceneError {
    /// The same error, seen from the field that holds this one.
    fn inside(self, outer: &str) -> Self {
        Self { path: format!("{outer}.{}", self.path), problem: self.problem }
    }
}

fn finite(path: &str, value: f32) -> Result<(), SceneError> {
    if !value.is_finite() {
        return Err(error(path, SceneProblem::NotFinite(value)));
    }
    if value.abs() <= MAX_COORDINATE { Ok(()) } else { Err(error(path, SceneProblem::TooLarge(value))) }
}

fn finite_vec(path: &str, value: Vec2) -> Result<(), SceneError> {
    let mut numbers = [value.x, value.y].into_iter().enumerate();
    numbers.try_for_each(|(axis, number)| {
        finite("", number).map_err(|SceneError { problem, .. }| error(&format!("{path}[{axis}]"), problem))
    })
}

fn not_negative(path: &str, value: f32) -> Result<(), SceneError> {
    finite(path, value)?;
    if value >= 0.0 { Ok(()) } else { Err(error(path, SceneProblem::Negative(value))) }
}

fn not_too_fast(path: &str, speed: f32) -> Result<(), SceneError> {
    let max = Settings::default().max_linear_speed;
    if speed <= max { Ok(()) } else { Err(error(path, SceneProblem::TooFast { speed, max })) }
}

fn in_range(path: &str, value: u64, min: u64, max: u64) -> Result<(), SceneError> {
    if (min..=max).contains(&value) { Ok(()) } else { Err(error(path, SceneProblem::OutOfRange { value, min, max })) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn a_polygon_is_shared_with_the_body_before() {
        let triangle =
            |top: f32| SceneCollider::new(SceneShape::polygon(&[Vec2::ZERO, Vec2::new(1.0, 0.0), Vec2::new(0.0, top)]));
        let bodies = [[1.0, 2.0], [1.0, 2.0], [2.0, 2.0]];
        let body = |tops: [f32; 2]| SceneBody::new(BodyKind::Dynamic, Vec2::ZERO, tops.map(triangle).to_vec());
        let scene = Scene { bodies: bodies.map(body).to_vec(), ..Scene::new("", "") };
        let shapes = scene.checked_shapes(None).unwrap();
        let polygon = |number: usize| {
            let Shape::Polygon(polygon) = &shapes[number] else { panic!("a triangle is a polygon") };
            polygon
        };
        let are_shared = |a, b| Arc::ptr_eq(polygon(a), polygon(b));
        assert!(are_shared(0, 2) && are_shared(1, 3) && are_shared(3, 5));
        assert!(!are_shared(0, 1) && !are_shared(2, 4) && !are_shared(4, 5));
        let shape = |collider: &SceneCollider| collider.shape.to_shape().unwrap();
        assert!(scene.bodies.iter().flat_map(|body| &body.colliders).map(shape).eq(shapes));
    }
}
