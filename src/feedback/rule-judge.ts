// A judge by rules that somebody wrote down: the upper bound for judges that have to find out.

import { type Judge, type SubgoalDescription, type Transition, verdictOf } from "./judge.ts";

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
