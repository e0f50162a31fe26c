// Poker as a whole game: every deal, every action, and what each player has won at the end of a hand.

import type { GameTree } from "../../../core/whole-game.ts";
import { acted, begun, cardsLeft, dealsNext, dealt, type Hand, known, legal, type PokerRules, won } from "./hand.ts";

/** One hand, from the antes on. */
export const pokerTree = (rules: PokerRules): GameTree<Hand> => ({
  root: begun(rules),
  result(hand) {
    if (!hand.isOver) return undefined;
    const first = won(hand);
    return [first, -first];
  },
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
});
