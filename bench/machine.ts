// What the figures were measured on, in general words, and how busy it was: a benchmark beside other work says little.

import { availableParallelism, cpus, loadavg } from "node:os";

/** Where and when. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly node: string;
  readonly date: string;
  /** Mean number of waiting or running threads in the minute before the first measurement. */
  readonly load: number;
}

/** Describes this machine as it is now. */
export function machine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
    load: loadavg()[0],
  };
}
