// Two small models that play with each other: who is paid what, who learns when, and what is left alone.

import { describe, expect, it } from "vitest";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { imitated } from "../../../test/fixtures/writers.ts";
import { Random } from "../../core/random.ts";
import { charactersOf } from "../../core/text.ts";
import { chainWorld } from "../../environments/language/chain.ts";
import { posedIn, proposerWorld } from "../../environments/language/proposer.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { type DualPlayOptions, dualPlay, type Round } from "./dual-play.ts";
import { QuestionBuffer } from "./posed-question.ts";

const proposing = () => proposerWorld.make({ maps: 1 });
const context = trainingContext(proposing, "dual play");
const { spec } = context;
const model = transformer({ vocabulary: charactersOf(spec).length, context: 12, width: 16, layers: 1, heads: 2 });

const once = { rise: 1, epochs: 1, minibatches: 1, temperature: 1, divergence: 0, entropy: 0 };
const credit = { clip: [0.2, 0.2], baseline: "group", scale: "none", average: "longest" } as const;
const role = { rate: 1e-3, ...once, ...credit };

const options: DualPlayOptions = {
  questions: 6,
  answers: 6,
  proposer: role,
  solver: role,
  worth: { agreement: 0.2, difference: 0.3, novelty: 0.2 },
  easy: 1,
};

const began = {
  proposer: imitated(context, model, 120),
  solver: imitated(
    trainingContext(() => chainWorld.make({ maps: 1, room: 2 }), "dual play"),
    model,
    120,
  ),
};

interface Step extends Round {
  /** Whether a role's parameters have changed. */
  readonly moved: { readonly proposer: boolean; readonly solver: boolean };
}

/** Plays `rounds` rounds of copies of the warm models, whose texts are read as `read` says. */
function played(rounds: number, given: Partial<DualPlayOptions> = {}, read = posedIn) {
  const own = { proposer: began.proposer.clone(), solver: began.solver.clone() };
  const play = dualPlay(
    {
      proposer: { model, parameters: own.proposer, context, read },
      solver: { model, parameters: own.solver, longestQuestion: 4, longestAnswer: 2 },
    },
    { ...options, ...given },
  );
  const steps = Array.from({ length: rounds }, (_, k): Step => {
    const before = { proposer: own.proposer.flat.slice(), solver: own.solver.flat.slice() };
    const round = play.round(Random.of(k, "round"));
    const moved = (who: "proposer" | "solver") => before[who].some((value, j) => value !== own[who].flat[j]);
    return { ...round, moved: { proposer: moved("proposer"), solver: moved("solver") } };
  });
  play.close();
  return { own, steps, buffer: play.buffer };
}

describe("together", () => {
  it("both learn in rounds with something to learn, by pay that follows from agreement and difference, and in no other", () => {
    const { steps } = played(30);
    let learnt = 0;
    for (const { proposals, skipped, moved, proposer, solver } of steps) {
      expect(proposals).toHaveLength(6);
      for (const { agreement: p, difference: d, worth, leaks } of proposals) {
        expect((p * 6) % 1).toBeCloseTo(0, 9);
        expect(worth).toBeCloseTo(p <= 0.2 || d <= 0.3 ? 0 : 1.1 - p + 0.2 * d, 12);
        if (leaks) expect(p).toBe(0);
      }
      const worths = proposals.map(({ worth }) => worth);
      const within = proposals.some(({ agreement: p }) => p > 0.2 && p < 1);
      expect(skipped).toBe(!within || new Set(worths).size === 1);
      expect(moved).toEqual({ proposer: !skipped, solver: !skipped });
      if (skipped) continue;
      learnt += 1;
      expect(proposer?.pay).toBeCloseTo(worths.reduce((a, b) => a + b, 0) / 6, 9);
      // The solver is not paid for what it could not do, or does always.
      const practised = proposals.filter(({ agreement: p }) => p > 0.2 && p < 1);
      expect(solver?.pay).toBeCloseTo(practised.reduce((sum, { agreement }) => sum + agreement, 0) / 6, 9);
      expect(solver?.liveGroups).toBeCloseTo(practised.length / 6, 9);
    }
    expect(learnt).toBeGreaterThan(5);
    expect(learnt).toBeLessThan(30);
  });

  it("questions become less new the more of them are alike, after the round that posed them", () => {
    const { steps } = played(2, {}, () => ({ question: "7a=", answer: "8" }));
    const ended = ({ proposals }: Round) => proposals.filter(({ question }) => question !== "");
    for (const { difference } of ended(steps[0])) expect(difference).toBe(1);
    for (const { difference, worth } of ended(steps[1])) expect([difference, worth]).toEqual([0, 0]);
    expect(steps[1].skipped).toBe(true);
  });

  it("a proposer that is held fixed stays as it was", () => {
    const { steps } = played(10, { proposerLearns: false });
    expect(steps.some(({ moved }) => moved.solver)).toBe(true);
    expect(steps.every(({ moved }) => !moved.proposer)).toBe(true);
  });

  it("leaks are worth nothing and teach nothing", () => {
    const { steps } = played(3, {}, () => ({ question: "8=", answer: "8" }));
    for (const { proposals, skipped, moved } of steps) {
      expect(proposals.every(({ leaks, agreement, worth }) => leaks && agreement === 0 && worth === 0)).toBe(true);
      expect(skipped).toBe(true);
      expect(moved).toEqual({ proposer: false, solver: false });
    }
  });

  it("coins agree with half of all answers, whatever is stated", () => {
    const nonsense = () => ({ question: "7a=", answer: "x" });
    const worth = { agreement: -1, difference: -1, novelty: 0 };
    const mean = (given: Partial<DualPlayOptions>) => {
      const { steps } = played(12, { worth, ...given }, nonsense);
      const all = steps.flatMap(({ proposals }) => proposals.filter(({ question }) => question !== ""));
      return all.reduce((sum, { agreement }) => sum + agreement, 0) / all.length;
    };
    expect(mean({})).toBe(0);
    expect(Math.abs(mean({ coins: true }) - 0.5)).toBeLessThan(0.12);
  });
});

describe("in turns", () => {
  it("one learns and then the other, from questions that wait in between", () => {
    const { steps, buffer } = played(16, { turns: { proposer: 5, solver: 3 } });
    const expected: string[] = [];
    for (const [k, { proposals, skipped, moved }] of steps.entries()) {
      if (k % 8 < 5) {
        expect(moved).toEqual({ proposer: !skipped, solver: false });
        if (skipped) continue;
        for (const { question, agreement: p } of proposals) if (p > 0.2 && p < 1) expected.push(question);
      } else {
        expect(proposals).toEqual([]);
        expect(moved).toEqual({ proposer: false, solver: !skipped });
      }
    }
    expect(expected.length).toBeGreaterThan(3);
    expect(buffer.waiting.map(({ question }) => question)).toEqual(expected);
  });

  it("the solver waits where there is nothing to practise", () => {
    const { steps } = played(2, { turns: { proposer: 1, solver: 1 } }, () => ({ question: "", answer: "" }));
    for (const { skipped, moved } of steps) expect([skipped, moved.solver]).toEqual([true, false]);
  });
});

describe("a buffer", () => {
  it("admits what lies between its bounds, and neither of them", () => {
    const buffer = new QuestionBuffer<number>(0.2, 1);
    const shares = [0, 0.19, 0.2, 0.21, 0.5, 0.99, 1];
    expect(shares.map((share) => buffer.admits(share))).toEqual([false, false, false, true, true, true, false]);
  });

  it("gives its questions round and round, those that came later too", () => {
    const buffer = new QuestionBuffer<string>(0, 1);
    expect(buffer.take(2)).toEqual([]);
    buffer.waiting.push("a", "b", "c");
    expect(buffer.take(4)).toEqual(["a", "b", "c", "a"]);
    buffer.waiting.push("d");
    expect(buffer.take(4)).toEqual(["b", "c", "d", "a"]);
  });
});
