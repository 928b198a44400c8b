//! The program as it is started: exit codes, outputs and files.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn testbed(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_testbed")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A path for a file of this test run.
fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn example(path: &str) -> String {
    format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn scenes_are_listed_with_their_paragraph() {
    let listed = stdout(&testbed(&["scenes"]));
    for scene in scenes::all() {
        assert!(listed.contains(&format!("\n{} (", scene.name)) || listed.starts_with(scene.name), "{}", scene.name);
        let first_words: String = scene.about.split_inclusive(' ').take(4).collect();
        assert!(listed.contains(first_words.trim()), "{}", scene.name);
    }
}

#[test]
fn a_run_reports_and_writes_what_it_is_told_to() {
    let (json, png, svg) = (scratch("run.json"), scratch("run.png"), scratch("run.svg"));
    let paths = [&json, &png, &svg].map(|path| path.to_str().unwrap());
    let run = || {
        let arguments =
            ["run", "polygon_demo", "--steps", "24", "--json", paths[0], "--png", paths[1], "--svg", paths[2]];
        stdout(&testbed(&arguments))
    };
    let text = run();
    let words =
        ["bounds", "pairs", "circle filter", "narrow phase", "contact graph", "solve", "publish", "bodies", "proxies"];
    for word in words.iter().chain(&["candidates", "manifolds", "points", "steps/s", "penetration", "state hash"]) {
        assert!(text.contains(&format!("\n{word} ")), "{word} is missing from\n{text}");
    }
    assert!(text.contains(paths[0]) && text.contains(paths[1]) && text.contains(paths[2]));

    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
    assert_eq!((&report["steps"], &report["counts"]["bodies"]), (&24.into(), &4.into()));
    assert_eq!(report["stages"].as_array().map(Vec::len), Some(7));
    let hash = |text: &str| text.split("state hash").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    assert_eq!(report["state_hash"], hash(&text));
    assert_eq!(hash(&run()), hash(&text), "a second run ends in the same state");

    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG\r\n"));
    let drawing = std::fs::read_to_string(&svg).unwrap();
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n") && !drawing.contains("NaN"));
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_steps() {
    for option in ["--json", "--record", "--png", "--svg"] {
        let refused = testbed(&["run", "polygon_demo", "--steps", "1", option, "no/such/directory"]);
        assert!(!refused.status.success() && refused.stdout.is_empty(), "{option}");
        assert!(stderr(&refused).starts_with("error: cannot write no/such/directory: "), "{}", stderr(&refused));
    }
}

#[test]
fn a_recorded_run_is_replayed_to_the_same_bits() {
    let file = scratch("recording.json");
    let path = file.to_str().unwrap();
    // Columns fall, one every 30 steps.
    let run = stdout(&testbed(&["run", "rain", "--steps", "40", "--record", path]));
    assert!(run.contains(&format!("\nrecording     {path}\n")), "{run}");
    let replay = stdout(&testbed(&["replay", path]));
    let (calls, end) = replay.split_once(" calls, 40 steps: all came to the same bits\nstate hash    ").unwrap();
    assert!(
        calls.parse::<u32>().unwrap() > 400 && run.contains(&format!("\nstate hash    {}", end.trim_end())),
        "{replay}"
    );

    let json = std::fs::read_to_string(&file).unwrap();
    let last_step = json.rfind(r#"{"step":{"dt":0.016666668}}"#).unwrap();
    let mut other = json.clone();
    other.replace_range(last_step.., &json[last_step..].replacen("0.016666668", "0.0167", 1));
    let (settings, cut) = (json.replacen(r#""sub_steps":4"#, r#""sub_steps":0"#, 1), &json[..last_step]);
    let cases = [
        (&*other, "step 40, which is call "),
        (&*settings, "settings: sub_steps must be from 1 to 64, not 0"),
        (cut, "EOF while parsing a value at line 1 column "),
        ("{}", "missing field `settings`"),
    ];
    for (text, message) in cases {
        std::fs::write(&file, text).unwrap();
        let refused = testbed(&["replay", path]);
        assert!(!refused.status.success() && refused.stdout.is_empty(), "{message}");
        assert!(stderr(&refused).starts_with(&format!("error: {path}: {message}")), "{}", stderr(&refused));
    }
}

#[test]
fn no_steps_show_the_start() {
    let svg = scratch("start.svg");
    let text = stdout(&testbed(&["run", "polygon_demo", "--steps", "0", "--svg", svg.to_str().unwrap()]));
    assert!(text.contains("steps/s       0.0") && svg.exists(), "{text}");
}

#[test]
fn a_scene_file_runs() {
    let file = example("../scenes/examples/seesaw.json");
    let text = stdout(&testbed(&["run", &file, "--steps", "30"]));
    assert!(text.starts_with("seesaw: 30 steps of 1/60 s, 4 sub-steps each"), "{text}");
}

#[test]
fn failures_say_what_and_where_and_are_no_success() {
    let broken = scratch("broken.json");
    std::fs::write(&broken, "{\"name\": \"x\",\n \"bodies\": [{\"colliders\": [], \"mass\": 1}]}").unwrap();
    let broken = broken.to_str().unwrap();
    let cases: [(&[&str], &str); 9] = [
        (
            &["run", "no_such_scene"],
            "error: there is no scene and no file `no_such_scene`; the scenes are large_pyramid, ",
        ),
        (&["run", "no/such.json"], "error: no/such.json: "),
        (&["run", broken], "broken.json: line 2, column 36: bodies[0].mass: unknown field `mass`"),
        (
            &["run", "polygon_demo", "--steps", "1", "--png", "no/such/directory.png"],
            "error: cannot write no/such/directory.png: ",
        ),
        (&["pairs", "no/such.jsonl"], "error: no/such.jsonl: "),
        (&["pair", "no/such.json"], "error: no/such.json: "),
        (&["replay", "no/such.json"], "error: no/such.json: "),
        (
            &["pair", broken],
            "broken.json: column 9: unknown field `bodies`, expected one of `name`, `a`, `b`, `velocity`",
        ),
        (&["run", "polygon_demo", "--steps", "-1"], "error: "),
    ];
    for (arguments, message) in cases {
        let output = testbed(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("panicked"), "{arguments:?}");
    }
}

#[test]
fn pairs_come_from_a_file_or_from_standard_input() {
    let file = example("examples/pairs.jsonl");
    let from_file = stdout(&testbed(&["pairs", &file]));
    let mut program = Command::new(env!("CARGO_BIN_EXE_testbed"))
        .arg("pairs")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(String::from_utf8(program.wait_with_output().unwrap().stdout).unwrap(), from_file);
    let lines: Vec<&str> = from_file.lines().collect();
    assert_eq!(lines.len(), 8);
    assert!(lines[1].contains("\"relation\":\"touching\"") && lines[7].contains("\"error\":\"line 8: a.c[1]: NaN"));
}

#[test]
fn the_inspector_prints_every_axis_and_draws() {
    let svg = scratch("pair.svg");
    let text = stdout(&testbed(&["pair", &example("examples/pair.json"), "--svg", svg.to_str().unwrap()]));
    // Two axes of the box and three of the triangle.
    assert!(
        text.contains("\"a crate on the edge of a ramp\"") && text.contains("sweep    a moves by (1, -0.5)"),
        "{text}"
    );
    assert!((1..=5).all(|axis| text.contains(&format!("\n  {axis} edge"))), "{text}");
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg "));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_testbed"))
        .arg("pairs")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(program.stdout.take());
    let mut input = program.stdin.take().unwrap();
    // The program may be gone before all is written.
    let _ = input.write_all("{}\n".repeat(10_000).as_bytes());
    drop(input);
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", stderr(&output));
}
