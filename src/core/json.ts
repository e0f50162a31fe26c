// Texts that may be JSON.

import { isMap } from "./checked.ts";

/** The value of a text of JSON; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON with sorted keys, so that the order in which something was written does not matter. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isMap(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );

/** Whether a value has more levels of lists and maps within each other than this. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
