// No-limit hold'em as an environment: two to six players, blinds, arbitrary bets, side pots, and a number of hands with a moving button.
// Chips are only transferred, so winnings sum to zero.

import { z } from "zod";
import { type NumericEnvironment, observationSize, Status } from "../../../core/environment.ts";
import { oneOf, whole, wrong } from "../../../core/parameters.ts";
import { bind } from "../../../core/registry.ts";
import { choiceOf, event, field, flow, level, parts, seats } from "../../declaration.ts";
import { placeOf } from "../answers.ts";
import { sharedPoint } from "../points.ts";
import { CARD_NAMES, CARDS, SUITS } from "./cards.ts";
import { tableScene } from "./scene.ts";
import { CALL, DEEDS, FOLD, PokerTable, RAISE, SEEN, STREETS } from "./table.ts";

const parameters = z
  .strictObject({
    players: whole(2, 6, 2).describe("players at the table"),
    hands: whole(1, 10_000, 50).describe("hands of an episode"),
    stack: whole(2, 100_000, 200).describe("chips that each begins with"),
    smallBlind: whole(1, 10_000, 1).describe(
      "chips that the player after the button puts in; of two players the button does",
    ),
    bigBlind: whole(1, 10_000, 2).describe("chips that the next player puts in, and the least bet"),
    stacks: oneOf(["carried", "anew"], "carried").describe(
      "what is won and lost goes on to the next hand, until one has all; or each hand begins with the same chips",
    ),
    bets: oneOf(["any", "named"], "any").describe(
      "a raise comes to any number of chips; or it is half the pot, the pot or all",
    ),
  })
  .refine(({ smallBlind, bigBlind }) => smallBlind <= bigBlind, wrong("smallBlind", "It must not exceed the big blind"))
  .refine(
    ({ stack, bigBlind }) => stack >= 2 * bigBlind,
    wrong("stack", "It must be twice the big blind or more, so that there is something to decide"),
  );

const KINDS = ["fold", "call", "raise"] as const;
/** Choices with named bets; raises are fractions of the pot after a call. */
const NAMED = ["fold", "call", "half pot", "pot", "all in"] as const;
const PARTS = [0.5, 1, Number.POSITIVE_INFINITY] as const;
const CHANNELS = 7;

function holdemWorld({ players, hands, ...terms }: z.output<typeof parameters>): NumericEnvironment {
  const { stack: begun, smallBlind, bigBlind, stacks, bets } = terms;
  const isNamed = bets === "named";
  const table = new PokerTable({ players, stack: begun, smallBlind, bigBlind, carried: stacks === "carried" });
  const {
    hole,
    board,
    street,
    stack,
    bet,
    paid,
    did,
    turn,
    button,
    hand,
    total,
    won,
    shown,
    level: call,
  } = table.state.views;
  const { out: folded, lastHole, lastBoard, lastSeen } = table.state.views;
  const chips = players * begun;
  /** Maximum number of actions of a hand: each full raise adds at least a big blind, and every other player responds. */
  const longest = 4 * players + (Math.ceil(chips / bigBlind) + players) * players;
  const gain = new Float64Array(players);
  const showdowns = new Float64Array(players);
  const isLast = (): boolean => hand[0] >= hands || (stacks === "carried" && table.living < 2);
  const isOver = (): boolean => turn[0] < 0;
  const points = (): number[] => sharedPoint(total);

  const cards = (name: string, meaning: string) =>
    field(name, 0, 1, `1 at ${meaning}, by rank from 2 to ace`, { size: CARDS });
  const each = (name: string, high: number, meaning: string) =>
    field(name, 0, high, `${meaning}, from the own seat on`, { size: players });
  const observation = [
    cards("cards", "the own cards"),
    cards("board", "cards of the board that are seen"),
    field("ranks", 0, 14, "ranks of the own cards, then of the board: 11 jack to 14 ace, 0 not seen", { size: 7 }),
    field("suits", 0, 4, "their suits: 1 spades, 2 hearts, 3 diamonds, 4 clubs, 0 not seen", { size: 7 }),
    field("street", 0, 3, STREETS.map((name, k) => `${k} ${name}`).join(", ")),
    each("stacks", chips, "chips behind"),
    each("bets", chips, "chips put in in this round"),
    each("paid", chips, "chips put in in this hand"),
    each("in", 1, "1 where a player contests the pot"),
    each("button", 1, "1 at the button"),
    field("toMove", 0, 1, "1 where it is the own turn"),
    field("toCall", 0, chips, "chips that a call costs"),
    field("leastRaise", 0, chips, "what a raise comes to in this round at least, 0 where none is allowed"),
    field("hand", 0, hands, "hands that are over"),
  ];
  const seen = observationSize(observation);
  const action = isNamed
    ? {
        ...seats(labelsOf(players), () => NAMED.length - 1),
        ...{ actionUnit: "action; parts are of the pot after a call", choices: NAMED.length, choiceNames: NAMED },
        legal(view: Float32Array) {
          const [isOwnTurn, toCall, leastRaise] = view.subarray(seen - 4, seen - 1);
          if (isOwnTurn === 0) return [];
          return NAMED.flatMap((_, choice) => {
            if (choice === FOLD) return toCall > 0 ? [choice] : [];
            return choice >= RAISE && leastRaise === 0 ? [] : [choice];
          });
        },
      }
    : {
        ...seats(labelsOf(players), () => KINDS.length - 1),
        actionSize: 2,
        actionLow: new Float64Array(2 * players),
        actionHigh: Float64Array.from({ length: 2 * players }, (_, k) => (k % 2 === 0 ? KINDS.length - 1 : chips)),
        actionUnit: "0 fold, 1 check or call, 2 bet or raise; chips that the bet comes to in this round",
      };

  /** Amount of a raise by this fraction of the pot. */
  function raisedBy(part: number): number {
    const seat = turn[0];
    return Math.min(table.mostTo(seat), call[0] + part * (table.pot + table.owed(seat)));
  }

  /** Plays the action of the seat to act; returns what was done. */
  function act(actions: Float64Array): number {
    if (!isNamed) {
      const at = 2 * turn[0];
      return table.act(choiceOf(actions[at], KINDS.length), choiceOf(actions[at + 1], chips + 1));
    }
    const chosen = choiceOf(actions[turn[0]], NAMED.length);
    return chosen < RAISE ? table.act(chosen, 0) : table.act(RAISE, raisedBy(PARTS[chosen - RAISE]));
  }

  /** Reports a step in which `actor` did `kind`. */
  function report(outcomes: Float64Array, actor: number, kind: number): void {
    for (let seat = 0; seat < players; seat++) {
      const at = seat * CHANNELS;
      outcomes[at] = gain[seat];
      outcomes[at + 1] = gain[seat] / bigBlind;
      outcomes[at + 2] = stack[seat];
      outcomes[at + 3] = seat === actor && kind === FOLD ? 1 : 0;
      outcomes[at + 4] = seat === actor && kind === RAISE ? 1 : 0;
      outcomes[at + 5] = showdowns[seat];
      outcomes[at + 6] = hand[0];
    }
  }

  return {
    spec: {
      ...action,
      horizon: hands * longest,
      observation,
      observationSize: seen,
      channels: [
        flow("payoff", "chips", -chips, chips, "sum", "chips won, at the end of a hand"),
        flow("bigBlinds", "big blinds", -chips / bigBlind, chips / bigBlind, "sum", "the same in big blinds"),
        level("stack", "chips", 0, chips, "chips behind"),
        event("folds", "hands", "hands that it gave up"),
        event("raises", "actions", "bets and raises"),
        flow("showdowns", "hands", 0, hands, "sum", "hands in which it showed its cards"),
        level("hands", "hands", 0, hands, "hands that are over"),
      ],
      publicState: parts({ stack: "chips behind", paid: "chips put in", total: "chips won before" }),
      deterministic: false,
      symmetric: false,
    },
    state: table.state,
    reset(random, outcomes) {
      table.begin(random);
      gain.fill(0);
      showdowns.fill(0);
      report(outcomes, -1, CALL);
    },
    step(actions, outcomes, random) {
      gain.fill(0);
      showdowns.fill(0);
      const actor = turn[0];
      const kind = act(actions);
      while (turn[0] < 0) {
        table.settle();
        for (let seat = 0; seat < players; seat++) {
          gain[seat] += won[seat];
          showdowns[seat] += shown[seat];
        }
        if (isLast()) break;
        table.deal(random);
      }
      report(outcomes, actor, kind);
      return isOver() ? Status.terminated : Status.running;
    },
    observe(out) {
      out.fill(0);
      for (let seat = 0; seat < players; seat++) {
        let at = seat * seen;
        for (const k of [0, 1]) out[at + hole[2 * seat + k]] = 1;
        at += CARDS;
        for (let k = 0; k < SEEN[street[0]]; k++) out[at + board[k]] = 1;
        at += CARDS;
        for (let k = 0; k < 2 + SEEN[street[0]]; k++) {
          const card = k < 2 ? hole[2 * seat + k] : board[k - 2];
          out[at + k] = 2 + Math.floor(card / SUITS);
          out[at + 7 + k] = 1 + (card % SUITS);
        }
        at += 14;
        out[at++] = street[0];
        for (let k = 0; k < players; k++) {
          const other = (seat + k) % players;
          out[at + k] = stack[other];
          out[at + players + k] = bet[other];
          out[at + 2 * players + k] = paid[other];
          out[at + 3 * players + k] = 1 - folded[other];
          out[at + 4 * players + k] = button[0] === other ? 1 : 0;
        }
        at += 5 * players;
        out[at] = turn[0] === seat ? 1 : 0;
        out[at + 1] = folded[seat] === 1 ? 0 : table.owed(seat);
        out[at + 2] = turn[0] === seat && table.mayRaise(seat) ? table.leastTo(seat) : 0;
        out[at + 3] = hand[0];
      }
    },
    scene: () => tableScene(table, hands),
    bout: {
      asks: (seat) => turn[0] === seat,
      given: (seat) => [tableAs(seat)],
      read: (answer, seat, action) => (isNamed ? readName(answer, action) : readBet(answer, seat, action)),
      points,
    },
  };

  /** The table from a program's view. */
  function tableAs(seat: number): object {
    const named = (from: Float64Array, start: number, count: number) =>
      Array.from(from.subarray(start, start + count), (card) => CARD_NAMES[card]);
    const mayRaise = turn[0] === seat && table.mayRaise(seat);
    return {
      ...{ you: seat, hand: hand[0], hands, button: button[0], smallBlind, bigBlind },
      ...{ street: STREETS[street[0]], cards: named(hole, 2 * seat, 2), board: named(board, 0, SEEN[street[0]]) },
      ...{ pot: table.pot, stacks: [...stack], bets: [...bet], paid: [...paid], won: [...total] },
      folded: Array.from(folded, (is) => is === 1),
      did: Array.from(did, (deed) => DEEDS[deed]),
      ...{ toCall: table.owed(seat), leastRaise: mayRaise ? table.leastTo(seat) : null },
      mostRaise: mayRaise ? table.mostTo(seat) : null,
      last:
        hand[0] === 0
          ? null
          : {
              board: named(lastBoard, 0, lastSeen[0]),
              cards: Array.from(shown, (is, other) =>
                is === 1 || other === seat ? named(lastHole, 2 * other, 2) : null,
              ),
              won: [...won],
            },
    };
  }

  /** The choice that an answer names. */
  function readName(answer: unknown, action: Float64Array): boolean {
    const choice = placeOf(answer, NAMED);
    if (choice >= 0) action[0] = choice;
    return choice >= 0;
  }

  /** An answer that is legal to the chip. */
  function readBet(answer: unknown, seat: number, action: Float64Array): boolean {
    const read = answerSchema.safeParse(typeof answer === "string" ? { action: answer } : answer);
    if (!read.success) return false;
    const { action: said, to } = read.data;
    const owed = table.owed(seat);
    if (said === "fold") action.set([FOLD, 0]);
    else if (said === "call" || (said === "check" && owed === 0)) action.set([CALL, 0]);
    else if (said === "check") return false;
    else if (table.mayRaise(seat)) {
      const amount = said === "all in" ? table.mostTo(seat) : to;
      if (amount === undefined || amount < table.leastTo(seat) || amount > table.mostTo(seat)) return false;
      action.set([RAISE, amount]);
    } else if (said === "all in" && owed === stack[seat]) action.set([CALL, 0]);
    else return false;
    return true;
  }
}

/** `"fold"`, `"check"`, `"call"`, `"all in"`, or `{ action: "raise", to: 40 }` with the total bet of this round, also for a first bet. */
const answerSchema = z.object({
  action: z.enum(["fold", "check", "call", "bet", "raise", "all in"]),
  to: z.int().min(1).optional(),
});

const labelsOf = (players: number): string[] => Array.from({ length: players }, (_, k) => `player ${k + 1}`);

export const noLimitHoldem = bind({
  id: "games/no-limit-holdem",
  summary: "two to six players bet any number of their chips on hidden cards and a shared board",
  source:
    "the rules of no-limit Texas hold'em, raises by those of the Tournament Directors Association; the library phe ranks hands",
  parameters,
  make: holdemWorld,
});
