// Serialization of consecutive jobs as bytes. Parts that inputs share, such as the description of a variant, are stored once.

import { createHash } from "node:crypto";
import { dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deserialize, serialize } from "node:v8";
import { z } from "zod";
import type { ThreadJob, Travel } from "../lab/run/engine.ts";

/** An export of a module of Agon: the module's path without extension, and the name. */
const exported = z.object({ module: z.string(), name: z.string() });
type Exported = z.output<typeof exported>;

const schema = z.object({
  job: exported,
  travel: exported.optional(),
  here: z.boolean(),
  /** Account that their requests are charged to. */
  account: z
    .object({ id: z.string(), budget: z.object({ limit: z.number(), lanes: z.number() }).optional() })
    .optional(),
  jobs: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      input: z.unknown(),
      /** Hash of the list of files that the job needs. */
      luggage: z.string().optional(),
    }),
  ),
});

/** Jobs of one kind. */
export type Chunk = z.output<typeof schema>;
export type ChunkJob = Chunk["jobs"][number];

export const chunkBytes = (chunk: Chunk): Buffer => serialize(chunk);

export const readChunk = (bytes: Buffer): Chunk => schema.parse(deserialize(bytes));

/** Agon's source or build folder, and the extension of its files. */
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const ENDING = import.meta.url.slice(-3);

/** Returns an export from the URL of its module. */
export function exportedAs({ module, name }: Pick<ThreadJob<unknown, unknown>, "module" | "name">): Exported {
  const path = relative(ROOT, fileURLToPath(module)).replaceAll(sep, "/");
  return { module: path.replace(/\.[jt]s$/, ""), name };
}

/** Returns the URL of a module of this Agon. Throws an Error where the path leads out of its folder. */
export function moduleUrl({ module }: Exported): string {
  const file = resolve(ROOT, `${module}${ENDING}`);
  if (!file.startsWith(ROOT + sep)) throw new Error(`the module ${module} is none of Agon`);
  return pathToFileURL(file).href;
}

/** Returns the key of a job's result: a hash of code version, function and input. */
export function keyOf<I, O>(version: string, job: ThreadJob<I, O>, input: I): string {
  const { module, name } = exportedAs(job);
  const hash = createHash("sha256").update(`${version}\n${module}\n${name}\n`);
  hash.update(job.travel === undefined ? serialize(input) : job.travel.nameOf(input));
  return hash.digest("hex").slice(0, 32);
}

/** How the jobs of a chunk are computed in this process. */
export interface LoadedJob {
  readonly job: ThreadJob<unknown, unknown>;
  readonly travel: Travel<unknown, unknown> | undefined;
}

const isFunction = (value: unknown): value is (input: unknown, signal?: AbortSignal) => Promise<unknown> =>
  typeof value === "function";

const isTravel = (value: unknown): value is Travel<unknown, unknown> =>
  typeof value === "object" && value !== null && "at" in value && "left" in value && "stands" in value;

/** Imports the functions that a chunk names. */
export async function loaded({ job, travel }: Pick<Chunk, "job" | "travel">): Promise<LoadedJob> {
  const address = moduleUrl(job);
  const compute = await exportOf(job);
  if (!isFunction(compute)) throw new Error(`${job.module} exports no function ${job.name}`);
  const own = travel === undefined ? undefined : await exportOf(travel);
  if (travel !== undefined && !isTravel(own))
    throw new Error(`${travel.module} does not say how ${travel.name} travels`);
  return { job: { module: address, name: job.name, compute }, travel: isTravel(own) ? own : undefined };
}

async function exportOf(place: Exported): Promise<unknown> {
  const module: Record<string, unknown> = await import(moduleUrl(place));
  return module[place.name];
}
