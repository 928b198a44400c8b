use crate::colliders::Colliders;
use crate::{MAX_COORDINATE, MixRule};

/// What the materials of both sides come to.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mix {
    pub friction: f32,
    pub restitution: f32,
    /// In metres: times the normal impulse, what resists rolling.
    pub rolling_resistance: f32,
    pub surface_speed: f32,
}

impl Mix {
    /// Of the colliders in two slots.
    pub fn new(a: usize, b: usize, colliders: &Colliders) -> Self {
        let (material_a, material_b) = (&colliders.traits[a].material, &colliders.traits[b].material);
        let friction_rule =
            MixRule::of_pair(material_a.friction_rule, material_b.friction_rule, MixRule::GeometricMean);
        let restitution_rule =
            MixRule::of_pair(material_a.restitution_rule, material_b.restitution_rule, MixRule::Maximum);
        let rolling_rule =
            MixRule::of_pair(material_a.rolling_resistance_rule, material_b.rolling_resistance_rule, MixRule::Maximum);
        let speed_rule = MixRule::of_pair(material_a.surface_speed_rule, material_b.surface_speed_rule, MixRule::Sum);
        let radius = colliders.shapes[a].radius().max(colliders.shapes[b].radius());
        Self {
            friction: friction_rule.mix(material_a.friction, material_b.friction),
            // More than all of the speed never comes back.
            restitution: restitution_rule.mix(material_a.restitution, material_b.restitution).min(1.0),
            rolling_resistance: rolling_rule.mix(material_a.rolling_resistance, material_b.rolling_resistance) * radius,
            // A product may be more than the sum of the fastest.
            surface_speed: speed_rule
                .mix(material_a.surface_speed, material_b.surface_speed)
                .clamp(-2.0 * MAX_COORDINATE, 2.0 * MAX_COORDINATE),
        }
    }
}
