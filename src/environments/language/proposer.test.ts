// Proposed questions, checked as a referee would.

import { describe, expect, it } from "vitest";
import { meanOf, shown, world, writes } from "../../../test/fixtures/written-text.ts";
import { proposalIn } from "./proposer.ts";

describe("the proposer environment", () => {
  const environment = world("language/proposer", { maps: 3, fewest: 3, room: 5 });

  it("names two or three letters, each set of a size with equal probability, and a length", () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 600; seed++) {
      const { text } = writes(environment, seed, () => "");
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const pairs = ["ab3:", "ac3:", "ad3:", "bc3:", "bd3:", "cd3:"];
    const triples = ["abc3:", "abd3:", "acd3:", "bcd3:"];
    expect([...counts.keys()].sort()).toEqual([...pairs, ...triples].sort());
    for (const pair of pairs) expect(counts.get(pair)).toBeGreaterThan(25);
    for (const triple of triples) expect(counts.get(triple)).toBeGreaterThan(45);
  });

  it.each([
    // The maps b, a, d lead from 7 to 4, 5 and 4.
    ["7bad|454$", { correct: 1, wellFormed: 1, asLong: 1, maps: 3 }],
    ["7bad|453$", { correct: 0, wellFormed: 1, asLong: 1, maps: 3 }],
    ["7b|4$", { correct: 1, wellFormed: 1, asLong: 0, maps: 1 }],
    ["7aaaaa|89012$", { correct: 1, wellFormed: 1, asLong: 0, maps: 5 }],
    ["7bad|454", { correct: 0, wellFormed: 0, finished: 0 }],
    ["bad|454$", { correct: 0, wellFormed: 0, maps: 0 }],
    ["7bad454$", { correct: 0, wellFormed: 0 }],
    ["7bad|$", { correct: 0, wellFormed: 0 }],
    ["7bad|4|4$", { correct: 0, wellFormed: 0 }],
  ])("reads %s", (written, sums) => {
    expect(writes(environment, 1, () => written).sums).toMatchObject(sums);
  });

  it("reports whether a chain uses only the letters, and its true answer", () => {
    for (let seed = 0; seed < 20; seed++) {
      const { sums, text, views } = writes(environment, seed, () => "1da|0$");
      const named = text.slice(0, text.indexOf(":"));
      expect(sums.permitted, text).toBe(named.includes("d") && named.includes("a") ? 1 : 0);
      expect(views.truth).toBe("89");
    }
  });

  it("is demonstrated within the letters, with errors only in the answers", () => {
    const played = shown(world("language/proposer", { noise: 0.15 }), "demonstrator", 1000);
    for (const channel of ["wellFormed", "permitted", "asLong"]) expect(meanOf(played, channel)).toBe(1);
    expect(meanOf(played, "maps")).toBeCloseTo(2.5, 0);
    // An answer has an error at a map with probability 0.9 × 0.15, for 1 to 4 maps.
    const right = [1, 2, 3, 4].reduce((sum, maps) => sum + 0.865 ** maps / 4, 0);
    expect(Math.abs(meanOf(played, "correct") - right)).toBeLessThan(0.05);
  });

  it("names no length where that is the proposer's to choose, which is demonstrated by shares", () => {
    const given = { maps: 3, shares: [3, 0, 1], sized: false };
    const played = shown(world("language/proposer", given), "expert", 400);
    const lengths = played.map(({ text }) => /^[a-d]{2,3}:\d([a-d]+)\|/.exec(text)?.[1].length);
    expect(lengths.filter((length) => length === 2 || length === undefined)).toEqual([]);
    expect(Math.abs(lengths.filter((length) => length === 3).length - 100)).toBeLessThan(35);
    for (const channel of ["correct", "asLong"]) expect(meanOf(played, channel)).toBe(1);
  });

  it("rejects inconsistent lengths", () => {
    expect(() => world("language/chain", { maps: 3, fewest: 1, shares: [1, 1] })).toThrow("give 3");
    expect(() => world("language/chain", { shares: [0] })).toThrow("above 0");
    expect(() => world("language/proposer", { maps: 3, fewest: 4 })).toThrow("room for 3");
    expect(() => world("language/chain", { maps: 3, room: 2 })).toThrow("room for 2");
  });
});

describe("the question in a proposal", () => {
  it("is separated by the first bar after the colon", () => {
    expect(proposalIn("ab2:7ab|85")).toEqual({ question: "7ab", answer: "85" });
    expect(proposalIn("ab2:7ab|8|5")).toEqual({ question: "7ab", answer: "8|5" });
    expect(proposalIn("ab2:7ab85")).toEqual({ question: "", answer: "" });
    expect(proposalIn("ab2:|85")).toEqual({ question: "", answer: "85" });
  });
});

describe("chains of several lengths", () => {
  it("occur with equal probabilities, in texts with room for longer ones", () => {
    const environment = world("language/chain", { fewest: 1, maps: 4, room: 8 });
    expect(environment.spec.observationSize).toBe(24);
    const played = shown(environment, "expert", 400);
    const counts = new Map<number, number>();
    for (const { text } of played) {
      const maps = text.indexOf("=") - 1;
      counts.set(maps, (counts.get(maps) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4]);
    for (const count of counts.values()) expect(count).toBeGreaterThan(70);
  });
});
