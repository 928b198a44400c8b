/// How one number comes of those that two [materials](crate::Material) have.
///
/// Where the materials ask for different rules the later of them in this list wins, as in PhysX's combine modes: ice that
/// asks for the minimum is slippery for rubber, too, unless that asks for the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum MixRule {
    /// `(a + b) / 2`.
    Average,
    /// `√(a·b)`: nothing where either is zero, and of two equal ones from 10⁻¹⁸ to 10¹⁸ the same. Of two with opposite signs it is nothing,
    /// of two negative ones negative.
    GeometricMean,
    /// The smaller one.
    Minimum,
    /// `a·b`.
    Product,
    /// The larger one.
    Maximum,
    /// `a + b`.
    Sum,
}

impl MixRule {
    /// What comes of two numbers.
    #[must_use]
    pub fn mix(self, a: f32, b: f32) -> f32 {
        match self {
            Self::Average => 0.5 * (a + b),
            Self::GeometricMean => (a * b).max(0.0).sqrt().copysign(a),
            // Of zeros with different signs `f32::min` and `max` may give either.
            Self::Minimum => {
                if b < a {
                    b
                } else {
                    a
                }
            }
            Self::Product => a * b,
            Self::Maximum => {
                if a < b {
                    b
                } else {
                    a
                }
            }
            Self::Sum => a + b,
        }
    }

    /// The rule of a pair whose sides ask for these, if they do.
    pub(crate) fn of_pair(a: Option<Self>, b: Option<Self>, otherwise: Self) -> Self {
        a.max(b).unwrap_or(otherwise)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [MixRule; 6] =
        [MixRule::Average, MixRule::GeometricMean, MixRule::Minimum, MixRule::Product, MixRule::Maximum, MixRule::Sum];

    #[test]
    fn rules_do_what_they_are_called() {
        assert_eq!(ALL.map(|rule| rule.mix(0.25, 1.0)), [0.625, 0.5, 0.25, 0.25, 1.0, 1.25]);
        assert_eq!(ALL.map(|rule| rule.mix(0.5, 0.5)), [0.5, 0.5, 0.5, 0.25, 0.5, 1.0]);
        assert_eq!(ALL.map(|rule| rule.mix(-1.0, 4.0)), [1.5, 0.0, -1.0, -4.0, 4.0, 3.0]);
        assert_eq!(MixRule::GeometricMean.mix(-1.0, -4.0), -2.0);
        for rule in ALL {
            assert_eq!(rule.mix(0.3, 0.7), rule.mix(0.7, 0.3));
        }
    }

    #[test]
    fn of_two_rules_the_later_one_wins_and_any_wins_over_none() {
        for (i, &a) in ALL.iter().enumerate() {
            for (j, &b) in ALL.iter().enumerate() {
                assert_eq!(MixRule::of_pair(Some(a), Some(b), MixRule::Maximum), ALL[i.max(j)]);
            }
            assert_eq!(MixRule::of_pair(Some(a), None, MixRule::Maximum), a);
            assert_eq!(MixRule::of_pair(None, Some(a), MixRule::Maximum), a);
            assert_eq!(MixRule::of_pair(None, None, a), a);
        }
    }
}
