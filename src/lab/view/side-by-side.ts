// Compares variants of one run or of several with the first of them. This module reads the data of each from its store.

import { join } from "node:path";
import { isMap } from "../../core/checked.ts";
import { coinOf } from "../../rewards/coin.ts";
import type { Setting } from "../experiment/setting.ts";
import { replicatesOf } from "../experiment/windows.ts";
import { measuredBeside } from "../report/failures.ts";
import { rangesOf, trialsOf } from "../report/ranges.ts";
import { HEADLINE, type Measure } from "../report/report-data.ts";
import { samplesOf } from "../report/samples.ts";
import { openDatabase } from "../store/database.ts";
import { type RunRecord, readRecord, settingsOfRun } from "../store/run-record.ts";
import { runsOf } from "../store/store.ts";
import { comparison, sidesNamed } from "./side-comparison.ts";
import type { RunVariant, SideBySide, SideSource } from "./side-data.ts";

/** Returns the sides of a store that a URL names. Throws a UserError as `sidesNamed` does. */
export function sidesIn(store: string, texts: readonly string[], least?: 1 | 2): RunVariant[] {
  const variantsOf = (run: string) => readRecord(join(store, run)).variants.map(({ name }) => name);
  return sidesNamed(texts, { where: "this store", runs: runsOf(store), variantsOf }, least);
}

/** Compares sides with the first of them. */
export async function sideBySide(store: string, sides: readonly RunVariant[]): Promise<SideBySide> {
  const sources: SideSource[] = [];
  for (const run of new Set(sides.map((side) => side.run)))
    sources.push(
      ...(await sideSources(store, run, (name) => sides.some((side) => side.run === run && side.variant === name))),
    );
  return comparison(sides, sources);
}

/** Returns the data for a comparison of a run's variants, or of the wanted ones. */
export async function sideSources(
  store: string,
  run: string,
  isWanted: (variant: string) => boolean = () => true,
): Promise<SideSource[]> {
  const folder = join(store, run);
  const record = readRecord(folder);
  const { title, seeds, episodes } = record;
  const settings = await settingsOfRun(folder, record);
  const database = await openDatabase([folder], 1, { tables: ["episodes"] });
  try {
    const sources: SideSource[] = [];
    for (const [k, { name: variant, description }] of record.variants.entries()) {
      if (!isWanted(variant)) continue;
      const setting = settings[k];
      const { reward } = description;
      const { samples, cells } = await samplesOf(database, variant, setting, seeds);
      const [ranges, trials] = [rangesOf(setting, reward), trialsOf(setting)];
      sources.push({
        ...{ run, variant, title, seeds: seeds.length, cells, episodes: cells * episodes },
        settings: [...settingsIn(record, variant)],
        objective: JSON.stringify(record.objective),
        coin: coinOf(reward, setting.spec.channels),
        declared: declaredBy(setting),
        measured: [...samples].map(([name, values]) => ({
          name,
          range: ranges.get(name) ?? null,
          isTrial: episodes === 1 && trials.has(name),
          values: [...values].map(([seed, value]) => [seed, Number.isFinite(value) ? value : null] as const),
        })),
        replicates: replicatesOf(setting.spec, episodes) ?? null,
      });
    }
    return sources;
  } finally {
    database.close();
  }
}

/** Returns the resolved settings of a variant's file, by path. */
function settingsIn({ seeds, episodes, objective, variants }: RunRecord, variant: string): ReadonlyMap<string, string> {
  const description = variants.find(({ name }) => name === variant)?.description;
  const isStretch = seeds.every((seed, k) => seed === seeds[0] + k);
  const range = isStretch && seeds.length > 2 ? `${seeds[0]} to ${seeds[seeds.length - 1]}` : seeds.join(", ");
  const settings = new Map<string, string>();
  const agents = typeof description?.agents === "string" ? { policy: description.agents } : description?.agents;
  flatten({ ...description, agents, objective, episodes, seeds: range }, "", settings);
  return settings;
}

function flatten(value: unknown, path: string, settings: Map<string, string>): void {
  if (isMap(value)) {
    for (const [key, part] of Object.entries(value)) flatten(part, path === "" ? key : `${path}.${key}`, settings);
  } else if (Array.isArray(value) && value.some((part) => typeof part === "object")) {
    for (const [k, part] of value.entries()) flatten(part, `${path}.${k}`, settings);
  } else if (value !== undefined) settings.set(path, Array.isArray(value) ? value.join(", ") : String(value));
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
  // With a single agent, welfare and inequality add nothing to pay and payoff.
  const alone = setting.spec.agents.length === 1;
  const shown = HEADLINE.filter((name) => !alone || (name !== "welfare" && name !== "inequality"));
  return [
    ...shown.map((name) => ({
      name,
      ...(name === "objective" && { called: setting.objective.name }),
      ...{ unit: headline[name][0], meaning: headline[name][1] },
    })),
    ...[...setting.spec.channels, ...measuredBeside(setting)].map(({ name, unit, meaning }) => ({
      name,
      unit,
      meaning,
    })),
  ];
}
