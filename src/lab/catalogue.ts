// Where names become things: the shipped registries, and the user's own files. A name that starts with "./", "../" or
// "/" is a TypeScript or JavaScript file whose default export was made by defineEnvironment, defineReward or defineAgent.

import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { algorithms } from "../algorithms/index.ts";
import type { AgentPlan } from "../core/agent.ts";
import type { AlgorithmPlan } from "../core/algorithm.ts";
import type { NumericEnvironment } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { isPlugin, type Plugin, type PluginKind } from "../core/plugin.ts";
import { type Bound, Registry } from "../core/registry.ts";
import type { RewardPlan } from "../core/reward.ts";
import { environments } from "../environments/index.ts";
import { rewards } from "../rewards/index.ts";
import { agents } from "./agents.ts";
import { importUserFile } from "./user-files.ts";

type Path = readonly (string | number)[];

/** Everything that can be named in one experiment: what is shipped, and the files that were loaded for it. */
export interface Catalogue {
  readonly directory: string;
  readonly environments: Registry<NumericEnvironment>;
  readonly rewards: Registry<RewardPlan>;
  readonly agents: Registry<AgentPlan>;
  readonly algorithms: Registry<AlgorithmPlan>;
  /** Absolute paths of the user's files, in the order in which they were named. */
  readonly files: readonly string[];
}

/** A file that an experiment names, and where. */
export interface Mention {
  readonly kind: PluginKind;
  readonly name: string;
  readonly path: Path;
}

/** True for names that mean a file. */
export function isFile(name: string): boolean {
  return name.startsWith("./") || name.startsWith("../") || isAbsolute(name);
}

/** The shipped parts, and the files among `mentions`, which are loaded relative to `directory`; `onNotice` as in Place. */
export async function loadCatalogue(
  directory: string,
  mentions: readonly Mention[] = [],
  onNotice?: (text: string) => void,
): Promise<Catalogue> {
  const parts = {
    directory,
    environments: copyOf(environments),
    rewards: copyOf(rewards),
    agents: copyOf(agents),
    algorithms,
    files: [] as string[],
  };
  for (const { kind, name, path } of mentions) {
    if (!isFile(name)) continue;
    const registry = kind === "environment" ? parts.environments : kind === "reward" ? parts.rewards : parts.agents;
    if (registry.has(name)) continue;
    const file = resolve(directory, name);
    const part = await loadPlugin(kind, file, path, onNotice);
    switch (part.kind) {
      case "environment":
        parts.environments.add({ ...part.entry, id: name });
        break;
      case "reward":
        parts.rewards.add({ ...part.entry, id: name });
        break;
      case "agent":
        parts.agents.add({ ...part.entry, id: name });
        break;
      default:
        part satisfies never;
    }
    parts.files.push(file);
  }
  return parts;
}

/** The default export of a user's file; a UserError where the file is missing, broken or of another kind. */
export async function loadPlugin(
  kind: PluginKind,
  file: string,
  path: Path = [],
  onNotice?: (text: string) => void,
): Promise<Plugin> {
  if (!existsSync(file)) {
    throw new UserError({
      code: "no-file",
      what: `there is no file ${file}`,
      path,
      hint: "paths start from the experiment's folder",
    });
  }
  let module: { default?: unknown };
  try {
    module = await importUserFile(file, onNotice);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new UserError({ code: "broken-file", what: `${file} could not be loaded: ${reason}`, path });
  }
  if (!isPlugin(module.default) || module.default.kind !== kind) {
    const made = { environment: "defineEnvironment", reward: "defineReward", agent: "defineAgent" }[kind];
    const is = isPlugin(module.default) ? `is ${article(module.default.kind)}` : "is not a part of Agon";
    throw new UserError({
      code: "not-a-part",
      what: `the default export of ${file} ${is}`,
      path,
      hint: `${article(kind)} is made by ${made}({ … }) from "agonlab"`,
    });
  }
  return module.default;
}

function article(kind: PluginKind): string {
  return kind === "reward" ? "a reward" : `an ${kind}`;
}

function copyOf<Made>(registry: Registry<Made>): Registry<Made> {
  const entries: readonly Bound<Made>[] = registry.entries();
  return new Registry(registry.kind, entries);
}
