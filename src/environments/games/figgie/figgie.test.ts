// Figgie: money is conserved, quotes obey the order book, and cards of the goal suit pay.

import { expect, test } from "vitest";
import { playedBouts } from "../../../../test/fixtures/bouts.ts";
import { byHand } from "../../../../test/fixtures/by-hand.ts";
import { type NumericEnvironment, Status } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { figgie } from "./world.ts";

const [PASS, BID, ASK, BUY, SELL] = [0, 1, 2, 3, 4];
type Action = readonly [kind: number, suit?: number, price?: number];

function begun(parameters: object = {}, seed = 0) {
  const world: NumericEnvironment = figgie.make(parameters);
  const players = world.spec.agents.length;
  const random = Random.of(seed);
  const { outcomes, step: played } = byHand(world, random);
  const step = (...actions: Action[]) => {
    const flat = Array.from({ length: players }, (_, k) => actions[k] ?? [PASS]).flatMap(
      ([kind, suit = 0, price = 0]) => [kind, suit, price],
    );
    return played(...flat);
  };
  const payoffs = () => Array.from({ length: players }, (_, k) => outcomes[k * world.spec.channels.length]);
  return { world, views: world.state.views, step, payoffs, players, random };
}

test("suits have 8, 10, 10 and 12 cards, and the goal suit has the colour of the common one", () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 100; seed++) {
    const { views, players } = begun({ players: 4 + (seed % 2) }, seed);
    const sizes = [0, 1, 2, 3].map((suit) =>
      Array.from({ length: players }, (_, k) => views.cards[4 * k + suit]).reduce((sum, own) => sum + own, 0),
    );
    expect([...sizes].sort((a, b) => a - b)).toEqual([8, 10, 10, 12]);
    expect(Math.floor(views.goal[0] / 2)).toBe(Math.floor(sizes.indexOf(12) / 2));
    expect(views.goal[0]).not.toBe(sizes.indexOf(12));
    for (let k = 0; k < players; k++) {
      expect(views.cards.subarray(4 * k, 4 * k + 4).reduce((sum, own) => sum + own, 0)).toBe(40 / players);
      expect(views.money[k]).toBe(350 - 200 / players);
    }
    seen.add(`${sizes}`);
  }
  expect(seen.size).toBe(12);
});

test("results of all players sum to zero, for any actions", () => {
  for (let seed = 0; seed < 60; seed++) {
    const { step, payoffs, players, random, views } = begun({ players: 4 + (seed % 2) }, seed);
    let status: number = Status.running;
    while (status === Status.running) {
      const drawn = (): Action => [random.integer(5), random.integer(4), random.integer(30)];
      status = step(...Array.from({ length: players }, drawn));
      const money = views.money.reduce((sum, own) => sum + own, 0);
      expect(money).toBe(players * 350 - 200);
    }
    expect(payoffs().reduce((sum, own) => sum + own, 0)).toBe(0);
  }
});

test("three ticks without an action end the game; goal cards pay ten each, and the rest goes to those with most", () => {
  const { step, payoffs, views } = begun();
  const held = [0, 1, 2, 3].map((player) => views.cards[4 * player + views.goal[0]]);
  expect([step(), step(), step()]).toEqual([Status.running, Status.running, Status.terminated]);
  const best = Math.max(...held);
  const winners = held.filter((own) => own === best).length;
  const rest = 200 - 10 * held.reduce((sum, own) => sum + own, 0);
  let odd = rest % winners;
  const part = (own: number) => (own === best ? Math.floor(rest / winners) + (odd-- > 0 ? 1 : 0) : 0);
  expect(payoffs()).toEqual(held.map((own) => -50 + 10 * own + part(own)));
});

test("a bid must beat the best bid and stay below the ask; a trade moves a card and clears all quotes", () => {
  const { step, views } = begun();
  const owner = [0, 1, 2, 3].find((player) => views.cards[4 * player] > 0 && views.cards[4 * player + 1] > 0) ?? 0;
  const other = (owner + 1) % 4;
  const by = (player: number, action: Action) =>
    Array.from({ length: 4 }, (_, k): Action => (k === player ? action : [PASS]));
  step(...by(other, [BID, 0, 5]));
  expect([views.bid[0], views.bidder[0]]).toEqual([5, other]);
  step(...by((other + 1) % 4, [BID, 0, 5]));
  expect(views.bidder[0]).toBe(other);
  step(...by(owner, [ASK, 0, 5]));
  expect(views.ask[0]).toBe(0);
  step(...by(owner, [ASK, 0, 9]));
  step(...by((other + 1) % 4, [BID, 0, 9]));
  expect([views.bid[0], views.ask[0]]).toEqual([5, 9]);
  step(...by(other, [BID, 1, 3]));
  const before = views.cards[4 * other];
  step(...by(other, [BUY, 0]));
  expect([views.cards[4 * other] - before, views.money[other], views.money[owner]]).toEqual([1, 291, 309]);
  expect([...views.bid, ...views.ask]).toEqual(new Array(8).fill(0));
  step(...by(other, [BUY, 0]));
  expect(views.money[other]).toBe(291);
  step(...by(other, [BID, 0, 4]));
  step(...by(owner, [SELL, 0]));
  expect(views.lastPrice[0]).toBe(4);
});

test("unaffordable and impossible actions have no effect", () => {
  const { step, views } = begun();
  step([BID, 0, 200], [BID, 1, 200], [BUY, 2], [SELL, 3]);
  expect([views.bid[0], views.bid[1]]).toEqual([200, 200]);
  views.money[0] = 10;
  step([BID, 2, 11]);
  expect(views.bid[2]).toBe(0);
});

test("programs trade by named actions, and an invalid answer passes", async () => {
  const maker = `function move({ tick, cards }) {
    const suit = Object.keys(cards).find((one) => cards[one] > 0);
    return tick % 2 === 0 ? { action: "ask", suit, price: 6 } : { action: "bid", suit: "hearts", price: 2 };
  }`;
  const taker = `function move({ asks, you }) {
    const suit = Object.keys(asks).find((one) => asks[one] !== null && asks[one].player !== you);
    return suit === undefined ? { action: "pass" } : { action: "buy", suit };
  }`;
  const texts = [maker, taker, "function move() { return { action: 'steal' }; }", "function move() { throw 1; }"];
  for (const points of await playedBouts("figgie", texts, { ticks: 20 }, { games: 3 }))
    expect(points.reduce((sum, point) => sum + point, 0)).toBeCloseTo(1, 12);
});
