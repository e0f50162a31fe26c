// `agon audit FILE.yaml`: runs an experiment of questions, and says how often answers meet each criterion and what that depends on.

import type { CriterionShares, FactorSlope } from "../evaluation/audits/answer-factors.ts";
import type { AnswerAudit, AuditedVariant } from "../lab/audit/answer-audit.ts";
import type { Flags } from "./commands.ts";
import { answer, interval, print, style, table, whole } from "./output.ts";
import { runThenShow } from "./run.ts";

/** Runs what is missing of the experiment, and prints the audit of its answers. */
export async function auditAnswers(file: string, flags: Flags<"audit">): Promise<number> {
  const { answerAudit, auditedFields } = await import("../lab/audit/answer-audit.ts");
  return runThenShow(
    file,
    { ...flags, full: false, claims: false },
    {
      check({ file: shown, variants }) {
        for (const variant of variants) auditedFields(variant, shown);
      },
      async show({ experiment, result }) {
        const audit = await answerAudit(result.folder, experiment);
        return answer(flags, audit, () => printAudit(audit));
      },
    },
  );
}

function printAudit({ title, variants, agreement }: AnswerAudit): void {
  print(style("bold", title));
  for (const one of variants) printVariant(one);
  for (const { variants: names, criteria } of agreement) {
    print("", `${names.map((name) => `“${name}”`).join(" and ")} have the same answers; their judges agree:`);
    const rows = criteria.map(({ criterion, same, kappa }) => [
      criterion,
      interval(same),
      kappa === null ? "–" : kappa.toFixed(2),
    ]);
    print(table(["criterion", "say the same", "Cohen's κ"], rows));
  }
}

function printVariant({ variant, answers, failures, criteria }: AuditedVariant): void {
  print("", `${style("bold", variant)}  ${whole(answers)} answers`);
  const shares = criteria.map(({ criterion, share }) => [criterion, interval(share)]);
  print(table(["criterion", "share of answers"], shares));
  const levels = (criteria[0]?.byFactor ?? []).flatMap(({ factor, levels: own }, f) =>
    own.map(({ level, n }, l) => [
      factor,
      level,
      whole(n),
      ...criteria.map(({ byFactor }) => interval(byFactor[f].levels[l])),
    ]),
  );
  if (levels.length > 0)
    print(table(["factor", "level", "answers", ...criteria.map((one) => one.criterion)], levels, 2));
  const slopes = criteria.flatMap(slopeRows);
  if (slopes.length > 0) print(table(["criterion", "log-odds change with", "by"], slopes, 2));
  for (const [reason, count] of Object.entries(failures))
    print(style("yellow", `${whole(count)} without a verdict: ${reason}`));
}

const slopeRows = ({ criterion, slopes }: CriterionShares): string[][] =>
  slopes.map((one) => [criterion, named(one), interval({ mean: one.slope, low: one.low, high: one.high, n: 0 })]);

/** What a slope is of: a level against the first, or numbers in their unit. */
const named = ({ factor, level, per }: FactorSlope): string =>
  level === undefined ? `${factor}, per ${per}` : `${factor}: ${level}`;
