// YAML files with a schema, such as Agon's own data. A mistake in one is reported with its line.

import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { checked } from "./checked.ts";
import { retold } from "./errors.ts";
import { readYaml } from "./yaml.ts";

/** Reads a file and returns its value as parsed by `schema`. Throws a UserError with the line of each problem. */
export function checkedYaml<T>(file: string | URL, schema: z.ZodType<T>): T {
  const { value, locate } = readYaml(typeof file === "string" ? file : fileURLToPath(file));
  try {
    return checked(schema, value);
  } catch (error) {
    throw retold(error, locate);
  }
}
