// A condition on a measure as a query parameter: `pay:0..5`, where either bound may be omitted.

export interface GridCondition {
  readonly measure: string;
  /** Bounds as written; empty where omitted. */
  readonly low: string;
  readonly high: string;
}

/** Parses a condition; undefined where the text is not one. */
export function conditionIn(text: string): GridCondition | undefined {
  const colon = text.indexOf(":");
  const between = text.lastIndexOf("..");
  if (colon < 1 || between <= colon) return undefined;
  return { measure: text.slice(0, colon), low: text.slice(colon + 1, between), high: text.slice(between + 2) };
}
