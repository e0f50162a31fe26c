// The paper of every system, which papers.yaml lists.

import { z } from "zod";
import { checkedYaml } from "../core/checked-yaml.ts";
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

export const papers: Readonly<Record<string, Paper>> = checkedYaml(
  new URL("./papers.yaml", import.meta.url),
  z.record(z.string(), paper),
);
