//! Every complete schedule of a scenario, by walking all of them. Shares nothing with the engine but `apply`,
//! `enabled` and `complete`.

use ran_twice::check::trace::Trace;
use ran_twice::lang::scenario::Scenario;
use ran_twice::sim::action::enabled;

/// Calls `each` with every complete schedule of the scenario, in the order of choice.
pub fn walk(scenario: &Scenario, each: &mut impl FnMut(&Trace)) {
    from(scenario, Trace::start(scenario), each);
}

fn from(scenario: &Scenario, trace: Trace, each: &mut impl FnMut(&Trace)) {
    if trace.complete(scenario) {
        each(&trace);
    }
    for action in enabled(scenario, trace.last()) {
        let mut longer = trace.clone();
        longer.take(scenario, action).expect("an enabled action can be taken");
        from(scenario, longer, each);
    }
}
