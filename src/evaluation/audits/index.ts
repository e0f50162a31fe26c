// Every rule that is audited, by id: a family and a name. A list is sold to users of three kinds, each of which is a family.

import { UserError, unknownName } from "../../core/errors.ts";
import type { BoundEntry } from "../../core/registry.ts";
import { auctionRules } from "../../mechanisms/auction-rules.ts";
import { hiringRules } from "../../mechanisms/hiring/hiring-rules.ts";
import { listRules } from "../../mechanisms/position/list-rules.ts";
import type { Rule } from "../../mechanisms/rule.ts";
import type { AuditedRule } from "./audit.ts";
import { type About, auctionAudit, hiringAudit, listAudit, USER_KINDS } from "./bid-audits.ts";

const about = ({ id, summary, source = "" }: BoundEntry<Rule>): About => ({ id, summary, source });

export const auditedRules: readonly AuditedRule[] = [
  ...auctionRules.entries().map((entry) => auctionAudit(about(entry), entry.make())),
  ...USER_KINDS.flatMap((kind) =>
    listRules
      .entries()
      // Where places are sold one by one, the quick placement is the best one, and no other rule.
      .filter(({ id }) => !(kind === "slots" && id === "approximate"))
      .map((entry) => listAudit(kind, about(entry), entry.make())),
  ),
  ...hiringRules.entries().map((entry) => hiringAudit(about(entry), entry.make())),
];

/** What a rule may be called: its id, its family and its name; a list of any users is a list. */
function namesOf({ id }: AuditedRule): string[] {
  const [family, name] = id.split("/");
  const list = USER_KINDS.some((kind) => kind === family) ? ["list", `list/${name}`] : [];
  return [id, family, name, ...list];
}

/** The rules of an id, of a family (`cascade`) or of a name in all families (`gsp`); throws a UserError that names the nearest. */
export function rulesNamed(name: string): AuditedRule[] {
  const found = auditedRules.filter((rule) => namesOf(rule).includes(name));
  if (found.length > 0) return found;
  const families = new Set(auditedRules.map(({ id }) => id.split("/")[0]));
  throw new UserError(unknownName("rule", name, [...auditedRules.map(({ id }) => id), ...families]));
}

/** The audits of a rule of one's own. */
export function auditsOf(entry: BoundEntry<Rule>): AuditedRule[] {
  const rule = entry.make();
  switch (rule.family) {
    case "auction":
      return [auctionAudit(about(entry), rule)];
    case "list":
      return USER_KINDS.map((kind) => listAudit(kind, about(entry), rule));
    case "hiring":
      return [hiringAudit(about(entry), rule)];
    default:
      return rule satisfies never;
  }
}
