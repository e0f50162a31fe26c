// Compares variants of one run or of several with the first of them, from data that is already read. Used by a server that queries DuckDB,
// and by pages that have the data in files.

import { UserError, unknownName } from "../../core/errors.ts";
import { count } from "../../evaluation/number-format.ts";
import { boundedEstimate, type Estimate } from "../../evaluation/statistics/interval.ts";
import { type Ranges, widest } from "../experiment/channel-range.ts";
import { effectsBetween, type MeasureSamples } from "../report/effects.ts";
import type { Effect } from "../report/report-data.ts";
import type { RunVariant, SettingDifference, SideBySide, SideMeasure, SideSource } from "./side-data.ts";

/** Maximum number of sides, above which a table is too wide to read. */
const MOST_SIDES = 12;

/** Name of the run of a side, as a URL has it. */
export const runNamed = (side: string): string => side.split("/", 1)[0];

/** Where sides are searched for. */
export interface SidePlaces {
  /** Description for messages: `this store`. */
  readonly where: string;
  readonly runs: readonly string[];
  /** Names of the variants of one of these runs. */
  variantsOf(run: string): readonly string[];
}

/**
 * Parses sides from a URL, `RUN/VARIANT`, or `RUN` for all variants of a run. Throws a UserError for an unknown run or variant, fewer sides
 * than `least`, or too many.
 */
export function sidesNamed(
  texts: readonly string[],
  { where, runs, variantsOf }: SidePlaces,
  least: 1 | 2 = 2,
): RunVariant[] {
  const sides = texts.flatMap((text): RunVariant[] => {
    const run = runNamed(text);
    if (!runs.includes(run)) throw new UserError(unknownName(`run of ${where}`, run, runs));
    const names = variantsOf(run);
    if (text === run) return names.map((variant) => ({ run, variant }));
    const variant = text.slice(run.length + 1);
    if (!names.includes(variant)) throw new UserError(unknownName(`variant of ${run}`, variant, names));
    return [{ run, variant }];
  });
  if (sides.length >= least && sides.length <= MOST_SIDES) return sides;
  const hint = `choose from ${least} to ${MOST_SIDES} variants, of one run or of several`;
  throw new UserError({ code: "sides", what: `${count(sides.length, "side")} cannot be compared`, hint });
}

/** A side with its measures by name. */
interface Known extends SideSource {
  readonly samples: MeasureSamples;
  readonly ranges: Ranges;
}

/** Compares sides with the first of them. `sources` has the data of all, in any order. */
export function comparison(sides: readonly RunVariant[], sources: readonly SideSource[]): SideBySide {
  const ordered = sides.flatMap(
    ({ run, variant }) => sources.find((source) => source.run === run && source.variant === variant) ?? [],
  );
  const files = ordered.map(({ settings }) => new Map(settings));
  const paths = [...new Set(files.flatMap((file) => [...file.keys()]))];
  const settings = paths.map(
    (path): SettingDifference => ({ path, values: files.map((file) => file.get(path) ?? null) }),
  );
  const differing = settings.filter(({ values }) => new Set(values).size > 1);
  const measures = measuresOf(ordered.map(knownOf));
  // Another number of seeds alone is no difference.
  const shown = (one: Estimate | null) => JSON.stringify(one === null ? null : [one.mean, one.low, one.high]);
  const parted = measures.filter(({ estimates }) => new Set(estimates.map(shown)).size > 1);
  return {
    sides: ordered.map(({ run, variant, title, seeds, cells, episodes }) => ({
      ...{ run, variant, title },
      ...{ seeds, cells, episodes },
    })),
    settings: differing,
    sameSettings: settings.length - differing.length,
    measures: parted,
    sameMeasures: measures.filter((measure) => !parted.includes(measure)).map(({ name }) => name),
  };
}

const knownOf = (source: SideSource): Known => ({
  ...source,
  samples: new Map(
    source.measured.map(({ name, values }) => [
      name,
      new Map(values.map(([seed, value]) => [seed, value ?? Number.NaN])),
    ]),
  ),
  ranges: new Map(
    source.measured.flatMap(({ name, range }): [string, readonly [number, number]][] =>
      range === null ? [] : [[name, range]],
    ),
  ),
});

function measuresOf(known: readonly Known[]): SideMeasure[] {
  const labels = known.map((_, k) => String(k));
  const effects = effectsBetween(
    new Map(known.map(({ samples }, k) => [labels[k], samples])),
    widest(known.map(({ ranges }) => ranges)),
    new Map(known.flatMap(({ replicates }, k) => (replicates === null ? [] : [[labels[k], replicates] as const]))),
    labels.slice(1).map((label) => [labels[0], label]),
  );
  const declared = new Map(known.flatMap((side) => side.declared).map((one) => [one.name, one]));
  return [...declared.values()].map(({ called, ...measure }) => {
    // The objective's label is shown only where all sides share it.
    const isShared = called !== undefined && known.every((side) => side.declared.some((one) => one.called === called));
    const apart = apartIn(measure.name, known);
    const effectOf = (label: string): Effect | null => {
      const match = effects.find((effect) => effect.b === label && effect.measure === measure.name);
      return apart === null && match !== undefined && match.n >= 2 ? match : null;
    };
    return {
      ...measure,
      ...(isShared && { called }),
      estimates: known.map((side) => estimateOf(side, measure.name)),
      effects: labels.map((label, k) => (k === 0 ? null : effectOf(label))),
      apart,
    };
  });
}

function estimateOf({ samples, measured, ranges, replicates }: Known, name: string): Estimate | null {
  const values = [...(samples.get(name)?.values() ?? [])];
  if (values.length === 0) return null;
  const isTrial = measured.some((measure) => measure.name === name && measure.isTrial);
  return boundedEstimate(values, ranges.get(name), isTrial, replicates ?? undefined);
}

/** Returns why the sides cannot be compared in a measure; null where they can. */
function apartIn(name: string, known: readonly Known[]): string | null {
  const differ = (of: (side: Known) => string | undefined): boolean => new Set(known.map(of)).size > 1;
  if (name === "pay" && differ(({ coin }) => coin)) return "they are paid in different coins";
  if (name === "objective" && differ(({ objective }) => objective)) return "their objectives differ";
  const unit = ({ declared }: Known) => declared.find((measure) => measure.name === name)?.unit;
  if (known.some((side) => unit(side) === undefined)) return "not all of them report it";
  return differ(unit) ? "its units differ" : null;
}
