use serde::Serialize;

/// One number of the report, and one line of its JSON file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measurement {
    /// `overlap`, `stages`, `manifold`, `query`, `broadphase`, `hard_worlds`, `tree_query`, `step`, `quality` or `memory`.
    pub section: &'static str,
    /// The workload's or the scene's name.
    pub workload: String,
    /// The engine's name.
    pub engine: &'static str,
    /// `ns_per_pair`, `ns_per_query`, `ns_per_box_and_pair`, `ms_per_build`, `ms_per_step`, `ms_without_recycling`,
    /// `ms_by_clock`, `ms_to_first_step`, `ms_of_slowest_step`, `timed_steps`, `steps`, `bytes_per_proxy`, `bytes_per_body`,
    /// `allocs_per_step`, `mismatches`, `share_double`, `share_exact`, or one of `QUALITIES`; in the section `circles` those of
    /// its table.
    pub metric: &'static str,
    /// The number; less is better for each metric but those of energy.
    pub value: f64,
}

/// A measure of quality.
pub struct QualityMetric {
    /// As in [`Measurement::metric`].
    pub metric: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// Whether the ratio of ours to Box2D stands beside it: less is better, and it is hardly ever zero.
    pub is_rated: bool,
}

/// The metrics of the section `quality`.
pub const QUALITIES: [QualityMetric; 12] = {
    const fn told(metric: &'static str, title: &'static str) -> QualityMetric {
        QualityMetric { metric, title, is_rated: false }
    }
    const fn rated(metric: &'static str, title: &'static str) -> QualityMetric {
        QualityMetric { metric, title, is_rated: true }
    }
    [
        told("energy_ratio", "energy at the end, as a part of that at the start"),
        rated("max_penetration_mm", "deepest overlap, in millimetres"),
        rated("mean_penetration_mm", "overlap per dynamic body, in millimetres"),
        rated("top_drift_mm", "longest way of a pyramid's top, in millimetres"),
        told("lost_bodies", "bodies lost"),
        told("awake_heaps", "heaps that are not asleep"),
        told("least_energy_kept", "the least part of its energy that a bouncing ball has left; 1 is right"),
        told("most_energy_kept", "the largest part of its energy that a bouncing ball has; 1 is right"),
        told("speed_kept", "the part of its speed that a rolling ball has left after 5 s; 1 is right"),
        told("sunk_mm", "how deep a rolling ball is in the track at most, in millimetres"),
        told("vertical_speed_m/s", "how fast a ball that rolls on a level track goes up or down at most, in m/s"),
        told("allocs_per_step", "heap allocations per step, in the last 50 steps"),
    ]
};

/// After how many steps something was measured that is not timed.
pub const STEPS: &str = "steps";

/// How many answers are wrong.
pub const MISMATCHES: &str = "mismatches";

/// The measurements so far, in the order they were taken.
#[derive(Clone, Debug, Default)]
pub struct Measurements(pub Vec<Measurement>);

impl Measurements {
    /// Takes in what one of an engine's ways takes, and how many of its answers are wrong, where that was checked: both are
    /// kept of the way with the fewest wrong answers, and of the fastest among those.
    pub fn add_way(
        &mut self,
        section: &'static str,
        workload: &str,
        engine: &'static str,
        metric: &'static str,
        value: f64,
        wrong: Option<usize>,
    ) {
        let wrong = wrong.map(|wrong| wrong as f64);
        let known_wrong = self.value(section, workload, engine, MISMATCHES);
        if known_wrong.is_some() && known_wrong != wrong {
            if wrong >= known_wrong {
                return;
            }
            let is_other = |m: &Measurement| m.section != section || m.workload != workload || m.engine != engine;
            self.0.retain(is_other);
        }
        self.add(section, workload, engine, metric, value);
        if let Some(wrong) = wrong {
            self.add(section, workload, engine, MISMATCHES, wrong);
        }
    }

    /// Takes a number in. Of several the least counts.
    pub fn add(
        &mut self,
        section: &'static str,
        workload: &str,
        engine: &'static str,
        metric: &'static str,
        value: f64,
    ) {
        let same = |m: &&mut Measurement| {
            m.section == section && m.workload == workload && m.engine == engine && m.metric == metric
        };
        match self.0.iter_mut().find(same) {
            Some(known) => known.value = known.value.min(value),
            None => self.0.push(Measurement { section, workload: workload.to_owned(), engine, metric, value }),
        }
    }

    /// The value of a cell, if it was measured.
    #[must_use]
    pub fn value(&self, section: &str, workload: &str, engine: &str, metric: &str) -> Option<f64> {
        let same = |m: &&Measurement| {
            m.section == section && m.workload == workload && m.engine == engine && m.metric == metric
        };
        self.0.iter().find(same).map(|m| m.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fast_way_with_wrong_answers_does_not_count() {
        for ways in [[(5.0, 2), (9.0, 0), (7.0, 0)], [(9.0, 0), (7.0, 0), (5.0, 2)], [(7.0, 0), (5.0, 2), (9.0, 0)]] {
            let mut all = Measurements::default();
            for (value, wrong) in ways {
                all.add_way("overlap", "ngon16", "parry2d", "ns_per_pair", value, Some(wrong));
            }
            assert_eq!(all.value("overlap", "ngon16", "parry2d", "ns_per_pair"), Some(7.0));
            assert_eq!(all.value("overlap", "ngon16", "parry2d", MISMATCHES), Some(0.0));
        }
    }

    #[test]
    fn the_faster_of_two_ways_counts() {
        let mut all = Measurements::default();
        all.add("overlap", "ngon16", "parry2d", "ns_per_pair", 9.0);
        all.add("overlap", "ngon16", "parry2d", "ns_per_pair", 7.0);
        assert_eq!(all.value("overlap", "ngon16", "parry2d", "ns_per_pair"), Some(7.0));
        assert_eq!(
            serde_json::to_string(&all.0[0]).unwrap(),
            r#"{"section":"overlap","workload":"ngon16","engine":"parry2d","metric":"ns_per_pair","value":7.0}"#
        );
    }
}
