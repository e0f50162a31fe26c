// Multi-hop lookup in an unknown table: `q3=` asks for the key three hops after q. `<q>` is answered with the key after q, and
// `<q>[c]<c>[5]<5>[k]k$` is right. Every episode has a new table, in which all keys form one ring, so that a chain never repeats a key. Two
// further calls are decoys: `<?>` is answered `[0]` and is harmless. `<*>` queries a wrong table and returns a key that is not the next
// one, which derails an agent that follows it. In path mode the answer must list all keys of the chain, `<q>[c]<c>[5]<5>[k]c5k$`, so that
// every hop yields one character of the answer.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { oneOf, whole } from "../../core/parameters.ts";
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
    answer: oneOf(["key", "path"], "key").describe(
      "what is right: the key of the last hop, or the keys of all hops in their order",
    ),
    spareCalls: whole(0, 9, 1).describe("calls beyond one for each hop; a further one ends the episode"),
    decoys: shareParameter("hops before which the demonstrator calls <?> while it has spare calls", 0.1),
    derailed: shareParameter("the demonstrator's errors that are calls of the wrong table", 0.5),
    noise: noiseParameter(
      "at a hop it asks the wrong table and goes on from that answer, or it stops early and answers the last key, or the path so far and a guess of the rest",
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
    const path = given.answer === "path";
    const right = (text: string, table: Float64Array) => {
      const chain = chainOf(text, hopsOf(text), table);
      return path ? chain : chain.slice(-1);
    };
    const said = ({ key, keys }: Followed) => (path ? keys : key);
    // Keys of a path that no call has revealed are guessed.
    const guessed = (so: Followed, hops: number, random: Random) => {
      const missing = path ? Math.max(0, hops - so.done) : 0;
      return said(so) + Array.from({ length: missing }, () => KEYS[random.integer(KEYS.length)]).join("");
    };
    return languageWorld({
      // A key, a digit and =; three characters for each call and each reply; a key and $: 32 for three hops and a spare call, 48 for five
      // and two; four more for a path of five.
      ...contextFor(3, 3 * most + (path ? mostHops : 1) + 1, 3 * most),
      channels: [
        ...callChannels(
          "that reaches the next key of the right chain",
          "that does not: a decoy, the wrong table, a key off the chain or asked before, or one too many",
        ),
        event("decoyCalls", "calls", "1 for each call <?>"),
        event("wrongTableCalls", "calls", "1 for each call <*>"),
        flow("hops", "hops", 0, mostHops, "sum", "hops that the question asks for, at the end of the episode"),
      ],
      // The successor of each key.
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
      judge: (answer, text, table) => answer === right(text, table),
      conclude: (text, _correct, _table, report) => report("hops", hopsOf(text)),
      texts: { answer: right },
      write: (text, random, chance) => {
        const so = followed(text, spareCalls);
        const hops = hopsOf(text);
        if (so.done >= hops) return `${said(so)}$`;
        if (chance > 0 && random.uniform() < chance) {
          return random.uniform() < given.derailed ? "<*>" : `${guessed(so, hops, random)}$`;
        }
        return so.spare > 0 && random.uniform() < given.decoys ? "<?>" : `<${so.key}>`;
      },
      expert: (text) => {
        const so = followed(text, spareCalls);
        return so.done < hopsOf(text) ? `<${so.key}>` : `${said(so)}$`;
      },
    });
  },
});

/** Number of hops in the question. */
const hopsOf = (text: string): number => Number(text[1]);

/** The key that follows the question's key after `hops` hops. */
function after(text: string, hops: number, table: Float64Array): number {
  let key = KEYS.indexOf(text[0]);
  for (let k = 0; k < hops; k++) key = table[key];
  return key;
}

/** The keys of the first `hops` hops. */
function chainOf(text: string, hops: number, table: Float64Array): string {
  return Array.from({ length: hops }, (_, k) => KEYS[after(text, k + 1, table)]).join("");
}

/** Number of hops of the right chain that calls have revealed, including those beyond the question's last. */
function reached(text: string, table: Float64Array): number {
  let hops = 0;
  for (const [, call] of text.matchAll(/<([^<>])>/g)) {
    if (call === KEYS[after(text, hops, table)]) hops += 1;
  }
  return hops;
}

/** A random key other than the next one on the right chain. */
const wrongKey = (text: string, table: Float64Array, random: Random): number =>
  (after(text, reached(text, table) + 1, table) + 1 + random.integer(KEYS.length - 1)) % KEYS.length;

/** Progress of a writer that takes every reply, except to the harmless decoy, for the next key. */
interface Followed {
  /** The last revealed key, or the question's. */
  readonly key: string;
  readonly keys: string;
  readonly done: number;
  /** Calls left beyond one per hop. */
  readonly spare: number;
}

function followed(text: string, spareCalls: number): Followed {
  const calls = [...text.matchAll(/<([^<>])>\[(.)\]/g)];
  const hops = calls.filter(([, call]) => call !== "?");
  const keys = hops.map(([, , key]) => key).join("");
  return { key: keys.at(-1) ?? text[0], keys, done: hops.length, spare: spareCalls - (calls.length - hops.length) };
}
