// Small language models beside PyTorch's, on one core and on all: a gradient step, a token that is written, and one round of both.

import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median } from "../src/evaluation/statistics/moments.ts";
import {
  CONTEXT,
  LANGUAGE_TASKS,
  type LanguageOrder,
  type LanguageOutcome,
  type LanguageTask,
  TEXTS,
  VOCABULARY,
} from "./language-task.ts";
import { simdLimit } from "./simd-limit.ts";
import { atLeast, type Target, under } from "./target.ts";

const LANGUAGE_SIDES = ["Agon", "PyTorch"] as const;
const CORES = availableParallelism();

/** How much is measured. */
export interface LanguageLength {
  readonly turns: number;
  readonly tasks: readonly LanguageTask[];
  /** Whether one core is measured beside all of them. */
  readonly oneCore: boolean;
}

/** One side of one size; medians over turns, in seconds. */
export interface LanguageFigures extends LanguageOutcome {
  readonly task: string;
  readonly side: (typeof LANGUAGE_SIDES)[number];
  readonly threads: number;
  /** All texts written, and one gradient step on them. */
  readonly round: number;
  /** Floating-point operations of the gradient step per second, over those of a large matrix product on as many cores. */
  readonly shareOfPeak: number;
  /** The same over the most that WebAssembly computes on as many cores; above 1 is what no kernel of Agon's can reach. */
  readonly shareOfLimit: number;
  /** That of a step of DPO. */
  readonly pairsOfLimit: number;
}

const HERE = fileURLToPath(new URL("./language-process.js", import.meta.url));
const THERE = fileURLToPath(new URL("../../interop/language_reference.py", import.meta.url));
const run = promisify(execFile);

/** Measures the sizes in turns; `python` is an interpreter with PyTorch. */
export async function benchLanguage(
  python: string,
  { turns, tasks, oneCore }: LanguageLength,
  progress: (text: string) => void,
): Promise<LanguageFigures[]> {
  const { peak }: { peak: number } = JSON.parse((await run(python, [THERE, "peak"])).stdout);
  const limit = simdLimit();
  const figures: LanguageFigures[] = [];
  for (const task of tasks) {
    const kinds = (oneCore && CORES > 1 ? [1, CORES] : [CORES]).flatMap((threads) =>
      LANGUAGE_SIDES.map((side) => ({ side, threads, outcomes: [] as LanguageOutcome[] })),
    );
    for (let turn = 1; turn <= turns; turn++) {
      progress(`language: ${task.name}, turn ${turn} of ${turns}`);
      for (const { side, threads, outcomes } of kinds) {
        const [program, script] = side === "Agon" ? [process.execPath, HERE] : [python, THERE];
        const order: LanguageOrder = { ...task, threads };
        outcomes.push(JSON.parse((await run(program, [script, JSON.stringify(order)])).stdout));
      }
    }
    for (const { side, threads, outcomes } of kinds) {
      const step = median(outcomes.map((one) => one.step));
      const token = median(outcomes.map((one) => one.token));
      const pairs = median(outcomes.map((one) => one.pairs));
      figures.push({
        task: task.name,
        side,
        threads,
        step,
        pairs,
        token,
        round: step + token * TEXTS * CONTEXT,
        shareOfPeak: operations(task) / step / (threads * peak),
        shareOfLimit: operations(task) / step / (threads * limit),
        // The reference's scores are one more pass forwards, beside three in a gradient step.
        pairsOfLimit: ((4 / 3) * operations(task)) / pairs / (threads * limit),
      });
    }
  }
  return figures;
}

/** Floating-point operations of the products in a gradient step: three for each one forwards, attention over half its square. */
function operations({ width, layers }: LanguageTask): number {
  const tokens = TEXTS * CONTEXT;
  const matrices = 12 * layers * width * width + width * VOCABULARY;
  return 6 * tokens * (matrices + layers * CONTEXT * width);
}

/** What is to be reached, by all cores of the machine. */
export function languageTargets(figures: readonly LanguageFigures[]): Target[] {
  const [small, , large] = LANGUAGE_TASKS.map(({ name }) =>
    LANGUAGE_SIDES.map((side) =>
      figures.find((one) => one.task === name && one.side === side && one.threads === CORES),
    ),
  );
  if (small[0] === undefined) return [];
  const on = `on ${CORES} core${CORES > 1 ? "s" : ""}`;
  const against = (size: string, aim: number, [ours, theirs]: typeof small): Target[] =>
    ours === undefined || theirs === undefined
      ? []
      : [atLeast(`${size}, ${on}: a round, against PyTorch`, aim, theirs.round / ours.round, "times as fast")];
  return [
    ...against("0.1 million", 1, small),
    ...against("10 million", 1 / 3, large),
    ...(small[1] === undefined
      ? []
      : [
          atLeast(
            `0.1 million, ${on}: a step of DPO, against PyTorch`,
            1,
            small[1].pairs / small[0].pairs,
            "times as fast",
          ),
        ]),
    under(`0.1 million, ${on}: a gradient step`, 35, 1000 * small[0].step, "ms"),
    under(`0.1 million, ${on}: a token`, 15, 1e6 * small[0].token, "µs"),
  ];
}
