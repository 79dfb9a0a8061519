//! Many files, or one large one, over the threads.

use crate::aggregate::Aggregate;
use crate::ahead::Ahead;
use crate::batch::{Batches, Context, Feed, Lane};
use crate::file::{Piece, Plan, Reading};
use crate::info::FileInfo;
use crate::join::{Joined, Part};
use crate::outcome::{FileError, Outcome};
use crate::range;
use crate::read_at::ReadAt;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use runlex_core::{At, Options, Record};
use std::collections::VecDeque;
use std::error::Error;
use std::fmt;
use std::io::{self, Read};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Bytes of a part of a large file: enough that joining the parts costs little, few enough that all threads have some.
const CUT: u64 = 32 << 20;
/// More threads than this are not started unless asked for: files on disks rarely feed them.
const MOST_THREADS: usize = 8;
/// So many pieces for each thread may be on their way, or wait for one before them.
const PIECES: usize = 8;
/// So many files for each thread may be on their way, or wait for one before them.
const FILES: usize = 64;
/// A thread is handed small files together, up to so many and so many bytes: to wake it costs as much as to read some KB.
const TOGETHER: usize = 16;
const TOGETHER_BYTES: u64 = 4 << 20;

/// How regular files are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Io {
    /// Read into buffers that are used again.
    #[default]
    Auto,
    /// Map files into memory where that can be done, and else read. This is the user's word that nobody changes them: **a mapped
    /// file that is shortened meanwhile ends the process** (SIGBUS), and one that is written to may give lines that were never in
    /// it. One large file is read somewhat quicker so, many small ones on several threads are not.
    Mmap,
}

/// Reads files, in parallel, to one result each.
///
/// Large files are cut into parts at newlines; files that are compressed, pipes and standard input are read by one thread, in
/// order. What comes out is the same for any number of threads and any cut.
#[derive(Clone)]
pub struct Scan<'s> {
    files: Vec<FileInfo>,
    reading: Reading<'s>,
    /// It was said where to cut.
    has_cut: bool,
    threads: usize,
}

/// Why a scan came to no end. What is wrong with a file is not here: that is told in its [`Outcome`].
#[derive(Debug)]
pub enum ScanError {
    /// Not a single thread could be started.
    Threads(ThreadPoolBuildError),
    /// The flag given to [`Scan::cancel`] was set.
    Cancelled,
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScanError::Threads(error) => {
                write!(f, "no thread could be started ({error}); allow the process more memory or threads")
            }
            ScanError::Cancelled => write!(f, "the scan was cancelled"),
        }
    }
}

impl Error for ScanError {}

impl fmt::Debug for Scan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scan")
            .field("files", &self.files)
            .field("io", &self.reading.io)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl<'s> Scan<'s> {
    /// A scan of nothing yet. `options` say with which kernel and mode lines are checked, which names are noted, and how long a
    /// line may be.
    pub fn new(options: Options<'static>) -> Scan<'s> {
        let context = Context { options, progress: None, cancel: None };
        let reading = Reading { context, io: Io::Auto, cut: CUT, max_unpacked: u64::MAX };
        Scan { files: Vec::new(), reading, has_cut: false, threads: 0 }
    }

    /// What is read, in the order in which results come.
    pub fn files(mut self, files: Vec<FileInfo>) -> Scan<'s> {
        self.files = files;
        self
    }

    /// How regular files are read.
    pub fn io(mut self, io: Io) -> Scan<'s> {
        self.reading.io = io;
        self
    }

    /// So many threads; 0, the default, for as many as the machine can run at once, but not more than 8.
    pub fn threads(mut self, threads: usize) -> Scan<'s> {
        self.threads = threads;
        self
    }

    /// Large files are cut into parts of so many bytes, at least 1, and finer towards their ends. By default 32 MiB, and not at all
    /// where there is one thread. The answer does not depend on it.
    pub fn cut(mut self, bytes: u64) -> Scan<'s> {
        (self.reading.cut, self.has_cut) = (bytes.max(1), true);
        self
    }

    /// A compressed file that unpacks to more than this is not read further. No cap by default.
    pub fn max_unpacked(mut self, bytes: u64) -> Scan<'s> {
        self.reading.max_unpacked = bytes;
        self
    }

    /// Is told how many more bytes were read, as they lie on the disk, by any thread: some 256 KiB a call.
    pub fn progress(mut self, progress: &'s (dyn Fn(u64) + Sync)) -> Scan<'s> {
        self.reading.context.progress = Some(progress);
        self
    }

    /// Once `flag` is set, [`run`](Self::run) and [`range`](Self::range) come to an end with the next batch. A thread that waits
    /// for a pipe goes on waiting.
    pub fn cancel(mut self, flag: &'s AtomicBool) -> Scan<'s> {
        self.reading.context.cancel = Some(flag);
        self
    }

    /// Reads all files. `make` begins an aggregate for a part of a file, on any thread; `each` is handed a file with what became
    /// of it, on this thread, in the order of the files and as soon as those before are through.
    ///
    /// Aggregates that wait: at most 8 parts and 64 files for each thread. Open files: one for each thread, and one.
    ///
    /// # Errors
    ///
    /// If no thread can be started, or the scan is cancelled; files that were not handed to `each` yet then never are. What
    /// is wrong with a file is told in its [`Outcome`] and costs that file only.
    ///
    /// # Panics
    ///
    /// If `make` or the aggregate does.
    pub fn run<A, M>(
        mut self,
        make: M,
        mut each: impl FnMut(FileInfo, Outcome<A::Output>),
    ) -> Result<(), ScanError>
    where
        A: Aggregate,
        A::Output: Send,
        M: Fn(&FileInfo) -> A + Sync,
    {
        let pool = pool(self.threads)?;
        let threads = pool.current_num_threads();
        // Parts that one thread reads one after the other would be merged for nothing.
        if threads == 1 && !self.has_cut {
            self.reading.cut = u64::MAX;
        }
        let crew = Crew { reading: self.reading, make, lanes: Mutex::default() };
        let mut files = self.files.into_iter().peekable();
        let (send, told) = channel();
        let mut desk = Desk { waiting: VecDeque::new(), first: 0, told };
        pool.in_place_scope(|scope| {
            let mut open: Option<Open<A>> = None;
            let mut tasks = 0;
            loop {
                while tasks < threads * PIECES && !crew.reading.context.is_cancelled() {
                    if open.is_none() && desk.waiting.len() < threads * FILES {
                        open = files.next().map(|info| Open::new(info, desk.add(), crew.reading.cut));
                    }
                    let Some(file) = &mut open else { break };
                    let mut task = vec![file.piece()];
                    if file.next == file.plan.pieces() {
                        let cut = crew.reading.cut;
                        let mut bytes = small(&file.slot.info, cut);
                        open = None;
                        // Towards the end alone, so that no thread has the last ones for itself.
                        let most = TOGETHER.min(files.len() / (threads * 4));
                        let room = (threads * FILES).saturating_sub(desk.waiting.len());
                        while task.len() < most.min(room + 1)
                            && let Some(more) = files.next_if(|info| {
                                bytes = bytes.saturating_add(small(info, cut));
                                bytes <= TOGETHER_BYTES
                            })
                        {
                            task.push(Open::new(more, desk.add(), cut).piece());
                        }
                    }
                    tasks += 1;
                    let (crew, mut tell) = (&crew, Tell::new(&send));
                    scope.spawn(move |_| crew.work(task, &mut tell));
                }
                // All that was begun is through, and nothing more is to be begun.
                if tasks == 0 {
                    break;
                }
                match desk.told.recv() {
                    Ok(Told::Done { placed, files }) => {
                        tasks -= placed;
                        files.into_iter().for_each(|file| desk.put(file));
                    }
                    // The panic goes on when the scope ends.
                    Ok(Told::Panicked) | Err(_) => break,
                }
                while let Some((info, outcome)) = desk.next() {
                    if !crew.reading.context.is_cancelled() {
                        each(info, outcome);
                    }
                }
            }
        });
        match crew.reading.context.is_cancelled() {
            true => Err(ScanError::Cancelled),
            false => Ok(()),
        }
    }

    /// Reads a stream in order to its end, on this thread, unpacked if it is compressed: as a file that is a pipe is read.
    ///
    /// # Panics
    ///
    /// If the aggregate does.
    pub fn stream<A: Aggregate>(&self, source: impl Read, aggregate: A) -> Outcome<A::Output> {
        let mut part = Part::new(aggregate);
        self.reading.stream(&mut Lane::default(), source, &mut part);
        part.finish()
    }

    /// Hands the records of a stream that begins at `at` to `each`, in order, on this thread, until it breaks off; another thread
    /// reads ahead. `wait` is called whenever more is wanted, with what waits for it and tells how many bytes came: it can do
    /// something before and behind, end the stream with 0, or break off with an error of its own.
    ///
    /// For regular files: what is begun to be read is waited for, and small streams take longer so. Nothing is unpacked. Memory: five buffers
    /// of 320 KiB, one of which grows to the longest line. Nothing is allocated for a line.
    ///
    /// # Errors
    ///
    /// Those of the source, behind all lines that were read before; [`io::ErrorKind::OutOfMemory`] if there is no memory for a
    /// line; those of `wait`.
    pub fn ahead(
        &self,
        mut source: impl Read + Send,
        at: At,
        mut wait: impl FnMut(&mut dyn FnMut() -> io::Result<usize>) -> io::Result<usize>,
        mut each: impl FnMut(&Record<'_, '_>) -> ControlFlow<()>,
    ) -> Result<(), FileError> {
        let context = &self.reading.context;
        let done = thread::scope(|scope| {
            let (ahead, reading) = Ahead::new(&mut wait);
            let source = &mut source;
            let reader = thread::Builder::new().name("runlex-read-ahead".to_owned());
            reader.spawn_scoped(scope, move || reading.run(source)).ok()?;
            // With its end of the stream, which lets the thread end.
            Some(drain(context, Feed::Ahead(ahead), at, &mut each))
        });
        // Where there is no room for a thread this one reads.
        done.unwrap_or_else(|| drain(context, Feed::Reader(&mut Waiting { source, wait }), at, &mut each))
    }

    /// Observes the lines that begin in `range`, on this thread. A line that begins in it is read to its end, however far that
    /// lies behind the range, so ranges that make up a whole give each line once. This is the piece of work that an engine
    /// over many machines hands out: merge the aggregates in the order of ranges.
    ///
    /// Nothing is unpacked here. Of a source in UTF-16 the range with its start has the only record.
    ///
    /// # Errors
    ///
    /// Those of the source; [`io::ErrorKind::OutOfMemory`] if there is no memory for a line; when the scan is cancelled.
    pub fn range<A: Aggregate>(
        &self,
        source: &dyn ReadAt,
        range: Range<u64>,
        mut aggregate: A,
    ) -> io::Result<A> {
        let reached =
            range::of_any(&self.reading.context, &mut Lane::default(), source, range, &mut aggregate);
        reached.end.map(|_| aggregate)
    }
}

/// Hands out what a feed gives from `at` on.
fn drain(
    context: &Context<'_>,
    feed: Feed<'_>,
    at: At,
    each: &mut impl FnMut(&Record<'_, '_>) -> ControlFlow<()>,
) -> Result<(), FileError> {
    let mut lane = Lane::default();
    let mut batches = Batches::new(context, &mut lane, feed, at, u64::MAX);
    let read = batches.observe(each);
    read.map(drop).map_err(|cause| FileError { at: Some(batches.at()), cause })
}

/// A source that is waited for.
struct Waiting<R, W> {
    source: R,
    wait: W,
}

impl<R: Read, W: FnMut(&mut dyn FnMut() -> io::Result<usize>) -> io::Result<usize>> Read for Waiting<R, W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (self.wait)(&mut || self.source.read(buffer))
    }
}

/// As many threads as are asked for, or fewer where there is no room for them.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, ScanError> {
    let mut threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS),
        threads => threads,
    };
    loop {
        let name = |thread| format!("runlex-scan-{thread}");
        match ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build() {
            Err(_) if threads > 1 => threads /= 2,
            built => return built.map_err(ScanError::Threads),
        }
    }
}

/// What all threads share.
struct Crew<'s, M> {
    reading: Reading<'s>,
    make: M,
    /// Those that no thread uses now.
    lanes: Mutex<Vec<Lane>>,
}

/// A file whose parts are on their way.
struct Slot<A> {
    /// Its place in the order.
    number: usize,
    info: FileInfo,
    joined: Joined<A>,
}

/// A file that is through.
struct Done<T> {
    number: usize,
    info: FileInfo,
    outcome: Outcome<T>,
}

/// What a thread tells.
enum Told<T> {
    Done {
        /// So many tasks are over by that: the piece is in its place, or the files are through.
        placed: usize,
        files: Vec<Done<T>>,
    },
    Panicked,
}

/// A piece of a file, with its number.
type Task<A> = (Arc<Slot<A>>, usize, Piece);

impl<M> Crew<'_, M> {
    /// One piece, or several whole files.
    fn work<A: Aggregate>(&self, task: Vec<Task<A>>, tell: &mut Tell<A::Output>)
    where
        M: Fn(&FileInfo) -> A,
    {
        let mut lane = lock(&self.lanes).pop().unwrap_or_default();
        let mut files = Vec::with_capacity(task.len());
        for (slot, number, piece) in task {
            let part = (!slot.joined.has_failed())
                .then(|| self.reading.read(&mut lane, &slot.info, piece, (self.make)(&slot.info)));
            let placed = || tell.send(Told::Done { placed: 1, files: Vec::new() });
            if let Some(whole) = slot.joined.add(number, part, placed) {
                let (number, info) = (slot.number, slot.info.clone());
                files.push(Done { number, info, outcome: whole.finish() });
            }
        }
        lock(&self.lanes).push(lane);
        tell.last(Told::Done { placed: usize::from(!files.is_empty()), files });
    }
}

/// A thread that panicked left nothing half done: what it held is not used again.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bytes of a file that may be read along with others: one that is not cut, and makes nobody wait.
fn small(file: &FileInfo, cut: u64) -> u64 {
    file.len().filter(|len| *len <= cut && !file.is_stream()).unwrap_or(u64::MAX)
}

/// A file of which not all pieces are begun.
struct Open<A> {
    slot: Arc<Slot<A>>,
    plan: Plan,
    next: usize,
}

impl<A: Aggregate> Open<A> {
    fn new(info: FileInfo, number: usize, cut: u64) -> Open<A> {
        let plan = Plan::of(&info, cut);
        let joined = Joined::new(plan.pieces());
        Open { slot: Arc::new(Slot { number, info, joined }), plan, next: 0 }
    }

    /// The next one.
    fn piece(&mut self) -> Task<A> {
        let number = self.next;
        self.next += 1;
        (Arc::clone(&self.slot), number, self.plan.piece(number))
    }
}

/// Where files that are through wait for those before them.
struct Desk<T> {
    waiting: VecDeque<Option<Done<T>>>,
    /// The number of the file at the front.
    first: usize,
    told: Receiver<Told<T>>,
}

impl<T> Desk<T> {
    /// The number of a file that is begun.
    fn add(&mut self) -> usize {
        self.waiting.push_back(None);
        self.first + self.waiting.len() - 1
    }

    fn put(&mut self, file: Done<T>) {
        if let Some(place) = self.waiting.get_mut(file.number - self.first) {
            *place = Some(file);
        }
    }

    /// The next in order, if it is through.
    fn next(&mut self) -> Option<(FileInfo, Outcome<T>)> {
        let done = self.waiting.front_mut()?.take()?;
        self.waiting.pop_front();
        self.first += 1;
        Some((done.info, done.outcome))
    }
}

/// Tells the desk, also of a panic: it would wait for ever.
struct Tell<T> {
    send: Sender<Told<T>>,
    has_told: bool,
}

impl<T> Tell<T> {
    fn new(send: &Sender<Told<T>>) -> Tell<T> {
        Tell { send: send.clone(), has_told: false }
    }

    fn send(&self, told: Told<T>) {
        // The desk is closed only when another thread panicked.
        _ = self.send.send(told);
    }

    /// Nothing is left to be done.
    fn last(&mut self, told: Told<T>) {
        self.has_told = true;
        self.send(told);
    }
}

impl<T> Drop for Tell<T> {
    fn drop(&mut self) {
        if !self.has_told {
            _ = self.send.send(Told::Panicked);
        }
    }
}
