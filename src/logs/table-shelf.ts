// Stores imported tables under their content hash.

import { z } from "zod";
import { isMap } from "../core/checked.ts";
import { dataShelf } from "./data-shelf.ts";
import { readTable, type TableValue } from "./table.ts";
import { checkFile } from "./user-file.ts";

const kept = z.object({
  columns: z.array(z.string()),
  // A zod record would lose a column called `__proto__`.
  rows: z.array(z.custom<Readonly<Record<string, TableValue>>>(isMap)),
  lines: z.array(z.int()),
  // Tables of earlier versions lack it.
  isByRow: z.boolean().default(false),
});

/** Makes tables available by their content. */
export const { prepare: prepareTable, atHand: tableAtHand } = dataShelf({
  name: "table",
  version: 2,
  filesAt(path) {
    checkFile(path, { path: ["file"], hint: "paths start from the experiment's folder" });
    return [path];
  },
  read: (path, shown, overflow) => readTable({ path, shown, overflow }),
  parse: (stored) => kept.parse(stored),
});
