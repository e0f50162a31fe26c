// `agon audit`: whether rules have the properties that they claim, tested on random instances or on the auctions of a log; or, of an experiment,
// whether its pay buys what is wanted, or what its answers depend on; or of rewards of texts, what they pay for.

import { basename, extname } from "node:path";
import { UserError } from "../core/errors.ts";
import { type Audit, type AuditedRule, auditRule, TOLERANCE } from "../evaluation/audits/audit.ts";
import { auditedRules, auditsOf, rulesNamed, rulesOn } from "../evaluation/audits/index.ts";
import { type LoggedAuctions, loggedAuctions } from "../evaluation/audits/logged-auctions.ts";
import { exampleFiles } from "../lab/examples/examples.ts";
import { loadCatalogue } from "../lab/experiment/catalogue.ts";
import { isFile } from "../lab/experiment/plugins.ts";
import type { KeptLog } from "../logs/kept-log.ts";
import { AUCTIONS } from "../logs/kinds.ts";
import type { Flags } from "./commands.ts";
import { logOf } from "./log.ts";
import { answer, interval, number, print, style, table, whole } from "./output.ts";
import { place } from "./place.ts";
import { interruptible } from "./progress.ts";

/** Audits the named rules, or all. Exit code 2 where a result contradicts a claim. */
export async function audit(names: readonly string[], flags: Flags<"audit">): Promise<number> {
  const { isAuditedText } = await import("../lab/audit/text-audits.ts");
  if (names.some(isAuditedText) && (flags.data !== undefined || !names.every(isRuleFile))) {
    refuseFlags(
      flags,
      ["log", "where", "learner", "seeds", "set"],
      `${names.find(isAuditedText)} is a reward of texts`,
    );
    return (await import("./text-audit.ts")).auditTexts(names, flags);
  }
  refuseFlags(flags, OF_TEXTS, "no reward of texts is named");
  const file = names.find(isExperiment);
  if (file !== undefined) {
    refuseFlags(flags, OF_RULES, `${file} is an experiment`);
    if (names.length === 1) return (await import("./experiment-audit.ts")).auditExperiment(file, flags);
    const what = `${file} is an experiment, and is audited alone`;
    throw new UserError({ code: "audited-alone", what, hint: `agon audit ${file}` });
  }
  refuseFlags(flags, OF_EXPERIMENTS, "no experiment is named");
  const read: { log?: KeptLog | undefined } = {};
  // A search blocks the event loop, so Ctrl-C ends the process directly.
  const stopped = await interruptible(async (signal) => {
    read.log = await logFor(flags, signal);
    return 0;
  }, "stopped");
  if (stopped !== 0) return stopped;
  const { log } = read;
  const auctions = log === undefined ? undefined : loggedAuctions(log);
  const all = auctions === undefined ? auditedRules : rulesOn(auctions);
  const named = await Promise.all(
    names.map((name) => (isFile(name) ? ownAudits(name, auctions) : rulesNamed(name, all))),
  );
  const rules: readonly AuditedRule[] = names.length === 0 ? all : [...new Set(named.flat())];
  const audits: Audit[] = [];
  for (const rule of rules) audits.push(await auditRule(rule, flags));
  const result = log === undefined ? audits : audits.map((one) => ({ ...one, log: summaryOf(log) }));
  answer(flags, result, () => printAudits(audits, flags, names.length > 0, log));
  return audits.every(({ agrees }) => agrees) ? 0 : 2;
}

const OF_RULES = ["log", "columns", "where"] as const;
const OF_EXPERIMENTS = ["learner", "minutes", "seeds", "set", "budget", "workers", "fix", "sarif", "baseline"] as const;

const OF_TEXTS = ["data", "want", "finds", "rows", "attacker", "attackerModel", "attackerRecord"] as const;

/** Whether a name means a file of a rule, where no data say that it is a reward of texts. */
const isRuleFile = (name: string): boolean => /\.m?[jt]s$/.test(name);

/** Whether a name means an experiment: a file, or a shipped example that no rule is called like. */
function isExperiment(name: string): boolean {
  if (/\.ya?ml$/.test(name)) return true;
  if (isFile(name) || !/^[\w-]+(\/[\w-]+)*$/.test(name)) return false;
  return exampleFiles().has(name) && !auditedRules.some(({ id }) => id === name || id.split("/").includes(name));
}

/** Throws a UserError where a flag is given that is of the other kind of audit. */
function refuseFlags(flags: Flags<"audit">, others: readonly (keyof Flags<"audit">)[], why: string): void {
  const given = others.find((name) => {
    const value = flags[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
  if (given === undefined) return;
  const what = `--${given} says nothing here: ${why}`;
  throw new UserError({ code: "needless-flag", what, hint: "leave it out" });
}

/** Prints the results of the rules; where they were named, also what each rule is. */
function printAudits(audits: readonly Audit[], flags: Flags<"audit">, named: boolean, log: KeptLog | undefined): void {
  const wrong = audits.filter(({ agrees }) => !agrees);
  for (const { rule, summary, source } of named ? audits : [])
    print(`${style("bold", rule)}  ${summary}  ${style("dim", source)}`);
  if (named) print("");
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
  const counted = (n: number, what: string) => `${whole(n)} ${what}${n === 1 ? "" : "s"}`;
  if (log !== undefined) {
    const skipped = log.skipped === 0 ? "" : `, ${counted(log.skipped, "bad row")} left out`;
    print(`bidders, values and qualities are drawn from ${log.file}: ${counted(log.records, "auction")}${skipped}`);
    for (const { name, value } of log.assumed) print(`it has no column "${name}": ${value} is taken for it`);
  }
  const count = `${counted(audits.length, "rule")}, ${counted(flags.instances, "instance")} each`;
  print(`${count}, seed ${flags.seed}: ${wrong.length === 0 ? "as claimed" : `${wrong.length} not as claimed`}`);
  const rounding = `${TOLERANCE}${log === undefined ? "" : " of an auction's largest value"}`;
  print(style("dim", `what gains up to ${rounding} is rounding; a search that finds nothing is no proof`));
}

/** Reads the named log. Throws a UserError where flags describe a log and none is named. */
async function logFor(flags: Flags<"audit">, signal: AbortSignal): Promise<KeptLog | undefined> {
  if (flags.log !== undefined) return logOf(AUCTIONS, flags.log, flags, signal);
  const { columns, where, skipBadRows } = flags;
  const given = { "--columns": columns.length > 0, "--where": where !== undefined, "--skip-bad-rows": skipBadRows };
  const [needless] = Object.entries(given).find(([, isGiven]) => isGiven) ?? [];
  if (needless === undefined) return undefined;
  const what = `${needless} says how a log is read, and none is named`;
  throw new UserError({ code: "no-log", what, hint: "add --log FILE" });
}

const summaryOf = ({ file, records, rows, parties, skipped, assumed }: KeptLog) => {
  return { file, records, rows, parties, skipped, assumed };
};

/** Returns the audits of a rule from a file, under the file's name. */
async function ownAudits(file: string, log: LoggedAuctions | undefined): Promise<AuditedRule[]> {
  const { rules } = await loadCatalogue(process.cwd(), [{ kinds: ["rule"], name: file, path: [] }], place().onNotice);
  return auditsOf({ ...rules.get(file), id: basename(file, extname(file)) }, log);
}
