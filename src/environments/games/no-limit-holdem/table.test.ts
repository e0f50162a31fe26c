// The table, by hands played out: turns, ranges of raises, reopening of bets after an all-in, run-outs and the button.

import { describe, expect, test } from "vitest";
import { Random } from "../../../core/random.ts";
import { CARD_NAMES } from "./cards.ts";
import { CALL, FOLD, PokerTable, RAISE } from "./table.ts";

/** A hand between players with these chips; the first has the button, and with more than two players the next ones post the blinds. */
function dealt(stacks: readonly number[], smallBlind = 50, bigBlind = 100) {
  const table = new PokerTable({ players: stacks.length, stack: 1, smallBlind, bigBlind, carried: true });
  const { views, buffer } = table.state;
  buffer.fill(0);
  views.stack.set(stacks);
  table.deal(Random.of(0));
  return {
    table,
    views,
    turn: () => views.turn[0],
    /** Plays actions in turn: "call", "fold", or a number to raise to. */
    acts: (...acts: readonly ("call" | "fold" | number)[]) =>
      acts.map((act) => (typeof act === "number" ? table.act(RAISE, act) : table.act(act === "fold" ? FOLD : CALL, 0))),
    /** Range of raises for the seat to act; undefined where it may not raise. */
    range: () => {
      const seat = views.turn[0];
      return table.mayRaise(seat) ? [table.leastTo(seat), table.mostTo(seat)] : undefined;
    },
    bets: () => [...views.bet],
    /** Sets cards by name: of the players in order, and of the board. */
    cards(hole: string, board: string) {
      const numbers = (names: string) => names.split(" ").map((name) => CARD_NAMES.indexOf(name));
      views.hole.set(numbers(hole));
      views.board.set(numbers(board));
    },
    settled() {
      expect(views.turn[0]).toBe(-1);
      table.settle();
      return [...views.won];
    },
  };
}

describe("turns", () => {
  test("with two players the button posts the small blind, acts first before the flop and last after it", () => {
    const { acts, turn, views, bets } = dealt([1000, 1000]);
    expect([turn(), bets(), views.button[0]]).toEqual([0, [50, 100], 0]);
    acts("call");
    expect([turn(), views.street[0]]).toEqual([1, 0]);
    acts("call");
    expect([turn(), views.street[0], bets()]).toEqual([1, 1, [0, 0]]);
    acts("call");
    expect(turn()).toBe(0);
    acts("call");
    expect([turn(), views.street[0]]).toEqual([1, 2]);
  });

  test("with four players the one after the big blind starts, and after the flop the first active one after the button", () => {
    const { acts, turn, views, bets } = dealt([1000, 1000, 1000, 1000]);
    expect([turn(), bets()]).toEqual([3, [0, 50, 100, 0]]);
    acts("call", "call", "fold");
    expect(turn()).toBe(2);
    acts("call");
    expect([turn(), views.street[0]]).toEqual([2, 1]);
  });

  test("the big blind may raise after calls only", () => {
    const { acts, turn, range, views } = dealt([1000, 1000, 1000]);
    acts("call", "call");
    expect([turn(), range()]).toEqual([2, [200, 1000]]);
    acts(300);
    expect([turn(), views.street[0]]).toEqual([0, 0]);
  });

  test("a hand ends when all others fold, and uncalled chips return", () => {
    const { acts, settled } = dealt([1000, 1000, 1000]);
    acts(700, "fold", "fold");
    expect(settled()).toEqual([150, -50, -100]);
  });
});

describe("raises", () => {
  test("a raise is at least as large as the last full one", () => {
    const { acts, range, bets } = dealt([5000, 5000, 5000]);
    expect(range()).toEqual([200, 5000]);
    acts(350);
    expect(range()).toEqual([600, 5000]);
    acts(1000);
    expect(range()).toEqual([1650, 5000]);
    acts(1);
    expect(bets()).toEqual([350, 1000, 1650]);
  });

  test("after the flop the minimum bet is the big blind again", () => {
    const { acts, range } = dealt([5000, 5000]);
    acts(900, "call");
    expect(range()).toEqual([100, 4100]);
  });

  test("an all-in below a full raise does not reopen the betting for players that have acted", () => {
    // The first calls 100; the second is all in for 150, a raise of 50; the third has not acted.
    const { acts, range, turn, bets } = dealt([1000, 150, 1000]);
    acts("call", 150);
    expect([turn(), range()]).toEqual([2, [250, 1000]]);
    acts("call");
    expect([turn(), range(), bets()]).toEqual([0, undefined, [100, 150, 150]]);
    acts(1000);
    expect(bets()).toEqual([0, 0, 0]);
  });

  test.each([
    ["that come to a full raise together open them again", [260, 320, 5000, 5000], [420, 5000]],
    ["that do not come to a full raise together do not", [240, 290, 5000, 5000], undefined],
  ])("two all-ins %s", (_, stacks, allowed) => {
    const { acts, range, turn } = dealt(stacks);
    // The first raises by 100, and the two players with the fewest chips are all in.
    acts(200, stacks[0], stacks[1], "call");
    expect([turn(), range()]).toEqual([3, allowed]);
  });

  test("a raise after a short all-in adds at least the last full raise to it", () => {
    const { acts, range } = dealt([1000, 450, 1000]);
    acts(300, 450);
    expect(range()).toEqual([650, 1000]);
  });

  test("no player may raise when all others are all in", () => {
    const { acts, range, turn } = dealt([300, 5000]);
    acts(300);
    expect([turn(), range()]).toEqual([1, undefined]);
  });

  test("an illegal amount becomes the nearest legal raise, and an illegal raise a call", () => {
    const { acts, bets, table } = dealt([1000, 2000]);
    expect(acts(99_999)).toEqual([RAISE]);
    expect(bets()).toEqual([1000, 100]);
    expect(table.act(RAISE, 2000)).toBe(CALL);
  });
});

describe("all in", () => {
  test("three players with unequal chips: main pot, side pot, and a run-out board", () => {
    const { acts, cards, settled, views } = dealt([1000, 600, 300]);
    cards("Qs Qh Ks Kh As Ah", "2c 7d 9h Jc 3s");
    acts(1000, "call", "call");
    expect(views.street[0]).toBe(3);
    // The third wins 900, the second the side pot of 600, and 400 return to the first.
    expect(settled()).toEqual([-600, 0, 600]);
    expect([...views.stack]).toEqual([400, 600, 900]);
  });

  test("a middle player that folds later loses its chips", () => {
    const { acts, cards, settled, turn } = dealt([2000, 2000, 500]);
    cards("Qs Qh Ks Kh As Ah", "2c 7d 9h Jc 3s");
    acts(500, "call", "call");
    expect(turn()).toBe(1);
    acts(700, "fold");
    // The third wins 1500; 700 were uncalled.
    expect(settled()).toEqual([-500, -500, 1000]);
  });

  test("a board that is best for all is shared, and the odd chip goes to the left of the button", () => {
    const { acts, cards, settled, views } = dealt([100, 100, 100], 1, 2);
    cards("2s 3h 2h 3d 2d 3s", "Ts Jh Qd Kc As");
    acts("call", "fold");
    for (let k = 0; k < 7; k++) acts("call");
    expect(views.turn[0]).toBe(-1);
    // Five chips, one of them from the small blind: the odd chip goes to the third player, the first in order that has not folded.
    expect(settled()).toEqual([0, -1, 1]);
  });

  test("after a short big blind the full amount must still be called", () => {
    const { acts, table, turn, views } = dealt([1000, 1000, 30]);
    expect([turn(), table.owed(0), views.bet[2]]).toEqual([0, 100, 30]);
    acts("call");
    expect([turn(), table.owed(1)]).toEqual([1, 50]);
  });

  test("blinds that leave no decision run out at once", () => {
    const { views, settled, cards } = dealt([1000, 40]);
    expect(views.turn[0]).toBe(-1);
    cards("Qs Qh Ks Kh", "2c 7d 9h Jc 3s");
    expect(settled()).toEqual([-40, 40]);
  });
});

test("the button moves to the next player with chips", () => {
  const { acts, table, views } = dealt([1000, 1000, 1000, 1000]);
  const buttons = [];
  for (let hand = 0; hand < 5; hand++) {
    buttons.push(views.button[0]);
    for (let k = 0; k < 2; k++) acts("fold");
    if (views.turn[0] >= 0) acts("fold");
    table.settle();
    if (hand === 1) {
      views.stack[3] += views.stack[2];
      views.stack[2] = 0;
    }
    table.deal(Random.of(hand));
  }
  expect(buttons).toEqual([0, 1, 3, 0, 1]);
});
