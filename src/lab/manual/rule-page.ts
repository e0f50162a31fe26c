// The reference of rules of mechanisms that `agon audit` searches: what each claims of the truth.

import { auditedRules } from "../../evaluation/audits/index.ts";
import { code, name, type Page, page, table } from "./markdown.ts";

export function rulePage(): Page {
  const families = new Map<string, string[][]>();
  for (const { id, summary, source, truthful } of auditedRules) {
    const [family] = id.split("/");
    const row = [name(id), summary, truthful ? "the truth pays best" : "nothing", source];
    families.set(family, [...(families.get(family) ?? []), row]);
  }
  return page("reference/rules.md", "Rules of mechanisms", [
    "`agon audit` draws instances of a rule and searches each for a report that pays somebody better than the truth. A search that finds nothing is no proof.",
    code("sh", `agon audit ${auditedRules[0].id} --instances 20`),
    ...[...families].flatMap(([family, rows]) => [
      `## ${name(family)}`,
      table(["rule", "what it does", "claims", "source"], rows),
    ]),
  ]);
}
