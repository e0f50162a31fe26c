// One world in a thread of its own: plays it for a fixed number of steps with actions drawn beforehand, stores nothing,
// and tells how long that took. Episodes begin again where they end; the resets count.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";
import type { NumericSpec } from "../src/core/environment.ts";
import { Random } from "../src/core/random.ts";
import { environments } from "../src/environments/index.ts";
import { rewards } from "../src/rewards/index.ts";
import { arithmeticLimit, lawsOf } from "./arithmetic-limit.ts";

/** What is timed: the world, the world with observations, or the machine's limit beside it. */
export type Loop = "step" | "observe" | "limit";

/** Runs a loop for so many steps; with `heap`, it also tells what they leave on the heap. */
export interface WorldRequest {
  readonly loop: Loop;
  readonly steps: number;
  readonly heap?: boolean;
}

export interface WorldAnswer {
  readonly agents: number;
  readonly seconds: number;
  /** Bytes left on the heap; 0 where they were not asked for. */
  readonly left: number;
  /** Depends on every step, so that none can be left out. */
  readonly sum: number;
}

/** Numbers in all rows of actions together: they stay in the processor's cache. */
const DRAWN = 16_384;

/** Rows of actions, uniform in the agents' boxes; their number is a power of two. */
function drawnActions(spec: NumericSpec, random: Random): Float64Array[] {
  const width = spec.actionLow.length;
  const rows = 2 ** Math.floor(Math.log2(DRAWN / width));
  return Array.from({ length: rows }, () =>
    Float64Array.from(spec.actionLow, (low, k) => random.uniform(low, spec.actionHigh[k])),
  );
}

async function loopsOf(id: string): Promise<{ agents: number; loops: Record<Loop, (steps: number) => number> }> {
  const environment = (await environments.get(id)).make({});
  const { spec } = environment;
  const n = spec.agents.length;
  const reward = rewards.get("integrated").make({})(spec);
  const random = Random.of(1, "environment", 0);
  const rows = drawnActions(spec, Random.of(1, "actions"));
  const mask = rows.length - 1;
  const outcomes = new Float64Array(n * spec.channels.length);
  const observations = new Float32Array(n * spec.observationSize);
  const pay = new Float64Array(n);
  const begin = (): void => {
    environment.reset(random, outcomes);
    reward.reset(outcomes);
  };
  begin();
  const laws = lawsOf(environment);

  function step(steps: number): number {
    let sum = 0;
    for (let k = 0; k < steps; k++) {
      const status = environment.step(rows[k & mask], outcomes, random);
      reward.pay(outcomes, status, pay);
      sum += pay[0];
      if (status !== 0) begin();
    }
    return sum;
  }

  function observe(steps: number): number {
    let sum = 0;
    for (let k = 0; k < steps; k++) {
      const status = environment.step(rows[k & mask], outcomes, random);
      reward.pay(outcomes, status, pay);
      if (status !== 0) begin();
      environment.observe(observations);
      sum += pay[0] + observations[0];
    }
    return sum;
  }

  return { agents: n, loops: { step, observe, limit: arithmeticLimit(laws, rows) } };
}

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");
const { agents, loops } = await loopsOf(String(workerData));

function answer({ loop, steps, heap = false }: WorldRequest): WorldAnswer {
  const play = loops[loop];
  if (heap && typeof collect === "function") collect();
  const before = heap ? process.memoryUsage().heapUsed : 0;
  const start = performance.now();
  const sum = play(steps);
  const seconds = (performance.now() - start) / 1000;
  const left = heap ? process.memoryUsage().heapUsed - before : 0;
  return { agents, seconds, left, sum };
}

parentPort?.on("message", (request: WorldRequest) => parentPort?.postMessage(answer(request)));
