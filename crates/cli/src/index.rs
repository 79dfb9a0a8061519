//! `runlex index`: what is known of files, kept in a folder.

use crate::Exit;
use crate::args::{Index as Args, IndexVerb};
use crate::indexed;
use crate::inputs;
use crate::progress::Progress;
use crate::read::options;
use crate::show::{self, complain, counted, table, thousands, visible};
use anyhow::Result;
use runlex_index::{Index, Summary, Table, Update};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

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
        (Some(IndexVerb::Info { index, sql }), _) => {
            indexed::ask(index, exit, |index, _| if *sql { print(&index.sql()) } else { info(index) })
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
    let prepared = Update::new(folder)
        .paths(&args.paths)
        .options(options(checking))
        .io(args.threading.io.into())
        .threads(args.threading.threads.unwrap_or(0).into())
        .max_unpacked(checking.max_unpacked)
        .with_text(args.with_text)
        .verify(args.verify)
        .prepare(|owner| wait(folder, owner))?;
    let progress = Progress::of(checking.quiet, Some(prepared.bytes()));
    let add = |bytes| progress.add(bytes);
    let done = prepared.run(&add, &AtomicBool::new(false));
    progress.finish();
    let summary = done?;
    for error in &summary.not_searched {
        complain(&format!("{error}; what the index has of it stays"));
        exit.raise(Exit::InputOrOutputError);
    }
    for (path, error) in &summary.failed {
        complain(&format!("{}: {error}; it is not in the index", path.display()));
        exit.raise(Exit::InputOrOutputError);
    }
    if summary.files == 0 && summary.failed.is_empty() && summary.not_searched.is_empty() {
        complain(inputs::NO_FILES);
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
        "{}: {}{}{}; {} bytes",
        visible(&folder.to_string_lossy()),
        counted(summary.files, "file", "files"),
        if parts.is_empty() { "" } else { ": " },
        parts.join(", "),
        thousands(summary.bytes),
    )
}

fn verdict(index: &Index) -> Result<()> {
    let lines = index.files().map(|file| file.lines()).sum();
    print(&format!(
        "{}: whole: {}, {}\n",
        visible(&index.folder().to_string_lossy()),
        counted(index.files().len() as u64, "file", "files"),
        counted(lines, "line", "lines"),
    ))
}

fn info(index: &Index) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let (files, failed) = (index.files().len() as u64, index.failed().len() as u64);
    let (mut bytes, mut lines) = (0, 0);
    for file in index.files() {
        (bytes, lines) = (bytes + file.bytes(), lines + file.lines());
    }
    let counts = [
        ("files", files),
        ("files that could not be read", failed),
        ("their bytes", bytes),
        ("their lines", lines),
        ("commit", index.commit()),
    ];
    let counts = counts.into_iter().map(|(what, count)| vec![what.to_owned(), thousands(count)]);
    show::write_table(&mut out, &table(&["what", "count"], counts))?;
    writeln!(out)?;
    let tables = Table::ALL.map(|table| (table.as_str(), index.size_of(table)));
    let rows = tables.into_iter().map(|(name, (rows, bytes, segments))| {
        vec![name.to_owned(), thousands(rows), thousands(bytes), thousands(segments)]
    });
    let saved = [vec!["(saved)".to_owned(), String::new(), thousands(index.size_of_saved()), String::new()]];
    show::write_table(&mut out, &table(&["table", "rows", "bytes", "segments"], rows.chain(saved)))?;
    writeln!(out)?;
    for root in index.roots() {
        writeln!(out, "of {}", visible(&root.to_string_lossy()))?;
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
