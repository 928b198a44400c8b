//! Every scene, recorded and replayed, comes to the same end.

use scenes::Size;
use world::World;

#[test]
fn a_replay_of_any_scene_comes_to_the_same_bits() {
    for named in scenes::all() {
        let mut scene = named.scene(Size::Small, 0).build_recording().unwrap();
        for _ in 0..60 {
            scene.step().unwrap();
        }
        let recording = scene.world_mut().stop_recording().unwrap();
        let mut again = World::new(*recording.settings()).unwrap();
        assert_eq!(recording.replay(&mut again), Ok(()), "{}", named.name);
        assert_eq!((recording.steps(), again.state_hash()), (60, scene.world().state_hash()), "{}", named.name);
        assert_eq!(format!("{:?}", again.events()), format!("{:?}", scene.world().events()), "{}", named.name);
    }
}
