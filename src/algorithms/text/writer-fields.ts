// Parameters that all trainers of writers share: what the model is, and how it imitates before it is paid.

import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { countUpTo, positiveUpTo } from "../../core/ranges.ts";

export const modelParameters = z
  .strictObject({
    width: z.int().min(4).max(4096).default(32).describe("numbers that stand for a character on the way"),
    layers: countUpTo(64).default(2).describe("blocks"),
    heads: countUpTo(64).default(2).describe("heads of attention; they divide the width"),
  })
  .prefault({})
  .describe("sizes of the transformer");

/** How a writer imitates before it is paid. */
export function sftParameters(usual = 300) {
  return z
    .strictObject({
      steps: z.int().min(0).max(1_000_000).default(usual).describe("gradient steps of imitation before any pay"),
      texts: countUpTo(4096).default(64).describe("demonstrations of each"),
      rate: positiveUpTo(1).default(3e-3).describe("largest learning rate of the imitation"),
      from: z.string().default("demonstrator").describe("the world's oracle that is imitated"),
    })
    .prefault({})
    .describe("supervised fine-tuning before the pay: imitation of an oracle of the world");
}

/** Throws a UserError where the heads do not share the width evenly; `path` leads to the model. */
export function checkHeads(
  { width, heads }: z.output<typeof modelParameters>,
  path: readonly (string | number)[] = [],
): void {
  if (width % heads === 0) return;
  throw new UserError({
    code: "bad-heads",
    what: `a width of ${width} cannot be shared among ${heads} heads`,
    path: [...path, "model", "heads"],
    hint: "choose a divisor of the width",
  });
}
