// What the figures were measured on, in general words, and how busy it was: a benchmark beside other work says little.
import { availableParallelism, cpus, loadavg } from "node:os";
/** Describes this machine as it is now. */
export function machine() {
    return {
        processor: cpus()[0]?.model.trim() ?? "unknown",
        cores: availableParallelism(),
        node: process.version,
        date: new Date().toISOString().slice(0, 10),
        load: loadavg()[0],
    };
}
