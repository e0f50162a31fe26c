// Kuhn and Leduc poker as a zero-sum environment: two players, fixed bets, and a number of hands with alternating first seat.

import { z } from "zod";
import { type NumericEnvironment, observationSize, Status } from "../../../core/environment.ts";
import { layout } from "../../../core/layout.ts";
import { oneOf, whole } from "../../../core/parameters.ts";
import type { Random } from "../../../core/random.ts";
import { bind } from "../../../core/registry.ts";
import type { Scene, Shape } from "../../../core/scene.ts";
import type { GameTree, WorldGame } from "../../../core/whole-game.ts";
import { choiceOf, event, field, flow, level, parts, seats } from "../../declaration.ts";
import { block, counted, label, rectangle, signed } from "../../scene-shapes.ts";
import { numberedGame } from "../../whole-game.ts";
import { placeOf } from "../answers.ts";
import { sharedPoint } from "../points.ts";
import {
  acted,
  begun,
  CALL,
  cardsLeft,
  dealsNext,
  dealt,
  type Hand,
  known,
  legal,
  POKER,
  type PokerRules,
  RAISE,
  won,
} from "./hand.ts";

const parameters = z.strictObject({
  game: oneOf(["leduc", "kuhn"], "leduc").describe("three ranks: Kuhn's has one card of each, Leduc two and a board"),
  hands: whole(1, 10_000, 1).describe("hands of an episode"),
});

const ACTIONS = ["fold", "call", "raise"] as const;
const RANKS = ["jack", "queen", "king"] as const;
const LETTERS = "fcr";
const CHANNELS = 3;
/** Value of Kuhn poker for the first player under optimal play. */
const KUHN_VALUE = -1 / 18;

function pokerWorld({ game, hands }: z.output<typeof parameters>): NumericEnvironment {
  const rules = POKER[game];
  const { ranks, raises, bets, ante } = rules;
  /** Maximum number of actions of a round, and of a hand. */
  const ofRound = raises + 2;
  const longest = ofRound * bets.length;
  const most = ante + bets.reduce((sum, bet) => sum + bet * raises, 0);
  /** `said` holds the actions of the hand by round: 1 more than the action, 0 for none. */
  const state = layout({
    ...{ cards: [2], board: [1], round: [1], paid: [2], raised: [1], acts: [1], turn: [1] },
    ...{ said: [bets.length, ofRound], hand: [1], total: [2], last: [2] },
  });
  const { cards, board, round, paid, raised, acts, turn, said, hand, total, last } = state.views;
  /** The role of a seat in this hand; roles alternate. */
  const playerOf = (seat: number): number => (seat + hand[0]) % 2;
  const toMove = (): number => (turn[0] + hand[0]) % 2;

  function stands(): Hand {
    const rounds = Array.from({ length: round[0] + 1 }, (_, k) =>
      Array.from(said.subarray(k * ofRound, (k + 1) * ofRound), (code) => (code === 0 ? "" : LETTERS[code - 1])).join(
        "",
      ),
    );
    return {
      ...{ cards: [cards[0], cards[1]], board: board[0], round: round[0], paid: [paid[0], paid[1]] },
      ...{ raised: raised[0], acted: acts[0], toAct: turn[0], folded: -1, isOver: false, history: rounds.join("/") },
    };
  }

  function write(now: Hand): void {
    cards.set(now.cards);
    paid.set(now.paid);
    [board[0], round[0], raised[0], acts[0], turn[0]] = [now.board, now.round, now.raised, now.acted, now.toAct];
    said.fill(0);
    for (const [k, actions] of now.history.split("/").entries()) {
      for (const [at, letter] of [...actions].entries()) said[k * ofRound + at] = LETTERS.indexOf(letter) + 1;
    }
  }

  function dealtOut(now: Hand, random: Random): Hand {
    let after = now;
    while (dealsNext(after)) {
      const left = cardsLeft(rules, after);
      let place = random.integer(left.reduce((sum, count) => sum + count, 0));
      const rank = left.findIndex((count) => {
        place -= count;
        return place < 0;
      });
      after = dealt(after, rank);
    }
    return after;
  }

  const one = (name: string, meaning: string) => field(name, 0, 1, meaning, { size: ranks });
  const observation = [
    one("ownCard", `1 at the own card: ${RANKS.join(", ")}`),
    one("board", "1 at the card on the board"),
    field("ownPaid", 0, most, "chips that one has put in"),
    field("otherPaid", 0, most, "chips that the other has put in"),
    field("toMove", 0, 1, "1 where it is the own turn"),
    field("first", 0, 1, "1 where one acts first in a round"),
    field("actions", 0, ACTIONS.length, "actions of each round in order: 1 fold, 2 call, 3 raise", { size: longest }),
  ];
  const seen = observationSize(observation);
  /** Legal actions derived from an observation: bets of this round are counted since the board card. */
  function legalSeen(view: Float32Array): number[] {
    const [own, other, isOwnTurn] = view.subarray(2 * ranks, 2 * ranks + 3);
    if (isOwnTurn === 0) return [];
    const isLater = view.subarray(ranks, 2 * ranks).includes(1);
    const from = 2 * ranks + 4 + (isLater ? ofRound : 0);
    const raisesNow = view.subarray(from, from + ofRound).filter((code) => code === RAISE + 1).length;
    return legal(rules, { paid: [own, other], toAct: 0, raised: raisesNow });
  }
  const points = (): number[] => sharedPoint(total);
  /** Replaces an illegal action by a call: folding with nothing to call, or a raise above the limit. */
  const allowed = (now: Hand, action: number): number => {
    const chosen = choiceOf(action, ACTIONS.length);
    return legal(rules, now).includes(chosen) ? chosen : CALL;
  };
  /** A single hand as a complete game; episodes with more hands depend on earlier ones. */
  function wholeHand(): WorldGame {
    const { game: numbered, stateOf, knownBy } = numberedGame(pokerTree(rules));
    return {
      ...numbered,
      ...{ unit: "chips", pay: { payoff: 1 }, turns: true },
      ...(game === "kuhn" && { value: KUHN_VALUE }),
      show(at) {
        state.buffer.fill(0);
        write(stateOf[at]);
      },
      meant: (at, action) => legal(rules, stateOf[at]).indexOf(allowed(stateOf[at], action)),
      standing: (seat) => (toMove() === seat ? (knownBy.get(known(stands())) ?? -1) : -1),
    };
  }

  return {
    spec: {
      ...seats(["player 1", "player 2"], () => ACTIONS.length - 1),
      horizon: hands * longest,
      actionUnit: "action",
      choices: ACTIONS.length,
      choiceNames: ACTIONS,
      legal: legalSeen,
      observation,
      observationSize: seen,
      channels: [
        flow("payoff", "chips", -most, most, "sum", "chips won, at the end of a hand"),
        event("folded", "hands", "hands that it gave up"),
        level("hands", "hands", 0, hands, "hands that are over"),
      ],
      publicState: parts({ board: "card on the board", paid: "chips put in", total: "chips won before" }),
      deterministic: false,
      symmetric: false,
    },
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      write(dealtOut(begun(rules), random));
      outcomes.fill(0);
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      last.fill(0);
      const now = stands();
      const after = acted(rules, now, allowed(now, actions[toMove()]));
      if (!after.isOver) write(dealtOut(after, random));
      else {
        for (let seat = 0; seat < 2; seat++) {
          const gain = playerOf(seat) === 0 ? won(after) : -won(after);
          outcomes[seat * CHANNELS] = gain;
          outcomes[seat * CHANNELS + 1] = after.folded === playerOf(seat) ? 1 : 0;
          total[seat] += gain;
          last[seat] = gain;
        }
        hand[0] += 1;
        write(dealtOut(begun(rules), random));
      }
      for (let seat = 0; seat < 2; seat++) outcomes[seat * CHANNELS + 2] = hand[0];
      return hand[0] >= hands ? Status.terminated : Status.running;
    },
    observe(out) {
      out.fill(0);
      for (let seat = 0; seat < 2; seat++) {
        const at = seat * seen;
        const player = playerOf(seat);
        out[at + cards[player]] = 1;
        if (board[0] >= 0) out[at + ranks + board[0]] = 1;
        out[at + 2 * ranks] = paid[player];
        out[at + 2 * ranks + 1] = paid[1 - player];
        out[at + 2 * ranks + 2] = toMove() === seat ? 1 : 0;
        out[at + 2 * ranks + 3] = player === 0 ? 1 : 0;
        for (let k = 0; k < longest; k++) out[at + 2 * ranks + 4 + k] = said[k];
      }
    },
    scene,
    bout: {
      asks: (seat) => toMove() === seat,
      given: (seat) => {
        const now = stands();
        const player = playerOf(seat);
        return [
          {
            ...{ game, hand: hand[0], hands, won: total[seat], first: player === 0 },
            ...{ card: RANKS[cards[player]], board: board[0] < 0 ? null : RANKS[board[0]] },
            ...{ paid: paid[player], otherPaid: paid[1 - player], actions: now.history },
            legal: legal(rules, now).map((action) => ACTIONS[action]),
          },
        ];
      },
      read(answer, _, action) {
        const named = placeOf(answer, ACTIONS);
        if (named < 0) return false;
        action[0] = named;
        return true;
      },
      points,
    },
    ...(hands === 1 && { game: wholeHand }),
  };

  function scene(): Scene {
    const card = (x: number, y: number, rank: number): Shape[] => [
      block(rectangle(x - 0.5, y - 0.7, x + 0.5, y + 0.7), "faint"),
      label([x, y], rank < 0 ? "?" : RANKS[rank][0].toUpperCase(), 0.7),
    ];
    const shapes: Shape[] = bets.length > 1 ? [...card(0, 0, board[0])] : [];
    for (let seat = 0; seat < 2; seat++) {
      const x = seat === 0 ? -3 : 3;
      const player = playerOf(seat);
      shapes.push(...card(x, 0, cards[player]));
      shapes.push(label([x, 1.2], `player ${seat + 1}`, 0.32, { fill: seat }));
      shapes.push(label([x, -1.1], `${counted(paid[player], "chip")} in`, 0.3, { fill: "muted" }));
      shapes.push(label([x, -1.6], `${signed(total[seat])} won`, 0.3, { fill: "muted" }));
      if (toMove() === seat) shapes.push({ kind: "circle", at: [x, 1.75], radius: 0.12, fill: "accent" });
    }
    const before = hand[0] === 0 ? "" : ` The last hand gave player 1 ${signed(last[0])}.`;
    const acts = stands().history;
    return {
      view: { left: -5, right: 5, bottom: -2, top: 2.1 },
      shapes,
      caption: `Hand ${hand[0] + 1}, actions ${acts === "" ? "none" : acts}; player ${toMove() + 1} to act.${before}`,
    };
  }
}

export const poker = bind({
  id: "games/poker",
  summary: "Kuhn and Leduc poker: two players bet on hidden cards, and what one wins the other loses",
  source: "Kuhn (1950); Southey et al. (2005), Bayes' bluff",
  parameters,
  make: pokerWorld,
});

/** One hand as an extensive-form game, from the antes on. */
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
