//! The page around this one: what its messages mean, that no message does more than a reader can, and what it is told.

#[path = "support/counters.rs"]
mod counters;
#[path = "support/dice.rs"]
mod dice;

use std::collections::BTreeMap;

use dice::Dice;
use ran_twice::app::host::{
    Asked, Command, Field, Height, Say, Shown, answer, is_handed_on, news, obey, read, read_slide,
};
use ran_twice::app::link::Step;
use ran_twice::app::message::Msg;
use ran_twice::app::model::{Model, Speed, Theme};
use ran_twice::app::presentation::Obeys;
use ran_twice::app::update::update;

/// Messages that nobody wrote in good faith.
const HOSTILE: usize = 20_000;

type Message = BTreeMap<&'static str, Field>;

fn text(text: &str) -> Field {
    Field::Text(text.to_owned())
}

fn message(kind: &str, fields: &[(&'static str, Field)]) -> Message {
    let head = [("ns", text("ran-twice")), ("v", Field::Number(1)), ("type", text(kind))];
    head.into_iter().chain(fields.iter().cloned()).collect()
}

fn asked(message: &Message) -> Option<Asked> {
    read(&|name| message.get(name).cloned().unwrap_or(Field::Missing))
}

/// The page after a message, and why it is refused.
fn sent(model: &Model, message: &Message) -> (Model, Option<String>) {
    let asked = asked(message).expect("it is for this page");
    match asked.command.and_then(|command| obey(model, &command)) {
        Ok(said) => (said.and_then(|said| update(model, said)).unwrap_or_else(|| model.clone()), None),
        Err(reason) => (model.clone(), Some(reason)),
    }
}

/// After this message the page is at that moment.
#[track_caller]
fn leads(from: &str, message: &Message, to: &str) {
    let (model, refused) = sent(&Model::at("embed=1", from), message);
    assert_eq!((model.hash().as_str(), refused), (to, None));
}

#[track_caller]
fn refused(query: &str, message: &Message, reason: &str) {
    let model = Model::at(query, "scenario=race-loose&step=2");
    let (after, refused) = sent(&model, message);
    assert_eq!((after, refused.as_deref()), (model, Some(reason)));
}

#[test]
fn every_command_does_what_its_control_does() {
    let race = "scenario=race-loose";
    leads(race, &message("next", &[]), "scenario=race-loose&step=1");
    leads("scenario=race-loose&step=3", &message("back", &[]), "scenario=race-loose&step=2");
    leads(race, &message("back", &[]), race);
    leads(race, &message("seek", &[("step", Field::Number(4))]), "scenario=race-loose&step=4");
    leads(race, &message("seek", &[("step", text("4"))]), "scenario=race-loose&step=4");
    leads(race, &message("seek", &[("step", text("end"))]), "scenario=race-loose&step=end");
    leads(race, &message("seek", &[("step", Field::Number(u32::MAX))]), "scenario=race-loose&step=end");
    leads(race, &message("seek", &[("step", text("@effect-2"))]), "scenario=race-loose&step=4");
    refused("", &message("seek", &[("step", text("@effect-3"))]), "This run has no such moment.");
    let claim = "scenario=race-claim&step=2";
    leads(race, &message("load", &[("hash", text(claim))]), claim);
    leads(race, &message("load", &[("hash", text("#scenario=race-claim&step=2"))]), claim);
    leads(race, &message("play", &[]), "scenario=race-loose&step=1");
    for kind in ["hello", "get", "focus", "pause"] {
        leads("scenario=race-loose&step=2", &message(kind, &[]), "scenario=race-loose&step=2");
    }
}

#[test]
fn playing_is_started_once_and_stopped_once() {
    let model = Model::at("", "scenario=race-loose");
    let (playing, _) = sent(&model, &message("play", &[]));
    assert!(playing.playing);
    assert_eq!(sent(&playing, &message("play", &[])).0, playing);
    let (paused, _) = sent(&playing, &message("pause", &[]));
    assert!(!paused.playing);
    assert_eq!(sent(&paused, &message("pause", &[])).0, paused);
}

#[test]
fn what_is_shown_can_be_set_and_whom_it_obeys_cannot() {
    let model = Model::at("embed=1", "scenario=race-loose");
    let set = |name: &str, value: Field| message("set", &[("name", text(name)), ("value", value)]);
    assert_eq!(sent(&model, &set("theme", text("dark"))).0.presentation.theme, Theme::Dark);
    assert_eq!(sent(&model, &set("speed", Field::Number(4))).0.speed, Speed::Four);
    assert_eq!(sent(&model, &set("view", text("said,tables"))).0.presentation.view.len(), 2);
    for name in ["api", "origin", "embed", "autoplay", "load", "scenario", "text", "__proto__"] {
        refused("embed=1", &set(name, text("1")), "Its name is none that can be set.");
    }
    refused("embed=1", &set("theme", text("url(https://x.example)")), "Its value is none of theme.");
    refused("embed=1", &set("theme", Field::Other), "Its value is no text.");
    // A speed that the reader has chosen stays when something else is set.
    let fast = update(&model, Msg::SpeedChosen(Speed::Two)).expect("it can be chosen");
    assert_eq!(sent(&fast, &set("theme", text("dark"))).0.speed, Speed::Two);
}

#[test]
fn what_cannot_be_done_is_refused_in_words() {
    refused("", &message("dance", &[]), "Its type is none that this page knows.");
    refused("", &message("seek", &[]), "Its step is no number, not “end”, and no mark.");
    refused("", &message("seek", &[("step", Field::Other)]), "Its step is no number, not “end”, and no mark.");
    refused("", &message("load", &[]), "Its hash is no text.");
    refused("", &message("load", &[("hash", text(&"x".repeat(20_001)))]), "Its hash is longer than 20000 bytes.");
    refused("mode=read", &message("play", &[]), "mode=read: it is stepped, and does not play.");
    refused("keys=off", &message("focus", &[]), "keys=off: it takes no focus.");
    let mut later = message("play", &[]);
    later.insert("v", Field::Number(2));
    refused("", &later, "This page speaks version 1 of the messages.");
}

#[test]
fn what_is_said_to_somebody_else_is_not_heard() {
    let mut other = message("play", &[]);
    for ns in [Field::Missing, Field::Other, Field::Number(1), text("Ran-Twice"), text("ran-twice ")] {
        other.insert("ns", ns);
        assert_eq!(asked(&other), None);
    }
}

#[test]
fn a_slide_plays_what_plays_by_itself_and_stops_what_plays() {
    let at = |query: &str| Model::at(query, "scenario=race-loose");
    let (shown, left) = (read_slide("slide:start").expect("known"), read_slide("slide:stop").expect("known"));
    assert_eq!(obey(&at(""), &shown), Ok(None));
    assert_eq!(obey(&at("autoplay=1"), &shown), Ok(Some(Msg::PlayToggled)));
    let playing = update(&at("autoplay=1"), Msg::PlayToggled).expect("it plays");
    assert_eq!((obey(&playing, &shown), obey(&playing, &left)), (Ok(None), Ok(Some(Msg::PlayToggled))));
    assert_eq!(read_slide("slide:start;alert(1)"), None);
}

/// What may differ afterwards: the moment, whether and how fast it plays, how it is shown, and what was told of a link.
#[test]
fn no_message_does_more_than_a_reader_can() {
    const KINDS: [&str; 14] = [
        "hello",
        "play",
        "pause",
        "next",
        "back",
        "seek",
        "load",
        "set",
        "get",
        "focus",
        "ready",
        "",
        "constructor",
        "evaluate",
    ];
    const TEXTS: [&str; 27] = [
        "",
        "end",
        "-1",
        "99999999999999999999",
        "1e9",
        "NaN",
        "@refused",
        "@effect-2",
        "@effect-0",
        "@-1",
        "theme",
        "speed",
        "view",
        "api",
        "origin",
        "dark",
        "none",
        "handler,,said",
        "scenario=race-claim&step=end",
        "#scenario=race-loose&schedule=W1.W2.W1.crash-W1&step=9&switch=key:unique",
        "scenario=../../etc/passwd&workers=4294967295&faults=crash:99999",
        "scenario=https://evil.example/x.twice",
        "text=1z.////&text=1j.PHNjcmlwdD4",
        "javascript:alert(1)",
        "<img src=x onerror=alert(1)>",
        "\u{0}\u{202e}%00%ff",
        "https://evil.example",
    ];
    let mut dice = Dice::new(5);
    let (mut obeyed, mut refused, mut unheard) = (0, 0, 0);
    let queries = ["embed=1", "embed=1&mode=read&keys=off", "autoplay=1&origin=https://docs.example", "embed=1&api=0"];
    let mut models: Vec<Model> = queries.iter().map(|query| Model::at(query, "scenario=race-loose&step=1")).collect();
    for at in 0..HOSTILE {
        let value = |dice: &mut Dice| match dice.below(8) {
            0 => Field::Missing,
            1 => Field::Flag(dice.below(2) == 0),
            2 => Field::Number(dice.below(20) as u32),
            3 => Field::Number(u32::MAX - dice.below(3) as u32),
            4 => Field::Other,
            5 if dice.below(50) == 0 => Field::Text("W1.".repeat(dice.below(12_000))),
            _ => text(dice.pick(&TEXTS)),
        };
        let mut hostile = message(dice.pick(&KINDS), &[]);
        for name in ["id", "step", "hash", "name", "value"] {
            hostile.insert(name, value(&mut dice));
        }
        for name in ["ns", "v", "type"] {
            if dice.below(12) == 0 {
                hostile.insert(name, value(&mut dice));
            }
        }
        let model = &mut models[at % 4];
        let Some(Asked { id, command }) = asked(&hostile) else {
            unheard += 1;
            continue;
        };
        let before = model.clone();
        let told = match command.and_then(|command| obey(model, &command)) {
            Ok(said) => {
                obeyed += 1;
                if let Some(next) = said.and_then(|said| update(model, said)) {
                    *model = next;
                }
                None
            }
            Err(reason) => {
                refused += 1;
                Some(reason)
            }
        };
        let (was, is) = (&before.presentation, &model.presentation);
        assert_eq!((was.embed, was.autoplay, &was.obeys), (is.embed, is.autoplay, &is.obeys), "{hostile:?}");
        assert_eq!((&before.guesses, &before.packs, &before.filter), (&model.guesses, &model.packs, &model.filter));
        assert_eq!((before.endings, before.tab, &before.query), (model.endings, model.tab, &model.query));
        assert!(told.is_none() || before == *model, "what is refused changes nothing: {hostile:?}");
        let kind = hostile.get("type").cloned();
        let same_moment = before.hash() == model.hash();
        let moves = ["play", "next", "back", "seek", "load"].map(text);
        assert!(same_moment || kind.is_some_and(|kind| moves.contains(&kind)), "{hostile:?}");
        // A scenario that is in the link itself is read elsewhere, and until then there is nothing to tell.
        let Some(shown) = Shown::of(model) else { continue };
        for say in answer(id, told, Some(&shown)).into_iter().chain(news(Shown::of(&before).as_ref(), &shown)) {
            let hash = say.fields.iter().find(|(name, _)| *name == "hash");
            let safe = |byte: u8| byte.is_ascii_alphanumeric() || b"=&:,.%-_".contains(&byte);
            assert!(
                hash.is_none_or(|(_, hash)| matches!(hash, Field::Text(hash) if hash.bytes().all(safe))),
                "{hash:?}"
            );
        }
    }
    assert!(
        obeyed > HOSTILE / 4 && refused > HOSTILE / 8 && unheard > 100,
        "{obeyed} obeyed, {refused} refused, {unheard} unheard"
    );
    counters::count("hostile-messages", HOSTILE);
}

/// The types of what is told from one moment to the next.
#[track_caller]
fn told(before: Option<&Model>, now: &Model) -> Vec<&'static str> {
    let before = before.and_then(Shown::of);
    news(before.as_ref(), &Shown::of(now).expect("something is shown")).into_iter().map(|say| say.kind).collect()
}

#[test]
fn what_has_changed_is_told_and_nothing_else() {
    let start = Model::at("embed=1", "scenario=race-loose");
    let after = |message| update(&start, message).expect("it changes");
    assert_eq!(told(None, &start), ["ready"]);
    assert_eq!(told(Some(&start), &start), [""; 0]);
    assert_eq!(told(Some(&start), &after(Msg::Advanced)), ["step"]);
    assert_eq!(told(Some(&start), &after(Msg::PlayToggled)), ["step", "play"]);
    assert_eq!(told(Some(&start), &after(Msg::WentToEnd)), ["step", "ended"]);
    assert_eq!(told(Some(&start), &after(Msg::ScenarioChosen("race-claim".into()))), ["scenario"]);
    let broken = after(Msg::AddressChanged("scenario=race-loose&step=99".to_owned()));
    assert_eq!(told(Some(&start), &broken), ["step", "ended", "error"]);
    // Another order with as many steps is another moment.
    let other = after(Msg::AddressChanged("scenario=race-loose&schedule=W2.W1.W1.W1.W2.W2".to_owned()));
    assert_eq!(told(Some(&start), &other), ["step"]);
}

#[test]
fn a_moment_is_told_whole() {
    let end = Shown::of(&Model::at("", "scenario=race-loose&step=end")).expect("it is shown");
    let fields: BTreeMap<_, _> = end.fields().into_iter().collect();
    assert_eq!(fields["hash"], text("scenario=race-loose&step=end"));
    assert_eq!((&fields["step"], &fields["steps"]), (&Field::Number(6), &Field::Number(6)));
    assert_eq!((&fields["outcome"], &fields["playing"]), (&text("repeated"), &Field::Flag(false)));
    assert!(matches!(&fields["said"], Field::Text(said) if !said.is_empty() && !said.contains('<')));
    let once = Shown::of(&Model::at("", "scenario=race-claim&step=end")).expect("it is shown");
    assert!(once.fields().contains(&("outcome", text("once"))));
}

#[test]
fn an_answer_carries_its_number_and_a_refusal_without_one_is_an_error() {
    let shown = Shown::of(&Model::at("", "scenario=race-loose")).expect("it is shown");
    let reply = answer(Field::Number(7), None, Some(&shown)).expect("it is wanted");
    assert_eq!((reply.kind, &reply.fields[..2]), ("reply", &[("id", Field::Number(7)), ("ok", Field::Flag(true))][..]));
    assert_eq!(answer(Field::Missing, None, Some(&shown)), None);
    let error = Say { kind: "error", fields: vec![("reason", text("No."))] };
    assert_eq!(answer(Field::Missing, Some("No.".to_owned()), Some(&shown)), Some(error));
}

#[test]
fn a_key_is_handed_on_where_nothing_is_left_for_it() {
    let at = |hash: &str| Model::at("", hash);
    let (start, middle, end) =
        (at("scenario=race-loose"), at("scenario=race-loose&step=3"), at("scenario=race-loose&step=end"));
    for (key, expected) in [
        ("ArrowRight", [false, false, true]),
        ("PageDown", [false, false, true]),
        ("ArrowLeft", [true, false, false]),
        ("PageUp", [true, false, false]),
        ("a", [false, false, false]),
        (" ", [false, false, false]),
    ] {
        assert_eq!([&start, &middle, &end].map(|model| is_handed_on(model, key)), expected, "{key}");
    }
}

#[test]
fn a_frame_grows_and_settles() {
    let mut height = Height::default();
    let mut told = |scenario, width, px| height.measured(scenario, width, px);
    assert_eq!(told("race-loose", 700, 420), Some(420));
    assert_eq!(told("race-loose", 700, 420), None);
    assert_eq!(told("race-loose", 700, 400), None);
    assert_eq!(told("race-loose", 700, 460), Some(460));
    assert_eq!(told("race-loose", 320, 400), Some(400));
    assert_eq!(told("race-claim", 320, 380), Some(380));
    // A layout that answers its frame by being taller still comes to an end.
    assert_eq!(told("race-claim", 320, u32::MAX), Some(20_000));
    assert_eq!(told("race-claim", 320, u32::MAX - 1), None);
}

#[test]
fn whom_it_obeys_is_in_the_query_alone() {
    let locked = Model::at("origin=https://docs.example", "origin=https://evil.example&scenario=race-loose");
    assert_eq!(locked.presentation.obeys, Obeys::Origin("https://docs.example".into()));
    assert_eq!(
        asked(&message("seek", &[("step", text("end"))])).map(|asked| asked.command),
        Some(Ok(Command::Seek(Step::End)))
    );
}
