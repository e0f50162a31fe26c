// The game behind the play, with nothing to write: a question is a difficulty x in [0, 1], and a solver answers as stated with
// probability 1 − x. What the proposer is paid on average follows from the binomial distribution, and a proposer that learns in
// a table has to find where it is largest.

import { dbinom } from "lib-r-math.js";
import { softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { groupAdvantages } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { above, below, near } from "../../study/bound.ts";
import { type Claim, equation, is } from "../../study/claim.ts";
import { sampled } from "../../study/figure.ts";
import { questionWorth } from "./posed-question.ts";

/** Mean worth of a new question that is answered `answers` times, each time as stated with probability p: E[r(k/M, 1)]. */
export function meanWorth(p: number, answers: number): number {
  let sum = 0;
  for (let k = 0; k <= answers; k++) sum += dbinom(k, answers, p) * questionWorth(k / answers, 1);
  return sum;
}

/** The difficulty among 0, 1/levels, …, 1 that is worth most on average. */
export function bestDifficulty(answers: number, levels: number): number {
  let best = 0;
  for (let k = 1; k <= levels; k++) {
    if (meanWorth(1 - k / levels, answers) > meanWorth(1 - best / levels, answers)) best = k;
  }
  return best / levels;
}

/** N questions of a round, M answers to each, and how long and how fast the proposer learns. */
const PROPOSER = { levels: 20, questions: 6, answers: 6, rounds: 4000, rate: 0.5 };

/**
 * A proposer with one logit for each difficulty 0, 1/levels, …, 1 learns from the worth of sampled questions, compared with the
 * mean of their round; the difficulty that it proposes most in the end.
 */
function learntDifficulty(random: Random): number {
  const { levels, questions, answers, rounds, rate } = PROPOSER;
  const { logits, policy, refresh, choose } = softmaxTable(1, levels + 1);
  const chosen = new Int32Array(questions);
  const worths = new Float64Array(questions);
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < questions; k++) {
      chosen[k] = choose(0, random);
      let agreed = 0;
      for (let j = 0; j < answers; j++) if (random.uniform() < 1 - chosen[k] / levels) agreed += 1;
      worths[k] = questionWorth(agreed / answers, 1);
    }
    const advantages = groupAdvantages(worths, questions, { baseline: "group", scale: "none" });
    for (let k = 0; k < questions; k++) {
      const step = (rate * advantages[k]) / questions;
      for (let a = 0; a <= levels; a++) logits[a] += step * ((a === chosen[k] ? 1 : 0) - policy[a]);
    }
    refresh(0);
  }
  return policy.indexOf(Math.max(...policy)) / levels;
}

/** What the game says of difficulties, and what tabular proposers make of it. */
export function gameEquations(seeds: readonly number[]): Claim[] {
  const best = bestDifficulty(6, 100);
  const limits = [6, 30, 1000].map((answers) => ({ answers, best: bestDifficulty(answers, 100) }));
  const learnt = seeds.map((seed) => learntDifficulty(Random.of(seed, "tabular proposer")));
  return [
    equation(
      "game: the difficulty worth most moves in from 0.8 when agreement is told by few answers (6, 30, 1000)",
      limits.flatMap(({ answers, best: most }, k) => [
        is(most, below(0.8), `${answers} answers`),
        is(most - (limits[k - 1]?.best ?? 0), above(0), "more than before"),
      ]),
    ),
    equation("game: what tabular proposers learn, on average", is(sampled(learnt), near(best, 0.05))),
  ];
}
