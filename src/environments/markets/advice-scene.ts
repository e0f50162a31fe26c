// Scene of advice: the catalogue and the assistant's statement on each option, the customer's purchase, and its value to her before and
// after use.

import type { Scene } from "../../core/scene.ts";
import { barScene } from "../bar-scene.ts";
import { signed } from "../scene-shapes.ts";
import { LISTED, SAID } from "./advised-customer.ts";

export interface AdviceScene {
  /** Statement by number, [options]; −1 where nothing was said yet. */
  readonly listed: ArrayLike<number>;
  readonly said: ArrayLike<number>;
  readonly prices: readonly number[];
  /** The purchased option, −1 for none. */
  readonly option: number;
  /** Rating, hindsight and utility, after the end of the dialogue. */
  readonly outcomes: ArrayLike<number> | undefined;
}

const NAMES = ["first option", "second option", "third option"];

/**
 * Prices and statements of each option, and the customer's valuation of the purchase before use, after use, and relative to all options.
 */
export function adviceScene({ listed, said, prices, option, outcomes }: AdviceScene): Scene {
  const purchase = option < 0 ? "She buys nothing" : `She buys the ${NAMES[option]}`;
  return barScene(
    [
      {
        title: "Price, and what the catalogue says",
        high: Math.max(...prices),
        notes: "the assistant",
        bars: prices.map((price, k) => ({
          ...{ name: `${NAMES[k]}: ${LISTED[listed[k]]}`, value: price, fill: k, marked: option === k },
          note: said[k] < 0 ? "–" : SAID[said[k]],
        })),
      },
      {
        title: "What the purchase is worth to her",
        low: -1,
        high: 1,
        bars: ["before", "in hindsight", "beside all"].map((name, k) => {
          const value = outcomes?.[k] ?? 0;
          const fill = value < 0 ? ("bad" as const) : ("good" as const);
          return { name, value, fill, says: outcomes === undefined ? "–" : signed(value) };
        }),
      },
    ],
    outcomes === undefined ? "The assistant speaks of three options." : `${purchase}.`,
  );
}
