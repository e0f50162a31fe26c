// Every rule that is audited, by id: a family and a name.

import { UserError, unknownName } from "../../core/errors.ts";
import type { AuditedRule } from "./audit.ts";
import { bidRules } from "./bid-rules.ts";
import { hiringRules } from "./hiring-rules.ts";

export const auditedRules: readonly AuditedRule[] = [...bidRules, ...hiringRules];

/** The rules of an id, of a family (`cascade`) or of a name in all families (`gsp`); throws a UserError that names the nearest. */
export function rulesNamed(name: string): AuditedRule[] {
  const found = auditedRules.filter(({ id }) => id === name || id.split("/").includes(name));
  if (found.length > 0) return found;
  const families = new Set(auditedRules.map(({ id }) => id.split("/")[0]));
  throw new UserError(unknownName("rule", name, [...auditedRules.map(({ id }) => id), ...families]));
}
