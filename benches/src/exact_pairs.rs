use geom::Aabb;

/// All pairs of boxes that share a point, sorted: the oracle of the broad phases.
///
/// The plane is cut into √n strips, and each strip is swept by itself: boxes that share a point share a strip, and of those that
/// share several the pair is told once.
#[must_use]
pub fn exact_pairs(boxes: &[Aabb]) -> Vec<(u32, u32)> {
    let bottom = boxes.iter().map(|aabb| aabb.min.y).fold(f32::INFINITY, f32::min);
    let top = boxes.iter().map(|aabb| aabb.max.y).fold(f32::NEG_INFINITY, f32::max);
    let count = boxes.len().isqrt().max(1);
    let per_metre = count as f32 / (top - bottom).max(f32::MIN_POSITIVE);
    // It never falls as y rises, so that what two boxes share is in a strip of both.
    let strip = |y: f32| (((y - bottom) * per_metre) as usize).min(count - 1);
    let mut strips = vec![Vec::new(); count];
    for (aabb, number) in boxes.iter().zip(0..) {
        strips[strip(aabb.min.y)..=strip(aabb.max.y)].iter_mut().for_each(|strip| strip.push(number));
    }
    let mut pairs = Vec::new();
    strips.iter_mut().for_each(|strip| sweep(boxes, strip, &mut pairs));
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn sweep(boxes: &[Aabb], strip: &mut [u32], pairs: &mut Vec<(u32, u32)>) {
    strip.sort_by(|a, b| boxes[*a as usize].min.x.total_cmp(&boxes[*b as usize].min.x));
    for (position, &a) in strip.iter().enumerate() {
        let first = &boxes[a as usize];
        let reached = strip[position + 1..].iter().take_while(|b| boxes[**b as usize].min.x <= first.max.x);
        let met = reached.filter(|b| first.overlaps(&boxes[**b as usize]));
        pairs.extend(met.map(|&b| (a.min(b), a.max(b))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::box_workload::{BoxWorkload, Spread};
    use crate::hard_world::HardWorld;

    #[test]
    fn every_two_boxes_are_looked_at() {
        let worlds = [Spread::Uniform, Spread::Clustered].map(|spread| BoxWorkload::new(spread, 700).boxes);
        for boxes in worlds.into_iter().chain(HardWorld::ALL.map(|world| world.boxes(700))) {
            let numbers = 0..boxes.len() as u32;
            let meets = |a: u32, b: u32| boxes[a as usize].overlaps(&boxes[b as usize]);
            let all = numbers.clone().flat_map(|a| numbers.clone().skip(a as usize + 1).map(move |b| (a, b)));
            assert!(exact_pairs(&boxes).into_iter().eq(all.filter(|&(a, b)| meets(a, b))));
        }
        assert_eq!(exact_pairs(&[]), []);
    }
}
