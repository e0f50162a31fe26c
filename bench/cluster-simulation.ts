// A cluster as a simulation: workers, groups and a database whose operations take what was measured. It says what a thousand workers would do
// that no machine here has: how many cells a second come out, and whether the database or the submitter is what limits them.

import TinyQueue from "tinyqueue";
import { COMMIT_EVERY } from "../src/cluster/commits.ts";
import { FOLLOW } from "../src/cluster/engine.ts";
import { BEAT } from "../src/cluster/liveness.ts";
import { paceOf } from "../src/cluster/pace.ts";
import { GROUPS, LARGEST } from "../src/cluster/submission.ts";
import type { ClusterCosts } from "./cluster-costs.ts";

/** What is simulated. */
export interface SimulatedCluster {
  readonly workers: number;
  readonly threads: number;
  readonly cells: number;
  /** Seconds that a cell takes. */
  readonly cellSeconds: number;
  /** Cores of the database's machine. */
  readonly cores: number;
  /** Processor seconds of the submitter for each cell that it fetches and writes. */
  readonly fetching: number;
}

/** What came of it. */
export interface SimulatedRun {
  readonly seconds: number;
  /** Cells a second. */
  readonly rate: number;
  /** Part of the threads' time in which they compute. */
  readonly computing: number;
  /** Part of the time in which the database's cores work, and the submitter's. */
  readonly database: number;
  readonly submitter: number;
}

/** Something that happens at a time. */
interface Happening {
  readonly at: number;
  readonly happens: () => void;
}

/** Jobs [from, to) of a batch: only how many they are matters. */
interface SimulatedGroup {
  left: number;
}

/** A worker. */
interface SimulatedWorker {
  /** Groups at work. */
  busy: number;
  /** The group that waits for a thread. */
  waiting: SimulatedGroup | undefined;
  /** Fewest free threads since the last beat. */
  unused: number;
  owed: number;
  /** Results that wait for a commit. */
  results: number;
  isCommitting: boolean;
  look: number;
}

/** Simulates a run. `random` draws numbers in [0, 1). */
export function simulate(cluster: SimulatedCluster, costs: ClusterCosts, random: () => number): SimulatedRun {
  const { workers: count, threads, cells, cellSeconds, cores, fetching } = cluster;
  const events = new TinyQueue<Happening>([], (one, other) => one.at - other.at);
  // When each core of the database is free; operations take the core that is free first.
  const free = new TinyQueue<number>(Array.from({ length: cores }, () => 0));
  let now = 0;
  let [worked, followed] = [0, 0];
  let [written, fetched, computed] = [0, 0, 0];
  const after = (seconds: number, happens: () => void): void => events.push({ at: now + seconds, happens });
  /** An operation of the database; `then` follows its end. */
  const operation = (cost: number, then: () => void = () => {}): void => {
    const begun = Math.max(now, free.pop() ?? 0);
    worked += cost;
    free.push(begun + cost);
    events.push({ at: begun + cost, happens: then });
  };

  const groups = Math.max(GROUPS.least, GROUPS.each * count * threads);
  const size = Math.min(LARGEST, Math.max(1, Math.ceil(cells / groups)));
  const queue: SimulatedGroup[] = [];
  for (let left = cells; left > 0; left -= size) queue.push({ left: Math.min(size, left) });
  // The next one of a queue is cheap to take from its end.
  queue.reverse();
  const list: SimulatedWorker[] = Array.from({ length: count }, () => ({
    ...{ busy: 0, waiting: undefined, unused: threads, owed: 0, results: 0, isCommitting: false, look: 0 },
  }));
  let idle = 0;

  const put = (group: SimulatedGroup): void => operation(costs.group / 2, () => queue.push(group));

  const commit = (worker: SimulatedWorker): void => {
    const own = worker.results;
    worker.results = 0;
    if (own === 0) {
      worker.isCommitting = false;
      return;
    }
    operation(costs.commit + own * costs.commitJob, () => {
      written += own;
    });
    after(COMMIT_EVERY / 1000, () => commit(worker));
  };

  const next = (worker: SimulatedWorker, group: SimulatedGroup): void => {
    if (worker.owed > 0 && group.left > 1) {
      worker.owed -= 1;
      const other = Math.floor(group.left / 2);
      group.left -= other;
      put({ left: other });
    }
    if (group.left === 0) {
      operation(costs.group / 2);
      worker.busy -= 1;
      const waiting = worker.waiting;
      worker.waiting = undefined;
      if (waiting !== undefined) begin(worker, waiting);
      return;
    }
    after(cellSeconds, () => {
      group.left -= 1;
      computed += 1;
      worker.results += 1;
      if (!worker.isCommitting) {
        worker.isCommitting = true;
        commit(worker);
      }
      next(worker, group);
    });
  };

  const begin = (worker: SimulatedWorker, group: SimulatedGroup): void => {
    worker.busy += 1;
    worker.unused = Math.min(worker.unused, threads - worker.busy);
    operation(costs.claim + group.left * costs.claimJob, () => next(worker, group));
  };

  const look = (worker: SimulatedWorker): void => {
    const lanes = { count: threads, isFull: worker.busy === threads };
    const pace = paceOf(lanes, { workers: count, idle }).threads;
    const room = Math.max(0, pace.groups - worker.busy - (worker.waiting === undefined ? 0 : 1));
    operation(room === 0 ? 0 : costs.look, () => {
      for (let k = 0; k < room; k++) {
        const group = queue.pop();
        if (group === undefined) break;
        if (worker.busy < threads) begin(worker, group);
        else worker.waiting = group;
      }
      // DBOS shortens a pause by a tenth each time.
      worker.look = Math.max(pace.look / 1000, 0.9 * worker.look);
      after(worker.look * (0.95 + 0.1 * random()), () => look(worker));
    });
  };

  const beat = (worker: SimulatedWorker): void => {
    operation(costs.beat + count * costs.beatWorker + costs.upkeep, () => {
      worker.owed = Math.floor(idle * worker.busy + random());
      if (worker.owed > 0 && worker.waiting !== undefined) {
        put(worker.waiting);
        worker.waiting = undefined;
        worker.owed -= 1;
      }
      after(BEAT / 1000, () => beat(worker));
    });
  };

  /** Counts threads that have nothing to do, once for all workers whose beats come within a tenth of a second. */
  const survey = (): void => {
    let [unused, busy] = [0, 0];
    for (const worker of list) {
      unused += worker.unused;
      busy += threads - worker.unused;
    }
    idle = busy === 0 ? 0 : Math.min(1, unused / busy);
    after(BEAT / 10_000, survey);
  };

  const reset = (worker: SimulatedWorker): void => {
    worker.unused = threads - worker.busy;
    after(BEAT / 1000, () => reset(worker));
  };

  const follow = (): void => {
    const own = written - fetched;
    operation(costs.look + own * costs.fetchJob, () => {
      followed += own * fetching;
      after(own * fetching, () => {
        fetched += own;
        after(FOLLOW / 1000, follow);
      });
    });
  };

  for (const worker of list) {
    const start = random();
    after(start, () => beat(worker));
    after(start, () => reset(worker));
    after(start / 20, () => look(worker));
  }
  after(0, survey);
  after(0, follow);
  while (fetched < cells) {
    const event = events.pop();
    if (event === undefined) throw new Error("the simulated cluster stands still");
    now = event.at;
    event.happens();
  }
  return {
    seconds: now,
    rate: cells / now,
    computing: (computed * cellSeconds) / (now * count * threads),
    // Operations that were begun at the end count whole.
    database: Math.min(1, worked / (now * cores)),
    submitter: followed / now,
  };
}
