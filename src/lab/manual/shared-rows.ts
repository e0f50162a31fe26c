// What several entries of a page have in common is told once. Rows are compared by what they say.

/** Rows by entry, with those that all of them have taken out. */
export interface SharedRows {
  readonly common: readonly (readonly string[])[];
  /** What is left of each, in the order given. */
  readonly own: readonly (readonly (readonly string[])[])[];
}

/** Parts the rows that every one of at least two lists has from the others. */
export function sharedRows(lists: readonly (readonly (readonly string[])[])[]): SharedRows {
  if (lists.length < 2) return { common: [], own: lists };
  const keys = lists.map((rows) => new Set(rows.map((row) => JSON.stringify(row))));
  const everywhere = (row: readonly string[]) => keys.every((known) => known.has(JSON.stringify(row)));
  return { common: lists[0].filter(everywhere), own: lists.map((rows) => rows.filter((row) => !everywhere(row))) };
}
