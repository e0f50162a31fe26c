// How a page looks: its places by attention with what stands there and what users clicked.

import type { Scene } from "../../core/scene.ts";
import { barScene } from "../bar-scene.ts";

type ShownPage = Readonly<
  Record<"use" | "score" | "category" | "placed" | "page" | "clicked" | "pleased" | "step", Float64Array>
>;

/** Places with the use of their items, and the candidates with their scores. */
export function pageScene(
  { use, score, category, placed, page, clicked, pleased, step }: ShownPage,
  attention: readonly number[],
): Scene {
  const isFull = step[0] === page.length;
  const bars = Array.from(page, (item, at) => ({
    name: `place ${at + 1}, seen by ${Math.round(100 * attention[at])} %`,
    value: item < 0 ? 0 : use[item],
    says: item < 0 ? "empty" : `item ${item + 1}`,
    fill: clicked[at] === 0 ? ("muted" as const) : pleased[at] === 1 ? ("accent" as const) : ("bad" as const),
    note: clicked[at] === 0 ? "" : pleased[at] === 1 ? "pleased" : "regretted",
  }));
  const candidates = Array.from(score, (value, item) => ({
    name: `item ${item + 1}, category ${category[item] + 1}`,
    value,
    marked: placed[item] > 0,
  }));
  const clicks = clicked.reduce((sum, one) => sum + one, 0);
  const caption = isFull ? `${clicks} clicks on the page` : `${step[0]} of ${page.length} places filled`;
  return barScene(
    [
      { title: "Use of items on the page", bars, high: 1, notes: "clicks" },
      { title: "Scores of candidates", bars: candidates, high: 1 },
    ],
    caption,
  );
}
