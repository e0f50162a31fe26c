// Servers without a token that answer this machine alone, unless they listen on another address: then they answer all that reaches them.

import type { Hono } from "hono";
import { isLoopback, refusal } from "./guard.ts";

/** Refuses requests that pages of other sites may have sent, where `host` is this machine's own address. */
export function guardLoopback(app: Hono, host: string): void {
  app.use(async (context, next) => {
    const { searchParams: query } = new URL(context.req.url);
    const { method } = context.req;
    const refused = isLoopback(host)
      ? refusal({ method, header: (name) => context.req.header(name), query }, undefined)
      : undefined;
    if (refused !== undefined) return context.json({ problem: refused.what }, refused.status);
    await next();
    return undefined;
  });
}
