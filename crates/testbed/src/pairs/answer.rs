use geom::Vec2;
use sat_simd::{Mtv, Relation, distance, mtv, relation, sweep};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{Pair, PairError};

/// Everything there is to say about a pair.
#[derive(Clone, Debug, Serialize)]
pub struct Answer<'a> {
    /// The pair's name as it stood in the text.
    pub name: Option<&'a RawValue>,
    /// `separated`, `touching` or `overlapping`; exact.
    #[serde(serialize_with = "relation_name")]
    pub relation: Relation,
    /// How deep they overlap, in metres; zero unless overlapping.
    pub depth: f32,
    /// Unit, from a to b.
    pub normal: [f32; 2],
    /// The shortest translation of a that ends the overlap; zero unless overlapping.
    pub mtv: [f32; 2],
    /// The gap in metres; zero unless separated.
    pub distance: f32,
    /// What happens on the way, when the pair has a velocity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<SweepAnswer>,
}

/// What happens while a moves by the velocity and b rests, t from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SweepAnswer {
    /// Whether they are not separated at t = 0.
    pub intersects: bool,
    /// Whether they are not separated at some t.
    pub will_intersect: bool,
    /// Whether their interiors meet at some t.
    pub hit: bool,
    /// The first t at which they are not separated.
    pub toi: Option<f32>,
    /// The shortest translation of a, at its end position, that ends the overlap there.
    pub mtv: Option<[f32; 2]>,
}

/// Compares the shapes of `pair`.
///
/// # Errors
/// [`PairError::NotFinite`] for a velocity that is not finite.
pub fn answer<'a>(pair: &Pair<'a>) -> Result<Answer<'a>, PairError> {
    let (a, b) = (&pair.a, &pair.b);
    let gap = distance(&a.shape, &a.pose, &b.shape, &b.pose);
    let overlap = mtv(&a.shape, &a.pose, &b.shape, &b.pose);
    let sweep = match pair.velocity {
        None => None,
        Some(velocity) => {
            let swept = sweep(&a.shape, &a.pose, velocity, &b.shape, &b.pose)
                .map_err(|_| PairError::NotFinite { field: "velocity".to_owned(), value: velocity.length() })?;
            Some(SweepAnswer {
                intersects: swept.intersects,
                will_intersect: swept.will_intersect,
                hit: swept.hit,
                toi: swept.time_of_impact,
                mtv: swept.mtv.map(translation),
            })
        }
    };
    Ok(Answer {
        name: pair.name,
        relation: relation(&a.shape, &a.pose, &b.shape, &b.pose),
        depth: overlap.map_or(0.0, |mtv| mtv.depth),
        normal: plain(overlap.map_or(gap.normal, |mtv| mtv.normal)),
        mtv: overlap.map_or([0.0; 2], translation),
        distance: gap.distance,
        sweep,
    })
}

fn translation(mtv: Mtv) -> [f32; 2] {
    plain(mtv.translation())
}

/// The coordinates, with −0 written as 0.
fn plain(v: Vec2) -> [f32; 2] {
    [v.x + 0.0, v.y + 0.0]
}

fn relation_name<S: Serializer>(relation: &Relation, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match relation {
        Relation::Separated => "separated",
        Relation::Touching => "touching",
        Relation::Overlapping => "overlapping",
    })
}
