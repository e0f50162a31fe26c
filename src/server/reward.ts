// A reward of texts as a server, so that a trainer in any language asks for rewards over HTTP.

import { setImmediate } from "node:timers/promises";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import type { TextReward } from "../feedback/preferences/text-reward.ts";
import { accessOf } from "./access.ts";
import { listening } from "./listening.ts";

export interface RewardServerOptions {
  readonly reward: TextReward;
  /** Default 127.0.0.1. Another address answers all that reaches it. */
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

/** A reward that answers. */
export interface ServedReward {
  readonly url: string;
  close(): Promise<void>;
}

const PORT = 8000;
const MOST_CONNECTIONS = 256;
/** Bytes of a request. */
const LARGEST = 64 << 20;
/** Characters of a text: a million tokens have fewer. */
const LONGEST = 4_000_000;
/** Milliseconds for which one request keeps the server. */
const AT_A_TIME = 50;
const text = z.string().max(LONGEST);

const asked = z
  .object({ prompts: z.array(text), completions: z.array(text) })
  .refine(({ prompts, completions }) => prompts.length === completions.length);

/** Answers for as long as it is open; a UserError where the address cannot be listened on. */
export async function openReward({ reward, host, port }: RewardServerOptions): Promise<ServedReward> {
  const app = new Hono();
  app.get("/", (context) => context.json(reward.about));
  app.use(bodyLimit({ maxSize: LARGEST }));
  app.post("/reward", async (context) => {
    const found = asked.safeParse(await context.req.json().catch(() => undefined));
    if (!found.success) {
      const problem =
        'send {"prompts": [texts], "completions": [texts]}, as many of either, each of at most 4,000,000 characters';
      return context.json({ problem }, 400);
    }
    const { prompts, completions } = found.data;
    const rewards: number[] = [];
    let since = performance.now();
    for (const [k, completion] of completions.entries()) {
      rewards.push(reward.reward(prompts[k], completion));
      if (performance.now() - since < AT_A_TIME) continue;
      // Others are answered meanwhile, and Ctrl-C is obeyed.
      await setImmediate();
      since = performance.now();
    }
    // JSON knows no other numbers, and would say null.
    const beyond = rewards.findIndex((one) => !Number.isFinite(one));
    if (beyond < 0) return context.json({ rewards });
    return context.json({ problem: `the reward of completions[${beyond}] is ${rewards[beyond]}` }, 422);
  });
  const { origin, close } = await listening(
    { fetch: app.fetch, refuse: ({ what, status }) => Response.json({ problem: what }, { status }) },
    {
      access: accessOf({ host, roles: ["write"], isOpen: true }),
      port,
      usual: PORT,
      mostConnections: MOST_CONNECTIONS,
    },
  );
  return { url: origin, close };
}
