use geom::{Pose, Vec2};
use sat_simd::{FeatureId, Manifold, ManifoldPoint, Shape};

/// What neighbours cover of a seamless collider, in its own frame.
///
/// Where several shapes make one, their common outline has a normal at a point if that is one of each shape that the point belongs to. So
/// an edge behind a neighbour has none; a corner shared with one has those of its own that lead into none of the neighbour's directions:
/// between both faces where these make a ridge, that of the faces where they are flush, and none in a hollow.
#[derive(Clone)]
pub(crate) struct Seams {
    pub edges: Vec<Edge>,
    /// Faces that neighbours have at corners which they share with it, where these make ridges: edges of no length.
    pub ridges: Vec<Edge>,
    /// Which corner, and the normal of a face with nothing in front, its own or a neighbour's, that ends there.
    pub bounds: Vec<(u16, Vec2)>,
    /// Which corner, and a direction from there that leads along a neighbour.
    pub tangents: Vec<(u16, Vec2)>,
    /// Around the core, in metres.
    pub radius: f32,
    /// How far off what is covered may be, in metres.
    pub tolerance: f32,
    /// How deep others may be in it for neighbours to count, in metres.
    pub deepest: f32,
}

/// An edge of a collider's core.
#[derive(Clone)]
pub(crate) struct Edge {
    pub start: Vec2,
    /// Unit, to its end.
    pub along: Vec2,
    /// Unit, outward.
    pub normal: Vec2,
    /// In metres.
    pub length: f32,
    /// Which vertices it starts and ends at.
    pub ends: [u16; 2],
    /// The stretches that neighbours cover, ascending and apart.
    pub covered: Vec<Stretch>,
    /// How far what touches it may lie beyond its start and its end, in metres.
    pub reach: [f32; 2],
}

/// What neighbours cover of an edge in one piece.
#[derive(Clone, Copy)]
pub(crate) struct Stretch {
    /// Where it starts and ends, in metres from the edge's start; infinite where that end of the edge is covered.
    pub span: [f32; 2],
    /// The neighbours' faces that rise from the edge where it starts and ends, each by a point and its normal, unit and outward. `None` where
    /// that end of the edge is covered.
    pub sides: [Option<(Vec2, Vec2)>; 2],
}

/// The sine by which normals may be off, 0.06°: what slides over a seam at 20 m/s gains 2 cm/s by it at most.
pub(crate) const SLANT: f32 = 1.0e-3;

impl Seams {
    /// Whether a contact is deeper than neighbours count.
    pub fn are_below(&self, manifold: &Manifold) -> bool {
        manifold.points().iter().any(|point| point.separation < -self.deepest)
    }

    /// Whether something may touch at these points with this normal, unit and outward: whether no neighbour covers what is touched.
    /// O(vertices).
    pub fn admit(&self, normal: Vec2, points: impl Iterator<Item = Vec2> + Clone) -> bool {
        let heights = self.edges.iter().map(|edge| normal.dot(edge.start)).enumerate();
        let (corner, _) = heights.fold((0, f32::MIN), |best, next| if next.1 > best.1 { next } else { best });
        let mut faces = self.beside(corner).into_iter().filter(|edge| edge.has_normal(normal)).peekable();
        if faces.peek().is_some() {
            faces.any(|edge| !edge.is_covered() && !edge.hides(points.clone(), self.tolerance))
        } else {
            self.leads_into_none(corner, normal)
        }
    }

    /// [`admit`](Seams::admit) for where another shape at this pose touches the face that has this normal, or a corner.
    pub fn admit_touch(&self, normal: Vec2, other: &Shape, pose: &Pose) -> bool {
        let face = self.edges.iter().find(|edge| edge.has_normal(normal));
        let manifold = face.and_then(|face| self.touch_face(face, other, pose)).unwrap_or(Manifold::EMPTY);
        self.admit(normal, near_points(&manifold, self.tolerance))
    }

    /// Whether a corner may be touched with this normal, and neither of its faces has it.
    pub fn admit_at_corner(&self, corner: usize, normal: Vec2) -> bool {
        let [after, before] = self.beside(corner);
        let is_between = normal.dot(after.along) <= SLANT && normal.dot(-before.along) <= SLANT;
        is_between && !(after.has_normal(normal) || before.has_normal(normal)) && self.leads_into_none(corner, normal)
    }

    /// The edges that start and end at a corner.
    pub fn beside(&self, corner: usize) -> [&Edge; 2] {
        let count = self.edges.len();
        [&self.edges[corner], &self.edges[(corner + count - 1) % count]]
    }

    /// Whether a neighbour lies in this direction from a corner.
    fn leads_into_none(&self, corner: usize, normal: Vec2) -> bool {
        let mut tangents = self.tangents.iter().filter(|tangent| usize::from(tangent.0) == corner);
        tangents.all(|tangent| normal.dot(tangent.1) <= SLANT)
    }

    /// Whether this normal is one of what is free at a corner that reaches furthest along it, or between two of these: what is pressed
    /// into a hollow may touch with it what is covered on all sides.
    pub fn bounds_free(&self, normal: Vec2) -> bool {
        let height = |corner: usize| normal.dot(self.edges[corner].start);
        let highest = (0..self.edges.len()).map(height).fold(f32::MIN, f32::max);
        let is_near = |corner: u16| height(usize::from(corner)) >= highest - self.tolerance;
        let mut near = self.bounds.iter().filter(|bound| is_near(bound.0));
        near.any(|&(corner, first)| {
            let mut others = self.bounds.iter().filter(|bound| bound.0 == corner);
            let is_after = |first: Vec2, second: Vec2| first.perp_dot(second) >= -SLANT && first.dot(second) > -SLANT;
            others.any(|&(_, second)| is_after(first, normal) && is_after(normal, second))
        })
    }

    /// Whether the core contains a point.
    pub fn contain(&self, point: Vec2) -> bool {
        self.edges.iter().all(|edge| edge.normal.dot(point - edge.start) <= 0.0)
    }

    /// The manifold against that open face in front of `middle`, or of a neighbour at a ridge, whose normal is nearest to this one, of
    /// those that the other shape comes within the margin of: this collider as A, in its own frame. O(n · m).
    ///
    /// It has the features that it would have without neighbours.
    pub fn touch(&self, normal: Vec2, other: &Shape, pose: &Pose, middle: Vec2, margin: f32) -> Option<Manifold> {
        let touch = |face: &Edge| {
            let touch = self.touch_face(face, other, pose);
            touch.filter(|touch| self.is_felt(face, touch, middle, margin))
        };
        let ridges = self.ridges.iter().filter(|ridge| ridge.is_before(middle, self.radius));
        let touches = self.open_faces(middle).chain(ridges).filter_map(touch);
        let likeness = |manifold: &Manifold| manifold.normal().dot(normal);
        touches.reduce(|best, next| if likeness(&next) > likeness(&best) { next } else { best })
    }

    /// The normals of the open faces in front of `middle` that another shape at this pose touches where nothing covers them, or in a hollow,
    /// or that nothing covers at all.
    pub fn open_normals(&self, middle: Vec2, other: &Shape, pose: &Pose) -> impl Iterator<Item = Vec2> {
        let is_felt = move |face: &&Edge| {
            let touch = || self.touch_face(face, other, pose);
            face.covered.is_empty() || touch().is_some_and(|touch| self.is_felt(face, &touch, middle, self.tolerance))
        };
        self.open_faces(middle).filter(is_felt).map(|face| face.normal)
    }

    /// The faces that are not covered and have this point in front.
    fn open_faces(&self, middle: Vec2) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(move |edge| !edge.is_covered() && edge.is_before(middle, self.radius))
    }

    /// Whether any point within the margin of a face is where nothing covers it, or under a neighbour that has `middle` in front as well: a
    /// tip in the hollow between the two would be left by each to the other.
    fn is_felt(&self, face: &Edge, manifold: &Manifold, middle: Vec2, margin: f32) -> bool {
        near_points(manifold, margin).any(|point| match face.cover_at(point, self.tolerance) {
            None => true,
            Some(stretch) => stretch.has_hollow_before(middle, self.radius),
        })
    }

    /// [`Edge::touch`] of a face.
    fn touch_face(&self, face: &Edge, other: &Shape, pose: &Pose) -> Option<Manifold> {
        face.touch([self.radius, self.tolerance], other, pose)
    }
}

impl Edge {
    /// That part of another shape's lowest edge which is over it, as a manifold; `None` if none of it is, to within a tolerance. It lies
    /// `radius` inside its collider.
    pub fn touch(&self, [radius, tolerance]: [f32; 2], other: &Shape, pose: &Pose) -> Option<Manifold> {
        let count = other.core_len();
        // Along the face and above it.
        let place = |i: usize| {
            let offset = pose.transform_point(other.core_vertex(i)) - self.start;
            Vec2::new(self.along.dot(offset), self.normal.dot(offset))
        };
        let radii = [radius, other.radius()];
        let point = |place: Vec2, feature: FeatureId| {
            let middle = 0.5 * (radii[0] + place.y - radii[1]);
            let point = self.start + self.along * place.x + self.normal * middle;
            ManifoldPoint { point, separation: place.y - radii[0] - radii[1], feature }
        };
        let is_over = |from: f32, to: f32| to >= -tolerance && from <= self.length + tolerance;
        if count == 1 {
            let place = place(0);
            return is_over(place.x, place.x).then(|| Manifold::one(self.normal, point(place, FeatureId::new(0, 0))));
        }
        let lower = |best: (usize, f32), next: (usize, f32)| if next.1 < best.1 { next } else { best };
        let (lowest, _) = (0..count).map(|i| (i, place(i).y)).reduce(lower)?;
        let (before, after) = ((lowest + count - 1) % count, (lowest + 1) % count);
        let slope = |i: usize| {
            let way = place(i) - place(lowest);
            way.y / way.length()
        };
        let (start, end) = if slope(before) < slope(after) { (before, lowest) } else { (lowest, after) };
        // Outlines run opposite ways; which way a segment does is not said by its vertices' order.
        let (start, end) = if count == 2 && place(start).x < place(end).x { (end, start) } else { (start, end) };
        let (upper, lower) = (place(start), place(end));
        if !is_over(lower.x, upper.x) {
            return None;
        }
        let cut = |end: Vec2| {
            let x = end.x.clamp(-self.reach[0], self.length + self.reach[1]);
            let share = ((x - lower.x) / (upper.x - lower.x)).clamp(0.0, 1.0);
            // What is seen end on is cut nowhere.
            if x == end.x || share.is_nan() { end } else { Vec2::new(x, lower.lerp(upper, share).y) }
        };
        let (upper, lower) = (cut(upper), cut(lower));
        let points = [
            point(lower, FeatureId::new(self.ends[0], end as u16)),
            point(upper, FeatureId::new(self.ends[1], start as u16)),
        ];
        // At a corner, or of what is seen end on, one is enough.
        Some(match upper.x > lower.x {
            true => Manifold::two(self.normal, points),
            false => Manifold::one(self.normal, points[usize::from(lower.y > upper.y)]),
        })
    }

    /// Whether this is its normal, but for [`SLANT`].
    fn has_normal(&self, normal: Vec2) -> bool {
        self.normal.dot(normal) > 0.0 && self.normal.perp_dot(normal).abs() <= SLANT
    }

    /// Whether a point is in front of it, further off than the radius around the core.
    pub fn is_before(&self, point: Vec2, radius: f32) -> bool {
        self.normal.dot(point - self.start) > radius
    }

    /// Whether there are points, and neighbours cover it at all of them.
    fn hides(&self, points: impl Iterator<Item = Vec2> + Clone, tolerance: f32) -> bool {
        points.clone().next().is_some() && points.into_iter().all(|point| self.cover_at(point, tolerance).is_some())
    }

    /// The stretch that a point of it is in, to within the tolerance.
    fn cover_at(&self, point: Vec2, tolerance: f32) -> Option<&Stretch> {
        let place = self.along.dot(point - self.start);
        self.covered.iter().find(|stretch| {
            let [from, to] = stretch.span;
            (from - tolerance..=to + tolerance).contains(&place)
        })
    }

    /// Whether all of it is covered.
    fn is_covered(&self) -> bool {
        self.covered.first().is_some_and(|stretch| stretch.span == [f32::NEG_INFINITY, f32::INFINITY])
    }
}

impl Stretch {
    /// Whether a point is in front of a face that rises from the edge at either end, further off than the radius around the core.
    fn has_hollow_before(&self, point: Vec2, radius: f32) -> bool {
        self.sides.iter().flatten().any(|&(at, normal)| normal.dot(point - at) > radius)
    }
}

/// Where sides are within a margin of each other.
fn near_points(manifold: &Manifold, margin: f32) -> impl Iterator<Item = Vec2> + Clone + '_ {
    manifold.points().iter().filter(move |point| point.separation <= margin).map(|point| point.point)
}
