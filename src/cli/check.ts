// `agon check`: the laws that Agon's own worlds, rewards and agents obey, run on any.

import { UserError } from "../core/errors.ts";
import { ready } from "../core/registry.ts";
import { agentLaws } from "../evaluation/laws/agent-laws.ts";
import { environmentLaws } from "../evaluation/laws/environment-laws.ts";
import type { LawVerdict } from "../evaluation/laws/law.ts";
import { rewardLaws } from "../evaluation/laws/reward-laws.ts";
import { parametersOf } from "../lab/assignment.ts";
import { type Catalogue, loadCatalogue, type Mention } from "../lab/catalogue.ts";
import type { PluginKind } from "../lab/plugins.ts";
import { type JsonFlag, place, type SetFlag } from "./flags.ts";
import { print, printJson, style } from "./output.ts";
import { anything, named } from "./show.ts";

/** Runs the laws; exit code 2 where one is broken. */
export async function check(id: string, flags: JsonFlag & SetFlag & { readonly environment: string }): Promise<number> {
  const world: Mention = { kinds: ["environment"], name: flags.environment, path: [] };
  const parts = await loadCatalogue(process.cwd(), [anything(id), world], place().onNotice);
  const { kind } = await named(id, parts);
  const laws: readonly LawVerdict[] = await verdicts(id, kind, parts, parametersOf(flags.set ?? []), flags.environment);
  const broken = laws.filter(({ pass }) => !pass).length;
  if (flags.json === true) printJson({ id, kind, pass: broken === 0, laws });
  else {
    for (const { law, pass, detail } of laws)
      print(pass ? `${style("green", "✓")} ${law}` : `${style("red", "✗")} ${law}: ${detail}`);
    print("", broken === 0 ? `${id} obeys all ${laws.length} laws` : `${id} breaks ${broken} of ${laws.length} laws`);
  }
  return broken === 0 ? 0 : 2;
}

async function verdicts(id: string, kind: PluginKind, parts: Catalogue, parameters: unknown, world: string) {
  const bench = () => parts.environments.get(world).make({});
  switch (kind) {
    case "environment": {
      const entry = parts.environments.get(id);
      const found = await ready(entry, parameters, place());
      entry.make(found);
      return environmentLaws(() => entry.make(found));
    }
    case "reward":
      return rewardLaws(parts.rewards.get(id).make(parameters), bench);
    case "agent":
      return agentLaws(
        parts.agents.get(id).make(parameters),
        bench,
        parts.rewards.get("private").make(),
        process.cwd(),
        parts.environments.get(world).summary,
      );
    case "algorithm":
      throw noLaws(`"${id}" is an algorithm`, trained(`{ policy: ${id} }`));
    case "text-method":
      throw noLaws(`"${id}" is a text method`, trained(`{ policy: grpo, method: ${id} }`));
    case "callback":
      throw noLaws(`"${id}" is a callback`, trained(`{ policy: grpo, with: [${id}] }`));
    case "rule":
      throw noLaws(`"${id}" is a rule`, `search what it claims: agon audit ${id}`);
    default:
      return kind satisfies never;
  }
}

const trained = (agents: string): string => `train it in an experiment: agents: ${agents}`;

const noLaws = (what: string, hint: string): UserError =>
  new UserError({ code: "no-laws", what: `${what}, and the laws are for worlds, rewards and agents`, hint });
