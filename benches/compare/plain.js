// The exploration that browser.mjs compares with, as one writes it in plain JavaScript: states packed into numbers, a Map
// from each to its numbers of schedules (a BigInt for each number of charges), one walk in depth. The model is the one that
// src/hand.rs has; nothing is merged. Runs in a worker; asks and answers as src/answer.rs does.

// The step that a worker takes next, four bits each. ANSWER and ACKNOWLEDGE come in three: the key was seen, this worker
// wrote it, it came second.
const [TAKE, LOOK, CHARGE, WRITE, ANSWER, ACKNOWLEDGE, DONE, DEAD] = [0, 1, 2, 3, 4, 7, 10, 11];
const [SEEN, FIRST, SECOND] = [0, 1, 2];

// Above the workers: the job's status (2 bits), whether the key is written, charges (3 bits), crashes left.
const [STATUS, KEY, CHARGES, CRASHES] = [3, 4, 8, 64];
const [TAKEN, ANSWERED, ACKNOWLEDGED] = [1, 2, 3];

// Below the 32 bits that JavaScript shifts, and all of a state below the 53 that a number holds.
const PLACES = 2 ** 24;

const withStatus = (shared, status) => (shared & ~STATUS) | status;

/** `[place, shared]` after a step of a worker that stands at `place`. */
function step(place, shared) {
  const key = (shared & KEY) !== 0;
  switch (place) {
    case TAKE: return [LOOK, withStatus(shared, TAKEN)];
    case LOOK: return [key ? ANSWER + SEEN : CHARGE, shared];
    case CHARGE: return [WRITE, shared + CHARGES];
    case WRITE: return key ? [ANSWER + SECOND, shared] : [ANSWER + FIRST, shared | KEY];
    default:
      if (place < ACKNOWLEDGE) return [place - ANSWER + ACKNOWLEDGE, withStatus(shared, ANSWERED)];
      return [DONE, withStatus(shared, ACKNOWLEDGED)];
  }
}

function explore(workers, crashes) {
  const known = new Map();

  // How many schedules go on from here, by number of charges.
  function ways(state) {
    const before = known.get(state);
    if (before !== undefined) return before;
    const places = state % PLACES;
    const shared = (state - places) / PLACES;
    const sums = new Array(workers + 1).fill(0n);
    let complete = true;
    const add = (worker, place, shared) => {
      const cleared = places & ~(15 << (4 * worker));
      const more = ways(shared * PLACES + (cleared | (place << (4 * worker))));
      for (let charges = 0; charges <= workers; charges += 1) sums[charges] += more[charges];
    };
    for (let worker = 0; worker < workers; worker += 1) {
      const place = (places >> (4 * worker)) & 15;
      if (place >= DONE) continue;
      complete = false;
      const [moved, after] = step(place, shared);
      add(worker, moved, after);
      if (shared >= CRASHES) add(worker, DEAD, shared - CRASHES);
    }
    if (complete) sums[Math.trunc(shared / CHARGES) % 8] += 1n;
    known.set(state, sums);
    return sums;
  }

  const counts = ways(crashes * CRASHES * PLACES);
  const list = counts.map((count, charges) => ` ${charges}:${count}`).filter((_, charges) => counts[charges] > 0n);
  return known.size + list.join("");
}

onmessage = ({ data }) => postMessage(explore(...data.split(" ").map(Number)));
postMessage(null);
