// Query parameters of a URL, parsed by a schema.

import type { z } from "zod";
import { UserError } from "../../core/errors.ts";

/**
 * Parses the query parameters of a URL; of a repeated parameter the last value counts. Throws a UserError that names a missing or invalid
 * one.
 */
export function readAddress<T>(schema: z.ZodType<T>, search: URLSearchParams): T {
  const { success, data, error } = schema.safeParse(Object.fromEntries(search));
  if (success) return data;
  const [{ path, message }] = error.issues;
  throw new UserError({ code: "bad-query", what: `${path.join(".")} in the address: ${message}` });
}
