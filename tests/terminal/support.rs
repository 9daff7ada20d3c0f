//! What every room uses: the command, the shipped files, and files of its own for a test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a command did.
#[derive(Debug, PartialEq)]
pub struct Done {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

pub const RACE: &str = "table jobs (id serial, key)
effect charges (id serial, key)
table keys (key unique)
job pay-1
job pay-1
handler pay {
  insert keys (key: job.key) else { return }
  do charges (key: job.key)
}
worker W1 runs pay on job 1
worker W2 runs pay on job 2
schedule W1 W2 W1
";

pub fn ran(arguments: &[&str]) -> Done {
    let output = command(arguments).stdin(Stdio::null()).output().expect("it starts");
    Done {
        code: output.status.code().expect("it ends by itself"),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ran-twice"));
    command.args(arguments);
    command
}

pub fn guide() -> Vec<PathBuf> {
    all_scenarios().into_iter().filter(|path| path.parent().is_some_and(|folder| folder.ends_with("guide"))).collect()
}

pub fn guide_file(name: &str) -> PathBuf {
    guide().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == name)).expect("it is shipped")
}

pub fn golden(file: &Path) -> String {
    let name = file.with_extension("txt");
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/guide");
    fs::read_to_string(folder.join(name.file_name().expect("a file"))).expect("it has a golden text")
}

pub fn all_scenarios() -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("static/scenarios")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("it can be listed") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "twice") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Writes a file of its own for one test.
pub fn scratch(name: &str, text: &str) -> String {
    let path = PathBuf::from(scratch_folder()).join(name);
    fs::write(&path, text).expect("it can be written");
    path.display().to_string()
}

/// A folder of its own for one test.
pub fn scratch_folder() -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{:?}", std::thread::current().id()));
    fs::create_dir_all(&folder).expect("it can be made");
    folder.display().to_string()
}
