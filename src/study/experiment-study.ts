// A study that is an experiment: what its file says of the paper. What it computes and claims is read where experiments are run.

import { basename, dirname } from "node:path";
import { z } from "zod";
import { checkedYaml } from "../core/checked-yaml.ts";
import type { Study } from "./study.ts";

const notes = z.array(z.string().min(1)).optional();

/** What an experiment says of the paper that it tests. */
export const studySchema = z
  .strictObject({
    source: z.string().describe("where it was published"),
    claim: z.string().describe("what the paper claims, in one sentence"),
    published: z.string().describe("the figures that the paper gives for it"),
    equations: z
      .array(
        z.strictObject({
          file: z.string().describe("of the repository, from its root"),
          tests: z.int().min(1).describe("how many tests stand there"),
          about: z.string().min(1).describe("what they show"),
        }),
      )
      .optional()
      .describe("equations that tests hold"),
    untested: notes.describe("what the paper's abstract promises and no claim tests, and why"),
    notDone: notes.describe("what the paper has and the experiment has not"),
    seenBefore: notes.describe("seeds, settings and thresholds that were looked at before the published run"),
    changed: notes.describe("what was changed since it was first measured, and why"),
  })
  .describe("the paper that the experiment tests; decides no result");

const file = z.looseObject({
  title: z.string(),
  study: studySchema,
  seeds: z.looseObject({ first: z.number().default(0), short: z.number(), full: z.number() }),
});

/** The study that an experiment file is, called as its folder is. Throws a UserError where the file lacks what a study says. */
export function experimentStudy(path: string): Study {
  const { title, study, seeds } = checkedYaml(path, file);
  const { source, claim, published, ...said } = study;
  const { first, short, full } = seeds;
  const lists = Object.fromEntries(Object.entries(said).filter(([, lines]) => lines !== undefined));
  const about = { id: basename(dirname(path)), title, source, claim, claimed: published, ...lists };
  return { ...about, seeds: { first, short, full }, experiment: path };
}
