// A server for text rewards, so that a trainer in any language can request rewards over HTTP.

import { setImmediate } from "node:timers/promises";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { answerIn } from "../clients/completion.ts";
import type { TextReward } from "../feedback/preferences/text-reward.ts";
import { accessOf } from "./access.ts";
import { listening } from "./listening.ts";

export interface RewardServerOptions {
  readonly reward: TextReward;
  /** Default 127.0.0.1. On an address that other machines reach, every request is answered. */
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

export interface ServedReward {
  readonly url: string;
  close(): Promise<void>;
}

const PORT = 8000;
const MOST_CONNECTIONS = 256;
/** Maximum bytes of a request. */
const LARGEST = 64 << 20;
/** Maximum characters of a text: a million tokens have fewer. */
const LONGEST = 4_000_000;
/** Milliseconds of computation after which one request yields to others. */
const AT_A_TIME = 50;
const text = z.string().max(LONGEST);

const request = z
  .object({ prompts: z.array(text), completions: z.array(text) })
  .refine(({ prompts, completions }) => prompts.length === completions.length);

/** A reward, or why a completion has none. */
type Score = { readonly reward: number } | { readonly problem: string };

/** Scores a completion without its reasoning. An empty completion has no reward, rather than a low one. */
function scoreOf(reward: TextReward, prompt: string, completion: string): Score {
  const { text, shortfall } = answerIn(completion);
  if (shortfall !== undefined) return { problem: `the completion is ${shortfall.reason}` };
  if (text.trim() === "") return { problem: "the completion is empty" };
  const worth = reward.reward(prompt, text);
  return Number.isFinite(worth) ? { reward: worth } : { problem: `the reward is ${worth}` };
}

/** Starts the server. Throws a UserError where it cannot listen on the address. */
export async function openReward({ reward, host, port }: RewardServerOptions): Promise<ServedReward> {
  const app = new Hono();
  app.get("/", (context) => context.json(reward.about));
  app.use(bodyLimit({ maxSize: LARGEST }));
  app.post("/reward", async (context) => {
    const parsed = request.safeParse(await context.req.json().catch(() => undefined));
    if (!parsed.success) {
      const problem =
        'send {"prompts": [texts], "completions": [texts]}, as many of either, each of at most 4,000,000 characters';
      return context.json({ problem }, 400);
    }
    const { prompts, completions } = parsed.data;
    const scores: Score[] = [];
    let since = performance.now();
    for (const [k, completion] of completions.entries()) {
      scores.push(scoreOf(reward, prompts[k], completion));
      if (performance.now() - since < AT_A_TIME) continue;
      // Yields, so that other requests and Ctrl-C are handled.
      await setImmediate();
      since = performance.now();
    }
    const rewards = scores.map((score) => ("reward" in score ? score.reward : null));
    const problems = scores.map((score) => ("problem" in score ? score.problem : null));
    return context.json(rewards.includes(null) ? { rewards, problems } : { rewards });
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
