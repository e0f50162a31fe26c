// Checks of worlds that replay a log: whether each seed has windows of its own, and what intervals over seeds are valid for.

import type { NumericSpec, Windows } from "../../core/environment.ts";
import { type Problem, UserError } from "../../core/errors.ts";
import type { Replicates } from "../../evaluation/statistics/interval.ts";
import type { PlayedWindows, ReadLog } from "./played-windows.ts";

/** The part of a spec that describes a world's episodes. */
type Cut = Pick<NumericSpec, "windows" | "horizon">;

/**
 * Throws a UserError where two episodes of a run would use the same window of a log, with a hint on what is possible. `from` is the option
 * that set the seeds.
 */
export function checkWindows(
  spec: Cut,
  seeds: readonly number[],
  episodes: number,
  from: Pick<Problem, "where"> = {},
): void {
  const { windows, horizon } = spec;
  if (windows === undefined || windows.block !== undefined) return;
  const wanted = seeds.length * episodes;
  const over = windows.whole === true ? tooManyEpisodes : tooMany;
  const problem =
    wanted > windows.disjoint ? over(windows, horizon, seeds, episodes) : shared(windows, seeds, episodes);
  if (problem === undefined) return;
  throw new UserError({ ...problem, ...(from.where === undefined ? { path: ["seeds"] } : from) });
}

const count = (value: number) => value.toLocaleString("en-US");
const counted = (value: number, noun: string) => `${count(value)} ${noun}${value === 1 ? "" : "s"}`;

function tooMany(
  { source, records, scored, fitted, disjoint }: Windows,
  horizon: number,
  seeds: readonly number[],
  episodes: number,
): Problem {
  const wanted = seeds.length * episodes;
  const each = episodes === 1 ? "" : ` of ${count(episodes)} episodes`;
  const part = fitted > 0 ? `the last ${count(scored)} ${records} of ${source} have` : `${source} has`;
  const longest = Math.floor(scored / wanted);
  const fewer = fewest(disjoint, episodes);
  return {
    code: "too-few-windows",
    what: `${counted(seeds.length, "seed")}${each} would play ${count(wanted)} windows of ${count(horizon)} ${records}, and ${part} room for ${count(disjoint)}${disjoint > 1 ? " side by side" : ""}`,
    hint: `take at most ${fewer}${longest < 1 ? "" : `, a horizon of at most ${count(longest)}`}, or log: { file: …, windows: blocks } with the file that stands there now, which draws short blocks with replacement`,
  };
}

const fewest = (disjoint: number, episodes: number): string =>
  episodes > disjoint ? counted(disjoint, "episode") : counted(Math.floor(disjoint / episodes), "seed");

function tooManyEpisodes(
  { source, fitted, disjoint }: Windows,
  _horizon: number,
  seeds: readonly number[],
  episodes: number,
): Problem {
  const left = fitted > 0 ? ` after the ${count(fitted)} that are set aside` : "";
  const what = `${counted(seeds.length, "seed")} would play ${counted(seeds.length * episodes, "episode")}, and ${source} has ${count(disjoint)}${left}`;
  return { code: "too-few-windows", what, hint: `take at most ${fewest(disjoint, episodes)}` };
}

/**
 * Throws a UserError where variants of a run take episodes from one log in different ways. The same seed would then be another window, and
 * differences between variants would include those of the windows.
 */
export function checkCuts(
  variants: readonly { readonly name: string; readonly setting: { readonly spec: Cut } }[],
): void {
  const cuts = new Map<string, { readonly name: string; readonly windows: Windows }>();
  for (const { name, setting } of variants) {
    const { windows } = setting.spec;
    if (windows === undefined) continue;
    // Another selection of rows of a file counts as another log.
    const log = `${windows.scored + windows.fitted} ${windows.source}`;
    const first = cuts.get(log) ?? { name, windows };
    cuts.set(log, first);
    if (first.windows.fitted === windows.fitted && first.windows.block === windows.block) continue;
    const what = `"${first.name}" and "${name}" would take different episodes from ${windows.source}`;
    const hint = "say `fit` and `windows` of the log once, at `environment`";
    throw new UserError({ code: "different-windows", what, path: ["variants"], hint });
  }
}

/** Window numbers repeat after the number of disjoint windows. */
function shared({ source, disjoint }: Windows, seeds: readonly number[], episodes: number): Problem | undefined {
  const played = new Map<number, number>();
  for (const seed of seeds) {
    for (let episode = 0; episode < episodes; episode++) {
      const window = (seed * episodes + episode) % disjoint;
      const before = played.get(window);
      if (before !== undefined) {
        const what = `seeds ${before} and ${seed} play the same window of ${source}, which has room for ${count(disjoint)} side by side`;
        return { code: "same-window", what, hint: "take seeds that follow each other" };
      }
      played.set(window, seed);
    }
  }
  return undefined;
}

/** Returns what the seeds of a world are replicates of; undefined where each is an independent observation. */
export function replicatesOf({ windows, horizon }: Cut, episodes: number): Replicates | undefined {
  if (windows?.block === undefined) return undefined;
  return { worth: windows.scored / (horizon * episodes), blocks: windows.scored / windows.block };
}

/** Describes how a run with `episodes` episodes took them from a log, and what its intervals are valid for, in a sentence. */
export function windowsInWords(
  { taken, scored, fitted, independent, block }: Omit<PlayedWindows, "text">,
  { kind, stretch }: Pick<ReadLog, "kind" | "stretch">,
  episodes: number,
): string {
  const aside = fitted === 0 ? "" : `; the first ${count(fitted)} are for fitting and in no figure`;
  if (taken === "anywhere") {
    const overlap = episodes * stretch > scored ? "overlap" : "may overlap";
    return `episodes began anywhere and ${overlap}, so that intervals are too narrow for any other log`;
  }
  if (taken === "disjoint") {
    return `episodes are ${count(episodes)} of the ${count(independent)} windows that lie side by side in it, so that seeds share no ${kind}${aside}`;
  }
  const worth = Number((scored / stretch).toPrecision(2));
  return `episodes are put together of blocks of ${count(block ?? 0)} ${kind}, drawn with replacement (circular block bootstrap); however many are played, intervals count for the ${worth} that the log holds${aside}`;
}
