//! What PostgreSQL answered to a statement.

use std::fmt;

use postgres::{Client, Error, SimpleQueryMessage};

/// The cells of a row as PostgreSQL writes them; none for a null.
pub type Cells = Vec<Option<String>>;

/// The answer to a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It hit so many rows, and gave none back.
    Done(u64),
    /// It gave these rows back.
    Rows(Vec<Cells>),
    /// It failed.
    Refused(Refused),
}

/// Why a statement failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Five characters, such as 23505.
    pub sqlstate: String,
    /// The constraint or index that refused a row.
    pub constraint: Option<String>,
    /// The words.
    pub message: String,
}

impl Reply {
    /// Runs one statement to its end.
    pub(crate) fn to(client: &mut Client, sql: &str) -> Self {
        match client.simple_query(sql) {
            Ok(messages) => Self::read(messages),
            Err(error) => Self::Refused(Refused::read(&error)),
        }
    }

    fn read(messages: Vec<SimpleQueryMessage>) -> Self {
        let mut hit = 0;
        let mut rows = None;
        for message in messages {
            match message {
                SimpleQueryMessage::RowDescription(_) => rows = Some(Vec::new()),
                SimpleQueryMessage::Row(row) => {
                    let cells = (0..row.len()).map(|at| row.get(at).map(str::to_owned)).collect();
                    rows.get_or_insert_default().push(cells);
                }
                SimpleQueryMessage::CommandComplete(rows) => hit = rows,
                _ => {}
            }
        }
        rows.map_or(Self::Done(hit), Self::Rows)
    }

    /// Did it fail?
    #[must_use]
    pub fn refused(&self) -> Option<&Refused> {
        match self {
            Self::Refused(refused) => Some(refused),
            Self::Done(_) | Self::Rows(_) => None,
        }
    }
}

impl Refused {
    fn read(error: &Error) -> Self {
        match error.as_db_error() {
            Some(said) => Self {
                sqlstate: said.code().code().to_owned(),
                constraint: said.constraint().map(str::to_owned),
                message: said.message().to_owned(),
            },
            // What PostgreSQL says of a connection that is gone.
            None => Self { sqlstate: "08006".to_owned(), constraint: None, message: error.to_string() },
        }
    }
}

/// `2 rows`, `(a, 1) (b, null)`, `23505`.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done(1) => f.write_str("1 row"),
            Self::Done(rows) => write!(f, "{rows} rows"),
            Self::Rows(rows) if rows.is_empty() => f.write_str("none"),
            Self::Rows(rows) => {
                for (at, row) in rows.iter().enumerate() {
                    let cells: Vec<&str> = row.iter().map(|cell| cell.as_deref().unwrap_or("null")).collect();
                    write!(f, "{}({})", if at == 0 { "" } else { " " }, cells.join(", "))?;
                }
                Ok(())
            }
            Self::Refused(refused) => f.write_str(&refused.sqlstate),
        }
    }
}
