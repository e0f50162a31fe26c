// `agon show`: what one thing is: parameters, channels with units, spaces, source.

import { z } from "zod";
import type { Channel } from "../core/channel.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError, unknownName } from "../core/errors.ts";
import { type Bound, ready } from "../core/registry.ts";
import { parametersOf } from "../lab/assignment.ts";
import { type Catalogue, loadCatalogue, type Mention } from "../lab/catalogue.ts";
import { parameterRows } from "../lab/parameter-rows.ts";
import type { PluginKind } from "../lab/plugins.ts";
import { studies } from "../systems/index.ts";
import type { JsonFlag, SetFlag } from "./main.ts";
import { number, print, printJson, style, table } from "./output.ts";
import { place } from "./place.ts";

/** Prints everything that is known of `id`. */
export async function show(id: string, flags: JsonFlag & SetFlag): Promise<number> {
  if (studies.has(id)) {
    const { title, source, claim, claimed } = await studies.get(id);
    if (flags.json === true) printJson({ id, kind: "study", title, source, claim, claimed });
    else print(style("bold", title), source, "", claim, `claimed: ${claimed}`, "", `run it: agon study ${id}`);
    return 0;
  }
  const parts = await loadCatalogue(process.cwd(), [anything(id)], place().onNotice);
  const { kind, entry } = named(id, parts);
  const parameters = parametersOf(flags.set ?? []);
  const world = kind === "environment" ? parts.environments.get(id) : undefined;
  const spec = world?.make(await ready(world, parameters, place())).spec;
  if (flags.json === true) {
    printJson({
      id,
      kind,
      summary: entry.summary,
      source: entry.source ?? null,
      parameters: z.toJSONSchema(entry.parameters, { io: "input", unrepresentable: "any" }),
      ...(spec === undefined ? {} : specJson(spec)),
    });
    return 0;
  }
  print(
    `${style("bold", id)}  ${style("dim", kind)}`,
    entry.summary,
    ...(entry.source === undefined ? [] : [style("dim", entry.source)]),
    "",
  );
  printParameters(entry.parameters);
  if (spec !== undefined) printSpec(spec);
  return 0;
}

/** Says that `id` is used, whatever it means. */
export function anything(id: string): Mention {
  return { kinds: ["environment", "reward", "agent", "algorithm"], name: id, path: [] };
}

/** The entry called `id`, whatever its kind. */
export function named(id: string, parts: Catalogue): { kind: PluginKind; entry: Bound<unknown> } {
  if (parts.environments.has(id)) return { kind: "environment", entry: parts.environments.get(id) };
  if (parts.rewards.has(id)) return { kind: "reward", entry: parts.rewards.get(id) };
  if (parts.agents.has(id)) return { kind: "agent", entry: parts.agents.get(id) };
  if (parts.algorithms.has(id)) return { kind: "algorithm", entry: parts.algorithms.get(id) };
  const { algorithms, environments, rewards, agents } = parts;
  const all = [algorithms, environments, rewards, agents, studies].flatMap((things) => things.ids());
  throw new UserError(unknownName("environment, reward, agent or study", id, all));
}

function specJson(spec: NumericSpec): object {
  return {
    agents: spec.agents.map((agent, i) => ({ id: agent, label: spec.labels[i] })),
    horizon: spec.horizon,
    deterministic: spec.deterministic,
    symmetric: spec.symmetric,
    action: {
      size: spec.actionSize,
      unit: spec.actionUnit,
      low: Array.from(spec.actionLow),
      high: Array.from(spec.actionHigh),
    },
    observation: { size: spec.observationSize, fields: spec.observation },
    channels: spec.channels,
    state: spec.publicState,
    oracles: Object.entries(spec.oracles ?? {}).map(([name, { meaning }]) => ({ name, meaning })),
  };
}

function printParameters(parameters: z.ZodType): void {
  const rows = parameterRows(parameters).map(({ name, preset, allowed, meaning }) => [name, preset, allowed, meaning]);
  print(
    rows.length === 0 ? "it takes no parameters" : table(["parameter", "default", "allowed", "meaning"], rows, 4),
    "",
  );
}

function printSpec(spec: NumericSpec): void {
  print(
    `agents       ${spec.agents
      .map((agent, i) => (spec.labels[i] === agent ? agent : `${agent} (${spec.labels[i]})`))
      .slice(0, 8)
      .join(", ")}${spec.agents.length > 8 ? `, … (${spec.agents.length})` : ""}`,
    `horizon      ${spec.horizon} steps`,
    `action       ${spec.actionSize} number in [${spec.actionLow[0]}, ${[...new Set(spec.actionHigh)].join(" or ")}] ${spec.actionUnit}`,
    `observation  ${spec.observationSize} numbers: ${spec.observation.map(({ name, size }) => `${name} (${size})`).join(", ")}`,
    `randomness   ${spec.deterministic ? "none: the same actions give the same episode" : "drawn from the seed"}`,
    ...(spec.publicState.length === 0 ? [] : [`state        ${spec.publicState.map(({ label }) => label).join(", ")}`]),
    ...(spec.oracles === undefined ? [] : [`oracles      ${Object.keys(spec.oracles).join(", ")}`]),
    "",
    table(["channel", "unit", "range", "over", "meaning"], spec.channels.map(channelRow), 5),
  );
}

function channelRow({ name, unit, low, high, over, meaning }: Channel): string[] {
  return [name, unit, `${number(low)} … ${number(high)}`, over, meaning];
}
