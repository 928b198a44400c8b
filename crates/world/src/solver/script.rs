use crate::coloring::COLORS;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

/// What is done next in a step, once all before it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// Velocities of all bodies change by gravity, forces and what contacts did before.
    Drive,
    /// All bodies move by their velocities.
    Move,
    /// Velocities that are locked are taken away.
    Hold,
    /// A pass over the contacts without a colour, one by one.
    Singles(Pass),
    /// A pass over the contacts of a colour, in any order.
    Color(Pass, usize),
}

/// What is done to a contact: see [`Constraint`](super::constraint::Constraint).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pass {
    WarmStart,
    Push,
    Relax,
    Restore,
}

/// The orders of a step of so many sub-steps, where this is the largest restitution, and any contacts have the colours of this mask.
pub(super) fn script(arena: &Bump, sub_steps: u32, restitution: f32, colors: u32) -> &[Order] {
    let mut used = ArenaVec::with_capacity_in(COLORS, arena);
    used.extend((0..COLORS).filter(|color| colors & (1 << color) != 0));
    let restorations = restorations(restitution);
    let passes = 2 * sub_steps as usize + 1 + restorations;
    let mut script = ArenaVec::with_capacity_in(passes * (1 + used.len()) + 3 * sub_steps as usize + 1, arena);
    let pass = |script: &mut ArenaVec<Order>, pass| {
        // Without a colour first: everything after them has a say over what they did.
        script.push(Order::Singles(pass));
        script.extend(used.iter().map(|&color| Order::Color(pass, color)));
    };
    for sub_step in 0..sub_steps {
        script.push(Order::Drive);
        // Later sub-steps are warm started body by body.
        if sub_step == 0 {
            pass(&mut script, Pass::WarmStart);
        }
        pass(&mut script, Pass::Push);
        script.extend([Order::Hold, Order::Move]);
        pass(&mut script, Pass::Relax);
    }
    for _ in 0..restorations {
        pass(&mut script, Pass::Restore);
    }
    script.push(Order::Hold);
    script.into_bump_slice()
}

/// How often contacts get their approach speed back when this is the largest restitution: once, and then of several contacts of a body
/// all but the last are left with too much or too little.
///
/// What loses most of its energy in each bounce may gain some of it by that; where something keeps a quarter or more, they are gone over
/// until they nearly agree.
fn restorations(restitution: f32) -> usize {
    match restitution {
        _ if restitution >= 0.5 => 4,
        _ if restitution > 0.0 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_warm_starts_once_and_restores_what_bounces_as_often_as_that_takes() {
        use Order::{Color, Drive, Hold, Move, Singles};
        use Pass::{Push, Relax, Restore, WarmStart};
        let over_all = |pass| [Singles(pass), Color(pass, 1), Color(pass, 5)];
        let rest = [&over_all(Push)[..], &[Hold, Move], &over_all(Relax)].concat();
        for (restitution, restorations) in [(0.0, 0), (0.1, 1), (0.5, 4), (1.0, 4)] {
            let restore = over_all(Restore).repeat(restorations);
            let expected = [&[Drive], &over_all(WarmStart)[..], &rest, &[Drive], &rest, &restore, &[Hold]].concat();
            assert_eq!(script(&Bump::new(), 2, restitution, 1 << 1 | 1 << 5), expected);
        }
    }
}
