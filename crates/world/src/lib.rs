//! 2D rigid bodies: stepping, contacts and pair resolution on top of sat-simd and broadphase.
//!
//! A [`World`] owns bodies (static, kinematic, dynamic) with colliders (a shape, a material, a filter), lets time pass in
//! fixed steps, and tells what happened. It is not for soft bodies, fluids or joints. An engine that has its own objects and
//! solver takes [`broadphase`] and [`sat_simd`] without this crate, as the example `custom_engine` of the former does:
//! `cargo run -p broadphase --example custom_engine`.
//!
//! Metres, kilograms, seconds and radians; y points up; angles grow counter-clockwise. Every call that takes numbers or
//! handles checks them and answers with a typed error, and then nothing has changed. The same calls give the same bits on
//! every machine and in every build: [`World::state_hash`] tells.
//!
//! # Hello
//! ```
//! use world::{BodyDef, ColliderDef, Settings, Shape, Vec2, World};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let mut world = World::new(Settings::default())?;
//!
//!     let ground = world.create_body(&BodyDef::fixed(Vec2::new(0.0, -1.0)))?;
//!     world.create_collider(ground, &ColliderDef::new(Shape::rect(20.0, 1.0)?))?;
//!
//!     let crate_ = world.create_body(&BodyDef::dynamic(Vec2::new(0.0, 4.0)))?;
//!     world.create_collider(crate_, &ColliderDef::new(Shape::rect(0.5, 0.5)?))?;
//!
//!     for _ in 0..120 {
//!         world.step(1.0 / 60.0)?;
//!         for hit in &world.events().hit {
//!             println!("landed at {} m/s", hit.approach_speed);
//!         }
//!     }
//!     assert!((world.pose(crate_)?.translation - Vec2::new(0.0, 0.5)).length() < 0.01);
//!     Ok(())
//! }
//! ```
//!
//! # In an engine's loop
//! Call [`World::step`] with the same time in every step, as many times as fit into the time that has passed, and carry what is left over to
//! the next frame: the simulation then does not depend on the frame rate. For motion that looks smooth at any frame rate, keep the pose
//! that a body had before the last step, and draw it [between](Pose::lerp) that pose and its present one. Where [`World::set_pose`] puts a
//! body somewhere else, replace the kept pose as well, or the body is drawn on its way across the map.
//!
//! ```
//! use world::{BodyId, Pose, World};
//!
//! const STEP: f32 = 1.0 / 60.0;
//!
//! struct Game {
//!     world: World,
//!     player: BodyId,
//!     before: Pose,
//!     late: f32,
//! }
//!
//! impl Game {
//!     /// How to draw the player, `frame` seconds after the last call.
//!     fn advance(&mut self, frame: f32) -> Result<Pose, Box<dyn std::error::Error>> {
//!         // After a hitch it is better to lose time than to spend ever more of it catching up.
//!         self.late += frame.min(0.25);
//!         while self.late >= STEP {
//!             self.before = self.world.pose(self.player)?;
//!             self.world.step(STEP)?;
//!             self.late -= STEP;
//!         }
//!         Ok(self.before.lerp(&self.world.pose(self.player)?, self.late / STEP))
//!     }
//! }
//! # let mut world = World::new(world::Settings::default()).unwrap();
//! # let player = world.create_body(&world::BodyDef { angular_velocity: 6.0, ..world::BodyDef::default() }).unwrap();
//! # let mut game = Game { world, player, before: Pose::IDENTITY, late: 0.0 };
//! # assert_eq!(game.advance(0.001).unwrap(), Pose::IDENTITY);
//! # let drawn = game.advance(1.5 * STEP).unwrap();
//! # assert!(drawn.translation.y < 0.0 && (drawn.rotation.angle() - 6.0 * (0.5 * STEP + 0.001)).abs() < 1e-4);
//! ```
//!
//! # What a step does
//! | stage | what | in |
//! |---|---|---|
//! | bounds | the boxes of fast bodies reach as far as they will move | `bounds.rs` |
//! | pairs | fat boxes that meet, and a contact for each | `broadphase`, `follow_pairs.rs` |
//! | | of seamless colliders that changed, what neighbours cover | `seam_table.rs`, `seam_cover.rs` |
//! | | islands that rest leave the step | `sleep.rs`, `rest.rs`, `islands.rs` |
//! | circle filter | contacts that met before, or whose bounding circles are near | `broadphase`, `near_filter.rs` |
//! | narrow phase | islands that are touched come back | `wake.rs` |
//! | | a manifold for each candidate: a normal and up to two points | `sat-simd`, `narrow_phase.rs` |
//! | contact graph | impulses carried over by feature; colours that share no movable body | `contact_update.rs`, `contact_graph.rs` |
//! | solve | sub-steps of soft contacts, eight at a time; fast bodies stop, others are pushed out | `solver/` |
//! | publish | begin, end, hit, sensor, move, sleep and wake events, sorted | `publish.rs` |
//!
//! The solver follows E. Catto, "Solver2D" (2024): each sub-step applies the impulses of the one before, pushes overlap out by
//! a damped spring, moves, and takes the velocity that the spring put in out again. [`StepReport`] tells what each stage took.
//!
//! Each sub-step but the first takes its warm start from the bodies: what all contacts of one came to in the sub-step before is
//! the difference it made to the body's velocity.
//!
//! # Sleep
//! What touches and rests for half a second falls asleep together, and then costs a step nothing: a world at rest steps in a
//! microsecond. It wakes when something touches it, and whenever you push, move, change or remove it or what it lies at, in what
//! concerns how it moves; [`World::wake`] does so on request. [`Settings::sleep`], [`BodyDef::can_sleep`] and [`BodyDef::is_awake`] say who may.
//!
//! What rests is a matter of speed alone, whatever the mass, by the same rule and numbers as in Box2D: no part of a body is
//! faster than 5 cm/s. So a tonne that drifts through empty space at 5 mm/s stops after half a second. Where that is seen, choose
//! a lower [`Settings::sleep_speed`], or let that body never sleep.
//!
//! Round things in a heap may rock for ever, and keep awake all that touches them. So what has moved for six seconds and got no
//! further than what nearly rests, 27 cm at the usual numbers, is damped from then on, by 1/s more each second, up to 4/s; and when it has
//! come to that, it rests below twice the usual speed. What spins, bounces, or is pushed or moved by you meanwhile, is not damped, nor is
//! anything that must not sleep.
//!
//! # What happened
//! [`World::events`] lists after each step what began, ended, hit hard, entered a sensor, moved, fell asleep or woke, sorted by
//! ids, until the next step. Ids of what is gone still come in the lists of what ended.
//! ```
//! # use world::{BodyDef, ColliderDef, Settings, Shape, Vec2, World};
//! # let mut world = World::new(Settings::default())?;
//! # let ground = world.create_body(&BodyDef::fixed(Vec2::new(0.0, -1.0)))?;
//! # world.create_collider(ground, &ColliderDef::new(Shape::rect(20.0, 1.0)?))?;
//! # let ball = world.create_body(&BodyDef::dynamic(Vec2::new(0.0, 3.0)))?;
//! # world.create_collider(ball, &ColliderDef::new(Shape::circle(0.5)?))?;
//! let mut landings = 0;
//! for _ in 0..120 {
//!     world.step(1.0 / 60.0)?;
//!     let events = world.events();
//!     for begin in &events.begin {
//!         let bodies = (world.body_of(begin.a)?, world.body_of(begin.b)?);
//!         landings += u32::from(bodies == (ground, ball));
//!     }
//!     for hit in &events.hit {
//!         // A sound at `hit.point`, as loud as it was fast; sparks along `hit.normal`; what breaks by its `hit.impulse`.
//!         assert!(hit.approach_speed > 6.0 && hit.point.y.abs() < 0.1 && hit.normal.y > 0.9);
//!     }
//!     for moved in &events.moved {
//!         // Draw what `moved.user_data` stands for at its new pose.
//!         assert!(moved.body == ball && moved.pose.translation.y > 0.4);
//!     }
//! }
//! assert_eq!(landings, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Events borrow the world. Who destroys what they name collects its ids first, each once, or reads a clone of the events:
//! ```
//! # use std::collections::BTreeSet;
//! # use world::{BodyDef, ColliderDef, Settings, Shape, Vec2, World};
//! # let mut world = World::new(Settings::default())?;
//! # let pit = world.create_body(&BodyDef::fixed(Vec2::ZERO))?;
//! # world.create_collider(pit, &ColliderDef { is_sensor: true, ..ColliderDef::new(Shape::rect(9.0, 1.0)?) })?;
//! # let ball = world.create_body(&BodyDef::dynamic(Vec2::new(0.0, 1.2)))?;
//! # world.create_collider(ball, &ColliderDef::new(Shape::circle(0.5)?))?;
//! # world.create_collider(ball, &ColliderDef::new(Shape::circle(0.4)?))?;
//! # world.step(1.0 / 60.0)?;
//! # assert_eq!(world.events().sensor_begin.len(), 2);
//! let visitors = world.events().sensor_begin.iter().map(|event| world.body_of(event.visitor));
//! for fallen in visitors.collect::<Result<BTreeSet<_>, _>>()? {
//!     world.destroy_body(fallen)?;
//! }
//! # assert_eq!(world.body_count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is where
//! At any time between steps, from any number of threads: [points](World::query_point), [boxes](World::query_aabb),
//! [shapes](World::query_shape), [the nearest](World::nearest), [rays](World::ray_cast) and [shapes on their way](World::shape_cast),
//! of which [what they run into](World::shape_cast_into_closest) leaves out the ground that they slide over.
//! A [`QueryFilter`] tells what counts: which categories, whether the body that asks is left out, and whether sensors are seen. Who asks
//! only whether a place or a way [is free](World::query_shape_any) gets the answer at the first thing found.
//! Many at once go through the trees together, for half to four fifths of the time, and come to the same answers:
//! ```
//! # use world::{BatchHits, BodyDef, ColliderDef, QueryFilter, RayCast, Settings, Shape, Vec2, World};
//! # let mut world = World::new(Settings::default())?;
//! # let ball = world.create_body(&BodyDef::fixed(Vec2::new(5.0, 0.0)))?;
//! # let ball = world.create_collider(ball, &ColliderDef::new(Shape::circle(1.0)?))?;
//! let right = RayCast { origin: Vec2::ZERO, translation: Vec2::new(8.0, 0.0) };
//! let up = RayCast { origin: Vec2::ZERO, translation: Vec2::new(0.0, 8.0) };
//! let mut hits = BatchHits::new(); // Kept from frame to frame.
//! world.ray_cast_closest_batch(&[right, up], &QueryFilter::ALL, &mut hits)?;
//! let found: Vec<_> = hits.iter().map(|hits| hits.first().map(|hit| (hit.collider, hit.fraction))).collect();
//! assert_eq!(found, [Some((ball, 0.5)), None]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Changing things
//! Whatever a [`BodyDef`] or a [`ColliderDef`] says can be read and changed at any time between steps, except that a body can be
//! [woken](World::wake) and not put to sleep; so can the [settings](World::set_settings), and a body can be
//! [disabled](World::set_enabled). [`World::body_def`] and [`World::collider_def`] say it all at once, to make the same again, as the
//! example `save_game` does of a whole world.
//! Who ignores whom is data: a [`Filter`] of 64 categories and groups for kinds of things, [`World::set_ignored`] for two bodies.
//! Surfaces that let through what comes from behind are data, too: [`ColliderDef::one_way`], and so is
//! [what joins its neighbours](ColliderDef::is_seamless).
//!
//! # Coming from Box2D or rapier
//! | Box2D 3 | rapier 2D | here |
//! |---|---|---|
//! | `b2World_Step(world, dt, 4)` | `PhysicsPipeline::step` | [`step`](World::step), [`Settings::sub_steps`] |
//! | `b2ShapeDef`, several shapes a body | `ColliderBuilder` | [`ColliderDef`] |
//! | `b2ChainDef` | `polyline` | segments that [are seamless](ColliderDef::is_seamless) |
//! | `categoryBits`, `maskBits`, `groupIndex` | `InteractionGroups` | [`Filter`] |
//! | custom filters, pre-solve callbacks | `PhysicsHooks` | [`set_ignored`](World::set_ignored), [`one_way`](ColliderDef::one_way): no callbacks |
//! | friction and restitution callbacks | `CoefficientCombineRule` | [`MixRule`] |
//! | `isBullet` | `ccd_enabled` | [`is_bullet`](BodyDef::is_bullet); walls stop everything in any case |
//! | `b2Body_SetTransform` | `set_position` | [`set_pose`](World::set_pose) |
//! | `b2Body_SetTargetTransform` | `set_next_kinematic_position` | [`set_kinematic_target`](World::set_kinematic_target) |
//! | `b2Body_SetMassData`, `…_ApplyMassFromShapes` | `…mass_properties` | [`set_mass_properties`](World::set_mass_properties), [`reset_mass_properties`](World::reset_mass_properties) |
//! | `b2Body_IsValid` | `RigidBodySet::contains` | all calls answer [`StaleBody`](WorldError::StaleBody) or [`StaleCollider`](WorldError::StaleCollider) |
//! | `b2Body_SetAwake` | `wake_up`, `sleep` | [`wake`](World::wake); nothing is put to sleep |
//! | `b2World_Get…Events` | `EventHandler` | [`events`](World::events), after each step |
//! | `b2Body_GetContactData` | `contact_pair` | [`contacts_of`](World::contacts_of) |
//! | `b2World_OverlapShape`, `…_OverlapAABB` | `intersect_shape` | [`query_shape`](World::query_shape), [`query_bounds`](World::query_bounds) |
//! | `b2World_CastRayClosest`, `…_CastShape` | `cast_ray`, `cast_shape` | [`ray_cast_closest`](World::ray_cast_closest), [`shape_cast`](World::shape_cast) |
//! | | `project_point` | [`nearest`](World::nearest) |
//! | `b2World_CastMover`, `b2SolvePlanes` | `KinematicCharacterController` | [`Response::Separate`], or [`shape_cast_into_closest`](World::shape_cast_into_closest) |
//! | `b2World_Explode` | | [`explode`](World::explode) |
//! | `b2World_Draw` | `DebugRenderPipeline` | [`shape`](World::shape), [`collider_pose`](World::collider_pose), [`contacts`](World::contacts), [`fat_aabb`](World::fat_aabb) |
//! | joints | joints | none |
//!
//! Bodies are dynamic unless a definition says otherwise; in Box2D they are static. Contact, hit and sensor events are on, and one side that
//! has them on suffices; in Box2D and rapier they are off, and Box2D wants those of sensors on both sides. Friction is 0.6 and mixes by the
//! geometric mean, as in Box2D; in rapier it is 0.5, and the average. Rays go from an origin by a translation, as in Box2D; what they start in
//! they meet at fraction 0.
//!
//! # Room
//! A world asks for memory as it grows, and once it has been as busy as it gets its steps ask for none. Where a level is known
//! beforehand [`World::reserve`] makes room at once, and [`World::peak`] of a run before tells how much:
//! ```
//! # use world::{Capacity, Settings, World};
//! # let mut world = World::new(Settings::default())?;
//! # let noted = Capacity { bodies: 1000, colliders: 1500, contacts: 4000 };
//! world.reserve(&noted);
//! // Play the level, and note for the next time:
//! let noted = world.peak();
//! # assert_eq!(noted, Capacity::default());
//! # Ok::<(), world::WorldError>(())
//! ```
//!
//! # Rollback
//! [`World::snapshot`] writes down what a world is like and [`World::restore`] puts it back; from there the same calls lead to the
//! same bits. So a networked game may predict what the others do, and correct itself when their input arrives:
//! ```
//! # use world::{BodyDef, ColliderDef, Settings, Shape, Snapshot, StepError, Vec2, World};
//! # let mut world = World::new(Settings::default())?;
//! # let ground = world.create_body(&BodyDef::fixed(Vec2::new(0.0, -1.0)))?;
//! # world.create_collider(ground, &ColliderDef::new(Shape::rect(20.0, 1.0)?))?;
//! # let ball = world.create_body(&BodyDef::dynamic(Vec2::new(0.0, 0.5)))?;
//! # world.create_collider(ball, &ColliderDef::new(Shape::circle(0.5)?))?;
//! # let mut fast = world.clone();
//! let advance = |world: &mut World, push: f32| -> Result<(), Box<dyn std::error::Error>> {
//!     world.apply_force(ball, Vec2::new(push, 0.0))?;
//!     world.step(1.0 / 60.0)?;
//!     Ok(())
//! };
//! let mut snapshots = vec![Snapshot::new(); 6]; // Kept: used in turn they allocate nothing.
//! for snapshot in &mut snapshots {
//!     world.snapshot(snapshot);
//!     advance(&mut world, 0.0)?;
//! }
//! // What the other player did comes late.
//! let pushes = [0.0, 0.0, 0.0, 9.0, 9.0, 0.0];
//! world.restore(&snapshots[3]);
//! for (snapshot, &push) in snapshots.iter_mut().zip(&pushes).skip(3) {
//!     world.snapshot(snapshot);
//!     advance(&mut world, push)?;
//! }
//! # for &push in &pushes {
//! #     advance(&mut fast, push)?;
//! # }
//! // As in a world that knew all in time.
//! assert_eq!(world.state_hash(), fast.state_hash());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! A snapshot holds all that anything to come depends on, what sleeps as well, and not the last events: about 560 bytes for a body with one box, and 212 for each pair of fat boxes that
//! meet, or met when most did. That makes 0.6 kB a body in a gas and 1.3 to 1.7 kB in heaps. To write it or to put it back takes as
//! long as to copy so many bytes: 1.6 to 2.2 ms for heaps of 10 000 boxes, circles or hexagons, a fifth of a step (7.5 to 12 ms)
//! and as much as a plain copy (2.0 to 2.3 ms), and 6 µs for 200 boxes (medians of processor time, one thread of a Xeon).
//!
//! # Recording
//! [`World::start_recording`] notes all calls that change the world, and a [`Recording`] makes them again where all is as it was when it
//! began: in a new world, or in one to which a snapshot of then was restored. It compares ids and the state after each step, and
//! names the first step that comes to something else. With the feature `serde` it can be a file: what to send with the report of a bug. So
//! can definitions and settings, in which what is left out is as by default: levels to write by hand.
//! ```
//! # use world::{BodyDef, ColliderDef, Replay, Settings, Shape, Vec2, World};
//! let mut world = World::new(Settings::default())?;
//! world.start_recording();
//! let ball = world.create_body(&BodyDef::dynamic(Vec2::new(0.0, 3.0)))?;
//! world.create_collider(ball, &ColliderDef::new(Shape::circle(0.5)?))?;
//! for _ in 0..30 {
//!     world.step(1.0 / 60.0)?;
//! }
//! let recording = world.stop_recording().expect("it was started");
//!
//! let mut again = World::new(*recording.settings())?;
//! let mut replay = Replay::new();
//! while recording.replay_step(&mut replay, &mut again)? {
//!     // Draw `again`, in which as many steps were made as `replay.steps()`.
//! }
//! assert_eq!(again.pose(ball), world.pose(ball));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! Going back takes what is undone back from the recording, too.
//!
//! Each [`Call`] is data, which [`World::apply`] makes a call again: worlds that are sent the same ones stay the same.
//!
//! # Settings
//! What [`Settings`] says of a world, and what is usual.
//!
//! | setting | unit | usual | what |
//! |---|---|---|---|
//! | [`gravity`](Settings::gravity) | m/s² | (0, −10) | pulls dynamic bodies |
//! | [`sub_steps`](Settings::sub_steps) | | 4 | parts of a step: more are stiffer and cost as much again |
//! | [`contact_hertz`](Settings::contact_hertz) | Hz | 30 | how stiff contacts are |
//! | [`contact_damping_ratio`](Settings::contact_damping_ratio) | | 10 | how strongly they are damped; 1 is critical |
//! | [`push_speed`](Settings::push_speed) | m/s | 3 | the fastest that two are pushed apart that overlap |
//! | [`restitution_threshold`](Settings::restitution_threshold) | m/s | 1 | what comes slower does not bounce |
//! | [`hit_speed`](Settings::hit_speed) | m/s | 1 | from which speed on a contact reports a hit |
//! | [`speculative_margin`](Settings::speculative_margin) | m | 0.02 | how far apart shapes have a contact already |
//! | [`recycle_distance`](Settings::recycle_distance) | m | 0.05 | how far sides may move before a manifold is looked for anew |
//! | [`linear_slop`](Settings::linear_slop) | m | 0.005 | how far apart or deep counts as just touching |
//! | [`max_linear_speed`](Settings::max_linear_speed) | m/s | 400 | the largest speed of a body |
//! | [`sleep`](Settings::sleep) | | true | bodies fall asleep when they come to rest |
//! | [`sleep_speed`](Settings::sleep_speed) | m/s | 0.05 | what is slower rests |
//! | [`sleep_time`](Settings::sleep_time) | s | 0.5 | how long all that touch each other must rest |
//! | [`aabb_margin`](Settings::aabb_margin) | m | 0.05 | how far boxes in the broad phase are fattened at most |
//!
//! # Pixels and other units
//! The usual settings are for metres. In a world of pixels nothing would get faster than 400 of them a second, what overlaps would come
//! apart by 3 in a second, and heaps, and all that bounces, would hardly ever come to rest: gravity alone is not enough.
//! [`Settings::scaled`] makes the settings for such a world. Masses do not matter but to each other and to your forces, so densities may
//! stay as they are. Wherever these pages say m or m/s they mean your units then. With y down gravity is positive, angles grow clockwise
//! on the screen, and conveyors run the other way round.
//!
//! Far out coordinates are coarse: ten kilometres from the origin they are a millimetre apart, and heaps there stay awake (eight of eight
//! of 250 bodies; at three kilometres none). Large worlds shift theirs from time to time.
//!
//! # Two ways to answer to contacts
//! [`Response::Dynamics`] is physics: impulses, friction, restitution. [`Response::Separate`] is what many games want of a
//! player: out of whatever it overlaps by the shortest way, along it with the rest of its velocity, and nothing else. Dynamic bodies
//! stop it as walls do, and get the momentum of the hit.
//! Set its velocity before each step, and read from [`World::contacts_of`] whether it stands on something: [seen from](Contact::seen_from)
//! its collider the normal of such a contact points up. On what moves sideways it slides, as nothing rubs: add that one's velocity,
//! [where it stands](World::velocity_at), to its own. On slopes it slides as well: while it stands and no
//! key is pressed, its velocity and [gravity scale](World::set_gravity_scale) are zero. Downhill it would be in the air after each step,
//! were its velocity level: along the ground, across that normal, it stays there. A step lower than what it goes in one time step
//! may lift it, as that is the shortest way out. Between two that close in it gets deeper and deeper into one of them, until the way out
//! is shorter on the other side: a contact whose [separation](ContactPoint::separation) is far below zero says that it is crushed.
//!
//! # Tiles
//! Ground made of pieces has sides and corners between them that no one ought to feel: a crate that slides over a row of tiles is stopped
//! by the side of the next one, which is no farther away than its top. Colliders that [are
//! seamless](ColliderDef::is_seamless) know what their neighbours cover of them, and bodies slide and roll over them as over one piece:
//! ```
//! use world::{BodyDef, ColliderDef, Material, Settings, Shape, Vec2, World};
//!
//! let mut world = World::new(Settings::default())?;
//! let ground = world.create_body(&BodyDef::fixed(Vec2::ZERO))?;
//! // Forty level pieces of a metre, and a ramp up.
//! let surface = |i: u8| Vec2::new(f32::from(i), f32::from(i.saturating_sub(40)) * 0.5);
//! for i in 0..50 {
//!     let piece = ColliderDef::new(Shape::segment(surface(i), surface(i + 1))?);
//!     world.create_collider(ground, &ColliderDef { is_seamless: true, ..piece })?;
//! }
//! let crate_ = BodyDef { linear_velocity: Vec2::new(5.0, 0.0), ..BodyDef::dynamic(Vec2::new(1.0, 0.5)) };
//! let crate_ = world.create_body(&crate_)?;
//! let smooth = Material { friction: 0.0, ..Material::default() };
//! world.create_collider(crate_, &ColliderDef { material: smooth, ..ColliderDef::new(Shape::rect(0.5, 0.5)?) })?;
//! for _ in 0..450 {
//!     world.step(1.0 / 60.0)?;
//! }
//! // It came over 37 joints without losing speed.
//! assert!((world.linear_velocity(crate_)?.x - 5.0).abs() < 0.005);
//! assert!((world.pose(crate_)?.translation - Vec2::new(38.5, 0.5)).length() < 0.01);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! It takes boxes, polygons, segments and capsules: on static bodies, one or several, wherever they come, go or are put, and those of
//! one body that moves, a lift, a drum or a raft. Neighbours have the same radius, and count for what they hold: not for what their
//! [filter](Filter) lets through or what [ignores](World::set_ignored) their body, nor, where they are
//! [one-way](ColliderDef::one_way) and a tile is not so in the same direction, for what is in them by more than two slops, on its way
//! through. So solid and one-way tiles in a row are one piece. Beside neighbours like itself a tile tells three sorts of others apart;
//! the sides it has to further ones are felt.
//!
//! What lies within [`Settings::linear_slop`] counts as touching, so a gap or a step of up to 5 mm is none, and anything larger is there
//! as ever. Sides that are covered in part are felt beside that; ridges, hollows and the ends of a row are as they look, whichever side
//! of a segment they are on. What a body gets deeper into than its middle it leaves through any side, as without all this, and a
//! dynamic body of tiles that is four slops deep in something is held by each of them.
//!
//! Queries and casts still meet every side, and a polygon with an edge shorter than the slop is felt all around. In the step
//! after one of them came, went or changed, it and its neighbours are worked out anew: 4 to 6 µs each, of 40 000 tiles; a lift or a raft that moves is no change, a static body that is put elsewhere is. To remove a collider
//! takes as long as its body has colliders, so ground to dig in is better made of many bodies. Contacts with them whose
//! manifold is found anew take 0.3 µs more, the others nothing; that there can be any costs steps of worlds without them 0.8 % more
//! instructions.
//!
//! What answers by [`Response::Separate`] goes out of the deepest overlap first, which is that with the tile it stands on, so it
//! walks over joints in any case; where it runs further than a quarter of its width in a step, it needs them to be seamless as well.

mod awake_part;
mod awake_set;
mod batch_hits;
mod bodies;
mod body;
mod bounds;
mod call;
mod capacity;
mod casts;
mod change_body;
mod change_collider;
mod change_settings;
mod collider;
mod collider_contacts;
mod colliders;
mod color_shared;
mod coloring;
mod column;
mod contact;
mod contact_graph;
mod contact_index;
mod contact_order;
mod contact_update;
mod contact_view;
mod contacts;
mod continuous;
mod cycles;
mod def;
mod error;
mod event;
mod explosion;
mod follow_pairs;
mod forces;
mod glance;
mod graph_shares;
mod grouped;
mod id;
mod ignored;
mod impulse;
mod islands;
mod jam;
mod lanes;
mod load_guess;
mod locks;
mod mass;
mod material;
mod meet;
mod meet_turning;
mod mix;
mod mix_rule;
mod narrow_phase;
mod near_filter;
mod near_side;
mod nearest;
mod one_way;
mod pair_list;
mod parallel;
mod passing;
mod places;
mod posed_shapes;
mod positive;
mod publish;
mod queries;
mod query_batch;
mod query_box;
mod query_filter;
mod recording;
mod recycle;
mod relative;
mod replay;
mod report;
mod rest;
mod seam_cover;
mod seam_table;
mod seamless;
mod seams;
mod seams_by_hold;
mod sense;
mod separate;
mod settings;
mod shove;
mod sleep;
mod sleeping_contacts;
#[cfg(all(test, feature = "parallel"))]
mod small_worlds;
mod snapshot;
mod solver;
mod state_hash;
mod step;
mod stopwatch;
mod stretch;
mod wake;
mod ways;
mod world;
#[cfg(feature = "parallel")]
mod zone_layout;
mod zones;

pub use batch_hits::BatchHits;
pub use broadphase::{Layer, RayCast};
pub use call::{Call, CallError, Given};
pub use capacity::Capacity;
pub use casts::CastHit;
pub use contact_view::{Contact, ContactPoint};
pub use def::{BodyDef, BodyKind, ColliderDef, Filter, Response};
pub use error::{MAX_COORDINATE, StepError, WorldError};
pub use event::{ContactEvent, Events, HitEvent, MoveEvent, SensorEvent};
pub use explosion::Explosion;
pub use geom::{Aabb, BoundingCircle, Pose, Rot, RotError, Vec2};
pub use id::{BodyId, ColliderId};
pub use locks::MotionLocks;
pub use material::Material;
pub use mix_rule::MixRule;
pub use nearest::NearHit;
pub use one_way::ONE_WAY_FACING;
pub use query_batch::ShapeCast;
pub use query_filter::{QueryFilter, Sensors};
pub use recording::Recording;
pub use replay::{Replay, ReplayError};
pub use report::{StageTimes, StepReport};
pub use sat_simd::{MassProperties, Polygon, Shape, ShapeError};
pub use settings::{MAX_SUB_STEPS, MAX_TIME_STEP, MIN_TIME_STEP, Settings};
pub use snapshot::Snapshot;
pub use world::World;

/// What tests of the whole crate call it, which run within it as well.
#[cfg(all(test, feature = "parallel"))]
use crate as engine;
