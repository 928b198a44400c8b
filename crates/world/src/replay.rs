use crate::{Call, CallError, Given, Recording, World};

/// Why a replay did not come to what was recorded. Calls and steps of the recording are counted from one.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ReplayError {
    /// The bodies or the settings of the world are not those with which the recording began.
    #[error("the world is not as it was when the recording began")]
    OtherStart,
    /// A call was refused that was accepted when it was recorded.
    #[error("call {call} was refused: {source}")]
    Refused {
        /// Which call.
        call: usize,
        /// Why.
        source: CallError,
    },
    /// A call gave another id than when it was recorded.
    #[error("call {call} gave {given:?} and not {recorded:?}")]
    OtherId {
        /// Which call.
        call: usize,
        /// What it gave.
        given: Given,
        /// What it gave when it was recorded.
        recorded: Given,
    },
    /// The state after a step is not that which was recorded.
    #[error("step {step}, which is call {call}, came to another state")]
    OtherState {
        /// The first step after which they differ.
        step: usize,
        /// Which call that is.
        call: usize,
    },
    /// The state after the last call is not that which was recorded, though that after the last step was.
    #[error("the last calls came to another state")]
    OtherEnd,
}

/// How far a [`Recording`] has been replayed. A new one stands at its start.
///
/// It is no more than numbers: who keeps one with a [snapshot](World::snapshot) of the world may go back there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// How many calls were made, and how many of these were steps or gave an id.
    calls: usize,
    steps: usize,
    given: usize,
}

impl Replay {
    /// At the start of a recording.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many steps were made.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.steps
    }
}

impl Recording {
    /// Makes all calls again on `world`, which must be as it was when the recording began, and compares what they come to: ids, and the
    /// state after each step. The [events](World::events) and all else that the world tells are those of the first time, too.
    ///
    /// # Errors
    /// [`ReplayError`] where something differs: the world has then made all calls before that one, and that one unless it was
    /// refused. [`ReplayError::OtherState`] names a step, but the reason may lie before: a [hash](World::state_hash) is of what is seen.
    pub fn replay(&self, world: &mut World) -> Result<(), ReplayError> {
        let mut replay = Replay::new();
        while self.replay_step(&mut replay, world)? {}
        Ok(())
    }

    /// Goes on with a replay, up to the next step; false when no step was left, and what came after the last one has been done. Other
    /// calls between change what follows.
    ///
    /// # Errors
    /// As of [`Recording::replay`]; `replay` then stands at the call that is named.
    pub fn replay_step(&self, replay: &mut Replay, world: &mut World) -> Result<bool, ReplayError> {
        if replay.calls == 0 && (world.state_hash() != self.start_hash || *world.settings() != self.settings) {
            return Err(ReplayError::OtherStart);
        }
        while let Some(call) = self.calls.get(replay.calls) {
            let number = replay.calls + 1;
            let given = world.apply(call).map_err(|source| ReplayError::Refused { call: number, source })?;
            if given != Given::Nothing {
                let recorded = self.given.get(replay.given).copied().unwrap_or(Given::Nothing);
                if given != recorded {
                    return Err(ReplayError::OtherId { call: number, given, recorded });
                }
                replay.given += 1;
            }
            if matches!(call, Call::Step { .. }) {
                if self.step_hashes.get(replay.steps) != Some(&world.state_hash()) {
                    return Err(ReplayError::OtherState { step: replay.steps + 1, call: number });
                }
                (replay.calls, replay.steps) = (number, replay.steps + 1);
                return Ok(true);
            }
            replay.calls = number;
        }
        if world.state_hash() == self.end_hash { Ok(false) } else { Err(ReplayError::OtherEnd) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDef, BodyId, Settings, StepError, WorldError};
    use geom::Vec2;

    const DT: f32 = 1.0 / 60.0;

    /// A body that falls for five steps, pushed before the third, and moved after the last: eight calls.
    fn recorded() -> (BodyId, Recording) {
        let mut world = world();
        world.start_recording();
        let body = world.create_body(&BodyDef::default()).unwrap();
        for step in 1..=5 {
            if step == 3 {
                world.apply_impulse(body, Vec2::X).unwrap();
            }
            world.step(DT).unwrap();
        }
        world.set_linear_velocity(body, Vec2::Y).unwrap();
        (body, world.stop_recording().unwrap())
    }

    fn world() -> World {
        World::new(Settings::default()).unwrap()
    }

    /// What a replay says when one call, counted from one, is another.
    fn replay_with(number: usize, call: Call) -> Result<(), ReplayError> {
        let (_, mut recording) = recorded();
        recording.calls[number - 1] = call;
        recording.replay(&mut world())
    }

    #[test]
    fn the_step_that_comes_to_another_state_is_named() {
        let (body, _) = recorded();
        let push = |x| replay_with(4, Call::ApplyImpulse { body, impulse: Vec2::new(x, 0.0) });
        assert_eq!(push(1.0), Ok(()));
        assert_eq!(push(1.0 + f32::EPSILON), Err(ReplayError::OtherState { step: 3, call: 5 }));
        assert_eq!(replay_with(6, Call::Step { dt: 0.5 * DT }), Err(ReplayError::OtherState { step: 4, call: 6 }));
    }

    #[test]
    fn what_comes_after_the_last_step_is_compared_as_well() {
        let (body, _) = recorded();
        let other = Call::SetLinearVelocity { body, velocity: Vec2::X };
        assert_eq!(replay_with(8, other), Err(ReplayError::OtherEnd));
    }

    #[test]
    fn a_call_that_is_refused_is_named() {
        let (body, _) = recorded();
        let source = CallError::Step(StepError::InvalidTimeStep { dt: 2.0 });
        assert_eq!(replay_with(3, Call::Step { dt: 2.0 }), Err(ReplayError::Refused { call: 3, source }));
        let source = CallError::World(WorldError::StaleBody(body));
        assert_eq!(replay_with(1, Call::Wake { body }), Err(ReplayError::Refused { call: 1, source }));
    }

    #[test]
    fn a_recording_that_lacks_something_differs_and_does_not_panic() {
        let (body, recording) = recorded();
        let no_ids = Recording { given: Vec::new(), ..recording.clone() };
        let other_id = ReplayError::OtherId { call: 1, given: Given::Body(body), recorded: Given::Nothing };
        assert_eq!(no_ids.replay(&mut world()), Err(other_id));
        let no_states = Recording { step_hashes: Vec::new(), ..recording.clone() };
        assert_eq!(no_states.replay(&mut world()), Err(ReplayError::OtherState { step: 1, call: 2 }));
        // As far as another recording was replayed.
        let mut far = Replay { calls: 100, steps: 100, given: 100 };
        assert_eq!(recording.replay_step(&mut far, &mut world()), Err(ReplayError::OtherEnd));
    }
}
