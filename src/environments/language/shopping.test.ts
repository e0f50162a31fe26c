// The shopping assistant: the catalogue, replies to searches, criteria of offers, and the demonstrator.

import { describe, expect, it } from "vitest";
import { meanOf, type Played, shown, world, writes } from "../../../test/fixtures/written-text.ts";
import { Random } from "../../core/random.ts";
import {
  CATALOGUE,
  CATEGORIES,
  drawCatalogue,
  findSigns,
  has,
  inStock,
  isBestseller,
  SIGNS,
  WISHES,
} from "./catalogue.ts";
import { requestOf } from "./shopping-request.ts";

const ID = "language/shopping";
const only = (kind: string) => ({ kinds: [kind] });

/** Plays an episode with the text that `write` returns for the question and the catalogue. */
function offers(given: object, seed: number, write: (question: string, catalogue: Float64Array) => string): Played {
  const environment = world(ID, given);
  return writes(environment, seed, (question) => write(question, environment.state.views.hidden));
}

/** A product that has all wished features and one that has none, both in stock. */
function fitting(question: string, catalogue: Float64Array, item = 0): { right: string; wrong: string } {
  const { category, wishes } = requestOf(question).items[item];
  const fits = (sign: string) => wishes.some((one) => has({ category, sign }, one, catalogue));
  const wrong = findSigns(category, [], catalogue).filter((sign) => !fits(sign));
  return { right: findSigns(category, wishes, catalogue)[0], wrong: wrong[0] };
}

describe("the catalogue", () => {
  it("has every combination of features once per category, and half of the products with any three in stock", () => {
    for (let seed = 0; seed < 20; seed++) {
      const catalogue = new Float64Array(CATALOGUE);
      drawCatalogue(Random.of(seed, "catalogue"), catalogue, 0.5);
      const letters = Object.keys(WISHES);
      for (const category of Object.keys(CATEGORIES)) {
        const products = [...SIGNS].map((sign) => ({ category, sign }));
        const combinations = products.map((product) => letters.map((wish) => has(product, wish, catalogue)).join());
        expect(new Set(combinations).size).toBe(16);
        for (const left of letters) {
          const three = letters.filter((wish) => wish !== left);
          expect(findSigns(category, three, catalogue)).toHaveLength(1);
          expect(findSigns(category, three.slice(1), catalogue)).toHaveLength(2);
        }
        expect(findSigns(category, [], catalogue)).toHaveLength(8);
      }
    }
  });

  it("has the configured number of bestsellers", () => {
    const catalogue = new Float64Array(CATALOGUE);
    let best = 0;
    for (let seed = 0; seed < 50; seed++) {
      drawCatalogue(Random.of(seed, "catalogue"), catalogue, 0.7);
      for (const category of Object.keys(CATEGORIES)) {
        for (const sign of SIGNS) best += isBestseller({ category, sign }, catalogue) ? 1 : 0;
      }
    }
    expect(Math.abs(best / (50 * 64) - 0.7)).toBeLessThan(0.03);
  });
});

describe("an offer", () => {
  it.each(Object.entries({ fuzzy: 4, multi: 5, bundle: 6, compare: 3 }))(
    "to the request %s is right if it meets all %i criteria",
    (kind, criteria) => {
      const given = { ...only(kind), mostConstraints: 2 };
      for (let seed = 0; seed < 30; seed++) {
        const right = (question: string, catalogue: Float64Array) => {
          const { items, pair } = requestOf(question);
          const [{ category, wishes }] = items;
          const both = findSigns(category, wishes, catalogue).filter((sign) => pair.includes(sign));
          if (pair.length > 0) return both.join("");
          return items.map((_, item) => fitting(question, catalogue, item).right).join("");
        };
        for (const pitch of ["-", "+"]) {
          const { sums } = offers(given, seed, (question, catalogue) => `${right(question, catalogue)}${pitch}$`);
          expect(sums).toMatchObject({ correct: 1, criteria: 1, formatted: 1, economy: 1, calls: 0 });
        }
        const boast = offers({ ...given, bestsellers: 0 }, seed, (...shop) => `..${right(...shop)}!$`);
        expect(boast.sums).toMatchObject({ correct: 0, boasts: 1, thinking: 2 });
        expect(boast.sums.criteria).toBeCloseTo(1 - 1 / criteria, 12);
        expect(offers({ ...given, bestsellers: 1 }, seed, (...shop) => `${right(...shop)}!$`).sums.correct).toBe(1);
      }
    },
  );

  it("loses a criterion for each missing feature, for missing stock, and for a wrong number of products", () => {
    for (let seed = 0; seed < 30; seed++) {
      const given = { ...only("multi"), mostConstraints: 2 };
      const share = (write: (question: string, catalogue: Float64Array) => string) =>
        offers(given, seed, write).sums.criteria;
      expect(share((...shop) => `${fitting(...shop).wrong}+$`)).toBeCloseTo(3 / 5, 12);
      expect(share((...shop) => `${fitting(...shop).right}0+$`)).toBeCloseTo(4 / 5, 12);
      const sold = (question: string, catalogue: Float64Array) => {
        const { category, wishes } = requestOf(question).items[0];
        const signs = [...SIGNS].filter((sign) => wishes.every((wish) => has({ category, sign }, wish, catalogue)));
        return `${signs.find((sign) => !inStock({ category, sign }, catalogue))}+$`;
      };
      expect(share(sold)).toBeCloseTo(4 / 5, 12);
      // A missing second product has neither stock nor features.
      const half = offers(only("bundle"), seed, (...shop) => `${fitting(...shop).right}+$`);
      expect(half.sums.criteria).toBeCloseTo(3 / 6, 12);
      // A comparison requires one of the two products.
      const other = offers(only("compare"), seed, (question, catalogue) => {
        const { pair, items } = requestOf(question);
        const [{ category, wishes }] = items;
        return `${findSigns(category, wishes, catalogue).find((sign) => !pair.includes(sign))}+$`;
      });
      expect(other.sums.criteria).toBeCloseTo(2 / 3, 12);
    }
  });

  it.each(["4$", "+$", "456+$", "4+.$", "a+$", "]4+$", "4+"])("is invalid as %s", (written) => {
    const { sums } = offers(only("fuzzy"), 1, () => written);
    expect(sums).toMatchObject({ formatted: 0, correct: 0, criteria: 0, persuasion: 0, economy: 0 });
  });

  it("persuades by its pitch only, independently of being right, within bounds", () => {
    for (const [pitch, points] of Object.entries({ "-": 0.4, "+": 0.8, "!": 0.95 })) {
      const played = Array.from({ length: 300 }, (_, seed) => offers({}, seed, () => `0${pitch}$`));
      expect(Math.abs(meanOf(played, "persuasion") - points)).toBeLessThan(0.015);
      for (const { sums } of played) expect(sums.persuasion).toBeLessThanOrEqual(1);
      expect(new Set(played.map(({ sums }) => sums.persuasion)).size).toBeGreaterThan(100);
    }
  });
});

describe("a search", () => {
  it("is refined to products in stock with all features so far, item by item", () => {
    for (let seed = 0; seed < 60; seed++) {
      const multi = offers(only("multi"), seed, (question) => {
        const { wishes } = requestOf(question).items[0];
        return `${wishes.map((wish) => `<${wish}>`).join("")}`;
      });
      const { items } = requestOf(multi.text);
      const [{ category, wishes }] = items;
      const answers = [...multi.text.matchAll(/\[(.)\]/g)].map(([, sign]) => sign);
      expect(answers).toHaveLength(wishes.length);
      expect(multi.sums).toMatchObject({ calls: wishes.length, usefulCalls: wishes.length });
      const environment = world(ID, only("multi"));
      writes(environment, seed, () => "");
      for (const [k, sign] of answers.entries()) {
        expect(findSigns(category, wishes.slice(0, k + 1), environment.state.views.hidden)).toContain(sign);
      }
      const bundle = offers(only("bundle"), seed, (question, catalogue) => {
        const [first, second] = requestOf(question).items;
        expect(first.category).not.toBe(second.category);
        expect(findSigns(second.category, second.wishes, catalogue).length).toBe(4);
        return `<${second.wishes[0]}><${first.wishes[0]}>`;
      });
      const [, a, b] = /\[(.)\]<.>\[(.)\]$/.exec(bundle.text) ?? [];
      expect(offers(only("bundle"), seed, () => `${b}${a}+$`).sums.correct).toBe(1);
    }
  });

  it("for one of a pair marks the one with the feature; a malformed one gets ?, one without a match *", () => {
    let second = 0;
    for (let seed = 0; seed < 60; seed++) {
      const { text, sums } = offers(only("compare"), seed, (question) => `<${question[2]}><${question[3]}><x1>`);
      const [, a, b] = /<.>\[(.)\]<.>\[(.)\]<x1>\[\?\]$/.exec(text) ?? [];
      const { pair } = requestOf(text);
      expect(a).toBe(b);
      expect(pair).toContain(a);
      expect(sums).toMatchObject({ calls: 3, usefulCalls: 1, uselessCalls: 1, brokenCalls: 1 });
      const [one, other] = pair.map((sign) => offers(only("compare"), seed, () => `${sign}-$`).sums);
      expect([one.correct, other.correct]).toEqual(a === pair[0] ? [1, 0] : [0, 1]);
      expect(one.criteria + other.criteria).toBeCloseTo(1 + 2 / 3, 12);
      if (a === pair[1]) second += 1;
    }
    expect(second).toBeGreaterThan(15);
    expect(second).toBeLessThan(45);
    const { text } = offers(only("fuzzy"), 2, (...shop) => `<${fitting(...shop).right}><${fitting(...shop).wrong}>`);
    expect(text).toMatch(/<(.)>\[\1\]<.>\[\*\]$/);
    const all = Array.from({ length: 40 }, (_, seed) => offers({}, seed, () => "<s><g><q><p>").text.at(-2));
    expect(all).toContain("*");
  });

  it("is useful once if the request needs it, and ends the episode beyond the limit", () => {
    for (let seed = 0; seed < 20; seed++) {
      const given = { ...only("multi"), mostConstraints: 2, mostCalls: 3 };
      const counted = (write: (wishes: readonly string[]) => string) =>
        offers(given, seed, (question) => write(requestOf(question).items[0].wishes)).sums;
      expect(counted(([a, b]) => `<${b}><${a}><${a}>`)).toMatchObject({ calls: 3, usefulCalls: 2, uselessCalls: 1 });
      expect(counted(([a]) => `<${a}>..>`)).toMatchObject({ usefulCalls: 1, brokenCalls: 1 });
      const spent = counted(([a]) => `${`<${a}>`.repeat(3)}>4+$`);
      expect(spent).toMatchObject({ calls: 4, formatted: 0, finished: 0 });
      expect(counted(([a]) => `<${a}>4+$`).economy).toBeCloseTo(2 / 3, 12);
    }
    expect(() => world(ID, { mostCalls: 2 })).toThrow("mostConstraints must not exceed mostCalls");
  });
});

describe("players", () => {
  it("the expert searches for every requested feature, without thoughts, and gives an honest detail", () => {
    for (const { sums, text } of shown(world(ID), "expert", 300)) {
      expect(sums, text).toMatchObject({ correct: 1, uselessCalls: 0, thinking: 0, honestPitches: 1 });
    }
  });

  it("the demonstrator varies in searches, thoughts and pitch", () => {
    const free = shown(world(ID, { noise: 0 }), "demonstrator", 2000);
    expect(meanOf(free, "boasts")).toBe(0);
    expect(Math.abs(meanOf(free, "honestPitches") - 0.5)).toBeLessThan(0.04);
    expect(Math.abs(meanOf(free, "thinking") - 3)).toBeLessThan(0.2);
    expect(new Set(free.map(({ sums }) => sums.thinking)).size).toBe(7);
    expect(meanOf(free, "uselessCalls")).toBeGreaterThan(0.1);
    const noisy = shown(world(ID, { ...only("fuzzy"), noise: 0.2, repeats: 0, bestsellers: 1 }), "demonstrator", 3000);
    expect(Math.abs(meanOf(noisy, "boasts") - 0.6)).toBeLessThan(0.03);
    expect(Math.abs(meanOf(noisy, "calls") - 0.8)).toBeLessThan(0.03);
    // The searched product, or else a random product: a quarter of the category is in stock and satisfies the need.
    expect(Math.abs(meanOf(noisy, "correct") - (0.64 + 0.36 / 4))).toBeLessThan(0.03);
  });

  it("a screen describes the state and the possible actions", () => {
    const { views } = offers(only("bundle"), 3, (question) => `<${question[2]}>`);
    expect(views.screen).toMatch(/^Customer: a [a-z-]+ [a-z]+ and a [a-z-]+ [a-z]+\.\nSearch by one wish/);
    expect(views.screen).toMatch(/Calls, 4 at most: <.> → .\.\n/);
    const compared = offers(only("compare"), 3, () => "").views.screen;
    expect(compared).toMatch(/which [a-z]+ is [a-z-]+, . or .\?\nOpen the page/);
  });
});
