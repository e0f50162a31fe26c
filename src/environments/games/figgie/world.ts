// Figgie, a trading game: players trade cards of four suits, one of which pays at the end, but no player knows which. Money is only
// transferred, so the players' results sum to zero.

import { z } from "zod";
import { type NumericEnvironment, observationSize, Status } from "../../../core/environment.ts";
import { layout } from "../../../core/layout.ts";
import { whole } from "../../../core/parameters.ts";
import { bind } from "../../../core/registry.ts";
import type { Scene, Shape } from "../../../core/scene.ts";
import { shuffle } from "../../../math/weighted-draw.ts";
import { choiceOf, field, flow, level, once, parts } from "../../declaration.ts";
import { block, counted, label, rectangle, signed } from "../../scene-shapes.ts";
import { sharedPoint } from "../points.ts";

const parameters = z.strictObject({
  players: whole(4, 5, 4).describe("players: four with ten cards and an ante of 50, or five with eight and 40"),
  ticks: whole(1, 10_000, 200).describe("ticks after which the game ends"),
  silence: whole(1, 1_000, 3).describe("ticks without any action after which it ends"),
});

/** Suits in pairs of equal colour. */
const SUITS = ["spades", "clubs", "diamonds", "hearts"] as const;
const SIGNS = ["♠", "♣", "♦", "♥"] as const;
/** Sizes of the suits, assigned in random order. */
const SIZES = [8, 10, 10, 12] as const;
const CARDS = 40;
/** Money of a player before the ante, the total of all antes, and the payment per card of the goal suit. */
const MONEY = 350;
const POT = 200;
const CARD_PAYS = 10;

const ACTIONS = ["pass", "bid", "ask", "buy", "sell"] as const;
const [, BID, ASK, BUY, SELL] = [0, 1, 2, 3, 4];
const CHANNELS = 5;

/** The goal suit if `common` is the suit with twelve cards: the other one of its colour. */
const goalOf = (common: number): number => (common % 2 === 0 ? common + 1 : common - 1);

function figgieWorld({ players, ticks, silence }: z.output<typeof parameters>): NumericEnvironment {
  const ante = POT / players;
  const state = layout({
    /** Cards of each player by suit. */
    cards: [players, 4],
    money: [players],
    ...{ bid: [4], bidder: [4], ask: [4], asker: [4], lastPrice: [4] },
    ...{ goal: [1], tick: [1], quiet: [1], trades: [players] },
  });
  const { cards, money, bid, bidder, ask, asker, lastPrice, goal, tick, quiet, trades } = state.views;
  const order = new Int32Array(players);
  const most = MONEY * players;
  const suits = (name: string, high: number, meaning: string) =>
    field(name, 0, high, `${meaning}: ${SUITS.join(", ")}`, { size: 4 });
  const observation = [
    suits("cards", 12, "own cards"),
    field("money", 0, most, "own money"),
    suits("bids", most, "best bid, 0 for none"),
    suits("asks", most, "best ask, 0 for none"),
    suits("ownBids", 1, "1 where the bid is one's own"),
    suits("ownAsks", 1, "1 where the ask is one's own"),
    suits("lastPrices", most, "price of the last trade, 0 for none"),
    field("tick", 0, ticks, "ticks gone"),
  ];
  const seen = observationSize(observation);

  function clearQuotes(): void {
    bid.fill(0);
    ask.fill(0);
    bidder.fill(-1);
    asker.fill(-1);
  }

  /** Payments to each player for cards of the goal suit; the rest of the pot is shared by the players with most of them. */
  function payouts(): number[] {
    const held = Array.from({ length: players }, (_, player) => cards[4 * player + goal[0]]);
    const best = Math.max(...held);
    const winners = held.filter((own) => own === best).length;
    const rest = POT - CARD_PAYS * held.reduce((sum, own) => sum + own, 0);
    let odd = rest % winners;
    return held.map((own) => {
      const part = own === best ? Math.floor(rest / winners) + (odd-- > 0 ? 1 : 0) : 0;
      return CARD_PAYS * own + part;
    });
  }

  /** Final money less the money before the ante. */
  const results = (): number[] => payouts().map((paid, player) => money[player] + paid - MONEY);

  function report(outcomes: Float64Array, isOver: boolean): void {
    const won = isOver ? results() : undefined;
    const shares = won === undefined ? undefined : sharedPoint(won);
    for (let player = 0; player < players; player++) {
      const at = player * CHANNELS;
      outcomes[at] = won?.[player] ?? 0;
      outcomes[at + 1] = money[player];
      outcomes[at + 2] = cards[4 * player + goal[0]];
      outcomes[at + 3] = trades[player];
      outcomes[at + 4] = shares?.[player] === 1 ? 1 : 0;
    }
  }

  /** Executes a player's action if it is still valid; returns whether it had an effect. */
  function act(player: number, kind: number, suit: number, price: number): boolean {
    const own = 4 * player + suit;
    if (kind === BID) {
      const isBetter = price > bid[suit] && (ask[suit] === 0 || price < ask[suit]);
      if (!isBetter || price > money[player]) return false;
      bid[suit] = price;
      bidder[suit] = player;
      return true;
    }
    if (kind === ASK) {
      const isBetter = (ask[suit] === 0 || price < ask[suit]) && price > bid[suit];
      if (!isBetter || price < 1 || cards[own] === 0) return false;
      ask[suit] = price;
      asker[suit] = player;
      return true;
    }
    if (kind === BUY) {
      const isThere = ask[suit] > 0 && asker[suit] !== player && money[player] >= ask[suit];
      return isThere && trade(suit, ask[suit], player, asker[suit]);
    }
    if (kind === SELL) {
      const isThere = bid[suit] > 0 && bidder[suit] !== player && cards[own] > 0;
      return isThere && trade(suit, bid[suit], bidder[suit], player);
    }
    return false;
  }

  /** Transfers a card and clears all quotes. */
  function trade(suit: number, price: number, buyer: number, seller: number): boolean {
    if (money[buyer] < price || cards[4 * seller + suit] === 0) return false;
    cards[4 * buyer + suit] += 1;
    cards[4 * seller + suit] -= 1;
    money[buyer] -= price;
    money[seller] += price;
    trades[buyer] += 1;
    trades[seller] += 1;
    lastPrice[suit] = price;
    clearQuotes();
    return true;
  }

  return {
    spec: {
      agents: Array.from({ length: players }, (_, k) => `agent_${k}`),
      labels: Array.from({ length: players }, (_, k) => `trader ${k + 1}`),
      horizon: ticks,
      actionSize: 3,
      actionLow: new Float64Array(3 * players),
      actionHigh: Float64Array.from(
        { length: 3 * players },
        (_, k) => [ACTIONS.length - 1, SUITS.length - 1, POT][k % 3],
      ),
      actionUnit: `${ACTIONS.map((name, k) => `${k} ${name}`).join(", ")}; suit; price`,
      observation,
      observationSize: seen,
      channels: [
        flow("payoff", "money", -MONEY, most, "sum", "money won in the game, at its end"),
        level("money", "money", 0, most, "money in hand"),
        level("goalCards", "cards", 0, 10, "cards of the suit that pays, which players do not know"),
        level("trades", "trades", 0, 1e9, "cards bought or sold"),
        once("won", "games", "1 where it won more than every other"),
      ],
      publicState: parts({ tick: "tick", bid: "bids", ask: "asks" }),
      deterministic: false,
      symmetric: false,
    },
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      clearQuotes();
      const sizes: number[] = [...SIZES];
      shuffle(sizes, random);
      goal[0] = goalOf(sizes.indexOf(12));
      const deck = sizes.flatMap((size, suit) => new Array<number>(size).fill(suit));
      shuffle(deck, random);
      for (const [k, suit] of deck.entries()) cards[4 * Math.floor((k * players) / CARDS) + suit] += 1;
      money.fill(MONEY - ante);
      report(outcomes, false);
    },
    step(actions, outcomes, random) {
      for (let player = 0; player < players; player++) order[player] = player;
      shuffle(order, random);
      let isQuiet = true;
      for (const player of order) {
        const kind = choiceOf(actions[3 * player], ACTIONS.length);
        const suit = choiceOf(actions[3 * player + 1], SUITS.length);
        const price = choiceOf(actions[3 * player + 2], POT + 1);
        if (act(player, kind, suit, price)) isQuiet = false;
      }
      tick[0] += 1;
      quiet[0] = isQuiet ? quiet[0] + 1 : 0;
      const isOver = quiet[0] >= silence || tick[0] >= ticks;
      report(outcomes, isOver);
      return isOver ? Status.terminated : Status.running;
    },
    observe(out) {
      for (let player = 0; player < players; player++) {
        const at = player * seen;
        out[at + 4] = money[player];
        for (let suit = 0; suit < 4; suit++) {
          out[at + suit] = cards[4 * player + suit];
          out[at + 5 + suit] = bid[suit];
          out[at + 9 + suit] = ask[suit];
          out[at + 13 + suit] = bidder[suit] === player ? 1 : 0;
          out[at + 17 + suit] = asker[suit] === player ? 1 : 0;
          out[at + 21 + suit] = lastPrice[suit];
        }
        out[at + 25] = tick[0];
      }
    },
    scene,
    bout: {
      asks: () => true,
      given: (player) => {
        const bySuit = (of: (suit: number) => unknown) =>
          Object.fromEntries(SUITS.map((name, suit) => [name, of(suit)]));
        const quoted = (price: Float64Array, by: Float64Array) =>
          bySuit((suit) => (price[suit] === 0 ? null : { price: price[suit], player: by[suit] }));
        return [
          {
            ...{ tick: tick[0], you: player, players, money: money[player] },
            cards: bySuit((suit) => cards[4 * player + suit]),
            ...{ bids: quoted(bid, bidder), asks: quoted(ask, asker) },
            lastPrices: bySuit((suit) => (lastPrice[suit] === 0 ? null : lastPrice[suit])),
          },
        ];
      },
      read(answer, _, action) {
        action.fill(0);
        const read = answerSchema.safeParse(answer);
        if (!read.success) return true;
        const { action: kind, suit, price } = read.data;
        action.set([ACTIONS.indexOf(kind), SUITS.indexOf(suit), price ?? 0]);
        return true;
      },
      points: () => sharedPoint(results()),
    },
  };

  function scene(): Scene {
    const shapes: Shape[] = [];
    for (const [suit, name] of SUITS.entries()) {
      const x = 2.6 + 2 * suit;
      const tone = suit < 2 ? "ink" : "bad";
      shapes.push(label([x, players + 1.6], `${SIGNS[suit]} ${name}`, 0.32, { fill: tone }));
      const quotes = `${bid[suit] || "–"} / ${ask[suit] || "–"}`;
      shapes.push(label([x, players + 1.1], quotes, 0.3, { fill: "muted" }));
      if (suit === goal[0]) shapes.push(block(rectangle(x - 0.9, 0.3, x + 0.9, players + 0.7), "faint"));
    }
    for (let player = 0; player < players; player++) {
      const y = players - player + 0.2;
      shapes.push(label([-0.4, y], `trader ${player + 1}`, 0.3, { fill: player, align: "start" }));
      shapes.push(label([10.6, y], `${money[player]} money`, 0.3, { align: "start" }));
      for (let suit = 0; suit < 4; suit++)
        shapes.push(label([2.6 + 2 * suit, y], String(cards[4 * player + suit]), 0.34));
    }
    const standings = results().map((result, player) => `trader ${player + 1} ${signed(result)}`);
    return {
      view: { left: -0.6, right: 13, bottom: 0, top: players + 2.2 },
      shapes,
      caption: `After ${counted(tick[0], "tick")}, if it ended now: ${standings.join(", ")}. ${SUITS[goal[0]]} pay.`,
    };
  }
}

/** `{ action: "bid", suit: "hearts", price: 7 }`; buying and selling use the quoted price. */
const answerSchema = z.object({
  action: z.enum(ACTIONS),
  suit: z.enum(SUITS).default("spades"),
  price: z.int().min(1).max(POT).optional(),
});

export const figgie = bind({
  id: "games/figgie",
  summary: "traders bid for cards of four suits, of which one pays in the end and none knows which",
  source: "the rules of Figgie as CodeClash plays it (arXiv 2511.00839)",
  parameters,
  make: figgieWorld,
});
