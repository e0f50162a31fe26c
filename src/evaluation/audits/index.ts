// Registry of audited rules by id, which is family/name. Position auctions are audited under three user models, each of which is a family.

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

/** Auction and position-auction rules, on random instances or on those of a log. */
const sales = (log?: LoggedAuctions): readonly AuditedRule[] => [
  ...auctionRules.entries().map((entry) => auctionAudit(about(entry), entry.make(), log)),
  ...USER_KINDS.flatMap((kind) =>
    listRules
      .entries()
      // Where positions are sold one by one, the approximate allocation equals the exact one and needs no audit of its own.
      .filter(({ id }) => !(kind === "slots" && id === "approximate"))
      .map((entry) => listAudit(kind, about(entry), entry.make(), log)),
  ),
];

export const auditedRules: readonly AuditedRule[] = [
  ...sales(),
  ...hiringRules.entries().map((entry) => hiringAudit(about(entry), entry.make())),
];

/** The rules that can be audited on a log of auctions. */
export const rulesOn = (log: LoggedAuctions): readonly AuditedRule[] => sales(log);

/** Names that match a rule: its id, its family and its name; `list` matches position auctions under every user model. */
function namesOf({ id }: AuditedRule): string[] {
  const [family, name] = id.split("/");
  const list = USER_KINDS.some((kind) => kind === family) ? ["list", `list/${name}`] : [];
  return [id, family, name, ...list];
}

/**
 * Returns the rules that match an id, a family (`cascade`) or a name in all families (`gsp`), among all rules or those on a log. Throws a
 * UserError that suggests the nearest name.
 */
export function rulesNamed(name: string, among: readonly AuditedRule[] = auditedRules): AuditedRule[] {
  const called = (rules: readonly AuditedRule[]) => rules.filter((rule) => namesOf(rule).includes(name));
  const matches = called(among);
  if (matches.length > 0) return matches;
  if (called(auditedRules).length > 0) throw paysForWork(name);
  const families = new Set(auditedRules.map(({ id }) => id.split("/")[0]));
  throw new UserError(unknownName("rule", name, [...auditedRules.map(({ id }) => id), ...families]));
}

/** Error for a contract rule that was requested on a log of auctions. */
function paysForWork(name: string): UserError {
  const hint = "leave out the log, or name a rule by which something is sold";
  return new UserError({ code: "no-work", what: `${name} pays for work, and a log of auctions has none`, hint });
}

/** Audits of a user-defined rule on random instances or on those of a log. */
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
