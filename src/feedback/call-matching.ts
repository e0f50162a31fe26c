// What calls of tools are worth beside a reference trace: each is matched with a call that was expected, and paid how like it it
// is (MatchTIR, arXiv 2601.10712). Order plays no part: what must come later says so by its arguments.

import { isDeepStrictEqual } from "node:util";
import { greedyAssignment, optimalAssignment, type PairAssignment } from "../math/assignment.ts";
import { sinkhorn } from "../math/sinkhorn.ts";
import type { ToolCall } from "./tool-call.ts";

/**
 * How calls find the calls that they are held against: one to one with the best total (Kuhn & Munkres); one to one, the best
 * pair first (what the released code does under the former's name); by shares (optimal transport), with or without the number of
 * calls as a factor; or each with the one that is most like it, shared or not, so that repeating a call is paid again.
 */
export const MATCHINGS = ["optimal", "greedy", "transport", "unscaled transport", "any"] as const;

export interface MatchingOptions {
  readonly by: (typeof MATCHINGS)[number];
  /** Pay of a call that has no reference: 0, or below. Transport knows none. */
  readonly unmatched: number;
}

/** What an entropic plan of transport is regularised by (the released code's). */
const REGULARISATION = 0.1;
/** How much more the same likeness counts in an earlier call, so that of two equal calls the first is the one that was expected. */
const EARLIER = 1e-9;

/**
 * From 0, another name, to 1, the same call: (1 + J + n)/(2 + parameters of the reference), with J the overlap of the
 * parameters' names and n the number of them that have the reference's value. Names of tools are compared in lower case; values
 * strictly, in depth.
 */
export function callSimilarity(call: ToolCall, reference: ToolCall): number {
  if (call.name.toLowerCase() !== reference.name.toLowerCase()) return 0;
  const names = Object.keys(reference.arguments);
  const equal = names.filter(
    (name) => Object.hasOwn(call.arguments, name) && isDeepStrictEqual(call.arguments[name], reference.arguments[name]),
  ).length;
  return (1 + multisetJaccard(Object.keys(call.arguments), names) + equal) / (2 + names.length);
}

/** |a ∩ b|/(|a| + |b| − |a ∩ b|), counting what stands there twice twice; 1 where both are empty. */
export function multisetJaccard(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return 1;
  const left = [...b];
  const common = a.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
  return common / (a.length + b.length - common);
}

/** What each call is paid, in their order; malformed calls, undefined, are like none. */
export function callRewards(
  calls: readonly (ToolCall | undefined)[],
  references: readonly ToolCall[],
  options: MatchingOptions,
): Float64Array {
  return matchRewards(
    calls.map((call) =>
      Float64Array.from(references, (reference) => (call === undefined ? 0 : callSimilarity(call, reference))),
    ),
    options,
  );
}

/**
 * Pay of the rows of a matrix of likenesses, [calls][references], each from 0 to 1. A pair that is not alike at all is never
 * matched. Transport pays calls·Σ_j T_ij·S_ij for the plan T of costs −S and equal masses: a call from 0 to 1 too, however many
 * there are, so that surplus calls raise the sum. The released code leaves out the factor: all calls together earn at most 1.
 */
export function matchRewards(likeness: readonly Float64Array[], { by, unmatched }: MatchingOptions): Float64Array {
  const calls = likeness.length;
  const rewards = new Float64Array(calls).fill(unmatched);
  if (calls === 0 || likeness[0].length === 0) return rewards;
  const pay = ({ pairs }: PairAssignment): void => {
    for (const [i, j] of pairs) if (likeness[i][j] > 0) rewards[i] = likeness[i][j];
  };
  switch (by) {
    case "optimal":
      pay(optimalAssignment(likeness.map((row, i) => row.map((like) => like * (1 - i * EARLIER)))));
      return rewards;
    case "greedy":
      pay(greedyAssignment(likeness));
      return rewards;
    case "any":
      return rewards.map((none, i) => Math.max(...likeness[i]) || none);
    case "transport":
    case "unscaled transport": {
      const { plan } = sinkhorn(
        likeness.map((row) => row.map((like) => -like)),
        REGULARISATION,
      );
      const scale = by === "transport" ? calls : 1;
      return rewards.map((_, i) => scale * plan[i].reduce((sum, mass, j) => sum + mass * likeness[i][j], 0));
    }
    default:
      return by satisfies never;
  }
}
