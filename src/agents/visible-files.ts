// Selects the files that an untrusted program can see: system files, its interpreters, and its own folder.

import { lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** Folders of programs and libraries, as far as they exist. */
const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/run/current-system"];
/** Files in /etc that runtimes read. Other files, with users and secrets, are hidden. */
const SETTINGS = /^(?:alternatives|java.*|ld\.so\..*|localtime)$/;

/** Home folders and their parent. */
const HOME = /^\/home(?:\/[^/]+)?$/;

/** Paths that are visible read-only, and symbolic links with their targets. */
export interface VisibleFiles {
  readonly paths: readonly string[];
  readonly links: readonly (readonly [at: string, to: string])[];
}

/** Returns the files visible to a program; for its interpreters, the folders of their installations. */
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

/** A program's own visible path: its folder, or only its file where the folder is a home or shared by all programs. */
export const ownPlace = (program: string): string => narrow([dirname(program), program]);

/** Adds files and folders that exist to those that are visible, except homes, and folders that all programs share. */
export function visibleBeside({ paths, links }: VisibleFiles, more: readonly string[]): VisibleFiles {
  const all = [...paths];
  for (const path of [...more].sort((a, b) => a.length - b.length)) {
    const isSeen = [...all, ...links.map(([at]) => at)].some((one) => lies(path, one));
    if (!isSeen && !isWide(path)) all.push(path);
  }
  return { paths: all, links };
}

/** Whether a folder contains a home, or programs and files of others. */
function isWide(path: string): boolean {
  const wide = ["/tmp", "/root", tmpdir(), ...homes()];
  return HOME.test(path) || wide.some((one) => lies(one, path));
}

/** Whether a file is at or below `path`. */
export const lies = (file: string, path: string): boolean => file === path || file.startsWith(join(path, "/"));

/** The first path that contains no home and is not a shared program folder; otherwise the last one. */
function narrow(paths: readonly string[]): string {
  return paths.find((path) => !isWide(path)) ?? paths[paths.length - 1];
}

/** Home folder of this user, as configured and with links resolved; none for an unknown user. */
function homes(): string[] {
  try {
    const home = homedir();
    return [home, realpathSync(home)];
  } catch {
    return [];
  }
}

/** Installation folder of a program: `/opt/node` for `/opt/node/bin/node`. */
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
