// The judges that are compared: rules, and a small model trained on steps of small rooms. Rules with mistakes and coins
// are made of the first where they are needed.

import { Random } from "../../core/random.ts";
import { WORDING, type Wording } from "../../environments/gridworld/text.ts";
import { type Judge, ruleJudge } from "../../feedback/judge.ts";
import { trainNgramJudge } from "../../feedback/ngram-judge.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { balancedSteps } from "./demonstrations.ts";
import { type JudgedMode, REWORDED, reachedBy, SUBGOALS, told } from "./rooms.ts";

/** Rows and columns of the rooms that small judges are trained in. */
const TRAINING_SIZE = 5;
/** Steps that a small judge is trained on, a quarter of them of each sub-goal. */
export const EXAMPLES = 4000;

/** Reads the texts of every mode by rules: a message's own words, what is carried, and a locked door that is gone. */
export const rules: Judge = ruleJudge([
  {
    ...SUBGOALS[0],
    holds: ({ before, after }) =>
      says(after, "keyTaken") || (before.includes("You carry nothing.") && after.includes("You carry a key.")),
  },
  {
    ...SUBGOALS[1],
    // A locked door is out of sight after a step away too; an agent that applies a key stands still.
    holds: ({ before, action, after }) =>
      says(after, "doorOpened") || (action === "apply key" && before.includes("+") && !after.includes("+")),
  },
]);

function says(text: string, message: keyof Wording): boolean {
  const [line] = text.split("\n", 1);
  return line === WORDING[message] || line === REWORDED[message];
}

/** How labels reach the small judge: as they are, or dealt out anew among the steps. */
export type Labels = "true" | "shuffled";

const trained = new Map<string, Judge>();

/** A small judge of the steps of one mode, by training seed and number of steps; each is trained once. */
export function trainedJudge(mode: JudgedMode, seed: number, count = EXAMPLES, labels: Labels = "true"): Judge {
  const key = JSON.stringify([mode, seed, count, labels]);
  const judge = trained.get(key) ?? newlyTrained(mode, seed, count, labels);
  trained.set(key, judge);
  return judge;
}

function newlyTrained(mode: JudgedMode, seed: number, count: number, labels: Labels): Judge {
  const steps = balancedSteps([TRAINING_SIZE], count, seed);
  const random = Random.of(seed, "training", labels);
  const reached = steps.map(reachedBy);
  if (labels === "shuffled") shuffle(reached, random);
  const examples = steps.map((step, k) => ({ transition: told(step, mode), reached: reached[k] }));
  return trainNgramJudge(SUBGOALS, examples, random);
}
