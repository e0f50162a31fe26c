// Judges of sub-goals: they read a step, before and after, and say which sub-goals it reached (arXiv 2409.12798). Rules, small models,
// language models and coins have one interface. Here are those by rules, the upper bound, and those that are wrong at known rates.

import { hash } from "node:crypto";
import { UserError } from "../core/errors.ts";
import { Random } from "../core/random.ts";

/** A step as it is read. Both texts are needed: one alone cannot show a change. */
export interface Transition {
  readonly before: string;
  /** What the agent did, in words. */
  readonly action: string;
  readonly after: string;
}

/** Something worth reaching on the way to a goal. */
export interface SubgoalDescription {
  /** Short and without spaces: it names a channel, and the key of a model's answer. */
  readonly name: string;
  /** One clause for a judge that reads: "the agent picks up the key". */
  readonly meaning: string;
}

/** The sub-goals that a step reached: bit k stands for sub-goal k, 0 for none. */
export type SubgoalVerdict = number;

/** Reads steps. */
export interface Judge {
  readonly subgoals: readonly SubgoalDescription[];
  /** Says at once what the step reached; a judge that has to ask another party says 0 of steps it was not prepared for. */
  verdict(transition: Transition): SubgoalVerdict;
  /** Lets a judge that answers slowly find its answers beforehand. Left out by judges that know at once. */
  prepare?(transitions: readonly Transition[], signal: AbortSignal): Promise<void>;
}

/** A step whose sub-goals are known: what judges are trained on and measured by. */
export interface LabelledTransition {
  readonly transition: Transition;
  readonly reached: SubgoalVerdict;
}

/** Name of a step in a cache: a hash of what was before and after. The action is left out, since the change says it all. */
export function transitionKey({ before, after }: Transition): string {
  return hash("sha256", JSON.stringify([before, after]), "base64url");
}

/** Whether sub-goal `k` is among those of a verdict. */
export function isReached(verdict: SubgoalVerdict, k: number): boolean {
  return (verdict & (1 << k)) !== 0;
}

/** The verdict for which `reached` says of each sub-goal, by its place, whether it was reached. */
export function verdictOf(count: number, reached: (k: number) => boolean): SubgoalVerdict {
  let bits = 0;
  for (let k = 0; k < count; k++) if (reached(k)) bits |= 1 << k;
  return bits;
}

/** A sub-goal with the rule that tells it. */
export interface SubgoalRule extends SubgoalDescription {
  holds(transition: Transition): boolean;
}

/** Answers by the rules. */
export function ruleJudge(rules: readonly SubgoalRule[]): Judge {
  return {
    subgoals: rules.map(({ name, meaning }) => ({ name, meaning })),
    verdict: (transition) => verdictOf(rules.length, (k) => rules[k].holds(transition)),
  };
}

/** How often a judge is wrong, each in [0, 1]. */
export interface ErrorRates {
  /** Share of the steps without a sub-goal that are said to reach it. Default 0. */
  readonly falsePositive?: number;
  /** Share of the steps that reach it of which nothing is said. Default 0. */
  readonly falseNegative?: number;
}

/** `judge` with mistakes, drawn for each sub-goal and step from `seed`. */
export function noisyJudge(judge: Judge, rates: ErrorRates, seed: number): Judge {
  const { falsePositive = 0, falseNegative = 0 } = rates;
  for (const rate of [falsePositive, falseNegative]) {
    if (!(rate >= 0 && rate <= 1)) {
      throw new UserError({ code: "bad-rate", what: `an error rate is ${rate}`, hint: "it must lie between 0 and 1" });
    }
  }
  const { subgoals } = judge;
  return {
    ...judge,
    verdict(transition) {
      const truth = judge.verdict(transition);
      let key: string | undefined;
      return verdictOf(subgoals.length, (k) => {
        const reached = isReached(truth, k);
        const rate = reached ? falseNegative : falsePositive;
        // Nothing is drawn, and no text hashed, where no mistake is possible.
        if (rate === 0) return reached;
        key ??= transitionKey(transition);
        return Random.of(seed, "judge", subgoals[k].name, key).uniform() < rate !== reached;
      });
    },
  };
}

/** Says of each sub-goal with probability `rate` that it was reached, regardless of the step. */
export function coinJudge(subgoals: readonly SubgoalDescription[], rate: number, seed: number): Judge {
  return noisyJudge({ subgoals, verdict: () => 0 }, { falsePositive: rate }, seed);
}
