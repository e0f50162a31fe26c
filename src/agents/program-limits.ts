// Resource limits of an untrusted program. The system enforces them per process, and the number of processes in total.

import { z } from "zod";
import { positive, whole } from "../core/parameters.ts";

export const programLimits = z
  .strictObject({
    seconds: positive(86_400, 10).describe("that an answer may take"),
    cpu: whole(1, 1_000_000, 3600).describe("seconds of processor time of a process, in all games of a match"),
    memory: whole(16, 1_000_000, 1024).describe("megabytes of a process"),
    processes: whole(1, 10_000, 64).describe("processes and threads at a time"),
    files: whole(1, 100_000, 64).describe("megabytes of a file, and of all files in its own /tmp"),
  })
  .describe("what a program may take that runs as a process");

export type ProgramLimits = z.output<typeof programLimits>;
