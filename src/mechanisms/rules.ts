// Every rule that Agon ships, by family and name: worlds, audits and the manual take names from here.

import { type BoundEntry, Registry } from "../core/registry.ts";
import { auctionRules } from "./auction-rules.ts";
import { hiringRules } from "./hiring/hiring-rules.ts";
import { listRules } from "./position/list-rules.ts";
import type { Rule } from "./rule.ts";

/** The entries of a family under ids that name it: `auction/second-price`. */
function family(name: Rule["family"], rules: Registry<Rule>): BoundEntry<Rule>[] {
  return rules.entries().map((entry) => ({ ...entry, id: `${name}/${entry.id}` }));
}

export const rules = new Registry<Rule>("rule", [
  ...family("auction", auctionRules),
  ...family("list", listRules),
  ...family("hiring", hiringRules),
]);
