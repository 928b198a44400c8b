use super::{BroadTask, Delivers, IndexPair, fat_margin};
use geom::Aabb;

/// A fat box is within two margins of its tight one: it had one on each side, and the box has moved by one since. The rest is
/// for rounding as boxes move.
const REACH_IN_MARGINS: f32 = 2.5;

/// Pairs as they add up over the steps, for engines that report only what is new.
#[derive(Debug, Default)]
pub struct Known {
    pairs: Vec<IndexPair>,
    /// How many told pairs should not have been, by themselves.
    unfit: usize,
}

impl Known {
    /// Takes in what `task` found in its last call, if it reports only what is new.
    pub fn add(&mut self, task: &dyn BroadTask, boxes: &[Aabb]) {
        if task.delivers() == Delivers::NewFat {
            self.add_told(task.pairs(), boxes);
        }
    }

    /// Takes in what an engine that reports only what is new told of boxes that stood there.
    pub fn add_told(&mut self, told: Vec<IndexPair>, boxes: &[Aabb]) {
        self.unfit += count_apart(&told, boxes);
        self.pairs.extend(told);
    }

    /// Makes ready for [`Known::mismatches`]: all pairs of an engine that reports them all, or those that added up.
    pub fn settle(&mut self, task: &dyn BroadTask, boxes: &[Aabb]) {
        let tells_all = task.delivers() != Delivers::NewFat;
        if tells_all {
            self.pairs = task.pairs();
            self.unfit = count_apart(&self.pairs, boxes);
        }
        let told = self.pairs.len();
        self.pairs.sort_unstable();
        self.pairs.dedup();
        if tells_all {
            self.unfit += told - self.pairs.len();
        }
    }

    /// How many of the `exact` pairs are missing, and how many were told that should not have been: twice, by an engine that tells
    /// all; of tight boxes that do not meet, by one that claims to be exact; of boxes further apart than fat boxes reach, by
    /// any.
    ///
    /// `exact` must be sorted.
    #[must_use]
    pub fn mismatches(&mut self, exact: &[IndexPair], delivers: Delivers) -> usize {
        let wrong = count_missing(exact, &self.pairs) + std::mem::take(&mut self.unfit);
        match delivers {
            Delivers::AllTight => wrong + count_missing(&self.pairs, exact),
            Delivers::AllFat | Delivers::NewFat => wrong,
        }
    }
}

/// How many pairs are of boxes that no margin brings together.
fn count_apart(pairs: &[IndexPair], boxes: &[Aabb]) -> usize {
    let reach = |number: u32| {
        let aabb = &boxes[number as usize];
        aabb.enlarged(REACH_IN_MARGINS * fat_margin(aabb))
    };
    pairs.iter().filter(|&&(a, b)| a == b || !reach(a).overlaps(&reach(b))).count()
}

/// How many pairs of the one sorted list are not in the other.
fn count_missing(pairs: &[IndexPair], among: &[IndexPair]) -> usize {
    let mut among = among.iter().peekable();
    let mut is_missing = |pair: &&IndexPair| {
        while among.next_if(|other| other < pair).is_some() {}
        among.peek() != Some(pair)
    };
    pairs.iter().filter(|pair| is_missing(pair)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec2;

    /// Tells the same pairs whatever it is asked.
    struct Fixed(Delivers, Vec<IndexPair>);

    impl BroadTask for Fixed {
        fn engine(&self) -> &'static str {
            "fixed"
        }

        fn delivers(&self) -> Delivers {
            self.0
        }

        fn scratch(&mut self, _boxes: &[Aabb]) {}

        fn step(&mut self, _boxes: &[Aabb], _movers: &[u32]) {}

        fn pairs(&self) -> Vec<IndexPair> {
            self.1.clone()
        }
    }

    /// Of four boxes of a metre the first two meet, the third is 5 cm from the second and the last elsewhere.
    fn mismatches(delivers: Delivers, told: &[IndexPair]) -> usize {
        let boxes = [0.0, 0.9, 1.95, 9.0].map(|x| Aabb::from_center_half(Vec2::new(x, 0.0), Vec2::splat(0.5)));
        let (mut known, task) = (Known::default(), Fixed(delivers, told.to_vec()));
        known.add(&task, &boxes);
        known.settle(&task, &boxes);
        known.mismatches(&[(0, 1)], delivers)
    }

    #[test]
    fn what_is_missing_or_too_much_is_counted() {
        for delivers in [Delivers::AllTight, Delivers::AllFat, Delivers::NewFat] {
            let (is_exact, tells_all) = (delivers == Delivers::AllTight, delivers != Delivers::NewFat);
            assert_eq!(mismatches(delivers, &[(0, 1)]), 0, "{delivers:?}");
            assert_eq!(mismatches(delivers, &[]), 1, "{delivers:?}");
            assert_eq!(mismatches(delivers, &[(1, 2), (0, 1)]), usize::from(is_exact), "{delivers:?}");
            assert_eq!(mismatches(delivers, &[(0, 1), (0, 3)]), 1 + usize::from(is_exact), "{delivers:?}");
            assert_eq!(mismatches(delivers, &[(0, 1), (0, 1)]), usize::from(tells_all), "{delivers:?}");
        }
    }
}
