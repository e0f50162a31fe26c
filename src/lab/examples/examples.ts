// Experiments that come with the package: examples, and those of published systems. They run by name from any folder, and may be copied as
// the beginning of one's own. The comment at the top of an example says what it asks (its first line), what is found, and how long it takes.

import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { UserError, unknownName } from "../../core/errors.ts";
import { makeFolder, writing } from "../../core/files.ts";
import { commandOf, FILE_KINDS, type FileKind, kindOfText, otherKind } from "../experiment/file-kinds.ts";
import { EXAMPLES, SCHEMA, SYSTEMS } from "../experiment/own-package.ts";
import { isFile } from "../experiment/plugins.ts";

/** An experiment that comes with the package. */
interface ShippedExperiment {
  readonly id: string;
  readonly file: string;
  readonly text: string;
}

/** What an example's file says of itself. */
export interface ShippedExample extends ShippedExperiment {
  /** Family of its world, such as `markets`; `own` where the world is a file beside the example. */
  readonly kind: string;
  /** Seconds that a run takes on two cores, roughly. */
  readonly seconds: number;
  /** The question, in one sentence. */
  readonly asks: string;
}

/** Files of all examples of a kind by id: `alliance`; `fishery` for fishery/fishery.yaml; `folder/name` for others in a folder. */
export function exampleFiles(kind: FileKind = "experiment"): Map<string, string> {
  const names = readdirSync(EXAMPLES, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".yaml") && kindOfText(readFileSync(join(EXAMPLES, name), "utf8")) === kind,
  );
  return new Map(names.sort().map((name) => [idOf(name.replaceAll(sep, "/")), join(EXAMPLES, name)]));
}

/** Files of the published systems that are experiments, by id. */
export function systemFiles(): Map<string, string> {
  const folders = readdirSync(SYSTEMS).sort();
  const files = folders.map((id) => [id, join(SYSTEMS, id, "experiment.yaml")] as const);
  return new Map(files.filter(([, file]) => existsSync(file)));
}

/** Files of all shipped experiments by id. */
const experimentFiles = (): Map<string, string> => new Map([...exampleFiles(), ...systemFiles()]);

/** An example or a system's experiment by id; a UserError names the nearest where there is none. */
export function shippedExperiment(id: string): ShippedExperiment {
  const files = experimentFiles();
  const file = files.get(id);
  if (file === undefined) throw new UserError(unknownName("example", id, files.keys()));
  return { id, file, text: readFileSync(file, "utf8") };
}

function idOf(name: string): string {
  const id = name.replace(/\.yaml$/, "");
  const half = id.slice(0, (id.length - 1) / 2);
  return id === `${half}/${half}` ? half : id;
}

/** An example by id; a UserError names the nearest where there is none. */
export function exampleOf(id: string): ShippedExample {
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

/** Which files are meant by a name, and what is told beside. */
interface NamedKind {
  /** Default an experiment. */
  readonly kind?: FileKind;
  readonly onNotice?: (text: string) => void;
}

/**
 * The file that `agon run NAME` means, or the command of another kind: one in the working folder, also without its ending or in a folder
 * of its name; else the shipped experiment called so. A UserError names the nearest where NAME is a word and neither is there, and the other
 * command where an example of another kind has this name.
 */
export function namedFile(name: string, { kind = "experiment", onNotice }: NamedKind = {}): string {
  const forms = [name, `${name}.yaml`, `${name}.yml`, join(name, `${name}.yaml`)];
  const own = forms.find((file) => statSync(file, { throwIfNoEntry: false })?.isDirectory() === false);
  if (own === name) return own;
  const shipped = kind === "experiment" ? experimentFiles() : exampleFiles(kind);
  if (own !== undefined) {
    if (shipped.has(name)) onNotice?.(`${own} of this folder is run, not the shipped experiment`);
    return own;
  }
  const example = shipped.get(name);
  if (example !== undefined) return example;
  const other = FILE_KINDS.find((one) => one !== kind && exampleFiles(one).has(name));
  if (other !== undefined) throw otherKind(other, name);
  if (existsSync(name)) return name;
  const id = idOf(name.replace(/^(\.\/)?examples\//, ""));
  if (shipped.has(id)) {
    const hint = `the shipped experiment runs by its name: ${commandOf(kind)} ${id}`;
    throw new UserError({ code: "no-file", what: `there is no file ${name}`, hint });
  }
  if (!/^[\w-]+$/.test(name)) return name;
  const beside = readdirSync(".").filter((file) => /\.ya?ml$/.test(file));
  const names = [...beside.map((file) => file.replace(/\.ya?ml$/, "")), ...shipped.keys()];
  throw new UserError(unknownName("file or example", name, names));
}

/** Every text among the values of a tree. */
export function textsIn(tree: unknown): string[] {
  if (typeof tree === "string") return [tree];
  return typeof tree === "object" && tree !== null ? Object.values(tree).flatMap(textsIn) : [];
}

/** Where no other thing has the name: what to do with the example or the study that has it. Throws a UserError where there is one. */
export function refuseExample(name: string, wanted: string): void {
  const isExample = exampleFiles().has(name);
  if (!isExample && !experimentFiles().has(name)) return;
  const hint = `agon run ${name} runs it, agon ${isExample ? "examples" : "show"} ${name} shows it`;
  throw new UserError({
    code: "an-example",
    what: `"${name}" is ${isExample ? "an example" : "a study"}, not ${wanted}`,
    hint,
  });
}

/** Files that the values of a file name. */
const namedIn = (file: string, text: string): string[] =>
  textsIn(parse(text, { merge: true }))
    .map((value) => join(dirname(file), value))
    // A sentence is too long for a name, which `existsSync` does not mind.
    .filter((path) => existsSync(path) && statSync(path).isFile());

/** The files of an example: its own first, then those that its values name, and what these import. */
export async function filesOfExample({ file, text }: Pick<ShippedExperiment, "file" | "text">): Promise<string[]> {
  const named = namedIn(file, text);
  // Settings of a log name the log.
  const logs = named
    .filter((path) => path.endsWith(".yaml"))
    .flatMap((path) => namedIn(path, readFileSync(path, "utf8")));
  const files = [...named, ...logs];
  const { withImports } = await import("../store/file-imports.ts");
  const modules = await withImports(files.filter((path) => /\.m?[jt]s$/.test(path)));
  return [...new Set([file, ...files, ...modules])];
}

/**
 * Copies a shipped experiment and gives the copies, its own first, which is called by its id. They go to `folder`; without one to the working
 * folder, or to a folder in it where an example has its own. A UserError where a file is there already; nothing is copied then.
 */
export async function copyExample(id: string, folder?: string): Promise<string[]> {
  const example = shippedExperiment(id);
  const from = dirname(example.file);
  const isSystem = !exampleFiles().has(id);
  const to = resolve(folder ?? (isSystem ? "." : relative(EXAMPLES, from)));
  const sources = await filesOfExample(example);
  const copies = sources.map((source, k) => join(to, isSystem && k === 0 ? `${id}.yaml` : relative(from, source)));
  const taken = copies.find((copy) => existsSync(copy));
  if (taken !== undefined) {
    const hint = `name another folder: agon examples copy ${id} FOLDER`;
    throw new UserError({ code: "file-exists", what: `${taken} is there already`, hint });
  }
  return writing(to, () => {
    for (const [k, copy] of copies.entries()) {
      makeFolder(dirname(copy));
      if (k === 0) writeFileSync(copy, withSchema(example.text, to));
      else copyFileSync(sources[k], copy);
    }
    return copies;
  });
}

const MODELINE = /^# yaml-language-server: \$schema=.*$/m;

/** The text of an experiment in `folder`, from where its editor finds the package's schema. */
export function withSchema(text: string, folder: string): string {
  const line = `# yaml-language-server: $schema=${relative(folder, SCHEMA).replaceAll(sep, "/")}`;
  return MODELINE.test(text) ? text.replace(MODELINE, () => line) : `${line}\n${text}`;
}
