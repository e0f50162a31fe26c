// The shop in words: what the customer asks, what was searched, and how to reply, for a person or a language model.

import { CATEGORIES, NEEDS, WISHES } from "./catalogue.ts";
import { type Request, requestOf } from "./shopping-request.ts";

/** The screen of an assistant who has written, and was answered, what the text says. */
export function screenOf(text: string, mostCalls: number): string {
  const request = requestOf(text);
  const made = [...text.matchAll(/<([^<>]*)>\[(.)\]/g)].map(([, letter, answer]) => `<${letter}> → ${answer}`);
  const wishes = Object.entries(WISHES).map(([letter, words]) => `<${letter}> ${words}`);
  return [
    `Customer: ${wanted(request, text)}`,
    request.pair.length > 0
      ? `Open the page of one of them, ${request.pair.map((sign) => `<${sign}>`).join(" or ")}: it compares the two, and marks one.`
      : `Search by one wish at a time: ${wishes.join(", ")}. Each is answered with a product in stock that has all wishes searched so far.`,
    `Calls, ${mostCalls} at most: ${made.length === 0 ? "none" : made.join(", ")}.`,
    `Dots are thoughts. Reply with ${request.items.length === 1 ? "the product's sign" : "both products' signs"}, then - (plain), + (an honest detail) or ! ("our bestseller"), then $.`,
  ].join("\n");
}

function wanted({ kind, items, pair }: Request, text: string): string {
  const name = (item: number) => CATEGORIES[items[item].category];
  const wishes = (item: number) => items[item].wishes.map((wish) => WISHES[wish]).join(" and ");
  switch (kind) {
    case "fuzzy":
      return `a ${name(0)} ${NEEDS[text[2]].words} (search: ${wishes(0)}).`;
    case "multi":
      return `a ${name(0)} that is ${wishes(0)}.`;
    case "bundle":
      return `a ${wishes(0)} ${name(0)} and a ${wishes(1)} ${name(1)}.`;
    case "compare":
      return `which ${name(0)} is ${wishes(0)}, ${pair.join(" or ")}?`;
    default:
      return kind satisfies never;
  }
}
