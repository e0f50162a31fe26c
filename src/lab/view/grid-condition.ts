// A condition on a measure as an address has it: `pay:0..5`, of which a bound may be left out.

export interface GridCondition {
  readonly measure: string;
  /** Bounds as they are written; empty where there is none. */
  readonly low: string;
  readonly high: string;
}

/** The parts of a condition; undefined where a text is none. */
export function conditionIn(text: string): GridCondition | undefined {
  const colon = text.indexOf(":");
  const between = text.lastIndexOf("..");
  if (colon < 1 || between <= colon) return undefined;
  return { measure: text.slice(0, colon), low: text.slice(colon + 1, between), high: text.slice(between + 2) };
}
