// Steps per second of every world on one core, beside what the machine's arithmetic alone would allow in the same run.
// The worlds take turns, so that a slow moment of the machine falls on all of them.

import { environments } from "../src/environments/index.ts";
import { median } from "../src/evaluation/statistics/moments.ts";
import { type Isolate, isolate } from "./isolate.ts";
import { atLeast, type Target, under } from "./target.ts";
import type { Loop, WorldAnswer, WorldRequest } from "./world-worker.ts";

/** The worlds whose laws the arithmetic limit knows. */
const COOPETITION = environments
  .ids()
  .filter((id) => id.startsWith("coopetition/") && id !== "coopetition/sequential-reciprocity");

/** What one world came to; medians over the repetitions. */
export interface WorldFigures {
  readonly world: string;
  readonly agents: number;
  /** Steps per second: step and pay. */
  readonly steps: number;
  /** Steps per second: step, pay and every agent's observation. */
  readonly observed: number;
  /** Steps per second of the arithmetic alone. */
  readonly limit: number;
  /** steps/limit: 1 where nothing but the laws' arithmetic costs time. */
  readonly share: number;
  /** What a step leaves on the heap, resets included. */
  readonly bytesPerStep: number;
}

export interface WorldOptions {
  readonly repetitions: number;
  /** How long one measurement of one loop is to last. */
  readonly seconds: number;
  /** How often the heap is read. */
  readonly heapReadings: number;
}

const LOOPS: readonly Loop[] = ["step", "observe", "limit"];
/** Few enough that no garbage collection falls between the two readings of the heap. */
const HEAP_STEPS = 10_000;

interface Contestant {
  readonly world: string;
  readonly thread: Isolate<WorldRequest, WorldAnswer>;
  readonly counts: Map<Loop, number>;
  readonly speeds: Map<Loop, number[]>;
}

/** Measures all worlds. */
export async function benchWorlds(options: WorldOptions, progress: (text: string) => void): Promise<WorldFigures[]> {
  const contestants: Contestant[] = COOPETITION.map((world) => ({
    world,
    thread: isolate<WorldRequest, WorldAnswer>(new URL("./world-worker.js", import.meta.url), world),
    counts: new Map(),
    speeds: new Map(LOOPS.map((loop) => [loop, []])),
  }));
  try {
    for (const { thread, counts, world } of contestants) {
      progress(`worlds: warming up ${world}`);
      for (const loop of LOOPS) counts.set(loop, await fixedCount(thread, loop, options.seconds));
    }
    for (let k = 0; k < options.repetitions; k++) {
      progress(`worlds: repetition ${k + 1} of ${options.repetitions}`);
      for (const loop of LOOPS) {
        for (const { thread, counts, speeds } of contestants) {
          const steps = counts.get(loop) ?? 1;
          const { seconds } = await thread.ask({ loop, steps });
          speeds.get(loop)?.push(steps / seconds);
        }
      }
    }
    const figures: WorldFigures[] = [];
    for (const contestant of contestants) figures.push(await figuresOf(contestant, options.heapReadings));
    return figures;
  } finally {
    for (const { thread } of contestants) await thread.close();
  }
}

/**
 * Number of steps that take about so long once the engine has settled on its code, which it has when the loop no longer
 * gets faster; from then on the number stays the same.
 */
async function fixedCount(thread: Contestant["thread"], loop: Loop, wanted: number): Promise<number> {
  let steps = 256;
  let before = Number.POSITIVE_INFINITY;
  for (let call = 0; ; call++) {
    const { seconds } = await thread.ask({ loop, steps });
    const perStep = seconds / steps;
    const settled = perStep > 0.97 * before || call > 40;
    if (seconds >= wanted / 2 && settled) return Math.max(1, Math.round(wanted / perStep));
    if (seconds < wanted / 2) steps *= 2;
    else before = Math.min(before, perStep);
  }
}

async function figuresOf({ world, thread, speeds }: Contestant, heapReadings: number): Promise<WorldFigures> {
  const of = (loop: Loop): number => median(speeds.get(loop) ?? []);
  const heap = async (count: number): Promise<number> => {
    const left: number[] = [];
    for (let k = 0; k < heapReadings; k++)
      left.push((await thread.ask({ loop: "step", steps: count, heap: true })).left);
    return median(left);
  };
  // Reading the heap leaves something on it too.
  const reading = await heap(1);
  const left = await heap(HEAP_STEPS);
  const { agents } = await thread.ask({ loop: "step", steps: 1 });
  const steps = of("step");
  const limit = of("limit");
  const bytesPerStep = Math.max(0, left - reading) / HEAP_STEPS;
  return { world, agents, steps, observed: of("observe"), limit, share: steps / limit, bytesPerStep };
}

/** 10 million steps/s with two agents and 20,000 with forty, and no garbage in any world. */
export function worldTargets(figures: readonly WorldFigures[]): Target[] {
  const speed = (world: string): number => figures.find((f) => f.world === world)?.steps ?? Number.NaN;
  const most = Math.max(...figures.map(({ bytesPerStep }) => bytesPerStep));
  return [
    atLeast("trust-dilemma", 10_000_000, speed("coopetition/trust-dilemma"), "steps/s"),
    atLeast("apache-project, 40 agents", 20_000, speed("coopetition/apache-project"), "steps/s"),
    under("garbage of any world", 1, most, "bytes/step"),
  ];
}
