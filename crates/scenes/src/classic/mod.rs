//! The named scenes: those of the benchmarks of Box2D v3.2 with their parameters, and some more.

mod barrel;
mod compounds;
mod drums;
mod junkyard;
mod ladders;
mod polygon_demo;
mod pyramids;
mod rain;
mod smash;
mod spinner;

pub(crate) use rain::rain_body;

use glam::Vec2;

use crate::{Scene, SceneBody, SceneCollider, SceneShape};

/// How large a named scene is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// The size that is measured.
    #[default]
    Full,
    /// The smaller size Box2D uses in debug builds: same structure, a few hundred bodies.
    Small,
}

impl Size {
    /// `full` or `small`, as the size says.
    fn pick<T>(self, full: T, small: T) -> T {
        match self {
            Self::Full => full,
            Self::Small => small,
        }
    }
}

/// A scene of this crate: its name, what it is, and the way to make it.
#[derive(Clone, Copy, Debug)]
pub struct NamedScene {
    /// The name it is found by.
    pub name: &'static str,
    /// One paragraph: what stands where, and where it departs from the original.
    pub about: &'static str,
    /// Whether the seed changes anything.
    pub random: bool,
    make: fn(Size, u64) -> Scene,
}

impl NamedScene {
    /// The scene's data. `seed` matters only when [`NamedScene::random`] says so.
    #[must_use]
    pub fn scene(&self, size: Size, seed: u64) -> Scene {
        Scene { name: self.name.to_owned(), about: self.about.to_owned(), ..(self.make)(size, seed) }
    }
}

/// All named scenes.
#[must_use]
pub fn all() -> &'static [NamedScene] {
    &ALL
}

/// The scene of this name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static NamedScene> {
    ALL.iter().find(|scene| scene.name == name)
}

static ALL: [NamedScene; 13] = [
    NamedScene {
        name: "large_pyramid",
        about: pyramids::LARGE_ABOUT,
        random: false,
        make: |size, _| pyramids::large(size),
    },
    NamedScene {
        name: "many_pyramids",
        about: pyramids::MANY_ABOUT,
        random: false,
        make: |size, _| pyramids::many(size),
    },
    NamedScene { name: "smash", about: smash::ABOUT, random: false, make: |size, _| smash::scene(size) },
    NamedScene { name: "junkyard", about: junkyard::ABOUT, random: false, make: |size, _| junkyard::scene(size) },
    NamedScene { name: "compounds", about: compounds::ABOUT, random: false, make: |size, _| compounds::scene(size) },
    NamedScene { name: "washer", about: drums::WASHER_ABOUT, random: false, make: |size, _| drums::washer(size) },
    NamedScene { name: "tumbler", about: drums::TUMBLER_ABOUT, random: false, make: |size, _| drums::tumbler(size) },
    NamedScene { name: "spinner", about: spinner::ABOUT, random: false, make: |size, _| spinner::scene(size) },
    NamedScene { name: "rain", about: rain::ABOUT, random: true, make: rain::scene },
    NamedScene { name: "barrel", about: barrel::ABOUT, random: true, make: barrel::scene },
    NamedScene {
        name: "restitution_ladder",
        about: ladders::RESTITUTION_ABOUT,
        random: false,
        make: |_, _| ladders::restitution(),
    },
    NamedScene {
        name: "friction_ladder",
        about: ladders::FRICTION_ABOUT,
        random: false,
        make: |_, _| ladders::friction(),
    },
    NamedScene { name: "polygon_demo", about: polygon_demo::ABOUT, random: false, make: |_, _| polygon_demo::scene() },
];

/// A dynamic body at `position` with this one shape and the default material.
fn dynamic(position: Vec2, shape: SceneShape) -> SceneBody {
    SceneBody::new(crate::BodyKind::Dynamic, position, vec![SceneCollider::new(shape)])
}

/// A static body at the origin with these colliders.
fn ground(colliders: Vec<SceneCollider>) -> SceneBody {
    SceneBody::new(crate::BodyKind::Static, Vec2::ZERO, colliders)
}
