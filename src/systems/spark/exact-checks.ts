// The items that recycling makes of hand-made verdicts: how many, of what kind, how often which answer is gold.

import { Random } from "../../core/random.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { recycledExercise } from "./recycled-forms.ts";
import { type Attempt, type RecycledItem, recycledItems, shuffledGold, type VerifiedGroup } from "./recycling.ts";

const GROUPS = 4000;
const ALL = { judging: GROUPS, reflections: GROUPS };

/** Right answers begin with r, wrong ones with w, and every third one cannot be read. */
function group(q: number, right: readonly boolean[]): VerifiedGroup {
  const attempts = right.map((one, k): Attempt => {
    const answer = (q + k) % 3 === 0 ? "" : `${one ? "r" : "w"}${k}`;
    return { text: answer === "" ? "" : `way to ${answer}`, answer, right: one };
  });
  return { question: `${q}=`, attempts, truth: `truth ${q}` };
}

const MIXED = [true, false, true, false, false, true];

const itemsOf = (right: readonly boolean[]) =>
  recycledItems(
    Array.from({ length: GROUPS }, (_, q) => group(q, right)),
    Random.of(0, "items"),
    ALL,
  );

const isGold = ({ kind, shown, gold }: RecycledItem) => {
  const right = shown.map((answer) => answer.startsWith("r"));
  if (kind === "pairwise") return right[gold === "first" ? 0 : 1] && !right[gold === "first" ? 1 : 0];
  return kind === "pointwise" ? right[0] === (gold === "yes") : gold.startsWith("truth");
};

const within = (name: string, found: number, expected: number, tolerance: number) =>
  holds(name, `${expected} ± ${tolerance}`, found.toFixed(3), Math.abs(found - expected) <= tolerance);

const shareOf = (items: readonly RecycledItem[], gold: string) =>
  items.filter((item) => item.gold === gold).length / items.length;

/** What holds without any training. */
export function exactChecks(): Check[] {
  const [mixed, right, wrong] = [itemsOf(MIXED), itemsOf([true, true]), itemsOf([false, false])];
  const every = [...mixed, ...right, ...wrong];
  const of = (items: readonly RecycledItem[], kind: string) => items.filter((item) => item.kind === kind);
  const kinds = (items: readonly RecycledItem[]) =>
    ["pointwise", "pairwise", "reflection"].map((kind) => of(items, kind).length).join(", ");
  const points = of(mixed, "pointwise");
  const empty = every.filter(({ shown }) => shown.some((text) => /^(way to )?$/.test(text)));
  const seen = every.filter(
    (item) => item.kind === "reflection" && recycledExercise(item).question.includes(item.gold),
  );
  const shuffled = of(shuffledGold(mixed, Random.of(2, "shuffled")), "pairwise");
  const capped = recycledItems(
    Array.from({ length: 64 }, (_, q) => group(q, MIXED)),
    Random.of(1, "items"),
  );
  return [
    holds(
      "all right and all wrong: pointwise, pairwise and reflecting items of 4,000 questions",
      "4000, 0, 0; 4000, 0, 4000",
      `${kinds(right)}; ${kinds(wrong)}`,
      kinds(right) === "4000, 0, 0" && kinds(wrong) === "4000, 0, 4000",
    ),
    within("mixed: share of pointwise items", points.length / GROUPS, 0.3, 0.03),
    within("mixed: share of yes among pointwise items", shareOf(points, "yes"), 0.5, 0.03),
    within("pairs: share whose first answer is right", shareOf(of(mixed, "pairwise"), "first"), 0.5, 0.03),
    holds("golds that are wrong", "0", `${every.filter((item) => !isGold(item)).length}`, every.every(isGold)),
    holds("items that show an answer which could not be read", "0", `${empty.length}`, empty.length === 0),
    holds("questions that hold their own gold", "0", `${seen.length}`, seen.length === 0),
    within(
      "pairs whose gold is right when golds are shuffled",
      shuffled.filter(isGold).length / shuffled.length,
      0.5,
      0.03,
    ),
    holds("of 64 mixed questions at most 32 of either sort", "64 in all", `${capped.length}`, capped.length === 64),
  ];
}

/** A judge that sees no answer but their places. */
export function placeControl(): Control {
  const found = shareOf(
    itemsOf(MIXED).filter(({ kind }) => kind === "pairwise"),
    "first",
  );
  return {
    name: "a judge that always says A is right in 0.53 of pairs or more",
    failed: found < 0.53,
    measured: found.toFixed(3),
  };
}
