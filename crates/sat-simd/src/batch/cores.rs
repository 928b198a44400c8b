use super::core_block::CoreBlock;
use super::gap::gaps_wide;
use super::limits::LimitsWide;
use super::nearest::Nearest;
use super::placement::RelativeWide;
use super::verdict::Verdict;
use crate::lanes::{F32s, max_wide, min_wide};

/// Whether eight pairs of cores, grown by their radii, are within `margin`.
///
/// A function of its own for each pair of vertex counts: loops of known length, and nothing handed over in memory. Cores
/// that are given as they stand in the world, with poses that do not turn them, are not `TURNED`: that takes a seventh of
/// the operations away.
#[inline]
pub(super) fn verdict<const TURNED: bool>(a: &CoreBlock, b: &CoreBlock, margin: f32) -> Verdict {
    match a.max_len {
        2 => verdict_of::<2, TURNED>(a, b, margin),
        3 => verdict_of::<3, TURNED>(a, b, margin),
        4 => verdict_of::<4, TURNED>(a, b, margin),
        6 => verdict_of::<6, TURNED>(a, b, margin),
        _ => verdict_of::<8, TURNED>(a, b, margin),
    }
}

#[inline]
fn verdict_of<const N: usize, const TURNED: bool>(a: &CoreBlock, b: &CoreBlock, margin: f32) -> Verdict {
    match b.max_len {
        2 => sharp_verdict::<N, 2, TURNED>(a, b, margin),
        3 => sharp_verdict::<N, 3, TURNED>(a, b, margin),
        4 => sharp_verdict::<N, 4, TURNED>(a, b, margin),
        6 => sharp_verdict::<N, 6, TURNED>(a, b, margin),
        _ => sharp_verdict::<N, 8, TURNED>(a, b, margin),
    }
}

#[inline(never)]
fn sharp_verdict<const N: usize, const M: usize, const TURNED: bool>(
    a: &CoreBlock,
    b: &CoreBlock,
    margin: f32,
) -> Verdict {
    let relative = if TURNED { RelativeWide::new(&a.at, &b.at) } else { RelativeWide::unturned(&a.at, &b.at) };
    let limits = LimitsWide::new(relative.size, F32s::new(a.radius) + F32s::new(b.radius), margin);
    if limits.reach.simd_gt(F32s::splat(0.0)).any() {
        return rounded_verdict(a, b, &relative, &limits);
    }
    let (a, b) = (a.first_edges::<N>(), b.first_edges::<M>());
    let apart = limits.apart();
    let turn = TURNED.then_some((relative.cos, relative.sin));
    let gap_a = gaps_wide(a, b, relative.b_in_a, turn);
    if N > 4 {
        let is_apart = gap_a.simd_gt(apart);
        if is_apart.all() {
            return limits.verdict(F32s::splat(0.0), is_apart);
        }
    }
    let turn_back = turn.map(|(cos, sin)| (cos, -sin));
    let gap = max_wide(gaps_wide(b, a, relative.a_in_b, turn_back), gap_a);
    limits.verdict(gap.simd_lt(limits.close()), gap.simd_gt(apart))
}

/// The same where cores that are apart may be within reach: then their distance decides.
#[inline(never)]
fn rounded_verdict(a: &CoreBlock, b: &CoreBlock, relative: &RelativeWide, limits: &LimitsWide) -> Verdict {
    let nearest = Nearest::new(a, b, relative);
    let (is_close, is_apart) = (nearest.gap.simd_lt(limits.close()), nearest.gap.simd_gt(limits.apart()));
    if (is_close | is_apart).all() {
        return limits.verdict(is_close, is_apart);
    }
    let [on_a, on_b] = nearest.feet(a, b, relative);
    let (is_within, is_beyond) = limits.of_distance_sq(min_wide(on_a.distance_sq, on_b.distance_sq));
    // Of cores that cross, the vertices say nothing about the distance; a tie may hide the nearest vertex, but no
    // vertex is nearer than the nearest.
    let is_beyond = is_beyond & nearest.gap.simd_gt(limits.error) & !nearest.is_tied(limits);
    limits.verdict(is_close | (!is_apart & is_within), is_apart | (!is_close & is_beyond))
}
