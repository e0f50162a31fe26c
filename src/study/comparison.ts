// Arms beside each other on the same seeds: from what each arm did under each seed to means and paired differences.

import { AMOUNT, difference, exponentOf, type Figure, ratioOf, SHARE, sampled } from "./figure.ts";
import { type Table, table } from "./table.ts";

/** One number of an arm's conduct: a key of it, or a function. */
export type Meter<Conduct> = NumericKey<Conduct> | ((conduct: Conduct) => number);

type NumericKey<Conduct> = {
  [Key in keyof Conduct]: Conduct[Key] extends number ? Key : never;
}[keyof Conduct];

/** Arms that met the same seeds. Where an arm left seeds out, two arms are compared on the seeds that both met. */
export interface Comparison<Arm extends string, Conduct> {
  /** What an arm did under each of its seeds; with `beside`, of those that this other arm met too. */
  conducts(arm: Arm, beside?: Arm): readonly Conduct[];
  /** An arm's number under each of those seeds. */
  values(arm: Arm, meter: Meter<Conduct>, beside?: Arm): number[];
  /** Its mean over seeds. */
  mean(arm: Arm, meter: Meter<Conduct>): Figure;
  /** The paired difference `one` − `other`. */
  less(one: Arm, other: Arm, meter: Meter<Conduct>): Figure;
  /** Σ one/Σ other. */
  ratio(one: Arm, other: Arm, meter: Meter<Conduct>): Figure;
  /** The exponent in `x` of an arm's mean curve, which has a number for each of `x`. */
  exponent(arm: Arm, x: ArrayLike<number>, curve: (conduct: Conduct) => ArrayLike<number>): Figure;
  /** The arm with the largest mean. */
  best(arms: readonly Arm[], meter: Meter<Conduct>): Arm;
  /** All arms by all meters. */
  table(title: string, arms: readonly Arm[], meters: Readonly<Record<string, Meter<Conduct>>>): Table;
}

/** How means and differences are told. */
export interface Telling<Conduct> {
  /** Of their intervals; 0.95 by default. */
  readonly confidence?: number;
  /** Meters between 0 and 1: the intervals of their means stay there, those of differences between −1 and 1. */
  readonly shares?: readonly Meter<Conduct>[];
  /** Meters that are never below 0: nor are the intervals of their means. */
  readonly amounts?: readonly Meter<Conduct>[];
}

/** Meters of a learning curve for a table's columns: its tests, each by how much was trained until then. */
export const curveColumns = (every: number, tests: number) =>
  Object.fromEntries(
    Array.from({ length: tests }, (_, k) => [
      String((k + 1) * every),
      ({ curve }: { readonly curve: ArrayLike<number> }) => curve[k],
    ]),
  );

/** `conducts` has what every arm did under one seed, for each seed. */
export function comparison<Arm extends string, Conduct>(
  conducts: readonly Readonly<Partial<Record<Arm, Conduct>>>[],
  telling?: Telling<Conduct>,
): Comparison<Arm, Conduct> {
  return compared<Arm, Conduct>((arm) => conducts.map((seed) => seed[arm]), telling);
}

/** Computes what every arm does under every seed, arm by arm. */
export function played<Arm extends string, Conduct>(
  arms: readonly Arm[],
  seeds: readonly number[],
  conduct: (arm: Arm, seed: number) => Conduct,
  telling?: Telling<Conduct>,
): Comparison<Arm, Conduct> {
  return byArm(new Map(arms.map((arm) => [arm, seeds.map((seed) => conduct(arm, seed))])), telling);
}

/** Arms with what each did under its seeds, in the same order; pairs are of arms with equally many. */
export function byArm<Arm extends string, Conduct>(
  conducts: ReadonlyMap<Arm, readonly Conduct[]>,
  telling?: Telling<Conduct>,
): Comparison<Arm, Conduct> {
  return compared((arm) => conducts.get(arm) ?? [], telling);
}

/** What came of jobs, of which each is an arm under a seed. */
export function gathered<Arm extends string, Conduct>(
  jobs: readonly { readonly arm: Arm; readonly seed: number }[],
  conducts: readonly Conduct[],
  telling?: Telling<Conduct>,
): Comparison<Arm, Conduct> {
  const seeds = new Map<number, Partial<Record<Arm, Conduct>>>();
  for (const [k, { arm, seed }] of jobs.entries()) seeds.set(seed, { ...seeds.get(seed), [arm]: conducts[k] });
  return comparison<Arm, Conduct>([...seeds.values()], telling);
}

function compared<Arm extends string, Conduct>(
  of: (arm: Arm) => readonly (Conduct | undefined)[],
  { confidence, shares = [], amounts = [] }: Telling<Conduct> = {},
): Comparison<Arm, Conduct> {
  const conducts = (arm: Arm, beside = arm) => {
    const others = of(beside);
    return of(arm).flatMap((conduct, seed) => (conduct === undefined || others[seed] === undefined ? [] : [conduct]));
  };
  const values = (arm: Arm, meter: Meter<Conduct>, beside?: Arm) =>
    conducts(arm, beside).map((conduct) => measured(conduct, meter));
  const range = (meter: Meter<Conduct>) =>
    shares.includes(meter) ? SHARE : amounts.includes(meter) ? AMOUNT : undefined;
  const mean = (arm: Arm, meter: Meter<Conduct>) => sampled(values(arm, meter), confidence, range(meter));
  const middle = (arm: Arm, meter: Meter<Conduct>) => mean(arm, meter).value ?? Number.NEGATIVE_INFINITY;
  return {
    conducts,
    values,
    mean,
    less: (one, other, meter) =>
      difference(values(one, meter, other), values(other, meter, one), confidence, range(meter)),
    ratio: (one, other, meter) => ratioOf(values(one, meter, other), values(other, meter, one)),
    exponent: (arm, x, curve) => exponentOf(x, conducts(arm).map(curve)),
    best: (arms, meter) => arms.reduce((a, b) => (middle(b, meter) > middle(a, meter) ? b : a)),
    table: (title, arms, meters) =>
      table(
        title,
        arms.map((arm) => [
          arm,
          Object.fromEntries(Object.entries(meters).map(([name, meter]) => [name, mean(arm, meter)])),
        ]),
      ),
  };
}

function measured<Conduct>(conduct: Conduct, meter: Meter<Conduct>): number {
  const value: unknown = typeof meter === "function" ? meter(conduct) : conduct[meter];
  if (typeof value !== "number") throw new Error(`${String(meter)} is no number of an arm`);
  return value;
}
