// Registry of all shipped rules by family and name, used by environments, audits and the manual.

import { type BoundEntry, Registry } from "../core/registry.ts";
import { auctionRules } from "./auction-rules.ts";
import { hiringRules } from "./hiring/hiring-rules.ts";
import { listRules } from "./position/list-rules.ts";
import type { Rule } from "./rule.ts";

/** Entries of a family with prefixed ids: `auction/second-price`. */
function family(name: Rule["family"], rules: Registry<Rule>): BoundEntry<Rule>[] {
  return rules.entries().map((entry) => ({ ...entry, id: `${name}/${entry.id}` }));
}

export const rules = new Registry<Rule>("rule", [
  ...family("auction", auctionRules),
  ...family("list", listRules),
  ...family("hiring", hiringRules),
]);
