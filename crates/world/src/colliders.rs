use crate::column::{NONE, make_room, set};
use crate::def::unit_front;
use crate::id::Slots;
use crate::ignored::IgnoredPairs;
use crate::mass::in_body_frame;
use crate::posed_shapes::PosedShapes;
use crate::seam_table::SeamTable;
use crate::{ColliderDef, ColliderId, Filter, Material};
use broadphase::ProxyId;
use geom::{Pose, Vec2};
use sat_simd::{MassProperties, Shape};
use std::collections::TryReserveError;

/// The colliders, a row per slot, as a structure of arrays.
#[derive(Default)]
pub(crate) struct Colliders {
    pub slots: Slots,
    pub bodies: Vec<u32>,
    pub shapes: Vec<Shape>,
    pub local_poses: Vec<Pose>,
    /// As of the body's last move.
    pub poses: Vec<Pose>,
    /// Shapes and poses once more, as the narrow phase reads them.
    pub posed: PosedShapes,
    pub proxies: Vec<ProxyId>,
    pub traits: Vec<ColliderTraits>,
    pub filters: Vec<Filter>,
    pub densities: Vec<f32>,
    /// What follows from shape, density and place.
    pub parts: Vec<Part>,
    /// The next collider of the same body, or [`NONE`].
    pub next: Vec<u32>,
    /// The one before it, or [`NONE`].
    previous: Vec<u32>,
    pub user_data: Vec<u64>,
    /// How many of them are sensors.
    pub sensors: usize,
    pub seams: SeamTable,
    /// Which bodies' go through each other.
    pub ignored: IgnoredPairs,
}

geom::clone_in_place!(Colliders {
    slots,
    bodies,
    shapes,
    local_poses,
    poses,
    posed,
    proxies,
    traits,
    filters,
    densities,
    parts,
    next,
    previous,
    user_data,
    sensors,
    seams,
    ignored,
});

/// What contacts need to know of a collider.
#[derive(Clone, Copy)]
pub(crate) struct ColliderTraits {
    pub material: Material,
    /// Unit, in the collider's frame.
    pub one_way: Option<Vec2>,
    pub is_seamless: bool,
    pub is_sensor: bool,
    pub contact_events: bool,
    pub hit_events: bool,
    /// Its centroid, in the collider's frame.
    pub middle: Vec2,
    /// How far from that the outline is at least: a body that moves further than this in one step may tunnel.
    pub core: f32,
}

/// What a collider adds to its body, whose frame this is in.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub mass: MassProperties,
    /// The middle and the radius of its bounding circle.
    middle: Vec2,
    radius: f32,
}

impl Part {
    fn new(shape: &Shape, density: f32, local_pose: &Pose) -> Self {
        let circle = shape.bounding_circle();
        Self {
            mass: in_body_frame(shape.mass_properties(density), local_pose),
            middle: local_pose.transform_point(circle.center),
            radius: circle.radius,
        }
    }

    /// How far it reaches from a point.
    #[inline]
    pub fn reach(&self, from: Vec2) -> f32 {
        (self.middle - from).length() + self.radius
    }
}

impl Colliders {
    /// Makes room for so many.
    pub fn make_room(&mut self, count: usize) -> Result<(), TryReserveError> {
        let Self { slots, bodies, shapes, local_poses, poses, posed, .. } = self;
        slots.make_room(count)?;
        posed.make_room(count)?;
        make_room(bodies, count)?;
        make_room(shapes, count)?;
        make_room(local_poses, count)?;
        make_room(poses, count)?;
        let Self { proxies, traits, filters, densities, parts, next, previous, user_data, .. } = self;
        make_room(proxies, count)?;
        make_room(traits, count)?;
        make_room(filters, count)?;
        make_room(densities, count)?;
        make_room(parts, count)?;
        make_room(next, count)?;
        make_room(previous, count)?;
        make_room(user_data, count)
    }

    /// Adds a collider to a body whose list of colliders starts with `first`; `middle` is its shape's centroid. `None` when there
    /// is no room.
    ///
    /// The caller enters it at the head of that list.
    pub fn insert(
        &mut self,
        def: &ColliderDef,
        body: usize,
        pose: Pose,
        first: u32,
        middle: Vec2,
        proxy: impl FnOnce(ColliderId) -> Option<ProxyId>,
    ) -> Option<ColliderId> {
        let handle = self.slots.take()?;
        let (slot, id) = (handle.slot as usize, ColliderId(handle));
        let Some(proxy) = proxy(id) else {
            self.slots.give_back(slot);
            return None;
        };
        set(&mut self.proxies, slot, proxy);
        set(&mut self.bodies, slot, body as u32);
        set(&mut self.shapes, slot, def.shape.clone());
        set(&mut self.local_poses, slot, def.local_pose);
        set(&mut self.poses, slot, pose);
        self.posed.insert(slot, &def.shape, &pose);
        let traits = ColliderTraits {
            material: def.material,
            one_way: unit_front(def.one_way).expect("definitions are checked"),
            is_seamless: def.is_seamless,
            is_sensor: def.is_sensor,
            contact_events: def.contact_events,
            hit_events: def.hit_events,
            middle,
            core: core(&def.shape, middle),
        };
        set(&mut self.traits, slot, traits);
        self.sensors += usize::from(def.is_sensor);
        set(&mut self.filters, slot, def.filter);
        set(&mut self.densities, slot, def.density);
        set(&mut self.parts, slot, Part::new(&def.shape, def.density, &def.local_pose));
        set(&mut self.next, slot, first);
        set(&mut self.previous, slot, NONE);
        if first != NONE {
            self.previous[first as usize] = slot as u32;
        }
        set(&mut self.user_data, slot, def.user_data);
        Some(id)
    }

    /// Takes a collider out of its body's list, which starts with `first`.
    pub fn unlink(&mut self, slot: usize, first: &mut u32) {
        let (previous, next) = (self.previous[slot], self.next[slot]);
        match previous {
            NONE => *first = next,
            _ => self.next[previous as usize] = next,
        }
        if next != NONE {
            self.previous[next as usize] = previous;
        }
    }

    /// Forgets a collider, and lets go of its shape.
    pub fn remove(&mut self, slot: usize) {
        self.slots.give_back(slot);
        // Nobody reads it, and the vertices of a polygon are not to wait until the slot is taken again, beyond the
        // copies that `posed` keeps until it is made anew.
        self.shapes[slot] = Shape::circle(1.0).expect("one metre is a radius");
        self.sensors -= usize::from(self.traits[slot].is_sensor);
        self.posed.remove(&self.slots, &self.shapes, &self.poses);
    }

    /// Makes a collider a sensor, or one no more.
    pub fn set_sensor(&mut self, slot: usize, is_sensor: bool) {
        let was_sensor = std::mem::replace(&mut self.traits[slot].is_sensor, is_sensor);
        self.sensors = self.sensors + usize::from(is_sensor) - usize::from(was_sensor);
    }

    /// Puts a collider somewhere in the world.
    #[inline]
    pub fn set_pose(&mut self, slot: usize, pose: Pose) {
        self.poses[slot] = pose;
        self.posed.set_pose(slot, &pose);
    }

    /// Puts a collider whose shape is another one now somewhere in the world.
    pub fn pose_anew(&mut self, slot: usize, pose: Pose) {
        self.poses[slot] = pose;
        self.posed.insert(slot, &self.shapes[slot], &pose);
        self.posed.remove(&self.slots, &self.shapes, &self.poses);
    }

    /// Gives a collider another shape and place, and back those it had.
    pub fn replace_shape(&mut self, slot: usize, shape: Shape, local_pose: Pose) -> (Shape, Pose) {
        let middle = shape.mass_properties(1.0).center;
        let traits = &mut self.traits[slot];
        (traits.middle, traits.core) = (middle, core(&shape, middle));
        self.parts[slot] = Part::new(&shape, self.densities[slot], &local_pose);
        let local_pose = std::mem::replace(&mut self.local_poses[slot], local_pose);
        (std::mem::replace(&mut self.shapes[slot], shape), local_pose)
    }

    /// Gives a collider another density, and back the one it had.
    pub fn replace_density(&mut self, slot: usize, density: f32) -> f32 {
        self.parts[slot] = Part::new(&self.shapes[slot], density, &self.local_poses[slot]);
        std::mem::replace(&mut self.densities[slot], density)
    }

    #[inline]
    pub fn slot(&self, id: ColliderId) -> Option<usize> {
        self.slots.get(id.0)
    }

    /// The id of the collider in a slot that is in use.
    pub fn id(&self, slot: usize) -> ColliderId {
        ColliderId(self.slots.handle(slot).expect("a proxy's collider outlives it"))
    }

    /// The colliders of a body whose list starts with `first`.
    pub fn list(&self, first: u32) -> impl Iterator<Item = usize> + Clone + '_ {
        let step = move |&slot: &u32| Some(self.next[slot as usize]).filter(|&next| next != NONE);
        std::iter::successors(Some(first).filter(|&first| first != NONE), step).map(|slot| slot as usize)
    }
}

/// How far from a shape's centroid its outline is at least. A triangle's bounding circle may have its centre on a side or beyond it.
fn core(shape: &Shape, middle: Vec2) -> f32 {
    match shape {
        Shape::Circle(circle) => circle.radius(),
        Shape::Capsule(capsule) => capsule.radius(),
        Shape::Segment(_) => 0.0,
        Shape::Rect(rect) => rect.half().x.min(rect.half().y),
        Shape::Polygon(polygon) => {
            let depth = |i: usize| polygon.normal(i).dot(polygon.vertex(i) - middle);
            (0..polygon.len()).map(depth).fold(f32::MAX, f32::min).max(0.0) + polygon.radius()
        }
    }
}
