use geom::{Pose, Rot};
use world::{BodyDef, ColliderDef, Filter, Material, MixRule, MotionLocks, Response, Shape};

use crate::{BodyKind, SceneBody, SceneCollider, SceneMixRule, SceneResponse};

impl SceneBody {
    /// What this project's world makes a body of.
    pub(crate) fn def(&self) -> BodyDef {
        BodyDef {
            kind: match self.kind {
                BodyKind::Static => world::BodyKind::Static,
                BodyKind::Kinematic => world::BodyKind::Kinematic,
                BodyKind::Dynamic => world::BodyKind::Dynamic,
            },
            response: match self.response {
                SceneResponse::Dynamics => Response::Dynamics,
                SceneResponse::Separate => Response::Separate,
            },
            pose: Pose::new(self.position, Rot::from_angle(self.angle)),
            linear_velocity: self.velocity,
            angular_velocity: self.spin,
            linear_damping: self.linear_damping,
            angular_damping: self.angular_damping,
            is_bullet: self.is_bullet,
            locks: MotionLocks { x: self.locks.x, y: self.locks.y, rotation: self.locks.rotation },
            is_awake: self.is_awake,
            ..BodyDef::default()
        }
    }
}

impl SceneCollider {
    /// What this project's world makes a collider of this shape of.
    pub(crate) fn def(&self, shape: Shape) -> ColliderDef {
        ColliderDef {
            local_pose: Pose::new(self.offset, Rot::from_angle(self.angle)),
            density: self.density,
            material: Material {
                friction: self.friction,
                friction_rule: self.friction_rule.map(mix_rule),
                restitution: self.restitution,
                restitution_rule: self.restitution_rule.map(mix_rule),
                rolling_resistance: self.rolling_resistance,
                rolling_resistance_rule: self.rolling_resistance_rule.map(mix_rule),
                surface_speed: self.surface_speed,
                surface_speed_rule: self.surface_speed_rule.map(mix_rule),
            },
            filter: Filter { category: self.filter.category, mask: self.filter.mask, group: self.filter.group },
            one_way: self.one_way,
            is_seamless: self.is_seamless,
            is_sensor: self.is_sensor,
            hit_events: self.hit_events,
            ..ColliderDef::new(shape)
        }
    }
}

fn mix_rule(rule: SceneMixRule) -> MixRule {
    match rule {
        SceneMixRule::Average => MixRule::Average,
        SceneMixRule::GeometricMean => MixRule::GeometricMean,
        SceneMixRule::Minimum => MixRule::Minimum,
        SceneMixRule::Product => MixRule::Product,
        SceneMixRule::Maximum => MixRule::Maximum,
        SceneMixRule::Sum => MixRule::Sum,
    }
}
