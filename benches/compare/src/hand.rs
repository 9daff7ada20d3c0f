//! The six-step handler written by hand: states, actions and steps in plain Rust, without the engine and without a
//! checker. Its states are those of `six-steps.twice`, one for one, where nothing is merged.

/// Workers at most.
pub const WORKERS_MAX: usize = 6;

/// How many workers race for the job, and how many of them may die.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub workers: usize,
    pub crashes: u8,
}

/// A moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Where each worker stands; those past the size's number are done from the start.
    pub workers: [Place; WORKERS_MAX],
    pub status: Status,
    /// Is the key written?
    pub key: bool,
    pub charges: u8,
    pub crashes_left: u8,
}

/// The step that a worker takes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    Take,
    Look,
    Charge,
    Write,
    Answer(How),
    Acknowledge(How),
    Done,
    Dead,
}

/// What a worker found when it looked for the key or wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum How {
    /// The key was there, so it did not charge.
    Seen,
    /// It wrote the key.
    First,
    /// UNIQUE refused the key after it had charged.
    Second,
}

/// What the job's row says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    New,
    Taken,
    Answered,
    Acknowledged,
}

/// One thing that can happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Step(u8),
    Crash(u8),
}

impl State {
    /// Before the first step.
    pub fn start(size: Size) -> Self {
        let mut workers = [Place::Done; WORKERS_MAX];
        workers[..size.workers].fill(Place::Take);
        Self { workers, status: Status::New, key: false, charges: 0, crashes_left: size.crashes }
    }

    /// What can happen next: steps in the order of the workers, then deaths.
    pub fn actions(&self, mut each: impl FnMut(Action)) {
        let running = |worker: &usize| self.workers[*worker] < Place::Done;
        (0..WORKERS_MAX).filter(running).for_each(|worker| each(Action::Step(worker as u8)));
        if self.crashes_left > 0 {
            (0..WORKERS_MAX).filter(running).for_each(|worker| each(Action::Crash(worker as u8)));
        }
    }

    /// Is nothing but a death possible?
    pub fn complete(&self) -> bool {
        self.workers.iter().all(|place| *place >= Place::Done)
    }

    /// The state after an action that can happen.
    #[must_use]
    pub fn after(mut self, action: Action) -> Self {
        match action {
            Action::Step(worker) => self.step(usize::from(worker)),
            Action::Crash(worker) => {
                self.workers[usize::from(worker)] = Place::Dead;
                self.crashes_left -= 1;
            }
        }
        self
    }

    fn step(&mut self, worker: usize) {
        self.workers[worker] = match self.workers[worker] {
            Place::Take => {
                self.status = Status::Taken;
                Place::Look
            }
            Place::Look if self.key => Place::Answer(How::Seen),
            Place::Look => Place::Charge,
            Place::Charge => {
                self.charges += 1;
                Place::Write
            }
            Place::Write if self.key => Place::Answer(How::Second),
            Place::Write => {
                self.key = true;
                Place::Answer(How::First)
            }
            Place::Answer(how) => {
                self.status = Status::Answered;
                Place::Acknowledge(how)
            }
            Place::Acknowledge(_) => {
                self.status = Status::Acknowledged;
                Place::Done
            }
            over @ (Place::Done | Place::Dead) => over,
        };
    }
}
