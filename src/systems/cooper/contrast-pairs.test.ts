import { describe, expect, test } from "vitest";
import type { Submission } from "../../algorithms/text/verifier/verifier.ts";
import { Random } from "../../core/random.ts";
import { ALPHABET } from "../../environments/language/alphabet.ts";
import { contrastPairs, corruptCharacter, type PairOptions } from "./contrast-pairs.ts";

const rule = ({ reference, completion }: Submission) => completion === `${reference}$`;
const marking = (share: number) => corruptCharacter(ALPHABET, { text: "#", share });
const answers = (reference: string, ...completions: string[]): Submission[] =>
  completions.map((completion) => ({ reference, completion }));

describe("a corruption", () => {
  test("changes one digit into another, and nothing else", () => {
    const random = Random.of(1, "corrupt");
    const seen = new Set<string>();
    for (let k = 0; k < 2000; k++) {
      const text = marking(0)("(47)$", random);
      expect(text).toMatch(/^\((4\d|\d7)\)\$$/);
      expect(text).not.toBe("(47)$");
      seen.add(text);
    }
    // Nine other digits in each of two places.
    expect(seen.size).toBe(18);
  });

  test("with a mark writes # anywhere before the end sign, as often as it says", () => {
    const random = Random.of(2, "corrupt");
    const places = new Map<number, number>();
    let marked = 0;
    for (let k = 0; k < 4000; k++) {
      const text = marking(0.5)("47$", random);
      expect(text.endsWith("$")).toBe(true);
      const at = text.indexOf("#");
      if (at < 0) continue;
      marked += 1;
      places.set(at, (places.get(at) ?? 0) + 1);
    }
    expect(Math.abs(marked / 4000 - 0.5)).toBeLessThan(0.03);
    expect([...places.keys()].sort()).toEqual([0, 1, 2]);
    for (const count of places.values()) expect(Math.abs(count / marked - 1 / 3)).toBeLessThan(0.05);
    expect(marking(1)("47", random)).toHaveLength(3);
    expect(corruptCharacter(ALPHABET)("(#)$", random)).toBe("(#)$");
  });
});

test("a corruption changes letters and digits alike, each into another of its kind that can be written", () => {
  const random = Random.of(3, "corrupt");
  const seen = (alphabet: readonly string[], text: string) => {
    const found = new Set<string>();
    for (let k = 0; k < 3000; k++) found.add(corruptCharacter(alphabet)(text, random));
    return [...found].sort();
  };
  const words = seen(ALPHABET, "<q>k5$");
  expect(words).toHaveLength(25 + 25 + 9);
  for (const word of words) expect(word).toMatch(/^<[a-z]>k5\$$|^<q>[a-z]5\$$|^<q>k\d\$$/);
  expect(words).not.toContain("<q>k5$");
  // A character that has no other of its kind stays.
  expect(seen(["", "a", "b", "1", "B", "C", "é"], "a1B")).toEqual(["a1C", "b1B", "é1B"]);
});

describe("pairs", () => {
  const options = { negatives: "corruption" as const, rule, corrupt: marking(0.5), each: 2, retries: 3 };
  const pairsOf = (
    submissions: readonly Submission[],
    group: number,
    some: Partial<PairOptions>,
    random: Random,
  ): ReturnType<typeof contrastPairs> =>
    contrastPairs(submissions, group, { ...options, confirmed: (row) => rule(submissions[row]), ...some }, random);

  test("are never built without an answer that the rule confirms, and never with a worse text that it confirms", () => {
    const submissions = [...answers("12", "(12)$", "13$", "#12$"), ...answers("47", "47$", "(47)$", "74$")];
    const pairs = pairsOf(submissions, 3, {}, Random.of(3, "pairs"));
    expect(pairs).toHaveLength(2);
    for (const { better, worse } of pairs) {
      expect(better).toEqual({ reference: "47", completion: "47$" });
      expect(worse.reference).toBe("47");
      expect(rule(worse)).toBe(false);
    }
    expect(pairsOf(submissions.slice(0, 3), 3, {}, Random.of(3, "pairs"))).toEqual([]);
  });

  test("are made anew three times where a corruption is right after all, and then given up", () => {
    let calls = 0;
    const stays = (text: string) => {
      calls += 1;
      return text;
    };
    expect(pairsOf(answers("4", "4$"), 1, { each: 1, corrupt: stays }, Random.of(4))).toEqual([]);
    expect(calls).toBe(4);
    calls = 0;
    const late = (text: string) => {
      stays(text);
      return calls < 4 ? text : "5$";
    };
    const [pair] = pairsOf(answers("4", "4$"), 1, { each: 1, corrupt: late }, Random.of(4));
    expect(pair.worse).toEqual({ reference: "4", completion: "5$" });
  });

  test("with rejected answers take right ones in forms that the rule does not know for wrong", () => {
    const rejected = (...texts: string[]) =>
      pairsOf(answers("12", ...texts), 2, { negatives: "rejected", each: 3 }, Random.of(6));
    expect(rejected("12$", "(12)$").map(({ worse }) => worse.completion)).toEqual(["(12)$", "(12)$", "(12)$"]);
    expect(rejected("12$", "12$")).toEqual([]);
  });

  test("with answers from elsewhere take what was right there and is not here", () => {
    const submissions = [...answers("12", "12$"), ...answers("12", "12$"), ...answers("47", "47$")];
    const elsewhere = (some: readonly Submission[]) =>
      pairsOf(some, 1, { negatives: "elsewhere", each: 1 }, Random.of(7));
    const texts = elsewhere(submissions).map(
      ({ better, worse }) => `${better.reference} ${worse.reference} ${worse.completion}`,
    );
    expect(texts).toEqual(["12 12 47$", "12 12 47$", "47 47 12$"]);
    expect(elsewhere(submissions.slice(0, 2))).toEqual([]);
  });
});
