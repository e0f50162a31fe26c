// Verdicts on an experiment's claims, from its runs. Each claim is judged by an interval over seeds; the intervals hold simultaneously.

import { effectSizeInWords, withInterval } from "../../evaluation/number-format.ts";
import {
  boundedEstimate,
  cutAround,
  type Estimate,
  estimate,
  type Range,
  type Replicates,
} from "../../evaluation/statistics/interval.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { above, atLeast, atMost, type Bound, below, verdictOf, within } from "../../study/bound.ts";
import { type Figure, ofEstimate } from "../../study/figure.ts";
import { all } from "../../study/verdict.ts";
import type { Ranges } from "../experiment/channel-range.ts";
import { THROUGHOUT, TRAINING } from "../experiment/claimed-measures.ts";
import { claimText, type DeclaredClaim, partOf } from "../experiment/claims.ts";
import { LEARNING_RANGES } from "../experiment/learning-measures.ts";
import type { Database } from "../store/database.ts";
import type { RunRecord } from "../store/run-record.ts";
import { type BySeed, type MeasureSamples, shared, sharedReplicates } from "./effects.ts";
import type { ClaimedMeasures, JudgedClaim } from "./judged-claim.ts";
import { trainingMeans } from "./learning.ts";

/** Data that claims are judged by, each by variant. */
export interface ClaimedRuns {
  readonly samples: ReadonlyMap<string, MeasureSamples>;
  readonly ranges: ReadonlyMap<string, Ranges>;
  /** Binary measures of an episode, where a seed has one episode. */
  readonly trials: ReadonlyMap<string, ReadonlySet<string>>;
  readonly replicates: ReadonlyMap<string, Replicates>;
}

/** Judges the claims of a run's record by its samples and by what its learners measured. */
export async function judgedRun(
  database: Database,
  record: RunRecord,
  { samples, ...runs }: ClaimedRuns,
): Promise<{ claims: JudgedClaim[]; claimed: ClaimedMeasures[] }> {
  const { claims = [] } = record;
  const ofLearners = await Promise.all([
    learnersSamples(database, record, TRAINING, 0.9),
    learnersSamples(database, record, THROUGHOUT, 0),
  ]);
  const all = record.variants.map(({ name }): [string, MeasureSamples] => {
    const own = ofLearners.flatMap((of) => of(name));
    return [name, new Map([...(samples.get(name) ?? []), ...own])];
  });
  const whole = { ...runs, samples: new Map(all) };
  return { claims: judgedClaims(claims, whole), claimed: claimedMeasures(claims, whole) };
}

/** Returns the learners' measures that claims name by a prefix, by variant: means over the updates from a share of the training on. */
async function learnersSamples(database: Database, record: RunRecord, prefix: string, from: number) {
  const named = (record.claims ?? []).filter(({ sample }) => sample.startsWith(prefix));
  const measures = new Set(named.map(({ sample }) => sample.slice(prefix.length)));
  const means = await trainingMeans(database, record, [...measures], from);
  return (variant: string) =>
    [...(means.get(variant) ?? [])].map(([measure, values]) => [prefix + measure, values] as const);
}

/** Returns each measure that a claim is about, once. */
function claimedMeasures(claims: readonly DeclaredClaim[], runs: ClaimedRuns): ClaimedMeasures[] {
  const byMeasure = new Map(claims.map((claim) => [claim.measure, claim]));
  return [...byMeasure].map(([measure, claim]) => ({
    measure,
    values: Object.fromEntries(
      [...runs.samples.keys()].flatMap((variant) => {
        const estimate = ownEstimate({ ...claim, variant }, runs, 0.95);
        return estimate.n === 0 ? [] : [[variant, estimate]];
      }),
    ),
  }));
}

/** Judges claims. The intervals of k claims have level 1 − 0.05/k, so that all of them hold at once in 95 of 100 runs (Bonferroni). */
export function judgedClaims(claims: readonly DeclaredClaim[], runs: ClaimedRuns): JudgedClaim[] {
  const confidence = 1 - 0.05 / claims.length;
  return claims.map((claim): JudgedClaim => {
    const { name, headline, variant, measure, than } = claim;
    const tests = than === undefined ? testsAlone(claim, runs, confidence) : testsBeside(claim, than, runs, confidence);
    const [{ figure }] = tests;
    return {
      ...{ name, headline, variant, measure, ...(than === undefined ? {} : { than }) },
      text: claimText(claim),
      measured: measured(claim, figure),
      verdict: all(tests.map((test) => verdictOf(test.figure, test.bound))),
      ...{ mean: figure.value, low: figure.low ?? null, high: figure.high ?? null, n: figure.n ?? 0, confidence },
    };
  });
}

interface ClaimTest {
  readonly figure: Figure;
  readonly bound: Bound;
}

const BOUNDS = { above, below, atLeast, atMost };

/** Tests of a claim about one variant's value: between the claimed bounds. */
function testsAlone(claim: DeclaredClaim, runs: ClaimedRuns, confidence: number): ClaimTest[] {
  const { relation, amount, of = 0, relative } = claim;
  const figure = ofEstimate(ownEstimate(claim, runs, confidence));
  const far = relative ? amount * Math.abs(of) : amount;
  return [{ figure, bound: relation === "within" ? within(of - far, of + far) : BOUNDS[relation](amount) }];
}

/** Estimate of a variant's own measure over seeds. */
function ownEstimate({ variant, sample, factor }: DeclaredClaim, runs: ClaimedRuns, confidence: number): Estimate {
  const values = [...valuesOf(runs, variant, sample).values()].map((value) => factor * value);
  const ranges = runs.ranges.get(variant);
  const prefix = [TRAINING, THROUGHOUT].find((one) => sample.startsWith(one));
  if (prefix !== undefined) {
    const own = sample.slice(prefix.length);
    return cutAround(estimate(values, confidence), LEARNING_RANGES.get(own) ?? ranges?.get(own));
  }
  const range = ranges?.get(sample)?.map((end) => factor * end);
  const isTrial = factor === 1 && runs.trials.get(variant)?.has(sample) === true;
  const replicates = runs.replicates.get(variant);
  return boundedEstimate(values, rangeOf(range), isTrial, replicates, confidence);
}

/** Tests of a claim that compares two variants: on each seed, the variant's value minus a multiple of the other variant's value. */
function testsBeside(claim: DeclaredClaim, than: string, runs: ClaimedRuns, confidence: number): ClaimTest[] {
  const { variant, sample, factor, relation, times, amount, relative } = claim;
  const { ours, others } = shared(valuesOf(runs, variant, sample), valuesOf(runs, than, sample));
  const replicates = sharedReplicates(runs.replicates, variant, than);
  const beyond = (share: number): Figure => {
    const [one, other] = [ours.map((value) => factor * value), others.map((value) => share * factor * value)];
    const { effectSize, ...difference } = pairedEffect(other, one, { replicates, confidence });
    return { ...ofEstimate(difference), effectSize };
  };
  if (relation !== "within") return [{ figure: beyond(times), bound: BOUNDS[relation](amount) }];
  const figure = beyond(1);
  if (!relative) return [{ figure, bound: within(-amount, amount) }];
  // `within` a share means between two multiples of the other value; where that is negative, the larger multiple is the lower bound.
  const isNegative = others.reduce((sum, value) => sum + value, 0) < 0;
  const [least, most] = isNegative ? [1 + amount, 1 - amount] : [1 - amount, 1 + amount];
  const ANY: Bound = { words: "", low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, open: false };
  return [
    { figure, bound: ANY },
    { figure: beyond(least), bound: atLeast(0) },
    { figure: beyond(most), bound: atMost(0) },
  ];
}

const NONE: BySeed = new Map();

const valuesOf = ({ samples }: ClaimedRuns, variant: string, sample: string): BySeed =>
  samples.get(variant)?.get(sample) ?? NONE;

const rangeOf = (ends: readonly number[] | undefined): Range | undefined =>
  ends === undefined ? undefined : [Math.min(...ends), Math.max(...ends)];

/** Returns the result as text: the value, the difference from the other variant, or the difference from a multiple of it. */
function measured(
  { than, times, share }: DeclaredClaim,
  { value, low = null, high = null, effectSize, n = 0 }: Figure,
): string {
  const isBelow = than !== undefined && times !== 1 && value !== null && value < 0;
  const factor = (share ? 100 : 1) * (isBelow ? -1 : 1);
  const scaled = (one: number | null) => (one === null ? null : factor * one);
  const ends = isBelow ? { low: scaled(high), high: scaled(low) } : { low: scaled(low), high: scaled(high) };
  const unit = share ? (than === undefined ? " %" : " points") : "";
  const interval = `${withInterval({ mean: scaled(value), ...ends })}${unit}`;
  const size = effectSize === undefined || effectSize === null ? "" : `, ${effectSizeInWords(effectSize)}`;
  return `${placed(interval, isBelow, than, times)}${size}, ${n} ${n === 1 ? "seed" : "seeds"}`;
}

function placed(interval: string, isBelow: boolean, than: string | undefined, times: number): string {
  if (than === undefined) return interval;
  return times === 1 ? `difference ${interval}` : `${interval} ${isBelow ? "below" : "above"} ${partOf(than, times)}`;
}
