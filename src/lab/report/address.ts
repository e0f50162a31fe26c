// What an address asks for, read by a schema.

import type { z } from "zod";
import { UserError } from "../../core/errors.ts";

/** The parameters of an address, each by its last value. A UserError names the one that is missing or wrong. */
export function readAddress<T>(schema: z.ZodType<T>, search: URLSearchParams): T {
  const { success, data, error } = schema.safeParse(Object.fromEntries(search));
  if (success) return data;
  const [{ path, message }] = error.issues;
  throw new UserError({ code: "bad-query", what: `${path.join(".")} in the address: ${message}` });
}
