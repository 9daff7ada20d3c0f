//! The start page, the list of every scenario, its filter, its endings, and the way from one scenario to the next.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::sync::Arc;

use ran_twice::app::asking::{Answer, Known};
use ran_twice::app::catalogue;
use ran_twice::app::filter::Excerpt;
use ran_twice::app::list::{ListView, list};
use ran_twice::app::message::Msg;
use ran_twice::app::model::Model;
use ran_twice::app::packs::Packs;
use ran_twice::app::screen::screen;
use ran_twice::app::update::update;
use ran_twice::lang::packed::sealed;
use ran_twice::tell::transport::Does;

#[track_caller]
fn told(model: &Model, message: Msg) -> Model {
    let words = format!("{message:?}");
    update(model, message).unwrap_or_else(|| panic!("{words} changes nothing"))
}

fn typed(text: &str) -> Msg {
    Msg::FilterTyped(text.into())
}

/// What `build.rs` made for the filter.
fn built() -> Msg {
    Msg::WordsFetched(Some(Arc::from(&include_bytes!(concat!(env!("OUT_DIR"), "/packs/words.txt"))[..])))
}

/// The same where only this scenario says anything, in these fields.
fn words(name: &str, fields: &[&str]) -> Msg {
    let line = |at: &str| if at == name { fields.join("\t") + "\n" } else { "\n".to_owned() };
    let lines: String = catalogue::entries().map(|entry| line(entry.name)).collect();
    Msg::WordsFetched(Some(sealed(lines.as_bytes()).into()))
}

fn names(list: &ListView) -> Vec<&'static str> {
    list.chapters.iter().flat_map(|chapter| &chapter.entries).map(|entry| entry.name).collect()
}

/// The excerpt of the first scenario in the list, as `before[found]after`.
fn excerpt(model: &Model) -> String {
    let list = list(model);
    let excerpt: Option<&Excerpt> = list.chapters.first().and_then(|chapter| chapter.entries[0].excerpt.as_ref());
    excerpt.map_or_else(String::new, |[before, found, after]| format!("{before}[{found}]{after}"))
}

#[test]
fn the_bare_address_opens_the_start_page_and_nothing_else_does() {
    for (query, hash, start) in [
        ("", "", true),
        ("theme=dark", "", true),
        ("utm_source=x", "top", true),
        ("", "scenario=race-loose", false),
        ("scenario=race-loose", "", false),
        ("", "step=2", false),
        ("", "scenario", false),
        ("embed=1", "", false),
        ("embed=1&theme=dark", "", false),
    ] {
        let model = Model::at(query, hash);
        assert_eq!(model.at_start(), start, "?{query}#{hash}");
        assert_eq!((model.player().is_some(), screen(&model).is_some()), (!start, !start), "?{query}#{hash}");
        if start {
            assert_eq!((model.hash().as_str(), &model.notice), ("", &None));
        }
    }
}

#[test]
fn a_figure_in_somebodys_page_stays_the_one_that_its_author_chose() {
    let leads = |query| {
        let screen = screen(&Model::at(query, "scenario=race-loose&step=end")).expect("a scenario is open");
        let around = screen.around.iter().flatten().count();
        (screen.transport.main.does != Does::Restart, around)
    };
    assert_eq!((leads(""), leads("embed=1"), leads("mode=read")), ((true, 2), (false, 0), (false, 0)));
}

#[test]
fn the_way_leads_from_the_start_page_to_a_scenario_and_back() {
    let start = Model::at("", "");
    let race = told(&start, Msg::ScenarioChosen("race-loose".into()));
    assert_eq!(race.hash(), "scenario=race-loose");
    let stepped = told(&race, Msg::WentToEnd);
    for back in [Msg::StartWanted, Msg::AddressChanged(String::new())] {
        let back = told(&stepped, back);
        assert!(back.at_start());
        assert_eq!((back.hash().as_str(), back.seen.get("race-loose").is_some()), ("", true));
        assert_eq!(told(&back, Msg::AddressChanged(stepped.hash())).hash(), stepped.hash());
    }
    assert_eq!(update(&start, Msg::StartWanted), None);
    // Where the query names a moment, the address without its hash is no start page.
    assert!(start.starts_bare());
    assert!(!Model::at("scenario=race-loose", "").starts_bare());
}

#[test]
fn the_start_page_fetches_the_scenario_that_it_leads_to() {
    let wanted = |model: &Model| model.wanted().map(|entry| entry.name);
    let start = Model::with(Packs::default(), "", "");
    assert_eq!(wanted(&start), Some("race-loose"));
    assert_eq!(wanted(&told(&start, Msg::ScenarioMissed("race-loose".into(), "no answer".into()))), None);
}

#[test]
fn each_scenario_leads_to_those_before_and_after_it_in_the_order_of_the_list() {
    let order: Vec<_> = catalogue::entries().collect();
    for (at, entry) in order.iter().enumerate() {
        let model = Model::at("", &format!("scenario={}", entry.name));
        let around = screen(&model).unwrap().around.map(|one| one.map(|one| (one.name.to_string(), one.title)));
        let there = |at: Option<usize>| {
            let entry = order.get(at?)?;
            Some((entry.name.to_owned(), entry.title.to_owned()))
        };
        assert_eq!(around, [there(at.checked_sub(1)), there(Some(at + 1))], "{}", entry.name);
    }
}

#[test]
fn the_list_is_whole_until_something_is_sought() {
    let start = Model::at("", "");
    let every: Vec<_> = catalogue::entries().map(|entry| entry.name).collect();
    assert_eq!((names(&list(&start)), list(&start).found.as_str()), (every.clone(), ""));
    for blank in ["", "  "] {
        assert_eq!(names(&list(&told(&start, typed(blank)))), every);
    }
}

#[test]
fn titles_are_searched_at_once_and_by_every_word() {
    let start = Model::at("", "");
    let found = |text: &str| names(&list(&told(&start, typed(text))));
    assert!(found("claim FIRST").contains(&"race-claim"));
    assert!(!found("claim first").contains(&"race-loose"));
    assert!(found("race check").contains(&"race-loose"));
    // A chapter's title stands for all that is in it.
    assert!(found("guide").contains(&"in-sequence"));
    // Not in the middle of a word while some word begins so, and there where none does.
    assert!(!found("key").contains(&"monkey"));
    assert!(found("nqueue").contains(&"enqueue-twice"));
}

#[test]
fn what_a_scenario_is_about_and_where_it_was_told_is_searched_once_it_is_here() {
    let wanted = told(&Model::at("", ""), typed(""));
    assert!(wanted.filter.is_wanted());
    let told_of = words("race-claim", &["A lease ends, and nobody hears it.", "github.com/celery/kombu/issues/337"]);
    let here = told(&wanted, told_of);
    assert!(!here.filter.is_wanted());
    for (text, shown) in [
        ("celery", "github.com/[celery]/kombu/issues/337"),
        ("#337", ""),
        ("337", "github.com/celery/kombu/issues/[337]"),
        ("LEASE claim", "A [lease] ends, and nobody hears it."),
        ("claim", ""),
    ] {
        let model = told(&here, typed(text));
        assert_eq!(excerpt(&model), shown, "{text}");
        assert_eq!(names(&list(&model)).contains(&"race-claim"), text != "#337", "{text}");
    }
}

#[test]
fn what_fits_best_says_it_in_its_title_where_any_does() {
    let best = |model: &Model| -> Vec<_> {
        let chapters = list(model).chapters;
        chapters
            .into_iter()
            .flat_map(|chapter| chapter.entries)
            .filter(|entry| entry.best)
            .map(|entry| entry.name)
            .collect()
    };
    let start = told(&Model::at("", ""), words("in-sequence", &["claim first, or aquifer"]));
    assert_eq!(best(&start), [""; 0]);
    assert_eq!(best(&told(&start, typed("claim first"))), ["race-claim"]);
    assert_eq!(best(&told(&start, typed("aquifer"))), ["in-sequence"]);
    assert_eq!(best(&told(&start, typed("zebra"))), [""; 0]);
}

#[test]
fn an_excerpt_keeps_whole_words_around_what_was_found() {
    let long = "ä ".repeat(60) + "the lease ends" + &" ö".repeat(60);
    let model = told(&told(&Model::at("", ""), words("in-sequence", &[&long])), typed("lease"));
    let shown = excerpt(&model);
    assert!(shown.starts_with("…ä ä ") && shown.contains("the [lease] ends ö") && shown.ends_with("ö …"), "{shown}");
    let unbroken = "x".repeat(200) + "-lease-" + &"y".repeat(200);
    let model = told(&told(&Model::at("", ""), words("in-sequence", &[&unbroken])), typed("lease"));
    assert_eq!(excerpt(&model), "…[lease] …");
}

#[test]
fn the_count_is_told_in_words_and_so_is_that_there_is_none() {
    let all = catalogue::count();
    let start = told(&Model::at("", ""), words("race-loose", &["aquifer"]));
    let found = |model: &Model| list(model).found;
    assert_eq!(found(&told(&start, typed("aquifer"))), format!("1 of {all} scenarios."));
    let none = told(&start, typed(" zebra "));
    assert_eq!((found(&none).as_str(), list(&none).chapters.len()), ("No scenario says “zebra”.", 0));
    assert_eq!(found(&told(&none, typed(""))), "");
}

#[test]
fn where_the_words_do_not_come_titles_are_searched_and_that_is_said() {
    let start = told(&Model::at("", ""), typed("claim first"));
    let damaged = Arc::from(&b"damaged"[..]);
    let of_another_build = Arc::from(&sealed(b"one line\n")[..]);
    for missed in [Msg::WordsFetched(None), Msg::WordsFetched(Some(damaged)), Msg::WordsFetched(Some(of_another_build))]
    {
        let model = told(&start, missed);
        assert!(names(&list(&model)).contains(&"race-claim") && !model.filter.is_wanted());
        assert!(list(&model).found.ends_with("Only titles were searched: the rest could not be loaded."));
    }
}

/// Whatever is shipped: each scenario is found by what it is about, and by where it was told.
#[test]
fn every_scenario_is_found_by_what_stands_in_its_file() {
    let start = told(&Model::at("", ""), built());
    let mut sources = 0;
    for entry in catalogue::entries() {
        let document = entry.open().unwrap();
        for text in [document.about.as_deref(), document.reported.as_deref()].into_iter().flatten() {
            let text = text.trim_start_matches("https://");
            sources += usize::from(text.contains(".com/"));
            assert!(names(&list(&told(&start, typed(text)))).contains(&entry.name), "{}: {text}", entry.name);
        }
    }
    let reported = catalogue::entries().filter(|entry| entry.open().unwrap().reported.is_some()).count();
    assert!(sources >= reported, "{sources} of {reported}");
}

#[test]
fn beside_a_player_other_chapters_are_folded_until_something_is_sought() {
    let open = |model: &Model| -> Vec<_> {
        list(model).chapters.into_iter().filter(|chapter| chapter.open).map(|chapter| chapter.folder).collect()
    };
    let every: Vec<_> = catalogue::chapters().iter().map(|chapter| chapter.folder).collect();
    let race = Model::at("", "scenario=race-loose");
    assert_eq!(open(&race), ["guide"]);
    assert_eq!(open(&Model::at("", "")), every);
    assert_eq!(open(&told(&race, Msg::EndingsRevealed)), every);
    let sought = told(&race, typed("the"));
    assert_eq!(open(&sought).len(), list(&sought).chapters.len());
}

/// What the button says and how far it is; the worker answers each question that is asked meanwhile with nothing to count.
fn words_of(model: &Model) -> [String; 2] {
    let words = list(model).endings.words;
    [words.button, words.progress]
}

#[test]
fn endings_are_counted_one_after_the_other_with_progress_and_can_be_stopped() {
    let all = catalogue::count();
    let mut model = Model::at("", "");
    assert_eq!(words_of(&model), ["Show every ending".to_owned(), String::new()]);
    model = told(&model, list(&model).endings.does.unwrap());
    assert_eq!(words_of(&model), ["Stop".to_owned(), format!("0 of {all}")]);
    let mut asked = Vec::new();
    while let Some((asking, question)) = model.asking() {
        assert_eq!(asking.asking(), None, "one question at a time");
        asked.push(question.design.checked.clone());
        if asked.len() == 4 {
            let stopped = told(&asking, Msg::EndingsStopped);
            assert_eq!(words_of(&stopped), [format!("Show the other {} endings", all - 3), format!("3 of {all}")]);
            assert_eq!(stopped.asking(), None);
            // An answer that was under way comes to nothing.
            let late = Answer { number: question.number, known: Known::Stopped("at its bound".into()) };
            assert_eq!(update(&stopped, Msg::Answered(late.into())), None);
            let on = told(&stopped, list(&stopped).endings.does.unwrap());
            assert_eq!(on.asking().unwrap().1.design, question.design);
        }
        let answer = Answer { number: question.number, known: Known::Stopped("at its bound".into()) };
        model = told(&asking, Msg::Answered(answer.into()));
    }
    assert_eq!(asked.len(), all);
    assert_eq!(words_of(&model), ["Every ending is shown".to_owned(), String::new()]);
    assert_eq!(list(&model).endings.does, None);
}

#[test]
fn endings_that_could_not_be_fetched_are_offered_again() {
    let all = catalogue::count();
    let mut model = told(&Model::with(Packs::default(), "", ""), Msg::EndingsRevealed);
    while let Some(entry) = model.wanted() {
        model = told(&model, Msg::ScenarioMissed(entry.name.into(), "no answer".into()));
    }
    assert_eq!(words_of(&model), [format!("Show the other {all} endings"), format!("0 of {all}")]);
    model = told(&model, list(&model).endings.does.unwrap());
    assert!(model.wanted().is_some());
}

#[test]
fn where_a_scenario_was_told_is_shown_as_an_address() {
    for entry in catalogue::entries() {
        let document = entry.open().unwrap();
        let screen = screen(&Model::at("", &format!("scenario={}", entry.name))).unwrap();
        let expected =
            document.reported.as_ref().map(|told| [told.clone(), told.strip_prefix("https://").unwrap().into()]);
        assert_eq!(screen.reported, expected, "{}", entry.name);
    }
}
