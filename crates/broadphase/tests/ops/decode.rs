//! Operation sequences from bytes, for a fuzzer to steer.

use super::{Op, Sequence, circle_around};
use broadphase::{Change, Filter, IndexKind, Layer, Proxy, QueryFilter, Settings, Upkeep};
use geom::{Aabb, Vec2};

/// At most so many calls: each one is checked against all proxies.
const MAX_OPS: usize = 120;

/// The settings and calls that `bytes` spell.
pub fn sequence(bytes: &[u8]) -> Sequence {
    let mut bytes = Bytes(bytes);
    let index = |byte: u8| if byte.is_multiple_of(2) { IndexKind::Wide } else { IndexKind::Rstar };
    let upkeep = |byte: u8| [Upkeep::Automatic, Upkeep::Piecewise, Upkeep::Whole][usize::from(byte % 3)];
    let settings = Settings {
        static_index: index(bytes.byte()),
        moving_index: index(bytes.byte()),
        margin: [0.05, 0.0, 1.0][usize::from(bytes.byte() % 3)],
        static_upkeep: upkeep(bytes.byte()),
        moving_upkeep: upkeep(bytes.byte()),
        max_proxies: if bytes.byte() % 8 == 7 { 5 } else { u32::MAX },
    };
    let mut sequence = Sequence { settings, ops: Vec::new() };
    while !bytes.0.is_empty() && sequence.ops.len() < MAX_OPS {
        sequence.ops.push(bytes.op());
    }
    sequence
}

/// The bytes not read yet; past the end there are zeros.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or(0)
    }

    fn op(&mut self) -> Op {
        let kind = self.byte() % 48;
        let proxy = usize::from(self.byte());
        match kind {
            0..10 => Op::Insert(self.proxy()),
            10..18 => Op::Shift { proxy, by: self.step(), announced: self.byte().is_multiple_of(2) },
            18..21 => Op::Teleport { proxy, aabb: self.aabb() },
            21..24 => Op::Remove { proxy },
            24 => Op::SetFilter { proxy, filter: self.filter() },
            25 => Op::SetLayer { proxy, layer: self.layer() },
            26 if proxy == 255 => Op::Clear,
            26 => Op::Refresh,
            27..30 => Op::UpdatePairs,
            30..32 => Op::InsertBatch { first: self.proxy(), count: proxy % 32, step: self.step() * 16.0 },
            32..34 => Op::ShiftBatch { first: proxy, count: usize::from(self.byte() % 32), by: self.step() },
            34 => Op::UpdateAll { seed: proxy as u64 },
            35 => Op::SetUserData { proxy, user_data: self.byte().into() },
            36..40 => Op::Change { proxy, change: self.change() },
            40 => Op::SetMargin { margin: [0.0, 0.02, 0.05, 1.0, 1e30, f32::MAX, -0.1, f32::NAN][proxy % 8] },
            41 => Op::OrderMoved,
            42 => Op::Reserve { additional: proxy },
            _ => Op::Query {
                aabb: self.aabb(),
                translation: self.vector(),
                k: usize::from(self.byte() % 9),
                filter: self.query_filter(),
            },
        }
    }

    fn change(&mut self) -> Change {
        match self.byte() % 4 {
            0 => {
                let aabb = self.aabb();
                Change::To(aabb, circle_around(&aabb))
            }
            1 => {
                let aabb = self.aabb();
                Change::Through(aabb, circle_around(&aabb))
            }
            // Seldom to both sides of where it begins, as it must.
            2 => Change::Stretch { least: self.step(), most: self.step() },
            _ => {
                let (one, other) = (self.step(), self.step());
                Change::Stretch { least: one.min(other).min(Vec2::ZERO), most: one.max(other).max(Vec2::ZERO) }
            }
        }
    }

    fn proxy(&mut self) -> Proxy {
        let aabb = self.aabb();
        Proxy {
            aabb,
            circle: circle_around(&aabb),
            filter: self.filter(),
            user_data: self.byte().into(),
            layer: self.layer(),
        }
    }

    /// Sixteenths of a metre around the origin, so that borders coincide; one byte in sixteen is a neighbour of the half, one
    /// leads far away.
    fn coordinate(&mut self) -> f32 {
        match self.byte() {
            byte @ 0..224 => (f32::from(byte) - 112.0) / 16.0,
            byte @ 224..240 => f32::from_bits(0x3f00_0000 + u32::from(byte - 224)),
            byte => [-0.0, 1e-40, 1e30, -1e30, f32::MAX, f32::MIN, f32::NAN, f32::INFINITY][usize::from(byte % 8)],
        }
    }

    fn vector(&mut self) -> Vec2 {
        Vec2::new(self.coordinate(), self.coordinate())
    }

    /// Too short to leave the fat box at once.
    fn step(&mut self) -> Vec2 {
        self.vector() / 64.0
    }

    /// Mostly sound; inside out when the fuzzer likes.
    fn aabb(&mut self) -> Aabb {
        let (min, size) = (self.vector(), Vec2::new(f32::from(self.byte() % 32), f32::from(self.byte() % 32)) / 16.0);
        if self.byte() % 16 == 15 { Aabb::new(min, self.vector()) } else { Aabb::new(min, min + size) }
    }

    fn bits(&mut self) -> u64 {
        match self.byte() {
            byte @ 0..4 => byte.into(),
            _ => u64::MAX,
        }
    }

    fn filter(&mut self) -> Filter {
        let (category, mask) = (self.bits(), self.bits());
        let group = if self.byte() % 4 == 3 { i32::from(self.byte() % 3) - 1 } else { 0 };
        Filter { category, mask, group, owner: self.owner() }
    }

    fn owner(&mut self) -> u32 {
        if self.byte() % 4 == 3 { u32::from(self.byte() % 3) } else { Filter::NO_OWNER }
    }

    fn layer(&mut self) -> Layer {
        if self.byte() % 3 == 2 { Layer::Static } else { Layer::Moving }
    }

    fn query_filter(&mut self) -> QueryFilter {
        let (category, mask) = (self.bits(), self.bits());
        let layer = if self.byte().is_multiple_of(2) { None } else { Some(self.layer()) };
        let group = if self.byte() % 4 == 3 { i32::from(self.byte() % 3) - 1 } else { 0 };
        QueryFilter { category, mask, group, layer, exclude_owner: self.owner() }
    }
}
