// `agon audit`: whether rules keep what they claim, searched on drawn instances.

import { basename, extname } from "node:path";
import { type Audit, type AuditedRule, type AuditOptions, auditRule, TOLERANCE } from "../evaluation/audits/audit.ts";
import { auditedRules, auditsOf, rulesNamed } from "../evaluation/audits/index.ts";
import { loadCatalogue } from "../lab/catalogue.ts";
import { isFile } from "../lab/plugins.ts";
import { type JsonFlag, place } from "./flags.ts";
import { interval, number, print, printJson, style, table } from "./output.ts";

/** Audits the rules of these names, or all; exit code 2 where a finding disagrees with a claim. */
export async function audit(names: readonly string[], flags: JsonFlag & AuditOptions): Promise<number> {
  const named = await Promise.all(names.map((name) => (isFile(name) ? ownAudits(name) : rulesNamed(name))));
  const rules: readonly AuditedRule[] = names.length === 0 ? auditedRules : [...new Set(named.flat())];
  const audits: Audit[] = [];
  for (const rule of rules) audits.push(await auditRule(rule, flags));
  const wrong = audits.filter(({ agrees }) => !agrees);
  if (flags.json === true) printJson(audits);
  else {
    for (const { rule, summary, source } of names.length === 0 ? [] : audits)
      print(`${style("bold", rule)}  ${summary}  ${style("dim", source)}`);
    if (names.length > 0) print("");
    const rows = audits.map((one) => [
      ...[one.rule, one.truthful ? "truth pays best" : "nothing"],
      style(one.agrees ? "green" : "red", one.refuted > 0 ? "a misreport pays" : "none pays"),
      ...[`${one.refuted} of ${one.instances}`, number(one.largest.gain), interval(one.gain)],
    ]);
    print(table(["rule", "claims", "found", "refuted", "largest gain", "mean gain"], rows, 3), "");
    for (const { rule, largest, refuted } of audits)
      if (refuted > 0)
        print(`${rule}: ${largest.deviation}, and gains ${number(largest.gain)} (instance ${largest.instance})`);
    for (const { rule, truthful } of wrong) {
      const why = truthful ? "the truth does not always pay best" : "no misreport was found; try more --instances";
      print(style("red", `✗ ${rule}: ${why}`));
    }
    const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;
    const count = `${counted(audits.length, "rule")}, ${counted(flags.instances, "instance")} each`;
    print(`${count}, seed ${flags.seed}: ${wrong.length === 0 ? "as claimed" : `${wrong.length} not as claimed`}`);
    print(style("dim", `what gains up to ${TOLERANCE} is rounding; a search that finds nothing is no proof`));
  }
  return wrong.length === 0 ? 0 : 2;
}

/** The audits of a rule in a file, which is called by the file's name. */
async function ownAudits(file: string): Promise<AuditedRule[]> {
  const { rules } = await loadCatalogue(process.cwd(), [{ kinds: ["rule"], name: file, path: [] }], place().onNotice);
  return auditsOf({ ...rules.get(file), id: basename(file, extname(file)) });
}
