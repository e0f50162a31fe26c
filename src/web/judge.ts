// The judge at this page: its name, which the browser keeps, so that it is asked once.

import { signal } from "@preact/signals";

const PLACE = "agon-judge";

/** Empty before a name is told. */
export const judge = signal(kept());

/** Takes a name; an empty one asks again. */
export function nameJudge(name: string): void {
  judge.value = name;
  try {
    localStorage.setItem(PLACE, name);
  } catch {
    // A browser that keeps nothing asks each time.
  }
}

function kept(): string {
  try {
    return localStorage.getItem(PLACE) ?? "";
  } catch {
    return "";
  }
}
