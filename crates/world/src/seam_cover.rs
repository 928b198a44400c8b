use crate::seams::{Edge, SLANT, Seams, Stretch};
use geom::{Pose, Vec2};
use sat_simd::Shape;

/// A shape in the frame of the collider whose neighbour it is.
struct Neighbor {
    vertices: Vec<Vec2>,
}

impl Seams {
    /// What neighbours, each with its pose in the shape's frame, cover of a shape's core, to within `tolerance` metres: edges by what lies
    /// in front of them, corners by what meets there. `None` if that is nothing.
    ///
    /// Only neighbours of the same radius count: the surfaces of others do not go on where this one's ends.
    /// O(n · m) for n vertices and m of all neighbours together.
    pub fn new(shape: &Shape, neighbors: &[(&Shape, Pose)], tolerance: f32) -> Option<Self> {
        let mut edges = edges_of(shape, tolerance)?;
        let (mut tangents, mut sectors) = (Vec::new(), Vec::new());
        for (other, pose) in neighbors.iter().filter(|(other, _)| other.radius() == shape.radius()) {
            let vertices = (0..other.core_len()).map(|i| pose.transform_point(other.core_vertex(i))).collect();
            let neighbor = Neighbor { vertices };
            for (corner, edge) in (0..).zip(&mut edges) {
                edge.covered.extend(neighbor.covers(edge, tolerance));
                let at = neighbor.tangents_at(edge.start, tolerance);
                sectors.extend(neighbor.sectors(&at).map(|sector| (corner, sector)));
                tangents.extend(at.into_iter().map(|tangent| (corner, tangent)));
            }
        }
        edges.iter_mut().for_each(|edge| edge.join_covered(tolerance));
        // Where tiles lie on one another all say the same, and each is tried against all.
        let bits = |of: Vec2| [of.x.to_bits(), of.y.to_bits()];
        tangents.sort_unstable_by_key(|&(corner, tangent)| (corner, bits(tangent)));
        tangents.dedup();
        sectors.sort_unstable_by_key(|&(corner, sector)| (corner, sector.map(bits)));
        sectors.dedup();
        if tangents.is_empty() && edges.iter().all(|edge| edge.covered.is_empty()) {
            return None;
        }
        let (ridges, bounds) = (Vec::new(), Vec::new());
        let mut seams =
            Self { edges, ridges, bounds, tangents, radius: shape.radius(), tolerance, deepest: f32::INFINITY };
        seams.ridges = seams.ridges();
        seams.bounds = seams.bounds(&sectors);
        for i in 0..seams.edges.len() {
            seams.edges[i].reach = seams.reach_of(i);
        }
        Some(seams)
    }

    /// The faces of neighbours that make a ridge with one of its own, as edges of no length at the corner between.
    fn ridges(&self) -> Vec<Edge> {
        let across = |&(corner, tangent): &(u16, Vec2)| {
            [tangent.perp(), -tangent.perp()].into_iter().filter_map(move |normal| {
                let edge = &self.edges[usize::from(corner)];
                let is_ridge = self.admit_at_corner(usize::from(corner), normal);
                let ends = [corner; 2];
                is_ridge.then(|| Edge { along: normal.perp(), normal, length: 0.0, ends, covered: Vec::new(), ..*edge })
            })
        };
        self.tangents.iter().flat_map(across).collect()
    }

    /// The normals of what is free at each corner that it shares, given the sectors that neighbours fill there, counter-clockwise from the
    /// first direction to the second: of every face, its own or a neighbour's, that has nothing in front.
    fn bounds(&self, sectors: &[(u16, [Vec2; 2])]) -> Vec<(u16, Vec2)> {
        /// So far in front of a face, as a tangent, nothing may be.
        const IN_FRONT: f32 = 0.02;
        let mut bounds = Vec::new();
        for corner in 0..self.edges.len() as u16 {
            let [after, before] = self.beside(usize::from(corner));
            let others = sectors.iter().filter(|sector| sector.0 == corner).map(|sector| sector.1);
            let all: Vec<[Vec2; 2]> = others.chain([[after.along, -before.along]]).collect();
            if all.len() == 1 {
                continue;
            }
            let is_free = |way: Vec2| !all.iter().any(|[from, to]| from.perp_dot(way) > 0.0 && way.perp_dot(*to) > 0.0);
            let faces = all.iter().flat_map(|&[from, to]| [(from, -from.perp()), (to, to.perp())]);
            let free = faces.filter(|&(along, normal)| is_free(along + normal * IN_FRONT));
            bounds.extend(free.map(|(_, normal)| (corner, normal)));
        }
        bounds
    }

    /// How far a face goes on beyond its start and its end, in metres: over the gap to a neighbour, but over no ridge.
    fn reach_of(&self, index: usize) -> [f32; 2] {
        /// What is less steep than this, as a tangent, is no ridge.
        const STEEPNESS: f32 = 0.01;
        let edge = &self.edges[index];
        let reach = |corner: u16, outward: Vec2| {
            let tilted = edge.normal + outward * STEEPNESS;
            let mut tangents = self.tangents.iter().filter(|tangent| tangent.0 == corner);
            if tangents.any(|tangent| tilted.dot(tangent.1) > SLANT) { self.tolerance } else { 0.0 }
        };
        [reach(edge.ends[0], -edge.along), reach(edge.ends[1], edge.along)]
    }
}

/// The edges of a shape's core, counter-clockwise: of a segment one on either side. `None` where one is too short to have seams.
fn edges_of(shape: &Shape, tolerance: f32) -> Option<Vec<Edge>> {
    let count = shape.core_len();
    let edge = |i: usize| Some(Edge::new(shape, i)).filter(|edge| edge.length > tolerance);
    if count < 2 { None } else { (0..count).map(edge).collect() }
}

impl Neighbor {
    /// Its edges, each as start, direction and normal, but those of no length.
    fn edges(&self) -> impl Iterator<Item = (Vec2, Vec2, Vec2)> + '_ {
        let count = self.vertices.len();
        (0..count).filter_map(move |i| {
            let (start, end) = (self.vertices[i], self.vertices[(i + 1) % count]);
            let along = (end - start).try_normalize()?;
            Some((start, along, -along.perp()))
        })
    }

    /// The stretch of an edge in front of which it lies.
    ///
    /// What lies there is asked of the points in front by three quarters of the tolerance, which may be outside by one: so a gap of the
    /// tolerance counts as none, and of two surfaces in one plane neither covers the other.
    fn covers(&self, edge: &Edge, tolerance: f32) -> Option<Stretch> {
        if self.vertices.len() < 3 {
            return None;
        }
        let start = edge.start + edge.normal * (0.75 * tolerance);
        let (mut from, mut to) = (0.0f32, edge.length);
        for (vertex, _, normal) in self.edges() {
            let (above, rise) = (normal.dot(start - vertex) - 0.25 * tolerance, normal.dot(edge.along));
            if rise > 0.0 {
                to = to.min(-above / rise);
            } else if rise < 0.0 {
                from = from.max(-above / rise);
            } else if above > 0.0 {
                return None;
            }
        }
        let side =
            |place: f32, outward: Vec2| self.side_at(start + edge.along * place, outward, edge.normal, tolerance);
        // What only meets the edge at its end covers nothing: in a hollow both sides are felt to where they meet.
        (to - from > 2.0 * tolerance)
            .then(|| Stretch { span: [from, to], sides: [side(from, -edge.along), side(to, edge.along)] })
    }

    /// Of its faces that are within the tolerance of a point and lead out of it that way, the one that is turned `up` most: a vertex of it may
    /// be there.
    fn side_at(&self, point: Vec2, outward: Vec2, up: Vec2, tolerance: f32) -> Option<(Vec2, Vec2)> {
        let is_there = |&(at, normal): &(Vec2, Vec2)| normal.dot(outward) > 0.0 && normal.dot(point - at) >= -tolerance;
        let faces = self.edges().map(|(at, _, normal)| (at, normal)).filter(is_there);
        faces.max_by(|a, b| up.dot(a.1).total_cmp(&up.dot(b.1)))
    }

    /// What it fills at a corner at which it has these tangents: counter-clockwise from the first direction to the second. Segments fill
    /// nothing.
    fn sectors<'t>(&self, tangents: &'t [Vec2]) -> impl Iterator<Item = [Vec2; 2]> + use<'t> {
        let first = tangents.get(..2).filter(|_| self.vertices.len() > 2).map(|of| [of[0], of[1]]);
        // In its inside also the other half.
        let second = first.filter(|_| tangents.len() > 3).map(|[from, to]| [to, from]);
        first.into_iter().chain(second)
    }

    /// Where it goes on to from a corner that lies on it or in it: unit vectors that span the directions into it.
    fn tangents_at(&self, corner: Vec2, tolerance: f32) -> Vec<Vec2> {
        let is_near = |point: Vec2| (point - corner).length() <= tolerance;
        let count = self.vertices.len();
        if let Some(i) = self.vertices.iter().position(|&vertex| is_near(vertex)) {
            let next = [self.vertices[(i + 1) % count], self.vertices[(i + count - 1) % count]];
            return next.into_iter().filter_map(|next| (next - self.vertices[i]).try_normalize()).collect();
        }
        let height = |(start, _, normal): (Vec2, Vec2, Vec2)| normal.dot(corner - start);
        // The edges of a segment lie on one another, and do not say where it ends.
        let is_beyond = |(start, along, _): (Vec2, Vec2, Vec2)| count == 2 && along.dot(corner - start) < 0.0;
        let is_off = |edge| height(edge) > tolerance || is_beyond(edge);
        // Neither discs nor segments of no length go on anywhere.
        if self.edges().next().is_none() || self.edges().any(is_off) {
            return Vec::new();
        }
        match self.edges().find(|&edge| height(edge) >= -tolerance) {
            Some((_, along, _)) if count == 2 => vec![along, -along],
            Some((_, along, normal)) => vec![along, -along, -normal],
            None => vec![Vec2::X, -Vec2::X, Vec2::Y, -Vec2::Y],
        }
    }
}

impl Edge {
    /// An edge of a shape's core, of which nothing is covered.
    pub fn new(shape: &Shape, index: usize) -> Self {
        let next = (index + 1) % shape.core_len();
        let (start, end) = (shape.core_vertex(index), shape.core_vertex(next));
        let length = (end - start).length();
        let along = (end - start) / length;
        let ends = [index as u16, next as u16];
        Self { start, along, normal: -along.perp(), length, ends, covered: Vec::new(), reach: [0.0; 2] }
    }

    /// Puts what is covered in order. Gaps within the tolerance are none, and what reaches the end of the edge to within it goes on beyond.
    fn join_covered(&mut self, tolerance: f32) {
        let order = |a: &Stretch, b: &Stretch| a.span[0].total_cmp(&b.span[0]).then(a.span[1].total_cmp(&b.span[1]));
        self.covered.sort_by(order);
        let mut joined: Vec<Stretch> = Vec::new();
        for &(mut next) in &self.covered {
            if next.span[0] <= tolerance {
                (next.span[0], next.sides[0]) = (f32::NEG_INFINITY, None);
            }
            if next.span[1] >= self.length - tolerance {
                (next.span[1], next.sides[1]) = (f32::INFINITY, None);
            }
            match joined.last_mut() {
                Some(last) if next.span[0] <= last.span[1] + tolerance => {
                    if next.span[1] > last.span[1] {
                        (last.span[1], last.sides[1]) = (next.span[1], next.sides[1]);
                    }
                }
                _ => joined.push(next),
            }
        }
        self.covered = joined;
    }
}
