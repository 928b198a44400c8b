use super::Roster;
use crate::step::Motion;
use broadphase::{BroadPhase, Filter, Layer, Proxy, Settings};
use geom::BoundingCircle;
use sat_simd::batch::{PairPlan, ShapeSet, mtvs};
use scenes::BodyKind;

/// How deep the overlaps of a scene are, in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Depths {
    /// The deepest, zero when nothing overlaps.
    pub deepest: f64,
    /// All of them together, divided by the number of dynamic bodies. (A mean over the pairs that overlap would be the less
    /// the more of them overlap a little.)
    pub per_body: f64,
}

/// The overlaps between colliders of different bodies one of which is dynamic: the least translation that parts each two,
/// with the poses an engine reports and none of its own contacts. Bodies that are not finite are left out.
#[must_use]
pub fn depths(roster: &Roster, motions: &[Option<Motion>]) -> Depths {
    let exact = Settings { margin: 0.0, ..Settings::default() };
    let mut broad_phase = BroadPhase::with_settings(exact).expect("a margin of zero is one");
    let (mut set, mut bodies) = (ShapeSet::default(), 0usize);
    for (slot, entry, motion) in roster.moving(motions).filter(|(.., motion)| motion.pose.is_finite()) {
        let layer = if entry.kind == BodyKind::Dynamic { Layer::Moving } else { Layer::Static };
        bodies += usize::from(entry.kind == BodyKind::Dynamic);
        for (shape, local_pose) in &entry.colliders {
            let pose = motion.pose * *local_pose;
            let aabb = shape.aabb(&pose);
            let circle = BoundingCircle::new(aabb.center(), aabb.half_extents().length());
            let user_data = set.push(shape, &pose).expect("a scene fits a set").into();
            let proxy = Proxy { aabb, circle, filter: Filter::owned_by(slot as u32), user_data, layer };
            broad_phase.insert(&proxy).expect("finite poses give finite boxes");
        }
    }
    broad_phase.update_pairs();
    let owners = broad_phase.user_data_column();
    let index = |row: usize| owners[row] as u32;
    let pairs: Vec<(u32, u32)> = broad_phase.pairs().iter().map(|pair| (index(pair.a()), index(pair.b()))).collect();
    let mut ways = Vec::new();
    mtvs(&set, &pairs, &mut PairPlan::default(), &mut ways).expect("the pairs are of the set");
    let depths = ways.iter().flatten().map(|way| f64::from(way.depth));
    Depths { deepest: depths.clone().fold(0.0, f64::max), per_body: depths.sum::<f64>() / bodies.max(1) as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::{Pose, Vec2};
    use scenes::{Scene, SceneBody, SceneCollider, SceneShape};

    #[test]
    fn depths_are_those_of_the_poses_given() {
        let square = || SceneCollider::new(SceneShape::square(0.5));
        // Two squares of one body overlap each other, which nobody minds.
        let ground = SceneBody::new(BodyKind::Static, Vec2::ZERO, vec![square(), square()]);
        let body = |x| SceneBody::new(BodyKind::Dynamic, Vec2::new(x, 0.0), vec![square()]);
        let scene = Scene { bodies: vec![ground, body(2.0), body(4.0)], ..Scene::new("", "") };
        let at = |x| Some(Motion { pose: Pose::from_translation(Vec2::new(x, 0.0)), velocity: Vec2::ZERO, spin: 0.0 });
        let roster = Roster::new(&scene);
        // 0.25 m into both squares of the ground, and 0.125 m into the other body.
        let found = depths(&roster, &[at(0.0), at(0.75), at(1.625)]);
        assert_eq!(found, Depths { deepest: 0.25, per_body: 0.625 / 2.0 });
        assert_eq!(depths(&roster, &[at(0.0), None, at(f32::NAN)]), Depths::default());
    }
}
