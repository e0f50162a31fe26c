// `variant.json` beside cells: a description of what they compute. With it they can be read, and their players used, without the run that
// first computed them.

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

/** Everything that determines the cells of a variant, except code. */
export interface VariantRecord {
  readonly description: Description;
  readonly objective: unknown;
  readonly directory: string;
}

/** Writes the record of a variant; `directory` is the experiment's folder. Throws system errors as they are. */
export function writeVariant(store: string, key: string, { directory, ...variant }: VariantRecord): void {
  const folder = cellsFolder(store, key);
  const text = variantText({ ...variant, directory: relative(folder, directory) });
  keepWhole(store, join(folder, "variant.json"), text);
}

/** Returns the text of such a file. */
export const variantText = (record: VariantRecord): string => checkedJson({ ...record });

/** Reads the record of a variant. Throws a UserError where it is missing or damaged. */
export function readVariant(store: string, key: string): VariantRecord {
  const file = join(cellsFolder(store, key), "variant.json");
  try {
    return schema.parse(parseChecked(readKeptText(store, file)));
  } catch {
    const hint = "run the experiment that has these cells again; they are kept";
    throw new UserError({ code: "damaged-variant", what: `${file} is not there or is damaged`, hint });
  }
}
