// Columns of the logs that users bring, from the schemas that read them.

import { describedColumns, type LogKind } from "../../logs/kind.ts";
import { LOG_KINDS, TOUCHES } from "../../logs/kinds.ts";
import { name, type Page, page, sentence, table } from "./markdown.ts";

export function logPage(): Page {
  return page("reference/logs.md", "Columns of logs", [
    "Columns may stand in any order, and further ones are passed over. `agon log columns KIND` prints the same. How a log is used: [bring your own log](../guides/bring-your-own-log.md).",
    ...[...LOG_KINDS.values(), TOUCHES].flatMap((kind) => [
      `## ${name(kind.name)}`,
      sentence(kind.summary),
      columns(kind),
    ]),
  ]);
}

function columns(kind: LogKind): string {
  return table(
    ["column", "holds", "range", "meaning"],
    describedColumns(kind).map(({ name: column, unit, range, meaning, otherwise }) => [
      name(column),
      unit,
      range,
      otherwise === undefined
        ? meaning
        : `${meaning} (may be left out${Number.isNaN(otherwise) ? "" : `: ${otherwise}`})`,
    ]),
  );
}
