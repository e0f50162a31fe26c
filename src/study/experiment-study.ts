// A study that is an experiment: what its file says of the paper. What it computes and claims is read where experiments are run.

import { basename, dirname } from "node:path";
import { z } from "zod";
import { checkedYaml } from "../core/checked-yaml.ts";
import type { Study } from "./study.ts";
import { studySchema } from "./study-schema.ts";

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
