// Requests that change something: a POST of JSON, of limited size.

import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { z } from "zod";
import { type Problem, UserError } from "../core/errors.ts";

export interface ChangeRules {
  /** Bytes of a request at most, and what is told of a larger one. */
  readonly largest: number;
  readonly tooLarge: string;
}

/** Refuses requests to the routes that are added to `app` after this. */
export function guardChanges(app: Hono, { largest, tooLarge }: ChangeRules): void {
  app.on("POST", "*", async (context, next) => {
    // A form of another page cannot send it.
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

/** What was sent; a UserError where it has another form. */
export async function sent<T>(context: Context, form: z.ZodType<T>, hint: string): Promise<T> {
  const { data } = form.safeParse(await context.req.json().catch(() => undefined));
  if (data !== undefined) return data;
  const what = "this is no request of Agon's page, or its text is too long";
  throw new UserError({ code: "bad-request", what, hint });
}
