use crate::def::MAX_RATE;
use crate::error::{check, check_amount, check_coordinate};
use crate::{MixRule, WorldError};

/// What the surface of a collider is like. Of two that touch, friction is `√(a·b)`, restitution and rolling resistance are the
/// larger ones, and the surface speeds add up, unless a [rule](MixRule) of either says otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Material {
    /// Coulomb's coefficient: 0 is ice, 0.6 the default, above 1 is rubber.
    pub friction: f32,
    /// How its friction and that of what it touches are mixed; `None`, the default, leaves that to the other side, and two
    /// of them to [`MixRule::GeometricMean`].
    pub friction_rule: Option<MixRule>,
    /// Which part of the approach speed comes back: 0 to 1. Below [`Settings::restitution_threshold`](crate::Settings)
    /// nothing does. It is the speed that gravity and forces lead to where the sides touch, wherever between two steps that is. A hit bounces off its own contact: balls in a row that touch fly on together, where those a few
    /// centimetres apart hand the momentum on to the last.
    pub restitution: f32,
    /// How its restitution and that of what it touches are mixed, to 1 at most; `None`, the default, leaves that to the other
    /// side, and two of them to [`MixRule::Maximum`].
    pub restitution_rule: Option<MixRule>,
    /// What stops a rolling circle or capsule, as a part of the larger radius of the two sides: 0 for none, 0.1 for a soft ball.
    pub rolling_resistance: f32,
    /// How its rolling resistance and that of what it touches are mixed; `None`, the default, leaves that to the other side,
    /// and two of them to [`MixRule::Maximum`].
    pub rolling_resistance_rule: Option<MixRule>,
    /// How fast the surface itself moves along its outline, in m/s: a conveyor belt. On the upper side of a static box a
    /// positive speed carries things to the left, as its outline runs counter-clockwise. What it carries more slowly than
    /// [`Settings::sleep_speed`](crate::Settings) rests, and stops when it falls asleep; bodies of
    /// [`Response::Separate`](crate::Response) are not carried.
    pub surface_speed: f32,
    /// How its surface speed and that of what it touches are mixed, signs included; `None`, the default, leaves that to the
    /// other side, and two of them to [`MixRule::Sum`]. No mix is faster than 2e7 m/s.
    pub surface_speed_rule: Option<MixRule>,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            friction: 0.6,
            friction_rule: None,
            restitution: 0.0,
            restitution_rule: None,
            rolling_resistance: 0.0,
            rolling_resistance_rule: None,
            surface_speed: 0.0,
            surface_speed_rule: None,
        }
    }
}

impl Material {
    pub(crate) fn check(&self) -> Result<(), WorldError> {
        check_amount("friction", self.friction, MAX_RATE)?;
        check("restitution", self.restitution, "from 0 to 1", |it| (0.0..=1.0).contains(&it))?;
        check_amount("rolling resistance", self.rolling_resistance, MAX_RATE)?;
        check_coordinate("surface speed", self.surface_speed)
    }
}
