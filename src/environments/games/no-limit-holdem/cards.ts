// Cards and hand strengths. The library phe evaluates hands given as numbers by one table lookup in a tenth of a microsecond, without
// dependencies. Other libraries, such as pokersolver, parse cards from text and take two hundred times as long.

import { evaluateCardCodes, stringifyCardCode } from "phe";

/** Cards of a deck, numbered from 0: all suits of the twos, then of the threes, and the aces last. */
export const CARDS = 52;
/** Spades, hearts, diamonds and clubs. */
export const SUITS = 4;

/** Names of the cards by number: `2s`, `Td`, `Ah`. */
export const CARD_NAMES: readonly string[] = Array.from({ length: CARDS }, (_, card) => {
  const [rank, suit] = stringifyCardCode(card);
  return rank.toUpperCase() + suit;
});

/** Strength of the best five of five to seven cards, from 1 to 7462; lower is stronger. */
export const strengthOf = (cards: ArrayLike<number>): number => evaluateCardCodes(cards);
