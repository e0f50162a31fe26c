// Part one: who says rightly which sub-goal a step reached. A small judge, trained on steps of small rooms, is tested in
// larger ones, with and without messages, and with messages in other words.

import { grouped } from "../../core/grouped.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { above, atLeast } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import { difference, type Figure, meanShare } from "../../study/figure.ts";
import { type StudyContext, type StudyResult, studyJob } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import { baseRate, scored, testSets } from "./demonstrations.ts";
import { EXAMPLES, trainedJudge } from "./judges.ts";
import { type JudgedMode, REWORDED, SUBGOALS, told } from "./rooms.ts";

/** Training steps that are few: where all judges are perfect nothing can be compared. */
const FEW = 100;
export const TRAINING_SEEDS = [1, 2, 3];
const VIEWS = ["map", "crop"] as const;

/** A training of the small judge: what it is shown, and of how many steps. */
interface JudgeTraining {
  readonly view: JudgedMode["view"];
  readonly line: "message" | "inventory";
  readonly examples: number;
}

/** Scores of the small judges of one training on one set, [sub-goals][training seeds]. */
interface JudgeScores extends JudgeTraining {
  /** How a step is told beside its map. */
  readonly speech: "messages" | "reworded" | "no messages";
  /** Number of the test set: natural rate, balanced. */
  readonly set: number;
  readonly f1: readonly (readonly number[])[];
  readonly recall: readonly (readonly number[])[];
  /** Recall where the text after is shown as the text before, and the other way round. */
  readonly backwardRecall: readonly (readonly number[])[];
}

/** Trains judges and tests them in every speech of their line. */
export async function tested(training: JudgeTraining): Promise<JudgeScores[]> {
  const { view, line, examples } = training;
  const judges = TRAINING_SEEDS.map((seed) => trainedJudge({ view, line }, seed, examples));
  const speeches = line === "message" ? (["messages", "reworded"] as const) : (["no messages"] as const);
  return speeches.flatMap((speech) =>
    testSets().map((steps, set): JudgeScores => {
      const mode = { view, line, ...(speech === "reworded" ? { wording: REWORDED } : {}) };
      const forwards = steps.steps.map((step) => told(step, mode));
      const backwards = forwards.map(({ before, action, after }) => ({ before: after, action, after: before }));
      const scores = (of: "f1" | "recall", transitions: typeof forwards) => {
        const all = judges.map((judge) => scored(judge, transitions, steps));
        return SUBGOALS.map((_, k) => all.map((one) => one[k][of]));
      };
      const [f1, recall] = [scores("f1", forwards), scores("recall", forwards)];
      return { ...training, speech, set, f1, recall, backwardRecall: scores("recall", backwards) };
    }),
  );
}

const testing = studyJob(import.meta.url, tested);

/** All of part one. */
export async function judging(context: StudyContext): Promise<Partial<StudyResult>> {
  const trainings = [FEW, EXAMPLES].flatMap((examples) =>
    VIEWS.flatMap((view) => (["message", "inventory"] as const).map((line) => ({ view, line, examples }))),
  );
  const label = ({ view, line, examples }: JudgeTraining) => `judges of ${view} and ${line}, ${examples} steps`;
  const rows = (await context.all(testing, trainings, label)).flat();
  return {
    claims: [trainedClaim(rows), viewClaim(rows)],
    controls: [backwardControl(rows)],
    tables: [scoreTable(rows)],
  };
}

/** The figure of least or largest mean over training seeds. */
function extreme(values: readonly (readonly number[])[], largest = false): Figure {
  const sign = largest ? -1 : 1;
  return meanShare([...values].sort((a, b) => sign * (mean(a) - mean(b)))[0]);
}

/** A coin at the base rate q has F1 = q. */
function trainedClaim(rows: readonly JudgeScores[]): Claim {
  const margins = VIEWS.flatMap((view) =>
    (["messages", "no messages"] as const).map((speech) => {
      const own = rows.filter((row) => row.view === view && row.speech === speech && row.examples === EXAMPLES);
      const gains = own.flatMap(({ f1, set }) =>
        f1.map((values, k) => values.map((value) => value - baseRate(testSets()[set], k))),
      );
      return is(extreme(gains), atLeast(0.4), `${view}, ${speech}`);
    }),
  );
  const name = "trained judge: F1 above the coin's in at least one mode, the least of both sub-goals and test sets";
  return claim(name, margins, { needs: "any" });
}

function viewClaim(rows: readonly JudgeScores[]): Claim {
  /** Mean F1 at the natural rate over messages, other words and none, by training seed. */
  const of = (view: JudgedMode["view"], counts: readonly number[]) => {
    const own = rows.filter((row) => row.set === 0 && row.view === view && counts.includes(row.examples));
    return TRAINING_SEEDS.map((_, seed) => mean(own.flatMap(({ f1 }) => f1.map((values) => values[seed]))));
  };
  const both = [FEW, EXAMPLES];
  return claim("trained judge: the window of 5 × 5 is no worse than the whole map", [
    is(difference(of("crop", both), of("map", both)), atLeast(0), "mean F1, window − map"),
    ...both.flatMap((count) => [
      beside(`${count} steps: window`, meanShare(of("crop", [count]))),
      beside("map", meanShare(of("map", [count]))),
    ]),
  ]);
}

function backwardControl(rows: readonly JudgeScores[]): Control {
  const plain = rows.filter(({ examples, speech }) => examples === EXAMPLES && speech !== "reworded");
  const [recalls, backward] = (["recall", "backwardRecall"] as const).map((of) => plain.flatMap((row) => row[of]));
  return control("the trained judge finds sub-goals with before and after exchanged (recall > 0.2 in any mode)", [
    is(extreme(backward, true), above(0.2), "largest recall"),
    beside("least recall the right way round", extreme(recalls)),
  ]);
}

function scoreTable(rows: readonly JudgeScores[]): Table {
  const natural = rows.filter(({ set }) => set === 0);
  const cells = ({ f1, examples }: JudgeScores) =>
    SUBGOALS.map((subgoal, k) => [`${subgoal.name}, ${examples} training steps`, meanShare(f1[k])]);
  const byMode = grouped(natural, ({ view, speech }) => `${view}, ${speech}`);
  return table(
    "F1 at the natural rate",
    [...byMode].map(([mode, own]) => [mode, Object.fromEntries(own.flatMap(cells))]),
  );
}
