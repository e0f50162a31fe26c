// Poker as an environment: turns, conserved chips, and a program that never folds against one that always does.

import { expect, test } from "vitest";
import { playedBouts } from "../../../../test/fixtures/bouts.ts";
import { byHand } from "../../../../test/fixtures/by-hand.ts";
import { matrix } from "../../../../test/fixtures/matrix.ts";
import { Status } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { poker } from "./world.ts";

test.each(["kuhn", "leduc"] as const)("%s is zero-sum in every hand", (game) => {
  const world = poker.make({ game, hands: 200 });
  const random = Random.of(1);
  const { outcomes, step } = byHand(world, random);
  let [hands, most] = [0, 0];
  for (let status: number = Status.running; status === Status.running; ) {
    status = step(random.integer(3), random.integer(3));
    expect(outcomes[0] + outcomes[3]).toBe(0);
    if (outcomes[2] > hands) most = Math.max(most, Math.abs(outcomes[0]));
    hands = outcomes[2];
  }
  expect(hands).toBe(200);
  expect(most).toBe(game === "kuhn" ? 2 : 13);
});

test("a random player wins an eighth of a chip per hand from the first seat of Kuhn poker", () => {
  const world = poker.make({ game: "kuhn", hands: 10_000 });
  const random = Random.of(2);
  const { outcomes, step } = byHand(world, random);
  let first = 0;
  const { turn, paid, hand, raised } = world.state.views;
  for (let status: number = Status.running; status === Status.running; ) {
    const before = hand[0];
    const owes = paid[1 - turn[0]] > paid[turn[0]];
    const all = [...(owes ? [0] : []), 1, ...(raised[0] < 1 ? [2] : [])];
    const action = all[random.integer(all.length)];
    status = step(action, action);
    if (hand[0] > before) first += outcomes[before % 2 === 0 ? 0 : 3];
  }
  // The tolerance is four standard errors of 0.0135.
  expect(first / 10_000).toBeGreaterThan(0.125 - 0.054);
  expect(first / 10_000).toBeLessThan(0.125 + 0.054);
});

test("a program that calls beats one that folds, and invalid answers lose", async () => {
  const folds = "function move({ legal }) { return legal.includes('fold') ? 'fold' : 'call'; }";
  const raises = "function move({ legal }) { return legal.includes('raise') ? 'raise' : 'call'; }";
  const errs = "function move() { return 'bluff'; }";
  for (const pair of [
    [folds, raises],
    [errs, folds],
  ])
    expect(await playedBouts("poker", pair, { hands: 50 })).toEqual(matrix("0 1 | 0 1"));
});
