//! `runlex index`: what is known of files, kept in a folder.

use crate::Exit;
use crate::args::{Index as Args, IndexVerb, Output};
use crate::indexed;
use crate::inputs;
use crate::interrupt;
use crate::layout::{Grid, Heading};
use crate::message::{self, Kind};
use crate::progress::Progress;
use crate::read::options;
use crate::show::{self, complain, counted, thousands, visible};
use anyhow::Result;
use runlex_index::{Index, Summary, Table, Update};
use serde::Serialize;
use std::borrow::Cow;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) fn run(args: &Args, exit: &mut Exit) -> Result<()> {
    match (&args.verb, &args.to) {
        (Some(IndexVerb::Verify { index }), _) => {
            let verified = runlex_index::verify(index).map_err(Into::into);
            indexed::tell(verified.and_then(|index| verdict(&index)), exit)
        }
        (Some(IndexVerb::Compact { index }), _) => {
            let compacted = runlex_index::compact(index, |owner| wait(index, owner));
            indexed::tell(compacted.map_err(Into::into), exit)
        }
        (Some(IndexVerb::Info { index, sql, output }), _) => {
            indexed::ask(
                index,
                exit,
                |index, _| {
                    if *sql { print(&index.sql()?) } else { info(index, *output) }
                },
            )
        }
        (None, Some(folder)) => {
            let updated = update(args, folder, exit);
            indexed::tell(updated, exit)
        }
        // The command line has one of them.
        (None, None) => Ok(()),
    }
}

fn update(args: &Args, folder: &Path, exit: &mut Exit) -> Result<()> {
    let checking = &args.checking;
    let update = Update::new(folder)
        .paths(&args.paths)
        .options(options(checking))
        .io(args.threading.io.into())
        .threads(args.threading.threads.unwrap_or(0).into())
        .max_unpacked(checking.max_unpacked)
        .verify(args.verify);
    // Not asked for is not asked away.
    let update = if args.with_text { update.with_text(true) } else { update };
    let prepared = update.prepare(|owner| wait(folder, owner))?;
    let progress = Progress::of(checking.quiet, Some(prepared.bytes()));
    let stop = AtomicBool::new(false);
    let add = |bytes| {
        progress.add(bytes);
        if interrupt::is_asked() {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let done = prepared.run(&add, &stop);
    progress.finish();
    let summary = match done {
        Err(_) if stop.load(Ordering::Relaxed) => {
            complain("interrupted: the index is as it was");
            exit.raise(interrupt::exit());
            return Ok(());
        }
        done => done?,
    };
    for error in &summary.not_searched {
        message::error(Kind::Input, &format!("{error}; what the index has of it stays"));
        exit.raise(Exit::InputOrOutputError);
    }
    for (path, error) in &summary.failed {
        message::error_at(Kind::Input, path, &format!("{error}; it is not in the index"));
        exit.raise(Exit::InputOrOutputError);
    }
    if summary.files == 0 && summary.failed.is_empty() && summary.not_searched.is_empty() {
        message::error(Kind::Input, inputs::NO_FILES);
        exit.raise(Exit::InputOrOutputError);
    }
    if checking.quiet {
        return Ok(());
    }
    if let Some(remark) = inputs::remark(summary.left_out) {
        complain(&remark);
    }
    if let Some(why) = summary.rebuilt {
        complain(&format!("{}: {why}, so all files were read", folder.display()));
    }
    print(&format!("{}\n", what_was_done(&summary, folder)))
}

fn wait(folder: &Path, owner: &str) {
    let owner = if owner.is_empty() { "another process" } else { owner };
    complain(&format!("{}: {owner} writes to this index; waiting until it is through", folder.display()));
}

/// In one line.
fn what_was_done(summary: &Summary, folder: &Path) -> String {
    let Summary { read, appended, unchanged, removed, moved, .. } = *summary;
    let parts = [
        (read, "read"),
        (appended, "read on"),
        (unchanged - moved.min(unchanged), "as before"),
        (moved, "moved"),
        (removed, "gone"),
    ];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, what)| format!("{} {what}", thousands(count))).collect();
    format!(
        "{}: {}{}{}; the index has {} bytes",
        visible(&folder.to_string_lossy()),
        counted(summary.files, "file", "files"),
        if parts.is_empty() { "" } else { ": " },
        parts.join(", "),
        thousands(summary.bytes),
    )
}

fn verdict(index: &Index) -> Result<()> {
    let lines = index.files()?.map(|file| file.lines()).sum();
    print(&format!(
        "{}: whole: {}, {}\n",
        visible(&index.folder().to_string_lossy()),
        counted(index.files()?.len() as u64, "file", "files"),
        counted(lines, "line", "lines"),
    ))
}

/// What is in an index; a document of `-o json`, described in `docs/index-format.md`.
#[derive(Serialize)]
struct Info<'i> {
    schema_version: u32,
    commit: u64,
    roots: Vec<Cow<'i, str>>,
    files: u64,
    lines: u64,
    bytes: u64,
    failed: Vec<Failed<'i>>,
    index_bytes: u64,
    saved_bytes: u64,
    tables: Vec<Size>,
}

#[derive(Serialize)]
struct Failed<'i> {
    path: Cow<'i, str>,
    error: &'i str,
}

#[derive(Serialize)]
struct Size {
    table: &'static str,
    rows: u64,
    bytes: u64,
    segments: u64,
}

impl Info<'_> {
    fn of(index: &Index) -> Result<Info<'_>> {
        let tables = Table::ALL.map(|table| {
            let (rows, bytes, segments) = index.size_of(table);
            Size { table: table.as_str(), rows, bytes, segments }
        });
        let saved_bytes = index.size_of_saved();
        let failed = index.failed().map(|(path, error)| Failed { path: path.to_string_lossy(), error });
        Ok(Info {
            schema_version: 1,
            commit: index.commit(),
            roots: index.roots().map(|root| root.to_string_lossy()).collect(),
            files: index.files()?.len() as u64,
            lines: index.files()?.map(|file| file.lines()).sum(),
            bytes: index.files()?.map(|file| file.bytes()).sum(),
            failed: failed.collect(),
            index_bytes: index.bytes(),
            saved_bytes,
            tables: tables.into(),
        })
    }
}

fn info(index: &Index, output: Output) -> Result<()> {
    let info = Info::of(index)?;
    let mut out = show::stdout(output);
    if output.is_json() {
        serde_json::to_writer(&mut out, &info)?;
        writeln!(out)?;
        out.flush()?;
        return Ok(());
    }
    let counts = [
        ("files", info.files),
        ("files that could not be read", info.failed.len() as u64),
        ("their lines", info.lines),
        ("their bytes", info.bytes),
        ("bytes of the index", info.index_bytes),
        ("commit", info.commit),
    ];
    let mut grid = Grid::new(&[Heading::text("what"), Heading::number("count")]);
    counts.iter().for_each(|(what, count)| grid.row(&[what, &thousands(*count)]));
    show::write_section(&mut out, &grid)?;
    let headings = ["rows", "bytes", "segments"].map(Heading::number);
    let mut grid = Grid::new(&[&[Heading::text("table")][..], &headings].concat());
    for Size { table, rows, bytes, segments } in &info.tables {
        grid.row(&[table, &thousands(*rows), &thousands(*bytes), &thousands(*segments)]);
    }
    grid.row(&[&"(saved)", &"", &thousands(info.saved_bytes)]);
    show::write_section(&mut out, &grid)?;
    for root in &info.roots {
        writeln!(out, "of {}", visible(root))?;
    }
    out.flush()?;
    Ok(())
}

fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}
