use super::clip::{Clip, Ends, FEATURE_TOLERANCE, b_is_reference};
use super::contact::{FARTHEST, Manifold, Rows};
use super::edge::IndexedEdge;
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, LANES};
use geom::{Pose, Vec2};

/// What shapes with edges are compared by: a polygon, box or segment without its radius.
///
/// An edge is named by the index of the vertex it starts at, and lies between that and the next. A segment has an edge on
/// either side.
pub(super) trait Core: Copy {
    /// A length of the order of the core's size, in metres.
    fn size(&self) -> f32;

    /// How far its vertices are from the local origin at most.
    fn reach(&self) -> f32;

    /// Whether it is an outline of up to eight vertices, of which few go half the way.
    const IS_SMALL: bool;

    /// The least `mx·x + my·y` over the vertices, for eight directions; of two zeros either. Of a small core no
    /// more than `COLUMNS` vertices.
    fn least_height_wide<const COLUMNS: usize>(&self, mx: F32s, my: F32s) -> F32s;

    /// [`Core::least_height_wide`] for the normals of eight consecutive edges of a convex outline, in their order.
    #[inline]
    fn least_height_of_fan_wide(&self, mx: F32s, my: F32s) -> F32s {
        self.least_height_wide::<LANES>(mx, my)
    }

    /// The least and the largest height of the vertices along `direction`; of two zeros either.
    fn extent(&self, direction: Vec2) -> (f32, f32);

    /// The largest separation of `other`, posed by `pose`, over the edges, and the first edge that has it.
    ///
    /// Separation over an edge is the least height of the other's vertices over it. The normals are turned into the other's
    /// frame, so its vertices are used as they stand: `min_j n·(t + R·b_j − a) = n·(t − a) + min_j (Rᵀn)·b_j`. Of two small cores none
    /// has more than `COLUMNS` vertices.
    fn max_separation<const COLUMNS: usize>(&self, other: &impl Core, pose: &Pose) -> (f32, usize);

    /// The edge whose normal is most opposed to `direction`; the first, if several are.
    fn incident_edge(&self, direction: Vec2) -> usize;

    /// What `of` says of the normal of edge `index`.
    #[inline(always)]
    fn of_normal(&self, index: usize, of: impl Fn(Vec2) -> usize) -> usize {
        of(self.edge(index).edge.normal)
    }

    /// Edge `index`, in the core's frame.
    fn edge(&self, index: usize) -> IndexedEdge;

    /// How many edges there are.
    fn len(&self) -> usize;
}

/// The edge that starts where edge `index` ends.
#[inline]
pub(super) fn after(core: &impl Core, index: usize) -> usize {
    if index + 1 == core.len() { 0 } else { index + 1 }
}

/// The edge that ends where edge `index` starts.
#[inline]
pub(super) fn before(core: &impl Core, index: usize) -> usize {
    (if index == 0 { core.len() } else { index }) - 1
}

/// Polygon, box or segment against polygon, box or segment, rounded or not; not both segments.
///
/// SAT over both cores' edge normals, then the reference edge (the largest separation) is clipped against the incident edge
/// of the other core, the one that faces it most directly. Of B only that one edge is ever brought into A's frame.
pub(super) fn core_core(a: &impl Core, b: &impl Core, pose_ab: &Pose, radii: [f32; 2], margin: f32) -> Manifold {
    core_core_inlined(a, b, pose_ab, radii, margin).manifold()
}

/// [`core_core`] for a function that is a kernel for two kinds.
#[inline(always)]
pub(super) fn core_core_inlined<A: Core, B: Core>(a: &A, b: &B, pose_ab: &Pose, radii: [f32; 2], margin: f32) -> Rows {
    let translation = pose_ab.translation.abs();
    // Beyond, sums of products overflow and say nothing.
    let extent = (translation.x + translation.y) + (a.reach() + b.reach());
    let is_in_range = extent < FARTHEST;
    if !is_in_range {
        return Rows::EMPTY;
    }
    let reach = margin + (radii[0] + radii[1]);
    // One guess for both vertex counts, which is wrong once in nine pairs of random polygons instead of nearly once a pair.
    let are_few = A::IS_SMALL && B::IS_SMALL && a.len().max(b.len()) <= LANES / 2;
    let max_separation_a =
        if are_few { a.max_separation::<{ LANES / 2 }>(b, pose_ab) } else { a.max_separation::<LANES>(b, pose_ab) };
    let (separation_a, index_a) = max_separation_a;
    if separation_a > reach {
        return Rows::EMPTY;
    }
    let pose_ba = pose_ab.inverse();
    let max_separation_b =
        if are_few { b.max_separation::<{ LANES / 2 }>(a, &pose_ba) } else { b.max_separation::<LANES>(a, &pose_ba) };
    let (separation_b, index_b) = max_separation_b;
    if separation_b > reach {
        return Rows::EMPTY;
    }
    let tolerance = FEATURE_TOLERANCE * if a.size() < b.size() { a.size() } else { b.size() };

    // Which core has the reference edge only decides which of the incident edges is taken; both are looked for.
    let separations = [separation_a, separation_b];
    let b_is_reference = b_is_reference(separations, tolerance);
    let incident_a = b.of_normal(index_b, |normal| a.incident_edge(pose_ab.transform_vector(normal)));
    let incident_b = a.of_normal(index_a, |normal| b.incident_edge(pose_ab.inv_transform_vector(normal)));
    let edges = [pick(b_is_reference, incident_a, index_a), pick(b_is_reference, index_b, incident_b)];
    let slack = tolerance + extent * RELATIVE_ERROR;
    let pair = Pair { a: *a, b: *b, pose_ab: *pose_ab, separations, b_is_reference, radii, tolerance, slack, margin };
    let clip = pair.clip(edges);
    let faces = clip.faces();
    match clip.ends(&faces, slack).and_then(|ends| if ends.is_high { Some(edges) } else { pair.past(edges, &ends) }) {
        None => clip.manifold(&faces),
        // Of a copy: what a function sees the address of stays in memory from the start.
        Some(next) => {
            let copy = pair;
            Rows::of(&copy.manifold_past(next))
        }
    }
}

/// Cores of which the separations over the best edges are known.
#[derive(Clone, Copy)]
struct Pair<A, B> {
    a: A,
    b: B,
    pose_ab: Pose,
    separations: [f32; 2],
    b_is_reference: bool,
    radii: [f32; 2],
    tolerance: f32,
    /// More than the tolerance and rounding come to, for [`Clip::ends`].
    slack: f32,
    margin: f32,
}

impl<A: Core, B: Core> Pair<A, B> {
    #[inline(always)]
    fn clip(&self, edges: [usize; 2]) -> Clip {
        let (edge_a, edge_b) = (self.a.edge(edges[0]), self.b.edge(edges[1]).transformed(&self.pose_ab));
        Clip::new(edge_a, edge_b, self.separations, self.radii, self.tolerance, self.margin)
    }

    /// The edges to go on to, if of two ends that should be the nearest points one lies past the other along an outline, too: along the
    /// one that it lies further past on.
    ///
    /// That takes edges that hardly turn: rounding may take any of them for the reference edge; or A's edge is kept by the tolerance,
    /// and the edge of B that opposes it most is not the one that it meets.
    #[inline(always)]
    fn past(&self, edges: [usize; 2], ends: &Ends) -> Option<[usize; 2]> {
        let Ends { at_start, way, incident_at_start, incident_way, slack, .. } = *ends;
        let of_reference = (at_start, way);
        let of_incident = (incident_at_start, incident_way);
        let (of_a, of_b) = if self.b_is_reference { (of_incident, of_reference) } else { (of_reference, of_incident) };
        let beyond_a = if of_a.0 { before(&self.a, edges[0]) } else { after(&self.a, edges[0]) };
        let beyond_b = if of_b.0 { before(&self.b, edges[1]) } else { after(&self.b, edges[1]) };
        let along = |normal: Vec2, (at_start, way): (bool, Vec2)| {
            let along = normal.perp().dot(way);
            if at_start { -along } else { along }
        };
        let along_a = along(self.a.edge(beyond_a).edge.normal, of_a);
        let along_b = along(self.pose_ab.transform_vector(self.b.edge(beyond_b).edge.normal), of_b);
        let is_a = along_a > along_b;
        ((if is_a { along_a } else { along_b }) > slack)
            .then(|| if is_a { [beyond_a, edges[1]] } else { [edges[0], beyond_b] })
    }

    /// These edges with the next one down the incident core's outline, if one of the incident edge's neighbours leads down.
    ///
    /// Of edges in a line any may be the one that faces the reference edge, and of one too short to have a lower end neither end is.
    fn lower(&self, edges: [usize; 2]) -> Option<[usize; 2]> {
        let [index_a, index_b] = edges;
        if self.b_is_reference {
            let normal = self.pose_ab.transform_vector(self.b.edge(index_b).edge.normal);
            Some([lower_neighbor(&self.a, index_a, normal)?, index_b])
        } else {
            let normal = self.pose_ab.inv_transform_vector(self.a.edge(index_a).edge.normal);
            Some([index_a, lower_neighbor(&self.b, index_b, normal)?])
        }
    }

    /// The manifold of these edges, or of those further along the outlines: at most once around both.
    #[cold]
    #[inline(never)]
    fn manifold_past(&self, mut edges: [usize; 2]) -> Manifold {
        for _ in 0..self.a.len() + self.b.len() {
            let clip = self.clip(edges);
            let Some(ends) = clip.ends(&clip.faces(), self.slack) else { break };
            let lower = if ends.is_high { self.lower(edges) } else { None };
            let Some(next) = lower.or_else(|| self.past(edges, &ends)) else { break };
            edges = next;
        }
        let clip = self.clip(edges);
        clip.manifold(&clip.faces()).manifold()
    }
}

/// The edge next to edge `index` along which a core goes on against `up`, if either does, on the side that it turns down: of a sliver
/// the other side may lie next to it, and does not face what is below. What stands at a right angle to the bit goes straight down.
fn lower_neighbor(core: &impl Core, index: usize, up: Vec2) -> Option<usize> {
    let (before, after) = (before(core, index), after(core, index));
    let fall = |index: usize| {
        let normal = core.edge(index).edge.normal;
        if up.dot(normal) <= 0.0 { up.perp_dot(normal) } else { 0.0 }
    };
    let (back, ahead) = (-fall(before), fall(after));
    if back.max(ahead) > 0.0 { Some(if back > ahead { before } else { after }) } else { None }
}

/// `if_so` or `if_not`, without a branch for the processor to predict.
#[inline]
pub(super) fn pick(condition: bool, if_so: usize, if_not: usize) -> usize {
    if_not ^ ((if_not ^ if_so) & usize::from(condition).wrapping_neg())
}
