// A variant whose pay and objective can be audited exactly: one agent, single steps that are paid, and states that can be listed.

import { channelReference } from "../../core/channel.ts";
import { isMap } from "../../core/checked.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { isProcessWorld } from "../../environments/tabular/process-world.ts";
import type { TabledWorld } from "../../evaluation/audits/worlds/exact-audit.ts";
import { enumeratedProcess, type PayAndWant, paidProcessOf } from "../../evaluation/audits/worlds/paid-process.ts";
import { scriptPlayer } from "../../evaluation/audits/worlds/script.ts";
import { rewardDeclaration } from "../../rewards/forms.ts";
import { paysByStep } from "../../rewards/of-one-step.ts";
import type { Variant } from "./experiment.ts";

/** The table of a variant's world, with a player; undefined where there is none of at most `most` entries. */
export function tabledVariant(
  { description, setting }: Pick<Variant, "setting"> & { readonly description: Pick<Variant["description"], "reward"> },
  objective: unknown,
  measures: PayAndWant,
  most?: number,
): Pick<TabledWorld, "table" | "player" | "standing"> | undefined {
  const { spec } = setting;
  if (spec.agents.length !== 1 || !paysByStep(description.reward) || !isWantedByStep(objective, spec)) return undefined;
  const world = setting.makeEnvironment();
  const shows = isProcessWorld(world);
  const table = shows ? paidProcessOf(world, measures, most) : enumeratedProcess(world, measures, most);
  if (table === undefined) return undefined;
  return { table, player: scriptPlayer(world, measures), ...(shows && { standing: () => world.standing() }) };
}

/** Whether a declared objective counts by single steps. */
function isWantedByStep(objective: unknown, { channels }: NumericSpec): boolean {
  const { name: _, ...others } = isMap(objective) ? objective : { name: undefined };
  const wanted = isMap(objective) ? others : objective;
  if (typeof wanted === "string" && !("code" in channelReference(wanted, channels))) return true;
  const declared = rewardDeclaration.safeParse(wanted);
  return declared.success && paysByStep(declared.data);
}
