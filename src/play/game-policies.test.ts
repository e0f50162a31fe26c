// Values, best answers and mixtures of policies: published numbers of poker, closed forms, and the fight that is solved.

import { expect, test } from "vitest";
import type { WholeGame } from "../core/whole-game.ts";
import { fightTable, solvedFight } from "../environments/games/mini-fighter/solution.ts";
import { fightTree } from "../environments/games/mini-fighter/world.ts";
import { type Hand, POKER } from "../environments/games/poker/hand.ts";
import { pokerTree } from "../environments/games/poker/world.ts";
import { type NumberedGame, numberedGame } from "../environments/whole-game.ts";
import { linearPrograms } from "../math/linear-program.ts";
import { bestResponse, gameValues, mixedByReach, uniformPolicy } from "./game-policies.ts";

/** NashConv: what both could gain together by their best answers. In a game in which one wins what the other loses, the sum of these. */
function gameNashConv(game: WholeGame, policy: ArrayLike<number>): number {
  const [first, second] = gameValues(game, policy);
  return bestResponse(game, policy, 0).value - first + bestResponse(game, policy, 1).value - second;
}

const numbered = { kuhn: numberedGame(pokerTree(POKER.kuhn)), leduc: numberedGame(pokerTree(POKER.leduc)) };

/** A policy by what it does in each state, as chances of what may be done there. */
function policyOf<State>({ game, stateOf }: NumberedGame<State>, chances: (state: State, count: number) => number[]) {
  const { example, choices } = game;
  return Float64Array.from([...example].flatMap((s, at) => chances(stateOf[s], choices[at + 1] - choices[at])));
}
const uniform = (_: unknown, count: number) => new Array<number>(count).fill(1 / count);
const first = (_: unknown, count: number) => Array.from({ length: count }, (_one, k) => (k === 0 ? 1 : 0));

test("Kuhn poker, both at random: the value, both best answers, and their sum", () => {
  const { game } = numbered.kuhn;
  const policy = policyOf(numbered.kuhn, uniform);
  const [value, other] = gameValues(game, policy);
  expect(value).toBeCloseTo(0.125, 12);
  expect(other).toBeCloseTo(-0.125, 12);
  expect(bestResponse(game, policy, 0).value).toBeCloseTo(0.5, 12);
  expect(bestResponse(game, policy, 1).value).toBeCloseTo(0.416_666_666_666, 10);
  expect(gameNashConv(game, policy)).toBeCloseTo(11 / 12, 12);
  expect(gameNashConv(game, policyOf(numbered.kuhn, first))).toBeCloseTo(2, 12);
});

/** An equilibrium of Kuhn poker, by how often the first player bets a jack; it bets a king three times as often. */
const equilibrium =
  (a: number, king = 3 * a) =>
  ({ cards, toAct, history }: Hand) => {
    const card = cards[toAct];
    // Of the second of two actions: call after fold, bet after check.
    const often = (share: number) => [1 - share, share];
    if (history === "") return often([a, 0, king][card]);
    if (history === "c") return often([1 / 3, 0, 1][card]);
    if (history === "r") return often([0, 1 / 3, 1][card]);
    return often([0, 1 / 3 + a, 1][card]);
  };

test.each([0, 0.1, 0.2, 1 / 3])("Kuhn poker: no player gains against the equilibrium of %d", (a) => {
  const policy = policyOf(numbered.kuhn, equilibrium(a));
  expect(gameValues(numbered.kuhn.game, policy)[0]).toBeCloseTo(-1 / 18, 12);
  expect(gameNashConv(numbered.kuhn.game, policy)).toBeCloseTo(0, 12);
});

test("Kuhn poker: one that bets jacks too often can be exploited", () => {
  expect(gameNashConv(numbered.kuhn.game, policyOf(numbered.kuhn, equilibrium(0.4, 0.6)))).toBeGreaterThan(0.001);
});

test("Leduc poker: both at random, and both folding wherever they can", () => {
  const { game } = numbered.leduc;
  expect(gameNashConv(game, policyOf(numbered.leduc, uniform))).toBeCloseTo(4.747_222_222_222_222, 10);
  expect(gameNashConv(game, policyOf(numbered.leduc, first))).toBeCloseTo(2, 12);
});

test("a best answer wins what it says", () => {
  const { game } = numbered.leduc;
  const policy = policyOf(numbered.leduc, uniform);
  for (const player of [0, 1]) {
    const answer = bestResponse(game, policy, player);
    expect(gameValues(game, answer.policy)[player]).toBeCloseTo(answer.value, 12);
  }
});

test("the mini-fighter, whose ways meet again: what its own solution says, for chance and for the equilibrium", async () => {
  const table = fightTable(3, 10);
  const fight = numberedGame(fightTree(table));
  const asTree = (own: ArrayLike<number>) =>
    policyOf(fight, ({ state, left }, count) => {
      const seen = left < 0 ? state : table.mirror[state];
      return Array.from({ length: count }, (_, k) => own[seen * count + k]);
    });
  const chance = uniformPolicy(fight.game);
  for (const seat of [0, 1]) expect(bestResponse(fight.game, chance, seat).value).toBeCloseTo(0.9643728255611862, 12);
  const { policy } = solvedFight(table, await linearPrograms());
  expect(gameNashConv(fight.game, asTree(policy))).toBeCloseTo(0, 7);
});

test("a game in which both may win: what both could gain, each less what it has", () => {
  // The prisoner's dilemma, as a game of two states that the second player cannot tell apart.
  const pays = [
    [3, 3],
    [0, 5],
    [5, 0],
    [1, 1],
  ] as const;
  const dilemma = numberedGame<string>({
    root: "",
    result: (done) => (done.length < 2 ? undefined : pays[Number.parseInt(done, 2)]),
    chances: () => undefined,
    player: (done) => done.length,
    actions: () => [0, 1],
    next: (done, action) => done + action,
    known: (done) => String(done.length),
  });
  expect(gameNashConv(dilemma.game, [1, 0, 1, 0])).toBe(4);
  expect(gameNashConv(dilemma.game, [0, 1, 0, 1])).toBe(0);
  expect(bestResponse(dilemma.game, [1, 0, 1, 0], 1)).toEqual({ value: 5, policy: Float64Array.of(1, 0, 0, 1) });
});

test("a mixture of policies wins what they win on average, where all is remembered", () => {
  const { game } = numbered.leduc;
  const one = policyOf(numbered.leduc, first);
  const other = bestResponse(game, uniformPolicy(game), 0).policy;
  const third = bestResponse(game, other, 1).policy;
  const mixture = mixedByReach(game, [one, other, third], [1, 2, 5]);
  const against = uniformPolicy(game);
  for (const seat of [0, 1]) {
    const won = (policy: ArrayLike<number>) =>
      seat === 0 ? gameValues(game, policy, against)[0] : gameValues(game, against, policy)[1];
    expect(won(mixture)).toBeCloseTo((won(one) + 2 * won(other) + 5 * won(third)) / 8, 12);
  }
});

test("an answer is a best one too where the other never leads", () => {
  // The first player stops, or goes on to a choice of the second between 1 and 3 of its own; it never goes on.
  const game = numberedGame<string>({
    root: "",
    result: (done) => (done === "0" ? [0, 0] : done.length === 2 ? [0, done === "10" ? 1 : 3] : undefined),
    chances: () => undefined,
    player: (done) => done.length,
    actions: () => [0, 1],
    next: (done, action) => done + action,
    known: (done) => done,
  });
  expect(bestResponse(game.game, [1, 0, 1, 0], 1)).toEqual({ value: 0, policy: Float64Array.of(1, 0, 0, 1) });
});
