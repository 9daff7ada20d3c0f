//! What a check found, as GitHub's runners read it: each problem stands at its line in the review of a change.

use std::fmt::Write as _;

use super::report::{Problem, Report, Warning, What};

/// A line for each problem and each warning, then what the report ends with.
#[must_use]
pub fn annotations(report: &Report) -> String {
    let mut text = String::new();
    for problem in &report.problems {
        let Problem { file, line, column, what } = problem;
        let title = match what {
            What::Broken { .. } => "This scenario has mistakes",
            What::Fails { .. } => "An expectation does not hold",
            What::FailsOtherwise { .. } => "This block must fail",
        };
        annotate(&mut text, "error", [file, &line.to_string(), &column.to_string(), title], &said(problem));
    }
    for Warning { file, line, text: words, .. } in &report.warnings {
        annotate(&mut text, "warning", [file, &line.to_string(), "1", "The schedule is not followed"], words);
    }
    text + &report.summary()
}

/// `::error file=docs/a.md,line=3,col=1,title=…::message`.
fn annotate(text: &mut String, level: &str, place: [&str; 4], message: &str) {
    let [file, line, column, title] = place.map(property);
    writeln!(text, "::{level} file={file},line={line},col={column},title={title}::{}", data(message))
        .expect("writing to a String cannot fail");
}

/// All that a person is told of it, but for its place, which the annotation has.
fn said(problem: &Problem) -> String {
    match &problem.what {
        What::Broken { message, .. } => message.clone(),
        What::Fails { .. } | What::FailsOtherwise { .. } => {
            let whole = problem.to_string();
            let place = format!("{}:{}: ", problem.file, problem.line);
            whole.strip_prefix(&place).unwrap_or(&whole).to_owned()
        }
    }
}

/// A message is one line: what would end it, and what says that something is written so, is written in another way.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// So are the marks that part properties.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_file_or_in_its_name_ends_the_annotation() {
        let what = What::Broken { message: "100 % wrong\n::error::\rhere".to_owned(), shown: String::new() };
        let problem = Problem { file: "a,b:c%\n.md".to_owned(), line: 3, column: 7, what };
        let report = Report { problems: vec![problem], ..Report::default() };
        let text = annotations(&report);
        let first = "::error file=a%2Cb%3Ac%25%0A.md,line=3,col=7,title=This scenario has mistakes\
                     ::100 %25 wrong%0A::error::%0Dhere";
        assert_eq!(text.lines().next(), Some(first));
    }
}
