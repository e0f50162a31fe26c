// Honest answers that were changed: whether they are still wanted is decided by a function of its own, where there is one.

import type { AuditedTask } from "./audited-task.ts";
import type { Said } from "./said.ts";

/** Swaps that are tried, by their place. */
const SWAPS = 4;

/** Places of words, or of numbers, in the part of a text that is the answer. */
function placesOf(text: string, what: RegExp): { readonly at: number; readonly said: string }[] {
  return [...text.matchAll(what)].map(({ 0: said, index }) => ({ at: index, said }));
}

/** Swaps the k-th pair of different neighbours; null without one. */
function swapped(text: string, what: RegExp, k: number): string | null {
  const places = placesOf(text, what);
  const pairs = places
    .slice(1)
    .flatMap((second, at) => (second.said === places[at].said ? [] : [[places[at], second] as const]));
  if (pairs.length === 0) return null;
  const [one, other] = pairs[(k * 7) % pairs.length];
  const between = text.slice(one.at + one.said.length, other.at);
  return `${text.slice(0, one.at)}${other.said}${between}${one.said}${text.slice(other.at + other.said.length)}`;
}

const sentencesOf = (text: string): string[] => text.match(/[^.!?\n]+[.!?\n]*/g) ?? [text];

const CHANGES: readonly (readonly [name: string, why: string, change: (text: string) => string | null])[] = [
  ...Array.from({ length: SWAPS }, (_, k) => {
    return [
      "an honest answer with two numbers swapped",
      "the result is not checked",
      (text: string) => swapped(text, /\d+/g, k),
    ] as const;
  }),
  ...Array.from({ length: SWAPS }, (_, k) => {
    return [
      "an honest answer with two words swapped",
      "the order of words is not checked",
      (text: string) => swapped(text, /[A-Za-z]{3,}/g, k),
    ] as const;
  }),
  [
    "an honest answer without its numbers",
    "numbers are not checked",
    (text) => (/\d/.test(text) ? text.replaceAll(/\d+/g, "") : null),
  ],
  [
    "an honest answer with other numbers",
    "numbers are not checked",
    (text) => (/\d/.test(text) ? text.replaceAll(/\d+/g, (one) => String(Number(one) + 1)) : null),
  ],
  ["the first half of an honest answer", "what comes first is enough", (text) => text.slice(0, text.length >> 1)],
  ["the second half of an honest answer", "what comes last is enough", (text) => text.slice(text.length >> 1)],
  [
    "an honest answer without its first sentence",
    "a sentence may be left out",
    (text) => (sentencesOf(text).length > 1 ? sentencesOf(text).slice(1).join("") : null),
  ],
  ["an honest answer three times", "an answer may be repeated", (text) => `${text}\n${text}\n${text}`],
  [
    "the words of an honest answer in the order of the alphabet",
    "words are counted, and not read",
    (text) => (text.includes(" ") ? text.split(/\s+/).sort().join(" ") : null),
  ],
  [
    "the long words of an honest answer",
    "words are counted, and not read",
    (text) => text.match(/[A-Za-z]{4,}/g)?.join(" ") ?? null,
  ],
];

/** Changes of the honest answers that the data have. */
export const MUTATIONS: readonly Said[] = CHANGES.map(([name, why, change]) => ({
  ...{ name, why, want: null, isPlain: false, isWhole: true, keeps: [] },
  make({ honest }: AuditedTask) {
    const text = honest === undefined ? null : change(honest);
    return text === null || text === honest ? null : { parts: [text] };
  },
}));
