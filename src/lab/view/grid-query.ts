// Query parameters for episodes: `variant` and `where=pay:0..5` are repeatable; `sort=-pay` sorts in descending order.

import { UserError } from "../../core/errors.ts";
import { conditionIn } from "./grid-condition.ts";
import type { GridQuery, MeasureBounds } from "./grid-data.ts";

/** Characters that a bound may have. */
const BOUND = /^[\d.eE+-]*$/;

/** Parses a query from a URL. Throws a UserError that names an invalid condition. */
export function gridQuery(search: URLSearchParams): GridQuery {
  const failed = search.get("failed");
  if (failed !== null && failed !== "yes" && failed !== "no") throw bad("failed", failed, "yes or no");
  const sort = search.get("sort");
  return {
    variants: search.getAll("variant"),
    seed: integerIn(search, "seed", Number.NEGATIVE_INFINITY),
    failed: failed === null ? null : failed === "yes",
    differs: search.get("differs"),
    bounds: search.getAll("where").map(boundsIn),
    sort: sort === null ? null : sort.replace(/^-/, ""),
    descending: sort?.startsWith("-") ?? false,
    page: integerIn(search, "page", 1) ?? 1,
  };
}

function integerIn(search: URLSearchParams, name: string, least: number): number | null {
  const text = search.get(name);
  if (text === null || text === "") return null;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least) throw bad(name, text, "a whole number");
  return value;
}

function boundsIn(text: string): MeasureBounds {
  const { measure = "", low = "", high = "" } = conditionIn(text) ?? {};
  const value = (side: string) => (side === "" ? null : BOUND.test(side) ? Number(side) : Number.NaN);
  const bounds = { measure, low: value(low), high: value(high) };
  if (measure === "" || Number.isNaN(bounds.low) || Number.isNaN(bounds.high)) {
    const hint = "a measure and its bounds: where=pay:0..5, or where=pay:..5";
    throw new UserError({ code: "bad-query", what: `where=${text} is no condition`, hint });
  }
  return bounds;
}

const bad = (name: string, given: string, wanted: string): UserError =>
  new UserError({
    code: "bad-query",
    what: `${name} in the address is ${JSON.stringify(given)}`,
    hint: `give ${wanted}`,
  });
