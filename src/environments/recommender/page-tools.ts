// A page in words: what a recommender knows of the candidates, and the tool by which it fills the next place.

import { z } from "zod";
import type { CalledTool, ToolPlay } from "../../core/tool-play.ts";

type FilledPage = Readonly<Record<"score" | "lure" | "category" | "placed" | "page" | "step", Float64Array>>;

/** Play by tools of a recommender with so many candidates. */
export function pageTools(candidates: number, { score, lure, category, placed, page, step }: FilledPage): ToolPlay {
  const named = z.object({ item: z.int().min(1).max(candidates) });
  return {
    task: [
      `You fill a page of ${page.length} places with items, one place after the other. Users look at some places more than at others.`,
      "A score estimates the chance that an item is of use to this user. Items of one category bore a user who sees several.",
    ].join("\n"),
    tools: [
      {
        name: "place",
        description: "Puts an item into the next place.",
        parameters: {
          type: "object",
          properties: { item: { type: "integer", minimum: 1, maximum: candidates } },
          required: ["item"],
          additionalProperties: false,
        },
      },
    ],
    shown() {
      if (step[0] === page.length) return "The page is full.";
      const items = Array.from(score, (value, item) => {
        const promise = lure[item] === 0 ? "" : `, its title promises ${lure[item].toFixed(1)} log-odds beyond`;
        const where = placed[item] > 0 ? `, in place ${page.indexOf(item) + 1}` : "";
        return `item ${item + 1}: score ${value.toFixed(2)}, category ${category[item] + 1}${promise}${where}`;
      });
      return [`Place ${step[0] + 1} of ${page.length} is next.`, ...items].join("\n");
    },
    read(call: CalledTool, _seat, action) {
      const read = named.safeParse(call.input);
      if (!read.success) return `place needs an item from 1 to ${candidates}`;
      const item = read.data.item - 1;
      if (placed[item] > 0) return `item ${item + 1} is on the page already`;
      action[0] = item;
      return undefined;
    },
  };
}
