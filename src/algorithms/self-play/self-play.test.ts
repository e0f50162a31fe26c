// Opponent samplers at FightLadder's vectors, and population training on rock, paper and scissors, where all is known.

import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { beforeLatestRise, league } from "./league.ts";
import { opponentWeights } from "./opponent-weights.ts";
import { alike, byEquilibrium, type Matchmaking, newest, population, type TrainedGame } from "./population.ts";

test.each([
  ["variance", [0.209302, 0.581395, 0.209302]],
  ["linear", [0.6, 0.333333, 0.066667]],
  ["linear-capped", [0.454545, 0.454545, 0.090909]],
  ["squared", [0.757009, 0.233645, 0.009346]],
] as const)("weights of win rates .1, .5, .9: %s", (kind, known) => {
  for (const [k, x] of opponentWeights([0.1, 0.5, 0.9], kind).entries()) expect(x).toBeCloseTo(known[k], 6);
});

test("opponents that are always beaten are met alike", () => {
  expect(Array.from(opponentWeights([1, 1], "squared"))).toEqual([0.5, 0.5]);
});

/** A mixture of rock, paper and scissors, at first rock. */
const RPS: TrainedGame<readonly number[]> = {
  first: [1, 0, 0],
  result: (p, q) => p.reduce((sum, one, i) => sum + one * (q[(i + 2) % 3] - q[(i + 1) % 3]), 0),
  mixed(policies, weights) {
    const total = policies.reduce((sum, _, k) => sum + weights[k], 0);
    return [0, 1, 2].map((i) => policies.reduce((sum, policy, k) => sum + weights[k] * policy[i], 0) / total);
  },
  response(against) {
    const gains = [0, 1, 2].map((i) => against[(i + 2) % 3] - against[(i + 1) % 3]);
    const best = gains.indexOf(Math.max(...gains));
    return [0, 1, 2].map((i) => (i === best ? 1 : 0));
  },
};
/** What is trained against in each of so many iterations. */
function trainedAgainst(matchmaking: Matchmaking<unknown>, iterations: number) {
  const among = population(RPS, [RPS.first]);
  const answers = Array.from({ length: iterations }, () => {
    const answer = RPS.mixed(among.policies, matchmaking(among));
    among.policies.push(RPS.response(answer));
    return answer;
  });
  return { answers, result: among.result };
}
const exploitability = (policy: readonly number[]) => RPS.result(RPS.response(policy), policy);

describe("on rock, paper and scissors", () => {
  test("naive self-play goes round, fictitious play comes near the middle", () => {
    const round = trainedAgainst(newest, 7).answers;
    expect(round.map((policy) => policy.indexOf(1))).toEqual([0, 1, 2, 0, 1, 2, 0]);
    const { answers } = trainedAgainst(alike, 200);
    expect(exploitability(answers[199])).toBeLessThan(0.15);
  });

  test("PSRO is there with three policies, and its table is antisymmetric", async () => {
    const { answers, result } = trainedAgainst(byEquilibrium(await linearPrograms()), 4);
    for (const [k, x] of [1, 1, 0].entries()) expect(exploitability(answers[k])).toBeCloseTo(x, 9);
    for (const [i, j] of matrix("0 1 | 1 2 | 2 0")) expect(result(i, j)).toBe(-result(j, i));
  });

  test("a league's main player is less exploitable than rock, and goes on as if it had not been stopped", () => {
    const streamOf = (phase: number) => Random.of(1, "test", phase);
    const whole = league(RPS, streamOf);
    const moves = Array.from({ length: 40 }, () => whole.phase());
    expect(exploitability(whole.main())).toBeLessThan(0.4);
    // At least every second phase, and seldom earlier.
    expect(whole.past().length).toBeGreaterThan(80);
    expect(whole.past().length).toBeLessThan(110);
    const resumed = league(RPS, streamOf, moves.slice(0, 17));
    expect(Array.from({ length: 23 }, () => resumed.phase())).toEqual(moves.slice(17));
    expect(resumed.past()).toEqual(whole.past());
  });
});

test("the latest stretch of growing win rates is left out", () => {
  expect(beforeLatestRise([0.9, 0.4, 0.5, 0.6])).toBe(1);
  expect(beforeLatestRise([0.9, 0.8])).toBe(1);
  expect(beforeLatestRise([0.2, 0.3])).toBe(0);
});
