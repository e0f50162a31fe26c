// `run.json`: the settings of a run, so that a report does not need the YAML.

import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { checkedJson, parseChecked } from "../../core/checksum.ts";
import { UserError } from "../../core/errors.ts";
import { FORMATS } from "../../core/formats.ts";
import { keptText } from "../../core/kept-files.ts";
import { declaredClaimField } from "../experiment/claims.ts";
import { keptDescription } from "../experiment/old-names.ts";
import { episodesField, MOST_SEEDS, marginField, seedField } from "../experiment/run-fields.ts";
import { type Setting, settingsOf } from "../experiment/setting.ts";
import { keptIn } from "../experiment/store-place.ts";
import { refuseForeignCode } from "../experiment/trust.ts";
import { entryName } from "./store.ts";

const schema = z.object({
  format: z.literal(FORMATS.run),
  run: entryName,
  name: z.string(),
  title: z.string(),
  directory: z.string().describe("from the run's folder to the folder of the experiment"),
  objective: z.unknown(),
  margin: marginField.default("5 %"),
  baseline: z
    .string()
    .exactOptional()
    .describe("the variant that the others are held against; the first where it is left out"),
  claims: z.array(declaredClaimField).min(1).exactOptional(),
  claimsAge: z
    .enum(["older", "younger", "uncommitted"])
    .exactOptional()
    .describe("how the claims in git stand to the first cell; left out where no git knows the file"),
  stages: z
    .array(z.object({ name: z.string(), run: entryName }))
    .min(1)
    .exactOptional()
    .describe("runs of one variant that go before, by the names of the stages"),
  seeds: z.array(seedField).min(1).max(MOST_SEEDS).refine(areDifferent),
  episodes: episodesField,
  record: z.enum(["steps", "episodes"]),
  keys: z
    .literal("imports")
    .exactOptional()
    .describe("what keys of cells are made of: the imports of what computes them; left out by earlier versions"),
  flags: z.array(z.string()).exactOptional().describe("of the command line that decide results beside the file"),
  variants: z
    .array(
      z.object({
        name: z.string(),
        key: entryName.describe("of its cells"),
        isText: z.boolean().exactOptional().describe("whether its agents write texts; left out by earlier versions"),
        settings: z.record(z.string(), z.string()),
        description: keptDescription,
      }),
    )
    .min(1)
    .refine((variants) => areDifferent(variants.map(({ name }) => name))),
});

/** Checked because a duplicate would be counted twice. */
function areDifferent(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

/** The settings that a run was started with. */
export type RunRecord = Readonly<z.output<typeof schema>>;

/** Hint where a file of a run's folder is damaged. */
export const RUN_AGAIN = "run the experiment again; its cells are kept";

/** Reads the record of a run. Throws a UserError where it is damaged or unreadable. */
export function readRecord(folder: string): RunRecord {
  const file = join(folder, "run.json");
  const text = keptText(dirname(folder), file, RUN_AGAIN);
  try {
    // A copied or renamed folder is a run of the new name.
    return { ...schema.parse(parseChecked(text)), run: basename(folder) };
  } catch {
    throw new UserError({ code: "damaged-run", what: `${file} is damaged`, hint: RUN_AGAIN });
  }
}

/** Returns the settings of a run's variants. Throws a UserError where they need code from a folder that is not trusted. */
export async function settingsOfRun(folder: string, record: RunRecord): Promise<readonly Setting[]> {
  const origin = trustQuestion(folder, record);
  refuseForeignCode(origin);
  return settingsOf(origin.descriptions, record.objective, {
    directory: origin.directory,
    cache: keptIn(dirname(folder)),
  });
}

/** The files that a run names, the base folder of its paths, its store, and how it is trusted. */
export const trustQuestion = (folder: string, { directory, variants, objective }: RunRecord) => ({
  name: folder,
  home: dirname(dirname(folder)),
  way: `agon report ${folder} --trust`,
  directory: resolve(folder, directory),
  descriptions: variants.map(({ description }) => description),
  objective,
});

export const recordText = (record: RunRecord): string => checkedJson(record);

/** Returns the experiment file of a run, as it was run. Throws a UserError where it is missing or unreadable. */
export const experimentText = (store: string, run: string): string =>
  keptText(store, join(store, run, "experiment.yaml"), RUN_AGAIN);
