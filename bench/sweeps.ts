// Time of the studies' whole parameter sweeps on one core. Each repetition begins in a fresh engine.

import { median } from "../src/evaluation/statistics/moments.ts";
import { isolate } from "./isolate.ts";
import type { SweepName } from "./sweep-worker.ts";
import { type Target, under } from "./target.ts";

/** A sweep, its settings, and how long they took. */
export interface SweepFigures {
  readonly sweep: SweepName;
  readonly settings: number;
  readonly seconds: number;
  readonly slowest: number;
}

/** TR-4's 5⁶ and TR-3's 5⁵ settings. */
const SWEEPS: readonly { readonly sweep: SweepName; readonly settings: number }[] = [
  { sweep: "reciprocity", settings: 15_625 },
  { sweep: "loyalty, sum", settings: 3125 },
  { sweep: "loyalty, mean", settings: 3125 },
];

/** Measures all sweeps, in turns. */
export async function benchSweeps(repetitions: number, progress: (text: string) => void): Promise<SweepFigures[]> {
  const times = new Map<SweepName, number[]>(SWEEPS.map(({ sweep }) => [sweep, []]));
  for (let k = 0; k < repetitions; k++) {
    progress(`sweeps: repetition ${k + 1} of ${repetitions}`);
    for (const { sweep } of SWEEPS) {
      const thread = isolate<SweepName, { seconds: number }>(new URL("./sweep-worker.js", import.meta.url), undefined);
      const { seconds } = await thread.ask(sweep);
      await thread.close();
      times.get(sweep)?.push(seconds);
    }
  }
  return SWEEPS.map(({ sweep, settings }) => {
    const taken = times.get(sweep) ?? [];
    return { sweep, settings, seconds: median(taken), slowest: Math.max(...taken) };
  });
}

/** Under 5 s for 15,625 settings, under 10 s for 3,125 equilibria. */
export function sweepTargets(figures: readonly SweepFigures[]): Target[] {
  const seconds = (sweep: SweepName): number => figures.find((f) => f.sweep === sweep)?.seconds ?? Number.NaN;
  return [
    under("reciprocity, 15,625 settings", 5, seconds("reciprocity"), "s"),
    under("loyalty, 3,125 settings", 10, seconds("loyalty, sum"), "s"),
  ];
}
