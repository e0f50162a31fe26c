// `variant.json` beside cells: what they compute, so that they can be understood, and their players be seated, without the run
// that asked for them first.

import { join, relative } from "node:path";
import { z } from "zod";
import { checkedJson, parseChecked } from "../../core/checksum.ts";
import { UserError } from "../../core/errors.ts";
import { keepWhole, readKeptText } from "../../core/kept-files.ts";
import type { Description } from "../experiment/description.ts";
import { keptDescription } from "../experiment/old-names.ts";
import { cellsFolder } from "./store.ts";

const schema = z.object({
  description: keptDescription,
  objective: z.unknown(),
  directory: z.string().describe("from the folder of the cells to that of the experiment"),
});

/** What decides the cells of a variant, besides code. */
export interface VariantRecord {
  readonly description: Description;
  readonly objective: unknown;
  readonly directory: string;
}

/** Writes what a variant is; `directory` is the experiment's. Throws what the disk refuses. */
export function writeVariant(store: string, key: string, { directory, ...variant }: VariantRecord): void {
  const folder = cellsFolder(store, key);
  const text = variantText({ ...variant, directory: relative(folder, directory) });
  keepWhole(store, join(folder, "variant.json"), text);
}

/** What stands in a file of it. */
export const variantText = (record: VariantRecord): string => checkedJson({ ...record });

/** Reads what a variant is; a UserError where it is not there or damaged. */
export function readVariant(store: string, key: string): VariantRecord {
  const file = join(cellsFolder(store, key), "variant.json");
  try {
    return schema.parse(parseChecked(readKeptText(store, file)));
  } catch {
    const hint = "run the experiment that has these cells again; they are kept";
    throw new UserError({ code: "damaged-variant", what: `${file} is not there or is damaged`, hint });
  }
}
