// The examples that come with the package: experiments that run by name from any folder. The comment at the top of each
// says what it asks (its first line), what is found, and how long it takes.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";
import { UserError, unknownName } from "../core/errors.ts";
import { isFile } from "./plugins.ts";

/** The folder of examples, in the package as in the repository. */
export const EXAMPLES = fileURLToPath(new URL("../../examples", import.meta.url));

/** What an example's file says of itself. */
export interface Example {
  readonly id: string;
  /** Family of its world, such as `markets`; `own` where the world is a file beside the example. */
  readonly kind: string;
  /** Seconds that a run takes on two cores, roughly. */
  readonly seconds: number;
  /** The question, in one sentence. */
  readonly asks: string;
  readonly file: string;
  readonly text: string;
}

/** Files of all examples by id: `alliance`; `fishery` for fishery/fishery.yaml; `folder/name` for others in a folder. */
export function exampleFiles(): Map<string, string> {
  const names = readdirSync(EXAMPLES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".yaml"));
  return new Map(names.sort().map((name) => [idOf(name.replaceAll(sep, "/")), join(EXAMPLES, name)]));
}

function idOf(name: string): string {
  return name.replace(/\.yaml$/, "").replace(/^(.+)\/\1$/, "$1");
}

/** An example by id; a UserError names the nearest where there is none. */
export function exampleOf(id: string): Example {
  const files = exampleFiles();
  const file = files.get(id);
  if (file === undefined) throw new UserError(unknownName("example", id, files.keys()));
  const text = readFileSync(file, "utf8");
  const { environment } = z
    .object({ environment: z.union([z.string(), z.object({ id: z.string() })]) })
    .parse(parse(text, { merge: true }));
  const world = typeof environment === "string" ? environment : environment.id;
  return {
    id,
    kind: isFile(world) ? "own" : world.split("/")[0],
    seconds: Number(/^# Takes about (\d+) s\b/m.exec(text)?.[1]),
    asks: text.split("\n")[0].replace(/^# /, ""),
    file,
    text,
  };
}

/**
 * The file that `agon run NAME` means: one in the working folder, also without its ending or in a folder of its name; else
 * the shipped example called so. A UserError names the nearest where NAME is a word and neither is there.
 */
export function experimentFile(name: string, onNotice?: (text: string) => void): string {
  const forms = [name, `${name}.yaml`, `${name}.yml`, join(name, `${name}.yaml`)];
  const own = forms.find((file) => statSync(file, { throwIfNoEntry: false })?.isDirectory() === false);
  if (own === name) return own;
  const shipped = exampleFiles();
  if (own !== undefined) {
    if (shipped.has(name)) onNotice?.(`${own} of this folder is run, not the shipped example`);
    return own;
  }
  const example = shipped.get(name);
  if (example !== undefined) return example;
  if (existsSync(name)) return name;
  const id = idOf(name.replace(/^(\.\/)?examples\//, ""));
  if (shipped.has(id)) {
    const hint = `the shipped example runs by its name: agon run ${id}`;
    throw new UserError({ code: "no-file", what: `there is no file ${name}`, hint });
  }
  if (!/^[\w-]+$/.test(name)) return name;
  const beside = readdirSync(".").filter((file) => /\.ya?ml$/.test(file));
  const names = [...beside.map((file) => file.replace(/\.ya?ml$/, "")), ...shipped.keys()];
  throw new UserError(unknownName("file or example", name, names));
}
