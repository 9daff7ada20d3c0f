//! The scenarios in a Markdown file: its fenced blocks, each with the line it starts on.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// A fenced block that holds a scenario, or a piece of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its text, without the fences.
    pub text: String,
    /// The line of the file its text starts on, from 1.
    pub first_line: usize,
}

/// What a fenced block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// `ran-twice`: a whole scenario.
    Whole,
    /// `ran-twice,fragment`: a piece, read together with the nearest whole one above it.
    Fragment,
    /// `ran-twice,error`: must fail.
    Error,
}

/// Every fenced block of the file that speaks of a scenario, in order. An info string that starts with `ran-twice` and
/// goes on with an unknown word is an error: it would be passed over in silence otherwise.
///
/// # Errors
/// The line and the word.
pub fn blocks(markdown: &str) -> Result<Vec<Block>, (usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (event, range) in Parser::new(markdown).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let line = line_of(markdown, range.start);
                let kind = kind(&info).map_err(|word| (line, word))?;
                open = kind.map(|kind| Block { kind, text: String::new(), first_line: line + 1 });
            }
            Event::Text(text) => {
                if let Some(block) = &mut open {
                    block.text.push_str(&text);
                }
            }
            Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
            _ => {}
        }
    }
    Ok(blocks)
}

fn kind(info: &str) -> Result<Option<BlockKind>, String> {
    let mut words = info.split([',', ' ']).filter(|word| !word.is_empty());
    if words.next() != Some("ran-twice") {
        return Ok(None);
    }
    match words.next() {
        None => Ok(Some(BlockKind::Whole)),
        Some("fragment") => Ok(Some(BlockKind::Fragment)),
        Some("error") => Ok(Some(BlockKind::Error)),
        Some(word) => Err(word.to_owned()),
    }
}

fn line_of(markdown: &str, at: usize) -> usize {
    markdown[..at].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocks_of_this_language_are_found_with_their_lines() {
        let markdown = "# Title\n\n```ran-twice\njob a\n```\n\n```rust\nfn main() {}\n```\n\n- item\n\n  ```ran-twice,error\n  # error: x\n  ```\n";
        let found = blocks(markdown).expect("every info string is known");
        let whole = Block { kind: BlockKind::Whole, text: "job a\n".to_owned(), first_line: 4 };
        let error = Block { kind: BlockKind::Error, text: "# error: x\n".to_owned(), first_line: 14 };
        assert_eq!(found, [whole, error]);
    }

    #[test]
    fn an_unknown_word_after_the_name_is_not_passed_over() {
        assert_eq!(blocks("```ran-twice,fragmnet\n```\n"), Err((1, "fragmnet".to_owned())));
    }
}
