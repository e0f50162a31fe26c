// `agon show`: the description of one part: parameters, channels with units, spaces, source. A name that no part has may be a run's.

import { z } from "zod";
import type { Channel } from "../core/channel.ts";
import { choicesInWords } from "../core/choices-in-words.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError, unknownName } from "../core/errors.ts";
import { type BoundEntry, type Registry, ready } from "../core/registry.ts";
import { arenas } from "../environments/arenas/index.ts";
import { ratings } from "../evaluation/ratings/index.ts";
import { refuseExample } from "../lab/examples/examples.ts";
import { parametersOf } from "../lab/experiment/assignment.ts";
import { type Catalogue, loadCatalogue, type Mention, registriesOf } from "../lab/experiment/catalogue.ts";
import { PLUGIN_KINDS, type PluginKind } from "../lab/experiment/plugins.ts";
import { parameterRows } from "../lab/manual/parameter-rows.ts";
import { studies } from "../systems/index.ts";
import type { Flags } from "./commands.ts";
import { number, print, printJson, style, table } from "./output.ts";
import { place } from "./place.ts";

/** Prints the description of `id`. */
export async function show(id: string, flags: Flags<"show">): Promise<number> {
  const parts = await loadCatalogue(process.cwd(), [anything(id)], place().onNotice);
  const entries = called(id, parts);
  if (studies.has(id)) {
    const { title, source, claim, claimed } = await studies.get(id);
    if (flags.json) {
      const brings = entries.map((one) => describedEntry(id, one));
      return printJson({ id, kind: "study", title, source, claim, claimed, ...(brings.length > 0 && { brings }) });
    }
    print(style("bold", title), source, "", claim, `claimed: ${claimed}`, "", `run it: agon study ${id}`);
    for (const one of entries) printEntry(id, one);
    return 0;
  }
  const apart = await ofAnotherCommand(id);
  if (apart !== undefined) {
    if (flags.json) return printJson(describedEntry(id, apart));
    printEntry(id, apart);
    return print(apart.use);
  }
  if (entries.length === 0) {
    const { isRun, showRun } = await import("./show-run.ts");
    if (isRun(flags.store, id)) return showRun(id, flags);
  }
  const { kind, entry } = named(id, parts);
  const parameters = parametersOf(flags.set);
  const world = kind === "environment" ? parts.environments.get(id) : undefined;
  const spec = world?.make(await ready(world, parameters, place())).spec;
  if (flags.json) return printJson({ ...describedEntry(id, { kind, entry }), ...(spec && specJson(spec)) });
  printEntry(id, { kind, entry });
  if (spec !== undefined) printSpec(spec);
  return 0;
}

/** Returns a part that no experiment names, an arena or a rating, with the command that uses it. */
async function ofAnotherCommand(id: string): Promise<(DescribedPart & { readonly use: string }) | undefined> {
  if (arenas.has(id))
    return { kind: "arena", entry: await arenas.get(id), use: `play in it: agon match ${id} FILE FILE` };
  if (ratings.has(id))
    return { kind: "rating", entry: await ratings.get(id), use: `rate by it: agon rate FILE --model ${id}` };
  return undefined;
}

interface Entry {
  readonly kind: PluginKind;
  readonly entry: BoundEntry<unknown>;
}

/** The description of an entry of any kind. */
interface DescribedPart extends Pick<Entry, "entry"> {
  readonly kind: string;
}

function describedEntry(id: string, { kind, entry: { summary, source, parameters } }: DescribedPart): object {
  const schema = z.toJSONSchema(parameters, { io: "input", unrepresentable: "any" });
  return { id, kind, summary, source: source ?? null, parameters: schema };
}

function printEntry(id: string, { kind, entry }: DescribedPart): void {
  const source = entry.source === undefined ? [] : [style("dim", entry.source)];
  print(`${style("bold", id)}  ${style("dim", kind)}`, entry.summary, ...source, "");
  printParameters(entry.parameters);
}

/** Returns a mention of `id` as a part of any kind. */
export const anything = (id: string): Mention => ({ kinds: PLUGIN_KINDS, name: id, path: [] });

/** Returns every entry called `id`. */
function called(id: string, parts: Catalogue): Entry[] {
  const registries = registriesOf(parts);
  return PLUGIN_KINDS.flatMap((kind) => {
    const registry: Registry<unknown> = registries[kind];
    return registry.has(id) ? [{ kind, entry: registry.get(id) }] : [];
  });
}

/** Returns the first entry called `id`. Throws a UserError that names the nearest where there is none. */
export function named(id: string, parts: Catalogue): Entry {
  const [first] = called(id, parts);
  if (first !== undefined) return first;
  const { algorithms, environments, rewards, agents, methods, callbacks, rules, feedback } = parts;
  const all = [
    algorithms,
    environments,
    rewards,
    agents,
    methods,
    callbacks,
    feedback,
    rules,
    arenas,
    ratings,
    studies,
  ].flatMap((one) => one.ids());
  refuseExample(id, "something with parameters");
  throw new UserError(unknownName("environment, reward, agent or study", id, [...new Set(all)]));
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
      ...(spec.choices === undefined ? {} : { choices: spec.choices }),
      ...(spec.choiceNames === undefined ? {} : { names: spec.choiceNames }),
    },
    observation: { size: spec.observationSize, fields: spec.observation },
    channels: spec.channels,
    state: spec.publicState,
    oracles: Object.entries(spec.oracles ?? {}).map(([name, { meaning }]) => ({ name, meaning })),
  };
}

function printParameters(parameters: z.ZodType): void {
  const rows = parameterRows(parameters).map(({ name, preset, allowed, meaning }) => [name, preset, allowed, meaning]);
  const head = ["parameter", "default", "allowed", "meaning"];
  print(rows.length === 0 ? "it takes no parameters" : table(head, rows, 4), "");
}

function printSpec(spec: NumericSpec): void {
  const seats = spec.agents.map((agent, i) => (spec.labels[i] === agent ? agent : `${agent} (${spec.labels[i]})`));
  print(
    `agents       ${seats.slice(0, 8).join(", ")}${seats.length > 8 ? `, … (${seats.length})` : ""}`,
    `horizon      ${spec.horizon} steps`,
    `action       ${actionOf(spec)}`,
    `observation  ${spec.observationSize} numbers: ${spec.observation.map(({ name, size }) => `${name} (${size})`).join(", ")}`,
    `randomness   ${spec.deterministic ? "none: the same actions give the same episode" : "drawn from the seed"}`,
    ...(spec.publicState.length === 0 ? [] : [`state        ${spec.publicState.map(({ label }) => label).join(", ")}`]),
    ...(spec.oracles === undefined ? [] : [`oracles      ${Object.keys(spec.oracles).join(", ")}`]),
    "",
    table(["channel", "unit", "range", "over", "meaning"], spec.channels.map(channelRow), 5),
  );
}

/** Describes the actions: choices, with their names, or numbers in a range. */
function actionOf({
  alphabet,
  choices,
  choiceNames,
  actionSize,
  actionLow,
  actionHigh,
  actionUnit,
}: NumericSpec): string {
  if (alphabet !== undefined)
    return alphabet.characters === undefined
      ? "any character of Unicode"
      : `a choice of ${alphabet.size - 1} characters`;
  if (choices !== undefined) {
    const what =
      choiceNames === undefined ? `0 … ${choices - 1}` : choicesInWords(choiceNames, (name, k) => `${k} ${name}`);
    return `a choice, ${actionUnit}: ${what}`;
  }
  const [lows, highs] = [actionLow, actionHigh].map((ends) => [...new Set(ends)].join(" or "));
  return `${actionSize === 1 ? "a number" : `${actionSize} numbers`} in [${lows}, ${highs}], ${actionUnit}`;
}

function channelRow({ name, unit, low, high, over, meaning }: Channel): string[] {
  return [name, unit, `${number(low)} … ${number(high)}`, over, meaning];
}
