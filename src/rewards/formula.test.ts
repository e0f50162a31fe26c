import { expect, test } from "vitest";
import type { RewardDeclaration } from "./forms.ts";
import { formula } from "./formula.ts";

test.each<[RewardDeclaration, string]>([
  ["private", "private"],
  [{ channel: "joint.value" }, "joint.value"],
  [{ channel: "joint.value", weight: -0.5 }, "−0.5 × joint.value"],
  [{ weights: { payoff: 1, errors: -3 } }, "payoff − 3 × errors"],
  [{ weights: { errors: -1, payoff: 2 } }, "−errors + 2 × payoff"],
  [{ sum: ["private", { channel: "trust", weight: -1 }] }, "private − trust"],
  [{ sum: ["private", { weights: { a: 1, b: 1 }, weight: 2 }] }, "private + 2 × (a + b)"],
  [{ product: ["private", { weights: { a: 1, b: -1 } }] }, "private × (a − b)"],
  [{ bound: "private", low: -2, high: 5 }, "private between −2 and 5"],
  [{ when: { channel: "trust", atLeast: 0.6 }, pay: "private" }, "private while trust at least 0.6"],
  [
    { when: { channel: "trust", atMost: 0.6 }, pay: "private", otherwise: "cooperative" },
    "private while trust at most 0.6, else cooperative",
  ],
  [{ potential: { trust: 100 }, discount: 0.99 }, "potential of trust"],
  [
    { potential: { trust: 1, wear: 1 }, discount: 0.9, combine: "kinesthetic" },
    "potential of the kinesthetic combination of trust and wear",
  ],
  [{ mean: ["private", { channel: "trust", weight: -2 }] }, "mean(private, −2 × trust)"],
  [{ kinesthetic: [{ channel: "a" }, { channel: "b" }], weight: 0.5 }, "0.5 × kinesthetic(a, b)"],
  [{ shape: "distance", scale: 2 }, "shape(distance)"],
  [{ shared: "private", over: "ring" }, "shared with neighbours(private)"],
  [{ teamMix: "private", teams: [["a"], ["b"]] }, "team mix(private)"],
  [{ agents: { Samsung: "private" }, others: "cooperative" }, "private for Samsung, cooperative for others"],
  [{ exchanged: { weights: { a: 1, b: 1 } }, weight: 2 }, "2 × ((a + b) of the episode before)"],
  [{ bent: { channel: "a" }, by: "preference", references: 10, slope: 1, shift: 0 }, "preference(a)"],
  [{ use: "bonus/global", channels: ["trust"] }, "bonus/global"],
])("%j is written as %s", (declaration, text) => expect(formula(declaration)).toBe(text));
