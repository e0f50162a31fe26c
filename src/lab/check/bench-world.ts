// The world in which a reward or an agent is checked: for a file of one's own, that of an experiment beside it. And the shipped worlds in
// which something obeys all laws.

import { readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parse } from "yaml";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { readNamedText } from "../../core/named-files.ts";
import type { RewardPlan } from "../../core/reward.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { agentLaws } from "../../evaluation/laws/agent-laws.ts";
import type { LawVerdict } from "../../evaluation/laws/law.ts";
import { rewardLaws } from "../../evaluation/laws/reward-laws.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { textsIn } from "../examples/examples.ts";
import { type Catalogue, loadCatalogue } from "../experiment/catalogue.ts";
import { listing } from "../experiment/listing.ts";
import { isFile } from "../experiment/plugins.ts";
import { environmentOf } from "../experiment/variants.ts";

/** A world, as an experiment declares it. */
export interface BenchWorld {
  readonly id: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Folder that its paths start from. */
  readonly directory: string;
  /** The experiment that declares it. */
  readonly experiment?: string;
}

/** The world of the first experiment beside `file`, an absolute path, that names it; undefined where none does. Files are named from `from`. */
export function worldBeside(file: string, from: string): BenchWorld | undefined {
  const directory = dirname(file);
  for (const name of namesIn(directory)
    .filter((one) => /\.ya?ml$/i.test(one))
    .sort()) {
    let tree: unknown;
    try {
      tree = parse(readNamedText(join(directory, name)), { merge: true });
    } catch {
      continue;
    }
    if (!textsIn(tree).some((text) => isFile(text) && join(directory, text) === file)) continue;
    if (typeof tree !== "object" || tree === null || !("environment" in tree)) continue;
    const { id, ...parameters } = environmentOf(tree.environment);
    if (typeof id !== "string") continue;
    const named = isFile(id) ? `./${relative(from, join(directory, id))}` : id;
    return { id: named, parameters, directory, experiment: name };
  }
  return undefined;
}

/** Names in a folder; none where it is not there, or is no folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    throw error;
  }
}

/** What is checked in a world. */
export type Checked =
  | { readonly kind: "reward"; readonly plan: RewardPlan }
  | { readonly kind: "agent"; readonly plan: AgentPlan };

/** Runs the laws of a reward or an agent in a world. `about` is the world in a sentence. */
export async function lawsIn(
  { kind, plan }: Checked,
  make: () => NumericEnvironment,
  { directory }: Pick<Catalogue, "directory">,
  about: string,
): Promise<readonly LawVerdict[]> {
  if (kind === "reward") return rewardLaws(plan, make);
  return agentLaws(plan, make, payIn(make().spec), directory, about);
}

/** Any pay that a world can give: laws of agents hold under all. */
const payIn = ({ channels }: NumericSpec): RewardPlan =>
  channels.some(({ name }) => name === "payoff") ? privatePay : channel(channels[0].name);

/** Shipped worlds in which it obeys all laws; undefined for agents that ask others or are programs: they are not tried everywhere. */
export async function fittingWorlds(checked: Checked): Promise<string[] | undefined> {
  if (checked.kind === "agent" && (checked.plan.remote !== undefined || checked.plan.files !== undefined))
    return undefined;
  const { environments } = await listing();
  const mentions = environments.map(({ id }) => ({ kinds: ["environment" as const], name: id, path: [] }));
  const parts = await loadCatalogue(process.cwd(), mentions);
  const fitting: string[] = [];
  for (const { id, summary } of environments) {
    try {
      const make = () => parts.environments.get(id).make({});
      if ((await lawsIn(checked, make, parts, summary)).every(({ pass }) => pass)) fitting.push(id);
    } catch {
      // It needs a log of the user's, or is no world for this.
    }
  }
  return fitting;
}
