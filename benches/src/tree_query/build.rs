//! Trees from nothing.

use super::{box2d, ours, parry, rstar};
use crate::counting::{start_counting, stop_counting, tally};
use crate::harness::Task;
use geom::Aabb;
use std::any::Any;
use std::hint::black_box;

/// A way to make a tree of boxes.
pub struct Build {
    engine: &'static str,
    build: Box<dyn FnMut() -> Box<dyn Any>>,
}

/// Every engine, ours first.
#[must_use]
pub fn builds(boxes: &[Aabb]) -> Vec<Build> {
    let scene = super::TreeScene::of_boxes(boxes.to_vec());
    let (leaves, of_rstar, of_box2d) = (parry::leaves(boxes), boxes.to_vec(), scene.clone());
    let build = |engine, build: Box<dyn FnMut() -> Box<dyn Any>>| Build { engine, build };
    vec![
        build("ours", Box::new(move || Box::new(ours::broad_phase(&scene)))),
        build("parry2d", Box::new(move || Box::new(parry::tree(&leaves)))),
        build("box2d", Box::new(move || Box::new(box2d::tree(&of_box2d.boxes, &of_box2d.categories)))),
        build("rstar", Box::new(move || Box::new(rstar::tree(&of_rstar)))),
    ]
}

impl Build {
    /// How many bytes the finished tree holds.
    pub fn bytes(&mut self) -> i64 {
        start_counting();
        let tree = (self.build)();
        let held = tally().live_bytes;
        stop_counting();
        drop(tree);
        held
    }
}

impl Task for Build {
    fn engine(&self) -> &'static str {
        self.engine
    }

    fn run(&mut self) {
        drop(black_box((self.build)()));
    }
}
