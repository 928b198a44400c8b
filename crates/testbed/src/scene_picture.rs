use geom::{Aabb, Vec2};
use sat_simd::Shape;
use world::{BodyKind, World};

use crate::camera::{overview, typical_radius};
use crate::picture::{Color, Drawing, Frame, Path, Style, View, add_shape};
use crate::report::RunReport;

/// Width of the picture in pixels.
const WIDTH: f32 = 2400.0;

/// The overview is as high as its content asks for, within these limits in pixels.
const OVERVIEW_HEIGHT: (f32, f32) = (420.0, 1700.0);

/// Height of the row below the overview, with the close-up and the legend, in pixels.
const DETAIL_HEIGHT: f32 = 760.0;

/// Height of that row without a close-up, in pixels.
const LEGEND_HEIGHT: f32 = 540.0;

/// Width of the close-up in pixels.
const DETAIL_WIDTH: f32 = 1560.0;

/// Width and height of the close-up in typical radii.
const DETAIL_RADII: Vec2 = Vec2::new(33.0, 16.0);

const MARGIN: f32 = 24.0;
const TITLE: f32 = 64.0;

const INK: Color = Color::rgb(0x2b_2f36);
const STATIC_FILL: Color = Color::rgb(0xcf_d4da);
const STATIC_LINE: Color = Color::rgb(0x5f_6873);
const KINEMATIC_FILL: Color = Color::rgb(0xf6_d58a);
const KINEMATIC_LINE: Color = Color::rgb(0x9a_6b00);
const DYNAMIC_FILL: Color = Color::rgb(0xbf_d9f5);
const DYNAMIC_LINE: Color = Color::rgb(0x2f_5f9e);
const AABB_LINE: Color = Color::rgb(0x2f_9e44);
const NORMAL_LINE: Color = Color::rgb(0xf0_8c00);
const POINT_FILL: Color = Color::rgb(0xd6_2839);

/// The state of `world`: bodies, the boxes of the broad phase, contact points and normals, with a close-up of the deepest
/// contact, a legend and the numbers of `report`.
#[must_use]
pub fn scene_picture(world: &World, report: &RunReport) -> Drawing {
    let shown = overview(world);
    let extent = shown.max - shown.min;
    let width = WIDTH - 2.0 * MARGIN;
    let height = (width * extent.y / extent.x).clamp(OVERVIEW_HEIGHT.0, OVERVIEW_HEIGHT.1).round();
    let corner = Vec2::new(MARGIN, TITLE + MARGIN);
    let main = View::fit(shown, Frame::new(corner, corner + Vec2::new(width, height)));
    let radius = typical_radius(world);

    let below = Vec2::new(MARGIN, main.frame.max.y + MARGIN);
    let half = 0.5 * DETAIL_RADII * radius;
    // Close-ups at the edge move inwards: there is nothing to see beyond it.
    let room = (main.world.half_extents() - half).max(Vec2::ZERO);
    let center = main.world.center();
    let middle = focus(world, &main.world).clamp(center - room, center + room);
    let detail = Aabb::from_center_half(middle, half);
    let frame = Frame::new(below, below + Vec2::new(DETAIL_WIDTH, DETAIL_HEIGHT));
    let close_up = View::fit(detail, frame);
    // A close-up that shows no less than the overview has nothing to add.
    let has_detail = close_up.scale > 1.3 * main.scale;
    let bottom = below.y + if has_detail { DETAIL_HEIGHT } else { LEGEND_HEIGHT } + MARGIN;

    let mut drawing = Drawing::new(WIDTH as u32, bottom as u32);
    let title = format!("{} after {} steps: {} bodies", report.scene, report.steps, report.counts.bodies);
    drawing.text(Vec2::new(MARGIN, TITLE), 32.0, INK, title);
    draw_world(&mut drawing, world, &main, radius);

    let legend_x = if has_detail {
        draw_world(&mut drawing, world, &close_up, radius);
        let (a, b) = (main.point(close_up.world.min), main.point(close_up.world.max));
        let mut outline = Path::default();
        outline.rect(Frame::new(a.min(b), a.max(b)));
        drawing.clipped(outline, Style::stroke(INK, 2.5), main.frame);
        frame.max.x + 2.0 * MARGIN
    } else {
        MARGIN
    };
    draw_legend(&mut drawing, Vec2::new(legend_x, below.y), report);
    drawing
}

/// Where to look closer: at the deepest contact that `view` shows, else at a moving body.
fn focus(world: &World, view: &Aabb) -> Vec2 {
    let points = world.contacts().flat_map(|contact| contact.points().to_vec());
    let shown = points.filter(|point| view.contains_point(point.point));
    let deepest = shown.min_by(|a, b| a.separation.total_cmp(&b.separation));
    let bodies = || world.bodies().filter(|&body| world.kind(body) != Ok(BodyKind::Static));
    let anywhere = || bodies().filter_map(|body| world.center_of_mass(body).ok()).find(|&at| view.contains_point(at));
    deepest.map(|contact| contact.point).or_else(anywhere).unwrap_or_else(|| view.center())
}

/// Bodies by kind, boxes, normals and points, one path each.
fn draw_world(drawing: &mut Drawing, world: &World, view: &View, radius: f32) {
    let [mut boxes, mut walls, mut drums, mut bodies, mut normals, mut points] =
        std::array::from_fn(|_| Path::default());
    for collider in world.colliders() {
        let parts = (world.body_of(collider), world.shape(collider), world.collider_pose(collider));
        let (Ok(body), Ok(shape), Ok(pose)) = parts else { continue };
        if !shape.aabb(&pose).overlaps(&view.world) {
            continue;
        }
        let path = match world.kind(body) {
            Ok(BodyKind::Dynamic) => &mut bodies,
            Ok(BodyKind::Kinematic) => &mut drums,
            _ => &mut walls,
        };
        add_shape(path, shape, &pose, view);
        if let Shape::Circle(circle) = shape {
            // A spoke, to see it turn.
            let rim = pose.transform_point(Vec2::new(circle.radius(), 0.0));
            path.line(&[view.point(pose.translation), view.point(rim)]);
        }
        if let Ok(aabb) = world.fat_aabb(collider) {
            let (a, b) = (view.point(aabb.min), view.point(aabb.max));
            boxes.rect(Frame::new(a.min(b), a.max(b)));
        }
    }

    let size = radius * view.scale;
    let (dot, arrow) = ((0.08 * size).clamp(0.7, 5.0), (0.5 * size).clamp(2.5, 34.0));
    let margin = world.settings().speculative_margin;
    for contact in world.contacts() {
        let direction = Vec2::new(contact.normal.x, -contact.normal.y);
        // Far ends of edges that touch with the other are in the air.
        let touching = contact.points().iter().filter(|point| point.separation <= margin);
        for point in touching.filter(|point| view.world.contains_point(point.point)) {
            let at = view.point(point.point);
            points.circle(at, dot);
            normals.line(&[at, at + direction * arrow]);
        }
    }

    let line = (0.04 * size).clamp(0.35, 2.0);
    let frame = view.frame;
    drawing.clipped(walls, Style::both(STATIC_FILL, STATIC_LINE, line.max(1.0)), frame);
    drawing.clipped(drums, Style::both(KINEMATIC_FILL, KINEMATIC_LINE, line), frame);
    drawing.clipped(bodies, Style::both(DYNAMIC_FILL, DYNAMIC_LINE, line), frame);
    drawing.clipped(boxes, Style::stroke(AABB_LINE.alpha(150), 0.7 * line), frame);
    drawing.clipped(normals, Style::stroke(NORMAL_LINE, line), frame);
    drawing.clipped(points, Style::fill(POINT_FILL), frame);
    let mut border = Path::default();
    border.rect(frame);
    drawing.path(border, Style::stroke(INK, 1.5));
}

/// What the colours mean, and the report's numbers.
fn draw_legend(drawing: &mut Drawing, corner: Vec2, report: &RunReport) {
    const LINE: f32 = 46.0;
    const LETTER: f32 = 20.0;
    let mut at = corner + Vec2::new(0.0, LETTER + 8.0);
    let swatch = |at: Vec2| Frame::new(at - Vec2::new(0.0, LETTER + 4.0), at + Vec2::new(44.0, 4.0));
    let filled = [
        ("dynamic body", DYNAMIC_FILL, DYNAMIC_LINE),
        ("kinematic body", KINEMATIC_FILL, KINEMATIC_LINE),
        ("static body", STATIC_FILL, STATIC_LINE),
    ];
    for (name, fill, line) in filled {
        let mut path = Path::default();
        path.rect(swatch(at));
        drawing.path(path, Style::both(fill, line, 2.0));
        drawing.text(at + Vec2::new(64.0, 0.0), LETTER, INK, name);
        at.y += LINE;
    }
    let mut path = Path::default();
    path.rect(swatch(at));
    drawing.path(path, Style::stroke(AABB_LINE, 2.0));
    drawing.text(at + Vec2::new(64.0, 0.0), LETTER, INK, "box of the broad phase (AABB)");
    at.y += LINE;

    let middle = at - Vec2::new(0.0, 0.5 * LETTER);
    let (mut dot, mut normal) = (Path::default(), Path::default());
    dot.circle(middle + Vec2::new(6.0, 0.0), 5.0);
    normal.line(&[middle + Vec2::new(6.0, 0.0), middle + Vec2::new(44.0, 0.0)]);
    drawing.path(normal, Style::stroke(NORMAL_LINE, 2.5));
    drawing.path(dot, Style::fill(POINT_FILL));
    drawing.text(at + Vec2::new(64.0, 0.0), LETTER, INK, "contact point and normal");
    at.y += 1.5 * LINE;

    let counts = &report.counts;
    let numbers = [
        format!("proxies {}, pairs {}", counts.proxies, counts.pairs),
        format!("after the circle filter {}", counts.candidates),
        format!("manifolds {}, points {}", counts.manifolds, counts.points),
        format!("deepest penetration {:.5} m", report.deepest_penetration),
        format!("state hash {:016x}", report.state_hash),
    ];
    for text in numbers {
        drawing.text(at, LETTER, INK, text);
        at.y += LINE;
    }
}
