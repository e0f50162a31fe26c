// Search in a table that nobody knows by heart: `q3=` asks which key stands three hops from q, `<q>` is answered with the key
// after q, and `<q>[c]<c>[5]<5>[k]k$` is right. Every episode has a table of its own: all keys on one ring, so that a chain
// never comes back to a key. Two calls lead nowhere: `<?>` is answered `[0]`, which harms nobody; `<*>` asks the wrong table and
// is answered with a key that the chain does not go on to, so that who takes it for the next one is derailed.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { event, flow } from "../declaration.ts";
import { languageWorld } from "./language-world.ts";
import { callChannels, contextFor, noiseParameter, shareParameter } from "./terms.ts";

const KEYS = "0123456789abcdefghijklmnopqrstuvwxyz";

const parameters = z
  .strictObject({
    fewestHops: whole(1, 9, 3).describe("fewest hops that a question asks for"),
    mostHops: whole(1, 9, 3).describe("most hops that a question asks for"),
    spareCalls: whole(0, 9, 1).describe("calls beyond one for each hop; a further one ends the episode"),
    decoys: shareParameter("hops before which the demonstrator calls <?> while it has spare calls", 0.1),
    derailed: shareParameter("the demonstrator's errors that are calls of the wrong table", 0.5),
    noise: noiseParameter(
      "at a hop it asks the wrong table and goes on from that answer, or it stops early and answers the last key",
    ),
  })
  .refine((p) => p.fewestHops <= p.mostHops, { error: "fewestHops must not exceed mostHops", path: ["fewestHops"] });

type Parameters = z.output<typeof parameters>;

export const lookupWorld: BoundEntry<NumericEnvironment> = bind({
  id: "language/lookup",
  summary: "follow a chain of keys by asking for each next one: q3= asks for <q>, <c>, <5> and the key that comes last",
  source: "after the searches of arXiv 2605.06200",
  parameters,
  make: (given: Parameters): NumericEnvironment => {
    const { fewestHops, mostHops, spareCalls, noise } = given;
    const most = mostHops + spareCalls;
    return languageWorld({
      // A key, a digit and =; three characters for each call and for each answer; a key and $: 32 for three
      // hops and a spare call, 48 for five and two.
      ...contextFor(3, 3 * most + 2, 3 * most),
      channels: [
        ...callChannels(
          "that reaches the next key of the right chain",
          "that does not: a decoy, the wrong table, a key off the chain or asked before, or one too many",
        ),
        event("decoyCalls", "calls", "1 for each call <?>"),
        event("wrongTableCalls", "calls", "1 for each call <*>"),
        flow("hops", "hops", 0, mostHops, "sum", "hops that the question asks for, at the end of the episode"),
      ],
      // The key after each key.
      hidden: KEYS.length,
      noise,
      ask(random, table) {
        const ring = Array.from(table, (_, k) => k);
        shuffle(ring, random);
        for (const [k, key] of ring.entries()) table[key] = ring[(k + 1) % ring.length];
        return `${KEYS[random.integer(KEYS.length)]}${fewestHops + random.integer(mostHops - fewestHops + 1)}=`;
      },
      reply(call, text, table, report, random) {
        const [before, now] = [reached(text.slice(0, -3), table), reached(text, table)];
        const spent = text.split(">").length - 1 > hopsOf(text) + spareCalls;
        const key = KEYS.indexOf(call ?? "");
        const broken = call === undefined || call.length !== 1 || (key < 0 && call !== "?" && call !== "*");
        report("calls", 1);
        report(
          broken ? "brokenCalls" : now > before && now <= hopsOf(text) && !spent ? "usefulCalls" : "uselessCalls",
          1,
        );
        if (call === "?") report("decoyCalls", 1);
        if (call === "*") report("wrongTableCalls", 1);
        if (spent) return undefined;
        if (broken) return "?";
        if (call === "?") return "0";
        return KEYS[call === "*" ? wrongKey(text, table, random) : table[key]];
      },
      judge: (answer, text, table) => answer === KEYS[after(text, hopsOf(text), table)],
      conclude: (text, _correct, _table, report) => report("hops", hopsOf(text)),
      texts: { answer: (text, table) => KEYS[after(text, hopsOf(text), table)] },
      write: (text, random, chance) => {
        const { key, done, spare } = followed(text, spareCalls);
        if (done >= hopsOf(text)) return `${key}$`;
        if (chance > 0 && random.uniform() < chance) return random.uniform() < given.derailed ? "<*>" : `${key}$`;
        return spare > 0 && random.uniform() < given.decoys ? "<?>" : `<${key}>`;
      },
      expert: (text) => {
        const { key, done } = followed(text, spareCalls);
        return done < hopsOf(text) ? `<${key}>` : `${key}$`;
      },
    });
  },
});

/** The hops that a question asks for. */
const hopsOf = (text: string): number => Number(text[1]);

/** The key `hops` after the one that the question begins with. */
function after(text: string, hops: number, table: Float64Array): number {
  let key = KEYS.indexOf(text[0]);
  for (let k = 0; k < hops; k++) key = table[key];
  return key;
}

/** Hops of the right chain that calls have reached, those beyond the question's last included. */
function reached(text: string, table: Float64Array): number {
  let hops = 0;
  for (const [, call] of text.matchAll(/<([^<>])>/g)) {
    if (call === KEYS[after(text, hops, table)]) hops += 1;
  }
  return hops;
}

/** Any key but the one to which the right chain goes on. */
const wrongKey = (text: string, table: Float64Array, random: Random): number =>
  (after(text, reached(text, table) + 1, table) + 1 + random.integer(KEYS.length - 1)) % KEYS.length;

/** How far one is who takes every answer but a decoy's for the next key. */
function followed(text: string, spareCalls: number): { key: string; done: number; spare: number } {
  const calls = [...text.matchAll(/<([^<>])>\[(.)\]/g)];
  const hops = calls.filter(([, call]) => call !== "?");
  return { key: hops.at(-1)?.[2] ?? text[0], done: hops.length, spare: spareCalls - (calls.length - hops.length) };
}
