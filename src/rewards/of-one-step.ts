// Whether what a declared reward pays for a step depends on that step alone, on where it began and what came of it, so that a table of states can hold it.

import type { RewardDeclaration } from "./forms.ts";
import { mutualRewards } from "./mutuality.ts";

/** Named rewards that remember nothing. */
const PLAIN: ReadonlySet<string> = new Set(mutualRewards.map(({ id }) => id));

/** Whether a reward pays by single steps. One that is not known to is taken to remember. */
export function paysByStep(declared: RewardDeclaration): boolean {
  if (typeof declared === "string") return PLAIN.has(declared);
  if ("use" in declared) return PLAIN.has(String(declared.use));
  if ("channel" in declared || "weights" in declared || "shape" in declared || "layers" in declared) return true;
  if ("potential" in declared) return true;
  if ("sum" in declared) return declared.sum.every(paysByStep);
  if ("product" in declared) return declared.product.every(paysByStep);
  if ("mean" in declared) return declared.mean.every(paysByStep);
  if ("kinesthetic" in declared) return declared.kinesthetic.every(paysByStep);
  if ("bound" in declared) return paysByStep(declared.bound);
  if ("when" in declared)
    return paysByStep(declared.pay) && (declared.otherwise === undefined || paysByStep(declared.otherwise));
  if ("agents" in declared)
    return (
      Object.values(declared.agents).every(paysByStep) && (declared.others === undefined || paysByStep(declared.others))
    );
  return false;
}
