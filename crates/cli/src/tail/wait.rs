//! Waiting for more, but not for long: signals and deadlines are looked at in between, and whether anybody still reads.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

/// So long is waited at once. Where nothing tells of more (a file), it is also how late it is seen.
pub(super) const LOOK: Duration = Duration::from_millis(50);

/// A pipe that says [`WouldBlock`](io::ErrorKind::WouldBlock) when nothing came for [`LOOK`].
pub(super) struct Pipe<S>(pub(super) S);

/// Says [`TimedOut`](io::ErrorKind::TimedOut) now and then while bytes come: so that signals and deadlines are looked at also in a line
/// that does not end.
pub(super) struct Paced<S> {
    source: S,
    since: Instant,
}

impl<S> Paced<S> {
    pub(super) fn new(source: S) -> Paced<S> {
        Paced { source, since: Instant::now() }
    }
}

impl<S: Read> Read for Paced<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.since.elapsed() >= LOOK {
            self.since = Instant::now();
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.source.read(buffer)
    }
}

/// Opens a file to read; a named pipe without waiting for who writes.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    options.read(true).open(path)
}

#[cfg(unix)]
pub(super) use on_unix::{Readable, pause, stdin};

#[cfg(unix)]
mod on_unix {
    use super::LOOK;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;
    use std::fs::File;
    use std::io;
    use std::os::fd::AsFd;
    use std::time::Duration;

    pub(in crate::tail) trait Readable: io::Read + AsFd {}
    impl<S: io::Read + AsFd> Readable for S {}

    /// Standard input itself: nothing of it may wait in a buffer where [`wait`] does not see it.
    pub(in crate::tail) fn stdin() -> io::Result<File> {
        Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
    }

    /// Waits until there is something to read, and tells whether there is.
    ///
    /// # Errors
    ///
    /// [`BrokenPipe`](io::ErrorKind::BrokenPipe) when nobody reads standard output any more.
    pub(super) fn wait(source: &impl AsFd) -> io::Result<bool> {
        let out = io::stdout();
        let mut fds = [PollFd::new(&out, PollFlags::empty()), PollFd::new(source, PollFlags::IN)];
        wait_for(&mut fds, LOOK)?;
        Ok(!fds[1].revents().is_empty())
    }

    /// Does nothing for so long.
    ///
    /// # Errors
    ///
    /// [`BrokenPipe`](io::ErrorKind::BrokenPipe) when nobody reads standard output any more.
    pub(in crate::tail) fn pause(time: Duration) -> io::Result<()> {
        let out = io::stdout();
        wait_for(&mut [PollFd::new(&out, PollFlags::empty())], time)
    }

    fn wait_for(fds: &mut [PollFd<'_>], time: Duration) -> io::Result<()> {
        let time = Timespec::try_from(time).map_err(io::Error::other)?;
        match poll(fds, Some(&time)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        match fds[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            true => Err(io::ErrorKind::BrokenPipe.into()),
            false => Ok(()),
        }
    }
}

#[cfg(unix)]
impl<S: Readable> Read for Pipe<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match on_unix::wait(&self.0)? {
            true => self.0.read(buffer),
            false => Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}

#[cfg(not(unix))]
pub(super) use elsewhere::{Readable, pause, stdin};

/// Without a way to ask whether something is there, a read waits as long as it takes.
#[cfg(not(unix))]
mod elsewhere {
    use std::io;
    use std::time::Duration;

    pub(in crate::tail) trait Readable: io::Read {}
    impl<S: io::Read> Readable for S {}

    pub(in crate::tail) fn stdin() -> io::Result<io::StdinLock<'static>> {
        Ok(io::stdin().lock())
    }

    pub(in crate::tail) fn pause(time: Duration) -> io::Result<()> {
        std::thread::sleep(time);
        Ok(())
    }
}

#[cfg(not(unix))]
impl<S: Readable> Read for Pipe<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}
