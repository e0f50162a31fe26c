// One entry of a registry as a section: what it is, where it comes from, an experiment that shows it, and its parameters.

import type { BoundEntry } from "../../core/registry.ts";
import { code, name, sentence, table } from "./markdown.ts";
import { type ParameterRow, parameterRows } from "./parameter-rows.ts";

export const PARAMETER_HEAD = ["parameter", "default", "allowed", "meaning"] as const;

/** A row of the table of parameters. */
export function parameterCells({ name: parameter, preset, allowed, meaning }: ParameterRow): string[] {
  return [name(parameter), preset === "–" || preset === "required" ? preset : name(preset), allowed, meaning];
}

/** Heading, summary, source and snippet. */
export const opening = ({ id, summary, source }: BoundEntry<unknown>, snippet: string, language = "yaml"): string[] => [
  `## ${name(id)}`,
  `${sentence(summary)}${source === undefined ? "" : ` Source: ${sentence(source)}`}`,
  code(language, snippet),
];

/** Entries that take the same parameters, the first of them in full and the others by the defaults that differ. */
export interface Group<Made> {
  readonly base: BoundEntry<Made>;
  readonly presets: readonly BoundEntry<Made>[];
}

/** Entries by the names of their parameters, in the order given. */
export function grouped<Made>(entries: readonly BoundEntry<Made>[]): Group<Made>[] {
  const groups = new Map<string, { base: BoundEntry<Made>; presets: BoundEntry<Made>[] }>();
  for (const entry of entries) {
    const names = parameterRows(entry.parameters).map((row) => row.name);
    const key = names.length < 5 ? entry.id : names.join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { base: entry, presets: [] });
    else group.presets.push(entry);
  }
  return [...groups.values()];
}

export function allParameters(entry: BoundEntry<unknown>): string {
  const rows = parameterRows(entry.parameters).map(parameterCells);
  return rows.length === 0 ? "It takes no parameters." : table(PARAMETER_HEAD, rows);
}

/** What an entry has otherwise than the base of its group. */
export function differingParameters(entry: BoundEntry<unknown>, base: BoundEntry<unknown>): string {
  const known = new Set(parameterRows(base.parameters).map((row) => JSON.stringify(row)));
  const rows = parameterRows(entry.parameters).filter((row) => !known.has(JSON.stringify(row)));
  const as = `Its parameters are those of ${name(base.id)}`;
  return rows.length === 0
    ? `${as}.`
    : [`${as}, with these defaults:`, table(PARAMETER_HEAD, rows.map(parameterCells))].join("\n\n");
}
