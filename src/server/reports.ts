// Reports of runs as JSON, computed on a thread: the server answers others meanwhile. What was computed is kept until the run changes.

import { jobPool, type ThreadJob } from "../lab/jobs.ts";
import { buildReport } from "../lab/report.ts";

const building: ThreadJob<string, string> = { module: import.meta.url, name: "reportText", compute: reportText };

/** The report of a run's folder as JSON text. */
export async function reportText(folder: string): Promise<string> {
  return JSON.stringify(await buildReport(folder));
}

/** Reports by the folder of their run. */
export interface Reports {
  /** JSON of the report as of `stamp`, or of a later one. A UserError where it cannot be built. */
  of(folder: string, stamp: string): Promise<string>;
  close(): Promise<void>;
}

/** Reports that are kept, by how many runs were asked for last. */
const MOST_KEPT = 20;

export function keptReports(): Reports {
  const pool = jobPool(1);
  const kept = new Map<string, { stamp: string; text: Promise<string> }>();
  const never = new AbortController().signal;
  const built = async (folder: string): Promise<string> => {
    let text = "";
    await pool.run(building, [{ inputs: [folder], lanes: 1 }], {
      name: () => `the report of ${folder}`,
      signal: never,
      done(output) {
        text = output;
      },
    });
    return text;
  };
  return {
    of(folder, stamp) {
      const before = kept.get(folder);
      kept.delete(folder);
      if (before?.stamp === stamp) {
        kept.set(folder, before);
        return before.text;
      }
      // One at a time for a run: a second one begins when the first is done.
      const text = (before?.text ?? Promise.resolve("")).catch(() => "").then(() => built(folder));
      kept.set(folder, { stamp, text });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT) kept.delete(oldest);
      text.catch(() => {
        if (kept.get(folder)?.text === text) kept.delete(folder);
      });
      return text;
    },
    close: () => pool.close(),
  };
}
