//! What the Share dialog hands on: links that open an equal moment, lines that are right HTML and Markdown whatever stands in
//! them, a text for an issue with the tables in it.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[path = "support/read.rs"]
mod read;
#[path = "support/shipped.rs"]
mod shipped;

use ran_twice::app::catalogue;
use ran_twice::app::link::print;
use ran_twice::app::message::Msg;
use ran_twice::app::model::{Model, Theme};
use ran_twice::app::presentation::{Controls, Mode, Panel};
use ran_twice::app::share::{At, Form, Options, Reach, Share, Site, TOO_LONG, Way};
use ran_twice::lang::limits::SOURCE_BYTES_MAX;
use ran_twice::tell::printed::printed;
use read::{after, at};

const ADDRESS: &str = "https://example.org/ran-twice/";

fn site(reach: Reach) -> Site {
    Site { address: ADDRESS.to_owned(), reach }
}

/// What is made of a moment, with these options changed.
fn made<T>(hash: &str, change: impl FnOnce(&mut Options), make: impl FnOnce(&Share<'_>) -> T) -> T {
    of(&at(hash), Reach::Everybody, change, make)
}

fn of<T>(model: &Model, reach: Reach, change: impl FnOnce(&mut Options), make: impl FnOnce(&Share<'_>) -> T) -> T {
    let (site, mut options) = (site(reach), Options::of(model));
    change(&mut options);
    make(&Share::of(model, &site, &options).expect("something plays"))
}

fn snippet(hash: &str, form: Form) -> String {
    made(hash, |options| options.form = form, |share| share.snippet(560)).expect("it is short enough")
}

/// A scenario of somebody's own, at a moment.
fn own(text: &str, moment: &str) -> Model {
    let payload = ran_twice::app::payload::encode(text).expect("it is short enough");
    at(&format!("{moment}text={payload}"))
}

const TEXT: &str = "title \"A job, twice\"\neffect charges (id serial, key)\njob a\njob a\nhandler pay {\n  do charges (key: job.key)\n}\n\
                    worker W1 runs pay on job 1\nworker W2 runs pay on job 2\n";

#[test]
fn every_way_has_a_name_and_a_label_of_its_own() {
    for (at, way) in Way::ALL.into_iter().enumerate() {
        assert!(Way::ALL[..at].iter().all(|other| other.name() != way.name() && other.label() != way.label()));
    }
    let start = Model::at("", "");
    assert!(Share::of(&start, &site(Reach::Everybody), &Options::of(&start)).is_none(), "the start page has no moment");
}

#[test]
fn the_link_of_every_scenario_opens_an_equal_moment() {
    for entry in catalogue::entries() {
        for step in ["", "&step=1", "&step=end"] {
            let model = at(&format!("scenario={}{step}", entry.name));
            let link = of(&model, Reach::Everybody, |_| {}, |share| share.link().unwrap());
            let hash =
                link.strip_prefix(ADDRESS).and_then(|rest| rest.strip_prefix('#')).expect("it leads to the page");
            let opened = at(hash);
            assert!(opened.notice.is_none(), "{link}");
            assert_eq!((opened.hash(), opened.open.body == model.open.body), (model.hash(), true), "{link}");
        }
    }
    let hash =
        "scenario=race-loose&switch=key:unique&workers=3&faults=crash:1&with=key:plain&schedule=W3.W1.crash-W1&step=2";
    assert_eq!(made(hash, |_| {}, |share| share.hash().unwrap()), at(hash).hash());
}

#[test]
fn a_link_may_lead_to_another_moment_of_the_run_and_to_another_mode() {
    let link = |hash: &str, at, mode| {
        made(hash, |options| (options.at, options.mode) = (at, mode), |share| share.link().unwrap())
    };
    let moment = "scenario=race-loose&step=3";
    assert_eq!(link(moment, At::Here, Mode::Explore), format!("{ADDRESS}#{moment}"));
    assert_eq!(link(moment, At::Mark, Mode::Read), format!("{ADDRESS}?mode=read#scenario=race-loose&step=@effect"));
    assert_eq!(link(moment, At::Start, Mode::Present), format!("{ADDRESS}?mode=present#scenario=race-loose"));
    assert_eq!(link(moment, At::End, Mode::Explore), format!("{ADDRESS}#scenario=race-loose&step=end"));
    assert_eq!(at("scenario=race-loose&step=@effect").player().unwrap().playhead, 3);
    // A mark names the end as well, which has a number of its own.
    let last = own(TEXT, "step=end&");
    let hash = of(&last, Reach::Everybody, |options| options.at = At::Mark, |share| share.hash().unwrap());
    assert!(hash.starts_with("step=@effect-2&text=1"), "{hash}");
    // Where nothing marks the moment, it is its number.
    assert_eq!(
        link("scenario=race-loose&step=1", At::Mark, Mode::Explore),
        format!("{ADDRESS}#scenario=race-loose&step=1")
    );
}

#[test]
fn the_moments_that_can_be_chosen_are_those_there_are() {
    let moments = |hash: &str| {
        made(hash, |_| {}, |share| share.moments().into_iter().map(|(_, words)| words).collect::<Vec<_>>())
    };
    assert_eq!(moments("scenario=race-loose"), ["The start", "The end"]);
    assert_eq!(moments("scenario=race-loose&step=2"), ["This one, step 2", "The start", "The end"]);
    assert_eq!(
        moments("scenario=race-loose&step=3"),
        ["This one, step 3", "By what happens, @effect", "The start", "The end"]
    );
    assert_eq!(moments("scenario=race-loose&step=end"), ["The end", "The start"]);
}

#[test]
fn the_length_of_the_link_is_told_with_what_it_means() {
    let length = |model: &Model| of(model, Reach::Everybody, |_| {}, |share| (share.length(), share.has_code()));
    let (words, code) = length(&at("scenario=race-loose&step=2"));
    assert_eq!((words.as_str(), code), ("57 characters: chats, mails and a QR code take it.", true));
    let (words, code) = length(&own(&of_noise(2_000), ""));
    assert!(!code && words.contains("holds 1,000") && words.ends_with("It carries your text."), "{words}");
    let (words, code) = length(&own(&of_noise(6_000), ""));
    assert!(!code && words.contains("cut a link after 2,000"), "{words}");
}

/// A scenario of so many bytes at least, most of them of letters that nothing packs well.
fn of_noise(bytes: usize) -> String {
    let (mut text, mut seed) = (TEXT.to_owned(), 11_u64);
    while text.len() < bytes {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        text.push_str(&format!("# {seed:x}\n"));
    }
    text
}

#[test]
fn a_text_that_no_link_carries_is_told_so_everywhere_and_still_is_a_file_and_a_text() {
    let long = of_noise(SOURCE_BYTES_MAX - 100);
    let model = after(&at("scenario=race-loose"), Msg::TextPlaced(long.as_str().into()));
    assert!(model.own().unwrap().payload.is_none());
    of(
        &model,
        Reach::Everybody,
        |_| {},
        |share| {
            assert_eq!(
                (share.link(), share.length().as_str(), share.snippet(9), share.preview()),
                (None, TOO_LONG, None, None)
            );
            assert!(share.about()[0].contains("too long for a figure"));
            assert!(share.issue().contains("job a") && !share.issue().contains("too-long"), "the text itself is in it");
        },
    );
}

#[test]
fn one_line_holds_the_moment_and_what_is_read_until_it_runs() {
    assert_eq!(
        snippet("scenario=race-loose&switch=key:unique&step=2", Form::Element),
        "<script type=\"module\" src=\"https://example.org/ran-twice/ran-twice.js\"></script>\n\
         <ran-twice scenario=\"race-loose\" switch=\"key:unique\" step=\"2\" label=\"Race: check, then write\">\n  \
         <p>W2 was refused by UNIQUE: errcode 2067, UNIQUE constraint failed: keys_unique.key. The key has been W1's since step 1, \
         so W2 stops before the charge.\n    \
         <a href=\"https://example.org/ran-twice/#scenario=race-loose&amp;switch=key:unique&amp;step=2\">Open the simulation</a></p>\n\
         </ran-twice>\n"
    );
}

#[test]
fn a_frame_is_one_address_and_a_block_is_one_line_with_what_is_expected() {
    assert_eq!(
        snippet("scenario=race-loose&step=2", Form::Frame),
        "<iframe src=\"https://example.org/ran-twice/?embed=1#scenario=race-loose&amp;step=2\" \
         title=\"Race: check, then write\" width=\"100%\" height=\"560\" loading=\"lazy\"></iframe>\n"
    );
    assert_eq!(
        snippet("scenario=race-loose&step=2", Form::Block),
        "```ran-twice\nscenario=race-loose&step=2\nexpect charges twice\n```\n"
    );
    assert_eq!(snippet("scenario=race-claim", Form::Block), "```ran-twice\nrace-claim\nexpect charges once\n```\n");
    // What is expected is checked in the size of the file alone.
    assert_eq!(
        snippet("scenario=race-loose&workers=3", Form::Block),
        "```ran-twice\nscenario=race-loose&workers=3\n```\n"
    );
}

#[test]
fn how_a_figure_is_shown_stands_in_each_form() {
    let shown = |form| {
        let change = |options: &mut Options| {
            options.form = form;
            *options = options.turned(Panel::Schedule).turned(Panel::Deliveries);
            (options.controls, options.theme) = (Controls::Min, Theme::Dark);
        };
        made("scenario=race-loose&step=2", change, |share| (share.snippet(300).unwrap(), share.preview().unwrap()))
    };
    let (line, preview) = shown(Form::Element);
    assert!(
        line.contains(" step=\"2\" view=\"handler,tables,said,deliveries\" controls=\"min\" theme=\"dark\" label="),
        "{line}"
    );
    assert_eq!(
        preview,
        "?embed=1&view=handler,tables,said,deliveries&controls=min&theme=dark#scenario=race-loose&step=2"
    );
    let (frame, _) = shown(Form::Frame);
    assert!(
        frame.contains("?embed=1&amp;view=handler,tables,said,deliveries&amp;controls=min&amp;theme=dark#"),
        "{frame}"
    );
    let (block, _) = shown(Form::Block);
    assert!(block.contains("step=2&view=handler,tables,said,deliveries&controls=min&theme=dark\n"), "{block}");
    // What is tried here is what they say: the page reads it without a remainder.
    let model = Model::at(&preview[1..preview.find('#').unwrap()], "");
    assert!(model.ignored.is_empty());
    // The last panel stays, and a design beside this one is part of the figure.
    let mut options = Options::of(&at("scenario=race-loose&with=key:unique"));
    assert!(options.panels.contains(&Panel::Every));
    for panel in Panel::ALL {
        options = options.turned(panel);
    }
    assert_eq!(options.panels, [Panel::Every, Panel::Deliveries]);
    let last = options.turned(Panel::Every);
    assert_eq!(last.turned(Panel::Deliveries), last);
}

#[test]
fn a_text_of_somebodys_own_stands_inside_where_it_can_and_packed_where_it_would_end_its_element() {
    let element = |model: &Model| of(model, Reach::Everybody, |_| {}, |share| share.snippet(9).unwrap());
    let line = element(&own(TEXT, "step=1&"));
    assert!(line.contains(&format!("<script type=\"text/twice\">\n{}\n  </script>\n", TEXT.trim_end())), "{line}");
    assert!(line.contains("<ran-twice step=\"1\" label=\"A job, twice\">"), "{line}");
    // In Markdown an empty line would end it.
    let spaced = element(&own(&TEXT.replace("handler", "\n \nhandler"), ""));
    assert!(
        spaced.contains("job a\n#\n#\nhandler pay") && spaced.trim_end().lines().all(|line| !line.trim().is_empty()),
        "{spaced}"
    );
    for end in ["# </script>\n", "# </SCRIPT >\n", "# <!-- <script>\n"] {
        let text = format!("{TEXT}{end}");
        let line = element(&own(&text, "step=1&"));
        let payload = ran_twice::app::payload::encode(&text).unwrap();
        assert!(line.contains(&format!("<ran-twice step=\"1\" text=\"{payload}\" label=")), "{line}");
        assert!(!line.contains("text/twice"), "{line}");
    }
    // Nothing of a title or a value is markup.
    let hostile = TEXT.replace("A job, twice", "<img src=x onerror='a'> & \\\"b\\\"");
    let line = element(&own(&hostile, "step=1&"));
    assert!(line.contains("label=\"&lt;img src=x onerror='a'&gt; &amp; &quot;b&quot;\">"), "{line}");
    let model = own(&hostile, "step=1&");
    let frame = of(&model, Reach::Everybody, |options| options.form = Form::Frame, |share| share.snippet(9).unwrap());
    assert!(frame.contains("title=\"&lt;img src=x onerror='a'&gt; &amp; &quot;b&quot;\""), "{frame}");
}

#[test]
fn a_block_with_a_text_of_ones_own_is_longer_fenced_than_anything_in_it_and_says_where_it_opens() {
    let block = |model: &Model| {
        let change = |options: &mut Options| options.form = Form::Block;
        of(model, Reach::Everybody, change, |share| (share.snippet(9).unwrap(), share.about().join(" ")))
    };
    let text = format!("# ```` and `x`\n{TEXT}");
    let (fenced, about) = block(&own(&text, ""));
    assert_eq!(fenced, format!("`````ran-twice\n{text}`````\n"));
    assert!(!about.contains("opens at its start"), "{about}");
    assert!(block(&own(&text, "step=1&")).1.contains("opens at its start"));
}

/// Nobody pastes a figure that fails the build of their documentation.
#[cfg(feature = "cli")]
#[test]
fn ran_twice_check_holds_the_block_of_every_scenario_in_every_design() {
    let mut page = String::new();
    for entry in catalogue::entries() {
        let model = at(&format!("scenario={}", entry.name));
        let mut hashes = vec![model.hash(), format!("{}&step=end", model.hash())];
        for switch in &model.player().unwrap().document.switches {
            for position in &switch.positions {
                hashes.push(format!("{}&switch={}:{}&step=1", model.hash(), switch.name, position.name));
            }
        }
        for hash in hashes {
            page.push_str(&snippet(&hash, Form::Block));
            page.push('\n');
        }
    }
    let path = std::env::temp_dir().join(format!("ran-twice-blocks-{}.md", std::process::id()));
    std::fs::write(&path, page).unwrap();
    let checked = std::process::Command::new(env!("CARGO_BIN_EXE_ran-twice")).arg("check").arg(&path).output().unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(
        checked.status.success(),
        "{}{}",
        String::from_utf8_lossy(&checked.stdout),
        String::from_utf8_lossy(&checked.stderr)
    );
}

#[test]
fn words_for_an_issue_hold_the_sentence_the_schedule_the_tables_and_the_link() {
    let hash = "scenario=race-loose&switch=key:unique&faults=crash:1&schedule=W1.crash-W1.W2&step=2";
    let text = made(hash, |_| {}, |share| share.issue());
    let model = at(hash);
    let moment = model.player().unwrap().moment();
    let tables = printed(moment.scenario, moment.trace, moment.playhead);
    assert!(text.contains(&format!("```text\n{tables}```\n")), "{text}");
    for part in [
        "**Race: check, then write · step 2 of ",
        "- Design: key: ",
        "- Crashes: at most 1\n",
        "- Schedule: `W1 crash W1 W2`; shown after step 2 of 3\n",
        &format!("[See it happen]({ADDRESS}#{})", print(&model.open)),
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    // Names with underlines are names, and no emphasis.
    assert!(!text.contains("*keys*"));
    // At the last step the page tells what came of the run, and so does this.
    let end = made("scenario=race-loose&step=end", |_| {}, |share| share.issue());
    assert!(end.contains("\n\nTwo charges, the key twice. "), "{end}");
    let figure = snippet("scenario=race-loose&step=end", Form::Element);
    assert!(figure.contains("<p>Two charges, the key twice. "), "{figure}");
    let beside = made("scenario=race-loose&with=key:unique&step=end", |_| {}, |share| share.issue());
    assert!(beside.contains("The same schedule with key: "), "{beside}");
    assert_eq!(beside.matches("```text").count(), 2, "{beside}");
}

#[test]
fn words_for_an_issue_carry_a_text_of_ones_own_and_nothing_in_them_ends_a_block() {
    let text = format!("# ```` here\n{TEXT}");
    let issue = of(&own(&text, "step=1&"), Reach::Everybody, |_| {}, |share| share.issue());
    assert!(
        issue.contains(&format!("<details><summary>The scenario</summary>\n\n`````text\n{text}`````\n")),
        "{issue}"
    );
}

#[test]
fn an_address_that_others_cannot_open_is_told_so_and_stands_in_no_issue() {
    let model = at("scenario=race-loose&step=2");
    for (reach, said, figure) in
        [(Reach::Machine, "this machine", "this machine"), (Reach::File, "is a file", "YOUR-HOST")]
    {
        of(
            &model,
            reach,
            |_| {},
            |share| {
                assert!(share.reach().contains(said) && !share.has_code());
                assert!(share.about().join(" ").contains(figure));
                let issue = share.issue();
                assert!(!issue.contains(ADDRESS) && issue.contains("`#scenario=race-loose&step=2`"), "{issue}");
            },
        );
    }
    let line = of(&model, Reach::File, |_| {}, |share| share.snippet(9).unwrap());
    assert!(line.contains("\"https://YOUR-HOST/ran-twice/ran-twice.js\"") && !line.contains(ADDRESS), "{line}");
    assert_eq!(of(&model, Reach::Everybody, |_| {}, |share| share.reach().len()), 0);
}

#[test]
fn the_element_lies_beside_the_page_whatever_that_is_called() {
    let model = at("scenario=race-loose");
    for (address, folder) in [
        ("https://example.org/ran-twice/", "https://example.org/ran-twice/"),
        ("https://example.org/ran-twice/index.html", "https://example.org/ran-twice/"),
        ("https://example.org/ran-twice", "https://example.org/ran-twice/"),
        ("https://example.org", "https://example.org/"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/"),
        ("https://example.org/ran-twice.html", "https://example.org/"),
    ] {
        let site = Site { address: address.to_owned(), reach: Reach::Everybody };
        let options = Options::of(&model);
        let script = Share::of(&model, &site, &options).unwrap().script();
        assert_eq!(script, format!("<script type=\"module\" src=\"{folder}ran-twice.js\"></script>"));
    }
}

#[test]
fn a_file_is_called_as_the_scenario_is() {
    assert_eq!(made("scenario=race-loose", |_| {}, |share| share.file_name()).as_deref(), Some("race-loose.twice"));
    assert_eq!(of(&own(TEXT, ""), Reach::Everybody, |_| {}, |share| share.file_name()), None);
    let shipped = shipped::shipped();
    assert!(shipped.iter().any(|(name, _)| name == "race-loose"));
}

#[test]
fn a_text_with_mistakes_is_not_what_is_handed_on_and_that_is_told() {
    let model = own(TEXT, "step=1&");
    let model = after(&model, Msg::TextWanted);
    let broken = after(&model, Msg::TextTyped(TEXT.replace("do charges", "od charges").into()));
    let (aside, hash) = of(&broken, Reach::Everybody, |_| {}, |share| (share.aside(), share.hash().unwrap()));
    assert!(aside.contains("mistakes"));
    assert_eq!(hash, model.hash());
    assert_eq!(of(&model, Reach::Everybody, |_| {}, |share| share.aside()), "");
}
