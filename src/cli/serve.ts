// `agon serve`: serves worlds to trainers in other languages, until Ctrl-C.

import { basename, dirname, extname, resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { refuseExample } from "../lab/examples/examples.ts";
import { loadCatalogue } from "../lab/experiment/catalogue.ts";
import { listing } from "../lab/experiment/listing.ts";
import { isFile } from "../lab/experiment/plugins.ts";
import { allowancesOf } from "../server/worlds/allowances.ts";
import { serveWorlds } from "../server/worlds/serve.ts";
import type { ServedWorld } from "../server/worlds/world-session.ts";
import type { Flags } from "./commands.ts";
import { answer, note, print } from "./output.ts";
import { place } from "./place.ts";
import { untilStopped } from "./progress.ts";

/** Serves the named worlds, by default all built-in ones. */
export async function serve(names: readonly string[], flags: Flags<"serve">): Promise<number> {
  const { host, port, sessions, idle, stepLimit: step, threads } = flags;
  // Without a host only this user's processes have access. They may also read files beside the store, which they could read anyway.
  const allowed = allowancesOf(flags.allow, host === undefined ? [dirname(resolve(flags.store))] : []);
  const worlds = (await worldsOf(names, flags.store)).map((world) => ({ ...world, allowed }));
  const served = await serveWorlds({ worlds, host, port, sessions, idle, step, threads });
  const { url, token } = served;
  const about = { url, ...(token === undefined ? {} : { token }), worlds: worlds.map(({ name }) => name) };
  answer(flags, about, () => {
    print(url);
    if (token !== undefined) print(`token: ${token}`);
    const more = worlds.length === 1 ? "" : ` and ${worlds.length - 1} more`;
    note(`${worlds[0].name}${more} under ${url}/env/NAME; Ctrl-C ends the server and its sessions`);
  });
  await untilStopped(flags.untilEof);
  process.stdin.destroy();
  await served.close();
  return 0;
}

/**
 * Returns worlds by their names in the catalogue, or from files, whose names become the worlds' names. Throws a UserError where one cannot
 * be served.
 */
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
