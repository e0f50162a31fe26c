import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { VERDICTS } from "../../environments/language/verdicts.ts";
import { recyclingParameters } from "./parameters.ts";
import { opposite } from "./recycled-demonstrations.ts";
import {
  type Attempt,
  type RecycledItem,
  recycledItem,
  recycledItems,
  shuffledGold,
  type VerifiedGroup,
} from "./recycling.ts";

/** A group whose attempts are right as given; each has an answer of its own, `w` for a wrong one. */
function group(question: string, right: readonly boolean[], unreadable: readonly number[] = []): VerifiedGroup {
  const attempts = right.map((one, k): Attempt => {
    const answer = `${one ? "r" : "w"}${k}`;
    return { answer: unreadable.includes(k) ? "" : answer, right: one };
  });
  return { question, attempts, truth: `truth of ${question}` };
}

const many = (count: number, right: readonly boolean[]) =>
  Array.from({ length: count }, (_, k) => group(`q${k}`, right));

/** Items of the groups, at most 4096 of either sort. */
const made = (groups: readonly VerifiedGroup[], rng: Random, given: object = {}) =>
  recycledItems(groups, rng, recyclingParameters.parse(given), 4096);

const KINDS = recycledItem.shape.kind.options;
const [YES, NO] = VERDICTS.pointwise;
const [FIRST] = VERDICTS.pairwise;
const item = <Question>(kind: RecycledItem["kind"], question: Question, right: string) => {
  return { kind, question, paid: right, right };
};

/** Answers of `r` or `w` and a number that a question shows. */
const shownIn = (question: string) => question.match(/[rw]\d/g) ?? [];
const random = Random.of(1, "items");

describe("items of verified answers", () => {
  test("all right: a pointwise yes and nothing to reflect on; all wrong: a pointwise no and a reflection", () => {
    expect(made([group("a", [true, true]), group("b", [false, false])], random)).toEqual([
      item("pointwise", expect.stringMatching(/^ar\d\?$/), YES),
      item("pointwise", expect.stringMatching(/^bw\d\?$/), NO),
      item("reflection", expect.stringMatching(/^bw\d:$/), "truth of b"),
    ]);
  });

  test("of thousands of questions with answers that cannot be read, kinds and golds come as often as they must", () => {
    const COUNT = 4000;
    const of = (right: readonly boolean[]) => {
      const unreadable = (q: number) => [...right.keys()].filter((k) => (q + k) % 3 === 0);
      const groups = Array.from({ length: COUNT }, (_, q) => group(`${q}=`, right, unreadable(q)));
      return made(groups, Random.of(0, "items"));
    };
    const kindOf = (items: readonly RecycledItem[], kind: string) => items.filter((item) => item.kind === kind);
    const sharesNear = (items: readonly RecycledItem[], expected: number, of: (item: RecycledItem) => boolean) =>
      expect(Math.abs(items.filter(of).length / items.length - expected)).toBeLessThanOrEqual(0.03);
    const mixed = of([true, false, true, false, false, true]);
    const [right, wrong] = [of([true, true]), of([false, false])];
    const counts = (items: readonly RecycledItem[]) => KINDS.map((kind) => kindOf(items, kind).length);
    expect([...counts(right), ...counts(wrong)]).toEqual([COUNT, 0, 0, COUNT, 0, COUNT]);
    const judged = mixed.filter(({ kind }) => kind !== "reflection");
    expect(judged).toHaveLength(COUNT);
    sharesNear(judged, 0.3, ({ kind }) => kind === "pointwise");
    sharesNear(kindOf(mixed, "pointwise"), 0.5, ({ right }) => right === YES);
    sharesNear(kindOf(mixed, "pairwise"), 0.5, ({ right }) => right === FIRST);
    // Of the right answers that can be read each is shown as often: three, the first alone, and again three.
    sharesNear(kindOf(mixed, "pairwise"), 4 / 9, ({ question }) => question.includes("r0"));
    const isPaidRight = ({ kind, question, paid }: RecycledItem) => {
      const [first, second] = shownIn(question).map((answer) => answer.startsWith("r"));
      if (kind === "pairwise") return first !== second && first === (paid === FIRST);
      return kind === "pointwise" ? first === (paid === YES) : paid.startsWith("truth");
    };
    const every = [...mixed, ...right, ...wrong];
    expect(every.filter((item) => !isPaidRight(item) || shownIn(item.question).some((text) => text === ""))).toEqual(
      [],
    );
    const reflections = kindOf(every, "reflection");
    expect(reflections.filter(({ question, right }) => question.includes(right))).toEqual([]);
    sharesNear(kindOf(shuffledGold(mixed, Random.of(2, "shuffled")), "pairwise"), 0.5, isPaidRight);
  });

  test("what cannot be read is never shown, and a question without anything else gives nothing", () => {
    expect(made([group("a", [false, false], [0, 1])], random)).toEqual([]);
    for (let seed = 0; seed < 50; seed++) {
      const items = made([group("a", [true, false, false], [1])], Random.of(seed, "x"));
      expect(items).toHaveLength(2);
      for (const { question } of items) for (const text of shownIn(question)) expect(text).toMatch(/^(r0|w2)$/);
    }
    const right = made([group("a", [true, false], [1])], random);
    expect(right.map(({ kind, right }) => [kind, right])).toEqual([["pointwise", YES]]);
  });

  test("at most so many of either sort are kept, any of them, in the order of the questions", () => {
    const seen = new Set<number>();
    for (let seed = 0; seed < 20; seed++) {
      const items = recycledItems(many(64, [true, false]), Random.of(seed, "x"), recyclingParameters.parse({}), 32);
      const kept = (judging: boolean) => items.filter(({ kind }) => (kind !== "reflection") === judging);
      expect([kept(true).length, kept(false).length]).toEqual([32, 32]);
      const order = kept(true).map(({ question }) => Number.parseInt(question.slice(1), 10));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      for (const place of order) seen.add(place);
    }
    expect(seen.size).toBe(64);
    expect(made(many(9, [true, false]), random, { judging: 5, reflections: 0 })).toHaveLength(5);
  });

  test("balanced: as many yes as no, and all pairs", () => {
    const groups = [...many(300, [true, true]), ...many(100, [false]), ...many(200, [true, false])];
    const [plain, even] = [false, true].map((balanced) => made(groups, random, { balanced }));
    const count = (items: typeof plain, right: string) => items.filter((item) => item.right === right).length;
    expect(count(even, YES)).toBe(count(plain, NO));
    expect(count(even, NO)).toBe(count(plain, NO));
    expect(even.filter(({ kind }) => kind !== "pointwise")).toEqual(plain.filter(({ kind }) => kind !== "pointwise"));
    expect(made(many(5, [true]), random, { balanced: true })).toEqual([]);
  });
});

test("shuffled gold keeps how often each is right and says nothing about the question", () => {
  const items = made(many(2000, [true, false]), random);
  const shuffled = shuffledGold(items, random);
  const golds = (list: typeof items, kind: string) => list.filter((one) => one.kind === kind).map(({ paid }) => paid);
  for (const kind of KINDS) {
    expect(golds(shuffled, kind).toSorted()).toEqual(golds(items, kind).toSorted());
  }
  const same = shuffled.filter((item, k) => item.kind === "pairwise" && item.paid === items[k].paid).length;
  expect(same / golds(items, "pairwise").length).toBeCloseTo(0.5, 1);
  const rest = (list: typeof items) => list.map(({ kind, question, right }) => [kind, question, right]);
  expect(rest(shuffled)).toEqual(rest(items));
});

describe("in characters", () => {
  const forms = (answers: readonly Attempt[], given: object) => {
    const seeds = Array.from({ length: 40 }, (_, seed) => Random.of(seed, "form"));
    const items = seeds.flatMap((rng) => made([{ question: "7abd=", attempts: answers, truth: "854" }], rng, given));
    return [...new Set(items.map(({ question, right }) => `${question} ${right}`))].sort();
  };
  const [good, bad] = [
    { answer: "854", right: true },
    { answer: "864", right: false },
  ];

  test("every kind has a form", () => {
    expect(forms([good], {})).toEqual(["7abd=854? y"]);
    expect(forms([bad], { reflections: 0 })).toEqual(["7abd=864? n"]);
    expect(forms([good, bad], { pointwise: 0, reflections: 0 })).toEqual(["7abd=854|864? a", "7abd=864|854? b"]);
    expect(forms([bad], { judging: 0 })).toEqual(["7abd=864: 854"]);
  });

  test("the other verdict", () => {
    const other = (kind: RecycledItem["kind"], right: string) => opposite(item(kind, "7abd=", right)).right;
    expect(other("pointwise", "y")).toBe("n");
    expect(other("pairwise", "b")).toBe("a");
    expect(other("pairwise", "a")).toBe("b");
    expect(other("reflection", "854")).toBe("854");
  });
});
