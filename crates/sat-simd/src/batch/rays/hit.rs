use super::super::distance_kernel::{plus, times};
use super::RayWide;
use crate::CastHit;
use crate::lanes::{F32s, max_wide, min_wide, rows_of_four};
use geom::Vec2;

/// What eight rays do.
#[derive(Clone, Copy)]
pub(super) struct HitWide {
    /// The lanes that certainly start outside and hit; only there the rest is filled in.
    pub hits: u32,
    /// The lanes that certainly miss.
    pub misses: u32,
    /// How much of the way lies before the hit.
    pub fraction: F32s,
    /// Unit, out of the surface, in the world.
    pub normal: [F32s; 2],
}

impl HitWide {
    /// No lane is certain.
    pub const OPEN: Self = {
        let zero = F32s::ZERO;
        Self { hits: 0, misses: 0, fraction: zero, normal: [zero; 2] }
    };

    /// Writes what the lanes hit to their places; gives the lanes that are open.
    ///
    /// Hits and misses alternate at random, and a branch for each would be mispredicted as often (streamed polygons 26 →
    /// 20 ns a ray): a miss is written as well, to `nowhere`.
    #[inline(always)]
    pub fn scatter(
        &self,
        ray: &RayWide,
        out: &mut [Option<CastHit>],
        nowhere: &mut Option<CastHit>,
        place: impl Fn(usize) -> usize,
    ) -> u32 {
        // Who starts outside does not hit at once: the smallest number says so.
        let fraction = max_wide(min_wide(self.fraction, F32s::splat(1.0)), F32s::splat(f32::from_bits(1)));
        let [x, y] = plus(ray.origin, times(ray.way, fraction));
        let [normal_x, normal_y] = self.normal;
        let (rows, normals_y) = (rows_of_four([fraction, x, y, normal_x]), normal_y.to_array());
        for (lane, [fraction, x, y, normal_x]) in rows.into_iter().enumerate() {
            let (point, normal) = (Vec2::new(x, y), Vec2::new(normal_x, normals_y[lane]));
            let answer = &mut out[place(lane)];
            let answer = if self.hits >> lane & 1 == 1 { answer } else { &mut *nowhere };
            *answer = Some(CastHit { fraction, point, normal });
        }
        !(self.hits | self.misses) & 0xff
    }
}
