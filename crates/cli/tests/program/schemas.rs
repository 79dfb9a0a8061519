//! The schemas in `docs/schemas` describe what is printed, all of it.

use crate::{CUT, INIT, corpus, folder, runlex, runlex_with};
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;

fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("JSON")
}

/// What is wrong with a value by a schema: the part of JSON Schema that the files use, and a member that they do not tell of.
fn breach(root: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    let schema = match schema["$ref"].as_str() {
        Some(name) => root.pointer(name.strip_prefix('#').expect("within the file")).expect("it is there"),
        None => schema,
    };
    let rules = schema.as_object().expect("a schema is an object");
    for (rule, told) in rules {
        let wrong = || Some(format!("{at}: {value} breaks {rule} {told}"));
        let list = || told.as_array().expect("a list");
        let found = match rule.as_str() {
            "$schema" | "$defs" | "title" | "description" | "properties" | "additionalProperties" => None,
            "type" => {
                let is = |name: &Value| is_of_type(value, name.as_str().expect("a name"));
                if told.is_array() && list().iter().any(is) || told.is_string() && is(told) {
                    None
                } else {
                    wrong()
                }
            }
            "const" => {
                if value == told {
                    None
                } else {
                    wrong()
                }
            }
            "enum" => {
                if list().contains(value) {
                    None
                } else {
                    wrong()
                }
            }
            "minimum" => {
                if value.as_f64().is_none_or(|number| number >= told.as_f64().expect("a number")) {
                    None
                } else {
                    wrong()
                }
            }
            "anyOf" => {
                if list().iter().any(|one| breach(root, one, value, at).is_none()) {
                    None
                } else {
                    wrong()
                }
            }
            "required" => {
                let lacks = |name: &&Value| value.get(name.as_str().expect("a name")).is_none();
                list().iter().find(lacks).map(|name| format!("{at}: no {name}"))
            }
            "items" => {
                let mut elements = value.as_array().into_iter().flatten().enumerate();
                elements.find_map(|(number, element)| breach(root, told, element, &format!("{at}/{number}")))
            }
            other => panic!("{other} is not understood here"),
        };
        if found.is_some() {
            return found;
        }
    }
    let members = value.as_object().filter(|_| rules.get("type").is_some_and(|kind| kind == "object"))?;
    members.iter().find_map(|(name, member)| {
        let at = format!("{at}/{name}");
        match rules.get("properties").and_then(|told| told.get(name)).or(rules.get("additionalProperties")) {
            Some(told) => breach(root, told, member, &at),
            None => Some(format!("{at} is told of nowhere")),
        }
    })
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    }
}

fn holds(schema: &Value, value: &Value, what: &str) {
    assert_eq!(breach(schema, schema, value, ""), None, "{what}");
}

#[test]
fn documents() {
    let everything = ["cases", "streams"].map(|name| corpus().join(name).to_str().expect("plain").to_owned());
    for (name, args) in [
        ("ls.json", &["ls"][..]),
        ("check.json", &["check"]),
        ("check.json", &["check", "--as", "amp-input"]),
        ("stats.json", &["stats"]),
        ("stats.json", &["stats", "--by", "file"]),
        ("stats.json", &["stats", "--by", "run"]),
        ("stats.json", &["stats", "--by", "session"]),
        ("stats.json", &["stats", "--by", "model"]),
        ("stats.json", &["stats", "--by", "dialect"]),
        ("stats.json", &["stats", "--by", "day"]),
        ("stats.json", &["stats", "--by", "tool"]),
        ("stats.json", &["stats", "--by", "type"]),
        ("tools.json", &["tools"]),
        ("tools.json", &["tools", "--calls"]),
        ("result.json", &["result"]),
        ("grep.json", &["grep", "."]),
        ("grep.json", &["grep", "-v", "e"]),
        ("grep.json", &["grep", "-c", "e"]),
        ("grep.json", &["grep", "-l", "e"]),
    ] {
        let words = args.iter().copied().chain(["-o", "json", "gone.jsonl"]);
        let ran = runlex(words.chain(everything.iter().map(String::as_str)));
        holds(&schema(name), &ran.json(), &format!("{args:?}"));
    }
    let ran = runlex_with(b"\xFF\xFE{\0}\0", &["check", "-o", "json", "-"]);
    holds(&schema("check.json"), &ran.json(), "UTF-16");
}

#[test]
fn items() {
    let schema = schema("cat.json");
    // What the corpus has none of.
    let more = "{\"type\":\"assistant\",\"session_id\":\"T-1\",\"message\":{\"role\":\"assistant\",\"content\":[7,{\"type\":\"thinking\",\"thinking\":\"hm\"}]}}\n";
    let place = folder(&[("cut.jsonl", &format!("{INIT}{more}{CUT}"))]);
    let paths = [corpus().join("cases"), corpus().join("streams"), place.path().to_path_buf()];
    let out = runlex(["cat".into()].into_iter().chain(paths.map(std::path::PathBuf::into_os_string))).out;
    let mut kinds = Map::new();
    for line in out.lines() {
        let item: Value = serde_json::from_str(line).expect("JSON");
        holds(&schema, &item, line);
        kinds.insert(item["kind"].as_str().expect("a kind").to_owned(), Value::Null);
    }
    // So are those of other verbs, and those in a document.
    let name = place.path().join("cut.jsonl");
    let name = name.to_str().expect("plain");
    for verb in ["cat", "show", "text", "tail"] {
        let document = runlex([verb, "-o", "json", name]).json();
        let mut keys: Vec<&str> =
            document.as_object().expect("an object").keys().map(String::as_str).collect();
        keys.sort();
        assert_eq!(
            (keys, &document["schema_version"]),
            (vec!["items", "schema_version"], &1.into()),
            "{verb}"
        );
        let items = document["items"].as_array().expect("a list");
        assert!(!items.is_empty() || verb == "text");
        items.iter().for_each(|item| holds(&schema, item, verb));
    }
    for line in
        runlex(["text".as_ref(), "-o".as_ref(), "ndjson".as_ref(), corpus().join("streams").as_os_str()])
            .out
            .lines()
    {
        holds(&schema, &serde_json::from_str(line).expect("JSON"), line);
    }
    // Each kind is held against it.
    let all = schema.pointer("/properties/kind/enum").and_then(Value::as_array).expect("a list").len();
    assert!(kinds.len() == all, "{:?}", kinds.keys().collect::<Vec<_>>());
}

/// The judge finds what is wrong.
#[test]
fn the_judge_sees() {
    let schema = schema("ls.json");
    let sound =
        runlex(["ls".as_ref(), "-o".as_ref(), "json".as_ref(), corpus().join("streams/amp").as_os_str()])
            .json();
    for (place, value) in [
        ("/schema_version", 2.into()),
        ("/runs/0/line", (-1).into()),
        ("/runs/0/line", "1".into()),
        ("/runs/0/outcome", "good".into()),
        ("/runs/0/usage/bound", Value::Null),
        ("/runs/0/tools", serde_json::json!({"Bash": {}})),
        ("/runs/0/models", serde_json::json!([1])),
    ] {
        let mut damaged = sound.clone();
        *damaged.pointer_mut(place).expect(place) = value;
        assert!(breach(&schema, &schema, &damaged, "").is_some(), "{place}");
    }
    let mut damaged = sound;
    damaged["runs"][0]["more"] = true.into();
    assert!(breach(&schema, &schema, &damaged, "").is_some());
}
