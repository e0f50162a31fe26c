// `agon serve`: worlds for trainers in other languages, until Ctrl-C.

import { basename, extname } from "node:path";
import { UserError } from "../core/errors.ts";
import { refuseExample } from "../lab/examples/examples.ts";
import { loadCatalogue } from "../lab/experiment/catalogue.ts";
import { listing } from "../lab/experiment/listing.ts";
import { isFile } from "../lab/experiment/plugins.ts";
import { serveWorlds } from "../server/worlds/serve.ts";
import type { ServedWorld } from "../server/worlds/world-session.ts";
import { type JsonFlag, place, type StoreFlag } from "./flags.ts";
import { note, print, printJson } from "./output.ts";

interface ServeFlags extends JsonFlag, StoreFlag {
  readonly host?: string;
  readonly port?: number;
  readonly sessions?: number;
  readonly idle?: number;
  readonly stepLimit?: number;
  readonly threads?: number;
  readonly untilEof?: boolean;
}

/** Serves the named worlds, by default all that ship. */
export async function serve(names: readonly string[], flags: ServeFlags): Promise<number> {
  const { host, port, sessions, idle, stepLimit: step, threads } = flags;
  const worlds = await worldsOf(names, flags.store);
  const served = await serveWorlds({ worlds, host, port, sessions, idle, step, threads });
  const { url, token } = served;
  const about = { url, ...(token === undefined ? {} : { token }) };
  if (flags.json === true) printJson({ ...about, worlds: worlds.map(({ name }) => name) });
  else {
    print(url);
    if (token !== undefined) print(`token: ${token}`);
    const [first] = worlds;
    const more = worlds.length === 1 ? "" : ` and ${worlds.length - 1} more`;
    note(`${first.name}${more} under ${url}/env/NAME; Ctrl-C ends the server and its sessions`);
  }
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
    if (flags.untilEof === true) process.stdin.resume().once("end", resolve).once("close", resolve);
  });
  process.stdin.destroy();
  await served.close();
  return 0;
}

/** Worlds by the names of the catalogue, or from files, which are served by the files' names. A UserError where one cannot be. */
async function worldsOf(given: readonly string[], store: string): Promise<readonly ServedWorld[]> {
  const { directory, cache, onNotice } = place(store);
  const ids = given.length > 0 ? [...new Set(given)] : (await listing()).environments.map(({ id }) => id);
  if (given.length > 0) {
    const mentions = ids.map((name) => ({ kinds: ["environment"] as const, name, path: [] }));
    const { environments } = await loadCatalogue(directory, mentions, onNotice);
    for (const id of ids) {
      if (!environments.has(id)) refuseExample(id, "a world");
      environments.get(id);
    }
  }
  const named = ids.map((id) => ({ name: isFile(id) ? basename(id, extname(id)) : id, id }));
  for (const [k, { name, id }] of named.entries()) {
    const before = named.findIndex((one) => one.name === name);
    if (before === k) continue;
    const what = `${named[before].id} and ${id} would both be served as ${name}`;
    throw new UserError({ code: "same-name", what, hint: "give one of the files another name" });
  }
  return named.map(({ name, id }) => ({ name, id, directory, cache }));
}
