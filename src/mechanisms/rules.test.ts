// The registry of rules is shared with environments, and the outcomes of rules are validated.

import { describe, expect, test } from "vitest";
import { problemOf } from "../../test/fixtures/outcomes.ts";
import { auctionRules } from "./auction-rules.ts";
import { answered } from "./best-bid.ts";
import type { DirectMechanism } from "./direct.ts";
import { listRules } from "./position/list-rules.ts";
import { type AuctionRule, defineRule, withOwn } from "./rule.ts";
import { rules } from "./rules.ts";
import { sound } from "./sound-outcomes.ts";

/** A mechanism with a constant outcome for two bidders. */
const always = (allocation: readonly number[], payments: readonly number[]): DirectMechanism => ({
  bidders: 2,
  run: () => ({ allocation: Float64Array.from(allocation), payments: Float64Array.from(payments) }),
});

const half = defineRule({
  summary: "half of the thing to each of two, for nothing",
  make: (): AuctionRule => ({
    family: "auction",
    truthful: true,
    mechanism: () => always([0.5, 0.5], [0, 0]),
  }),
});

test("a rule is registered under its family and name, with its claim", () => {
  expect(rules.ids().filter((id) => id.startsWith("auction/"))).toEqual([
    "auction/first-price",
    "auction/second-price",
    "auction/optimal",
  ]);
  for (const entry of rules.entries()) expect(entry.id.split("/")[0]).toBe(entry.make().family);
  const truthful = (id: string) => rules.get(id).make().truthful;
  expect(["auction/second-price", "list/vcg", "hiring/optimal"].every(truthful)).toBe(true);
  expect(["auction/first-price", "list/gsp", "hiring/wage"].some(truthful)).toBe(false);
});

describe("a user-defined rule", () => {
  test("is listed with the shipped rules of its family", () => {
    const known = withOwn("auction", auctionRules, [{ ...half.entry, id: "./half.ts" }]);
    expect(known.ids()).toEqual([...auctionRules.ids(), "./half.ts"]);
    expect(known.get("./half.ts").make().truthful).toBe(true);
  });

  test("of another family is rejected", () => {
    const known = withOwn("list", listRules, [{ ...half.entry, id: "./half.ts" }]);
    expect(problemOf(() => known.get("./half.ts").make({}, ["rule"]))).toMatchObject({
      code: "another-family",
      what: './half.ts is a rule of the family "auction", and here one of the family "list" is needed',
      path: ["rule"],
    });
  });

  test("without a best-bid method has its best bid searched", () => {
    const second = auctionRules.get("second-price").make().mechanism({ bidders: 2, reserve: 0, virtual: [] });
    expect(answered(second).tried).toBeUndefined();
    const { bidders, run } = second;
    const tried = answered({ bidders, run });
    expect(tried.tried).toBe(true);
    const reports = Float64Array.of(0.3, 0.6);
    expect(tried.best(0, 0.8, reports, 1)).toBeCloseTo(answered(second).best(0, 0.8, reports, 1), 12);
    expect(tried.best(0, 0.8, reports, 1)).toBeCloseTo(0.2, 12);
  });
});

describe("invalid outcomes", () => {
  const bids = Float64Array.of(0.4, 0.5);
  const limits = { units: 1, charge: (bid: number) => bid };
  const problemIn = (mechanism: DirectMechanism) => problemOf(() => sound(mechanism, "./odd.ts", limits).run(bids));

  test.each<[string, DirectMechanism, string]>([
    ["of too few bidders", always([1], [0]), "the rule ./odd.ts answers 2 bids with 1 shares and 1 payments"],
    ["that gives more than there is", always([1, 1], [0, 0]), "gives bidder 2 1, and 2 to all so far"],
    ["that gives no number", always([Number.NaN, 0], [0, 0]), "gives bidder 1 NaN"],
    ["that charges more than was bid", always([1, 0], [0.41, 0]), "charges bidder 1 0.41 where it bids 0.4"],
    ["that pays bidders", always([1, 0], [0, -0.1]), "charges bidder 2 -0.1 where it bids 0.5"],
  ])("%s is reported", (_, mechanism, what) => {
    expect(problemIn(mechanism)).toMatchObject({ code: "bad-rule", what: expect.stringContaining(what) });
  });

  test("valid outcomes pass; without limits only finite numbers are required", () => {
    expect(sound(always([0.5, 0.5], [0.4, 0.5]), "fair", limits).run(bids).payments[1]).toBe(0.5);
    expect(sound(always([1, 1], [-3, 9]), "free", {}).run(bids).allocation[1]).toBe(1);
    expect(problemOf(() => sound(always([1, 0], [Number.POSITIVE_INFINITY, 0]), "endless").run(bids))).toMatchObject({
      hint: "a payment is a finite number",
    });
  });
});
