// Part one: who says rightly which sub-goal a step reached. A small judge, trained on steps of small rooms, is tested in
// larger ones, with and without messages, and with messages in other words.

import { mean } from "../../evaluation/statistics/moments.ts";
import type { Judge } from "../../feedback/judge.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { EXAMPLES, trainedJudge } from "./judges.ts";
import { knownJudgeChecks } from "./known-judges.ts";
import { type Mode, REWORDED, SUBGOALS } from "./rooms.ts";
import { baseRate, known, scored, shown, type TestSet, testSets } from "./test-steps.ts";

/** Training steps that are few: where all judges are perfect nothing can be compared. */
const FEW = 100;
const TRAINING_SEEDS = [1, 2, 3];
const TEST_SEED = 4;

const VIEWS = ["map", "crop"] as const;
/** How a step is told beside its map. */
const SPEECH = ["messages", "reworded", "no messages"] as const;

/** Scores of the small judges of one training in one mode on one set, means over training seeds, [sub-goals]. */
interface Row {
  readonly view: Mode["view"];
  readonly speech: (typeof SPEECH)[number];
  readonly examples: number;
  readonly set: TestSet;
  readonly f1: readonly number[];
  readonly recall: readonly number[];
  /** Recall where the text after is shown as the text before, and the other way round. */
  readonly backwardRecall: readonly number[];
}

/** What part one measured. */
interface Judging {
  /** Share of the steps that reach a sub-goal, mean of both, as often as they happen. */
  readonly rate: number;
  readonly measured: string;
  readonly checks: readonly Check[];
  readonly controls: readonly Control[];
}

/** All of part one. `pause` lets others have a turn, and throws when the study is stopped. */
export async function judging(pause: (label: string) => Promise<void>): Promise<Judging> {
  const sets = testSets(TEST_SEED);
  const rows: Row[] = [];
  for (const examples of [FEW, EXAMPLES]) {
    for (const view of VIEWS) {
      for (const line of ["message", "inventory"] as const) {
        const judges: Judge[] = [];
        for (const seed of TRAINING_SEEDS) {
          await pause("judges are trained");
          judges.push(trainedJudge({ view, line }, seed, examples));
        }
        for (const speech of line === "message" ? (["messages", "reworded"] as const) : (["no messages"] as const)) {
          const mode = { view, line, ...(speech === "reworded" ? { wording: REWORDED } : {}) };
          for (const set of sets) rows.push({ view, speech, examples, set, ...tested(judges, set, mode) });
        }
      }
    }
  }
  await pause("coins are tossed");
  return {
    rate: mean(SUBGOALS.map((_, k) => baseRate(sets[0], k))),
    measured: [EXAMPLES, FEW].map((examples) => summary(rows, examples)).join("; "),
    checks: [...knownJudgeChecks(sets), trainedCheck(rows), viewCheck(rows)],
    controls: [backwardControl(rows)],
  };
}

function tested(judges: readonly Judge[], set: TestSet, mode: Mode) {
  const transitions = shown(set, mode);
  const exchanged = transitions.map(({ before, action, after }) => ({ before: after, action, after: before }));
  const forwards = judges.map((judge) => scored(judge, transitions, set));
  const backwards = judges.map((judge) => scored(judge, exchanged, set));
  const over = (all: typeof forwards, key: "f1" | "recall") =>
    SUBGOALS.map((_, k) => mean(all.map((of) => known(of[k][key]))));
  return { f1: over(forwards, "f1"), recall: over(forwards, "recall"), backwardRecall: over(backwards, "recall") };
}

/** A coin at the base rate q has F1 = q. */
function trainedCheck(rows: readonly Row[]): Check {
  const margins = VIEWS.flatMap((view) =>
    (["messages", "no messages"] as const).map((speech) => {
      const own = rows.filter((row) => row.view === view && row.speech === speech && row.examples === EXAMPLES);
      const margin = Math.min(...own.flatMap(({ f1, set }) => f1.map((value, k) => value - baseRate(set, k))));
      return { mode: `${view}, ${speech}`, margin };
    }),
  );
  return holds(
    "trained judge: F1 above the coin's, the least of both sub-goals and test sets",
    "≥ 0.4 in at least one mode",
    margins.map(({ mode, margin }) => `${mode} ${margin.toFixed(3)}`).join("; "),
    Math.max(...margins.map(({ margin }) => margin)) >= 0.4,
  );
}

function viewCheck(rows: readonly Row[]): Check {
  const natural = rows.filter(({ set }) => set.name === "natural rate");
  const of = (view: Mode["view"], count: number) =>
    mean(natural.filter((row) => row.view === view && row.examples === count).flatMap(({ f1 }) => f1));
  const means = [FEW, EXAMPLES].map((count) => ({ count, map: of("map", count), window: of("crop", count) }));
  return holds(
    "trained judge: the window of 5 × 5 is no worse than the whole map",
    `window ≥ map, mean F1 at the natural rate over messages, other words and none, and over ${FEW} and ${EXAMPLES} training steps`,
    means
      .map(({ count, map, window }) => `${count} steps: window ${window.toFixed(3)}, map ${map.toFixed(3)}`)
      .join("; "),
    mean(means.map(({ window }) => window)) >= mean(means.map(({ map }) => map)),
  );
}

function backwardControl(rows: readonly Row[]): Control {
  const plain = rows.filter(({ examples, speech }) => examples === EXAMPLES && speech !== "reworded");
  const backwards = Math.max(...plain.flatMap(({ backwardRecall }) => backwardRecall));
  const forwards = Math.min(...plain.flatMap(({ recall }) => recall));
  return {
    name: "the trained judge finds sub-goals with before and after exchanged (recall > 0.2 in any mode)",
    failed: backwards <= 0.2 && forwards > 0.2,
    measured: `recall at most ${backwards.toFixed(3)}, beside at least ${forwards.toFixed(3)} the right way round`,
  };
}

function summary(rows: readonly Row[], count: number): string {
  const figures = rows
    .filter(({ examples, set }) => examples === count && set.name === "natural rate")
    .map(({ view, speech, f1 }) => `${view}, ${speech} ${f1.map((value) => value.toFixed(2)).join("/")}`);
  return `F1 (key/door) of judges trained on ${count} steps: ${figures.join(", ")}`;
}
