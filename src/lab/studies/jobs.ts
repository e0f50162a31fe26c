// Jobs of a study that take long. Their results are kept in the store until the whole study is done, so that a run that was
// stopped, or that died, goes on where it was. A result belongs to the code that computed it.

import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import { writing } from "../../core/files.ts";
import { keepWhole, keptFile, readKept, readKeptText } from "../../core/kept-files.ts";
import type { StudyContext, StudyJob } from "../../study/study.ts";
import type { Engine, KeptResults } from "../run/engine.ts";
import { jobPool } from "../run/jobs.ts";
import { agonModules } from "../store/module-graph.ts";

/** The jobs of one study. */
export interface StudyJobs {
  readonly all: StudyContext["all"];
  /** Seconds of this sitting, and of earlier ones whose results it goes on with. */
  seconds(): number;
  /** Forgets what is kept. */
  clear(): void;
  /** Ends the threads, if they are its own. */
  close(): Promise<void>;
}

/** Jobs whose results are kept in `folder`, which is made when there is something to keep. */
export function studyJobs(
  folder: string,
  { signal, progress }: Pick<StudyContext, "signal" | "progress">,
  engine?: Engine,
): StudyJobs {
  const pool = engine ?? jobPool(availableParallelism());
  const clock = sittings(folder);
  return {
    async all<I, O>(job: StudyJob<I, O>, inputs: readonly I[], label: (input: I) => string): Promise<O[]> {
      const results: O[] = new Array(inputs.length);
      let count = 0;
      await pool.run(job, [{ inputs, lanes: pool.threads }], {
        name: label,
        signal,
        onStop: "end",
        kept: resultFiles(folder, `${codeOf(job)} ${basename(job.module)} ${job.name}`, clock.note),
        begun: (input) => progress(count, inputs.length, label(input)),
        done(output, _, place) {
          results[place] = output;
          count += 1;
        },
      });
      signal.throwIfAborted();
      progress(inputs.length, inputs.length, "done");
      return results;
    },
    seconds: clock.seconds,
    clear: () => rmSync(folder, { recursive: true, force: true }),
    close: async () => {
      if (engine === undefined) await pool.close();
    },
  };
}

/** A hash of the code that a job depends on. */
const codeOf = ({ module }: { readonly module: string }): string =>
  agonModules().hash([fileURLToPath(module)], new Set());

/** The time that a study took over all its sittings, noted beside its results, since a sitting may end without a word. */
function sittings(folder: string): { seconds(): number; note(): void } {
  const file = join(folder, "seconds");
  const store = dirname(folder);
  const earlier = keptFile(store, file) === undefined ? 0 : Number(readKeptText(store, file)) || 0;
  const started = performance.now();
  const seconds = () => earlier + (performance.now() - started) / 1000;
  return { seconds, note: () => keepWhole(store, file, seconds().toFixed(3)) };
}

/** What stands behind a result: the CRC-32 of its bytes. */
const CRC_BYTES = 4;

/** A file for each result, by a hash of the job's name and its input. */
function resultFiles<I, O>(folder: string, job: string, kept: () => void): KeptResults<I, O> {
  const fileOf = (input: I) => {
    const key = `${job} ${JSON.stringify(input)}`;
    return join(folder, `${createHash("sha256").update(key).digest("hex").slice(0, 32)}.part`);
  };
  return {
    find(input) {
      const file = fileOf(input);
      if (keptFile(dirname(folder), file) === undefined) return undefined;
      try {
        const bytes = readKept(dirname(folder), file);
        const output = bytes.subarray(0, -CRC_BYTES);
        if (crc32(output) !== bytes.readUInt32LE(output.length)) return undefined;
        return { output: deserialize(output) };
      } catch {
        // Not whole, or not as it was written: computed again, and written over.
        return undefined;
      }
    },
    keep(input, output) {
      writing(folder, () => {
        const bytes = serialize(output);
        const crc = Buffer.alloc(CRC_BYTES);
        crc.writeUInt32LE(crc32(bytes));
        keepWhole(dirname(folder), fileOf(input), Buffer.concat([bytes, crc]));
        kept();
      });
    },
  };
}
