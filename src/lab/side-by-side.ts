// Variants of one run or of several, compared with the first of them: what differs in their files and in their results.

import { join } from "node:path";
import { checked, isMap } from "../core/checked.ts";
import { UserError, unknownName } from "../core/errors.ts";
import { count } from "../evaluation/number-format.ts";
import { boundedEstimate, type Estimate } from "../evaluation/statistics/interval.ts";
import { coinOf } from "../rewards/coin.ts";
import { rewardDeclaration } from "../rewards/index.ts";
import { openDatabase } from "./database.ts";
import { effectsBetween, type MeasureSamples } from "./effects.ts";
import { measuredBeside } from "./failures.ts";
import { type Ranges, rangesOf, trialsOf, widest } from "./ranges.ts";
import { type Effect, HEADLINE, type Measure } from "./report-data.ts";
import { type RunRecord, readRecord, settingsOfRun } from "./run-record.ts";
import { type Gathered, samplesOf } from "./samples.ts";
import type { Setting } from "./setting.ts";
import type { RunVariant, SettingDifference, SideBySide, SideMeasure } from "./side-data.ts";
import { runsOf } from "./store.ts";
import { replicatesOf } from "./windows.ts";

/** Sides beyond which a table is too wide to read. */
const MOST_SIDES = 12;

/**
 * Reads sides as an address names them, `RUN/VARIANT`, or `RUN` for all variants of a run. A UserError where there is no such run or
 * variant in the store, fewer than two sides, or too many.
 */
export function sidesIn(store: string, texts: readonly string[]): RunVariant[] {
  const runs = runsOf(store);
  const sides = texts.flatMap((text): RunVariant[] => {
    const [run] = text.split("/", 1);
    if (!runs.includes(run)) throw new UserError(unknownName("run of this store", run, runs));
    const names = readRecord(join(store, run)).variants.map(({ name }) => name);
    if (text === run) return names.map((variant) => ({ run, variant }));
    const variant = text.slice(run.length + 1);
    if (!names.includes(variant)) throw new UserError(unknownName(`variant of ${run}`, variant, names));
    return [{ run, variant }];
  });
  if (sides.length >= 2 && sides.length <= MOST_SIDES) return sides;
  const hint = `choose from 2 to ${MOST_SIDES} variants, of one run or of several`;
  throw new UserError({ code: "sides", what: `${count(sides.length, "side")} cannot be compared`, hint });
}

/** Everything that is known of a side. */
interface Known extends RunVariant {
  readonly record: RunRecord;
  readonly setting: Setting;
  readonly gathered: Gathered;
  readonly ranges: Ranges;
  readonly coin: string;
}

/** Compares sides; the first is what the others are compared with. */
export async function sideBySide(store: string, sides: readonly RunVariant[]): Promise<SideBySide> {
  const byRun = new Map<string, readonly Known[]>();
  for (const run of new Set(sides.map((side) => side.run))) byRun.set(run, await knownOf(store, run, sides));
  const known = sides.flatMap((side) => byRun.get(side.run)?.find(({ variant }) => variant === side.variant) ?? []);
  const files = known.map(({ record, variant }) => settingsIn(record, variant));
  const paths = [...new Set(files.flatMap((file) => [...file.keys()]))];
  const settings = paths.map(
    (path): SettingDifference => ({ path, values: files.map((file) => file.get(path) ?? null) }),
  );
  const differing = settings.filter(({ values }) => new Set(values).size > 1);
  const measures = measuresOf(known);
  const parted = measures.filter(({ estimates }) => new Set(estimates.map((one) => JSON.stringify(one))).size > 1);
  return {
    sides: known.map(({ run, variant, record, gathered: { cells } }) => ({
      ...{ run, variant, title: record.title, seeds: record.seeds.length },
      ...{ cells, episodes: cells * record.episodes },
    })),
    settings: differing,
    sameSettings: settings.length - differing.length,
    measures: parted,
    sameMeasures: measures.filter((measure) => !parted.includes(measure)).map(({ name }) => name),
  };
}

/** The sides of one run. */
async function knownOf(store: string, run: string, sides: readonly RunVariant[]): Promise<Known[]> {
  const folder = join(store, run);
  const record = readRecord(folder);
  const settings = await settingsOfRun(folder, record);
  const database = await openDatabase([folder], 1, { tables: ["episodes"] });
  try {
    const known: Known[] = [];
    for (const [k, { name: variant, description }] of record.variants.entries()) {
      if (!sides.some((side) => side.run === run && side.variant === variant)) continue;
      const reward = checked(rewardDeclaration, description.reward);
      known.push({
        ...{ run, variant, record, setting: settings[k] },
        gathered: await samplesOf(database, variant, settings[k], record.seeds),
        ranges: rangesOf(settings[k], reward),
        coin: coinOf(reward, settings[k].spec.channels),
      });
    }
    return known;
  } finally {
    database.close();
  }
}

/** What a variant's file says, resolved, by path. */
function settingsIn({ seeds, episodes, objective, variants }: RunRecord, variant: string): ReadonlyMap<string, string> {
  const description = variants.find(({ name }) => name === variant)?.description;
  const isStretch = seeds.every((seed, k) => seed === seeds[0] + k);
  const range = isStretch && seeds.length > 2 ? `${seeds[0]} to ${seeds[seeds.length - 1]}` : seeds.join(", ");
  const found = new Map<string, string>();
  const agents = typeof description?.agents === "string" ? { policy: description.agents } : description?.agents;
  flatten({ ...description, agents, objective, episodes, seeds: range }, "", found);
  return found;
}

function flatten(value: unknown, path: string, found: Map<string, string>): void {
  if (isMap(value)) {
    for (const [key, part] of Object.entries(value)) flatten(part, path === "" ? key : `${path}.${key}`, found);
  } else if (Array.isArray(value) && value.some((part) => typeof part === "object")) {
    for (const [k, part] of value.entries()) flatten(part, `${path}.${k}`, found);
  } else if (value !== undefined) found.set(path, Array.isArray(value) ? value.join(", ") : String(value));
}

function measuresOf(known: readonly Known[]): SideMeasure[] {
  const [first] = known;
  const labels = known.map((_, k) => String(k));
  const samples = new Map<string, MeasureSamples>(known.map(({ gathered }, k) => [labels[k], gathered.samples]));
  const replicates = new Map(
    known.flatMap(({ setting, record }, k) => {
      const own = replicatesOf(setting.spec, record.episodes);
      return own === undefined ? [] : [[labels[k], own] as const];
    }),
  );
  const effects = effectsBetween(
    samples,
    widest(known.map(({ ranges }) => ranges)),
    replicates,
    labels.slice(1).map((label) => [labels[0], label]),
  );
  const declared = new Map(known.flatMap(({ setting }) => declaredBy(setting)).map((one) => [one.name, one]));
  return [...declared.values()].map((measure) => {
    const apart = apartIn(measure.name, known);
    const effectOf = (label: string): Effect | null => {
      const found = effects.find((effect) => effect.b === label && effect.measure === measure.name);
      return apart === null && found !== undefined && found.n >= 2 ? found : null;
    };
    return {
      ...measure,
      estimates: known.map((side) => estimateOf(side, measure.name)),
      effects: labels.map((label, k) => (k === 0 || first === undefined ? null : effectOf(label))),
      apart,
    };
  });
}

function declaredBy(setting: Setting): Measure[] {
  const headline: Readonly<Record<string, readonly [unit: string, meaning: string]>> = {
    pay: ["", "pay of an episode, mean over agents"],
    objective: [setting.objective.unit, setting.objective.meaning],
    welfare: ["", "sum over agents of what they got"],
    inequality: ["", "Gini coefficient of what agents got"],
    steps: ["steps", "length of an episode"],
    terminated: ["share of episodes", "episodes that the world ended before the horizon"],
  };
  // Of one agent the two say nothing that pay and payoff do not.
  const alone = setting.spec.agents.length === 1;
  const shown = HEADLINE.filter((name) => !alone || (name !== "welfare" && name !== "inequality"));
  return [
    ...shown.map((name) => ({ name, unit: headline[name][0], meaning: headline[name][1] })),
    ...[...setting.spec.channels, ...measuredBeside(setting)].map(({ name, unit, meaning }) => ({
      name,
      unit,
      meaning,
    })),
  ];
}

function estimateOf({ gathered, setting, record, ranges }: Known, name: string): Estimate | null {
  const values = gathered.samples.get(name);
  if (values === undefined || values.size === 0) return null;
  const isTrial = record.episodes === 1 && trialsOf(setting).has(name);
  return boundedEstimate([...values.values()], ranges.get(name), isTrial, replicatesOf(setting.spec, record.episodes));
}

/** Why sides cannot be compared in a measure. */
function apartIn(name: string, known: readonly Known[]): string | null {
  const differ = (of: (side: Known) => unknown): boolean =>
    new Set(known.map((side) => JSON.stringify(of(side)))).size > 1;
  if (name === "pay" && differ(({ coin }) => coin)) return "they are paid in different coins";
  if (name === "objective" && differ(({ record }) => record.objective)) return "their objectives differ";
  const unit = ({ setting }: Known) => declaredBy(setting).find((measure) => measure.name === name)?.unit;
  if (known.some((side) => unit(side) === undefined)) return "not all of them report it";
  return differ(unit) ? "its units differ" : null;
}
