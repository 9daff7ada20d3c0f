//! Every complete schedule of a scenario, by walking all of them. Shares nothing with the engine but `apply`,
//! `enabled` and `complete`.

use ran_twice::check::trace::Trace;
use ran_twice::lang::scenario::Scenario;
use ran_twice::sim::readiness::enabled;

/// Calls `each` with every complete schedule of the scenario, in the order of choice.
pub fn walk(scenario: &Scenario, each: &mut impl FnMut(&Trace)) {
    from(scenario, &mut Trace::start(scenario), each);
}

fn from(scenario: &Scenario, trace: &mut Trace, each: &mut impl FnMut(&Trace)) {
    if trace.complete(scenario) {
        each(trace);
    }
    let steps = trace.len();
    for action in enabled(scenario, trace.last()) {
        trace.take(scenario, action).expect("an enabled action can be taken");
        from(scenario, trace, each);
        trace.truncate(steps);
    }
}
