// The judge at this page: its name, and when it is told the names of what it judges. The browser keeps both, so that they are asked once.

import { signal } from "@preact/signals";

const NAME = "agon-judge";
const AT_END = "agon-names-at-end";

/** Empty before a name is told. */
export const judge = signal(kept(NAME));

/** Whether names and ratings are told only when there is no pair left, so that no vote is swayed by those before. */
export const namesAtEnd = signal(kept(AT_END) !== "");

/** Takes a name; an empty one asks again. */
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
    // A browser that keeps nothing asks each time.
  }
}

function kept(place: string): string {
  try {
    return localStorage.getItem(place) ?? "";
  } catch {
    return "";
  }
}
