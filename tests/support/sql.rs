//! A scenario's tables and statements as SQL, for the databases that the engine is compared with. What no column has a
//! part in (variables, `me`, `now`) is worth what the engine says; everything else is the database's to decide.
#![allow(dead_code, reason = "each database uses what it has")]

use ran_twice::check::trace::Trace;
use ran_twice::lang::program::{Atomic, Binary, Expr, OnConflict, Piece};
use ran_twice::lang::scenario::{ColumnId, ProcessId, Scenario, Table, TableId, Unique};
use ran_twice::lang::value::Value;
use ran_twice::sim::evaluate::Scope;
use ran_twice::sim::state::State;

/// Whose SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Columns have no type; a serial is given by the database.
    Sqlite,
    /// Columns have a type; a serial is given by the test, so that it is the largest plus one here as well.
    Postgres,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bool,
    Number,
    Text,
}

/// The tables of the store, as a database knows them.
pub struct Schema<'a> {
    pub scenario: &'a Scenario,
    pub dialect: Dialect,
    /// What each column of each table holds.
    pub kinds: Vec<Vec<Kind>>,
    /// Where declarations are evaluated.
    start: State,
}

impl<'a> Schema<'a> {
    /// A column is text unless one of these states holds something else in it.
    pub fn new<'s>(scenario: &'a Scenario, dialect: Dialect, states: impl IntoIterator<Item = &'s State>) -> Self {
        let mut kinds: Vec<Vec<Kind>> =
            scenario.tables.iter().map(|table| vec![Kind::Text; table.columns.len()]).collect();
        for state in states {
            for (rows, kinds) in state.tables.iter().zip(&mut kinds) {
                for row in rows.iter() {
                    for (value, kind) in row.cells.iter().zip(&mut *kinds) {
                        match value {
                            Value::Bool(_) => *kind = Kind::Bool,
                            Value::Int(_) => *kind = Kind::Number,
                            Value::Null | Value::Text(_) | Value::Row(..) => {}
                        }
                    }
                }
            }
        }
        let start = Trace::start(scenario).last().clone();
        Self { scenario, dialect, kinds, start }
    }

    /// The tables that a database keeps: not what is outside, not what is private to a worker.
    pub fn tables(&self) -> impl Iterator<Item = (TableId, &'a Table)> + use<'a> {
        let kept = |table: &Table| !table.is_effect() && !table.is_memory();
        self.scenario
            .tables
            .iter()
            .enumerate()
            .filter(move |(_, table)| kept(table))
            .map(|(at, table)| (TableId::new(at), table))
    }

    /// The statements that declare the tables.
    pub fn declared(&self) -> Vec<String> {
        let mut statements = Vec::new();
        for (id, table) in self.tables() {
            let mut parts: Vec<String> = (0..table.columns.len()).map(|at| self.column(id, table, at)).collect();
            let mut indexes = Vec::new();
            for (at, unique) in table.uniques.iter().enumerate() {
                let columns = columns(table, &unique.columns);
                let name = constraint(table, at);
                match &unique.filter {
                    Some(filter) => {
                        let filter = self.condition(id, &self.outside(), filter);
                        let on = quoted(&table.name);
                        indexes.push(format!("CREATE UNIQUE INDEX {name} ON {on} ({columns}) WHERE {filter}"));
                    }
                    None => parts.push(format!("CONSTRAINT {name} {} ({columns})", self.unique(unique))),
                }
            }
            statements.push(format!("CREATE TABLE {} ({})", quoted(&table.name), parts.join(", ")));
            statements.append(&mut indexes);
        }
        statements
    }

    fn column(&self, id: TableId, table: &Table, at: usize) -> String {
        let column = &table.columns[at];
        let declared = match (self.dialect, self.kinds[id.index()][at]) {
            (Dialect::Sqlite, _) if column.serial => " INTEGER PRIMARY KEY",
            (Dialect::Sqlite, _) => "",
            (Dialect::Postgres, Kind::Bool) => " boolean",
            (Dialect::Postgres, Kind::Number) => " bigint",
            (Dialect::Postgres, Kind::Text) => " text",
        };
        format!("{}{declared}", quoted(&column.name))
    }

    fn unique(&self, unique: &Unique) -> &'static str {
        match (self.dialect, unique.primary, unique.nulls_equal) {
            (Dialect::Sqlite, _, true) => panic!("SQLite has no NULLS NOT DISTINCT"),
            (Dialect::Sqlite, true, false) => "PRIMARY KEY",
            // A primary key of PostgreSQL holds no nulls, the language's does.
            (_, _, false) => "UNIQUE",
            (Dialect::Postgres, _, true) => "UNIQUE NULLS NOT DISTINCT",
        }
    }

    /// The statements that add the rows of a state.
    pub fn rows_of(&self, state: &State) -> Vec<String> {
        let rows = self.tables().flat_map(|(id, _)| state.committed(id).map(move |cells| (id, cells)));
        rows.map(|(id, cells)| self.added(id, cells)).collect()
    }

    /// The statement that adds a row as it is. SQLite gives its number itself.
    pub fn added(&self, id: TableId, cells: &[Value]) -> String {
        let columns = self.scenario.table(id).columns.iter().zip(cells);
        let given = columns.filter(|(column, _)| !column.serial || self.dialect == Dialect::Postgres);
        let (names, values): (Vec<_>, Vec<_>) =
            given.map(|(column, value)| (quoted(&column.name), literal(value))).unzip();
        format!("INSERT INTO {} ({}) VALUES ({}) RETURNING *", self.name(id), names.join(", "), values.join(", "))
    }

    /// An atomic statement of a process, as one statement of SQL; none where it does not concern the database. `serial` is
    /// the next number of the table it inserts into.
    pub fn statement(&self, state: &State, process: ProcessId, atomic: &Atomic, serial: Option<i64>) -> Option<String> {
        let scope = Scope { process: Some(process), ..Scope::outside(self.scenario, state) };
        if let Some(table) = atomic.table()
            && !self.tables().any(|(id, _)| id == table)
        {
            return None;
        }
        let condition = |table: TableId, filter: &Option<Expr>| {
            filter.as_ref().map_or(String::new(), |filter| format!(" WHERE {}", self.condition(table, &scope, filter)))
        };
        Some(match atomic {
            Atomic::Read { table, filter, .. } => {
                format!("SELECT * FROM {}{}{}", self.name(*table), condition(*table, filter), self.order(*table))
            }
            Atomic::Count { table, filter, .. } => {
                format!("SELECT count(*) FROM {}{}", self.name(*table), condition(*table, filter))
            }
            Atomic::Insert { table, cells, or } => self.insert(*table, &scope, cells, or, serial),
            Atomic::Update { table, set, filter, .. } => {
                let (name, set) = (self.name(*table), self.set(*table, &scope, set));
                format!("UPDATE {name} SET {set}{} RETURNING *", condition(*table, filter))
            }
            Atomic::Delete { table, filter, .. } => {
                format!("DELETE FROM {}{} RETURNING *", self.name(*table), condition(*table, filter))
            }
            Atomic::Begin { snapshot } => match (self.dialect, snapshot) {
                (Dialect::Sqlite, _) => "BEGIN".to_owned(),
                (Dialect::Postgres, false) => "BEGIN ISOLATION LEVEL READ COMMITTED".to_owned(),
                (Dialect::Postgres, true) => "BEGIN ISOLATION LEVEL REPEATABLE READ".to_owned(),
            },
            Atomic::Commit => "COMMIT".to_owned(),
            Atomic::Rollback => "ROLLBACK".to_owned(),
            Atomic::Do { .. }
            | Atomic::Enqueue { .. }
            | Atomic::Sleep { .. }
            | Atomic::Until { .. }
            | Atomic::Ack
            | Atomic::Later { .. }
            | Atomic::Fail { .. } => return None,
        })
    }

    fn insert(
        &self,
        id: TableId,
        scope: &Scope<'_>,
        cells: &[(ColumnId, Expr)],
        or: &OnConflict,
        serial: Option<i64>,
    ) -> String {
        let table = self.scenario.table(id);
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for (at, column) in table.columns.iter().enumerate() {
            let given = cells.iter().find(|(given, _)| given.index() == at).map(|(_, expr)| expr);
            let value = match (column.serial, self.dialect) {
                (true, Dialect::Sqlite) => continue,
                (true, Dialect::Postgres) => serial.expect("the test gives the number").to_string(),
                (false, _) => given.or(column.default.as_ref()).map_or("NULL".to_owned(), |expr| worth(scope, expr)),
            };
            names.push(quoted(&column.name));
            values.push(value);
        }
        let mut sql = match names.is_empty() {
            true => format!("INSERT INTO {} DEFAULT VALUES", self.name(id)),
            false => format!("INSERT INTO {} ({}) VALUES ({})", self.name(id), names.join(", "), values.join(", ")),
        };
        if let OnConflict::Update(set) = or {
            sql.push_str(&format!(" ON CONFLICT{} DO UPDATE SET {}", self.target(id), self.set(id, scope, set)));
        }
        sql + " RETURNING *"
    }

    /// What is in an upsert's way. SQLite takes any UNIQUE, PostgreSQL wants to be told which.
    fn target(&self, id: TableId) -> String {
        let table = self.scenario.table(id);
        match (self.dialect, &table.uniques[..]) {
            (Dialect::Sqlite, _) => String::new(),
            (Dialect::Postgres, [unique]) => {
                let filter = unique.filter.as_ref().map(|filter| self.condition(id, &self.outside(), filter));
                let filter = filter.map_or(String::new(), |filter| format!(" WHERE {filter}"));
                format!(" ({}){filter}", columns(table, &unique.columns))
            }
            (Dialect::Postgres, _) => panic!("an upsert is compared on a table with one UNIQUE"),
        }
    }

    fn set(&self, table: TableId, scope: &Scope<'_>, set: &[(ColumnId, Expr)]) -> String {
        let columns = &self.scenario.table(table).columns;
        let set: Vec<String> = set
            .iter()
            .map(|(column, expr)| {
                format!("{} = {}", quoted(&columns[column.index()].name), self.value(table, scope, expr))
            })
            .collect();
        set.join(", ")
    }

    /// An expression that may look at columns.
    fn value(&self, table: TableId, scope: &Scope<'_>, expr: &Expr) -> String {
        if !looks_at_columns(expr) {
            return worth(scope, expr);
        }
        match expr {
            Expr::Column(column) => self.named(table, *column),
            Expr::Negate(inner) => format!("(- {})", self.value(table, scope, inner)),
            Expr::Binary(Binary::Add, left, right) => {
                let text = [left, right].iter().any(|side| self.is_text(table, scope, side));
                let operator = if text { "||" } else { "+" };
                format!("({} {operator} {})", self.value(table, scope, left), self.value(table, scope, right))
            }
            Expr::Binary(Binary::Subtract, left, right) => {
                format!("({} - {})", self.value(table, scope, left), self.value(table, scope, right))
            }
            Expr::Template(pieces) => {
                let text = |piece: &Piece| match piece {
                    Piece::Text(plain) => literal(&Value::Text(plain.clone())),
                    Piece::Filled(inner) => {
                        format!("COALESCE(CAST({} AS text), 'null')", self.value(table, scope, inner))
                    }
                };
                format!("({})", pieces.iter().map(text).collect::<Vec<_>>().join(" || "))
            }
            _ => self.condition(table, scope, expr),
        }
    }

    /// The same, as a condition that is true or false and never null.
    fn condition(&self, table: TableId, scope: &Scope<'_>, expr: &Expr) -> String {
        if !looks_at_columns(expr) {
            return if scope.value(expr).expect("it has a value").holds() { "TRUE" } else { "FALSE" }.to_owned();
        }
        let both = |operator: &str, left: &Expr, right: &Expr| {
            format!("({} {operator} {})", self.value(table, scope, left), self.value(table, scope, right))
        };
        match expr {
            Expr::Column(column) if self.kinds[table.index()][column.index()] == Kind::Bool => {
                format!("({} IS TRUE)", self.named(table, *column))
            }
            Expr::Alive(inner) => {
                format!("(({} IN ({})) IS TRUE)", self.value(table, scope, inner), alive(scope))
            }
            Expr::Not(inner) => format!("(NOT {})", self.condition(table, scope, inner)),
            Expr::Binary(operator, left, right) => match operator {
                Binary::And | Binary::Or => {
                    let word = if *operator == Binary::And { "AND" } else { "OR" };
                    let (left, right) = (self.condition(table, scope, left), self.condition(table, scope, right));
                    format!("({left} {word} {right})")
                }
                Binary::Equal => both("IS NOT DISTINCT FROM", left, right),
                Binary::NotEqual => both("IS DISTINCT FROM", left, right),
                Binary::Less => format!("({} IS TRUE)", both("<", left, right)),
                Binary::LessOrEqual => format!("({} IS TRUE)", both("<=", left, right)),
                Binary::Greater => format!("({} IS TRUE)", both(">", left, right)),
                Binary::GreaterOrEqual => format!("({} IS TRUE)", both(">=", left, right)),
                Binary::Add | Binary::Subtract => format!("({} IS NOT NULL)", self.value(table, scope, expr)),
            },
            _ => format!("({} IS NOT NULL)", self.value(table, scope, expr)),
        }
    }

    fn is_text(&self, table: TableId, scope: &Scope<'_>, expr: &Expr) -> bool {
        match expr {
            Expr::Column(column) => self.kinds[table.index()][column.index()] == Kind::Text,
            Expr::Binary(Binary::Add, left, right) => {
                self.is_text(table, scope, left) || self.is_text(table, scope, right)
            }
            _ => !looks_at_columns(expr) && matches!(scope.value(expr), Ok(Value::Text(_))),
        }
    }

    /// The order of the rows, where the table has one that SQL knows.
    fn order(&self, id: TableId) -> String {
        let serial = self.scenario.table(id).columns.iter().find(|column| column.serial);
        match (self.dialect, serial) {
            (Dialect::Sqlite, _) => " ORDER BY rowid".to_owned(),
            (Dialect::Postgres, Some(column)) => format!(" ORDER BY {}", quoted(&column.name)),
            (Dialect::Postgres, None) => String::new(),
        }
    }

    fn name(&self, table: TableId) -> String {
        quoted(&self.scenario.table(table).name)
    }

    /// With its table, because an upsert knows two rows. The plus keeps SQLite from walking an index: rows are then taken in
    /// the order they were added, as here. (SQL leaves that open; it shows where an update of several rows is refused.)
    fn named(&self, table: TableId, column: ColumnId) -> String {
        let name = &self.scenario.table(table).columns[column.index()].name;
        let plus = if self.dialect == Dialect::Sqlite { "+" } else { "" };
        format!("{plus}{}.{}", self.name(table), quoted(name))
    }

    /// Where a declaration stands: it looks at columns and at nothing of a run.
    fn outside(&self) -> Scope<'_> {
        Scope::outside(self.scenario, &self.start)
    }
}

/// What the database calls the UNIQUE at this place of the table's list.
pub fn constraint(table: &Table, at: usize) -> String {
    format!("\"{} {at}\"", table.name)
}

/// A value as SQL writes it.
pub fn literal(value: &Value) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Bool(flag) => if *flag { "TRUE" } else { "FALSE" }.to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
        Value::Row(..) => panic!("a row is no value of a cell"),
    }
}

fn worth(scope: &Scope<'_>, expr: &Expr) -> String {
    literal(&scope.value(expr).expect("it has a value"))
}

fn looks_at_columns(expr: &Expr) -> bool {
    match expr {
        Expr::Column(_) => true,
        Expr::Not(inner) | Expr::Negate(inner) | Expr::Alive(inner) => looks_at_columns(inner),
        Expr::Binary(_, left, right) => looks_at_columns(left) || looks_at_columns(right),
        Expr::Template(pieces) => {
            pieces.iter().any(|piece| matches!(piece, Piece::Filled(inner) if looks_at_columns(inner)))
        }
        Expr::Literal(_)
        | Expr::Fresh
        | Expr::Now
        | Expr::Me
        | Expr::Run
        | Expr::JobField(_)
        | Expr::JobId
        | Expr::JobAttempt
        | Expr::Error(_)
        | Expr::Variable(_)
        | Expr::Field(..) => false,
    }
}

/// The names of the runs that are going on, which no database knows.
fn alive(scope: &Scope<'_>) -> String {
    let named = |process: ProcessId| {
        let life = scope.state.processes[process.index()].life;
        Value::text(&format!("{}-{life}", scope.scenario.process(process).name))
    };
    let goes_on =
        |run: &Value| scope.value(&Expr::Alive(Box::new(Expr::Literal(run.clone())))) == Ok(Value::Bool(true));
    let runs: Vec<String> = scope.scenario.process_ids().map(named).filter(goes_on).map(|run| literal(&run)).collect();
    if runs.is_empty() { "NULL".to_owned() } else { runs.join(", ") }
}

fn columns(table: &Table, columns: &[ColumnId]) -> String {
    let names: Vec<String> = columns.iter().map(|column| quoted(&table.columns[column.index()].name)).collect();
    names.join(", ")
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}
