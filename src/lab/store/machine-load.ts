// `load-TIME-PID.json` in a run's folder, one file for each process that has worked on the run: CPU share and memory, its threads and
// programs included, and the load of the machine. A process writes its file with every sample, so that one that is killed leaves what it
// has used. Results do not depend on these files.

import { availableParallelism, hostname, loadavg, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { checkedJson, parseChecked } from "../../core/checksum.ts";
import { writeWhole } from "../../core/files.ts";
import { keptNames, readKeptText } from "../../core/kept-files.ts";
import { usageHere } from "../../core/process-usage.ts";
import { halved, type LoadRecord, rounded } from "./load-data.ts";

/** Milliseconds between two samples, at first. */
const FIRST_PERIOD = 1000;
/** Number of samples at which every two become one, and the period doubles. */
const MOST = 64;
/** A last sample that covers less is left out, in milliseconds: it would measure the clock of the system. */
const LEAST = 50;
const GIB = 2 ** 30;

const samples = z.array(z.number().min(0));
const schema = z
  .object({
    ...{ host: z.string(), begun: z.string(), cores: z.int().min(1), memory: z.number().min(0) },
    ...{ seconds: samples, used: samples, gib: samples, waiting: samples },
  })
  .refine(({ seconds, ...of }) => [of.used, of.gib, of.waiting].every(({ length }) => length === seconds.length));

const isLoad = (name: string): boolean => /^load-\d+-\d+\.json$/.test(name);

/** Samples this process until `end` is called. Failures to write are ignored. */
export function followLoad(folder: string): { end(): void } {
  const file = join(folder, `load-${Date.now()}-${process.pid}.json`);
  const begun = performance.now();
  let record: LoadRecord = {
    ...{ host: hostname(), begun: new Date().toISOString(), cores: availableParallelism() },
    ...{ memory: rounded(memoryHere() / GIB), seconds: [], used: [], gib: [], waiting: [] },
  };
  let [last, before] = [begun, usageHere().seconds];
  let period = FIRST_PERIOD;
  const sample = (): void => {
    const [now, { seconds, bytes }] = [performance.now(), usageHere()];
    record = {
      ...record,
      seconds: [...record.seconds, (now - begun) / 1000],
      // What a program used is known twice, or not at all, in the moment of its end.
      used: [...record.used, (1000 * Math.max(0, seconds - before)) / (now - last)],
      gib: [...record.gib, bytes / GIB],
      waiting: [...record.waiting, loadavg()[0]],
    };
    [last, before] = [now, seconds];
    if (record.seconds.length >= MOST) {
      record = halved(record);
      period *= 2;
      clearInterval(timer);
      timer = setInterval(sample, period).unref();
    }
    write(file, record);
  };
  let timer = setInterval(sample, period).unref();
  return {
    end() {
      clearInterval(timer);
      if (performance.now() - last >= LEAST) sample();
    },
  };
}

/** Returns the bytes that this process may use: those of its container where these are fewer. */
function memoryHere(): number {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? limit : totalmem();
}

function write(file: string, { host, begun, cores, memory, ...over }: LoadRecord): void {
  const short = Object.fromEntries(Object.entries(over).map(([name, values]) => [name, values.map(rounded)]));
  try {
    writeWhole(file, checkedJson({ host, begun, cores, memory, ...short }));
  } catch {
    // On a full disk, writing the cells fails with a message.
  }
}

/** Returns the records of all processes that have worked on a run, the first first. Damaged files are left out. */
export function loadIn(folder: string): LoadRecord[] {
  const store = dirname(folder);
  const names = keptNames(store, folder).filter(isLoad);
  return names.sort(byTime).flatMap((name) => {
    try {
      return [schema.parse(parseChecked(readKeptText(store, join(folder, name))))];
    } catch {
      return [];
    }
  });
}

/** Orders file names by time, and then by process. */
const byTime = (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true });
