// Which advantages find the useful calls of a text, in drawn texts whose calls are known to be useful, repeated, of another tool,
// or of the right tool with a wrong argument. No model learns here.

import { expect, it } from "vitest";
import { Random } from "../../core/random.ts";
import { areaUnderCurve } from "../../evaluation/statistics/classification.ts";
import { callRewards, type MatchingOptions } from "../../feedback/call-matching.ts";
import type { ToolCall } from "../../feedback/tool-call.ts";
import { type LEVELS, levelAdvantages } from "./method.ts";

const [QUESTIONS, GROUP] = [100, 16];
/** Chance that a call of no use stands before a useful one, and that a useful one is left out. */
const [USELESS, LEFT_OUT] = [0.4, 0.15];

interface Text {
  readonly calls: readonly ToolCall[];
  readonly useful: readonly boolean[];
  /** Pay of the answer, which is right where no useful call is missing. */
  readonly answer: number;
}

/** Texts for a chain of two to four sums. */
function drawn(random: Random): { references: ToolCall[]; texts: Text[] } {
  const number = () => 10 + random.integer(90);
  let running = number();
  const references = Array.from({ length: 2 + random.integer(3) }, (): ToolCall => {
    const call = { name: "add", arguments: { a: running, b: number() } };
    running = call.arguments.a + call.arguments.b;
    return call;
  });
  const texts = Array.from({ length: GROUP }, (): Text => {
    const all: { readonly call: ToolCall; readonly useful: boolean }[] = [];
    for (const reference of references) {
      const made = all.findLast(({ useful }) => useful);
      if (random.uniform() < USELESS) {
        const kind = random.integer(made === undefined ? 2 : 3);
        const wrong = { ...reference, arguments: { ...reference.arguments, b: 100 + number() } };
        const call = kind === 0 ? { ...reference, name: "multiply" } : kind === 1 ? wrong : made?.call;
        all.push({ call: call ?? wrong, useful: false });
      }
      if (random.uniform() >= LEFT_OUT) all.push({ call: reference, useful: true });
    }
    const useful = all.map((one) => one.useful);
    const answer = useful.filter((use) => use).length === references.length ? 1 : 0;
    return { calls: all.map(({ call }) => call), useful, answer };
  });
  return { references, texts };
}

/** Chance that a useful call has more advantage than another one of the same text, ties counting half. */
function area(by: MatchingOptions["by"], level: (typeof LEVELS)[number] = "dual"): number {
  let [sum, pairs] = [0, 0];
  for (let question = 0; question < QUESTIONS; question++) {
    const { references, texts } = drawn(Random.of(901, "credit of known calls", question));
    const counts = Int32Array.from(texts, ({ calls }) => calls.length + 1);
    const most = Math.max(...counts);
    const rewards = new Float64Array(GROUP * most);
    for (const [row, { calls, answer }] of texts.entries()) {
      rewards.set(callRewards(calls, references, { by, unmatched: 0 }), row * most);
      rewards[row * most + calls.length] = answer;
    }
    const advantages = levelAdvantages(rewards, { counts, most }, GROUP, { level, discount: 0.9 });
    for (const [row, { useful }] of texts.entries()) {
      const good = useful.filter((use) => use).length;
      const compared = good * (useful.length - good);
      const own = advantages.subarray(row * most, row * most + useful.length);
      sum += (areaUnderCurve(own, useful) ?? 0) * compared;
      pairs += compared;
    }
  }
  return sum / pairs;
}

it("credit of whole texts tells no call of a text from another", () => {
  expect(area("optimal", "trajectory")).toBe(0.5);
});

it("credit by turn finds nine useful calls in ten where calls are matched one to one, and fewer by transport", () => {
  const [optimal, transport] = [area("optimal"), area("transport")];
  expect(optimal).toBeGreaterThan(0.9);
  // Transport must send a surplus call somewhere: it finds useful ones better than chance, and worse than was expected (0.8).
  expect(transport).toBeGreaterThan(0.65);
  expect(transport).toBeLessThan(optimal - 0.1);
});
