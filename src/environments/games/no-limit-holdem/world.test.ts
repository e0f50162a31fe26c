// Hold'em as an environment: chips are conserved, named bets are fractions of the pot, and programs' answers are parsed.

import { describe, expect, test } from "vitest";
import { playedBouts } from "../../../../test/fixtures/bouts.ts";
import { matrix } from "../../../../test/fixtures/matrix.ts";
import { playEpisode } from "../../../../test/fixtures/played-world.ts";
import { UserError } from "../../../core/errors.ts";
import { Random } from "../../../core/random.ts";
import type { JointPolicy } from "../../../play/episode.ts";
import { always } from "../../../play/policy.ts";
import { noLimitHoldem } from "./world.ts";

/** Plays an episode at random, mostly without all-ins, and reports every step. */
function playedAtRandom(parameters: object, seed: number, onStep: (outcomes: Float64Array) => void) {
  const world = noLimitHoldem.make(parameters);
  const { spec } = world;
  const hands = Random.of(seed, "hands");
  const wild: JointPolicy = {
    act({ actions }) {
      for (let k = 0; k < actions.length; k++) {
        const most = hands.integer(4) === 0 ? spec.actionHigh[k] : Math.min(spec.actionHigh[k], 20);
        actions[k] = hands.uniform(spec.actionLow[k], most);
      }
    },
  };
  const { steps } = playEpisode(world, wild, Random.of(seed), { each: (_, { outcomes }) => onStep(outcomes) });
  return { world, steps };
}

describe.each([
  { players: 2 },
  { players: 3, stacks: "anew" },
  { players: 6, stack: 37, smallBlind: 2, bigBlind: 5 },
  { players: 4, bets: "named", stack: 60 },
])("with %j", (parameters) => {
  test("winnings sum to zero in every step, and chips are conserved", () => {
    for (let seed = 0; seed < 25; seed++) {
      const { players } = parameters;
      let paid = 0;
      const { world, steps } = playedAtRandom({ hands: 30, ...parameters }, seed, (outcomes) => {
        const own = Array.from({ length: players }, (_, seat) => outcomes[7 * seat]);
        expect(own.reduce((sum, chips) => sum + chips, 0)).toBe(0);
        paid += own.reduce((sum, chips) => sum + Math.abs(chips), 0);
        expect(outcomes[1] * (parameters.bigBlind ?? 2)).toBeCloseTo(outcomes[0], 9);
      });
      const { stack, total, hand } = world.state.views;
      expect(paid).toBeGreaterThan(0);
      expect(total.reduce((sum, chips) => sum + chips, 0)).toBe(0);
      expect(stack.reduce((sum, chips) => sum + chips, 0)).toBe(players * (parameters.stack ?? 200));
      expect(stack.every((chips) => chips >= 0 && Number.isInteger(chips))).toBe(true);
      const isCarried = parameters.stacks !== "anew";
      expect(hand[0] === 30 || (isCarried && stack.filter((chips) => chips > 0).length === 1)).toBe(true);
      expect(steps).toBeLessThan(world.spec.horizon);
    }
  });
});

test("if all players call to the end, both seats win equally often", () => {
  const wins = [0, 0, 0];
  playedAtRandomCalls(4_000, (payoff) => {
    wins[payoff > 0 ? 0 : payoff < 0 ? 1 : 2] += 1;
  });
  // About 4 % of 4000 hands are ties; the standard error of the difference is 62.
  expect(Math.abs(wins[0] - wins[1])).toBeLessThan(4 * 62);
  expect(wins[2]).toBeGreaterThan(80);
  expect(wins[2]).toBeLessThan(300);
});

function playedAtRandomCalls(hands: number, onHand: (payoff: number) => void): void {
  const world = noLimitHoldem.make({ hands, stacks: "anew" });
  const { hand } = world.state.views;
  let before = 0;
  playEpisode(world, always([1, 0, 1, 0]), Random.of(5), {
    each(_, { outcomes }) {
      if (hand[0] > before) onHand(outcomes[0]);
      before = hand[0];
    },
  });
}

test("named raises are half the pot, the pot, or all-in, after a call", () => {
  const world = noLimitHoldem.make({ bets: "named", smallBlind: 50, bigBlind: 100, stack: 5000 });
  const outcomes = new Float64Array(14);
  const { bet, street } = world.state.views;
  const step = (choice: number) => world.step(Float64Array.of(choice, choice), outcomes, Random.of(0));
  world.reset(Random.of(0), outcomes);
  // The small blind calls 50 into 150, which makes 200: raising half of it leads to 200, and all of it to 300.
  step(3);
  expect([...bet]).toEqual([300, 100]);
  // A call makes the pot 600, and half of that is a raise of 300.
  step(2);
  expect([...bet]).toEqual([300, 600]);
  step(1);
  expect([street[0], ...bet]).toEqual([1, 0, 0]);
  step(4);
  expect([...bet]).toEqual([0, 4400]);
});

test.each([
  [{ smallBlind: 3 }, "smallBlind: is 3; it must not exceed the big blind"],
  [{ stack: 3 }, "stack: is 3; it must be twice the big blind or more"],
])("%j is rejected with a sentence", (parameters, message) => {
  expect(() => noLimitHoldem.make(parameters)).toThrow(UserError);
  expect(() => noLimitHoldem.make(parameters)).toThrow(message);
});

const PROGRAMS = {
  calls: "function move() { return 'call'; }",
  folds: "function move({ toCall }) { return toCall > 0 ? 'fold' : 'check'; }",
  raises:
    "function move({ leastRaise }) { return leastRaise === null ? 'call' : { action: 'raise', to: leastRaise }; }",
  shoves: "function move({ leastRaise }) { return leastRaise === null ? 'call' : 'all in'; }",
  waits: `function move({ cards, toCall, leastRaise }) {
    const good = cards[0][0] === cards[1][0] || cards.every((card) => "AKQ".includes(card[0]));
    return good ? (leastRaise === null ? "call" : "all in") : toCall > 0 ? "fold" : "check";
  }`,
  bluffs: "function move() { return 'bluff'; }",
  underbets: "function move({ leastRaise }) { return { action: 'raise', to: leastRaise - 1 }; }",
  overbets: "function move({ mostRaise }) { return { action: 'raise', to: mostRaise + 1 }; }",
  checks: "function move() { return 'check'; }",
  silent: "function move() {}",
};

test.each(["bluffs", "underbets", "overbets", "checks", "silent"] as const)(
  "a program that illegally %s loses, from either seat",
  async (name) => {
    const { [name]: text, raises } = PROGRAMS;
    expect(await playedBouts("no-limit-holdem", [text, raises])).toEqual(matrix("0 1 | 0 1"));
  },
);

test("six programs play one game, and its point is given once", async () => {
  const { calls, folds, raises, shoves, waits } = PROGRAMS;
  const six = [calls, folds, raises, shoves, waits, calls];
  for (const points of await playedBouts("no-limit-holdem", six, { hands: 20 }, { games: 6 }))
    expect(points.reduce((sum, point) => sum + point, 0)).toBeCloseTo(1, 12);
});

test("a program that raises beats one that folds in every game", async () => {
  const points = await playedBouts("no-limit-holdem", [PROGRAMS.folds, PROGRAMS.raises], {}, { games: 4 });
  expect(points).toEqual(matrix("0 1 | 0 1 | 0 1 | 0 1"));
});

test("with named bets a program answers one of the names", async () => {
  const texts = ["function move() { return 'pot'; }", "function move() { return 'raise'; }"];
  expect((await playedBouts("no-limit-holdem", texts, { bets: "named" }))[0]).toEqual([1, 0]);
});

test("a program observes the cards shown in the last hand, and no others", () => {
  const world = noLimitHoldem.make({ stacks: "anew" });
  const outcomes = new Float64Array(14);
  world.reset(Random.of(1), outcomes);
  const act = (kind: number) => world.step(Float64Array.of(kind, 0, kind, 0), outcomes, Random.of(9));
  const last = (seat: number): object => Object(Reflect.get(Object(world.bout?.given(seat)[0]), "last"));
  while (world.state.views.hand[0] === 0) act(1);
  expect(last(0)).toEqual(last(1));
  expect(last(0)).toMatchObject({ board: { length: 5 }, cards: [{ length: 2 }, { length: 2 }] });
  act(0);
  expect(last(0)).toMatchObject({ board: [], cards: [{ length: 2 }, null] });
  expect(last(1)).toMatchObject({ cards: [null, { length: 2 }] });
});
