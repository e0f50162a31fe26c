// Exact values of small poker games: those that are published, and those of the family of Kuhn's equilibria.

import { expect, test } from "vitest";
import {
  acted,
  begun,
  cardsLeft,
  dealsNext,
  dealt,
  type Hand,
  known,
  legal,
  POKER,
  won,
} from "../../environments/games/poker/hand.ts";
import { bestResponse, type GameTree, type TreePolicy, treeNashConv, treeValue } from "./best-response.ts";

function treeOf(name: keyof typeof POKER): GameTree<Hand> {
  const rules = POKER[name];
  return {
    root: begun(rules),
    result: (hand) => (hand.isOver ? won(hand) : undefined),
    chances(hand) {
      if (!dealsNext(hand)) return undefined;
      const left = cardsLeft(rules, hand);
      const all = left.reduce((sum, count) => sum + count, 0);
      return left.flatMap((count, rank) => (count > 0 ? [[count / all, dealt(hand, rank)] as const] : []));
    },
    player: ({ toAct }) => toAct,
    actions: (hand) => legal(rules, hand),
    next: (hand, action) => acted(rules, hand, action),
    known,
  };
}

const uniform =
  (tree: GameTree<Hand>): TreePolicy<Hand> =>
  (hand) => {
    const all = tree.actions(hand);
    return all.map(() => 1 / all.length);
  };
const first =
  (tree: GameTree<Hand>): TreePolicy<Hand> =>
  (hand) =>
    tree.actions(hand).map((_, k) => (k === 0 ? 1 : 0));

test("Kuhn poker, both at random: the value, both best answers, and their sum", () => {
  const tree = treeOf("kuhn");
  const policy = uniform(tree);
  expect(treeValue(tree, policy)).toBeCloseTo(0.125, 12);
  expect(bestResponse(tree, policy, 0)).toBeCloseTo(0.5, 12);
  expect(bestResponse(tree, policy, 1)).toBeCloseTo(0.416_666_666_666, 10);
  expect(treeNashConv(tree, policy)).toBeCloseTo(11 / 12, 12);
  expect(treeNashConv(tree, first(tree))).toBeCloseTo(2, 12);
});

/** An equilibrium of Kuhn poker, by how often the first player bets a jack; it bets a king three times as often. */
const equilibrium =
  (a: number, king = 3 * a): TreePolicy<Hand> =>
  ({ cards, toAct, history }) => {
    const card = cards[toAct];
    // Of the second of two actions: call after fold, bet after check.
    const often = (share: number) => [1 - share, share];
    if (history === "") return often([a, 0, king][card]);
    if (history === "c") return often([1 / 3, 0, 1][card]);
    if (history === "r") return often([0, 1 / 3, 1][card]);
    return often([0, 1 / 3 + a, 1][card]);
  };

test.each([0, 0.1, 0.2, 1 / 3])("Kuhn poker: no player gains against the equilibrium of %d", (a) => {
  const tree = treeOf("kuhn");
  expect(treeValue(tree, equilibrium(a))).toBeCloseTo(-1 / 18, 12);
  expect(treeNashConv(tree, equilibrium(a))).toBeCloseTo(0, 12);
});

test("Kuhn poker: one that bets jacks too often can be exploited", () => {
  const tree = treeOf("kuhn");
  expect(treeNashConv(tree, equilibrium(0.4, 0.6))).toBeGreaterThan(0.001);
});

test("Leduc poker: both at random, and both folding wherever they can", () => {
  const tree = treeOf("leduc");
  expect(treeNashConv(tree, uniform(tree))).toBeCloseTo(4.747_222_222_222_222, 10);
  expect(treeNashConv(tree, first(tree))).toBeCloseTo(2, 12);
});
