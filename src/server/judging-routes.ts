// Routes for judging: get a pair, view its episodes, vote on it, revoke a vote, and see the result of all votes. Before a vote, no response
// names the players of the pair.

import { type Context, Hono } from "hono";
import { z } from "zod";
import { VERDICTS } from "../feedback/votes/verdict.ts";
import { type JudgedFacts, judgeName } from "../feedback/votes/vote-record.ts";
import type { JudgingDesk } from "../lab/judging/judging-desk.ts";
import type { ChosenPair } from "../lab/judging/pairing.ts";
import type { JudgedSubject } from "../lab/judging/subject.ts";
import { readAddress } from "../lab/report/address.ts";
import { guardChanges, sent } from "./changes.ts";
import type { RunTexts } from "./run-texts.ts";

/** The subject that is judged, the desk that collects its votes, and the file of the votes. */
export interface OpenJudging {
  readonly subject: JudgedSubject;
  readonly desk: JudgingDesk;
  readonly file: string;
}

export interface JudgingSources {
  readonly store: string;
  readonly texts: RunTexts;
  /** Returns the judging that a request is about. Throws a UserError where it cannot be judged. */
  judged(context: Context): Promise<OpenJudging>;
}

/** Maximum bytes of a request. */
const LARGEST = 64 * 1024;
const LONGEST_REASON = 4000;
const HINT = `a judge's name has at most 60 characters, and a reason ${LONGEST_REASON}`;

const asking = z.strictObject({ judge: judgeName });
const naming = asking.extend({ pair: z.string().max(40) });
const ballot = naming.extend({
  better: z.enum(VERDICTS),
  answers: z.record(z.string().max(200), z.enum(["left", "right", "both", "neither"])).readonly(),
  reason: z.string().trim().max(LONGEST_REASON),
});
const stretch = z.object({
  pair: z.string(),
  side: z.enum(["left", "right"]),
  from: z.coerce.number().int().min(0).default(0),
});

export function judgingRoutes({ store, texts, judged }: JudgingSources): Hono {
  const app = new Hono();
  const pending = new Map<string, Promise<JudgedFacts>>();
  /** Facts that are stored with a vote on episodes. They are computed once per pair, so that of two votes on a pair the first counts. */
  const factsOf = (run: string, pair: string, { left, right, place }: ChosenPair): Promise<JudgedFacts> => {
    const { seed, episode } = place;
    const known = pending.get(pair);
    if (known !== undefined) return known;
    const reply = texts.facts({ store, run, left, right, seed: seed ?? 0, episode });
    const facts = reply.then((text): JudgedFacts => JSON.parse(text)).finally(() => pending.delete(pair));
    pending.set(pair, facts);
    return facts;
  };
  guardChanges(app, { largest: LARGEST, tooLarge: `a vote has at most ${LARGEST / 1024} KiB` });
  app.post("/pair", async (context) => {
    const { desk, subject } = await judged(context);
    const { judge } = await sent(context, asking, HINT);
    return context.json(desk.next(subject, judge));
  });
  app.get("/replay", async (context) => {
    const { desk, subject } = await judged(context);
    const { pair, side, from } = readAddress(stretch, new URL(context.req.url).searchParams);
    const { place, ...players } = desk.pair(pair);
    const episode = { variant: players[side], seed: place.seed ?? 0, episode: place.episode };
    const text = await texts.blind({ store, run: subject.run ?? "", place: episode, from, side });
    return context.body(text, 200, { "Content-Type": "application/json" });
  });
  app.post("/vote", async (context) => {
    const { desk, subject } = await judged(context);
    const cast = await sent(context, ballot, HINT);
    const open = desk.open(cast.judge, cast.pair);
    // A judge that votes "unclear" may have been shown nothing.
    const isOffered = subject.run !== null && open !== undefined && cast.better !== "unclear";
    return context.json(desk.vote(subject, cast, isOffered ? await factsOf(subject.run, cast.pair, open) : {}));
  });
  app.post("/take-back", async (context) => {
    const { desk } = await judged(context);
    const { judge, pair } = await sent(context, naming, HINT);
    desk.takeBack(judge, pair);
    return context.json({});
  });
  app.get("/board", async (context) => {
    const { file } = await judged(context);
    const text = await texts.board({ store, file });
    return context.body(text, 200, { "Content-Type": "application/json" });
  });
  return app;
}
