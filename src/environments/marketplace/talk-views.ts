// How people see a marketplace that writes messages: the log in words, the ledger of payments, and a scene of the latest messages.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Scene, Shape, Tone } from "../../core/scene.ts";
import { counted, fitted, label, short } from "../scene-shapes.ts";
import { isLeftOut } from "./market.ts";
import { AMOUNT, FLAGS, FROM, HAS, leftOutOf, type MarketTalk, PRESSES_NOW, TIME, TO } from "./talk-state.ts";

/** Reasons why the protocol refuses a deed, in the order of their numbers. */
export const FAULTS = [
  "over",
  "paid twice",
  "asked before",
  "not shown",
  "nothing proposed",
  "not answered",
  "said enough",
  "no search left",
  "no business",
  "no customer",
  "nothing asked",
  "not sold",
] as const;
export type ProtocolRefusal = (typeof FAULTS)[number];

/** What the protocol answers. */
const FAULT_WORDS: Readonly<Record<ProtocolRefusal, string>> = {
  over: "you have left",
  "paid twice": "you have paid already, and a customer pays once",
  "asked before": "whom you ask was asked before",
  "not shown": "no search has shown such a business",
  "nothing proposed": "that business has proposed nothing that you have read",
  "not answered": "that business has not answered yet",
  "said enough": "you may write no more to that business",
  "no search left": "you may search no more",
  "no business": "only a business can do that",
  "no customer": "only a customer can do that",
  "nothing asked": "no message waits for your answer",
  "not sold": "your menu lacks an item of the order, and what is not on it cannot be proposed",
};

/** The protocol's last refusal of a seat's deed, as a sentence; undefined where it was carried out. */
export function refusalOf({ state }: MarketTalk, seat: number): string | undefined {
  const fault = FAULTS[state.views.fault[seat] - 1];
  return fault === undefined ? undefined : `Refused: ${FAULT_WORDS[fault]}.`;
}

/** A message as a sentence of its sender, with its text. `pressing` is what a proposal says that presses. */
export function saidIn(talk: MarketTalk, row: number, pressing: string): string {
  const text = talk.textOf(row);
  const words = wordsOf(talk, row, pressing);
  return text === "" ? words : `${words} "${text.replaceAll(/\s+/g, " ")}"`;
}

function wordsOf({ at, kindOf, market }: MarketTalk, row: number, pressing: string): string {
  const [amount, flags] = [at(row, AMOUNT), at(row, FLAGS)];
  const kind = kindOf(row);
  switch (kind) {
    case "search":
      return `searches, and is shown ${amount === 1 ? "1 business" : `${amount} businesses`}`;
    case "ask":
      return "asks for a proposal";
    case "haggle":
      return "asks for a better proposal";
    case "proposal": {
      const has = (flags & HAS) !== 0 ? "has all the amenities" : "lacks an amenity";
      const press = (flags & PRESSES_NOW) !== 0 ? ` ${pressing}` : "";
      const leftOut = leftOutOf(flags);
      const order = [...(market().customers[at(row, TO)]?.order.keys() ?? [])];
      const part = order.filter((_, place) => !isLeftOut(leftOut, place)).join("; ");
      return `proposes ${leftOut === 0 ? "the order" : `a part of the order, ${part},`} for ${amount.toFixed(2)}, and says that it ${has}.${press}`;
    }
    case "decline":
      return "proposes nothing";
    case "payment":
      return `pays ${amount.toFixed(2)}`;
    case "leave":
      return "leaves";
    default:
      return kind satisfies never;
  }
}

/** Lines of a scene, and their height and width. */
const [LINES, HEIGHT, WIDTH] = [16, 1.6, 62];

/** Texts and scene of a state. */
export function talkViews(
  talk: MarketTalk,
  pressing: string,
  turns: number,
): Pick<NumericEnvironment, "texts" | "scene"> {
  const { state, sizes, market, at } = talk;
  const { rows, step, from, payment, taken, over } = state.views;
  const { customers: C } = sizes;
  const nameOf = (seat: number): string => {
    const { customers, businesses } = market();
    return seat < 0 ? "the marketplace" : seat < C ? customers[seat].id : businesses[seat - C].id;
  };
  /** Rows of the last step come in the order of seats; people read them in the order of time. */
  const inOrder = (first: number): number[] =>
    Array.from({ length: rows[0] - first }, (_, k) => first + k + 1).sort((a, b) => at(a, TIME) - at(b, TIME) || a - b);
  const lineOf = (row: number): string => {
    const to = at(row, TO);
    const whom = to < 0 ? "" : ` to ${nameOf(to)}:`;
    return `${at(row, TIME).toFixed(2)} ${nameOf(at(row, FROM))}${whom} ${saidIn(talk, row, pressing)}`;
  };
  const toneOf = (row: number): Tone => {
    const kind = talk.kindOf(row);
    if (kind === "payment") return "good";
    return (at(row, FLAGS) & PRESSES_NOW) !== 0 ? "warning" : kind === "proposal" ? "accent" : "ink";
  };

  const ledger = (): string[] =>
    market().customers.map(({ id }, c) => {
      if (from[c] < 0) return `${id} bought nothing`;
      return `${id} paid ${payment[c].toFixed(2)} to ${market().businesses[from[c]].id}, proposal ${taken[c]}`;
    });

  const scene = (): Scene => {
    // Rows of a later step are later, so that the last rows are enough.
    const latest = inOrder(Math.max(0, rows[0] - 4 * LINES)).slice(-LINES);
    const shapes: Shape[] = latest.map((row, k) =>
      label([0, HEIGHT * (LINES - k - 0.5)], fitted(lineOf(row), WIDTH, 1), 1, { align: "start", fill: toneOf(row) }),
    );
    const bought = from.reduce((sum, one) => sum + (one >= 0 ? 1 : 0), 0);
    const gone = over.reduce((sum, one) => sum + one, 0) - bought;
    const paid = payment.reduce((sum, one) => sum + one, 0);
    return {
      view: { left: -0.5, right: WIDTH + 0.5, bottom: -0.5, top: HEIGHT * LINES + 0.5 },
      shapes,
      caption: `After ${step[0]} of ${turns} steps, ${counted(rows[0], "message")}: ${bought} of ${C} customers have paid ${short(paid)}, ${gone} have left.`,
    };
  };

  return {
    texts: { messages: () => inOrder(0).map(lineOf).join("\n"), ledger: () => ledger().join("\n") },
    scene,
  };
}
