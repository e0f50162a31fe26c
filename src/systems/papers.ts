// The paper of every system, which papers.yaml lists.

import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { onArxiv, type Paper } from "../study/paper.ts";

const paper = z.union([
  z
    .strictObject({
      title: z.string(),
      authors: z.array(z.string()).optional(),
      arxiv: z.string(),
      venue: z.string().optional(),
    })
    .transform(({ title, authors, arxiv, venue }) => onArxiv(arxiv, title, authors?.join(", "), venue)),
  z
    .strictObject({ title: z.string(), authors: z.array(z.string()).nullable().default(null), year: z.int() })
    .transform((one): Paper => ({ ...one, arxiv: null })),
]);

/** Papers by the id of the system. */
export const papers: Readonly<Record<string, Paper>> = z
  .record(z.string(), paper)
  .parse(parse(readFileSync(new URL("./papers.yaml", import.meta.url), "utf8")));
