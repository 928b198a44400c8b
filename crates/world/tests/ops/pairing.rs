use crate::engine::{ContactEvent, SensorEvent, World};
use std::collections::BTreeSet;

/// What began and has not ended, as events tell it.
#[derive(Clone, Default)]
pub struct Pairing {
    contacts: BTreeSet<ContactEvent>,
    overlaps: BTreeSet<SensorEvent>,
    /// Somebody chose what is reported, so not everything is.
    has_given_up: bool,
}

impl Pairing {
    /// Looks at events one by one from now on, no longer at how they follow each other.
    pub fn give_up(&mut self) {
        self.has_given_up = true;
    }

    /// Takes in what happened in the last step.
    ///
    /// # Panics
    /// When something ends that did not begin, begins again before it ended, or begins though it is gone; and when sensors do not
    /// overlap what came in and did not go out.
    pub fn follow(&mut self, world: &World) {
        let events = world.events();
        let live = |collider| world.body_of(collider).is_ok();
        assert!(events.begin.iter().all(|event| live(event.a) && live(event.b)), "{:?}", events.begin);
        assert!(events.hit.iter().all(|event| live(event.a) && live(event.b)), "{:?}", events.hit);
        assert!(events.sensor_begin.iter().all(|event| live(event.sensor) && live(event.visitor)));
        assert!(events.moved.iter().all(|event| world.is_awake(event.body) == Ok(true)), "{:?}", events.moved);
        assert!(events.sleep.iter().all(|&body| world.pose(body).is_ok()), "{:?}", events.sleep);
        if self.has_given_up {
            return;
        }
        for event in &events.end {
            assert!(self.contacts.remove(event), "{event:?} ended and had not begun");
        }
        for event in &events.begin {
            assert!(self.contacts.insert(*event), "{event:?} began again");
        }
        for event in &events.sensor_end {
            assert!(self.overlaps.remove(event), "{event:?} ended and had not begun");
        }
        for event in &events.sensor_begin {
            assert!(self.overlaps.insert(*event), "{event:?} began again");
        }
        assert!(self.contacts.iter().all(|event| live(event.a) && live(event.b)), "a contact outlives its sides");
        let overlaps_of = |sensor| {
            let visitors = world.overlaps_of(sensor).expect("alive");
            visitors.map(move |visitor| SensorEvent { sensor, visitor })
        };
        assert_eq!(world.colliders().flat_map(overlaps_of).collect::<BTreeSet<_>>(), self.overlaps);
    }
}
