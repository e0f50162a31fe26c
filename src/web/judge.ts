// The judge at this page: the judge's name, and when the names of the sides are shown. The browser stores both.

import { signal } from "@preact/signals";

const NAME = "agon-judge";
const AT_END = "agon-names-at-end";

/** Empty before a name is given. */
export const judge = signal(kept(NAME));

/** Whether names and ratings are shown only when no pair is left, so that earlier results do not influence votes. */
export const namesAtEnd = signal(kept(AT_END) !== "");

/** Sets the name; an empty one makes the page ask again. */
export function nameJudge(name: string): void {
  judge.value = name;
  keep(NAME, name);
}

export function tellNamesAtEnd(isAtEnd: boolean): void {
  namesAtEnd.value = isAtEnd;
  keep(AT_END, isAtEnd ? "yes" : "");
}

function keep(place: string, value: string): void {
  try {
    localStorage.setItem(place, value);
  } catch {
    // A browser without storage asks each time.
  }
}

function kept(place: string): string {
  try {
    return localStorage.getItem(place) ?? "";
  } catch {
    return "";
  }
}
