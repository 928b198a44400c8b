use crate::{
    BodyDef, BodyId, BodyKind, Capacity, ColliderDef, ColliderId, Explosion, Filter, Material, MotionLocks, Response,
    Settings, StepError, StepReport, World, WorldError,
};
use geom::{Pose, Vec2};
use sat_simd::{MassProperties, Shape};

/// Why a [`Call`] was refused. The world is then as it was before.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum CallError {
    /// As the method says.
    #[error(transparent)]
    World(#[from] WorldError),
    /// As [`World::step`] says.
    #[error(transparent)]
    Step(#[from] StepError),
}

/// What a [`Call`] gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Given {
    /// It creates nothing.
    Nothing,
    /// The body that was created.
    Body(BodyId),
    /// The collider that was created.
    Collider(ColliderId),
}

/// Makes of a list of methods the enum of their calls, and what makes them. A variant holds what its method is given, in that order;
/// what is not `Copy` says how it is handed on.
macro_rules! calls {
    ($($variant:ident = $method:ident($($field:ident: $type:ty $(as $pass:ident)?),*);)*) => {
        /// A call of one of the methods that change a [`World`], as data: to keep, to send, and to [make](World::apply) elsewhere.
        ///
        /// There is one for each of them but [`World::restore`], which replaces what calls have made. What is large is boxed,
        /// so that all others take 40 bytes.
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(
            feature = "serde",
            derive(serde::Serialize, serde::Deserialize),
            serde(rename_all = "snake_case", deny_unknown_fields)
        )]
        #[non_exhaustive]
        pub enum Call {
            $(
                #[doc = concat!("Of [`World::", stringify!($method), "`].")]
                $variant {
                    $(
                        #[doc = concat!("Its `", stringify!($field), "`.")]
                        $field: $type,
                    )*
                },
            )*
        }

        impl World {
            /// Makes a call, as its method does, and says which id that gave. O(1) more than the method.
            ///
            /// A world that [records](World::start_recording) notes it as it does the method's.
            ///
            /// # Errors
            /// Those of the method.
            pub fn apply(&mut self, call: &Call) -> Result<Given, CallError> {
                match call {
                    $(Call::$variant { $($field),* } => self.$method($(calls!(@ $field $($pass)?)),*).given(),)*
                }
            }
        }

        #[cfg(test)]
        pub(crate) const METHODS: &[&str] = &[$(stringify!($method)),*];
    };
    (@ $field:ident) => { *$field };
    (@ $field:ident lent) => { $field };
    (@ $field:ident cloned) => { (**$field).clone() };
}

calls! {
    CreateBody = create_body(def: Box<BodyDef> as lent);
    CreateCollider = create_collider(body: BodyId, def: Box<ColliderDef> as lent);
    DestroyBody = destroy_body(body: BodyId);
    DestroyCollider = destroy_collider(collider: ColliderId);

    SetPose = set_pose(body: BodyId, pose: Pose);
    SetLinearVelocity = set_linear_velocity(body: BodyId, velocity: Vec2);
    SetAngularVelocity = set_angular_velocity(body: BodyId, velocity: f32);
    SetKinematicTarget = set_kinematic_target(body: BodyId, target: Pose, dt: f32);
    SetKind = set_kind(body: BodyId, kind: BodyKind);
    SetResponse = set_response(body: BodyId, response: Response);
    SetEnabled = set_enabled(body: BodyId, enabled: bool);
    SetLocks = set_locks(body: BodyId, locks: MotionLocks);
    SetBullet = set_bullet(body: BodyId, bullet: bool);
    SetDamping = set_damping(body: BodyId, linear: f32, angular: f32);
    SetGravityScale = set_gravity_scale(body: BodyId, scale: f32);
    SetMassProperties = set_mass_properties(body: BodyId, mass: MassProperties);
    ResetMassProperties = reset_mass_properties(body: BodyId);
    SetCanSleep = set_can_sleep(body: BodyId, can_sleep: bool);
    SetUserData = set_user_data(body: BodyId, user_data: u64);
    Wake = wake(body: BodyId);
    SetIgnored = set_ignored(a: BodyId, b: BodyId, ignored: bool);

    ApplyForce = apply_force(body: BodyId, force: Vec2);
    ApplyForceAt = apply_force_at(body: BodyId, force: Vec2, world_point: Vec2);
    ApplyTorque = apply_torque(body: BodyId, torque: f32);
    ApplyImpulse = apply_impulse(body: BodyId, impulse: Vec2);
    ApplyImpulseAt = apply_impulse_at(body: BodyId, impulse: Vec2, world_point: Vec2);
    ApplyAngularImpulse = apply_angular_impulse(body: BodyId, impulse: f32);
    Explode = explode(explosion: Box<Explosion> as lent);

    SetShape = set_shape(collider: ColliderId, shape: Box<Shape> as cloned, local_pose: Pose);
    SetDensity = set_density(collider: ColliderId, density: f32);
    SetMaterial = set_material(collider: ColliderId, material: Material);
    SetFilter = set_filter(collider: ColliderId, filter: Filter);
    SetOneWay = set_one_way(collider: ColliderId, one_way: Option<Vec2>);
    SetSeamless = set_seamless(collider: ColliderId, is_seamless: bool);
    SetSensor = set_sensor(collider: ColliderId, is_sensor: bool);
    SetContactEvents = set_contact_events(collider: ColliderId, contact_events: bool);
    SetHitEvents = set_hit_events(collider: ColliderId, hit_events: bool);
    SetColliderUserData = set_collider_user_data(collider: ColliderId, user_data: u64);

    SetGravity = set_gravity(gravity: Vec2);
    SetSettings = set_settings(settings: Box<Settings> as cloned);
    Reserve = reserve(capacity: Capacity as lent);
    Refresh = refresh();
    Step = step(dt: f32);
}

/// What a method comes back with.
trait Answer {
    fn given(self) -> Result<Given, CallError>;
}

impl Answer for () {
    fn given(self) -> Result<Given, CallError> {
        Ok(Given::Nothing)
    }
}

impl<E: Into<CallError>> Answer for Result<(), E> {
    fn given(self) -> Result<Given, CallError> {
        self.map(|()| Given::Nothing).map_err(E::into)
    }
}

impl Answer for Result<&StepReport, StepError> {
    fn given(self) -> Result<Given, CallError> {
        Ok(self.map(|_| Given::Nothing)?)
    }
}

impl Answer for Result<BodyId, WorldError> {
    fn given(self) -> Result<Given, CallError> {
        Ok(self.map(Given::Body)?)
    }
}

impl Answer for Result<ColliderId, WorldError> {
    fn given(self) -> Result<Given, CallError> {
        Ok(self.map(Given::Collider)?)
    }
}

#[cfg(test)]
mod tests {
    use super::METHODS;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Those that are no calls: they replace what calls have made, or change nothing that a step goes by.
    const OTHERS: [&str; 3] = ["restore", "start_recording", "stop_recording"];

    #[test]
    fn every_method_that_changes_a_world_is_a_call() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut found = BTreeSet::new();
        for file in std::fs::read_dir(directory).unwrap() {
            let path = file.unwrap().path();
            if path.is_file() {
                find_changing_methods(&std::fs::read_to_string(path).unwrap(), &mut found);
            }
        }
        let known: BTreeSet<String> = METHODS.iter().chain(&OTHERS).map(|&name| name.to_owned()).collect();
        assert_eq!(found, known);
        assert_eq!(METHODS.len() + OTHERS.len(), known.len(), "one is listed twice");
    }

    /// The public methods in `source`, as rustfmt writes it, that take a world by `&mut self`.
    fn find_changing_methods(source: &str, found: &mut BTreeSet<String>) {
        for block in source.split("\nimpl World {\n").skip(1) {
            let block = block.split("\n}\n").next().unwrap();
            for method in block.split("\n    pub fn ").skip(1) {
                let (name, arguments) = method.split_once('(').unwrap();
                if arguments.trim_start().starts_with("&mut self") {
                    found.insert(name.to_owned());
                }
            }
        }
    }
}
