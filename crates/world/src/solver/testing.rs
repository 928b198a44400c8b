use super::block::{Block, Single};
use super::constraint::Constraint;
use crate::lanes::{F32s, LANES};

/// Calls `visit` with each number of a contact and the row that holds it in a block.
pub(super) fn zip_rows(
    lanes: &mut Constraint<F32s>,
    one: &mut Constraint<f32>,
    mut visit: impl FnMut(&mut F32s, &mut f32),
) {
    visit(&mut lanes.inv_mass_a, &mut one.inv_mass_a);
    visit(&mut lanes.inv_inertia_a, &mut one.inv_inertia_a);
    visit(&mut lanes.inv_mass_b, &mut one.inv_mass_b);
    visit(&mut lanes.inv_inertia_b, &mut one.inv_inertia_b);
    visit(&mut lanes.normal.x, &mut one.normal.x);
    visit(&mut lanes.normal.y, &mut one.normal.y);
    visit(&mut lanes.friction, &mut one.friction);
    visit(&mut lanes.surface_speed, &mut one.surface_speed);
    visit(&mut lanes.restitution, &mut one.restitution);
    visit(&mut lanes.rolling_resistance, &mut one.rolling_resistance);
    visit(&mut lanes.rolling_mass, &mut one.rolling_mass);
    visit(&mut lanes.rolling_impulse, &mut one.rolling_impulse);
    visit(&mut lanes.radius_a, &mut one.radius_a);
    visit(&mut lanes.radius_b, &mut one.radius_b);
    for (lanes, one) in lanes.points.iter_mut().zip(&mut one.points) {
        visit(&mut lanes.arm_a, &mut one.arm_a);
        visit(&mut lanes.arm_b, &mut one.arm_b);
        visit(&mut lanes.separation, &mut one.separation);
        visit(&mut lanes.normal_mass, &mut one.normal_mass);
        visit(&mut lanes.normal_impulse, &mut one.normal_impulse);
        visit(&mut lanes.settled, &mut one.settled);
    }
    for (lanes, one) in lanes.later.iter_mut().zip(&mut one.later) {
        visit(&mut lanes.along_a, &mut one.along_a);
        visit(&mut lanes.along_b, &mut one.along_b);
        visit(&mut lanes.base_separation, &mut one.base_separation);
        visit(&mut lanes.tangent_mass, &mut one.tangent_mass);
        visit(&mut lanes.tangent_impulse, &mut one.tangent_impulse);
        visit(&mut lanes.total_impulse, &mut one.total_impulse);
    }
    for (lanes, one) in lanes.relative_velocity.iter_mut().zip(&mut one.relative_velocity) {
        visit(lanes, one);
    }
}

/// A block of these contacts.
pub(super) fn block_of(singles: &[Single; LANES]) -> Block {
    let mut block = Block::EMPTY;
    for (lane, single) in singles.iter().enumerate() {
        (block.rows_a[lane], block.rows_b[lane]) = (single.row_a, single.row_b);
        block.movable_a |= u32::from(single.movable_a) << lane;
        block.movable_b |= u32::from(single.movable_b) << lane;
        let mut constraint = single.constraint;
        zip_rows(&mut block.constraint, &mut constraint, |row, number| row.as_mut_array()[lane] = *number);
    }
    block.is_plain = block.constraint.is_plain();
    block.is_edged = block.constraint.is_edged();
    block
}

/// Panics when a number of a contact differs in a bit from its lane.
pub(super) fn assert_lane_is(lanes: &Constraint<F32s>, lane: usize, one: &Constraint<f32>) {
    let (mut lanes, mut one, mut row) = (*lanes, *one, 0);
    zip_rows(&mut lanes, &mut one, |lanes, number| {
        assert_eq!(lanes.as_array()[lane].to_bits(), number.to_bits(), "row {row}, lane {lane}: {number}");
        row += 1;
    });
}
