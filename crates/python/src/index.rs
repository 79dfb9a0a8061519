//! An index, opened for questions.

use crate::error::{Failure, interruptible};
use crate::table::{Source, Table};
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// An index, as its last commit left it.
#[pyclass(frozen, module = "runlex._native")]
pub(crate) struct Index(Arc<runlex_index::Index>);

/// The rows of a table that are wanted.
pub(crate) struct Wanted {
    index: Arc<runlex_index::Index>,
    table: runlex_index::Table,
    columns: Vec<String>,
}

#[pymethods]
impl Index {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf) -> PyResult<Index> {
        let index = interruptible(py, |_| Ok(runlex_index::Index::open(&folder)?))?;
        Ok(Index(Arc::new(index)))
    }

    /// The document of `runlex stats --index DIR -o json`, but for `elapsed_seconds`.
    fn stats(&self, py: Python<'_>) -> PyResult<String> {
        interruptible(py, |_| {
            let totals = self.0.totals()?;
            let document = serde_json::json!({ "schema_version": 1, "totals": totals });
            Ok(document.to_string())
        })
    }

    /// SQL for DuckDB that makes a view of each table.
    fn sql(&self, py: Python<'_>) -> PyResult<String> {
        interruptible(py, |_| Ok(self.0.sql()?))
    }

    /// The rows of a table that count.
    #[pyo3(signature = (name, *, columns = None))]
    fn table(&self, name: &str, columns: Option<Vec<String>>) -> PyResult<Table> {
        let Some(table) = runlex_index::Table::named(name) else {
            let names = runlex_index::Table::ALL.map(runlex_index::Table::as_str).join(", ");
            return Err(PyValueError::new_err(format!("an index has no table {name:?}; it has {names}")));
        };
        let all = table.columns();
        let columns = columns.unwrap_or_else(|| all.iter().map(|column| column.name.to_owned()).collect());
        if let Some(other) = columns.iter().find(|name| all.iter().all(|column| column.name != **name)) {
            let names: Vec<&str> = all.iter().map(|column| column.name).collect();
            let names = names.join(", ");
            return Err(PyValueError::new_err(format!(
                "{name} has no column {other}; its columns are {names}"
            )));
        }
        let schema = table.plain_schema(&columns);
        Ok(Table::new(Source::Index(Wanted { index: self.0.clone(), table, columns }), schema, false))
    }
}

impl Wanted {
    pub(crate) fn batches(
        &self,
    ) -> Result<impl Iterator<Item = Result<RecordBatch, ArrowError>> + use<>, Failure> {
        let batches = self.index.batches(self.table, &self.columns).map_err(|error| Failure::from(&error))?;
        Ok(batches.map(|batch| batch.map_err(|error| ArrowError::ExternalError(Box::new(error)))))
    }
}
