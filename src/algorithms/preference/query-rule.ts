// When a pair of episodes is sent to the annotator.

import type { Random } from "../../core/random.ts";

/** `active`: where draws from the belief disagree by more than ε on average; `random`: with a chance; or never, or always. */
export type QueryRule =
  | { readonly kind: "active"; readonly epsilon: number }
  | { readonly kind: "random"; readonly rate: number }
  | { readonly kind: "always" }
  | { readonly kind: "never" };

/** Whether to ask, by what draws from the belief are expected to disagree. Only the random rule draws. */
export function worthAsking(rule: QueryRule, disagreement: number, random: Random): boolean {
  switch (rule.kind) {
    case "active":
      return disagreement > rule.epsilon;
    case "random":
      return random.uniform() < rule.rate;
    case "always":
      return true;
    case "never":
      return false;
    default:
      return rule satisfies never;
  }
}
