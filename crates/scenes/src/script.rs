use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::classic::rain_body;
use crate::{SceneBody, TIME_STEP};

/// What happens to a scene from outside while it runs, as data.
///
/// A script is a function of the step number alone, see [`Script::actions`]: any engine can follow it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Script {
    /// Nothing.
    #[default]
    None,
    /// A kinematic body swings to and fro: it stands at `center + amplitude · sin(rate · t)`.
    Swing {
        /// Which body, counted from zero.
        body: usize,
        /// The middle of the swing. Default: `[0, 0]`.
        #[serde(default)]
        center: Vec2,
        /// The way from the middle to one end, in metres.
        amplitude: Vec2,
        /// Angular frequency in rad/s.
        rate: f32,
    },
    /// A kinematic body, or one that responds by `"separate"`, walks: one move after the other, again from the first when they are through. Whatever stands in
    /// the way stops it; it slides along.
    Walk {
        /// Which body, counted from zero.
        body: usize,
        /// The moves, in metres.
        moves: Vec<Vec2>,
    },
    /// Columns of small bodies fall, one column per period; once all columns have fallen the oldest is replaced.
    Rain(Rain),
}

/// The numbers of [`Script::Rain`]: a column is one group in each row, a group stands side by side, a member is a
/// tower of [`Rain::TOWER`] bodies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rain {
    /// Steps from one column to the next, at least 1.
    pub period: u32,
    /// How many columns there are, at least 1.
    pub columns: u32,
    /// The x of the first column in metres.
    pub first_x: f32,
    /// The distance between columns in metres.
    pub column_pitch: f32,
    /// How many rows, one above the other.
    pub rows: u32,
    /// The y of the lowest row in metres.
    pub first_y: f32,
    /// The distance between rows in metres.
    pub row_pitch: f32,
    /// Towers per group.
    pub members: u32,
    /// The distance between the towers of a group in metres.
    pub member_pitch: f32,
    /// Which sizes and angles the bodies get.
    pub seed: u64,
}

impl Rain {
    /// Bodies per tower: as many as a ragdoll has bones.
    pub const TOWER: u32 = 11;

    /// How many bodies one column adds.
    #[must_use]
    pub fn column_len(&self) -> usize {
        (self.rows * self.members * Self::TOWER) as usize
    }
}

/// One thing a [`Script`] asks for before a step. Bodies are counted from zero: first the scene's, then those spawned.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Give a kinematic body the velocity that carries it to `position` by the end of the step.
    Target {
        /// Which body.
        body: usize,
        /// Where it shall be after the step.
        position: Vec2,
    },
    /// Move a body by `translation`, stopping at and sliding along whatever is in the way.
    Walk {
        /// Which body.
        body: usize,
        /// How far.
        translation: Vec2,
    },
    /// Remove a body; its number is free for a later [`Action::Spawn`].
    Destroy {
        /// Which body.
        body: usize,
    },
    /// Create a body under this number, which is free or the next one.
    Spawn {
        /// Which number it gets.
        body: usize,
        /// The body.
        def: SceneBody,
    },
}

impl Script {
    /// What to do before step `step`, counted from zero; `scene_len` is the number of bodies the scene began with.
    #[must_use]
    pub fn actions(&self, step: u32, scene_len: usize) -> Vec<Action> {
        match self {
            Self::None => Vec::new(),
            Self::Swing { body, center, amplitude, rate } => {
                let time = f64::from(step) * f64::from(TIME_STEP);
                let swing = libm::sin(f64::from(*rate) * time) as f32;
                vec![Action::Target { body: *body, position: *center + *amplitude * swing }]
            }
            Self::Walk { body, moves } => match moves.len() {
                0 => Vec::new(),
                n => vec![Action::Walk { body: *body, translation: moves[step as usize % n] }],
            },
            Self::Rain(rain) => rain.actions(step, scene_len),
        }
    }
}

impl Rain {
    fn actions(&self, step: u32, scene_len: usize) -> Vec<Action> {
        if !step.is_multiple_of(self.period) {
            return Vec::new();
        }
        let turn = step / self.period;
        let column = turn % self.columns;
        let first = scene_len + column as usize * self.column_len();
        let slots = first..first + self.column_len();
        let mut actions = Vec::with_capacity(2 * slots.len());
        if turn >= self.columns {
            actions.extend(slots.clone().map(|body| Action::Destroy { body }));
        }
        let bodies = (0..self.rows).flat_map(|row| {
            (0..self.members).flat_map(move |member| (0..Self::TOWER).map(move |storey| (row, member, storey)))
        });
        for (body, (row, member, storey)) in slots.zip(bodies) {
            let foot = Vec2::new(
                self.first_x + self.column_pitch * column as f32 + self.member_pitch * member as f32,
                self.first_y + self.row_pitch * row as f32,
            );
            // Every body draws from a stream of its own, so any of them can be made without the ones before it.
            let stream = (u64::from(turn) << 32) + (body - scene_len) as u64;
            actions.push(Action::Spawn { body, def: rain_body(self.seed, stream, foot, storey) });
        }
        actions
    }
}
