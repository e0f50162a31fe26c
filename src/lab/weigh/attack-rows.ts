// Answers of an audit as a part of a log's policy: what is too rare to be in a log enters with the chance that the policy writes it.

import { retold, UserError } from "../../core/errors.ts";
import { count as countOf } from "../../evaluation/number-format.ts";
import { flatColumns } from "../../logs/nested-columns.ts";
import { openRollouts, type RolloutReading, type RolloutSource, type RolloutTable } from "../../logs/rollouts.ts";
import { placeOfRow } from "../../logs/user-file.ts";
import { withRows } from "../../logs/user-rows.ts";
import type { KnownAnswers } from "./prompt-reader.ts";
import type { AttackCounts } from "./weighing-data.ts";

/** The column with the chance of an answer. */
const MASS = "mass";

/** Answers of an audit, by part and prompt of a log. */
export class AttackRows {
  readonly #file: string;
  readonly #known: ReadonlyMap<string, KnownAnswers>;
  readonly #seen: ReadonlySet<number>;
  readonly #unscored: number;
  readonly #counts = { answers: 0, prompts: 0, mass: 0, lonely: 0 };

  private constructor(
    file: string,
    known: ReadonlyMap<string, KnownAnswers>,
    seen: ReadonlySet<number>,
    unscored: number,
  ) {
    this.#file = file;
    this.#known = known;
    this.#seen = seen;
    this.#unscored = unscored;
  }

  /**
   * Reads the audit's answers with the numbers by which the log is weighed, and their column `mass`. Throws a UserError where the mass of an
   * answer is missing or no chance, or those of a prompt leave nothing to the log.
   */
  static async of(
    file: string,
    source: Omit<RolloutSource, "file" | "where">,
    log: RolloutTable,
    reading: RolloutReading,
  ): Promise<AttackRows> {
    const names = await withRows({ file }, reading, (rows) => flatColumns(rows.file));
    if (!names.some(({ name }) => name === MASS)) throw noMass(file, `has no column "${MASS}"`);
    const own = ({ where, text }: { readonly where: string; readonly text: string }) => ({
      where: `${file}: ${where}`,
      text,
    });
    const pays = [...source.pays.map(own), { where: file, text: MASS }];
    const table = await openRollouts({ ...source, file, want: own(source.want), pays }, reading).catch((error) => {
      throw retold(error, (problem) => (problem.where === "--by" ? { ...problem, where: `${file}: --by` } : problem));
    });
    try {
      const unscored = table.unscored.slice(0, -1).reduce((sum, count) => sum + count, 0);
      const massless = table.unscored[pays.length];
      if (massless > 0) throw noMass(file, `says of ${countOf(massless, "answer")} no "${MASS}"`);
      const known = await knownAnswers(table, log);
      return new AttackRows(table.file.shown, known, await seenRows(table, log), unscored);
    } finally {
      table.close();
    }
  }

  /** Those of a prompt, and the rows of the log that they replace. */
  at(part: number, prompt: number): KnownAnswers | undefined {
    return this.#known.get(keyOf(part, prompt));
  }

  get seen(): ReadonlySet<number> {
    return this.#seen;
  }

  /** Counts a prompt's answers: as entered, or as left out where the log has too few others. */
  count({ mass }: KnownAnswers, isEntered: boolean): void {
    if (!isEntered) {
      this.#counts.lonely += mass.length;
      return;
    }
    this.#counts.answers += mass.length;
    this.#counts.prompts += 1;
    this.#counts.mass += mass.reduce((sum, one) => sum + one, 0);
  }

  counts(): AttackCounts {
    const { answers, prompts, mass, lonely } = this.#counts;
    const all = [...this.#known.values()].reduce((sum, one) => sum + one.mass.length, 0);
    const absent = all - answers - lonely;
    return {
      ...{ file: this.#file, answers, prompts, absent, lonely, unscored: this.#unscored },
      mass: prompts === 0 ? 0 : mass / prompts,
    };
  }

  /** Variances within prompts, summed over them, of scores that are constant within the log's prompts: want 0, pays from 1. */
  async variances(log: RolloutTable, scores: readonly number[]): Promise<number[]> {
    const names = scores.map((k) => (k === 0 ? "want" : `pay_${k - 1}`));
    const prompts = [...this.#known.keys()].map((key) => key.split(" ")[1]);
    if (prompts.length === 0 || scores.length === 0) return scores.map(() => 0);
    const levels = await log.numbers(
      `SELECT part, prompt, ${names.map((name) => `min(${name})`).join(", ")} FROM agon_rollouts WHERE prompt IN (${prompts.join(", ")}) GROUP BY ALL HAVING count(*) > 1`,
    );
    return scores.map((score, at) =>
      levels.reduce((sum, [part, prompt, ...level]) => {
        const known = this.at(part, prompt);
        if (known === undefined) return sum;
        const values = score === 0 ? known.want : known.pays[score - 1];
        let [first, second] = [0, 0];
        for (const [k, mass] of known.mass.entries()) {
          first += mass * (values[k] - level[at]);
          second += mass * (values[k] - level[at]) ** 2;
        }
        return sum + second - first * first;
      }, 0),
    );
  }
}

const keyOf = (part: number, prompt: number): string => `${part} ${prompt}`;

const noMass = (file: string, what: string): UserError => {
  const hint = "give the chance with which the policy of the log writes each answer, such as 0.003";
  return new UserError({ code: "no-mass", what, where: file, hint });
};

async function knownAnswers(table: RolloutTable, log: RolloutTable): Promise<ReadonlyMap<string, KnownAnswers>> {
  const known = new Map<
    string,
    { mass: number[]; want: number[]; pays: number[][]; terms: number[][]; answers: Set<number>; row: number }
  >();
  const at = (row: number) => placeOfRow(table.file.shown, row + 1, true);
  const parts = table.parts.map((value) => log.parts.indexOf(value));
  const [[twice]] = await table.numbers(
    "SELECT min(row) FROM (SELECT max(row) AS row FROM (SELECT DISTINCT * EXCLUDE (row), min(row) AS row FROM agon_rollouts GROUP BY ALL) GROUP BY part, prompt, answer HAVING count(*) > 1)",
  );
  if (!Number.isNaN(twice)) {
    const what = "is an answer that an earlier row has with other numbers";
    throw new UserError({ code: "twice", what, where: at(twice), hint: "give each answer to a prompt once" });
  }
  for await (const piece of await table.answers()) {
    const scores = table.unscored.slice(1).map((_, k) => piece.numbers(`pay_${k}`));
    const masses = scores.pop() ?? new Float64Array(0);
    const parted = table.terms.map((_, t) => piece.numbers(`term_${t}`));
    const [part, prompt, answer, row, want] = ["part", "prompt", "answer", "row", "want"].map((name) =>
      piece.numbers(name),
    );
    for (let k = 0; k < piece.rows; k++) {
      const mass = masses[k];
      if (!(mass > 0 && mass < 1)) {
        const what = `its ${MASS} is ${mass}`;
        throw new UserError({ code: "mass", what, where: at(row[k]), hint: "give a chance above 0 and below 1" });
      }
      const key = keyOf(parts[part[k]], prompt[k]);
      const own = known.get(key) ?? {
        mass: [],
        want: [],
        pays: scores.map((): number[] => []),
        terms: parted.map((): number[] => []),
        answers: new Set<number>(),
        row: row[k],
      };
      known.set(key, own);
      if (own.answers.has(answer[k])) continue;
      own.answers.add(answer[k]);
      own.mass.push(mass);
      own.want.push(want[k]);
      for (const [at, pay] of scores.entries()) own.pays[at].push(pay[k]);
      for (const [t, values] of parted.entries()) own.terms[t].push(values[k]);
    }
  }
  for (const { mass, row } of known.values()) {
    const total = mass.reduce((sum, one) => sum + one, 0);
    if (total < 1) continue;
    const what = `the answers to its prompt have a ${MASS} of ${total} together, and leave nothing to those of the log`;
    throw new UserError({ code: "mass", what, where: at(row), hint: "give chances of different answers" });
  }
  return known;
}

/** Rows of the log with answers that the audit has too: their chance is known better than by counting them. */
async function seenRows(table: RolloutTable, log: RolloutTable): Promise<ReadonlySet<number>> {
  if (!table.own.has("completion") || !log.own.has("completion")) return new Set();
  const answers = await table.numbers("SELECT DISTINCT prompt, answer FROM agon_rollouts");
  if (answers.length === 0) return new Set();
  const pairs = answers.map(([prompt, answer]) => `(${prompt}, ${answer})`).join(", ");
  const rows = await log.numbers(`SELECT row FROM agon_rollouts WHERE (prompt, answer) IN (${pairs})`);
  return new Set(rows.map(([row]) => row));
}
