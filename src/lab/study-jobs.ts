// Parts of a study that take long: computed as many at a time as there are cores, and kept in the store until the whole study
// is done, so that a run that was stopped, or that died, goes on where it was. A part belongs to the code that computed it.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { Piscina } from "piscina";
import { makeFolder, writeWhole, writing } from "../core/files.ts";
import type { StudyContext, StudyJob } from "../study/study.ts";
import { codeFingerprint } from "./fingerprint.ts";

/** The parts of one study. */
export interface StudyJobs {
  readonly all: StudyContext["all"];
  /** Forgets what is kept. */
  clear(): void;
  /** Ends the threads. */
  close(): Promise<void>;
}

type Told = Pick<StudyContext, "signal" | "progress">;

/** Threads, by default as many as there are cores. Sources that are not built cannot be loaded by them, unless `always`. */
export interface ThreadOptions {
  readonly threads?: number;
  readonly always?: boolean;
}

/** StudyJobs kept in `folder`, which is made when there is something to keep. */
export function studyJobs(
  folder: string,
  { signal, progress }: Told,
  { threads = availableParallelism(), always = false }: ThreadOptions = {},
): StudyJobs {
  const code = codeFingerprint(["evaluation"]);
  const workers = always || !import.meta.url.endsWith(".ts") ? threads : 1;
  let pool: Piscina | undefined;

  const computed = async <I, O>(part: StudyJob<I, O>, input: I): Promise<O> => {
    if (workers < 2) {
      // Between parts, a Ctrl-C is heard.
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
      return part.compute(input, signal);
    }
    pool ??= new Piscina({ minThreads: workers, maxThreads: workers });
    return pool.run(input, { filename: part.module, name: part.name, signal });
  };

  const kept = async <I, O>(part: StudyJob<I, O>, input: I): Promise<O> => {
    const key = `${code} ${basename(part.module)} ${part.name} ${JSON.stringify(input)}`;
    const file = join(folder, `${createHash("sha256").update(key).digest("hex").slice(0, 32)}.part`);
    if (existsSync(file)) {
      try {
        return deserialize(readFileSync(file));
      } catch {
        // Not whole: computed again, and written over.
      }
    }
    const value = await computed(part, input);
    writing(folder, () => {
      makeFolder(folder);
      writeWhole(file, serialize(value));
    });
    return value;
  };

  return {
    async all<I, O>(part: StudyJob<I, O>, inputs: readonly I[], label: (input: I) => string): Promise<O[]> {
      const results: O[] = new Array(inputs.length);
      let done = 0;
      const waiting = inputs.entries();
      const lane = async (): Promise<void> => {
        for (const [k, input] of waiting) {
          signal.throwIfAborted();
          progress(done, inputs.length, label(input));
          results[k] = await kept(part, input);
          done += 1;
        }
      };
      await Promise.all(Array.from({ length: workers }, lane));
      progress(inputs.length, inputs.length, "done");
      return results;
    },
    clear: () => rmSync(folder, { recursive: true, force: true }),
    close: async () => pool?.destroy(),
  };
}
