// `agon list`: everything that has a name.

import { UserError, unknownName } from "../core/errors.ts";
import { KINDS, type Kind, listing } from "../lab/listing.ts";
import type { JsonFlag } from "./flags.ts";
import { print, printJson, style, table } from "./output.ts";

/** Lists one kind, or all. */
export async function list(kind: string | undefined, flags: JsonFlag): Promise<number> {
  const chosen = KINDS.filter((name) => kind === undefined || kind === name);
  if (kind !== undefined && chosen.length === 0) throw new UserError(unknownName("kind of thing", kind, KINDS));
  const all = await listing();
  if (flags.json === true) {
    const entries = (name: Kind) => (kind === undefined ? all[name].map((one) => ({ ...one, kind: name })) : all[name]);
    return printJson(chosen.flatMap(entries));
  }
  for (const name of chosen) {
    const rows = all[name].map(({ id, summary }) => [id, summary]);
    if (kind === undefined) print(style("bold", name));
    print(rows.length === 0 ? "(none)" : table(["id", "summary"], rows, 2));
    if (kind === undefined) print("");
  }
  return 0;
}
