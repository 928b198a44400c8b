//! Questions to whole worlds between their steps: those of Box2D's benchmark `queries`.

mod batch;
mod question;
mod scene;
mod worlds;

pub use question::{SPECS, WorldQuerySpec, WorldQueryWorkload};
pub use scene::Queries;
pub use worlds::{Worlds, tasks};

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;

    #[test]
    fn both_worlds_answer_every_question_like_brute_force_and_ours_all_at_once() {
        let queries = Queries::new(100, 20, 25);
        let worlds = Rc::new(Worlds::new(&queries.scene));
        for spec in SPECS {
            let workload = spec.generate(&queries.boxes);
            let mut hits = 0;
            for mut task in tasks(&worlds, &workload) {
                task.run();
                assert_eq!(workload.mismatches(&*task, &queries.boxes), 0, "{} in {}", task.engine(), spec.spec.name);
                hits += (0..workload.asked.len()).filter(|&query| !task.found(query).is_empty()).count();
            }
            assert!(hits > workload.asked.len(), "{}: hardly any query finds anything", spec.spec.name);
        }
    }

    #[test]
    fn the_paddle_drives_through_the_squares_in_both_worlds() {
        let queries = Queries::new(100, 4, 2);
        let mut worlds = Worlds::new(&queries.scene);
        let before = worlds.positions();
        (0..300).for_each(|step| worlds.step(&queries.scene.script.actions(step, queries.scene.bodies.len())));
        for (before, after) in before.iter().zip(&worlds.positions()) {
            let moved = before.iter().zip(after).filter(|(before, after)| before.distance(**after) > 1.0).count();
            assert!((2..=9).contains(&moved), "{moved} bodies moved");
        }
    }
}
