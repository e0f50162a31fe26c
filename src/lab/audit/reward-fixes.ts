// Repairs of a reward that is gamed: gates and further channels are tried, and one is kept if the audit then finds nothing and honest play is paid as before.

import { isMap as isMapNode, parseDocument } from "yaml";
import type { Channel } from "../../core/channel.ts";
import { UserError } from "../../core/errors.ts";
import type { RepairedReward, RewardAudit } from "../../evaluation/audits/reward-audit.ts";
import { rewardPlan } from "../../rewards/declaration.ts";
import type { RewardDeclaration } from "../../rewards/forms.ts";
import { formula } from "../../rewards/formula.ts";
import type { Experiment, Variant } from "../experiment/experiment.ts";

/** Weights of a further channel that are tried. */
const WEIGHTS = [1, 10, 100];
/** Share of the honest pay that a repair may cost. */
const KEPT = 1e-9;

/**
 * Returns the first repair after which nothing is gamed and the most wanted play is paid at least as before; null where none of them helps. Channels
 * that the objective does not name come first: what is wanted is often not seen while an agent learns.
 */
export async function rewardFix(
  { objective, parts }: Experiment,
  variant: Variant,
  audit: RewardAudit,
  again: (repaired: Variant) => Promise<RewardAudit>,
): Promise<(RepairedReward & { readonly reward: RewardDeclaration }) | null> {
  const { reward } = variant.description;
  const { channels } = variant.setting.spec;
  const wanted = JSON.stringify(objective);
  const isWanted = ({ name }: Channel) => wanted.includes(JSON.stringify(name));
  const ordered = [...channels.filter((one) => !isWanted(one)), ...channels.filter(isWanted)];
  // Of plays that are wanted most some may be paid for more than what is wanted of them.
  const honest = audit.exact?.payAtBestWant[0] ?? honestPayOf(audit);
  let tried = 0;
  for (const candidate of ordered.flatMap((channel) => repairsBy(channel, reward))) {
    tried += 1;
    const plan = rewardPlan(candidate, parts.rewards, ["reward"]);
    const repaired: Variant = {
      ...variant,
      description: { ...variant.description, reward: candidate },
      setting: { ...variant.setting, reward: plan, pay: formula(candidate) },
    };
    const now = await again(repaired);
    const isKept =
      honest === undefined || (honestPayOf(now) ?? honest) >= honest - KEPT * Math.max(1, Math.abs(honest));
    // Where no honest answer is paid more than a wrong one, nothing is decided.
    if (now.kind !== "gamed" && now.kind !== "not decided" && isKept)
      return {
        ...{ reward: candidate, formula: formula(candidate), kind: now.kind, tried },
        honestPay: honestPayOf(now) ?? null,
      };
  }
  return null;
}

/** What the most wanted play is paid. */
const honestPayOf = ({ exact, honestPay, findings }: RewardAudit): number | undefined =>
  exact?.payAtBestWant[1] ?? honestPay ?? findings[0]?.honestPay ?? undefined;

/** Pay only where a channel is at an end of its range, or add the channel with a weight. */
function repairsBy({ name: channel, low, high, state }: Channel, reward: RewardDeclaration): RewardDeclaration[] {
  const added = (weight: number): RewardDeclaration => ({ sum: [reward, { channel, weight }] });
  const gates: RewardDeclaration[] = [
    { when: { channel, atMost: low }, pay: reward },
    { when: { channel, atLeast: high }, pay: reward },
  ];
  // A place or a stock that is paid each step is a reason of its own to stay there.
  return state ? gates : [...gates, ...WEIGHTS.flatMap((weight) => [added(-weight), added(weight)])];
}

/**
 * The experiment's text with repaired rewards in the place of those of variants, by name; comments stay. Throws a UserError where a variant is one of a
 * grid, which the file does not name.
 */
export function repairedText(
  { text, file, variants }: Pick<Experiment, "text" | "file" | "variants">,
  repairs: ReadonlyMap<string, unknown>,
): string {
  const document = parseDocument(text);
  for (const [variant, reward] of repairs) {
    const node = document.createNode(reward, { flow: true });
    const own = document.getIn(["variants", variant]);
    if (variants.length === 1 && variant === "base") document.setIn(["reward"], node);
    else if (document.hasIn(["variants", variant])) {
      if (isMapNode(own)) {
        const parts = own.items.map(({ key }) => String(key)).filter((key) => key.startsWith("reward."));
        for (const key of parts) document.deleteIn(["variants", variant, key]);
        document.setIn(["variants", variant, "reward"], node);
      } else document.setIn(["variants", variant], document.createNode({ reward }));
    } else {
      const what = `"${variant}" is made by a grid, and its reward has no place of its own`;
      throw new UserError({ code: "no-variant", what, where: file, hint: "leave --fix out: --json has the repair" });
    }
  }
  return document.toString({ lineWidth: 0 });
}
