// Modules of the repair shop: one function each with its surrounding code, and calls that test it.

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

/** A working JavaScript module before fault injection. */
export type RepairModule = z.output<typeof modulesSchema>[number];

/** Files by subject: texts, lists, numbers, step-by-step state, notations, plans. */
const FILES = [
  new URL("./modules/text.yaml", import.meta.url),
  new URL("./modules/lists.yaml", import.meta.url),
  new URL("./modules/numbers.yaml", import.meta.url),
  new URL("./modules/stepped.yaml", import.meta.url),
  new URL("./modules/formats.yaml", import.meta.url),
  new URL("./modules/plans.yaml", import.meta.url),
];

/** All modules in the order of their numbers in episodes. */
export const MODULES: readonly RepairModule[] = FILES.flatMap((file) => checkedYaml(file, modulesSchema));
