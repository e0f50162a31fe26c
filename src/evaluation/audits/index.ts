// Every rule that is audited, by id: a family and a name. A list is sold to users of three kinds, each of which is a family.

import { UserError, unknownName } from "../../core/errors.ts";
import type { BoundEntry } from "../../core/registry.ts";
import { auctionRules } from "../../mechanisms/auction-rules.ts";
import { hiringRules } from "../../mechanisms/hiring/hiring-rules.ts";
import { listRules } from "../../mechanisms/position/list-rules.ts";
import type { Rule } from "../../mechanisms/rule.ts";
import type { AuditedRule } from "./audit.ts";
import { type About, auctionAudit, hiringAudit, listAudit, USER_KINDS } from "./bid-audits.ts";
import type { LoggedAuctions } from "./logged-auctions.ts";

const about = ({ id, summary, source = "" }: BoundEntry<Rule>): About => ({ id, summary, source });

/** The rules by which something is sold, on made instances or on those of a log. */
const sales = (log?: LoggedAuctions): readonly AuditedRule[] => [
  ...auctionRules.entries().map((entry) => auctionAudit(about(entry), entry.make(), log)),
  ...USER_KINDS.flatMap((kind) =>
    listRules
      .entries()
      // Where places are sold one by one, the quick placement is the best one, and no other rule.
      .filter(({ id }) => !(kind === "slots" && id === "approximate"))
      .map((entry) => listAudit(kind, about(entry), entry.make(), log)),
  ),
];

export const auditedRules: readonly AuditedRule[] = [
  ...sales(),
  ...hiringRules.entries().map((entry) => hiringAudit(about(entry), entry.make())),
];

/** The rules that a log of auctions can be sold by. */
export const rulesOn = (log: LoggedAuctions): readonly AuditedRule[] => sales(log);

/** What a rule may be called: its id, its family and its name; a list of any users is a list. */
function namesOf({ id }: AuditedRule): string[] {
  const [family, name] = id.split("/");
  const list = USER_KINDS.some((kind) => kind === family) ? ["list", `list/${name}`] : [];
  return [id, family, name, ...list];
}

/**
 * The rules of an id, of a family (`cascade`) or of a name in all families (`gsp`), among all or those on a log; throws a UserError that
 * names the nearest.
 */
export function rulesNamed(name: string, among: readonly AuditedRule[] = auditedRules): AuditedRule[] {
  const called = (rules: readonly AuditedRule[]) => rules.filter((rule) => namesOf(rule).includes(name));
  const matches = called(among);
  if (matches.length > 0) return matches;
  if (called(auditedRules).length > 0) throw paysForWork(name);
  const families = new Set(auditedRules.map(({ id }) => id.split("/")[0]));
  throw new UserError(unknownName("rule", name, [...auditedRules.map(({ id }) => id), ...families]));
}

/** A rule of hiring that is to be audited on a log. */
function paysForWork(name: string): UserError {
  const hint = "leave out the log, or name a rule by which something is sold";
  return new UserError({ code: "no-work", what: `${name} pays for work, and a log of auctions has none`, hint });
}

/** The audits of a rule of one's own, on made instances or on those of a log. */
export function auditsOf(entry: BoundEntry<Rule>, log?: LoggedAuctions): AuditedRule[] {
  const rule = entry.make();
  switch (rule.family) {
    case "auction":
      return [auctionAudit(about(entry), rule, log)];
    case "list":
      return USER_KINDS.map((kind) => listAudit(kind, about(entry), rule, log));
    case "hiring":
      if (log !== undefined) throw paysForWork(entry.id);
      return [hiringAudit(about(entry), rule)];
    default:
      return rule satisfies never;
  }
}
