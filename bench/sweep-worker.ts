// One parameter sweep of a study in a thread of its own, from the first call on: compiling it is part of what a user waits for.

import { parentPort } from "node:worker_threads";
import { reciprocitySweep } from "../src/systems/coopetition-reciprocity/targets.ts";

/** Each plays its whole grid and gives back a number that depends on it. */
const sweeps = {
  reciprocity: () => reciprocitySweep().reduce((sum, { cooperation }) => sum + cooperation, 0),
} as const;

export type SweepName = keyof typeof sweeps;

parentPort?.on("message", (name: SweepName) => {
  const start = performance.now();
  const sum = sweeps[name]();
  parentPort?.postMessage({ seconds: (performance.now() - start) / 1000, sum });
});
