// Runs untrusted programs in a sandbox ("room") with resource limits, as far as the system supports it. Support is detected by trials, once
// for all threads; missing means are reported in plain sentences.

import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { z } from "zod";
import { display } from "../core/checked.ts";
import { GROUPS } from "../core/child-processes.ts";
import { UserError } from "../core/errors.ts";
import { interpretersOf } from "./interpreters.ts";
import { type ProgramLimits, programLimits } from "./program-limits.ts";
import { lies, type VisibleFiles, visibleBeside, visibleFiles } from "./visible-files.ts";

/**
 * Ways to create a room, in which a program sees only the files that it needs, and no other processes, network or home folders: by root,
 * for a user id unknown to the system; by bubblewrap; or by a user namespace. On Linux these use `unshare`, `mount` and `pivot_root`.
 */
export const ROOMS = ["root", "bwrap", "unshare"] as const;
export type RoomWay = (typeof ROOMS)[number];

/** Processes that hold a room open and count against the program's process limit. */
const HOLDERS: Readonly<Record<RoomWay, number>> = { root: 0, bwrap: 1, unshare: 2 };

/** Folders of system tools; none may be writable by a program. */
const SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin";

interface RoomPlan extends VisibleFiles {
  /** The program's working folder. */
  readonly directory: string;
  /** Size of /tmp in megabytes; it starts empty and is discarded with the program. */
  readonly megabytes: number;
}

/** User ids of rooms created by root start here; the process id is added, so that each room has its own. */
const FIRST_USER = 2_000_000_000;

/**
 * Shell script that builds a new root with the visible files, all read-only except /tmp and /dev/shm. The first process stays alive, and
 * its end kills all others.
 */
const MAKE = `set -e
user=$1 directory=$2 size=$3; shift 3
umask 022
mount -t tmpfs agon /sys
mkdir /sys/agon
new=/sys/agon
mount -t tmpfs -o mode=755,nosuid,nodev agon $new
mkdir $new/tmp $new/proc $new/dev $new/dev/shm $new/old
private="mode=1777,nosuid,nodev,nr_inodes=16384,size=\${size}m"
mount -t tmpfs -o "$private" agon $new/tmp
while [ "$1" != -- ]; do
  case $1 in
    link) mkdir -p "$new\${2%/*}"; ln -s "$3" "$new$2"; shift 3 ;;
    show)
      if [ -d "$2" ]; then mkdir -p "$new$2"; else mkdir -p "$new\${2%/*}"; : > "$new$2"; fi
      mount --rbind "$2" "$new$2"; shift 2 ;;
  esac
done
shift
while read -r _ _ _ _ at how _; do
  at=$(printf %b "$at")
  case $at in
    $new/tmp) ;;
    $new/*) mount -o "remount,bind,nosuid,nodev,$how,ro" "$at" ;;
  esac
done < /proc/self/mountinfo
mount -t proc -o nosuid,nodev,noexec proc $new/proc
mount -t tmpfs -o "$private" agon $new/dev/shm
for device in null zero full random urandom; do
  : > $new/dev/$device
  mount --bind /dev/$device $new/dev/$device
done
ln -s /proc/self/fd $new/dev/fd
ln -s fd/0 $new/dev/stdin
ln -s fd/1 $new/dev/stdout
ln -s fd/2 $new/dev/stderr
cd $new
pivot_root . old
umount -l /old
rmdir /old
mount -o remount,bind,ro /
cd "$directory"
setpriv --no-new-privs --inh-caps=-all --bounding-set=-all \${user:+--reuid "$user" --regid "$user" --clear-groups} "$@"
`;

const NAMESPACES = "--mount --pid --net --ipc --uts --fork --kill-child";

/** The command that runs `command` in a room. */
function inRoom(way: RoomWay, plan: RoomPlan, command: readonly string[]): string[] {
  if (way === "bwrap") return inBubblewrap(plan, command);
  const { directory, megabytes, paths, links } = plan;
  const seen = [...links.flatMap(([at, to]) => ["link", at, to]), ...paths.flatMap((path) => ["show", path])];
  const [own, user] = way === "root" ? ["", `$((${FIRST_USER} + $$))`] : ["--user --map-root-user ", ""];
  // `exec` makes `unshare` keep the shell's process id.
  const begin = `make=$1; shift; exec unshare ${own}${NAMESPACES} sh -c "$make" room "${user}" "$@"`;
  const room = [directory, String(megabytes), ...seen, "--"];
  return ["setpriv", "--pdeathsig", "KILL", "sh", "-c", begin, "room", MAKE, ...room, ...command];
}

function inBubblewrap({ directory, megabytes, paths, links }: RoomPlan, command: readonly string[]): string[] {
  const size = ["--size", String(megabytes * 2 ** 20), "--tmpfs"];
  return [
    ...["bwrap", "--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev"],
    ...[...size, "/dev/shm", "--remount-ro", "/dev", ...size, "/tmp"],
    ...links.flatMap(([at, to]) => ["--symlink", to, at]),
    ...paths.flatMap((path) => ["--ro-bind", path, path]),
    ...["--remount-ro", "/", "--chdir", directory, ...command],
  ];
}

const meansSchema = z.object({
  /** How rooms are created on this system. */
  room: z.enum([...ROOMS, "none"]),
  /** Whether memory, processor time and files are limited. */
  isLimited: z.boolean(),
  /** Whether a program's processes are counted separately from others of the same user. */
  isCounted: z.boolean(),
});
export type ConfinementMeans = z.output<typeof meansSchema>;

export interface ConfinedCommand {
  readonly command: readonly string[];
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  /** A line that is printed just before the program starts, if the surrounding command must succeed first. */
  readonly opening?: string;
}

const OPENING = "the program begins";
/** Prints that line, sets PATH and executes the program. */
const BEGIN = 'echo "$0"; PATH=$1; shift; exec "$@"';
const OPEN_FILES = 256;
/** Timeout of a trial in milliseconds. */
const PATIENCE = 60_000;
const KEY = "agon confinement";

/** Detects the system's means. The first thread runs the trials and passes the result to the threads that it starts. */
export function confinementMeans(): ConfinementMeans {
  const known = meansSchema.safeParse(getEnvironmentData(KEY));
  if (known.success) return known.data;
  const means = triedMeans();
  setEnvironmentData(KEY, means);
  return means;
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

/** Sentences for a contest about the means that the system lacks. */
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

/** Returns the command that runs a program as confined as the system permits. Throws a UserError where the program cannot be started. */
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

/** A script that an interpreter runs in a room: it sees files that are shown, and its interpreter's installation. */
export interface ConfinedScript {
  /** The interpreter, by its absolute path. */
  readonly interpreter: string;
  /** Words after it. */
  readonly words: readonly string[];
  /** Existing files and folders that it may read, by absolute paths; homes and shared folders of programs are left out. */
  readonly shown: readonly string[];
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Returns the command that runs a script as confined as the system permits. Throws a UserError where it could not be read there. */
export function confinedScript(
  { interpreter, words, shown, directory, environment }: ConfinedScript,
  limits: ProgramLimits,
  means = confinementMeans(),
): ConfinedCommand {
  const command = [interpreter, ...words];
  const { PATH } = process.env;
  const own = { ...environment, ...(PATH === undefined ? {} : { PATH }) };
  if (!means.isLimited) return { command, directory, environment: own };
  const seen = visibleBeside(visibleFiles(interpreter, [interpreter]), shown);
  const place = means.room === "none" || seen.paths.some((path) => lies(directory, path)) ? directory : "/";
  if (means.room === "root")
    for (const path of shown) if (seen.paths.includes(path)) refuseClosed(path, statSync(path).isDirectory());
  return {
    command: commandUnder(means, limits, command, place, seen, PATH ?? SYSTEM_PATH),
    directory,
    environment: { ...environment, PATH: SYSTEM_PATH },
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

/** Throws a UserError where a program does not exist or is not executable. */
function refuseMissing(program: string): void {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    const why = existsSync(program) ? "it may not be run" : "there is no such program";
    throw new UserError({ code: "program", what: `the program ${display(program)} could not be started: ${why}` });
  }
}

/** Read and execute permission for others. */
const READABLE = 0o5;

/** Throws a UserError where the unprivileged user of a room could not read a file, or list a folder. */
function refuseClosed(path: string, isFolder: boolean): void {
  const least = isFolder ? READABLE : 0o4;
  if ((statSync(path).mode & least) === least) return;
  throw new UserError({
    code: "not-readable",
    what: `root gives programs that are confined a user of their own, which may not read ${display(path)}`,
    hint: `write chmod o+r${isFolder ? "x" : ""} ${path}`,
  });
}

/** Throws a UserError where the unprivileged user of a room could not read the program. */
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
