//! `runlex-testgen`: writes archives, damages them, measures files.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use runlex_testgen::damage::{self, Damage, Damager};
use runlex_testgen::measure::Measure;
use runlex_testgen::{Generator, Shape};

const HELP: &str = "\
Writes lines that look like the archives of coding agents, the same for the same seed.

  runlex-testgen --shape amp|afk|transcript --bytes 1G [--seed 7] [--out FILE|-]
  runlex-testgen --shape amp --bytes 1G --files 5000 --dir DIR
  runlex-testgen --shape amp --bytes 20M --damage 0.001 --damage-log LOG --out FILE
  runlex-testgen measure [--table] FILE...

  --shape S       whose output the lines look like
  --bytes N       at least so many, in whole lines; k, M and G are powers of 1,000
  --seed N        any number up to 2^64 - 1; default 7
  --out FILE      default: standard output
  --files N       so many files of whole runs, in the folder of --dir
  --damage RATE   the share of lines to damage, 0 to 1; what was done is counted on standard error
  --damage-log F  and listed there, one JSON object a line
  measure         prints the figures of all the files together; with --table one column of a table for each file
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match args.first().map(String::as_str) {
        None | Some("-h" | "--help") => io::stdout().write_all(HELP.as_bytes()).map_err(Into::into),
        Some("measure") => measure(&args[1..]),
        _ => Options::read(&args).and_then(|o| generate(&o)),
    };
    match outcome {
        Err(e) if e.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) => {
            ExitCode::SUCCESS
        }
        Err(e) => {
            let _ = writeln!(io::stderr(), "runlex-testgen: {e}");
            ExitCode::FAILURE
        }
        Ok(()) => ExitCode::SUCCESS,
    }
}

type Outcome<T> = Result<T, Box<dyn Error>>;

#[derive(Debug)]
struct Options {
    shape: Shape,
    bytes: u64,
    seed: u64,
    out: Option<PathBuf>,
    files: Option<u64>,
    dir: PathBuf,
    damage: Option<f64>,
    log: Option<PathBuf>,
}

impl Options {
    fn read(args: &[String]) -> Outcome<Options> {
        let (mut shape, mut bytes) = (None, None);
        let (mut seed, mut out, mut files, mut dir, mut damage, mut log) = (7, None, None, None, None, None);
        let mut args = args.iter();
        while let Some(name) = args.next() {
            let value = args.next().ok_or_else(|| format!("{name} needs a value"))?;
            match name.as_str() {
                "--shape" => shape = Some(Shape::named(value).ok_or("--shape is amp, afk or transcript")?),
                "--bytes" => bytes = Some(size(value)?),
                "--seed" => seed = value.parse().map_err(|_| format!("--seed: {value} is no number"))?,
                "--out" => out = if value == "-" { None } else { Some(value.into()) },
                "--files" => files = Some(size(value)?.max(1)),
                "--dir" => dir = Some(value.into()),
                "--damage" => {
                    let rate: f64 = value.parse().map_err(|_| format!("--damage: {value} is no number"))?;
                    if !(0.0..=1.0).contains(&rate) {
                        return Err("--damage is a share from 0 to 1".into());
                    }
                    damage = Some(rate);
                }
                "--damage-log" => log = Some(value.into()),
                _ => return Err(format!("unknown option {name}; --help lists all").into()),
            }
        }
        if files.is_some() != dir.is_some() {
            return Err("--files and --dir go together".into());
        }
        if files.is_some() && out.is_some() {
            return Err("--out writes one file, --files many: choose one".into());
        }
        Ok(Options {
            shape: shape.ok_or("--shape is missing: amp, afk or transcript")?,
            bytes: bytes.ok_or("--bytes is missing, as in --bytes 20M")?,
            seed,
            out,
            files,
            dir: dir.unwrap_or_default(),
            damage,
            log,
        })
    }
}

/// `20M` and the like.
fn size(text: &str) -> Outcome<u64> {
    let (digits, unit) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 1_000),
        Some(b'M') => (&text[..text.len() - 1], 1_000_000),
        Some(b'G') => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1u64),
    };
    let number: u64 = digits.parse().map_err(|_| format!("{text} is no size; 500k, 20M and 1G are"))?;
    number.checked_mul(unit).ok_or_else(|| format!("{text} is too large").into())
}

fn generate(o: &Options) -> Outcome<()> {
    let mut generator = Generator::new(o.shape, o.seed);
    let mut log = o.log.as_ref().map(File::create).transpose()?.map(BufWriter::new);
    let mut done = Vec::new();
    match o.files {
        None => {
            let mut w: Box<dyn Write> = match &o.out {
                Some(path) => Box::new(File::create(path)?),
                None => Box::new(io::stdout().lock()),
            };
            let mut damager = o.damage.map(|rate| Damager::new(o.seed, rate));
            let mut piece = Vec::new();
            let mut made = 0;
            while made < o.bytes {
                piece.clear();
                generator.fill(&mut piece, (o.bytes - made).min(1 << 20) as usize);
                made += piece.len() as u64;
                if let Some(damager) = &mut damager {
                    let part = damager.part(&mut piece, made >= o.bytes);
                    list(&part, None, &mut log)?;
                    done.extend(part);
                }
                w.write_all(&piece)?;
            }
            w.flush()?;
        }
        Some(files) => {
            fs::create_dir_all(&o.dir)?;
            let mut made = 0;
            let mut stream = Vec::new();
            for i in 0..files {
                // Sizes from a tenth to nearly twice the mean; what is left is shared among the files left.
                let share = o.bytes.saturating_sub(made) / (files - i) * (i * 7 % 19 + 1) / 10;
                stream.clear();
                generator.fill_runs(&mut stream, share.max(1) as usize);
                made += stream.len() as u64;
                let name = format!("run-{i:06}.jsonl");
                if let Some(rate) = o.damage {
                    let part = damage::damage(&mut stream, o.seed.wrapping_add(i), rate);
                    list(&part, Some(&name), &mut log)?;
                    done.extend(part);
                }
                fs::write(o.dir.join(name), &stream)?;
            }
        }
    }
    if let Some(mut log) = log {
        log.flush()?;
    }
    if o.damage.is_some() {
        for (kind, n) in damage::count(&done) {
            writeln!(io::stderr(), "{n:8} {kind:?} -> {}", kind.fault().unwrap_or("no fault"))?;
        }
    }
    Ok(())
}

fn list(done: &[Damage], file: Option<&str>, log: &mut Option<BufWriter<File>>) -> io::Result<()> {
    let Some(log) = log else { return Ok(()) };
    for d in done {
        write!(log, "{{")?;
        if let Some(file) = file {
            write!(log, "\"file\":\"{file}\",")?;
        }
        write!(log, "\"line\":{},\"kind\":\"{:?}\",\"fault\":", d.line, d.kind)?;
        match d.kind.fault() {
            Some(fault) => write!(log, "\"{fault}\"")?,
            None => write!(log, "null")?,
        }
        writeln!(log, ",\"source_line\":{},\"source_lines\":{}}}", d.source_line, d.source_lines)?;
    }
    Ok(())
}

fn measure(args: &[String]) -> Outcome<()> {
    let table = args.first().is_some_and(|a| a == "--table");
    let files = if table { &args[1..] } else { args };
    if files.is_empty() {
        return Err("measure needs files".into());
    }
    let mut columns = Vec::new();
    let mut all = Measure::default();
    for file in files {
        all.add(&fs::read(file).map_err(|e| format!("{file}: {e}"))?);
        if table {
            columns.push(std::mem::take(&mut all).rows());
        }
    }
    if !table {
        columns.push(all.rows());
    }
    let mut w = BufWriter::new(io::stdout().lock());
    if table {
        writeln!(w, "| | {} |", files.join(" | "))?;
        writeln!(w, "|---|{}", "---|".repeat(files.len()))?;
    }
    for (i, (name, first)) in columns[0].iter().enumerate() {
        if table {
            let values: Vec<&str> = columns.iter().map(|rows| rows[i].1.as_str()).collect();
            writeln!(w, "| {name} | {} |", values.join(" | "))?;
        } else {
            writeln!(w, "{name}: {first}")?;
        }
    }
    w.flush()?;
    Ok(())
}
