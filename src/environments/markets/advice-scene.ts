// How advice looks: what is listed and said of each option, what the customer buys, and what it is worth to her before and after.

import type { Scene } from "../../core/scene.ts";
import { barScene } from "../bar-scene.ts";
import { signed } from "../scene-shapes.ts";
import { LISTED, SAID } from "./advised-customer.ts";

export interface AdviceScene {
  /** By number, [options]; −1 where nothing was said yet. */
  readonly listed: ArrayLike<number>;
  readonly said: ArrayLike<number>;
  readonly prices: readonly number[];
  /** What she bought, −1 for nothing. */
  readonly option: number;
  /** Rating, hindsight and utility, once the dialogue is over. */
  readonly outcomes: ArrayLike<number> | undefined;
}

const NAMES = ["first option", "second option", "third option"];

/** Prices with what is said of each option, and the purchase as she sees it before, after and beside all options. */
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
