//! Inputs too large to keep in the repository: what the corpus's `*.gen.py` write, by the same steps.

/// The bytes of the generated case of this name. The manifest's sum tells whether they are the right ones.
pub(crate) fn bytes(name: &str) -> Option<Vec<u8>> {
    match name.get(..3)? {
        "086" => Some(image_line()),
        "089" => Some(open_arrays()),
        "090" => Some(cut_pipe()),
        "093" => Some(blanks()),
        "094" => Some(nul_tail()),
        _ => None,
    }
}

fn image_line() -> Vec<u8> {
    let head = r#"{"type":"system","subtype":"init","cwd":"/w","session_id":"S-0901","tools":[],"mcp_servers":[]}
{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":""#;
    let tail = r#""}},{"type":"text","text":"what is it"}]},"session_id":"S-0901"}
{"type":"assistant","message":{"id":"m-1","role":"assistant","content":[{"type":"text","text":"a wall"}],"usage":{"input_tokens":1500,"output_tokens":4}},"session_id":"S-0901"}
{"type":"result","subtype":"success","is_error":false,"num_turns":1,"duration_ms":9,"result":"a wall","session_id":"S-0901"}
"#;
    [head, &"QUJD".repeat(3_000_000), tail].concat().into_bytes()
}

fn open_arrays() -> Vec<u8> {
    let head = r#"{"type":"system","subtype":"init","session_id":"S-0904"}
{"type":"user","session_id":"S-0904","message":"#;
    let tail = r#"
{"type":"result","subtype":"success","is_error":false,"result":"still here","session_id":"S-0904"}
"#;
    [head, &"[".repeat(200_000), tail].concat().into_bytes()
}

fn cut_pipe() -> Vec<u8> {
    let mut text = r#"{"type":"system","subtype":"init","session_id":"S-0905"}"#.to_owned();
    for i in 0..400 {
        let part = format!("part {i} ").repeat(1 + i % 9);
        text += &format!(
            "\n{{\"type\":\"assistant\",\"session_id\":\"S-0905\",\"message\":{{\"id\":\"m-{i}\",\"role\":\"assistant\",\
             \"content\":[{{\"type\":\"text\",\"text\":\"{part}\"}}],\
             \"usage\":{{\"input_tokens\":{i},\"output_tokens\":1}}}}}}"
        );
    }
    text.truncate(65_536);
    text.into_bytes()
}

fn blanks() -> Vec<u8> {
    let result =
        r#"{"type":"result","subtype":"success","is_error":false,"result":"here","session_id":"S-0908"}"#;
    [
        &"\n".repeat(100_000),
        "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"S-0908\"}\n",
        &" ".repeat(1_000_000),
        "\n",
        &" ".repeat(70_000),
        result,
        &"\t".repeat(70_000),
        "\r\n",
        &"\r\n".repeat(100_000),
    ]
    .concat()
    .into_bytes()
}

fn nul_tail() -> Vec<u8> {
    let mut bytes = Vec::new();
    for i in 0..50 {
        let line = format!(
            r#"{{"type":"user","session_id":"S-0909","message":{{"role":"user","content":"line {i}"}}}}"#
        );
        bytes.extend(line.into_bytes());
        if i == 20 {
            bytes.extend([0; 9_216]);
        }
        bytes.push(b'\n');
    }
    bytes.extend([0; 146_432]);
    bytes
}
