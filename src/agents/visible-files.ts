// Which files a program sees that is not trusted: those of the system, what starts it, and its own folder.

import { lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** Folders of programs and libraries; some systems have only some of them. */
const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/run/current-system"];
/** What runtimes read in /etc. Its other files, with users and secrets, stay out. */
const SETTINGS = /^(?:alternatives|java.*|ld\.so\..*|localtime)$/;

/** The home of any user, and what holds them. */
const HOME = /^\/home(?:\/[^/]+)?$/;

/** What is seen at its own path, read-only; and links, with what they name. */
export interface VisibleFiles {
  readonly paths: readonly string[];
  readonly links: readonly (readonly [at: string, to: string])[];
}

/** What a program sees; of its interpreters the folder in which each is installed. */
export function visibleFiles(program: string, interpreters: readonly string[]): VisibleFiles {
  const system = [...SYSTEM, ...settings()].flatMap((path) => {
    const kind = kindOf(path);
    return kind === "none" ? [] : [{ path, kind }];
  });
  const paths = system.flatMap(({ path, kind }) => (kind === "link" ? [] : [path]));
  const links = system.flatMap(({ path, kind }) => (kind === "link" ? [[path, readlinkSync(path)] as const] : []));
  const isSeen = (file: string) => [...paths, ...links.map(([at]) => at)].some((path) => lies(file, path));
  for (const file of interpreters.flatMap((one) => [one, realpathSync(one)])) {
    if (!isSeen(file)) paths.push(narrow([installation(file), dirname(file), file]));
  }
  for (const file of [program, realpathSync(program)]) {
    if (!isSeen(file)) paths.push(ownPlace(file));
  }
  return { paths, links };
}

/** What a program sees of its own: its folder, or its file alone where that is a home or all programs'. */
export const ownPlace = (program: string): string => narrow([dirname(program), program]);

/** Whether a file is at `path` or below it. */
export const lies = (file: string, path: string): boolean => file === path || file.startsWith(join(path, "/"));

/** The first that holds no home and is no folder that all programs share; else the last. */
function narrow(paths: readonly string[]): string {
  const wide = ["/tmp", "/root", tmpdir(), ...homes()];
  const isWide = (path: string) => HOME.test(path) || wide.some((one) => lies(one, path));
  return paths.find((path) => !isWide(path)) ?? paths[paths.length - 1];
}

/** The home of this user, as it is named and as it is found; none where the system knows no such user. */
function homes(): string[] {
  try {
    const home = homedir();
    return [home, realpathSync(home)];
  } catch {
    return [];
  }
}

/** `/opt/node` of `/opt/node/bin/node`. */
function installation(file: string): string {
  const folder = dirname(file);
  return ["bin", "sbin", "shims"].includes(basename(folder)) ? dirname(folder) : folder;
}

function settings(): string[] {
  try {
    return readdirSync("/etc")
      .filter((name) => SETTINGS.test(name))
      .map((name) => join("/etc", name));
  } catch {
    return [];
  }
}

function kindOf(path: string): "link" | "path" | "none" {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return "none";
  return entry.isSymbolicLink() ? "link" : "path";
}
