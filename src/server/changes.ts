// Checks of requests that change something: a POST of JSON, of limited size.

import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { z } from "zod";
import { type Problem, UserError } from "../core/errors.ts";

export interface ChangeRules {
  /** Maximum bytes of a request, and the message for a larger one. */
  readonly largest: number;
  readonly tooLarge: string;
}

/** Adds the checks to all routes that are added to `app` afterwards. */
export function guardChanges(app: Hono, { largest, tooLarge }: ChangeRules): void {
  app.on("POST", "*", async (context, next) => {
    // An HTML form of another site cannot send this content type.
    if (!/^application\/json\b/.test(context.req.header("content-type") ?? ""))
      return refused(context, 415, { code: "not-json", what: "send JSON, with Content-Type: application/json" });
    return next();
  });
  app.use(
    bodyLimit({
      maxSize: largest,
      onError: (context) => refused(context, 413, { code: "too-large", what: tooLarge }),
    }),
  );
}

const refused = (context: Context, status: 413 | 415, problem: Problem): Response =>
  context.json({ problems: [problem] }, status);

/** Parses the body of a request by a schema. Throws a UserError where it does not match. */
export async function sent<T>(context: Context, form: z.ZodType<T>, hint: string): Promise<T> {
  const { data } = form.safeParse(await context.req.json().catch(() => undefined));
  if (data !== undefined) return data;
  const what = "this is no request of Agon's page, or its text is too long";
  throw new UserError({ code: "bad-request", what, hint });
}
