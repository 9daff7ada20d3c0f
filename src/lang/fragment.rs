//! Pieces of a scenario in a document: read together with the whole scenario that stands above them.

use super::nearest::nearest;
use super::parser::parse;
use super::span::Span;
use super::syntax::{Declaration, File, Ident};
use super::token::{Symbol, Token, TokenKind, lex};
use super::words::{DECLARATIONS, STATEMENTS};

/// A scenario and a piece made one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The text: what is left of the scenario, then the piece.
    pub source: String,
    /// The byte of `source` where the piece begins.
    pub fragment_start: u32,
}

/// Joins `fragment` to the whole scenario `base`.
///
/// A declaration of the fragment takes the place of those of the base that have its kind and its name (or its kind,
/// where it has no name), and is added otherwise. A fragment that begins with a statement is the new body of the
/// first handler of the base, or of its first process where there is no handler. What the base expects of its run is
/// left out: the joined scenario runs otherwise. Left out means blanked, so that every line keeps its number.
#[must_use]
pub fn join(base: &str, fragment: &str) -> Joined {
    let declared = parse(base).file;
    let mut source = base.to_owned();
    blank_where(&mut source, &declared.declarations, &|declaration| matches!(declaration, Declaration::Expect(_)));
    let program = if is_program(fragment) { first_program(&declared) } else { None };
    let Some((header, span)) = program else {
        let File { declarations: new } = parse(fragment).file;
        let known = [processes(&declared.declarations), processes(&new)].concat();
        blank_where(&mut source, &declared.declarations, &|old| any(&new, &|new| replaces(new, old, &known)));
        source.push('\n');
        let fragment_start = source.len() as u32;
        source.push_str(fragment);
        return Joined { source, fragment_start };
    };
    blank(&mut source, span);
    source.push_str(&format!("\n{header} {{\n"));
    let fragment_start = source.len() as u32;
    source.push_str(fragment);
    source.push_str("\n}\n");
    Joined { source, fragment_start }
}

/// Does the text begin with a statement of a program, inside a `when` or outside of one?
fn is_program(fragment: &str) -> bool {
    let tokens: Vec<Token> = lex(fragment);
    let word = |index: usize| tokens.get(index).map_or("", |token: &Token| token.span.text(fragment));
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token.kind {
            TokenKind::Break | TokenKind::Comment => at += 1,
            TokenKind::Word if word(at) == "when" => {
                let open = tokens[at..].iter().position(|token| token.kind == TokenKind::Symbol(Symbol::OpenBrace));
                at += open.map_or(tokens.len(), |open| open + 1);
            }
            TokenKind::Word
            | TokenKind::Number
            | TokenKind::Duration
            | TokenKind::Text
            | TokenKind::OpenText
            | TokenKind::Symbol(_)
            | TokenKind::Unknown => {
                return begins_statement(word(at));
            }
        }
    }
    false
}

/// Is it the first word of a statement, or a misspelt one?
fn begins_statement(word: &str) -> bool {
    !DECLARATIONS.contains(&word) && (STATEMENTS.contains(&word) || nearest(word, STATEMENTS).is_some())
}

/// The header that the first handler gets again, and the handler's place; a process where there is no handler.
fn first_program(file: &File) -> Option<(String, Span)> {
    let mut handler = None;
    let mut process = None;
    each(&file.declarations, &mut |declaration| {
        if let Declaration::Handler(found) = declaration {
            handler.get_or_insert((format!("handler {}", found.name.name), found.span));
        } else if let Declaration::Process(found) = declaration {
            process.get_or_insert((format!("process {}", found.name.name), found.span));
        }
    });
    handler.or(process)
}

/// What a declaration declares, as far as another can take its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Title,
    About,
    Takeaway,
    Source,
    Table,
    Row,
    Job,
    Handler,
    Process,
    Worker,
    Queue,
    Faults,
    Clock,
    Switch,
    Schedule,
    Open,
    FixedBy,
    Predict,
    Expect,
}

/// The kind, the name where it has one, and the place; none for a `when`, which is looked into.
fn identity(declaration: &Declaration) -> Option<(Kind, Option<&Ident>, Span)> {
    Some(match declaration {
        Declaration::Title(text) => (Kind::Title, None, text.span),
        Declaration::About(text) => (Kind::About, None, text.span),
        Declaration::Takeaway(text) => (Kind::Takeaway, None, text.span),
        Declaration::Source(text) => (Kind::Source, None, text.span),
        Declaration::Table(table) => (Kind::Table, Some(&table.name), table.span),
        Declaration::Row(row) => (Kind::Row, Some(&row.table), row.span),
        Declaration::Job(job) => (Kind::Job, Some(&job.intent), job.span),
        Declaration::Handler(handler) => (Kind::Handler, Some(&handler.name), handler.span),
        Declaration::Process(process) => (Kind::Process, Some(&process.name), process.span),
        Declaration::Worker(worker) => (Kind::Worker, Some(&worker.name), worker.span),
        Declaration::Queue(queue) => (Kind::Queue, None, queue.span),
        Declaration::Faults { span, .. } => (Kind::Faults, None, *span),
        Declaration::Clock { span, .. } => (Kind::Clock, None, *span),
        Declaration::Switch(switch) => (Kind::Switch, Some(&switch.name), switch.span),
        Declaration::Schedule(schedule) => (Kind::Schedule, schedule.first_word(), schedule.span),
        Declaration::Open { span, .. } => (Kind::Open, None, *span),
        Declaration::FixedBy { span, .. } => (Kind::FixedBy, None, *span),
        Declaration::Predict(predict) => (Kind::Predict, None, predict.span),
        Declaration::Expect(expect) => (Kind::Expect, None, expect.span),
        Declaration::When(_) => return None,
    })
}

/// Does `new` take the place of `old`? A process shares its names with handlers and with workers, and a schedule that
/// begins with one of the `processes` has no name.
fn replaces(new: &Declaration, old: &Declaration, processes: &[&str]) -> bool {
    let (Some((new, new_name, _)), Some((old, old_name, _))) = (identity(new), identity(old)) else { return false };
    let same_kind = new == old
        || matches!(
            (new, old),
            (Kind::Process, Kind::Handler | Kind::Worker) | (Kind::Handler | Kind::Worker, Kind::Process)
        );
    let name = |name: Option<&Ident>| {
        name.map(|name| name.name.clone()).filter(|name| new != Kind::Schedule || !processes.contains(&&**name))
    };
    same_kind && name(new_name) == name(old_name)
}

/// Names of the workers and processes among the declarations.
fn processes(declarations: &[Declaration]) -> Vec<&str> {
    let mut names = Vec::new();
    each(declarations, &mut |declaration| {
        if let Declaration::Worker(worker) = declaration {
            names.push(&*worker.name.name);
        } else if let Declaration::Process(process) = declaration {
            names.push(&*process.name.name);
        }
    });
    names
}

/// Calls `visit` with every declaration, those inside `when` included.
fn each<'d>(declarations: &'d [Declaration], visit: &mut dyn FnMut(&'d Declaration)) {
    for declaration in declarations {
        visit(declaration);
        if let Declaration::When(when) = declaration {
            when.blocks().for_each(|block| each(&block.items, visit));
        }
    }
}

fn any(declarations: &[Declaration], holds: &dyn Fn(&Declaration) -> bool) -> bool {
    let mut found = false;
    each(declarations, &mut |declaration| found |= holds(declaration));
    found
}

fn blank_where(source: &mut String, declarations: &[Declaration], leave_out: &dyn Fn(&Declaration) -> bool) {
    each(declarations, &mut |declaration| {
        if let Some((_, _, span)) = identity(declaration)
            && leave_out(declaration)
        {
            blank(source, span);
        }
    });
}

/// Puts a blank for every byte under the span but the line ends.
fn blank(source: &mut String, span: Span) {
    let blanks: String = span.text(source).bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    source.replace_range(span.start as usize..span.end as usize, &blanks);
}

#[cfg(test)]
mod tests {
    use super::join;

    const BASE: &str =
        "table keys (key)\nhandler h {\n  sleep 1s\n}\njob a\nworker W1 runs h on job 1\nexpect refused 0";

    #[track_caller]
    fn check(fragment: &str, expected: &str) {
        let joined = join(BASE, fragment);
        assert_eq!(joined.source, expected);
        assert!(joined.source[joined.fragment_start as usize..].starts_with(fragment), "{joined:?}");
    }

    #[test]
    fn a_declaration_takes_the_place_of_its_namesake() {
        check(
            "table keys (key unique)",
            "                \nhandler h {\n  sleep 1s\n}\njob a\nworker W1 runs h on job 1\n                \ntable keys (key unique)",
        );
    }

    #[test]
    fn a_new_name_is_added() {
        check(
            "table more (key)",
            "table keys (key)\nhandler h {\n  sleep 1s\n}\njob a\nworker W1 runs h on job 1\n                \ntable more (key)",
        );
    }

    #[test]
    fn statements_become_the_body_of_the_first_handler() {
        check(
            "# note\nsleep 2s",
            "table keys (key)\n           \n          \n \njob a\nworker W1 runs h on job 1\n                \nhandler h {\n# note\nsleep 2s\n}\n",
        );
    }

    #[test]
    fn a_schedule_takes_the_place_of_its_namesake_only() {
        let base = "process p { sleep 1s }\nschedule p\nschedule other p";
        assert_eq!(
            join(base, "schedule p p").source,
            "process p { sleep 1s }\n          \nschedule other p\nschedule p p"
        );
        assert_eq!(
            join(base, "schedule other p p").source,
            "process p { sleep 1s }\nschedule p\n                \nschedule other p p"
        );
    }

    #[test]
    fn a_process_takes_the_place_of_a_worker_with_its_name() {
        let joined = join(BASE, "process W1 { sleep 1s }");
        assert!(!joined.source.contains("worker W1"), "{joined:?}");
    }
}
