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
import { interpretersOf } from "./interpreters.ts";
import { type ProgramLimits, programLimits } from "./program-limits.ts";
import { lies, type VisibleFiles, visibleFiles } from "./visible-files.ts";

/**
 * Ways to make a room, in which a program sees the files that it needs and no process, network or home: by root, for a user that the
 * system does not know; by bubblewrap; by a user's own namespace. Linux has `unshare` for that, and `mount` and `pivot_root` for files.
 */
export const ROOMS = ["root", "bwrap", "unshare"] as const;
export type RoomWay = (typeof ROOMS)[number];

/** Processes that hold a room, and count as those of the program's user. */
const HOLDERS: Readonly<Record<RoomWay, number>> = { root: 0, bwrap: 1, unshare: 2 };

/** Where the tools of the system are: never a folder that a program could write to. */
const SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin";

/** What a room has. */
interface RoomPlan extends VisibleFiles {
  /** Where the program begins. */
  readonly directory: string;
  /** Megabytes of /tmp, which is empty at first and gone with the program. */
  readonly megabytes: number;
}

/** Users of root's rooms have numbers from here: those of processes are added, so that each has its own. */
const FIRST_USER = 2_000_000_000;

/** A new root with the files that are seen, all of them read-only but /tmp and /dev/shm. The first process stays, and ends all others. */
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
  // The shell's number becomes that of `unshare`.
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
