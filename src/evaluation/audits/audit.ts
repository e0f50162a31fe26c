// Whether a rule keeps what it claims: instances are drawn, and each is searched for a deviation that pays an agent better than the truth,
// while the others tell it. A search that finds nothing is no proof; what it finds is a counterexample.

import { Random } from "../../core/random.ts";
import { type Estimate, estimate } from "../statistics/interval.ts";

/** The best deviation that was found in an instance. */
export interface Examined {
  /** Utility less that of the truth; 0 or less where nothing pays better. */
  readonly gain: number;
  /** The agent and what it does instead of the truth, in words. */
  readonly deviation: string;
  /** What values of the instance are at most, about, default 1: what is rounding is told as a share of it. */
  readonly unit?: number;
}

/** A rule with a name, and how to draw and search an instance of it. */
export interface AuditedRule {
  readonly id: string;
  readonly summary: string;
  readonly source: string;
  /** Whether it is claimed that the truth pays every agent best. */
  readonly truthful: boolean;
  examine(random: Random): Examined | Promise<Examined>;
}

export interface AuditOptions {
  /** Instances that are drawn, each from a stream of its own. */
  readonly instances: number;
  readonly seed: number;
}

/** Gains up to here are rounding, as a share of the largest value. */
export const TOLERANCE = 1e-9;

/** What came of a rule. */
export interface Audit {
  readonly rule: string;
  readonly summary: string;
  readonly source: string;
  readonly truthful: boolean;
  /** Whether the finding agrees with the claim: something pays better than the truth in some instance, or in none. */
  readonly agrees: boolean;
  readonly instances: number;
  /** Instances in which something pays better than the truth. */
  readonly refuted: number;
  /** The largest gain, where it was found, and by what; the instance is −1, and nothing is said, where none is above rounding. */
  readonly largest: { readonly gain: number; readonly instance: number; readonly deviation: string };
  /** Of the best gain of each instance, 0 where the truth is best; with a 95 % interval over instances. */
  readonly gain: Estimate;
}

/** Draws instances of a rule and searches each. */
export async function auditRule(rule: AuditedRule, { instances, seed }: AuditOptions): Promise<Audit> {
  const gains = new Float64Array(instances);
  let largest = { gain: 0, instance: -1, deviation: "" };
  let refuted = 0;
  for (let instance = 0; instance < instances; instance++) {
    const { gain, deviation, unit = 1 } = await rule.examine(Random.of(seed, "audit", rule.id, instance));
    const rounding = TOLERANCE * unit;
    if (Number.isNaN(gain)) throw new Error(`the gain of ${rule.id} in instance ${instance} is no number`);
    gains[instance] = Math.max(0, gain);
    if (gain > rounding) refuted += 1;
    if (gain > Math.max(rounding, largest.gain)) largest = { gain, instance, deviation };
  }
  if (refuted === 0) largest = { ...largest, gain: Math.max(0, ...gains) };
  const { id, summary, source, truthful } = rule;
  return {
    rule: id,
    summary,
    source,
    truthful,
    agrees: truthful === (refuted === 0),
    instances,
    refuted,
    largest,
    gain: estimate(gains),
  };
}
