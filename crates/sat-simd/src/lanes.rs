//! The one place that names the vector types: eight `f32` lanes, and four, of doubles too.

/// How many axes or pairs one instruction of a kernel handles.
pub const LANES: usize = 8;

/// Eight `f32` side by side: one AVX register or two SSE, NEON or WebAssembly ones.
pub type F32s = wide::f32x8;

/// Four `f32` side by side: points and normals of one pair, where they are moved and masked rather than computed with.
pub type F32Quad = wide::f32x4;

/// Four `f64` side by side: vertices of one core.
pub type F64Quad = wide::f64x4;

/// Two `f64` side by side: a vector, or the same number of both shapes of a pair.
pub type F64Pair = wide::f64x2;

/// Whether `a > b`, as a mask for [`choose`]: sooner there than a truth value made into one.
#[inline]
pub fn is_greater(a: f32, b: f32) -> F32Quad {
    F32Quad::splat(a).simd_gt(F32Quad::splat(b))
}

/// A truth value as a mask for [`choose`].
#[inline]
pub fn all_or_none(value: bool) -> F32Quad {
    F32Quad::splat(f32::from_bits(u32::from(value).wrapping_neg()))
}

/// `if_so` or `if_not`, without a branch for the processor to predict; `condition` has the bits of all lanes or of none.
#[inline]
pub fn choose(condition: F32Quad, if_so: [f32; 4], if_not: [f32; 4]) -> [f32; 4] {
    condition.select(F32Quad::new(if_so), F32Quad::new(if_not)).to_array()
}

/// The same numbers in the other order.
#[inline]
pub fn swapped(pair: F64Pair) -> F64Pair {
    let [first, second] = pair.to_array();
    F64Pair::new([second, first])
}

/// The smaller of two numbers, neither NaN; of two zeros, either. The reference for [`min_wide`].
#[inline]
pub fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// [`min`] in every lane: one instruction, where `F32s::min` spends more on NaN.
#[inline]
pub fn min_wide(a: F32s, b: F32s) -> F32s {
    a.fast_min(b)
}

/// The larger of two numbers, neither NaN; of two zeros, either. The reference for [`max_wide`].
#[inline]
pub fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// [`max`] in every lane.
#[inline]
pub fn max_wide(a: F32s, b: F32s) -> F32s {
    a.fast_max(b)
}

/// `a` where it is larger than `b`, else `b`: also where one is NaN, or both are zero.
#[inline]
pub fn larger_wide(a: F32s, b: F32s) -> F32s {
    // That is what the `maxps` of x86 with SSE does, in one instruction instead of a comparison and a selection.
    if cfg!(target_feature = "sse") { a.fast_max(b) } else { a.simd_gt(b).select(a, b) }
}

/// [`larger_wide`] of four lanes.
#[inline]
pub fn larger_quad(a: F32Quad, b: F32Quad) -> F32Quad {
    if cfg!(target_feature = "sse") { a.fast_max(b) } else { a.simd_gt(b).select(a, b) }
}

/// `a` where it is smaller than `b`, else `b`: also where one is NaN, or both are zero.
#[inline]
pub fn smaller_wide(a: F32s, b: F32s) -> F32s {
    if cfg!(target_feature = "sse") { a.fast_min(b) } else { a.simd_lt(b).select(a, b) }
}

/// `of` every lane: unrolled, where `array::map` may call a function that keeps nothing in registers.
#[inline(always)]
pub fn map_lanes<T: Copy, U>(values: &[T; LANES], of: impl Fn(T) -> U) -> [U; LANES] {
    let [a, b, c, d, e, f, g, h] = *values;
    [of(a), of(b), of(c), of(d), of(e), of(f), of(g), of(h)]
}

/// Four lanes and four more.
#[inline(always)]
pub fn eight(low: F32Quad, high: F32Quad) -> F32s {
    let mut lanes = [0.0; LANES];
    lanes[..4].copy_from_slice(low.as_array());
    lanes[4..].copy_from_slice(high.as_array());
    F32s::new(lanes)
}

/// Eight rows turned into eight columns: lane `i` of result `j` is `rows[i][j]`.
#[inline]
pub fn transpose(rows: [&[f32; LANES]; LANES]) -> [F32s; LANES] {
    #[cfg(target_feature = "avx")]
    {
        F32s::transpose(rows.map(|row| F32s::new(*row)))
    }
    // Quarter by quarter: where eight lanes are two registers, `F32s::transpose` goes number by number. Halves are copied
    // whole, or the compiler would take the numbers one by one too.
    #[cfg(not(target_feature = "avx"))]
    {
        let quarter = |row: usize, column: usize| {
            let rows: [F32Quad; 4] = core::array::from_fn(|i| {
                let half: &[f32; 4] = rows[row + i][column..].first_chunk().expect("a row has two halves");
                F32Quad::new(*half)
            });
            F32Quad::transpose(rows)
        };
        let (upper, lower) = ([quarter(0, 0), quarter(0, 4)], [quarter(4, 0), quarter(4, 4)]);
        core::array::from_fn(|j| eight(upper[j / 4][j % 4], lower[j / 4][j % 4]))
    }
}

/// Eight rows of four numbers turned into four columns: lane `i` of result `j` is `rows[i][j]`.
#[inline(always)]
pub fn transpose_fours(rows: &[[f32; 4]; LANES]) -> [F32s; 4] {
    transpose_quads(&map_lanes(rows, F32Quad::new))
}

/// [`transpose_fours`] of rows in registers.
#[inline(always)]
pub fn transpose_quads(rows: &[F32Quad; LANES]) -> [F32s; 4] {
    let [a, b, c, d, e, f, g, h] = *rows;
    let (upper, lower) = (F32Quad::transpose([a, b, c, d]), F32Quad::transpose([e, f, g, h]));
    core::array::from_fn(|j| eight(upper[j], lower[j]))
}

/// Four columns turned into eight rows of four numbers: row `i` has lane `i` of each column.
#[inline(always)]
pub fn rows_of_four(columns: [F32s; 4]) -> [[f32; 4]; LANES] {
    let columns = columns.map(F32s::to_array);
    let quarter = |first: usize| {
        let half = |column: &[f32; LANES]| *column[first..].first_chunk().expect("a column has two halves");
        F32Quad::transpose(core::array::from_fn(|j| F32Quad::new(half(&columns[j])))).map(F32Quad::to_array)
    };
    let ([a, b, c, d], [e, f, g, h]) = (quarter(0), quarter(4));
    [a, b, c, d, e, f, g, h]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let rows: [[f32; LANES]; LANES] = core::array::from_fn(|i| core::array::from_fn(|j| (10 * i + j) as f32));
        let columns = transpose(rows.each_ref()).map(F32s::to_array);
        for (i, row) in rows.iter().enumerate() {
            assert!((0..LANES).all(|j| columns[j][i] == row[j]));
        }
    }

    #[test]
    fn of_zeros_and_nan_the_second_is_kept() {
        let values = [0.0, -0.0, 1.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MIN_POSITIVE];
        for a in values {
            let (larger, smaller) = (
                larger_wide(F32s::splat(a), F32s::new(values)).to_array(),
                smaller_wide(F32s::splat(a), F32s::new(values)).to_array(),
            );
            for (lane, b) in values.into_iter().enumerate() {
                assert_eq!(larger[lane].to_bits(), if a > b { a } else { b }.to_bits(), "{a} {b}");
                assert_eq!(smaller[lane].to_bits(), if a < b { a } else { b }.to_bits(), "{a} {b}");
            }
        }
    }

    #[test]
    fn rows_of_four_become_columns() {
        let rows: [[f32; 4]; LANES] = core::array::from_fn(|i| core::array::from_fn(|j| (10 * i + j) as f32));
        let columns = transpose_fours(&rows).map(F32s::to_array);
        for (i, row) in rows.iter().enumerate() {
            assert!((0..4).all(|j| columns[j][i] == row[j]));
        }
    }

    #[test]
    fn columns_become_rows_of_four() {
        let rows: [[f32; 4]; LANES] = core::array::from_fn(|i| core::array::from_fn(|j| (10 * i + j) as f32));
        assert_eq!(rows_of_four(transpose_fours(&rows)), rows);
    }
}
