// Weighings that are kept lie in the store, so that its page lists them beside runs and opens their pages.

import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { checkedJson, parseChecked } from "../../core/checksum.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { writing } from "../../core/files.ts";
import { keepWhole, keptNames, readKeptText } from "../../core/kept-files.ts";
import { filledTemplate } from "../report/report-page.ts";
import type { ListedWeighing, StoredWeighings, WeighPageData } from "./weighing-data.ts";

const FOLDER = "weighings";

/** What the list reads of a page's data, in the order in which a page has it; the rest is as its checksum says that it was written. */
const keptSchema = z.object({
  keptAt: z.string(),
  page: z.looseObject({
    weighing: z.looseObject({
      ...{ file: z.string(), want: z.string(), finding: z.string(), answers: z.number() },
      pays: z.array(z.looseObject({ id: z.string() })),
    }),
    title: z.string(),
  }),
});

/** Keeps a weighing under a hash of what it says, and returns this name. The same weighing keeps its name. */
export function keepWeighing(store: string, page: WeighPageData): string {
  const hash = createHash("sha256").update(JSON.stringify(page)).digest("hex").slice(0, 12);
  const file = join(store, FOLDER, `${hash}.json`);
  writing(file, () => keepWhole(store, file, checkedJson({ keptAt: new Date().toISOString(), page })));
  return hash;
}

/** Weighings of a store, the one that was kept last first, and files that are not as they were written. */
export function listedWeighings(store: string): StoredWeighings {
  const damaged: string[] = [];
  const kept = keptNames(store, join(store, FOLDER)).flatMap((file): ListedWeighing[] => {
    const one = read(store, file);
    if (one === undefined) damaged.push(join(FOLDER, file));
    if (one === undefined) return [];
    const { title, weighing } = one.page;
    const { want, answers, finding, pays, file: log } = weighing;
    const name = file.replace(/\.json$/, "");
    return [{ name, title, log, want, pays: pays.map(({ id }) => id), answers, finding, keptAt: one.keptAt }];
  });
  return { kept: kept.sort((a, b) => (a.keptAt < b.keptAt ? 1 : -1)), damaged };
}

/** HTML of a weighing of a store. Throws a UserError where there is none of this name. */
export function keptWeighing(store: string, name: string): string {
  const names = listedWeighings(store).kept.map((one) => one.name);
  const kept = names.includes(name) ? read(store, `${name}.json`) : undefined;
  if (kept === undefined) throw new UserError(unknownName("weighing of this store", name, names));
  return filledTemplate(kept.page);
}

/** Undefined where a file is not as it was written. */
function read(store: string, name: string): z.output<typeof keptSchema> | undefined {
  try {
    return keptSchema.parse(parseChecked(readKeptText(store, join(store, FOLDER, name))));
  } catch {
    return undefined;
  }
}
