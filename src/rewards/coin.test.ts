import { expect, test } from "vitest";
import type { Channel } from "../core/channel.ts";
import { coinOf } from "./coin.ts";
import type { RewardDeclaration } from "./forms.ts";

const channel = (name: string, unit: string): Channel => {
  return { name, unit, low: 0, high: 1, over: "sum", state: false, meaning: "" };
};
const channels = [channel("payoff", "euros"), channel("clicks", "clicks"), channel("correct", "")];

test.each<[RewardDeclaration, string]>([
  ["private", "euros"],
  ["cooperative", "euros"],
  [{ channel: "clicks" }, "clicks"],
  [{ channel: "clicks", weight: 2 }, "points of 2 × clicks"],
  [{ channel: "clicks", weight: 0 }, "nothing"],
  [{ weights: { payoff: 1, clicks: -3 } }, "euros"],
  [{ weights: { payoff: 2, clicks: -3 } }, "points of 2 × payoff − 3 × clicks"],
  [{ weights: { clicks: -3, payoff: 1 } }, "euros"],
  [{ weights: { clicks: 2, payoff: 1 } }, "points of 2 × clicks + payoff"],
  [{ sum: [{ use: "./bonus.ts" }, "private"] }, "euros"],
  [{ use: "./levy.ts", levy: 2 }, "points of ./levy.ts"],
  [{ channel: "correct" }, "points of correct"],
  [{ bound: "private", low: 0 }, "euros"],
  [{ shared: "private", over: "ring" }, "euros"],
  [{ agents: { a: "private" }, others: { channel: "clicks" } }, "points of private for a, clicks for others"],
])("%j pays %s", (declaration, coin) => expect(coinOf(declaration, channels)).toBe(coin));
