// Chances of pairs against drawn ones, a knockout against one that is played, and regret against its definition.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import {
  divergence,
  drawnPolicy,
  randomGame,
  regularisedGap,
  ringAboveGame,
  uniformPolicy,
} from "../../feedback/preferences/preference-game.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { largestGap } from "../../study/matching.ts";
import { dpo, inpo } from "./pair-losses.ts";
import { pairChances } from "./tabular-pairs.ts";
import { chancesOf, drawnPairs, knockoutChances, selfPlay, selfPlayRegret } from "./tabular-self-play.ts";

const N = 4;
const random = Random.of(3, "tabular self-play test");
const game = { ...randomGame(N, random), reference: uniformPolicy(N), temperature: 0.1 };
const policy = drawnPolicy(N, random);

test("drawn pairs have the chances of pairs; exchanged ones have them transposed", () => {
  const exact = pairChances(game, policy, policy);
  const drawn = drawnPairs(game, policy, 200_000, random, new Float64Array(N * N));
  expect(largestGap(drawn, exact)).toBeLessThan(0.005);
  const exchanged = chancesOf(game, policy, "exchanged");
  for (let y = 0; y < N; y++) for (let o = 0; o < N; o++) expect(exchanged[y * N + o]).toBe(exact[o * N + y]);
});

test("the best and the worst of eight by knockout", () => {
  const exact = knockoutChances(game, policy, 2);
  expect(exact.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  expect(largestGap(exact, pairChances(game, policy, policy))).toBeGreaterThan(0.05);
  const chances = policy.map(Math.exp);
  const found = new Float64Array(N * N);
  const GAMES = 100_000;
  const round = (answers: readonly number[], keepWinner: boolean): number[] =>
    answers.flatMap((one, k) => {
      if (k % 2 === 0) return [];
      const other = answers[k - 1];
      return [random.uniform() < game.wins[one * N + other] === keepWinner ? one : other];
    });
  for (let k = 0; k < GAMES; k++) {
    const eight = Array.from({ length: 8 }, () => drawAt(chances, 0, N, random));
    const [best, worst]: number[][] = [[], []];
    for (let pair = 0; pair < 8; pair += 2) {
      const isFirst = random.uniform() < game.wins[eight[pair] * N + eight[pair + 1]];
      best.push(eight[pair + (isFirst ? 0 : 1)]);
      worst.push(eight[pair + (isFirst ? 1 : 0)]);
    }
    const [[top], [bottom]] = [round(round(best, true), true), round(round(worst, false), false)];
    found[top * N + bottom] += 1 / GAMES;
  }
  expect(largestGap(found, exact)).toBeLessThan(0.008);
});

test("INPO comes to the equilibrium of a ring above inferior answers, and DPO from the policy before does not", () => {
  const ring = { ...ringAboveGame([0.9, 0.6, 0.6], 5, 0.8, random), reference: uniformPolicy(8), temperature: 0.01 };
  const { last } = selfPlay(ring, () => inpo(1, 0.01), 2000);
  expect(regularisedGap(ring, last)).toBeLessThan(1e-9);
  expect(regularisedGap(ring, selfPlay(ring, () => dpo(1, "previous"), 300).last)).toBeGreaterThan(0.05);
});

test("regret is what the best policy of all would have won more", () => {
  const { meet, regret } = selfPlayRegret(game);
  const met: Float64Array[] = [];
  selfPlay(game, () => inpo(0.5, 0.1), 20, {
    watch: (one) => {
      meet(one);
      met.push(one.slice());
    },
  });
  const wins = (one: Float64Array, other: Float64Array) =>
    one.reduce((sum, p, y) => sum + other.reduce((all, q, o) => all + Math.exp(p + q) * game.wins[y * N + o], 0), 0);
  const worth = (one: Float64Array, other: Float64Array) =>
    wins(one, other) - 0.1 * divergence(one, game.reference) + 0.1 * divergence(other, game.reference);
  const against = (one: Float64Array) => met.reduce((sum, other) => sum + worth(one, other) - worth(other, other), 0);
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 20_000; k++) most = Math.max(most, against(drawnPolicy(N, random)));
  expect(regret()).toBeGreaterThanOrEqual(most);
  expect(regret() - most).toBeLessThan(0.05);
});
