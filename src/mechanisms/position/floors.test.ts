// Floors by hand, against the payment identity and against a search over bids; and the loss from merely raising payments to the floor.

import { describe, expect, it } from "vitest";
import { KINDS, listOf } from "../../../test/fixtures/list-users.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { answered } from "../best-bid.ts";
import { truthfulMechanism, utilities } from "../direct.ts";
import { type FloorTerms, floorsOf } from "./floors.ts";
import { externalityPricing, type ListUsers } from "./list.ts";
import { listRules } from "./list-rules.ts";
import { separableUsers } from "./separable.ts";

const near = (numbers: readonly number[]) => numbers.map((x) => expect.closeTo(x, 12));

/** A position auction whose slots have these clicks and whose ads have these qualities. */
function slotsFor(slots: readonly number[], qualities: readonly number[], limit = slots.length): ListUsers {
  return separableUsers({ rates: qualities.map((q) => Float64Array.from(slots, (s) => s * q)), limit });
}

/** Clicks, and price per click, of each ad. */
function sold(rule: string, slots: readonly number[], qualities: readonly number[], terms: FloorTerms, limit?: number) {
  const users = slotsFor(slots, qualities, limit);
  const floors = floorsOf(terms, qualities);
  const mechanism = answered(listRules.get(rule).make().mechanism(users, { qualities, virtual: [], floors }));
  return (...bids: readonly number[]) => {
    const { allocation, payments } = mechanism.run(Float64Array.from(bids));
    return {
      clicks: [...allocation],
      prices: Array.from(payments, (paid, k) => (allocation[k] > 0 ? paid / allocation[k] : 0)),
    };
  };
}

describe("gsp and first price", () => {
  it("keep the order of eligible ads, where a reserve subtracted from bids would reverse it", () => {
    const [slots, qualities, bids] = matrix("1 0.5 | 0.9 0.3 | 0.5 0.9");
    // Scores are 0.45 and 0.27; with 0.4 per click subtracted they become 0.09 and 0.15.
    const floored = sold("gsp", slots, qualities, { bids: [0.4, 0.4] })(...bids);
    expect(floored.clicks).toEqual(near([0.9, 0.15]));
    expect(floored.prices).toEqual(near([0.4, 0.4]));
    const users = slotsFor(slots, qualities);
    const reserved = listRules.get("gsp").make().mechanism(users, { qualities, virtual: [], reserve: 0.4 });
    expect([...reserved.run(Float64Array.from(bids)).allocation]).toEqual(near([0.45, 0.3]));
    expect(sold("first-price", slots, qualities, { bids: [0.4, 0.4] })(...bids).prices).toEqual(near(bids));
  });

  it("exclude ads below their own floor, and charge the floor where no higher price applies", () => {
    const gsp = sold("gsp", [1, 0.5, 0.25], [0.5, 0.5, 0.5], { bids: [0.1, 0.5, 0.4] });
    expect(gsp(0.9, 0.6, 0.39)).toEqual({ clicks: near([0.5, 0.25, 0]), prices: near([0.6, 0.5, 0]) });
    // A bid equal to the floor is shown.
    expect(gsp(0.9, 0.6, 0.4)).toEqual({ clicks: near([0.5, 0.25, 0.125]), prices: near([0.6, 0.5, 0.4]) });
    expect(gsp(0, 0.49, 0.3)).toEqual({ clicks: [0, 0, 0], prices: [0, 0, 0] });
  });

  it("require r/q of an ad with quality q for a floor r on scores", () => {
    const gsp = sold("gsp", [1, 0.5], [0.8, 0.2], { scores: [0.16, 0.16] });
    expect(gsp(0.2, 0.79)).toEqual({ clicks: near([0.8, 0]), prices: near([0.2, 0]) });
    expect(gsp(0.19, 0.9)).toEqual({ clicks: near([0, 0.2]), prices: near([0, 0.8]) });
  });

  it("show an ad in a lower slot if it misses a slot's floor, and leave a slot empty without an eligible ad", () => {
    // A main line of two slots and a side line.
    const gsp = sold("gsp", [1, 0.8, 0.2], [0.5, 0.5, 0.5], { slots: [0.6, 0.6, 0.1] });
    expect(gsp(0.9, 0.5, 0.3)).toEqual({ clicks: near([0.5, 0.1, 0]), prices: near([0.6, 0.3, 0]) });
    expect(gsp(0.9, 0.7, 0.3)).toEqual({ clicks: near([0.5, 0.4, 0.1]), prices: near([0.7, 0.6, 0.1]) });
    expect(gsp(0.5, 0.4, 0.05)).toEqual({ clicks: near([0.1, 0, 0]), prices: near([0.4, 0, 0]) });
    // At most two ads are shown; empty slots do not count.
    const two = sold("gsp", [1, 0.8, 0.2, 0.1], [0.5, 0.5, 0.5], { slots: [0.6, 0.6, 0.1, 0.1] }, 2);
    expect(two(0.5, 0.4, 0.3).clicks).toEqual(near([0.1, 0.05, 0]));
  });

  it("fill a slot with an eligible ad even if an ineligible one has a higher score", () => {
    // Scores are 0.36 and 0.21: the first slot has a floor of 0.5, which the first ad misses, so it displaces no other ad.
    const gsp = sold("gsp", [1, 0.5], [0.9, 0.3], { slots: [0.5, 0] });
    expect(gsp(0.4, 0.7)).toEqual({ clicks: near([0.45, 0.3]), prices: near([0, 0.5]) });
    expect(gsp(0.5, 0.7)).toEqual({ clicks: near([0.9, 0.15]), prices: near([0.5, 0]) });
  });
});

it("VCG with floors has closed-form payments, and bids below the floor do not affect others", () => {
  // Two slots, scores 0.45, 0.3 and 0.2: without floors the first ad pays 0.5·0.3 + 0.5·0.2, the second 0.5·0.2.
  const [slots, qualities] = matrix("1 0.5 | 0.5 0.5 0.5");
  const paid = (bids: readonly number[]) => {
    const { clicks, prices } = sold("vcg", slots, qualities, { bids })(0.9, 0.6, 0.4);
    return prices.map((price, k) => price * clicks[k]);
  };
  expect(paid([0, 0, 0])).toEqual(near([0.25, 0.1, 0]));
  // 0.5·0.5 for the clicks of the lower slot, and 0.25·0.6 for the additional ones.
  expect(paid([0.5, 0.5, 0.5])).toEqual(near([0.25 * 0.5 + 0.25 * 0.6, 0.25 * 0.5, 0]));
  // Only the third ad is excluded: the second displaces no ad and has no floor.
  expect(paid([0, 0, 0.5])).toEqual(near([0.25 * 0.6, 0, 0]));
  expect(paid([0.7, 0, 0])).toEqual(near([0.5 * 0.7, 0.25 * 0.4, 0]));
});

/** Users of three slots, and floors per ad, per score and per slot. */
function floored(...of: Parameters<typeof listOf>) {
  const { users, qualities, values, random } = listOf(...of);
  const bids = values.map(() => random.uniform(0, 0.6));
  const score = random.uniform(0, 0.2);
  const falling = [0, 1, 2].map(() => random.uniform(0, 0.6)).sort((a, b) => b - a);
  return { users, qualities, values, terms: { bids, scores: [score, score, score], slots: falling } };
}

describe.each(KINDS)("%s users of a list", (kind) => {
  it("VCG with floors satisfies the payment identity: VCG's payment less that at the floor, plus the floor's", () => {
    let cut = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { users, qualities, values, terms } = floored(kind, 5, 1 + (seed % 3), seed);
      const floors = floorsOf(seed % 2 === 0 ? { bids: terms.bids } : { scores: terms.scores }, qualities);
      const mechanism = externalityPricing(users, "best", floors);
      const derived = truthfulMechanism(5, (reports) => mechanism.run(reports).allocation).run(values);
      const { allocation, payments } = mechanism.run(values);
      const plain = externalityPricing(users);
      const least = Float64Array.from(values, (_, ad) => floors?.at(ad, 0) ?? 0);
      const kept = values.map((value, ad) => (value >= least[ad] ? value : 0));
      const full = plain.run(kept);
      for (let ad = 0; ad < 5; ad++) {
        const said = `seed ${seed}, ad ${ad + 1}`;
        expect(allocation[ad], said).toBe(full.allocation[ad]);
        expect(payments[ad], said).toBeCloseTo(derived.payments[ad], 10);
        expect(payments[ad], said).toBeGreaterThanOrEqual(least[ad] * allocation[ad] - 1e-12);
        if (values[ad] < least[ad]) expect(allocation[ad], said).toBe(0);
        else {
          const there = plain.run(kept.with(ad, least[ad]));
          const wanted = full.payments[ad] - there.payments[ad] + least[ad] * there.allocation[ad];
          if (allocation[ad] > 0) expect(payments[ad], said).toBeCloseTo(wanted, 12);
          if (payments[ad] > full.payments[ad] + 1e-9) cut += 1;
        }
      }
    }
    expect(cut).toBeGreaterThan(5);
  });

  it.each(
    listRules.entries().flatMap(({ id, make }) => {
      const { floors } = make();
      if (floors === undefined) return [];
      const all = [[id, ["bids"]] as const, [id, ["scores"]] as const, [id, ["bids", "scores"]] as const];
      return floors === "alike" ? all : [...all, [id, ["slots"]] as const, [id, ["bids", "slots"]] as const];
    }),
  )(
    "%s with floors of %j: more clicks for more bid, none below the floor, and the best bid is found",
    (rule, kinds) => {
      let shown = 0;
      // Violations are collected and asserted once, because many thousand assertions take longer than the auctions.
      const broken: string[] = [];
      for (let seed = 0; seed < 3; seed++) {
        const { users, qualities, values, terms } = floored(kind, 4, 2 + (seed % 2), seed);
        const given = Object.fromEntries(kinds.map((one) => [one, terms[one]]));
        const floors = floorsOf(given, qualities);
        const mechanism = answered(listRules.get(rule).make().mechanism(users, { qualities, virtual: [], floors }));
        const rng = Random.of(seed, "bids");
        const reports = Float64Array.from(values, () => rng.uniform());
        const most = seed % 3 === 0 ? 0.4 : 1;
        for (let ad = 0; ad < 4; ad++) {
          const least = Math.min(...[0, 1, 2].map((place) => floors?.at(ad, place) ?? 0));
          let [highest, before] = [0, 0];
          for (let k = 0; k <= 400; k++) {
            const bid = (most * k) / 400;
            const outcome = mechanism.run(reports.with(ad, bid));
            const clicks = outcome.allocation[ad];
            highest = Math.max(highest, utilities(values, outcome)[ad]);
            const paid = outcome.payments[ad];
            const law = (holds: boolean, fault: string) => {
              if (!holds) broken.push(`seed ${seed}, ad ${ad}, bid ${bid}: ${clicks} clicks for ${paid}, ${fault}`);
            };
            law(bid >= least || clicks === 0, "below the floor");
            law(!(clicks > 0) || paid >= least * clicks - 1e-12, "less than the floor");
            law(paid <= bid * clicks + 1e-12, "more than was bid");
            // With non-separable users, or an approximate placement, a higher place may yield fewer clicks.
            const rises = kind === "separable" || rule === "vcg";
            law(!rises || clicks >= before - 1e-12, "fewer clicks than for a smaller bid");
            before = clicks;
            if (clicks > 0) shown += 1;
          }
          const best = mechanism.best(ad, values[ad], reports, most);
          if (rule === "approximate") expect(best).toBeGreaterThan(0.7 * highest - 0.01);
          else expect(best).toBeGreaterThanOrEqual(highest - 1e-11);
          expect(best).toBeLessThanOrEqual(highest + (rule === "approximate" ? 0.05 : 1 / 400 + 1e-11));
        }
      }
      expect(broken).toEqual([]);
      expect(shown).toBeGreaterThan(100);
    },
  );
});
