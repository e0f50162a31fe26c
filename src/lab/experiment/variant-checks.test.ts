// Which rewards pay the value of a running count.

import { expect, test } from "vitest";
import type { Channel } from "../../core/channel.ts";
import type { RewardDeclaration } from "../../rewards/forms.ts";
import { repeatedPay } from "./variant-checks.ts";

const count = { unit: "", low: 0, high: 9, over: "last", state: true, meaning: "" } as const;
const channels: Channel[] = [
  { ...count, name: "payoff" },
  { ...count, name: "bumps", grows: true },
];
const bumps = { channel: "bumps" };

test.each<[RewardDeclaration, number]>([
  [bumps, 1],
  [{ channel: "joint.bumps", weight: -1 }, 1],
  [{ weights: { payoff: 1, bumps: -1 } }, 1],
  [{ sum: [{ channel: "payoff" }, bumps, bumps] }, 1],
  [{ when: { channel: "payoff", atLeast: 1 }, pay: { channel: "payoff" }, otherwise: bumps }, 1],
  [{ layers: [{ channel: "bumps", weight: 1, opens: 0 }] }, 1],
  [{ agents: { a: bumps } }, 1],
  [{ when: { channel: "bumps", atLeast: 1 }, pay: { channel: "payoff" } }, 0],
  [{ potential: { bumps: 1 }, discount: 1 }, 0],
  [{ channel: "payoff" }, 0],
  ["private", 0],
])("%j: %i", (reward, expected) => {
  expect(repeatedPay(reward, channels)).toHaveLength(expected);
});
