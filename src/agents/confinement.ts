// Programs that are not trusted run in a room of their own under limits, as far as the system has the means. What it has is found out by
// trying, once for all threads; what it lacks is said in plain sentences.

import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { z } from "zod";
import { display } from "../core/checked.ts";
import { GROUPS } from "../core/child-processes.ts";
import { UserError } from "../core/errors.ts";
import { HOLDERS, inRoom, ROOMS, SYSTEM_PATH } from "./closed-room.ts";
import { interpretersOf } from "./interpreters.ts";
import { type ProgramLimits, programLimits } from "./program-limits.ts";
import { lies, type VisibleFiles, visibleFiles } from "./visible-files.ts";

const meansSchema = z.object({
  /** How rooms are made here. */
  room: z.enum([...ROOMS, "none"]),
  /** Whether memory, processor time and files have limits. */
  isLimited: z.boolean(),
  /** Whether the processes of a program are counted, apart from others of the same user. */
  isCounted: z.boolean(),
});
/** What a system has to confine programs. */
export type ConfinementMeans = z.output<typeof meansSchema>;

/** A command that runs a program confined. */
export interface ConfinedCommand {
  readonly command: readonly string[];
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The line that is written just before the program begins, where the command around it has to succeed first. */
  readonly opening?: string;
}

const OPENING = "the program begins";
/** Writes that line, and becomes the program, which finds the path that is its own. */
const BEGIN = 'echo "$0"; PATH=$1; shift; exec "$@"';
const OPEN_FILES = 256;
/** Milliseconds after which a trial has failed; they end what hangs. */
const PATIENCE = 60_000;
const KEY = "agon confinement";

/** What this system has. The first thread that asks tries it, and those that it starts are told. */
export function confinementMeans(): ConfinementMeans {
  const known = meansSchema.safeParse(getEnvironmentData(KEY));
  if (known.success) return known.data;
  const found = triedMeans();
  setEnvironmentData(KEY, found);
  return found;
}

function triedMeans(): ConfinementMeans {
  const least = programLimits.parse({});
  for (const room of process.platform === "linux" ? ROOMS : []) {
    if (room === "root" && process.getuid?.() !== 0) continue;
    const runs = (isCounted: boolean, processes: number) =>
      succeeds({ room, isLimited: true, isCounted }, { ...least, processes });
    // The trial starts one process of its own.
    if (runs(true, 2)) return { room, isLimited: true, isCounted: !runs(true, 1) };
    if (runs(false, 2)) return { room, isLimited: true, isCounted: false };
  }
  const means = { room: "none", isLimited: true, isCounted: false } as const;
  return { ...means, isLimited: GROUPS && succeeds(means, least) };
}

function succeeds(means: ConfinementMeans, limits: ProgramLimits): boolean {
  const seen = visibleFiles("/usr/bin/env", []);
  const [file, ...rest] = commandUnder(means, limits, ["unshare", "--fork", "true"], "/", seen, SYSTEM_PATH);
  const { status, stdout } = spawnSync(file, rest, {
    ...{ cwd: "/", env: { PATH: SYSTEM_PATH }, encoding: "utf8", timeout: PATIENCE },
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 && stdout === `${OPENING}\n`;
}

/** What a contest says of programs where the system lacks a means, each in a sentence. */
export function confinementGaps({ room, isLimited, isCounted } = confinementMeans()): string[] {
  const { platform } = process;
  const why =
    platform === "linux" ? "neither unshare nor bwrap may make namespaces here" : `${platform} has no namespaces`;
  return [
    ...(room === "none" ? [`programs can read your files and reach the network, as ${why}`] : []),
    ...(isLimited ? [] : ["programs have no limits of memory, processor time and files, as prlimit is not here"]),
    ...(isCounted ? [] : ["programs may start any number of processes, as they are not counted apart here"]),
  ];
}

/** The command that runs a program confined, as far as the system can. A UserError where the program could not be started. */
export function confined(program: string, limits: ProgramLimits, means = confinementMeans()): ConfinedCommand {
  refuseMissing(program);
  const directory = realpathSync(dirname(program));
  const file = join(directory, basename(program));
  const { PATH } = process.env;
  const interpreters = GROUPS ? interpretersOf(file, PATH ?? SYSTEM_PATH) : [];
  if (!means.isLimited) return { command: [file], directory, environment: PATH === undefined ? {} : { PATH } };
  const seen = visibleFiles(file, interpreters);
  if (means.room === "root") refuseUnreadable(file, seen);
  return {
    command: commandUnder(means, limits, [file], directory, seen, PATH ?? SYSTEM_PATH),
    directory,
    environment: { PATH: SYSTEM_PATH },
    opening: OPENING,
  };
}

function commandUnder(
  { room, isCounted }: ConfinementMeans,
  { cpu, memory, processes, files }: ProgramLimits,
  command: readonly string[],
  directory: string,
  seen: VisibleFiles,
  path: string,
): string[] {
  const count = processes + (room === "none" ? 0 : HOLDERS[room]);
  const limited = [
    ...["prlimit", `--cpu=${cpu}`, `--data=${memory * 2 ** 20}`, `--fsize=${files * 2 ** 20}`],
    ...[`--nofile=${OPEN_FILES}`, "--core=0", ...(isCounted ? [`--nproc=${count}`] : [])],
    ...["sh", "-c", BEGIN, OPENING, path, ...command],
  ];
  if (room !== "none") return inRoom(room, { ...seen, directory, megabytes: files }, limited);
  return ["setpriv", "--pdeathsig", "KILL", "--no-new-privs", ...limited];
}

/** A UserError where a program is gone, or may not be run any more. */
function refuseMissing(program: string): void {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    const why = existsSync(program) ? "it may not be run" : "there is no such program";
    throw new UserError({ code: "program", what: `the program ${display(program)} could not be started: ${why}` });
  }
}

/** Others may read and run. */
const READABLE = 0o5;

/** A UserError where the user of a room that root has made could not read the program. */
function refuseUnreadable(file: string, { paths }: VisibleFiles): void {
  const folder = dirname(file);
  const own = paths.some((path) => lies(folder, path)) ? [folder, file] : [file];
  const closed = own.find((one) => (statSync(one).mode & READABLE) !== READABLE);
  if (closed === undefined) return;
  throw new UserError({
    code: "not-readable",
    what: `the program ${display(file)} could not be started: root gives it a user of its own, which may not read ${display(closed)}`,
    hint: `write chmod o+rx ${closed}`,
  });
}
