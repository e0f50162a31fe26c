// Cards, and which hand is stronger. The library phe ranks hands: it takes cards as numbers, ranks seven of them by looking up one table
// in a tenth of a microsecond, and depends on nothing. Others, such as pokersolver, read cards as texts and take two hundred times as long.

import { evaluateCardCodes, stringifyCardCode } from "phe";

/** Cards of a deck, numbered from 0: all suits of the twos, then of the threes, and the aces last. */
export const CARDS = 52;
/** Spades, hearts, diamonds and clubs. */
export const SUITS = 4;

/** Names of the cards by their numbers: `2s`, `Td`, `Ah`. */
export const CARD_NAMES: readonly string[] = Array.from({ length: CARDS }, (_, card) => {
  const [rank, suit] = stringifyCardCode(card);
  return rank.toUpperCase() + suit;
});

/** The strength of the best five of five to seven cards: the lower the stronger, from 1 to 7462. */
export const strengthOf = (cards: ArrayLike<number>): number => evaluateCardCodes(cards);
