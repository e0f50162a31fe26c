// Pages of the reference that stand alone: keys of an experiment, rules of mechanisms, columns of logs.

import { grouped } from "../../core/grouped.ts";
import type { AuditedRule } from "../../evaluation/audits/audit.ts";
import { auditedRules } from "../../evaluation/audits/index.ts";
import { columnMeaning, describedColumns, LOG_KINDS, type LogKind, READ_KINDS } from "../../logs/kinds.ts";
import { experimentSchema } from "../experiment/experiment.ts";
import { PARAMETER_HEAD, parameterCells } from "./entries.ts";
import { code, name, type Page, page, sentence, table } from "./markdown.ts";
import { parameterRows } from "./parameter-rows.ts";

/** The keys of an experiment file, from the schema that reads it. */
export function experimentPage(): Page {
  const rows = parameterRows(experimentSchema).filter((row) => !/[.[]/.test(row.name));
  return page("reference/experiment.md", "Keys of an experiment", [
    table(PARAMETER_HEAD, rows.map(parameterCells)),
    "`agon run FILE --set path=value` changes a value from the command line: `--set environment.horizon=50`. Paths in a file start from the file's folder.",
    "Values: [worlds](README.md#worlds), [agents](README.md#agents), [algorithms](README.md#algorithms), [rewards](rewards.md).",
  ]);
}

/** The rules that `agon audit` searches: what each claims of the truth. */
export function rulePage(): Page {
  const families = grouped(auditedRules, ({ id }) => id.split("/")[0]);
  return page("reference/rules.md", "Rules of mechanisms", [
    "`agon audit` draws instances of a rule and searches each for a report that pays an agent better than the truth. A search that finds nothing is no proof. Rules of sale are searched on the auctions of a log by `--log FILE`.",
    code("sh", `agon audit ${auditedRules[0].id} --instances 20`),
    ...[...families].flatMap(([family, rules]) => [
      `## ${name(family)}`,
      table(["rule", "what it does", "claims", "source"], rules.map(ruleCells)),
    ]),
  ]);
}

const ruleCells = ({ id, summary, source, truthful }: AuditedRule): string[] => {
  return [name(id), summary, truthful ? "the truth pays best" : "nothing", source];
};

/** Columns of the logs that users bring, from the schemas that read them. */
export const logPage = (): Page =>
  page("reference/logs.md", "Columns of logs", [
    "Columns may stand in any order, and further ones are passed over. `agon log columns KIND` prints the same. How a log is used: [bring your own log](../guides/bring-your-own-log.md).",
    ...[...LOG_KINDS.values(), ...[...READ_KINDS.values()].map(({ kind }) => kind)].flatMap((one) => [
      `## ${name(one.name)}`,
      sentence(one.summary),
      columns(one),
    ]),
  ]);

function columns(kind: LogKind): string {
  const rows = describedColumns(kind).map((one) => [name(one.name), one.unit, one.range, columnMeaning(one)]);
  return table(["column", "holds", "range", "meaning"], rows);
}
