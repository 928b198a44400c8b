use crate::tree_query::TreeScene;
use geom::{Aabb, Vec2};
use scenes::{BodyKind, Scene, SceneBody, SceneCollider, SceneFilter, SceneShape, Script};

/// What sensors are: Box2D's queries see them, unless they are left out by the mask; ours never do.
const SENSOR: u64 = 1 << 3;

/// All but the sensors.
pub const ALL: u64 = SENSOR - 1;

/// The side of a square that lies in the middle, and from one to the next, in metres.
const SIDE: f32 = 0.5;
const PITCH: f32 = 0.55;

/// Where the paddle comes to rest on both sides, from the corner, and how fast it is in the middle, in m/s.
const PADDLE: [f32; 2] = [-5.0, 30.0];
const SPEED: f32 = 5.0;

/// Box2D 3.2's benchmark `queries`: a field of static boxes, and in its clear middle squares on the ground among sensors, that
/// a paddle drives through: here by a sine, there at a steady speed.
#[derive(Clone, Debug)]
pub struct Queries {
    /// The bodies; the paddle is the last.
    pub scene: Scene,
    /// The box of each shape in the order in which they are made.
    pub boxes: TreeScene,
}

impl Queries {
    /// In a field of `cells` × `cells` metres, 500 in the benchmark, with so many columns and rows of squares: 40 and 50.
    #[must_use]
    pub fn new(cells: u32, columns: u16, rows: u16) -> Self {
        let mut boxes = TreeScene::new(cells);
        let corner = boxes.corner();
        let mut scene = Scene { steps: 500, ..Scene::new("queries", "Box2D's benchmark of that name.") };
        for (aabb, &category) in boxes.boxes.iter().zip(&boxes.categories) {
            scene.bodies.push(body(BodyKind::Static, aabb, category));
        }
        let mut add = |kind, aabb: Aabb, category| {
            scene.bodies.push(body(kind, &aabb, category));
            boxes.add(aabb, category);
        };
        let at = |x: f32, y: f32, half: Vec2| Aabb::from_center_half(corner + Vec2::new(x, y), half);
        add(BodyKind::Static, at(20.0, 0.0, Vec2::new(30.0, 0.0)), 1);
        (0..8u8).for_each(|i| add(BodyKind::Static, at(4.0 * f32::from(i), 2.0, Vec2::splat(2.0)), SENSOR));
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let (x, y) = (PITCH * f32::from(column), 1.0 + PITCH * f32::from(row));
            add(BodyKind::Dynamic, at(x, y, Vec2::splat(SIDE / 2.0)), 1);
        }
        let middle = PADDLE[0].midpoint(PADDLE[1]);
        let amplitude = PADDLE[1] - middle;
        add(BodyKind::Kinematic, at(middle, 1.2, Vec2::ONE), 1);
        scene.script = Script::Swing {
            body: scene.bodies.len() - 1,
            center: corner + Vec2::new(middle, 1.2),
            amplitude: Vec2::new(-amplitude, 0.0),
            rate: SPEED / amplitude,
        };
        Self { scene, boxes }
    }
}

/// A body that fills a box; the ground is flat.
fn body(kind: BodyKind, aabb: &Aabb, category: u64) -> SceneBody {
    let half = aabb.half_extents();
    let shape = if half.y > 0.0 {
        SceneShape::Box { half }
    } else {
        SceneShape::Segment { a: Vec2::new(-half.x, 0.0), b: Vec2::new(half.x, 0.0) }
    };
    let filter = SceneFilter { category, ..SceneFilter::default() };
    let collider = SceneCollider { filter, is_sensor: category == SENSOR, ..SceneCollider::new(shape) };
    SceneBody::new(kind, aabb.center(), vec![collider])
}
