// Pages of the reference that stand alone: keys of an experiment, rules of mechanisms, columns of logs, forms of answers.

import { grouped } from "../../core/grouped.ts";
import { type AnswerForm, CHOICE_FORMS, FORM_CHOICES, NUMBER_FORMS } from "../../core/reading/forms.ts";
import type { AuditedRule } from "../../evaluation/audits/audit.ts";
import { auditedRules } from "../../evaluation/audits/index.ts";
import { NUMBER_FORMS as COLUMN_NUMBERS, TIME_FORMS } from "../../logs/column-forms.ts";
import { columnMeaning, describedColumns, LOG_KINDS, type LogKind, READ_KINDS } from "../../logs/kinds.ts";
import { logSettings } from "../../logs/log-settings.ts";
import { usualNames } from "../../logs/usual-names.ts";
import { experimentSchema } from "../experiment/grammar.ts";
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
    "Columns may stand in any order, and further ones are passed over. `agon log columns KIND` prints the same. `agon log check` also takes the usual names, in any letters and with signs between. How a log is used: [bring your own log](../guides/bring-your-own-log.md).",
    ...[...LOG_KINDS.values(), ...[...READ_KINDS.values()].map(({ kind }) => kind)].flatMap((one) => [
      `## ${name(one.name)}`,
      sentence(one.summary),
      columns(one),
    ]),
    "## Settings",
    "`agon log check FILE --write SETTINGS.yaml` writes them, and an experiment names them as its `log`. Its own keys of a log are the same.",
    table(
      ["key", "meaning"],
      Object.entries(logSettings.shape).map(([key, { description = "" }]) => [name(key), description]),
    ),
    "Forms of columns, for `read`. Where none is said, plain numbers and dates of ISO 8601 are read.",
    table(
      ["form", "reads"],
      Object.entries({ ...COLUMN_NUMBERS, ...TIME_FORMS }).map(([form, meaning]) => [name(form), meaning]),
    ),
  ]);

function columns(kind: LogKind): string {
  const rows = describedColumns(kind).map((one) => {
    return [name(one.name), one.unit, one.range, columnMeaning(one), usualNames(kind, one.name).join(", ")];
  });
  return table(["column", "holds", "range", "meaning", "usual names"], rows);
}

/** How answers in texts are read, from the forms that a test reads. */
export const answerPage = (): Page =>
  page("reference/answers.md", "Answers", [
    "The judges `number` and `choice` of [questions of one's own](../guides/ask-your-own-questions.md) read replies in these forms. What cannot be read is no wrong answer: its episode has failed, with this as the reason, and is in no mean. Of several questions in an episode, `unreadable` is the share that could not be read, and `correct` is that of the others.",
    "What stands before the last `</think>` is no part of a reply, nor is what users or tools say. The last statement of what the answer is counts before all else; where a box, a tag, or a line that begins with `Answer:` holds none, the reply has none.",
    "## Numbers",
    formTable(NUMBER_FORMS, String),
    "## Choices",
    `Here the choices are ${FORM_CHOICES.map((choice, k) => `${String.fromCharCode(65 + k)}) ${choice}`).join(", ")}. Where choices are numbers, a number is the choice of this value, and no place.`,
    formTable(CHOICE_FORMS, (letter) => letter),
  ]);

function formTable<Reading>(forms: readonly AnswerForm<Reading>[], shown: (reading: Reading) => string): string {
  const rows = forms.flatMap(({ form, readings }) =>
    readings.map(([text, reading], k) => [
      ...[k === 0 ? form : "", text === "" ? "nothing" : name(text.replaceAll("\n", " ⏎ "))],
      reading === null ? "unreadable" : shown(reading),
    ]),
  );
  return table(["form", "text", "reading"], rows);
}
