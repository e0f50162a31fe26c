// The load of a machine while a process works on a run, as plain data: samples over seconds, and their summary.

/** Samples of one process, oldest first. A sample covers the time since the one before. */
export interface LoadRecord {
  /** Name of the machine. */
  readonly host: string;
  /** When the process began to work on the run, in ISO 8601. */
  readonly begun: string;
  /** Cores that the process may use. */
  readonly cores: number;
  /** Memory of the machine, or of the container, in GiB. */
  readonly memory: number;
  /** Seconds since `begun` at which each sample ended. */
  readonly seconds: readonly number[];
  /** Cores that the process and its programs used, on average. */
  readonly used: readonly number[];
  /** Memory of the process and its programs, in GiB. */
  readonly gib: readonly number[];
  /** Mean number of processes of the whole machine that ran or waited for a core, over a minute; 0 on Windows, which has no such figure. */
  readonly waiting: readonly number[];
}

/** Summary of the processes that worked on a run. */
export interface LoadSummary {
  readonly processes: number;
  /** Cores used by a process, on average over seconds; the most cores that one might use. */
  readonly used: number;
  readonly cores: number;
  /** The most memory of one process, and the memory that was there, in GiB. */
  readonly gib: number;
  readonly memory: number;
  /** Mean of the machine's load average. */
  readonly waiting: number;
}

/** Returns the summary; undefined where there are no samples. */
export function loadSummary(records: readonly LoadRecord[]): LoadSummary | undefined {
  const sampled = records.filter(({ seconds }) => seconds.length > 0);
  if (sampled.length === 0) return undefined;
  const all = sampled.reduce((sum, { seconds }) => sum + (seconds.at(-1) ?? 0), 0);
  const mean = (name: "used" | "waiting"): number =>
    sampled.reduce((sum, record) => sum + total(record.seconds, record[name]), 0) / all;
  const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
  return {
    processes: sampled.length,
    used: rounded(mean("used")),
    cores: most(sampled.map(({ cores }) => cores)),
    gib: most(sampled.flatMap(({ gib }) => gib)),
    memory: most(sampled.map(({ memory }) => memory)),
    waiting: rounded(mean("waiting")),
  };
}

/** Returns the integral over time of a value that was sampled. */
const total = (seconds: readonly number[], values: readonly number[]): number =>
  values.reduce((sum, value, k) => sum + value * (seconds[k] - (seconds[k - 1] ?? 0)), 0);

/** Returns half as many samples: means over time, and of memory the most. */
export function halved<T extends Pick<LoadRecord, "seconds" | "used" | "gib" | "waiting">>(record: T): T {
  const { seconds } = record;
  const ends = seconds.flatMap((_, k) => (k % 2 === 1 || k === seconds.length - 1 ? [k] : []));
  const mean = (values: readonly number[]): number[] =>
    ends.map((end) => {
      const first = end - (end % 2);
      const span = [first, end + 1] as const;
      const before = seconds[first - 1] ?? 0;
      const since = seconds.slice(...span).map((one) => one - before);
      return total(since, values.slice(...span)) / (since.at(-1) ?? 1);
    });
  return {
    ...record,
    seconds: ends.map((end) => seconds[end]),
    used: mean(record.used),
    gib: ends.map((end) => Math.max(...record.gib.slice(end - (end % 2), end + 1))),
    waiting: mean(record.waiting),
  };
}

/** Rounds to thousandths. */
export const rounded = (value: number): number => Math.round(1000 * value) / 1000;
