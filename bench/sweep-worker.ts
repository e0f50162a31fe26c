// One parameter sweep of a study in a thread of its own, from the first call on: compiling it is part of what a user waits for.

import { parentPort } from "node:worker_threads";
import { loyalEffort, loyaltySweep } from "../src/systems/coopetition-loyalty/targets.ts";
import { reciprocitySweep } from "../src/systems/coopetition-reciprocity/targets.ts";

/** Each plays its whole grid and gives back a number that depends on it. */
const sweeps = {
  reciprocity: () => reciprocitySweep().reduce((sum, { cooperation }) => sum + cooperation, 0),
  "loyalty, sum": () => loyalty("sum"),
  "loyalty, mean": () => loyalty("mean"),
} as const;

export type SweepName = keyof typeof sweeps;

function loyalty(teammates: "sum" | "mean"): number {
  return loyaltySweep(teammates).reduce((sum, setting) => sum + loyalEffort(setting), 0);
}

parentPort?.on("message", (name: SweepName) => {
  const start = performance.now();
  const sum = sweeps[name]();
  parentPort?.postMessage({ seconds: (performance.now() - start) / 1000, sum });
});
