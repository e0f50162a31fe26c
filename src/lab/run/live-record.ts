// `live-PLACE-PID.json` in a run's folder: the progress of a process that works on the run, for other processes. It is rewritten at most
// every half second and at least every 15 seconds, and removed when the process is done. The record of a killed process is recognised by
// process id and start time; on another machine or in another container, by its age.

import { readdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { writeWhole } from "../../core/files.ts";
import { entryAt, keptNames, readKeptText } from "../../core/kept-files.ts";
import { beginningOf, HERE, isAlive, isProcess } from "../../core/process-place.ts";
import type { TrainingNews } from "./cell-job.ts";
import type { LiveRecord } from "./live-data.ts";

const training = z.object({
  variant: z.string(),
  seed: z.int(),
  share: z.number().describe("of the training that is over"),
  shares: z.array(z.number()).describe("at which the numbers below were told"),
  pay: z.array(z.number().nullable()),
  objective: z.array(z.number().nullable()),
});

const schema = z.object({
  pid: z.int().min(1),
  place: z.string().describe("where the number of the process means it"),
  born: z.string().exactOptional().describe("when the process began, as its system says it"),
  host: z.string(),
  begun: z.string().describe("in ISO 8601"),
  cells: z.int().describe("cells that this process has computed"),
  missing: z.int().describe("cells that it began with"),
  trainings: z.array(training),
});

/** Minimum time between two writes, in milliseconds. */
const PAUSE = 500;
/** Time between two writes without news, in milliseconds. */
const PULSE = 15_000;
/** Age, in milliseconds, after which a record from another place counts as abandoned; a time as far in the future counts too. */
const LOST = 5 * 60_000;
/** Maximum number of points of a training's curve; beyond it every second point is dropped. */
const MOST_POINTS = 400;

/** Reports the progress of this process. */
export interface Live {
  training(news: TrainingNews): void;
  cell(variants: readonly string[], seed: number): void;
  /** Stops reporting and removes the record. */
  end(): void;
}

/** Starts reporting to an existing folder. Failures to write are ignored: results do not depend on these records. */
export function liveReport(folder: string, missing: number): Live {
  sweepLive(folder);
  const file = join(folder, `live-${HERE}-${process.pid}.json`);
  const trainings = new Map<string, z.output<typeof training>>();
  const [born, begun] = [beginningOf(process.pid), new Date().toISOString()];
  let cells = 0;
  let waiting: NodeJS.Timeout | undefined;
  let isOver = false;
  const write = (): void => {
    // The periodic write replaces a pending one, which could otherwise run after the end.
    clearTimeout(waiting);
    waiting = undefined;
    const record: LiveRecord = {
      ...{ pid: process.pid, place: HERE, born, host: hostname(), begun, cells, missing },
      trainings: [...trainings.values()],
    };
    try {
      writeWhole(file, JSON.stringify(record));
    } catch {
      // On a full disk, writing the cells fails with a message.
    }
  };
  const later = (): void => {
    // News of a training may arrive after the end.
    if (!isOver) waiting ??= setTimeout(write, PAUSE).unref();
  };
  write();
  const pulse = setInterval(write, PULSE).unref();
  return {
    training({ variant, seed, share, pay, objective }) {
      const key = `${variant}\n${seed}`;
      const own = trainings.get(key) ?? { variant, seed, share, shares: [], pay: [], objective: [] };
      own.share = share;
      own.shares.push(share);
      own.pay.push(pay ?? null);
      own.objective.push(objective ?? null);
      if (own.shares.length > MOST_POINTS) {
        for (const list of ["shares", "pay", "objective"] as const)
          own[list].splice(0, MOST_POINTS, ...halved(own[list]));
      }
      trainings.set(key, own);
      later();
    },
    cell(variants, seed) {
      cells += variants.length;
      for (const variant of variants) trainings.delete(`${variant}\n${seed}`);
      later();
    },
    end() {
      isOver = true;
      clearTimeout(waiting);
      clearInterval(pulse);
      rmSync(file, { force: true });
    },
  };
}

const halved = <T>(list: readonly T[]): T[] => list.slice(0, MOST_POINTS).filter((_, k) => k % 2 === 1);

const isLive = (name: string): boolean => /^live-([\da-f]{12}-)?\d+\.json$/.test(name);

/** Returns the records of processes that work on a run now. */
export function liveIn(folder: string): LiveRecord[] {
  const store = dirname(folder);
  return keptNames(store, folder)
    .filter(isLive)
    .flatMap((name) => {
      try {
        const file = join(folder, name);
        const record = schema.parse(JSON.parse(readKeptText(store, file)));
        return lives(record, entryAt(file)?.mtimeMs ?? 0) ? [record] : [];
      } catch {
        // The record was removed while it was read, or has another version's format.
        return [];
      }
    });
}

/** Whether the process of a record still exists; `written` is the record's time in milliseconds. */
function lives({ place, pid, born = "" }: LiveRecord, written: number): boolean {
  if (place === HERE && born !== "") return isProcess(pid, born);
  return Math.abs(Date.now() - written) < LOST && (place !== HERE || isAlive(pid));
}

/** Removes the records of killed processes. */
function sweepLive(folder: string): void {
  const alive = new Set(liveIn(folder).map(({ place, pid }) => `live-${place}-${pid}.json`));
  for (const name of readdirSync(folder))
    if (isLive(name) && !alive.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
}
