// Arms beside each other on the same seeds: from what each arm did under each seed to means and paired differences.

import { difference, type Figure, ratioOf, sampled } from "./figure.ts";
import { type Table, table } from "./table.ts";

/** One number of an arm's conduct: a key of it, or a function. */
export type Meter<Conduct> = NumericKey<Conduct> | ((conduct: Conduct) => number);

type NumericKey<Conduct> = {
  [Key in keyof Conduct]: Conduct[Key] extends number ? Key : never;
}[keyof Conduct];

/** Arms that met the same seeds. */
export interface Comparison<Arm extends string, Conduct> {
  /** An arm's number under each seed. */
  values(arm: Arm, meter: Meter<Conduct>): number[];
  /** Its mean over seeds. */
  mean(arm: Arm, meter: Meter<Conduct>): Figure;
  /** The paired difference `one` − `other`. */
  less(one: Arm, other: Arm, meter: Meter<Conduct>): Figure;
  /** Σ one/Σ other. */
  ratio(one: Arm, other: Arm, meter: Meter<Conduct>): Figure;
  /** The arm with the largest mean. */
  best(arms: readonly Arm[], meter: Meter<Conduct>): Arm;
  /** All arms by all meters. */
  table(title: string, arms: readonly Arm[], meters: Readonly<Record<string, Meter<Conduct>>>): Table;
}

/** `conducts` has what every arm did under one seed, for each seed. */
export function comparison<Arm extends string, Conduct>(
  conducts: readonly Readonly<Record<Arm, Conduct>>[],
): Comparison<Arm, Conduct> {
  return compared((arm) => conducts.map((seed) => seed[arm]));
}

/** Computes what every arm does under every seed, arm by arm. */
export function played<Arm extends string, Conduct>(
  arms: readonly Arm[],
  seeds: readonly number[],
  conduct: (arm: Arm, seed: number) => Conduct,
): Comparison<Arm, Conduct> {
  const conducts = new Map(arms.map((arm) => [arm, seeds.map((seed) => conduct(arm, seed))]));
  return compared((arm) => conducts.get(arm) ?? []);
}

function compared<Arm extends string, Conduct>(of: (arm: Arm) => readonly Conduct[]): Comparison<Arm, Conduct> {
  const values = (arm: Arm, meter: Meter<Conduct>) => of(arm).map((conduct) => measured(conduct, meter));
  const mean = (arm: Arm, meter: Meter<Conduct>) => sampled(values(arm, meter));
  const middle = (arm: Arm, meter: Meter<Conduct>) => mean(arm, meter).value ?? Number.NEGATIVE_INFINITY;
  return {
    values,
    mean,
    less: (one, other, meter) => difference(values(one, meter), values(other, meter)),
    ratio: (one, other, meter) => ratioOf(values(one, meter), values(other, meter)),
    best: (arms, meter) => arms.reduce((a, b) => (middle(b, meter) > middle(a, meter) ? b : a)),
    table: (title, arms, meters) =>
      table(
        title,
        Object.fromEntries(
          arms.map((arm) => [
            arm,
            Object.fromEntries(Object.entries(meters).map(([name, meter]) => [name, mean(arm, meter)])),
          ]),
        ),
      ),
  };
}

function measured<Conduct>(conduct: Conduct, meter: Meter<Conduct>): number {
  const value: unknown = typeof meter === "function" ? meter(conduct) : conduct[meter];
  if (typeof value !== "number") throw new Error(`${String(meter)} is no number of an arm`);
  return value;
}
