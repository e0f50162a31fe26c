// A table of no-limit hold'em: blinds, betting rounds, run-outs, showdown, and the moving button. The state is stored in one array. Raises
// after a short all-in follow the rules of the Tournament Directors Association.

import { type Layout, layout } from "../../../core/layout.ts";
import type { Random } from "../../../core/random.ts";
import { CARDS, strengthOf } from "./cards.ts";
import { payOut } from "./pots.ts";

export interface TableRules {
  readonly players: number;
  /** Initial chips of each player. */
  readonly stack: number;
  readonly smallBlind: number;
  readonly bigBlind: number;
  /** Whether chips carry over to the next hand; otherwise each hand starts with the same chips. */
  readonly carried: boolean;
}

export const FOLD = 0;
/** Call, or check where there is nothing to call. */
export const CALL = 1;
/** Raise, or bet where nothing was bet. */
export const RAISE = 2;

/** Last actions of a player in a betting round. */
export const DEEDS = ["", "fold", "check", "call", "raise", "blind"] as const;
const [, FOLDED, CHECKED, CALLED, RAISED, POSTED] = [0, 1, 2, 3, 4, 5];

export const STREETS = ["preflop", "flop", "turn", "river"] as const;

/** Visible board cards in each betting round. */
export const SEEN = [0, 3, 4, 5] as const;
const BOARD = 5;

const shapes = (players: number) => ({
  /** Hole cards, and all cards that will form the board. */
  ...{ hole: [players, 2], board: [BOARD], street: [1] },
  /** Chips behind; chips put in, in this round and in the hand. */
  ...{ stack: [players], bet: [players], paid: [players] },
  /** 1 where a player has folded or was not dealt in; 1 where it has acted in this round; its last action. */
  ...{ out: [players], acted: [players], did: [players] },
  /** Level of a call in this round, and size of the last full raise. */
  ...{ level: [1], raise: [1] },
  /** The seat to act, −1 for none; number of finished hands; chips won over all hands. */
  ...{ turn: [1], button: [1], hand: [1], total: [players] },
  /** The last hand: chips won, hole cards, players that showed them, and visible board cards. */
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

  /** Initialises the table and deals the first hand. */
  begin(random: Random): void {
    const { buffer, views } = this.state;
    buffer.fill(0);
    views.stack.fill(this.#rules.stack);
    this.deal(random);
  }

  /** Deals a hand and posts the blinds. Where no player has a decision left, `turn` is −1. */
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
    // With two players the button posts the small blind.
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

  /** Draws random cards to the front of the deck. */
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
   * Action of the seat to act: a raise goes to `to` in this round, or to the nearest legal amount; where no raise is legal, it becomes a
   * call. Returns the executed kind.
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
      // An all-in below a full raise does not change the size of the next raise.
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

  /** Chips that a seat needs for a call. */
  owed(seat: number): number {
    const { level, bet, stack } = this.state.views;
    return Math.min(stack[seat], Math.max(0, level[0] - bet[seat]));
  }

  /**
   * Whether a seat may raise: it has more chips than a call needs, an opponent can still call, and it has not acted in this round or faces
   * one or more raises that add up to a full one.
   */
  mayRaise(seat: number): boolean {
    const { level, raise, bet, acted, stack } = this.state.views;
    if (bet[seat] + stack[seat] <= level[0] || this.#isLone(seat)) return false;
    return acted[seat] === 0 || level[0] - bet[seat] >= raise[0];
  }

  /** Smallest amount that a seat may raise to in this round: a full raise, or all-in. */
  leastTo(seat: number): number {
    const { level, raise } = this.state.views;
    return Math.min(level[0] + raise[0], this.mostTo(seat));
  }

  /** All-in amount of a seat in this round. */
  mostTo(seat: number): number {
    const { bet, stack } = this.state.views;
    return bet[seat] + stack[seat];
  }

  /** Total chips in the pot. */
  get pot(): number {
    let sum = 0;
    for (const paid of this.state.views.paid) sum += paid;
    return sum;
  }

  /** Number of players with chips; between hands, those that continue. */
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

  /** Ends the hand and distributes the chips. */
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

  /** Strength of a player's hand with the complete board. */
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

  /** Number of players that contest the pot. */
  #left(): number {
    let count = 0;
    for (const out of this.state.views.out) if (out === 0) count += 1;
    return count;
  }

  /** Whether no other contesting player has chips behind. */
  #isLone(seat: number): boolean {
    const { stack, out } = this.state.views;
    for (let other = 0; other < stack.length; other++)
      if (other !== seat && out[other] === 0 && stack[other] > 0) return false;
    return true;
  }

  /** Whether a seat still has a decision in this round. */
  #decides(seat: number): boolean {
    const { stack, out, bet, acted, level } = this.state.views;
    if (out[seat] === 1 || stack[seat] === 0) return false;
    if (!this.#isLone(seat)) return acted[seat] === 0 || bet[seat] < level[0];
    // All others are all in: the remaining decision is whether to match them.
    for (let other = 0; other < bet.length; other++) if (out[other] === 0 && bet[other] > bet[seat]) return true;
    return false;
  }

  /** Passes the turn to the next seat with a decision, in this round or a later one; to none where the hand is over. */
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
