//! The card: handler, ribbon and tables on the stage, the schedule under them, the dock with sentence and buttons.

use super::copy::Copy;
use super::handler::Handler;
use super::keys::{Keys, Meaning, meaning};
use super::lanes::{Lanes, Scrubber};
use super::ribbon::Ribbon;
use super::said::Said;
use super::storage;
use super::tables::Tables;
use super::transport::Transport;
use crate::app::message::Msg;
use crate::app::model::{Model, Speed, Tab};
use crate::app::screen::Screen;
use crate::lang::value::Name;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// The player.
#[derive(PartialEq, Properties)]
pub struct PlayerProps {
    /// Everything there is.
    pub model: Rc<Model>,
    /// What is shown of it.
    pub screen: Rc<Screen>,
    /// Hears what happened.
    pub on: Callback<Msg>,
    /// Is it in a frame of somebody's documentation, where it has little room?
    #[prop_or_default]
    pub embed: bool,
}

/// Where the moment on screen came from: it decides what moves.
#[derive(Default)]
struct Came {
    scenario: Option<Name>,
    step: usize,
    class: &'static str,
}

/// The player with its keys.
#[component]
pub fn Player(props: &PlayerProps) -> Html {
    let PlayerProps { model, screen, on, embed } = props;
    let help = use_state_eq(|| false);
    let active = use_state_eq(|| storage::read(storage::KEYS).as_deref() != Some("off"));
    let came = use_mut_ref(Came::default);
    let (step, steps) = model.player().map_or((0, 0), |player| (player.playhead, player.steps()));
    let motion = moved(&mut came.borrow_mut(), &model.open.name, step);

    let root = use_node_ref();
    {
        let root = root.clone();
        let places = [step, steps.max(1), screen.lanes.columns.len().max(1)];
        use_effect_with(places, move |places| {
            if let Some(root) = root.cast::<HtmlElement>() {
                tell(&root, places);
            }
        });
    }
    let onkeydown = {
        let deps = (screen.clone(), on.clone(), *active);
        let help = help.setter();
        use_callback(deps, move |key: KeyboardEvent, (screen, on, active)| pressed(&key, screen, on, *active, &help))
    };
    let closed = {
        let help = help.setter();
        use_callback((), move |(), ()| help.set(false))
    };
    let turned = {
        let active = active.setter();
        use_callback((), move |on: bool, ()| {
            storage::keep(storage::KEYS, if on { "on" } else { "off" });
            active.set(on);
        })
    };
    let opened = {
        let help = help.setter();
        use_callback((), move |_: MouseEvent, ()| help.set(true))
    };
    let scrubber = html! { <Scrubber {step} {steps} place={screen.transport.place.clone()} on={on.clone()} /> };
    let (in_lanes, in_dock) = if *embed { (Html::default(), scrubber) } else { (scrubber, keys_button(opened)) };
    html! {
        <section ref={root} class={["player ", motion, " ", pace(model.speed)].concat()} aria-label="Player" tabindex="-1" {onkeydown}
            data-test="player" data-step={step.to_string()} data-steps={steps.to_string()}>
            <div class="player__stage">
                <Handler screen={screen.clone()} head={!embed} on={on.clone()} />
                <Ribbon beam={screen.tables.beam.clone().filter(|_| model.tab == Tab::Tables)} />
                <Tables screen={screen.clone()} head={!embed} tab={model.tab} on={on.clone()}><Copy model={model.clone()} /></Tables>
            </div>
            <Lanes lanes={screen.lanes.clone()} schedules={screen.schedules.clone()} head={!embed} can_restore={screen.can_restore} on={on.clone()}>
                { in_lanes }
            </Lanes>
            <div class="player__dock">
                <Said told={screen.told.clone()} ending={screen.ending.clone()} {step} silent={model.playing} />
                <Transport words={screen.transport.clone()} playing={model.playing} speed={model.speed} on={on.clone()}>
                    { in_dock }
                </Transport>
            </div>
            <Keys open={*help} active={*active} {closed} {turned} />
        </section>
    }
}

/// Tells the style sheet where the playhead stands: `--at` of `--m` steps, in `--n` columns. A policy without inline
/// styles forbids the attribute, not this.
fn tell(root: &HtmlElement, places: &[usize; 3]) {
    for (name, place) in ["--at", "--m", "--n"].into_iter().zip(places) {
        let _ = root.style().set_property(name, &place.to_string());
    }
}

fn keys_button(opened: Callback<MouseEvent>) -> Html {
    html! { <button type="button" class="button button--quiet transport__keys" onclick={opened}>{ "Keys ?" }</button> }
}

/// What moves: the next step forwards, an earlier moment back, and nothing where the reader jumped.
fn moved(came: &mut Came, scenario: &Name, step: usize) -> &'static str {
    let same = came.scenario.as_ref() == Some(scenario);
    if !same {
        came.class = "player--still";
    } else if step != came.step {
        came.class = match step.checked_sub(came.step) {
            Some(1) => "player--forward",
            Some(_) => "player--still",
            None => "player--back",
        };
    }
    came.scenario = Some(scenario.clone());
    came.step = step;
    came.class
}

/// The class that divides every duration by the speed.
fn pace(speed: Speed) -> &'static str {
    match speed {
        Speed::Half => "pace--half",
        Speed::One => "",
        Speed::Two => "pace--two",
        Speed::Four => "pace--four",
    }
}

/// A key was pressed while the focus was inside the player.
fn pressed(key: &KeyboardEvent, screen: &Screen, on: &Callback<Msg>, active: bool, help: &UseStateSetter<bool>) {
    if !active || key.ctrl_key() || key.alt_key() || key.meta_key() {
        return;
    }
    let Some(target) = key.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
    if matches!(target.closest("dialog"), Ok(Some(_))) {
        return;
    }
    let tag = target.tag_name();
    let Some(meaning) = meaning(&key.key(), tag == "INPUT", tag == "BUTTON", &screen.lanes) else { return };
    key.prevent_default();
    match meaning {
        Meaning::Message(message) => on.emit(message),
        Meaning::Help => help.set(true),
    }
}
