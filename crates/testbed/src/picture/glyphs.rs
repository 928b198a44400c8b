//! Letters drawn as strokes, so that a picture needs no font file.

use geom::Vec2;

use super::Path;

/// Letters stand on a grid of 4 × 6 cells and advance by this many cells.
const ADVANCE: f32 = 5.6;

/// The strokes of `text`, its baseline beginning at `at`, capital letters `size` pixels high.
///
/// Lower case is drawn as smaller capitals; characters without strokes leave a gap.
pub fn text_strokes(text: &str, at: Vec2, size: f32) -> Path {
    let mut path = Path::default();
    for (i, letter) in text.chars().enumerate() {
        let corner = at + Vec2::new(i as f32 * ADVANCE * size / 6.0, 0.0);
        let cell = if letter.is_lowercase() { 0.8 } else { 1.0 } * size / 6.0;
        for stroke in strokes(letter).split_whitespace() {
            let points: Vec<Vec2> = stroke
                .as_bytes()
                .chunks_exact(2)
                .map(|digits| {
                    let (x, y) = (f32::from(digits[0] - b'0'), f32::from(digits[1] - b'0'));
                    corner + Vec2::new(x, -y) * cell
                })
                .collect();
            path.line(&points);
        }
    }
    path
}

/// The polylines of a letter, each a run of two-digit points: column 0 to 4, row 0 (baseline) to 6.
fn strokes(letter: char) -> &'static str {
    match letter.to_ascii_uppercase() {
        'A' => "0004264440 0242",
        'B' => "00063645443303 3342413000",
        'C' => "4536160501103041",
        'D' => "00062644422000",
        'E' => "46060040 0333",
        'F' => "460600 0333",
        'G' => "4536160501103041432343",
        'H' => "0006 4046 0343",
        'I' => "1030 1636 2026",
        'J' => "0110304146",
        'K' => "0006 4603 1340",
        'L' => "060040",
        'M' => "0006234640",
        'N' => "00064046",
        'O' => "103041453616050110",
        'P' => "00063645443303",
        'Q' => "103041453616050110 2240",
        'R' => "00063645443303 2340",
        'S' => "011030414233130405163645",
        'T' => "0646 2026",
        'U' => "060110304146",
        'V' => "062046",
        'W' => "0610243046",
        'X' => "0046 0640",
        'Y' => "062346 2320",
        'Z' => "06460040",
        '0' => "103041453616050110 0145",
        '1' => "052620 0040",
        '2' => "05163645440040",
        '3' => "051636454433 2333 334241301001",
        '4' => "30360242",
        '5' => "460604344341301001",
        '6' => "453616050110304142331302",
        '7' => "064620",
        '8' => "13334445361605041302011030414233",
        '9' => "011030414536160504133344",
        '.' => "2021",
        ',' => "2110",
        ':' => "2122 2425",
        ';' => "2110 2425",
        '-' | '−' | '–' => "1333",
        '+' => "1333 2224",
        '=' => "0242 0444",
        '_' => "0040",
        '/' => "0046",
        '(' => "36252130",
        ')' => "16252110",
        '[' => "36262030",
        ']' => "16262010",
        '%' => "0046 0515 3141",
        '*' => "2224 1234 1432",
        '#' => "1016 3036 0242 0444",
        '<' => "361330",
        '>' => "163310",
        '\'' => "2624",
        '"' => "1614 3634",
        '!' => "2622 2021",
        '?' => "05163645442322 2021",
        '|' => "2026",
        '²' => "1526352413 1333",
        '·' | '×' => "2232",
        '°' => "1526352415",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stroke_is_pairs_of_digits_on_the_grid() {
        for letter in (0..0x2fffu32).filter_map(char::from_u32) {
            for stroke in strokes(letter).split_whitespace() {
                let digits = stroke.as_bytes();
                assert!(digits.len() % 2 == 0 && digits.len() >= 4, "{letter}: {stroke}");
                let on_grid = |point: &[u8]| point[0] <= b'4' && point[1] <= b'6';
                assert!(digits.chunks(2).all(on_grid), "{letter}: {stroke}");
            }
        }
    }
}
