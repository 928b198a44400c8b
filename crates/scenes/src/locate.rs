//! Finds the place in a JSON text that a field path speaks of, so that an error about a value can name its line.

/// Line and column, both counted from one; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

/// Where the value at `path` (as `bodies[3].colliders[0].density`) begins in `json`, which must be valid JSON.
///
/// A field that is not there, because its default applies, gives the place of the object it would stand in.
pub fn locate(json: &str, path: &str) -> Place {
    let mut cursor = Cursor { json: json.as_bytes(), at: 0 };
    cursor.skip_space();
    let mut found = cursor.at;
    for step in path.split(['.', '[']).filter(|step| !step.is_empty()) {
        let entered = match step.strip_suffix(']') {
            Some(index) => index.parse().is_ok_and(|index| cursor.enter_array(index)),
            None => cursor.enter_object(step),
        };
        if !entered {
            break;
        }
        found = cursor.at;
    }
    place_of(json, found)
}

/// The line and column of byte `at`.
fn place_of(json: &str, at: usize) -> Place {
    let before = &json[..at];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Place { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
}

struct Cursor<'a> {
    json: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> u8 {
        self.json.get(self.at).copied().unwrap_or(0)
    }

    fn skip_space(&mut self) {
        while self.peek().is_ascii_whitespace() {
            self.at += 1;
        }
    }

    /// Past a comma or colon and the spaces around it.
    fn skip_separator(&mut self) {
        self.skip_space();
        if matches!(self.peek(), b',' | b':') {
            self.at += 1;
        }
        self.skip_space();
    }

    /// To item `index` of the array that begins here; false when there is none.
    fn enter_array(&mut self, index: usize) -> bool {
        if self.peek() != b'[' {
            return false;
        }
        self.at += 1;
        self.skip_space();
        for _ in 0..index {
            if self.peek() == b']' {
                return false;
            }
            self.skip_value();
            self.skip_separator();
        }
        self.peek() != b']'
    }

    /// To the value of `key` in the object that begins here; false when there is none.
    fn enter_object(&mut self, key: &str) -> bool {
        if self.peek() != b'{' {
            return false;
        }
        self.at += 1;
        self.skip_space();
        while self.peek() == b'"' {
            let start = self.at;
            self.skip_value();
            // Keys of the scene format need no escapes.
            let found = self.json[start + 1..self.at - 1] == *key.as_bytes();
            self.skip_separator();
            if found {
                return true;
            }
            self.skip_value();
            self.skip_separator();
        }
        false
    }

    /// Past the value that begins here.
    fn skip_value(&mut self) {
        let mut depth = 0;
        loop {
            match self.peek() {
                b'"' => self.skip_string(),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth -= 1;
                    self.at += 1;
                }
                0 => return,
                _ if depth > 0 => self.at += 1,
                _ => {
                    while !matches!(self.peek(), 0 | b',' | b'}' | b']') && !self.peek().is_ascii_whitespace() {
                        self.at += 1;
                    }
                }
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn skip_string(&mut self) {
        self.at += 1;
        while !matches!(self.peek(), 0 | b'"') {
            self.at += if self.peek() == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{\n  \"a\": \"}]\\\"[{\",\n  \"é\": 1, \"b\": [10, {\"c\": {}},\n   -3.5e1]\n}";

    fn at(path: &str) -> (usize, usize) {
        let place = locate(TEXT, path);
        (place.line, place.column)
    }

    #[test]
    fn items_and_fields_are_found_past_strings_that_look_like_brackets() {
        assert_eq!(at("a"), (2, 8));
        assert_eq!(at("b"), (3, 16));
        assert_eq!(at("b[0]"), (3, 17));
        assert_eq!(at("b[1].c"), (3, 27));
        assert_eq!(at("b[2]"), (4, 4));
    }

    #[test]
    fn what_is_not_there_is_looked_for_where_it_would_stand() {
        assert_eq!(at("b[1].density"), (3, 21));
        assert_eq!(at("b[7].x"), (3, 16));
        assert_eq!(at("zzz"), (1, 1));
        assert_eq!(at("a.b.c"), (2, 8));
    }
}
