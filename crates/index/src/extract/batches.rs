//! Batches that one thread makes and another takes.

use super::ExtractError;
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

/// Batches that wait for who takes them.
const WAITING: usize = 4;

/// Rows, batch by batch, as they are read. An error is of one file most often: go on for the others.
///
/// Dropped, it has the threads end and waits for them.
#[derive(Debug)]
pub struct Batches {
    schema: SchemaRef,
    /// Until it is dropped.
    receive: Option<Receiver<Result<RecordBatch, ExtractError>>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Who takes them.
#[derive(Clone)]
pub(crate) struct Taker {
    send: SyncSender<Result<RecordBatch, ExtractError>>,
    /// Set when nobody does any more: what is left need not be read.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Taker {
    /// Waits until there is room for it. False if nobody takes it.
    pub(crate) fn send(&self, batch: Result<RecordBatch, ExtractError>) -> bool {
        let is_taken = self.send.send(batch).is_ok();
        if !is_taken {
            self.stop.store(true, Ordering::Relaxed);
        }
        is_taken
    }
}

impl Batches {
    /// Those that `make` makes, on a thread of its own.
    pub(crate) fn of(
        schema: SchemaRef,
        make: impl FnOnce(&Taker) -> Result<(), ExtractError> + Send + 'static,
    ) -> Result<Batches, ExtractError> {
        let (send, receive) = sync_channel(WAITING);
        let stop = Arc::new(AtomicBool::new(false));
        let taker = Taker { send, stop: stop.clone() };
        let thread = thread::Builder::new().name("runlex-batches".to_owned()).spawn(move || {
            if let Err(error) = make(&taker) {
                taker.send(Err(error));
            }
        });
        let thread = Some(thread.map_err(ArrowError::from)?);
        Ok(Batches { schema, receive: Some(receive), stop, thread })
    }

    /// The columns.
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ExtractError>;

    /// Waits for the next one. Does not panic: who takes batches may be no Rust.
    fn next(&mut self) -> Option<Self::Item> {
        let next = self.receive.as_ref()?.recv().ok();
        if next.is_none()
            && let Some(Err(_)) = self.thread.take().map(JoinHandle::join)
        {
            return Some(Err(ExtractError::Panicked));
        }
        next
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // Who waits to send sees that nobody takes it.
        self.receive = None;
        if let Some(thread) = self.thread.take() {
            _ = thread.join();
        }
    }
}
