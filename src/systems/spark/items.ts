// The items that recycling makes of hand-made verdicts: how many, of what kind, how often which answer is gold.

import { Random } from "../../core/random.ts";
import { atLeast, equalTo, near } from "../../study/bound.ts";
import { type Claim, type Control, control, equation, is, never } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { recycledExercise } from "./recycled-forms.ts";
import { type Attempt, RECYCLED_KINDS, type RecycledItem, recycledItems, shuffledGold } from "./recycling.ts";

/** Groups of answers that are right as given: right ones begin with r, wrong ones with w, and every third one cannot be read. */
function groupsOf(right: readonly boolean[], count: number) {
  return Array.from({ length: count }, (_, q) => ({
    question: `${q}=`,
    truth: `truth ${q}`,
    attempts: right.map((one, k): Attempt => {
      const answer = (q + k) % 3 === 0 ? "" : `${one ? "r" : "w"}${k}`;
      return { text: answer === "" ? "" : `way to ${answer}`, answer, right: one };
    }),
  }));
}

const MIXED = [true, false, true, false, false, true];
const GROUPS = 4000;

/** All items of 4,000 questions. */
function itemsOf(right: readonly boolean[]): RecycledItem[] {
  const all = { judging: GROUPS, reflections: GROUPS };
  return recycledItems(groupsOf(right, GROUPS), Random.of(0, "items"), all);
}

const kindOf = (items: readonly RecycledItem[], kind: string) => items.filter((item) => item.kind === kind);

function shareOf(items: readonly RecycledItem[], of: (item: RecycledItem) => boolean) {
  return exact(items.filter(of).length / items.length);
}

function isGold({ kind, shown, gold }: RecycledItem): boolean {
  const right = shown.map((answer) => answer.startsWith("r"));
  if (kind === "pairwise") return right[gold === "first" ? 0 : 1] && !right[gold === "first" ? 1 : 0];
  return kind === "pointwise" ? right[0] === (gold === "yes") : gold.startsWith("truth");
}

/** What holds without any training. */
export function itemEquations(): Claim[] {
  const [mixed, right, wrong] = [MIXED, [true, true], [false, false]].map(itemsOf);
  const every = [...mixed, ...right, ...wrong];
  const [points, pairs] = ["pointwise", "pairwise"].map((kind) => kindOf(mixed, kind));
  const counted = (items: readonly RecycledItem[], counts: readonly number[], which: string) =>
    RECYCLED_KINDS.map((kind, k) => is(exact(kindOf(items, kind).length), equalTo(counts[k]), `${which}, ${kind}`));
  const capped = recycledItems(groupsOf(MIXED, 64), Random.of(1, "items"));
  const half = near(0.5, 0.03);
  return [
    equation("all right and all wrong: pointwise, pairwise and reflecting items of 4,000 questions", [
      ...counted(right, [GROUPS, 0, 0], "all right"),
      ...counted(wrong, [GROUPS, 0, GROUPS], "all wrong"),
    ]),
    equation("mixed: share of pointwise items", is(exact(points.length / GROUPS), near(0.3, 0.03))),
    equation(
      "mixed: share of yes among pointwise items",
      is(
        shareOf(points, ({ gold }) => gold === "yes"),
        half,
      ),
    ),
    equation("pairs: share whose first answer is right", is(firstAmong(pairs), half)),
    equation("golds that are wrong", never(every.filter((item) => !isGold(item)).length)),
    equation(
      "items that show an answer which could not be read",
      never(every.filter(({ shown }) => shown.some((text) => /^(way to )?$/.test(text))).length),
    ),
    equation(
      "questions that hold their own gold",
      never(kindOf(every, "reflection").filter((item) => recycledExercise(item).question.includes(item.gold)).length),
    ),
    equation(
      "pairs whose gold is right when golds are shuffled",
      is(shareOf(kindOf(shuffledGold(mixed, Random.of(2, "shuffled")), "pairwise"), isGold), half),
    ),
    equation("of 64 mixed questions at most 32 of either sort", is(exact(capped.length), equalTo(64), "items")),
  ];
}

const firstAmong = (pairs: readonly RecycledItem[]) => shareOf(pairs, ({ gold }) => gold === "first");

/** A judge that sees no answer but their places. */
export function placeControl(): Control {
  const pairs = kindOf(itemsOf(MIXED), "pairwise");
  return control("a judge that always says A is right in 0.53 of pairs or more", is(firstAmong(pairs), atLeast(0.53)));
}
