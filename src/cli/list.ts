// `agon list`: everything that has a name.

import { algorithms } from "../algorithms/index.ts";
import { UserError, unknownName } from "../core/errors.ts";
import { environments } from "../environments/index.ts";
import { agents } from "../lab/agents.ts";
import { rewards } from "../rewards/index.ts";
import { studies } from "../systems/index.ts";
import type { JsonFlag } from "./main.ts";
import { print, printJson, style, table } from "./output.ts";

interface Named {
  readonly id: string;
  readonly summary: string;
}

/** What can be listed, by kind. */
export const kinds: Readonly<Record<string, () => readonly Named[]>> = {
  environments: () => environments.entries(),
  agents: () => agents.entries(),
  rewards: () => rewards.entries(),
  algorithms: () => algorithms.entries(),
  studies: () => studies.map(({ id, claim }) => ({ id, summary: claim })),
};

/** Lists one kind, or all. */
export async function list(kind: string | undefined, flags: JsonFlag): Promise<number> {
  if (kind !== undefined && kinds[kind] === undefined)
    throw new UserError(unknownName("kind of thing", kind, Object.keys(kinds)));
  const chosen = kind === undefined ? Object.keys(kinds) : [kind];
  const lists = chosen.map((name) => ({
    name,
    entries: (kinds[name]?.() ?? []).map(({ id, summary }) => ({ id, summary })),
  }));
  if (flags.json === true) {
    printJson(
      lists.flatMap(({ name, entries }) =>
        kind === undefined ? entries.map((entry) => ({ ...entry, kind: name })) : entries,
      ),
    );
    return 0;
  }
  for (const { name, entries } of lists) {
    if (kind === undefined) print(style("bold", name));
    print(
      entries.length === 0
        ? "(none)"
        : table(
            ["id", "summary"],
            entries.map(({ id, summary }) => [id, summary]),
            2,
          ),
    );
    if (kind === undefined) print("");
  }
  return 0;
}
