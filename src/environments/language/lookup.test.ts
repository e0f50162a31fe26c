// Lookup in a table: its contents, replies to calls and their usefulness, and the demonstrator's errors.

import { describe, expect, it } from "vitest";
import { meanOf, type Played, shown, world, writes } from "../../../test/fixtures/written-text.ts";
import { Status } from "../../core/environment.ts";

const ID = "language/lookup";
const KEYS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Plays an episode with the text that `write` returns for the question's chain of keys. */
function search(given: object, seed: number, write: (chain: readonly string[]) => string): Played {
  const environment = world(ID, given);
  return writes(environment, seed, (question) => write(chainFrom(question[0], environment.state.views.hidden)));
}

/** The keys from `start` on, once around the ring. */
function chainFrom(start: string, table: ArrayLike<number>): string[] {
  const chain = [start];
  for (let k = 0; k < KEYS.length; k++) chain.push(KEYS[table[KEYS.indexOf(chain[k])]]);
  return chain;
}

describe("the table", () => {
  it("is a ring of all keys, drawn anew in each episode", () => {
    const chains = new Set<string>();
    for (let seed = 0; seed < 50; seed++) {
      search({}, seed, (chain) => {
        expect(new Set(chain).size).toBe(KEYS.length);
        expect(chain[KEYS.length]).toBe(chain[0]);
        chains.add(chain.slice(0, 4).join(""));
        return "";
      });
    }
    expect(chains.size).toBe(50);
  });

  it("replies with the next key, and the key after the last hop is right", () => {
    for (let seed = 0; seed < 50; seed++) {
      const { text, sums, views } = search({}, seed, ([a, b, c, d]) => `<${a}><${b}><${c}>${d}$`);
      const [, d] = /\[(.)\](.)\$$/.exec(text) ?? [];
      expect(text).toMatch(/^(.)3=<\1>\[(.)\]<\2>\[(.)\]<\3>\[(.)\]\4\$$/);
      expect(views.answer).toBe(d);
      expect(sums).toMatchObject({ correct: 1, calls: 3, usefulCalls: 3, uselessCalls: 0, hops: 3 });
      expect(search({}, seed, ([, , , key]) => `${key}$`).sums).toMatchObject({ correct: 1, calls: 0 });
      for (const wrong of [0, 1, 2, 4])
        expect(search({}, seed, (chain) => `${chain[wrong]}$`).sums).toMatchObject({ correct: 0, finished: 1 });
    }
  });
});

describe("a call", () => {
  const cases: [what: string, write: (chain: readonly string[]) => string, counted: object][] = [
    ["of the next key is of use", ([a]) => `<${a}>`, { usefulCalls: 1 }],
    ["of a decoy is not", () => "<?>", { uselessCalls: 1, decoyCalls: 1 }],
    ["of the wrong table is not", () => "<*>", { uselessCalls: 1, wrongTableCalls: 1 }],
    ["that is repeated is not", ([a]) => `<${a}><${a}>`, { usefulCalls: 1, uselessCalls: 1 }],
    ["off the chain is not", ([a, , , , , f]) => `<${f}><${a}>`, { usefulCalls: 1, uselessCalls: 1 }],
    ["ahead of the chain is not", ([a, b]) => `<${b}><${a}><${b}>`, { usefulCalls: 2, uselessCalls: 1 }],
    ["after a decoy is", ([a]) => `<?><${a}>`, { usefulCalls: 1, uselessCalls: 1, decoyCalls: 1 }],
    ["after the wrong table is", ([a]) => `<*><${a}>`, { usefulCalls: 1, uselessCalls: 1, wrongTableCalls: 1 }],
    ["beyond the last hop is not", ([a, b, c, d]) => `<${a}><${b}><${c}><${d}>`, { usefulCalls: 3, uselessCalls: 1 }],
    ["with two keys is malformed", ([a, b]) => `<${a}${b}>`, { brokenCalls: 1 }],
    ["with none is malformed", ([a]) => `><${a}>`, { usefulCalls: 1, brokenCalls: 1 }],
    ["with a sign is malformed", ([a]) => `<+><${a}>`, { usefulCalls: 1, brokenCalls: 1 }],
  ];
  it.each(cases)("%s", (_what, write, counted) => {
    const none = { usefulCalls: 0, uselessCalls: 0, brokenCalls: 0, decoyCalls: 0, wrongTableCalls: 0 };
    for (let seed = 0; seed < 20; seed++) {
      const { sums, text } = search({}, seed, (chain) => `${write(chain)}$`);
      expect(sums, text).toMatchObject({ ...none, ...counted, finished: 1 });
      expect(sums.usefulCalls + sums.uselessCalls + sums.brokenCalls).toBe(sums.calls);
    }
  });

  it("of a decoy gets 0, a malformed one ?, and the wrong table's a key that is not the next one", () => {
    const wrong = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      let next = "";
      const { text } = search({}, seed, (chain) => {
        next = chain[2];
        return `<?><${chain[0]}><*>><`;
      });
      const [, key] = /^.3=<\?>\[0\]<.>\[.\]<\*>\[(.)\]>\[\?\]<$/.exec(text) ?? [];
      expect(KEYS, text).toContain(key);
      expect(key).not.toBe(next);
      wrong.add(key);
    }
    expect(wrong.size).toBeGreaterThan(30);
  });

  it("beyond the limit gets no reply and ends the episode", () => {
    const spent = search({}, 1, ([, , , d]) => `>>>>>${d}$`);
    expect(spent.text).toMatch(/=>\[\?\]>\[\?\]>\[\?\]>\[\?\]>$/);
    expect(spent.status).toBe(Status.terminated);
    expect(spent.sums).toMatchObject({ calls: 5, brokenCalls: 5, finished: 0, hops: 3 });
    // Even a useful call counts as useless beyond the limit.
    const late = search({}, 1, ([a]) => `>>>><${a}>`);
    expect(late.sums).toMatchObject({ calls: 5, usefulCalls: 0, uselessCalls: 1 });
    // The horizon stops well-formed calls.
    const whole = search({}, 1, ([a]) => `<${a}>`.repeat(5));
    expect(whole.text).toMatch(/\]<.$/);
    expect(whole.status).toBe(Status.truncated);
    expect(whole.sums).toMatchObject({ calls: 4, usefulCalls: 1, hops: 3 });
    const roomy = search({ spareCalls: 2 }, 1, ([a, b, c, d]) => `<?><?><${a}><${b}><${c}>${d}$`);
    expect(roomy.sums).toMatchObject({ calls: 5, usefulCalls: 3, correct: 1 });
  });
});

describe("a path", () => {
  const given = { answer: "path", fewestHops: 2, mostHops: 3 };

  it("consists of all keys of the chain in order, and not of a part of them", () => {
    for (let seed = 0; seed < 30; seed++) {
      const right = search(given, seed, ([a, b, c, d]) => `<${a}><${b}><${c}>${b}${c}${d}$`);
      const hops = right.sums.hops;
      expect(right.views.answer).toHaveLength(hops);
      expect(right.sums.correct).toBe(hops === 3 ? 1 : 0);
      expect(right.text.endsWith(`]${right.views.answer}$`)).toBe(hops === 3);
      const last = search(given, seed, (chain) => `${chain[hops]}$`);
      expect(last.sums).toMatchObject({ correct: 0, finished: 1 });
    }
  });

  it("is written by the expert; a demonstrator that stops early guesses the rest", () => {
    for (const { sums, text } of shown(world(ID, given), "expert", 200)) {
      expect(sums, text).toMatchObject({ correct: 1, calls: sums.hops });
    }
    const early = shown(world(ID, { ...given, noise: 0.5, derailed: 0, decoys: 0 }), "demonstrator", 500);
    for (const { sums, text, views } of early) {
      const [answer] = /[^\]=]*(?=\$$)/.exec(text) ?? [""];
      expect(answer).toHaveLength(sums.hops);
      expect(answer.slice(0, sums.calls)).toBe(views.answer.slice(0, sums.calls));
    }
    expect(meanOf(early, "correct")).toBeLessThan(0.3);
  });
});

describe("players", () => {
  it("the expert calls once per hop", () => {
    const played = shown(world(ID, { fewestHops: 1, mostHops: 5 }), "expert", 500);
    for (const { sums, text } of played)
      expect(sums, text).toMatchObject({ correct: 1, uselessCalls: 0, calls: sums.hops });
    expect(meanOf(played, "hops")).toBeCloseTo(3, 0);
    expect(new Set(played.map(({ sums }) => sums.hops)).size).toBe(5);
    expect(() => world(ID, { fewestHops: 4 })).toThrow("fewestHops must not exceed mostHops");
  });

  it("the demonstrator calls decoys, stops early or is derailed at the declared rates", () => {
    const harmless = shown(world(ID, { noise: 0, decoys: 0.3 }), "demonstrator", 2000);
    expect(meanOf(harmless, "correct")).toBe(1);
    // With one spare call: 1 − 0.7³.
    expect(Math.abs(meanOf(harmless, "decoyCalls") - 0.657)).toBeLessThan(0.04);
    const early = shown(world(ID, { noise: 0.2, derailed: 0, decoys: 0 }), "demonstrator", 2000);
    expect(Math.abs(meanOf(early, "correct") - 0.8 ** 3)).toBeLessThan(0.04);
    expect(meanOf(early, "uselessCalls")).toBe(0);
    const derailed = shown(world(ID, { noise: 0.2, derailed: 1, decoys: 0 }), "demonstrator", 2000);
    expect(Math.abs(meanOf(derailed, "correct") - 0.8 ** 3)).toBeLessThan(0.05);
    expect(meanOf(derailed, "calls")).toBe(3);
    expect(Math.abs(meanOf(derailed, "wrongTableCalls") - 0.6)).toBeLessThan(0.05);
    for (const { sums } of derailed) if (sums.wrongTableCalls === 0) expect(sums.correct).toBe(1);
  });
});
