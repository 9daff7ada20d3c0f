//! What the types of a checked scenario are made of, in the order their bytes stand in. A field or a variant that is
//! missing here does not compile.

use super::macros::{enums, ids, structs};
use super::{Packed, Reader};
use crate::lang::claim::{Asked, Claim, Condition, Expect, Predict, Quantity, Scope, Share, Times, Want};
use crate::lang::document::{Document, Switch, SwitchPosition};
use crate::lang::listing::{ListedLine, Piece as ListedPiece, PieceKind};
use crate::lang::program::{
    Atomic, Binary, CodeIndex, ErrorField, Expr, Instruction, Local, OnConflict, Op, Piece, Program, Slot,
};
use crate::lang::scenario::{
    Column, ColumnId, DeliveryId, Fault, FaultBudget, IntentId, Job, JobRef, Move, Process, ProcessId, ProgramId,
    Queue, Role, Scenario, Schedule, ScheduleItem, SeedRow, Table, TableId, TableKind, Unique,
};
use crate::lang::span::{Lines, Span};
use crate::lang::value::Value;

/// The page has no text of a scenario, so where something stands in it is left out.
impl Packed for Span {
    fn pack(&self, _: &mut Vec<u8>) {}

    fn unpack(_: &mut Reader<'_>) -> Self {
        Self::default()
    }
}

ids! { TableId ColumnId ProcessId ProgramId IntentId DeliveryId CodeIndex Slot }

structs! {
    Document { source title about reported switches designs }
    Switch { name positions span }
    SwitchPosition { name label }
    Scenario {
        tables jobs_table rows intents jobs programs processes queue faults schedules opens_with clock_ms predict takeaway
        fixed_by expects wants
    }
    Table { name kind columns uniques noun span }
    Column { name serial default }
    Unique { columns primary nulls_equal filter }
    Queue { lease_ms attempts }
    SeedRow { table cells span }
    Job { intent fields span }
    Process { name program role turns after span }
    FaultBudget { fault of times }
    Schedule { name items span }
    ScheduleItem { move_ span }
    Program { name handler code variables span listing }
    Instruction { op on_failure span lines }
    ListedLine { line number local indent pieces }
    ListedPiece { kind text }
    Lines { first last }
    Expect { claim scope span }
    Want { claim holds }
    Predict { question answer span }
}

enums! {
    PieceKind { 0 Keyword, 1 Text, 2 Plain, else Comment }
    TableKind { 0 Store, 1 Memory, else Effect }
    Role { 0 Worker(delivery), 1 Taker, else Other }
    JobRef { 0 Delivery(delivery), else Intent(intent) }
    Fault { 0 Crash, 1 Lost, 2 Fail, 3 Reply, 4 Store, 5 Commit, 6 Lease, else Redeliver }
    Move { 0 Step(process), 1 Finish(process), 2 Strike(fault process), 3 Lease(job), else Redeliver(job) }
    Op { 0 Atomic(atomic), else Local(local) }
    Atomic {
        0 Read { table filter into },
        1 Count { table filter into },
        2 Insert { table cells or },
        3 Update { table set filter into },
        4 Delete { table filter into },
        5 Do { effect cells key intent into },
        6 Enqueue { intent fields },
        7 Ack,
        8 Later { why },
        9 Fail { why },
        10 Until { condition },
        11 Begin { snapshot },
        12 Commit,
        13 Rollback,
        else Sleep { duration_ms }
    }
    OnConflict { 0 Fail, 1 Wait, else Update(set) }
    Local {
        0 Let { into value },
        1 Say { text },
        2 Branch { condition otherwise },
        3 Jump { to },
        4 Try { turns times },
        5 Again { turns to },
        else Return { answer }
    }
    Expr {
        0 Literal(value),
        1 Template(pieces),
        2 Now,
        3 Me,
        4 Run,
        5 JobField(name),
        6 JobId,
        7 JobAttempt,
        8 Error(field),
        9 Variable(slot),
        10 Field(slot name),
        11 Column(column),
        12 Not(inner),
        13 Negate(inner),
        14 Fresh,
        15 Alive(inner),
        else Binary(operator left right)
    }
    Piece { 0 Text(text), else Filled(expr) }
    ErrorField { 0 Unique, 1 Code, else Message }
    Binary {
        0 Add,
        1 Subtract,
        2 Equal,
        3 NotEqual,
        4 Less,
        5 LessOrEqual,
        6 Greater,
        7 GreaterOrEqual,
        8 And,
        else Or
    }
    Value { 0 Null, 1 Bool(flag), 2 Int(number), 3 Text(text), else Row(table cells) }
    Scope { 0 Schedules(share), 1 States(share), else ShownRun }
    Share { 0 Every, 1 No, 2 Some, else Exactly { holds of } }
    Claim {
        0 Effect { effect times },
        1 RowCount { table rows },
        2 Rows { table rows },
        3 Refused { times },
        4 Answered { process answer },
        5 Stuck,
        6 Acked { job },
        7 Dead { job },
        else Condition(condition)
    }
    Times { 0 Exactly(times), else MoreThanOnce }
    Condition {
        0 Some(table filter),
        1 None(table filter),
        2 Compare(operator left right),
        3 Not(inner),
        4 And(left right),
        else Or(left right)
    }
    Quantity { 0 Count(table filter), else Number(number) }
    Asked { 0 Count(table filter), else Holds(condition) }
}
