// The modules of the repair shop: one function each, the code around it, and calls that tell whether it works.

import { z } from "zod";
import { checkedYaml } from "../../../core/checked-yaml.ts";

const modulesSchema = z.array(
  z.strictObject({
    name: z.string().describe("of the function that is called"),
    about: z.string().describe("what it does, as a clause"),
    source: z.string().describe("JavaScript of 30 to 80 lines, which works"),
    tests: z
      .array(z.strictObject({ given: z.array(z.json()), result: z.json() }))
      .describe("calls, and what the module returns"),
  }),
);

/** A JavaScript module that works, before it is broken. */
export type RepairModule = z.output<typeof modulesSchema>[number];

/** By what they work on: texts, lists, numbers, a state step by step, written forms, plans. */
const FILES = [
  new URL("./modules/text.yaml", import.meta.url),
  new URL("./modules/lists.yaml", import.meta.url),
  new URL("./modules/numbers.yaml", import.meta.url),
  new URL("./modules/stepped.yaml", import.meta.url),
  new URL("./modules/formats.yaml", import.meta.url),
  new URL("./modules/plans.yaml", import.meta.url),
];

/** All modules, in the order in which episodes number them. */
export const MODULES: readonly RepairModule[] = FILES.flatMap((file) => checkedYaml(file, modulesSchema));
