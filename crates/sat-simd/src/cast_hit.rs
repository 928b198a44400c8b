use crate::precise::{to_vec2, widen};
use crate::ray::Hit;
use geom::Vec2;

/// Where a ray or a moving shape first meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CastHit {
    /// How much of the translation lies before the hit, 0..=1; zero when it starts inside or touching.
    pub fraction: f32,
    /// The point of contact in the world.
    pub point: Vec2,
    /// Unit, out of the surface that is hit.
    pub normal: Vec2,
}

/// `fraction` of a way that starts apart, rounded: zero means contact at the start and nothing else.
#[inline]
pub(crate) fn after_start(fraction: f64) -> f32 {
    (fraction as f32).max(f32::from_bits(1))
}

impl CastHit {
    /// The hit of a ray from `origin`.
    #[inline]
    pub(crate) fn of_ray(hit: Hit, origin: Vec2, translation: Vec2) -> Self {
        let point = widen(origin) + widen(translation) * hit.fraction;
        Self { fraction: after_start(hit.fraction), point: to_vec2(point), normal: hit.normal.as_vec2() }
    }

    /// The hit of a disc around `center` that starts apart, on the side of it that the normal leads away from.
    #[inline]
    pub(crate) fn of_disc(hit: Hit, center: Vec2, translation: Vec2, radius: f32) -> Self {
        let point = widen(center) + widen(translation) * hit.fraction - hit.normal * f64::from(radius);
        Self { fraction: after_start(hit.fraction), point: to_vec2(point), normal: to_vec2(hit.normal) }
    }
}
