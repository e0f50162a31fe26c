// The trace format: the example passes, every mutation is judged as predicted and its place is named, and writing repeats to
// the byte.

import type { Trace } from "../../core/trace.ts";
import { type CheckMode, checkTrace, isTrace } from "../../evaluation/traces/check.ts";
import { traceDocuments } from "../../evaluation/traces/file.ts";
import { traceLine, traceText } from "../../evaluation/traces/text.ts";
import { type Check, holds } from "../../study/legacy.ts";
import { example, MUTATIONS, mutated, OWN_MUTATIONS } from "./mutations.ts";

/** Checks that need nothing but the example. */
export function formatChecks(): Check[] {
  const trace = example();
  const faults = (["lenient", "strict"] as const).map((mode) => checkTrace(trace, mode).length);
  const wrong = MUTATIONS.flatMap((mutation) =>
    (["lenient", "strict"] as const).flatMap((mode) => {
      const objects = mutation.validator || (mode === "strict" && mutation.schema);
      return isJudged(mutated(trace, mutation), mode, mutation.path, objects) ? [] : [`${mutation.name} (${mode})`];
    }),
  );
  const own = OWN_MUTATIONS.filter((mutation) => {
    const value = mutated(trace, mutation);
    const found = checkTrace(value, "strict");
    return checkTrace(value, "lenient").length > 0 || found.length === 0 || found.some(({ rule }) => rule !== "agon");
  }).map(({ name }) => name);
  return [
    holds(
      "the survey's example trace",
      "no fault, lenient and strict",
      `${faults.join(" and ")} faults`,
      sum(faults) === 0,
    ),
    holds(
      `${MUTATIONS.length} one-field mutations, each in both modes`,
      `all ${2 * MUTATIONS.length} verdicts as predicted, each fault with its path`,
      `${2 * MUTATIONS.length - wrong.length} as predicted${wrong.length > 0 ? `; not: ${wrong.join(", ")}` : ""}`,
      wrong.length === 0,
    ),
    holds(
      `${OWN_MUTATIONS.length} breaches of time and cause`,
      "strict mode alone objects, by Agon's own rules alone",
      `${OWN_MUTATIONS.length - own.length} so${own.length > 0 ? `; not: ${own.join(", ")}` : ""}`,
      own.length === 0,
    ),
    holds(
      "round trip of the example, with its keys in another order too",
      "the same bytes",
      repeats(trace) ? "the same" : "not the same",
      repeats(trace),
    ),
  ];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Whether a value passes, or fails with a fault at the path, as it should. */
function isJudged(value: unknown, mode: CheckMode, path: readonly (string | number)[], objects: boolean): boolean {
  const faults = checkTrace(value, mode);
  return objects ? faults.some((fault) => String(fault.path) === String(path)) : faults.length === 0;
}

/** Whether reading what was written, and writing it again, gives the same bytes, whatever the order of keys. */
export function repeats(trace: Trace): boolean {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, one]) => [key, turned(one)]),
    );
  };
  return [traceText, traceLine].every((write) => {
    const text = write(trace);
    const [read] = traceDocuments(text, "trace");
    const [other] = traceDocuments(JSON.stringify(turned(trace)), "trace");
    return [read, other].every(({ value }) => isSame(value, text, write));
  });
}

function isSame(value: unknown, text: string, write: (trace: Trace) => string): boolean {
  // What was a trace and lost a key on the way is none any more.
  return isTrace(value) && write(value) === text;
}
