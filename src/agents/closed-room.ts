// The room of a program that is not trusted: namespaces of its own, in which it sees the files that it needs and no process, network or
// home. Linux makes one by bubblewrap, or by util-linux: `unshare` for the namespaces, and `mount` and `pivot_root` for the files.

import type { VisibleFiles } from "./visible-files.ts";

/** Ways to make a room: by root, for a user that the system does not know; by bubblewrap; by a user's own namespace. */
export const ROOMS = ["root", "bwrap", "unshare"] as const;
export type RoomWay = (typeof ROOMS)[number];

/** Processes that hold a room, and count as those of the program's user. */
export const HOLDERS: Readonly<Record<RoomWay, number>> = { root: 0, bwrap: 1, unshare: 2 };

/** Where the tools of the system are: never a folder that a program could write to. */
export const SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin";

/** What a room has. */
export interface RoomPlan extends VisibleFiles {
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
export function inRoom(way: RoomWay, plan: RoomPlan, command: readonly string[]): string[] {
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
