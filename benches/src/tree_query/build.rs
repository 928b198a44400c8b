//! Trees from nothing.

use super::{box2d, ours, parry, rstar};
use crate::harness::Task;
use geom::Aabb;
use std::hint::black_box;

/// A way to make a tree of boxes.
pub struct Build {
    engine: &'static str,
    build: Box<dyn FnMut()>,
}

/// Every engine, ours first.
#[must_use]
pub fn builds(boxes: &[Aabb]) -> Vec<Build> {
    let scene = super::TreeScene::of_boxes(boxes.to_vec());
    let (leaves, of_rstar, of_box2d) = (parry::leaves(boxes), boxes.to_vec(), scene.clone());
    let build = |engine, build| Build { engine, build };
    vec![
        build("ours", Box::new(move || drop(black_box(ours::broad_phase(&scene))))),
        build("parry2d", Box::new(move || drop(black_box(parry::tree(&leaves))))),
        build("box2d", Box::new(move || drop(black_box(box2d::tree(&of_box2d.boxes, &of_box2d.categories))))),
        build("rstar", Box::new(move || drop(black_box(rstar::tree(&of_rstar))))),
    ]
}

impl Task for Build {
    fn engine(&self) -> &'static str {
        self.engine
    }

    fn run(&mut self) {
        (self.build)();
    }
}
