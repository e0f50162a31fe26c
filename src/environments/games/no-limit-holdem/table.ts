// A table of no-limit hold'em: blinds, rounds of bets, the run-out, the showdown, and the button that moves on. All that changes lies in
// one array. Rules of raises after a short all-in are those of the Tournament Directors Association.

import { type Layout, layout } from "../../../core/layout.ts";
import type { Random } from "../../../core/random.ts";
import { CARDS, strengthOf } from "./cards.ts";
import { payOut } from "./pots.ts";

export interface TableRules {
  readonly players: number;
  /** Chips that each begins with. */
  readonly stack: number;
  readonly smallBlind: number;
  readonly bigBlind: number;
  /** What is won and lost goes on to the next hand; otherwise each hand begins with the same chips. */
  readonly carried: boolean;
}

export const FOLD = 0;
/** Checks where there is nothing to call. */
export const CALL = 1;
/** Bets where nothing was bet. */
export const RAISE = 2;

/** What a player did last in a round of bets. */
export const DEEDS = ["", "fold", "check", "call", "raise", "blind"] as const;
const [, FOLDED, CHECKED, CALLED, RAISED, POSTED] = [0, 1, 2, 3, 4, 5];

export const STREETS = ["preflop", "flop", "turn", "river"] as const;

/** Cards of the board that are seen in each round of bets. */
export const SEEN = [0, 3, 4, 5] as const;
const BOARD = 5;

const shapes = (players: number) => ({
  /** Cards in hand, and all that will lie on the board. */
  ...{ hole: [players, 2], board: [BOARD], street: [1] },
  /** Chips behind; chips put in, in this round and in the hand. */
  ...{ stack: [players], bet: [players], paid: [players] },
  /** 1 where a player has folded or was not dealt in; 1 where it has acted in this round; what it did. */
  ...{ out: [players], acted: [players], did: [players] },
  /** What a call comes to in this round, and the last full raise. */
  ...{ level: [1], raise: [1] },
  /** The seat that acts, −1 where no seat does; hands that are over; chips won in all of them. */
  ...{ turn: [1], button: [1], hand: [1], total: [players] },
  /** The last hand: chips won, its cards, which players showed them, and cards of the board that were seen. */
  ...{ won: [players], lastHole: [players, 2], shown: [players], lastBoard: [BOARD], lastSeen: [1] },
});

export class PokerTable {
  readonly state: Layout<ReturnType<typeof shapes>>;
  readonly #rules: TableRules;
  readonly #deck = new Int32Array(CARDS);
  readonly #seven = new Array<number>(2 + BOARD).fill(0);
  readonly #strength: Float64Array;
  readonly #paidOut: Float64Array;

  constructor(rules: TableRules) {
    this.#rules = rules;
    this.state = layout(shapes(rules.players));
    this.#strength = new Float64Array(rules.players);
    this.#paidOut = new Float64Array(rules.players);
  }

  /** Sets the table up and deals the first hand. */
  begin(random: Random): void {
    const { buffer, views } = this.state;
    buffer.fill(0);
    views.stack.fill(this.#rules.stack);
    this.deal(random);
  }

  /** Deals a hand and puts the blinds in. Where these leave no player anything to decide, `turn` is −1. */
  deal(random: Random): void {
    const { hole, board, street, stack, bet, paid, out, acted, did, level, raise, button, hand } = this.state.views;
    const { players, smallBlind, bigBlind, carried } = this.#rules;
    if (!carried) stack.fill(this.#rules.stack);
    for (let seat = 0; seat < players; seat++) out[seat] = stack[seat] > 0 ? 0 : 1;
    if (hand[0] > 0) button[0] = this.after(button[0]);
    this.#draw(random, 2 * players + BOARD);
    for (let k = 0; k < 2 * players; k++) hole[k] = this.#deck[k];
    for (let k = 0; k < BOARD; k++) board[k] = this.#deck[2 * players + k];
    street[0] = 0;
    for (const part of [bet, paid, acted, did]) part.fill(0);
    // Of two players the button has the small blind.
    const small = this.#left() === 2 ? button[0] : this.after(button[0]);
    const big = this.after(small);
    this.#put(small, smallBlind);
    this.#put(big, bigBlind);
    did[small] = POSTED;
    did[big] = POSTED;
    level[0] = bigBlind;
    raise[0] = bigBlind;
    this.#passOn(big);
  }

  /** The first cards of the deck, at random. */
  #draw(random: Random, count: number): void {
    const deck = this.#deck;
    for (let card = 0; card < CARDS; card++) deck[card] = card;
    for (let k = 0; k < count; k++) {
      const other = k + random.integer(CARDS - k);
      const card = deck[other];
      deck[other] = deck[k];
      deck[k] = card;
    }
  }

  /**
   * What the seat whose turn it is does: a bet comes to `to` in this round, or to what is allowed and nearest. Where
   * no raise is allowed it calls. Says which of the three it was.
   */
  act(kind: number, to: number): number {
    const { turn, level, raise, bet, out, acted, did } = this.state.views;
    const seat = turn[0];
    const done = kind === RAISE && !this.mayRaise(seat) ? CALL : kind;
    if (done === FOLD) {
      out[seat] = 1;
      did[seat] = FOLDED;
    } else if (done === RAISE) {
      const amount = Math.min(this.mostTo(seat), Math.max(this.leastTo(seat), Math.round(to)));
      this.#put(seat, amount - bet[seat]);
      // An all-in for less than a full raise leaves the size of the next raise as it was.
      raise[0] = Math.max(raise[0], amount - level[0]);
      level[0] = amount;
      did[seat] = RAISED;
    } else {
      did[seat] = this.owed(seat) > 0 ? CALLED : CHECKED;
      this.#put(seat, this.owed(seat));
    }
    acted[seat] = 1;
    this.#passOn(seat);
    return done;
  }

  /** What a call costs a seat. */
  owed(seat: number): number {
    const { level, bet, stack } = this.state.views;
    return Math.min(stack[seat], Math.max(0, level[0] - bet[seat]));
  }

  /**
   * Whether a seat may raise: it has more than a call costs, another could still call, and it has not acted in this round or faces a full
   * raise since, made in one or several.
   */
  mayRaise(seat: number): boolean {
    const { level, raise, bet, acted, stack } = this.state.views;
    if (bet[seat] + stack[seat] <= level[0] || this.#isLone(seat)) return false;
    return acted[seat] === 0 || level[0] - bet[seat] >= raise[0];
  }

  /** The least that a raise of a seat may come to in this round: a full one, or all that it has. */
  leastTo(seat: number): number {
    const { level, raise } = this.state.views;
    return Math.min(level[0] + raise[0], this.mostTo(seat));
  }

  /** All that a seat has, with what it has bet in this round. */
  mostTo(seat: number): number {
    const { bet, stack } = this.state.views;
    return bet[seat] + stack[seat];
  }

  /** All chips put in. */
  get pot(): number {
    let sum = 0;
    for (const paid of this.state.views.paid) sum += paid;
    return sum;
  }

  /** Players that have chips; between hands, those that go on. */
  get living(): number {
    let count = 0;
    for (const chips of this.state.views.stack) if (chips > 0) count += 1;
    return count;
  }

  /** The next seat that was dealt in and has not folded. */
  after(seat: number): number {
    const { out } = this.state.views;
    for (let next = (seat + 1) % out.length; ; next = (next + 1) % out.length) if (out[next] === 0) return next;
  }

  /** Ends the hand: chips go to those that win them. */
  settle(): void {
    const { hole, board, stack, paid, out, button, hand, total, won, shown, street } = this.state.views;
    const { lastHole, lastBoard, lastSeen } = this.state.views;
    const isShown = this.#left() > 1;
    for (let seat = 0; seat < stack.length; seat++) {
      shown[seat] = isShown && out[seat] === 0 ? 1 : 0;
      this.#strength[seat] = shown[seat] === 1 ? this.strength(seat) : 0;
    }
    const first = (button[0] + 1) % stack.length;
    payOut({ paid, out, strength: this.#strength, first }, this.#paidOut);
    for (let seat = 0; seat < stack.length; seat++) {
      stack[seat] += this.#paidOut[seat];
      won[seat] = this.#paidOut[seat] - paid[seat];
      total[seat] += won[seat];
    }
    lastHole.set(hole);
    lastBoard.set(board);
    lastSeen[0] = isShown ? BOARD : SEEN[street[0]];
    hand[0] += 1;
  }

  /** The strength of a player's hand with the whole board. */
  strength(seat: number): number {
    const { hole, board } = this.state.views;
    for (let k = 0; k < 2; k++) this.#seven[k] = hole[2 * seat + k];
    for (let k = 0; k < BOARD; k++) this.#seven[2 + k] = board[k];
    return strengthOf(this.#seven);
  }

  #put(seat: number, amount: number): void {
    const { stack, bet, paid } = this.state.views;
    const chips = Math.min(stack[seat], amount);
    stack[seat] -= chips;
    bet[seat] += chips;
    paid[seat] += chips;
  }

  /** Players that contest the pot. */
  #left(): number {
    let count = 0;
    for (const out of this.state.views.out) if (out === 0) count += 1;
    return count;
  }

  /** Whether no other player that contests the pot has chips behind. */
  #isLone(seat: number): boolean {
    const { stack, out } = this.state.views;
    for (let other = 0; other < stack.length; other++)
      if (other !== seat && out[other] === 0 && stack[other] > 0) return false;
    return true;
  }

  /** Whether a seat has something to decide in this round yet. */
  #decides(seat: number): boolean {
    const { stack, out, bet, acted, level } = this.state.views;
    if (out[seat] === 1 || stack[seat] === 0) return false;
    if (!this.#isLone(seat)) return acted[seat] === 0 || bet[seat] < level[0];
    // All others are all in: what is left to decide is whether to match them.
    for (let other = 0; other < bet.length; other++) if (out[other] === 0 && bet[other] > bet[seat]) return true;
    return false;
  }

  /** The turn goes to the next seat that has something to decide, in this round or in a later one; to none where the hand is over. */
  #passOn(from: number): void {
    const { street, turn, bet, acted, did, out, level, raise, button } = this.state.views;
    turn[0] = -1;
    if (this.#left() < 2) return;
    for (let last = from; ; last = button[0]) {
      for (let k = 1; k <= bet.length; k++) {
        const seat = (last + k) % bet.length;
        if (!this.#decides(seat)) continue;
        turn[0] = seat;
        return;
      }
      if (street[0] === STREETS.length - 1) return;
      street[0] += 1;
      bet.fill(0);
      acted.fill(0);
      for (let seat = 0; seat < did.length; seat++) if (out[seat] === 0) did[seat] = 0;
      level[0] = 0;
      raise[0] = this.#rules.bigBlind;
    }
  }
}
