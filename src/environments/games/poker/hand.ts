// One hand of a small two-player poker game with fixed bets, as a game tree: cards and bets so far, legal actions, and the result. Kuhn
// poker (Kuhn, 1950) and Leduc poker (Southey et al., 2005) are special cases.

/** Rules of a two-player game. */
export interface PokerRules {
  /** Copies of each rank, and number of ranks: 0 is the lowest. */
  readonly copies: number;
  readonly ranks: number;
  readonly ante: number;
  /** Size of a bet or raise in each betting round; a board card is dealt before each round but the first. */
  readonly bets: readonly number[];
  /** Maximum number of bets and raises of a round. */
  readonly raises: number;
}

export const POKER: Readonly<Record<"kuhn" | "leduc", PokerRules>> = {
  kuhn: { copies: 1, ranks: 3, ante: 1, bets: [1], raises: 1 },
  leduc: { copies: 2, ranks: 3, ante: 1, bets: [2, 4], raises: 2 },
};

export const FOLD = 0;
/** Call, or check where there is nothing to call. */
export const CALL = 1;
/** Raise, or bet where nothing was bet. */
export const RAISE = 2;

/** State of a hand. Ranks are −1 where no card is dealt yet. */
export interface Hand {
  readonly cards: readonly [number, number];
  readonly board: number;
  readonly round: number;
  /** Chips put in by both players. */
  readonly paid: readonly [number, number];
  /** Number of bets and raises in this round, and number of actions. */
  readonly raised: number;
  readonly acted: number;
  /** Player to act; meaningless where a card is to be dealt. */
  readonly toAct: number;
  /** The player that has folded; −1 for none. */
  readonly folded: number;
  readonly isOver: boolean;
  /** Public actions of each round. */
  readonly history: string;
}

/** Initial state: both antes, and no cards. */
export const begun = ({ ante }: PokerRules): Hand => ({
  ...{ cards: [-1, -1], board: -1, round: 0, paid: [ante, ante], raised: 0, acted: 0, toAct: 0 },
  ...{ folded: -1, isOver: false, history: "" },
});

/** Whether a card is dealt next: to the players, or to the board before a later round. */
export const dealsNext = (hand: Hand): boolean =>
  !hand.isOver && (hand.cards[1] < 0 || (hand.round > 0 && hand.board < 0));

/** Number of cards of each rank in the deck. */
export function cardsLeft({ ranks, copies }: PokerRules, { cards, board }: Hand): number[] {
  return Array.from({ length: ranks }, (_, rank) => copies - [...cards, board].filter((card) => card === rank).length);
}

/** The hand after a card of this rank is dealt. */
export function dealt(hand: Hand, rank: number): Hand {
  const [first, second] = hand.cards;
  if (first < 0) return { ...hand, cards: [rank, -1] };
  if (second < 0) return { ...hand, cards: [first, rank] };
  return { ...hand, board: rank };
}

/** Legal actions; folding only where there is something to call. */
export function legal(
  { raises }: PokerRules,
  { paid, toAct, raised }: Pick<Hand, "paid" | "toAct" | "raised">,
): number[] {
  const owes = paid[1 - toAct] > paid[toAct];
  return [...(owes ? [FOLD] : []), CALL, ...(raised < raises ? [RAISE] : [])];
}

/** The hand after a legal action. */
export function acted(rules: PokerRules, hand: Hand, action: number): Hand {
  const { paid, toAct, round } = hand;
  const other = 1 - toAct;
  const history = hand.history + "fcr"[action];
  const put = (amount: number): readonly [number, number] => (toAct === 0 ? [amount, paid[1]] : [paid[0], amount]);
  if (action === FOLD) return { ...hand, folded: toAct, isOver: true, history };
  if (action === RAISE) {
    const paidNow = put(paid[other] + rules.bets[round]);
    return { ...hand, paid: paidNow, raised: hand.raised + 1, acted: hand.acted + 1, toAct: other, history };
  }
  const called = { ...hand, paid: put(paid[other]), acted: hand.acted + 1, toAct: other, history };
  // A round ends by a call of a bet, or after both have checked.
  if (hand.acted === 0) return called;
  if (round + 1 >= rules.bets.length) return { ...called, isOver: true };
  return { ...called, round: round + 1, raised: 0, acted: 0, toAct: 0, history: `${history}/` };
}

/** Chips won by the first player; the second loses as many. A pair with the board beats a higher card. */
export function won({ cards, board, paid, folded }: Hand): number {
  if (folded >= 0) return folded === 0 ? -paid[0] : paid[1];
  const strength = (card: number): number => (card === board ? 100 : 0) + card;
  const sign = Math.sign(strength(cards[0]) - strength(cards[1]));
  return sign * paid[0];
}

/** Information state of the player to act. */
export const known = ({ cards, board, toAct, history }: Hand): string => `${toAct}:${cards[toAct]}:${board}:${history}`;
