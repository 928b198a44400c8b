//! A workload's forms as our own shapes, each side in an array of its own kind, as Box2D's and parry's functions get
//! theirs.

use crate::form::Form;
use crate::pair_workload::PosedForm;
use geom::Pose;
use sat_simd::{AsShape, Capsule, Circle, Polygon, Rect};

/// A kind of shape that forms can be turned into.
pub(crate) trait FromForm: AsShape + 'static {
    /// The form, which must be of this kind.
    fn from_form(form: &Form) -> Self;
}

impl FromForm for Circle {
    fn from_form(form: &Form) -> Self {
        let Form::Circle { radius } = form else { unreachable!("not a circle: {form:?}") };
        Self::new(*radius).expect("workloads hold valid shapes only")
    }
}

impl FromForm for Capsule {
    fn from_form(form: &Form) -> Self {
        let Form::Capsule { a, b, radius } = form else { unreachable!("not a capsule: {form:?}") };
        Self::new(*a, *b, *radius).expect("workloads hold valid shapes only")
    }
}

impl FromForm for Rect {
    fn from_form(form: &Form) -> Self {
        let Form::Rect { half } = form else { unreachable!("not a box: {form:?}") };
        Self::new(*half).expect("workloads hold valid shapes only")
    }
}

impl FromForm for Polygon {
    fn from_form(form: &Form) -> Self {
        let Form::Polygon { vertices } = form else { unreachable!("not a polygon: {form:?}") };
        Self::new(vertices).expect("workloads hold valid shapes only")
    }
}

/// The shapes and where they stand.
pub(crate) fn posed<T: FromForm>(forms: &[PosedForm]) -> Vec<(T, Pose)> {
    forms.iter().map(|posed| (T::from_form(&posed.form), posed.pose)).collect()
}

/// Calls `$single::<A, B>($workload, $more)` with the kinds of the workload's two sides.
macro_rules! with_kinds {
    ($workload:expr, $single:ident $(, $more:expr)?) => {{
        use crate::form::Form::{Capsule, Circle, Polygon, Rect};
        let workload = $workload;
        match (&workload.a[0].form, &workload.b[0].form) {
            (Rect { .. }, Rect { .. }) => $single::<sat_simd::Rect, sat_simd::Rect>(workload $(, $more)?),
            (Circle { .. }, Circle { .. }) => $single::<sat_simd::Circle, sat_simd::Circle>(workload $(, $more)?),
            (Capsule { .. }, Capsule { .. }) => $single::<sat_simd::Capsule, sat_simd::Capsule>(workload $(, $more)?),
            (Polygon { .. }, Polygon { .. }) => $single::<sat_simd::Polygon, sat_simd::Polygon>(workload $(, $more)?),
            (Polygon { .. }, Circle { .. }) => $single::<sat_simd::Polygon, sat_simd::Circle>(workload $(, $more)?),
            (Polygon { .. }, Capsule { .. }) => $single::<sat_simd::Polygon, sat_simd::Capsule>(workload $(, $more)?),
            (a, b) => unreachable!("no workload has {a:?} against {b:?}"),
        }
    }};
}
pub(crate) use with_kinds;
