// `live-PLACE-PID.json` in a run's folder: how far a process is that works on the run, for others to look at. It is written again every
// half second at most and every quarter of a minute at least, and goes when the process is done. What a killed process leaves is known by
// its number and its beginning, or in another place than its own by its age.

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

/** Between two writings, in milliseconds. */
const PAUSE = 500;
/** Between two writings without news, in milliseconds. */
const PULSE = 15_000;
/** Without a writing for this long, a process of another place is gone; none writes so far in the future. */
const LOST = 5 * 60_000;
/** Points of a training's curve; beyond them every second one is dropped. */
const MOST_POINTS = 400;

/** Tells others how far this process is. */
export interface Live {
  training(news: TrainingNews): void;
  cell(variants: readonly string[], seed: number): void;
  /** Nothing is told any more, and nothing is left. */
  end(): void;
}

/** Begins to tell, in a folder that is there. What the disk refuses is not told: results do not hang on it. */
export function liveReport(folder: string, missing: number): Live {
  sweepLive(folder);
  const file = join(folder, `live-${HERE}-${process.pid}.json`);
  const trainings = new Map<string, z.output<typeof training>>();
  const [born, begun] = [beginningOf(process.pid), new Date().toISOString()];
  let cells = 0;
  let waiting: NodeJS.Timeout | undefined;
  let isOver = false;
  const write = (): void => {
    // The pulse writes too, and what then waits would be written after the end.
    clearTimeout(waiting);
    waiting = undefined;
    const record: LiveRecord = {
      ...{ pid: process.pid, place: HERE, born, host: hostname(), begun, cells, missing },
      trainings: [...trainings.values()],
    };
    try {
      writeWhole(file, JSON.stringify(record));
    } catch {
      // A full disk stops the cells themselves, with a sentence.
    }
  };
  const later = (): void => {
    // News of a training may come when all is over.
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

/** Processes that work on a run now. */
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
        // It went while it was read, or its writer is of another version.
        return [];
      }
    });
}

/** Whether the process of a record that was written then is there. */
function lives({ place, pid, born = "" }: LiveRecord, written: number): boolean {
  if (place === HERE && born !== "") return isProcess(pid, born);
  return Math.abs(Date.now() - written) < LOST && (place !== HERE || isAlive(pid));
}

/** Removes what killed processes have left. */
function sweepLive(folder: string): void {
  const alive = new Set(liveIn(folder).map(({ place, pid }) => `live-${place}-${pid}.json`));
  for (const name of readdirSync(folder))
    if (isLive(name) && !alive.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
}
