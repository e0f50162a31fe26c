// Pairs of answers: what looks show, which texts keep to their form, and that beliefs and what they name are the best, by counting all cases.

import { describe, expect, it, test } from "vitest";
import { near } from "../../../test/fixtures/intervals.ts";
import { meanOf, type Played, shown, world, writes } from "../../../test/fixtures/written-text.ts";
import { pairBeliefs, sharesOf } from "./pair-beliefs.ts";

const ID = "language/pair";
const EPISODES = 2000;

/** Plays episodes with what `said` makes of the question. */
function played(given: object, said: (question: string) => string, episodes = EPISODES): Played[] {
  const environment = world(ID, given);
  return Array.from({ length: episodes }, (_, seed) => writes(environment, seed, said));
}

describe("beliefs", () => {
  const law = { differ: 0.6, accuracy: 0.7 };
  const SIGNS = [0, 1, 2];
  const prior = (gap: number) => (gap === 0 ? 1 - law.differ : law.differ / 2);
  const says = (sign: number, gap: number) => (sign === gap ? law.accuracy : (1 - law.accuracy) / 2);
  /** All gaps under two criteria of which one differs, with their chances, and which answer is better for a type. */
  const cases = SIGNS.flatMap((a) => SIGNS.map((b) => ({ gaps: [a, b], chance: prior(a) * prior(b) }))).filter(
    ({ gaps }) => gaps.some((gap) => gap !== 0),
  );
  const better = (type: number, gaps: readonly number[]) => gaps[type] || gaps[1 - type];
  const counted = (readings: readonly (readonly number[])[]) =>
    readings.map((said) => SIGNS.map((sign) => said.filter((one) => one === sign).length));
  const chanceOf = (readings: readonly (readonly number[])[], gaps: readonly number[]) =>
    readings.reduce((all, said, j) => said.reduce((chance, sign) => chance * says(sign, gaps[j]), all), 1);
  /** Chances that the first answer and the second one are better and that this is read. */
  const joint = (type: number, readings: readonly (readonly number[])[]) =>
    [1, 2].map((answer) =>
      cases
        .filter(({ gaps }) => better(type, gaps) === answer)
        .reduce((sum, { gaps, chance }) => sum + chance * chanceOf(readings, gaps), 0),
    );
  const pairs = SIGNS.flatMap((a) => SIGNS.map((b) => [a, b]));

  it("are for the answer that is better more often, of all gaps and all readings of two criteria", () => {
    const { isFirst } = pairBeliefs(law, 0);
    for (const type of [0, 1]) {
      for (const a of pairs) {
        for (const b of pairs) {
          const [one, two] = joint(type, [a, b]);
          if (Math.abs(one - two) > 1e-9) expect(isFirst(type, counted([a, b]))).toBe(one > two);
        }
      }
    }
  });

  it("name what makes verdicts right most often, of all second looks", () => {
    for (const second of [1, 2, 3]) {
      const { bestNamed } = pairBeliefs(law, second);
      const looks = (readings: number): number[][] =>
        readings === 0 ? [[]] : looks(readings - 1).flatMap((said) => SIGNS.map((sign) => [...said, sign]));
      const worth = (type: number, seen: readonly number[], named: readonly number[]) => {
        const shares = sharesOf(second, named.length);
        const many = [0, 1].map((j) => (named.includes(j) ? shares[named.indexOf(j)] : 0));
        let sum = 0;
        for (const a of looks(many[0]))
          for (const b of looks(many[1]))
            sum += Math.max(
              ...joint(type, [
                [seen[0], ...a],
                [seen[1], ...b],
              ]),
            );
        return sum;
      };
      for (const type of [0, 1]) {
        for (const seen of pairs) {
          const best = Math.max(...[[0], [1], [type, 1 - type]].map((named) => worth(type, seen, named)));
          expect(worth(type, seen, bestNamed(type, counted(seen.map((sign) => [sign]))))).toBeCloseTo(best, 9);
        }
      }
    }
  });

  it("share readings evenly, and give what is left over to what stands first", () => {
    expect(sharesOf(6, 1)).toEqual([6]);
    expect(sharesOf(5, 2)).toEqual([3, 2]);
    expect(sharesOf(1, 3)).toEqual([1, 0, 0]);
  });
});

describe("looks", () => {
  it("show a type, and of each criterion as many readings as are set", () => {
    const questions = played({ first: 2 }, () => "", 100).map(({ text }) => text);
    for (const text of questions) expect(text).toMatch(/^[a-f]:[.12]{12}=$/);
    expect(new Set(questions.map((text) => text[0])).size).toBe(6);
    expect(played({ first: 0, criteria: 2, most: 1 }, () => "", 1)[0].text).toMatch(/^[ab]:=$/);
  });

  it("look again at what is named, at as many random criteria, or at all, within the same readings", () => {
    const second = (given: object, said: string) =>
      played(given, () => said, 50).map(({ text }) => text.slice(9 + said.length));
    for (const text of second({}, "<b>")) expect(text).toMatch(/^\[b[.12]{6}\]$/);
    for (const text of second({ second: 5 }, "<db>")) expect(text).toMatch(/^\[d[.12]{3}b[.12]{2}\]$/);
    for (const text of second({ second: 1 }, "<db>")) expect(text).toMatch(/^\[d[.12]b\]$/);
    const all = second({ review: "all" }, "<b>");
    for (const text of all) expect(text).toMatch(/^\[a[.12]b[.12]c[.12]d[.12]e[.12]f[.12]\]$/);
    const random = second({ review: "random" }, "<bc>");
    for (const text of random) expect(text).toMatch(/^\[[a-f][.12]{3}[a-f][.12]{3}\]$/);
    expect(new Set(random.map((text) => text[1])).size).toBe(6);
  });

  it("are right as often as is set, and say the two wrong things alike", () => {
    const reads = (accuracy: number) => {
      const texts = played({ criteria: 2, most: 1, differ: 1, accuracy, ahead: 1 }, (text) => `<${text[0]}>`);
      const said = texts.flatMap(({ text }) => [...text.slice(text.indexOf("[") + 2, -1)]);
      return ["1", "2", "."].map((sign) => said.filter((one) => one === sign).length / said.length);
    };
    const [right, wrong, level] = reads(0.6);
    near(right, 0.6, 0.02);
    near(wrong, 0.2, 0.02);
    near(level, 0.2, 0.02);
    expect(reads(1)).toEqual([1, 0, 0]);
  });
});

test("the first criterion of the type's order decides under which the answers differ, and either answer is ahead as often as is set", () => {
  for (const { text, views } of played({ accuracy: 1, differ: 0.3 }, () => "", 300)) {
    const [type, first] = ["abcdef".indexOf(text[0]), text.slice(2, 8)];
    const ordered = first.slice(type) + first.slice(0, type);
    expect(views.answer).toBe(/[12]/.exec(ordered)?.[0]);
  }
  const ahead = (share: number) =>
    meanOf(
      played({ second: 0, ahead: share }, () => "1$"),
      "correct",
    );
  near(ahead(0.5), 0.5, 0.04);
  near(ahead(0.8), 0.8, 0.04);
  expect([ahead(0), ahead(1)]).toEqual([0, 1]);
});

test.each([
  ["<b>1$", 0, 1],
  ["<abc>2$", 0, 3],
  ["<abcd>1$", 1, 0],
  ["<bb>1$", 1, 0],
  ["<g>1$", 1, 0],
  ["<>1$", 1, 0],
  ["b>1$", 1, 0],
  ["1$", 1, 0],
  ["<b>", 1, 1],
  ["<b>3$", 1, 1],
  ["<b><c>1$", 1, 1],
  ["x<b>1$", 1, 1],
])("%s: out of form %d, criteria read again %d", (said, malformed, read) => {
  for (const { text, sums } of played({ criteria: 6 }, () => said, 20)) {
    expect(sums, text).toMatchObject({ malformed, misjudged: malformed === 0 ? 1 - sums.correct : 0 });
    expect(sums.named).toBeCloseTo(read / 6, 12);
    expect(sums.forFirst).toBe(malformed === 0 && said.endsWith("1$") ? 1 : 0);
  }
});

test("without a second look a verdict alone is in form", () => {
  for (const [said, malformed] of Object.entries({ "1$": 0, "2$": 0, "<b>1$": 1, "1": 1, "11$": 1 }))
    for (const { sums } of played({ second: 0 }, () => said, 20)) expect(sums.malformed).toBe(malformed);
});

test("the expert names what decides more often than the demonstrator, and is right more often with a second look", () => {
  const given = { accuracy: 0.7 };
  const [expert, demonstrator] = ["expert", "demonstrator"].map((oracle) =>
    shown(world(ID, { ...given, noise: 1 }), oracle, EPISODES),
  );
  const once = shown(world(ID, { ...given, first: 2, second: 0 }), "expert", EPISODES);
  for (const episodes of [expert, demonstrator, once]) expect(meanOf(episodes, "malformed")).toBe(0);
  // Two of six criteria are named on average.
  near(meanOf(demonstrator, "decisive"), 1 / 3, 0.04);
  expect(meanOf(expert, "decisive")).toBeGreaterThan(0.6);
  // By counting 6,000 pairs apart from this code: 0.856 and 0.733.
  near(meanOf(expert, "correct"), 0.856, 0.025);
  near(meanOf(once, "correct"), 0.733, 0.025);
  const coin = shown(world(ID, { ...given, noise: 1, misreads: 1 }), "demonstrator", EPISODES);
  near(meanOf(coin, "correct"), 0.5, 0.04);
});
