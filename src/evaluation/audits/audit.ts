// Tests whether a mechanism is truthful. Random instances are drawn, and each is searched for a deviation that pays one agent more than
// truthful reporting while all others report truthfully. A search without a result is no proof; a deviation that it finds is a
// counterexample.

import { Random } from "../../core/random.ts";
import { type Estimate, estimate } from "../statistics/interval.ts";

/** The best deviation found in one instance. */
export interface Examined {
  /** Utility of the deviation less that of truthful reporting; 0 or less where no deviation pays more. */
  readonly gain: number;
  /** The deviating agent and its deviation, as text. */
  readonly deviation: string;
  /** Approximate upper bound of the instance's values, default 1. The rounding tolerance is a share of it. */
  readonly unit?: number;
}

/** A named mechanism with a function that draws and searches one instance. */
export interface AuditedRule {
  readonly id: string;
  readonly summary: string;
  readonly source: string;
  /** Whether the mechanism is claimed to be truthful. */
  readonly truthful: boolean;
  examine(random: Random): Examined | Promise<Examined>;
}

export interface AuditOptions {
  /** Number of instances to draw, each from its own random stream. */
  readonly instances: number;
  readonly seed: number;
}

/** Gains up to this share of the largest value are treated as rounding errors. */
export const TOLERANCE = 1e-9;

/** Result of an audit of one mechanism. */
export interface Audit {
  readonly rule: string;
  readonly summary: string;
  readonly source: string;
  readonly truthful: boolean;
  /** Whether the result agrees with the claim: truthful without a profitable deviation, or not truthful with one. */
  readonly agrees: boolean;
  readonly instances: number;
  /** Number of instances with a profitable deviation. */
  readonly refuted: number;
  /** The largest gain with its instance and deviation. Where no gain exceeds rounding, `instance` is −1 and `deviation` is empty. */
  readonly largest: { readonly gain: number; readonly instance: number; readonly deviation: string };
  /** Mean over instances of the best gain (0 where truthful reporting is best), with a 95 % interval. */
  readonly gain: Estimate;
}

/** Audits a mechanism: draws its instances and searches each. */
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
