// Recorded answers in the database. An answer is stored before the requesting agent continues, so a worker that dies loses none, and no
// machine repeats a request of another. Machines share the answers of a book; each job has a list of the answers that it used.

import { relative, sep } from "node:path";
import type { Pool } from "pg";
import type { AnswerLine, SharedAnswers } from "../core/shared-answers.ts";
import type { RecordedAnswer } from "../lab/run/engine.ts";
import { lasting, type Queries } from "./postgres.ts";

export interface AnsweredJob {
  readonly key: string;
  readonly book: string;
  /** Folder on this machine that paths of recordings start from. */
  readonly directory: string;
}

/** The answers of a job's book, and the list of those that the job uses. */
export class JobAnswers implements SharedAnswers {
  readonly #pool: Pool;
  readonly #job: AnsweredJob;
  /** Requests by the path of the recording. */
  readonly #used = new Map<string, Set<string>>();

  constructor(pool: Pool, job: AnsweredJob) {
    [this.#pool, this.#job] = [pool, job];
  }

  async find(file: string, key: string): Promise<string | undefined> {
    const query = "SELECT line FROM agon.answers WHERE book = $1 AND path = $2 AND request = $3 AND NOT failed";
    const values = [this.#job.book, this.#path(file), key];
    const { rows } = await lasting(() => this.#pool.query<{ line: string }>(query, values));
    if (rows.length === 0) return undefined;
    this.used(file, key);
    return rows[0].line;
  }

  async keep(file: string, { key, line, failed }: AnswerLine): Promise<string> {
    this.used(file, key);
    // The first answer is kept, and replaces a failure.
    const query = `INSERT INTO agon.answers AS known (book, path, request, failed, line) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (book, path, request) DO UPDATE SET
        line = CASE WHEN known.failed THEN excluded.line ELSE known.line END,
        failed = known.failed AND excluded.failed
      RETURNING line`;
    const values = [this.#job.book, this.#path(file), key, failed, line];
    const { rows } = await lasting(() => this.#pool.query<{ line: string }>(query, values));
    return rows[0].line;
  }

  used(file: string, key: string): void {
    const path = this.#path(file);
    const requests = this.#used.get(path) ?? new Set();
    requests.add(key);
    this.#used.set(path, requests);
  }

  /** Stores the list of used answers. Answers that the submitter had recorded before are not in the book, and are skipped. */
  async write(): Promise<void> {
    const used = [...this.#used].flatMap(([path, requests]) => Array.from(requests, (request) => ({ path, request })));
    if (used.length === 0) return;
    const query = `INSERT INTO agon.answered (key, book, path, request)
      SELECT $1, book, path, request FROM agon.answers
      JOIN unnest($3::text[], $4::text[]) AS own (path, request) USING (path, request) WHERE book = $2
      ON CONFLICT DO NOTHING`;
    const { key, book } = this.#job;
    const values = [key, book, used.map(({ path }) => path), used.map(({ request }) => request)];
    await lasting(() => this.#pool.query(query, values));
  }

  #path(file: string): string {
    return relative(this.#job.directory, file).replaceAll(sep, "/");
  }
}

/** Returns the answers that these jobs have used, by their keys. */
export async function answersOf(queries: Queries, keys: readonly string[]) {
  const { rows } = await queries.query<RecordedAnswer & { key: string }>(
    `SELECT key, path, line FROM agon.answered JOIN agon.answers USING (book, path, request)
     WHERE key = ANY($1) ORDER BY path, request`,
    [keys],
  );
  return rows;
}
