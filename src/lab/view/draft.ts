// Checks the text of an unsaved experiment as `agon run` would, and compares it with the store.

import { resolve } from "node:path";
import { z } from "zod";
import { type Problem, sentence, UserError } from "../../core/errors.ts";
import type { BoundEntry } from "../../core/registry.ts";
import { type Catalogue, loadCatalogue } from "../experiment/catalogue.ts";
import { parseExperiment } from "../experiment/experiment.ts";
import { isFile, type PluginKind } from "../experiment/plugins.ts";
import { keptIn } from "../experiment/store-place.ts";
import { mayLoad, type NamedCode, refuseForeignDraft } from "../experiment/trust.ts";
import { keptCells, refuseUnready } from "../run/plan.ts";
import { cellKeys, runName } from "../store/keys.ts";
import type { DraftCheck, DraftProblem, NamedKind, NamedThing } from "./draft-data.ts";

/** A text, treated as the contents of `file`, and a store. */
export interface Draft {
  readonly text: string;
  readonly file: string;
  readonly store: string;
}

/** Returns the mistakes of a draft, or what a run of it would compute. Computes no cell. */
export async function checkedDraft({ text, file, store }: Draft): Promise<DraftCheck> {
  try {
    const way = "run an experiment there in a terminal, or agon report RUN --trust";
    const beforeLoading = (code: NamedCode) => refuseForeignDraft(code, way);
    const experiment = await parseExperiment(text, file, { cache: keptIn(store), beforeLoading });
    refuseUnready(experiment);
    const keys = await cellKeys(experiment);
    const [variants, seeds] = [experiment.variants.length, experiment.seeds.length];
    const kept = await keptCells(store, experiment, keys);
    return { problems: [], plan: { run: runName(experiment, keys), variants, seeds, cells: variants * seeds, kept } };
  } catch (error) {
    if (error instanceof UserError) return { problems: error.problems.map((problem) => placed(problem, file)) };
    throw error;
  }
}

/** Adds line and column to a problem in `file`; the position of a problem in another file becomes part of its message. */
function placed({ where, hint, ...problem }: Problem, file: string): DraftProblem {
  const hints = hint === undefined ? {} : { hint };
  const own = where?.startsWith(`${file}:`) === true ? /^:(\d+):(\d+)$/.exec(where.slice(file.length)) : null;
  if (own === null) return { what: sentence({ ...problem, ...(where === undefined ? {} : { where }) }), ...hints };
  return { what: sentence(problem), ...hints, line: Number(own[1]), column: Number(own[2]) };
}

const KINDS: Readonly<Record<NamedKind, readonly PluginKind[]>> = {
  environment: ["environment"],
  policy: ["agent", "algorithm"],
  reward: ["reward"],
};

/** Returns the part of this name that a draft in `directory` may use, built-in or from a user's file; null where there is none. */
export async function namedThing(directory: string, kind: NamedKind, name: string): Promise<NamedThing | null> {
  try {
    if (isFile(name) && !mayLoad(resolve(directory, name))) return null;
    const parts = await loadCatalogue(directory, [{ kinds: KINDS[kind], name, path: [] }]);
    const entry = entryOf(parts, kind, name);
    const parameters = z.toJSONSchema(entry.parameters, { io: "input", unrepresentable: "any" });
    return { summary: entry.summary, parameters, ...(kind === "environment" ? inWorld(parts, name) : NO_WORLD) };
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

function entryOf(parts: Catalogue, kind: NamedKind, name: string): BoundEntry<unknown> {
  if (kind === "environment") return parts.environments.get(name);
  if (kind === "reward") return parts.rewards.get(name);
  return parts.algorithms.has(name) ? parts.algorithms.get(name) : parts.agents.get(name);
}

type InWorld = Pick<NamedThing, "agents" | "channels">;
const NO_WORLD: InWorld = { agents: [], channels: [] };

/** Returns agents and channels of a world with default parameters; none where the world needs a user's log. */
function inWorld({ environments }: Catalogue, name: string): InWorld {
  try {
    const { labels, channels } = environments.get(name).make({}).spec;
    const meaning = (of: { meaning: string; unit: string }) =>
      of.unit === "" ? of.meaning : `${of.meaning} (${of.unit})`;
    return { agents: labels, channels: channels.map((one) => ({ name: one.name, meaning: meaning(one) })) };
  } catch {
    return NO_WORLD;
  }
}
