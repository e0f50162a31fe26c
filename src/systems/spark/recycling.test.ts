import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { opposite, recycledExercise } from "./recycled-forms.ts";
import {
  type Attempt,
  RECYCLED_KINDS,
  type RecycledItem,
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
const all = { judging: Number.POSITIVE_INFINITY, reflections: Number.POSITIVE_INFINITY };
const random = Random.of(1, "items");

describe("items of verified answers", () => {
  test("all right: a pointwise yes and nothing to reflect on; all wrong: a pointwise no and a reflection", () => {
    const items = recycledItems([group("a", [true, true]), group("b", [false, false])], random);
    expect(items).toEqual([
      { kind: "pointwise", question: "a", shown: [expect.stringMatching(/^r/)], gold: "yes" },
      { kind: "pointwise", question: "b", shown: [expect.stringMatching(/^w/)], gold: "no" },
      { kind: "reflection", question: "b", shown: [expect.stringMatching(/^w/)], gold: "truth of b" },
    ]);
  });

  test("of thousands of questions with answers that cannot be read, kinds and golds come as often as they must", () => {
    const COUNT = 4000;
    const made = (right: readonly boolean[]) => {
      const unreadable = (q: number) => [...right.keys()].filter((k) => (q + k) % 3 === 0);
      const groups = Array.from({ length: COUNT }, (_, q) => group(`${q}=`, right, unreadable(q)));
      return recycledItems(groups, Random.of(0, "items"), { judging: COUNT, reflections: COUNT });
    };
    const kindOf = (items: readonly RecycledItem[], kind: string) => items.filter((item) => item.kind === kind);
    const sharesNear = (items: readonly RecycledItem[], expected: number, of: (item: RecycledItem) => boolean) =>
      expect(Math.abs(items.filter(of).length / items.length - expected)).toBeLessThanOrEqual(0.03);
    const mixed = made([true, false, true, false, false, true]);
    const [right, wrong] = [made([true, true]), made([false, false])];
    const counts = (items: readonly RecycledItem[]) => RECYCLED_KINDS.map((kind) => kindOf(items, kind).length);
    expect([...counts(right), ...counts(wrong)]).toEqual([COUNT, 0, 0, COUNT, 0, COUNT]);
    const judged = mixed.filter(({ kind }) => kind !== "reflection");
    expect(judged).toHaveLength(COUNT);
    sharesNear(judged, 0.3, ({ kind }) => kind === "pointwise");
    sharesNear(kindOf(mixed, "pointwise"), 0.5, ({ gold }) => gold === "yes");
    sharesNear(kindOf(mixed, "pairwise"), 0.5, ({ gold }) => gold === "first");
    // Of the right answers that can be read each is shown as often: three, the first alone, and again three.
    sharesNear(kindOf(mixed, "pairwise"), 4 / 9, ({ shown }) => shown.includes("r0"));
    const isGold = ({ kind, shown, gold }: RecycledItem) => {
      const [first, second] = shown.map((answer) => answer.startsWith("r"));
      if (kind === "pairwise") return first !== second && first === (gold === "first");
      return kind === "pointwise" ? first === (gold === "yes") : gold.startsWith("truth");
    };
    const every = [...mixed, ...right, ...wrong];
    expect(every.filter((item) => !isGold(item) || item.shown.some((text) => text === ""))).toEqual([]);
    const reflections = kindOf(every, "reflection");
    expect(reflections.filter((item) => recycledExercise(item).question.includes(item.gold))).toEqual([]);
    sharesNear(kindOf(shuffledGold(mixed, Random.of(2, "shuffled")), "pairwise"), 0.5, isGold);
  });

  test("what cannot be read is never shown, and a question without anything else gives nothing", () => {
    const nothing = recycledItems([group("a", [false, false], [0, 1])], random);
    expect(nothing).toEqual([]);
    for (let seed = 0; seed < 50; seed++) {
      const items = recycledItems([group("a", [true, false, false], [1])], Random.of(seed, "x"));
      expect(items).toHaveLength(2);
      for (const { shown } of items) for (const text of shown) expect(text).toMatch(/(r0|w2)$/);
    }
    const right = recycledItems([group("a", [true, false], [1])], random);
    expect(right.map(({ kind, gold }) => [kind, gold])).toEqual([["pointwise", "yes"]]);
  });

  test("at most 32 of either sort are kept, any of them, in the order of the questions", () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const items = recycledItems(many(64, [true, false]), Random.of(seed, "x"));
      const kept = (judging: boolean) => items.filter(({ kind }) => (kind !== "reflection") === judging);
      expect([kept(true).length, kept(false).length]).toEqual([32, 32]);
      const order = kept(true).map(({ question }) => Number(question.slice(1)));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      for (const { question } of items) seen.add(question);
    }
    expect(seen.size).toBe(64);
    expect(recycledItems(many(9, [true, false]), random, { judging: 5, reflections: 0 })).toHaveLength(5);
  });

  test("balanced: as many yes as no, and all pairs", () => {
    const groups = [...many(300, [true, true]), ...many(100, [false]), ...many(200, [true, false])];
    const [plain, even] = [false, true].map((balanced) => recycledItems(groups, random, { ...all, balanced }));
    const count = (items: typeof plain, gold: string) => items.filter((item) => item.gold === gold).length;
    expect(count(even, "yes")).toBe(count(plain, "no"));
    expect(count(even, "no")).toBe(count(plain, "no"));
    expect(even.filter(({ kind }) => kind !== "pointwise")).toEqual(plain.filter(({ kind }) => kind !== "pointwise"));
    expect(recycledItems(many(5, [true]), random, { balanced: true })).toEqual([]);
  });
});

test("shuffled gold keeps how often each is right and says nothing about the question", () => {
  const items = recycledItems(many(2000, [true, false]), random, all);
  const shuffled = shuffledGold(items, random);
  const golds = (list: typeof items, kind: string) => list.filter((one) => one.kind === kind).map(({ gold }) => gold);
  for (const kind of ["pointwise", "pairwise", "reflection"]) {
    expect(golds(shuffled, kind).toSorted()).toEqual(golds(items, kind).toSorted());
  }
  const same = shuffled.filter((item, k) => item.kind === "pairwise" && item.gold === items[k].gold).length;
  expect(same / golds(items, "pairwise").length).toBeCloseTo(0.5, 1);
  expect(shuffled.map(({ shown }) => shown)).toEqual(items.map(({ shown }) => shown));
});

describe("in characters", () => {
  const items = {
    pointwise: { kind: "pointwise", question: "7abd=", shown: ["854"], gold: "yes" },
    pairwise: { kind: "pairwise", question: "7abd=", shown: ["864", "854"], gold: "second" },
    reflection: { kind: "reflection", question: "7abd=", shown: ["864"], gold: "854" },
  } as const;

  test("every kind has a form", () => {
    const { pointwise, pairwise, reflection } = items;
    expect(recycledExercise(pointwise)).toEqual({ question: "7abd=854?", answers: ["y"] });
    expect(recycledExercise({ ...pointwise, gold: "no" }).answers).toEqual(["n"]);
    expect(recycledExercise(pairwise)).toEqual({ question: "7abd=864|854?", answers: ["b"] });
    expect(recycledExercise({ ...pairwise, gold: "first" }).answers).toEqual(["a"]);
    expect(recycledExercise(reflection)).toEqual({ question: "7abd=864:", answers: ["854"] });
  });

  test("the other verdict", () => {
    expect(recycledExercise(opposite(items.pointwise)).answers).toEqual(["n"]);
    expect(recycledExercise(opposite(items.pairwise)).answers).toEqual(["a"]);
    expect(opposite(opposite(items.pairwise))).toEqual(items.pairwise);
    expect(opposite(items.reflection)).toEqual(items.reflection);
  });
});
