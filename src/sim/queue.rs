//! The queue: at least once. It knows of each delivery whether it is ready, leased, acked or dead, and nothing of who holds
//! it: the holder knows which attempt it was handed, and whoever holds an older one comes too late.

use super::event::Event;
use super::state::{Queued, State, Status};
use super::step::Turn;
use crate::lang::scenario::{DeliveryId, ProcessId, Queue};

/// What the queue knows of a lease that has not ended.
pub(super) fn lease_of(state: &State, job: DeliveryId) -> Option<Status> {
    let queued = state.queue.get(job.index())?;
    matches!(queued.status, Status::Leased { .. }).then_some(queued.status)
}

/// Who works on this job under a lease that has not ended.
#[must_use]
pub fn holder(state: &State, job: DeliveryId) -> Option<ProcessId> {
    (0..state.processes.len()).map(ProcessId::new).find(|process| held(state, *process) == Some(job))
}

/// The ready job with the smallest id.
#[must_use]
pub fn next_ready(state: &State) -> Option<DeliveryId> {
    state.queue.iter().position(|queued| queued.status == Status::Ready).map(DeliveryId::new)
}

/// The delivery of this process, where its lease has not ended.
#[must_use]
pub fn held(state: &State, process: ProcessId) -> Option<DeliveryId> {
    let process = &state.processes[process.index()];
    let job = process.delivery?;
    let queued = state.queue.get(job.index())?;
    let own = matches!(queued.status, Status::Leased { .. }) && queued.attempts == process.attempt;
    own.then_some(job)
}

/// One more delivery before anyone took it.
pub(super) fn ready(queue: &Queue) -> Queued {
    Queued { status: Status::Ready, attempts: 0, left: queue.attempts }
}

impl Turn<'_> {
    /// An idle worker takes the next job; its run begins.
    pub(super) fn take(&mut self, process: ProcessId) {
        let job = next_ready(&self.state).expect("readiness asked for a job");
        let lease_ms = self.scenario.queue.map_or(0, |queue| queue.lease_ms);
        let until_ms = self.state.clock_ms.saturating_add(lease_ms);
        let queued = &mut self.state.queue[job.index()];
        queued.status = Status::Leased { until_ms, working: true };
        queued.attempts += 1;
        queued.left = queued.left.saturating_sub(1);
        let attempt = queued.attempts;
        let state = &mut self.state.processes[process.index()];
        state.delivery = Some(job);
        state.attempt = attempt;
        state.life += 1;
        state.turn = 1;
        self.events.push(Event::Taken { process, delivery: job, attempt });
        self.begin(process);
    }

    /// `ack`: the queue learns of it, unless the lease has ended or the word is lost.
    pub(super) fn ack(&mut self, process: ProcessId, lost: bool) {
        let Some(delivery) = self.told(process) else { return };
        if lost {
            self.events.push(Event::AckLost { process, delivery });
        } else {
            self.state.queue[delivery.index()].status = Status::Acked;
            self.events.push(Event::Acked { process, delivery });
        }
    }

    /// `later`, `fail`, a run that fails: the job is ready again, or dead.
    pub(super) fn hand_back(&mut self, process: ProcessId, failed: bool) {
        let Some(delivery) = self.told(process) else { return };
        self.events.push(Event::HandedBack { process, delivery, failed });
        self.ready_or_dead(delivery);
    }

    /// The job that the queue hears of: none where the lease has ended or the job is acked, and that is an event.
    fn told(&mut self, process: ProcessId) -> Option<DeliveryId> {
        let held = held(&self.state, process);
        let state = &self.state.processes[process.index()];
        if let (None, Some(delivery)) = (held, state.delivery)
            && let Some(queued) = self.state.queue.get(delivery.index())
        {
            let acked = queued.status == Status::Acked && queued.attempts == state.attempt;
            self.events.push(match acked {
                true => Event::AckedBefore { process, delivery },
                false => Event::TooLate { process, delivery },
            });
        }
        held
    }

    /// A run is over or its process is gone: nobody works on its job any more, and the lease may end.
    pub(super) fn let_go(&mut self, process: ProcessId) {
        if let Some(job) = held(&self.state, process)
            && let Status::Leased { working, .. } = &mut self.state.queue[job.index()].status
        {
            *working = false;
        }
    }

    /// The lease of a job ends: the clock moves there if that is later, and the job is ready again or dead.
    pub(super) fn end_lease(&mut self, job: DeliveryId) {
        let Queued { status, attempts, .. } = self.state.queue[job.index()];
        let Status::Leased { until_ms, working } = status else { return };
        let from_ms = self.state.clock_ms;
        if until_ms > from_ms {
            self.state.clock_ms = until_ms;
            self.events.push(Event::ClockMoved { from_ms, to_ms: until_ms });
        }
        self.events.push(Event::LeaseEnded { delivery: job, attempt: attempts, working });
        self.ready_or_dead(job);
    }

    /// An operator makes a job ready again that is acked or dead, once more than it may be if need be.
    pub(super) fn redeliver(&mut self, job: DeliveryId) {
        let queued = &mut self.state.queue[job.index()];
        queued.status = Status::Ready;
        queued.left = queued.left.max(1);
        self.events.push(Event::Redelivered { delivery: job });
    }

    fn ready_or_dead(&mut self, job: DeliveryId) {
        let queued = &mut self.state.queue[job.index()];
        queued.status = if queued.left > 0 { Status::Ready } else { Status::Dead };
        if queued.status == Status::Dead {
            self.events.push(Event::Died { delivery: job });
        }
    }
}
