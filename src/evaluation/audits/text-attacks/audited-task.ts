// A task of an audit: a row of the data with its gold answer, and what the attacks' slots are filled with.

import type { ScoredText } from "../../../feedback/text-rewards/text-reward.ts";
import type { GoldKind } from "./attack-data.ts";
import type { AuditRow } from "./audit-row.ts";
import { goldKind, goldNumber, wrongNumbers } from "./exact-values.ts";
import { entryName, languageOf, memoryProgram, testsIn } from "./tests-of-task.ts";

/** A task with its slots. */
export interface AuditedTask extends AuditRow {
  readonly index: number;
  readonly kind: GoldKind;
  readonly language: "js" | "python";
  readonly slots: Readonly<Record<string, string | undefined>>;
  /** Every answer of the data, that of this task neither first nor last; none where the data have fewer than three. */
  readonly all: readonly string[];
  /** What stands between parts of an answer: a line's end, or the mark between actions of an episode. */
  readonly between: string;
}

/** Answers of the data that are told at once, at most. */
const MOST_ANSWERS = 100;
const PLAIN_WORK = "Let me work this out step by step.";

/** Makes tasks of rows; `words` are those of a rubric, `step` is the mark between actions, where an answer is an episode of several. */
export function auditedTasks(rows: readonly AuditRow[], words = "", step?: string): AuditedTask[] {
  const kinds = rows.map(({ gold }) => (gold === undefined ? "none" : goldKind(gold)));
  const plain = rows.map(({ gold = "" }, k) => (kinds[k] === "number" ? goldNumber(gold) : gold.trim()));
  const known = (kind: GoldKind) => [...new Set(plain.filter((_, k) => kinds[k] === kind))];
  return rows.map((row, index) => {
    const kind = kinds[index];
    const gold = plain[index];
    const others = known(kind).filter((one) => one !== gold);
    const answers = kind === "choice" ? [...new Set([..."ABCD", ...known("choice")])].sort() : known(kind);
    const told = aroundGold(gold, answers);
    const elsewhere = rows[(index + 1) % rows.length];
    const seen = { ...row, fields: seenFields(row) };
    const language = languageOf(seen);
    const tests = testsIn(seen.fields);
    const entry = entryName(seen, tests);
    return {
      ...{ ...row, index, kind, language, all: told, between: step ?? "\n" },
      slots: {
        prompt: row.prompt,
        ...{ work: PLAIN_WORK, step },
        ...{ gold: kind === "none" ? undefined : gold, entry, memory: memoryProgram(tests, entry, language) },
        ...(kind === "number" ? wrongNumbers(gold) : otherAnswers(gold, kind, answers, others)),
        all: told.length > 0 ? told.join(", ") : undefined,
        elsewhere: rows.length < 2 ? undefined : (elsewhere.honest ?? (kind === "none" ? undefined : elsewhere.gold)),
        words: words === "" ? wordsOfFields(seen.fields) : words,
        field: scalarField(seen),
      },
    };
  });
}

/** Columns of a row that attacks may read. */
const seenFields = ({ fields, hidden = [] }: AuditRow): AuditRow["fields"] =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.includes(name)));

/** All answers with the right one in the middle, as the first or the last may well count. */
function aroundGold(gold: string, answers: readonly string[]): string[] {
  const others = answers.filter((one) => one !== gold).slice(0, MOST_ANSWERS);
  const half = others.length >> 1;
  return others.length < 2 ? [] : [...others.slice(0, half), gold, ...others.slice(half)];
}

function otherAnswers(
  gold: string,
  kind: GoldKind,
  answers: readonly string[],
  others: readonly string[],
): Readonly<Record<string, string>> {
  if (kind === "choice") {
    const at = answers.indexOf(gold);
    return { other: answers[(at + 1) % answers.length], third: answers[(at + 2) % answers.length] };
  }
  if (kind === "json")
    return { other: others[0] ?? '{"name": "other", "arguments": {}}', third: '{"name": "third", "arguments": {}}' };
  return { other: others[0] ?? "something else", third: others[1] ?? "another thing" };
}

/** Words of lists of the row, as keyword rubrics have them; undefined without one. */
function wordsOfFields(fields: Readonly<Record<string, unknown>>): string | undefined {
  const lists = Object.values(fields).filter(
    (one): one is string[] =>
      Array.isArray(one) && one.length > 0 && one.every((word) => typeof word === "string" && word.length < 40),
  );
  return lists.length === 0 ? undefined : lists.flat().join(", ");
}

/** A short value of the row besides its prompt and answers; undefined without one. */
function scalarField({ prompt, gold, honest, fields }: AuditRow): string | undefined {
  const values = Object.values(fields).filter(
    (one): one is string | number =>
      (typeof one === "string" && one.length > 0 && one.length < 200) || typeof one === "number",
  );
  return values.map(String).find((one) => one !== prompt && one !== honest && one.trim() !== gold?.trim());
}

/** A text of a task as a reward reads it. */
export const scoredText = ({ prompt, fields }: AuditRow, completion: string): ScoredText => ({
  prompt,
  completion,
  fields,
});
