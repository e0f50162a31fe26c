// `agon check`: runs the laws that Agon's own worlds, rewards and agents obey on a given one.

import { resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { ready } from "../core/registry.ts";
import { environmentLaws } from "../evaluation/laws/environment-laws.ts";
import type { LawVerdict } from "../evaluation/laws/law.ts";
import { type BenchWorld, type Checked, fittingWorlds, lawsIn, worldBeside } from "../lab/check/bench-world.ts";
import { parametersOf } from "../lab/experiment/assignment.ts";
import { type Catalogue, loadCatalogue, type Mention } from "../lab/experiment/catalogue.ts";
import { isFile, type PluginKind } from "../lab/experiment/plugins.ts";
import type { Flags } from "./commands.ts";
import { answer, print, style } from "./output.ts";
import { place } from "./place.ts";
import { anything, named } from "./show.ts";

/** The world where none is named. */
const USUAL = "coopetition/slcd";

/** Maximum number of worlds that a sentence names. */
const MOST_NAMED = 6;

/** Runs the laws. Exit code 2 where one is broken. */
export async function check(id: string, flags: Flags<"check">): Promise<number> {
  if (/\.ya?ml$/i.test(id)) return (await import("./check-experiment.ts")).checkExperiment(id, flags);
  const directory = process.cwd();
  const adjacent = isFile(id) && flags.environment === undefined ? worldBeside(resolve(id), directory) : undefined;
  const world: BenchWorld = adjacent ?? { id: flags.environment ?? USUAL, parameters: {}, directory };
  const mention: Mention = { kinds: ["environment"], name: world.id, path: [] };
  const parts = await loadCatalogue(directory, [anything(id), mention], place().onNotice);
  const { kind } = named(id, parts);
  const parameters = parametersOf(flags.set);
  if (kind === "environment") return printLaws(id, kind, await worldLaws(parts, id, parameters), flags);
  const checked = checkedIn(parts, kind, id, parameters);
  const entry = parts.environments.get(world.id);
  const given = await ready(entry, world.parameters, { ...place(), directory: world.directory });
  const laws = await lawsIn(checked, () => entry.make(given), parts, entry.summary);
  const isBroken = laws.some(({ pass }) => !pass);
  const isChosen = flags.environment !== undefined || adjacent !== undefined;
  const fitting = isBroken && !isChosen ? await fittingWorlds(checked) : undefined;
  return printLaws(id, kind, laws, flags, world, fitting);
}

/** Prints the results of the laws, and returns the exit code. */
function printLaws(
  id: string,
  kind: PluginKind,
  laws: readonly LawVerdict[],
  flags: Flags<"check">,
  world?: BenchWorld,
  fitting?: readonly string[],
): number {
  const broken = laws.filter(({ pass }) => !pass).length;
  const where = world === undefined ? {} : { environment: world.id };
  answer(flags, { id, kind, ...where, pass: broken === 0, laws, ...(fitting && { fitting }) }, () => {
    for (const { law, pass, detail } of laws)
      print(pass ? `${style("green", "✓")} ${law}` : `${style("red", "✗")} ${law}: ${detail}`);
    const within =
      world === undefined
        ? ""
        : ` in ${world.id}${world.experiment === undefined ? "" : `, the world of ${world.experiment}`}`;
    print(
      "",
      `${id} ${broken === 0 ? `obeys all ${laws.length}` : `breaks ${broken} of ${laws.length}`} laws${within}`,
    );
    if (broken > 0 && world !== undefined) print(`another world may fit: --environment NAME or ./FILE${fits(fitting)}`);
  });
  return broken === 0 ? 0 : 2;
}

/** Describes which built-in worlds the part fits. */
function fits(worlds: readonly string[] | undefined): string {
  if (worlds === undefined) return "";
  if (worlds.length === 0) return "; of the shipped ones none does";
  const more = worlds.length > MOST_NAMED ? `, … (${worlds.length} in all)` : "";
  return `; it obeys all laws in ${worlds.slice(0, MOST_NAMED).join(", ")}${more}`;
}

async function worldLaws(parts: Catalogue, id: string, parameters: unknown): Promise<readonly LawVerdict[]> {
  const entry = parts.environments.get(id);
  const prepared = await ready(entry, parameters, place());
  entry.make(prepared);
  return environmentLaws(() => entry.make(prepared));
}

function checkedIn(
  parts: Catalogue,
  kind: Exclude<PluginKind, "environment">,
  id: string,
  parameters: unknown,
): Checked {
  switch (kind) {
    case "reward":
      return { kind, plan: parts.rewards.get(id).make(parameters) };
    case "agent":
      return { kind, plan: parts.agents.get(id).make(parameters) };
    case "algorithm":
      throw noLaws(`"${id}" is an algorithm`, trained(`{ policy: ${id} }`));
    case "text-method":
      throw noLaws(`"${id}" is a text method`, trained(`{ policy: grpo, method: ${id} }`));
    case "callback":
      throw noLaws(`"${id}" is a callback`, trained(`{ policy: grpo, with: [${id}] }`));
    case "rule":
      throw noLaws(`"${id}" is a rule`, `search what it claims: agon audit ${id}`);
    case "feedback":
      throw noLaws(`"${id}" is a source of feedback`, `let a reward be learnt from it: feedback: ${id}`);
    case "measure":
      throw noLaws(`"${id}" is a measure`, `measure with it in an experiment: measures: [${id}]`);
    default:
      return kind satisfies never;
  }
}

const trained = (agents: string): string => `train it in an experiment: agents: ${agents}`;

const noLaws = (what: string, hint: string): UserError =>
  new UserError({ code: "no-laws", what: `${what}, and the laws are for worlds, rewards and agents`, hint });
