//! P14: failures are items, and never taken for the agent's words.

use crate::{FAILED, INIT, stream};
use runlex::{At, Failure, FailureKind, Incoming, Limits, Reader, Records, run};
use std::io::{self, Read};
use std::time::Duration;

struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("pipe burst")),
            got => Ok(got),
        }
    }
}

#[test]
fn p14_a_source_that_fails_is_an_item() {
    let text = stream(&[INIT]) + "{\"half";
    let mut live = Reader::new(Broken(text.as_bytes())).live(Limits::default(), || Duration::ZERO);
    assert!(matches!(live.next(), Some(Incoming::Record(_))));
    let Some(Incoming::Synthetic(failure)) = live.next() else { panic!("a failure") };
    assert_eq!(failure.kind, FailureKind::TransportError);
    assert_eq!(failure.at, At { offset: INIT.len() as u64 + 1, line: 2 });
    assert_eq!(
        failure.to_string(),
        format!("transport_error: reading failed at byte {}: pipe burst", failure.at.offset)
    );
    assert!(live.next().is_none());
    let failure = run(Broken(text.as_bytes())).expect_err("a failure");
    assert_eq!(failure.kind, FailureKind::TransportError);
}

#[test]
fn p14_a_failed_result_is_from_the_wire() {
    let result = run(FAILED.as_bytes()).expect("a result is no failure, whatever it says");
    assert!(!result.is_ok());
    assert_eq!(result.text.as_deref(), Some("no network"));
    assert_eq!(result.line.as_bytes(), FAILED.as_bytes());
}

#[test]
fn p14_kinds_have_the_names_of_the_sdk() {
    let names: Vec<&str> = FailureKind::ALL.iter().map(|kind| kind.as_str()).collect();
    let want = "parse_error invalid_message no_result stream_timeout run_deadline_exceeded stream_start_failed \
                transport_error transport_exit cli_not_found auth_error execution_failed unknown";
    assert_eq!(names.join(" "), want);
    let own = Failure::new(FailureKind::AuthError, At::START, "log in again");
    assert_eq!(own.to_string(), "auth_error: log in again");
}
