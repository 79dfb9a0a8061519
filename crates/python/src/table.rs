//! Tables of a scan, handed over as Arrow has it for C.

use crate::error::Failure;
use crate::files::find;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyCapsule, PyInt, PyList, PyString};
use runlex_index::{Batches, Bound as Value, Comparison, Condition, Extract, ExtractError, ScanTable};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// What went wrong while a table was read.
type Failures = Arc<Mutex<Vec<Failure>>>;

/// A table of a scan. Each time somebody takes its stream the files are read.
#[pyclass(frozen, module = "runlex")]
pub(crate) struct Table {
    source: Source,
    schema: SchemaRef,
    keeps_errors: bool,
    failures: Failures,
}

/// Where its rows come from.
pub(crate) enum Source {
    Scan(Extract, ScanTable),
    /// Rows that are there.
    Rows(RecordBatch),
    Index(crate::index::Wanted),
}

impl Table {
    pub(crate) fn new(source: Source, schema: SchemaRef, keeps_errors: bool) -> Table {
        Table { source, schema, keeps_errors, failures: Failures::default() }
    }
}

#[pymethods]
impl Table {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Whoever asks for another schema has to cast: Arrow allows it.
        drop(requested_schema);
        let batches: Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send> = match &self.source {
            Source::Scan(extract, table) => {
                let batches =
                    extract.clone().read(*table).map_err(|error| Failure::from(&error).raise(py))?;
                let failures = self.failures.clone();
                lock(&failures).clear();
                Box::new(Read { batches, failures, keeps_errors: self.keeps_errors })
            }
            Source::Rows(rows) => Box::new(std::iter::once(Ok(rows.clone()))),
            Source::Index(wanted) => Box::new(wanted.batches().map_err(|failure| failure.raise(py))?),
        };
        let reader = Reader { schema: self.schema.clone(), batches };
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema);
        let schema = schema.map_err(|error| Failure::of("columns", &error).raise(py))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// What went wrong when it was read last, each as an exception.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let failures = lock(&self.failures).clone();
        PyList::new(py, failures.iter().map(|failure| failure.raise(py).into_value(py)))
    }

    fn __repr__(&self) -> String {
        format!("<runlex.Table: {}>", self.columns().join(", "))
    }
}

fn lock(failures: &Failures) -> std::sync::MutexGuard<'_, Vec<Failure>> {
    failures.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Batches as Arrow takes them.
struct Reader {
    schema: SchemaRef,
    batches: Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>,
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batches.next()
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// Batches of a scan; the first error ends them, or all are kept.
struct Read {
    batches: Batches,
    failures: Failures,
    keeps_errors: bool,
}

impl Iterator for Read {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.batches.next()? {
                Ok(batch) => return Some(Ok(batch)),
                Err(error) => {
                    lock(&self.failures).push(Failure::from(&error));
                    let goes_on = self.keeps_errors
                        && matches!(error, ExtractError::File { .. } | ExtractError::Range { .. });
                    if !goes_on {
                        return Some(Err(ArrowError::ExternalError(Box::new(error))));
                    }
                }
            }
        }
    }
}

/// The names of all tables of a scan.
#[pyfunction]
pub(crate) fn tables() -> Vec<&'static str> {
    ScanTable::ALL.map(ScanTable::as_str).into()
}

/// One table of the files at these paths; with `range` of the lines that begin in these bytes. Of items the dialect is still that of the
/// whole run.
#[pyfunction]
#[pyo3(signature = (paths, table, *, threads = 0, columns = None, filters = None, with_text = false, keep_errors = false, range = None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords, and all of them optional")]
pub(crate) fn scan(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    table: &str,
    threads: usize,
    columns: Option<Vec<String>>,
    filters: Option<Vec<Bound<'_, PyAny>>>,
    with_text: bool,
    keep_errors: bool,
    range: Option<(u64, u64)>,
) -> PyResult<Table> {
    let Some(table) = ScanTable::named(table) else {
        let names = tables().join(", ");
        return Err(PyValueError::new_err(format!("there is no table {table:?}; there are {names}")));
    };
    let files = py.detach(|| find(&paths, threads)).map_err(|failure| failure.raise(py))?;
    let mut extract = Extract::new(files).threads(threads).with_text(with_text);
    if let Some(columns) = columns {
        extract = extract.columns(columns);
    }
    if let Some((start, end)) = range {
        extract = extract.range(start..end);
    }
    let filters = filters.unwrap_or_default();
    extract = extract.conditions(filters.iter().map(condition).collect::<PyResult<Vec<_>>>()?);
    let schema = extract.schema(table).map_err(|error| Failure::from(&error).raise(py))?;
    Ok(Table::new(Source::Scan(extract, table), schema, keep_errors))
}

/// Of a tuple of column, sign and value.
fn condition(filter: &Bound<'_, PyAny>) -> PyResult<Condition> {
    let wrong = |_| {
        PyTypeError::new_err("a filter is a tuple of column, sign and value: (\"what\", \"=\", \"fault\")")
    };
    let (column, sign, value) = filter.extract::<(String, String, Bound<'_, PyAny>)>().map_err(wrong)?;
    let Some(comparison) = Comparison::named(&sign) else {
        let signs = "=, !=, <, <=, >, >=, in, not in";
        return Err(PyValueError::new_err(format!("{sign:?} is no sign of a filter; there are {signs}")));
    };
    let bounds = match comparison {
        Comparison::In | Comparison::NotIn => {
            let all = value.try_iter()?.map(|value| bound(&value?));
            all.collect::<PyResult<Vec<_>>>()?
        }
        _ => vec![bound(&value)?],
    };
    Ok(Condition { column, comparison, bounds })
}

fn bound(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        Ok(Value::Null)
    } else if let Ok(flag) = value.cast::<PyBool>() {
        Ok(Value::Flag(flag.is_true()))
    } else if value.is_instance_of::<PyInt>() {
        Ok(Value::Number(value.extract()?))
    } else if value.is_instance_of::<PyString>() {
        Ok(Value::Text(value.extract()?))
    } else if let Ok(seconds) = value.call_method0("timestamp") {
        // A time of day without a zone is one of here, as Python has it.
        Ok(Value::Number((seconds.extract::<f64>()? * 1000.0).round() as i128))
    } else {
        Err(PyTypeError::new_err("a filter's value is None, bool, int, str or a datetime"))
    }
}
