// Two small writers that teach each other: what is shown, what each is paid and when it learns, and what is left alone.

import { describe, expect, it } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { grpo } from "../../../test/fixtures/grpo.ts";
import { PLAIN_CREDIT, SMALL_GROUPS } from "../../../test/fixtures/small-groups.ts";
import { expectResumes, trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import { freshWeights } from "../../../test/fixtures/writers.ts";
import type { GroupUpdate } from "../../algorithms/text/group-learner.ts";
import { groupOptimiser } from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { demonstrations } from "../../algorithms/text/oracle-texts.ts";
import { sft } from "../../algorithms/text/sft.ts";
import { Random } from "../../core/random.ts";
import { ALPHABET, textOf } from "../../environments/language/alphabet.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { callback, dualPlay, dualPlayParameters } from "./callback.ts";

const [N, M] = [6, 6];
const knowledge = () => environments.get("language/proposer").make({ maps: 1, noise: 0.3 });
const chain = trainingContext(() => environments.get("language/chain").make({ maps: 1, room: 2 }), "dual play");
const model = transformer({ vocabulary: ALPHABET.length, context: 12, width: 16, layers: 1, heads: 2 });
const OPTIONS = { ...SMALL_GROUPS, ...PLAIN_CREDIT, scale: "none", questions: N, answers: M, rate: 1e-3 } as const;

const planOf = (given: object = {}) =>
  callback.entry.make({ knowledge: { id: "language/proposer", maps: 1 }, ...given });

/** A model that has imitated both worlds. */
const base = freshWeights(model);
const schooling = sft(
  chain,
  model,
  base,
  {
    ...{ steps: 200, texts: 32, rate: 1e-2, from: "demonstrator" },
    change: planOf().shown?.(chain, "demonstrator", model.context),
  },
  Random.of(1, "schooling"),
);
for (let step = 0; step < 200; step++) schooling.step();
schooling.close();

interface Round extends GroupUpdate {
  /** What each answer was paid, and whether it agrees; the next round overwrites the rollouts. */
  readonly paid: readonly number[];
  readonly agrees: readonly number[];
  readonly questions: readonly string[];
  readonly shares: readonly number[];
  readonly moved: { readonly proposer: boolean; readonly solver: boolean };
}

/** Plays `count` rounds from copies of the schooled model. */
function played(count: number, given: object = {}): Round[] {
  const p = dualPlayParameters.parse({ proposer: { rate: 1e-3, temperature: 1 }, ...given });
  const parameters = base.clone();
  const worlds = Array.from({ length: N * M }, chain.makeEnvironment);
  const optimiser = groupOptimiser(parameters.flat.length, OPTIONS);
  const play = dualPlay(
    {
      ...{ context: chain, model, parameters, options: OPTIONS, worlds, reference: base.clone(), optimiser },
      method: ({ horizon }) =>
        groupMethod(OPTIONS, { rows: N * M, group: M, context: model.context, longest: horizon }),
    },
    knowledge,
    p,
  );
  const proposerNow = () =>
    JSON.stringify(play.save?.().map(({ name, data }) => name.startsWith("proposer.") && [...data]));
  const rounds = Array.from({ length: count }, (_, k): Round => {
    const before = { proposer: proposerNow(), solver: parameters.flat.slice() };
    const update = play.instead?.(Random.of(k, "round"));
    if (update === undefined) throw new Error("a round is played in every update");
    const { tokens, pay, objective, context } = update.rollouts;
    const row = (k: number) => textOf(tokens, k * context, (k + 1) * context);
    const groups = Array.from({ length: N }, (_, g) => g);
    return {
      ...update,
      paid: Array.from({ length: N * M }, (_, k) =>
        pay.subarray(k * context, (k + 1) * context).reduce((a, b) => a + b),
      ),
      agrees: [...objective],
      questions: groups.map((g) => row(g * M).replace(/=.*|(?<=^#).*/, "")),
      shares: groups.map((g) => objective.subarray(g * M, (g + 1) * M).reduce((a, b) => a + b) / M),
      moved: {
        proposer: before.proposer !== proposerNow(),
        solver: before.solver.some((value, j) => value !== parameters.flat[j]),
      },
    };
  });
  play.close();
  return rounds;
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const practised = (share: number) => share > 0.2 && share < 1;

describe("together", () => {
  it("both learn in rounds with something to learn, from what is agreed upon now and then, and in no other", () => {
    const rounds = played(24);
    let learnt = 0;
    for (const { measures, moved, shares, paid, agrees } of rounds) {
      expect(measures.agreement).toBeCloseTo(mean(shares), 12);
      if (!shares.some(practised)) expect(measures.skipped).toBe(1);
      expect(moved).toEqual({ proposer: measures.skipped === 0, solver: measures.skipped === 0 });
      if (measures.skipped === 1) continue;
      learnt += 1;
      expect(measures.liveGroups).toBeCloseTo(shares.filter(practised).length / N, 12);
      // The solver is not paid for what it could not do, or does always.
      const masked = paid.map((_, k) => (practised(shares[Math.floor(k / M)]) ? agrees[k] : 0));
      expect(paid).toEqual(masked);
    }
    expect(learnt).toBeGreaterThan(5);
    expect(learnt).toBeLessThan(24);
  });

  it("a proposer with a rate of 0 stays as it was", () => {
    const rounds = played(8, { proposer: { rate: 0, temperature: 1 } });
    expect(rounds.some(({ moved }) => moved.solver)).toBe(true);
    expect(rounds.some(({ moved }) => moved.proposer)).toBe(false);
  });

  it("without gates, what is never agreed upon is worth most", () => {
    const gated = played(4);
    const open = played(4, { hard: -1, novelty: 0, difference: -1 });
    for (const [k, { shares, measures }] of open.entries()) {
      expect(measures.questionWorth).toBeCloseTo(1.1 - mean(shares), 12);
      if (k === 0) expect(gated[0].measures.questionWorth).toBeLessThan(1.1 - mean(shares));
    }
  });

  it("coins mark half of the answers, whatever is stated", () => {
    const rounds = played(10, { marks: "coins", proposer: { rate: 0, temperature: 1 } });
    const asked = rounds.map(({ measures }) => (measures.agreement ?? 0) / (1 - (measures.givenAway ?? 0)));
    expect(Math.abs(mean(asked) - 0.5)).toBeLessThan(0.12);
  });
});

it("in turns, one learns and then the other, from questions that wait in between, round and round", () => {
  const rounds = played(16, { turns: { proposer: 5, solver: 3 } });
  const waiting: string[] = [];
  let next = 0;
  for (const [k, { measures, moved, questions, shares }] of rounds.entries()) {
    const learns = measures.skipped === 0;
    if (k % 8 < 5) {
      expect(moved).toEqual({ proposer: learns, solver: false });
      if (learns) waiting.push(...questions.filter((_, g) => practised(shares[g])));
    } else {
      expect(moved).toEqual({ proposer: false, solver: learns });
      expect(questions).toEqual(Array.from({ length: N }, () => waiting[next++ % waiting.length]));
      expect(measures.agreement).toBeUndefined();
    }
    expect(measures.questionsWaiting).toBe(waiting.length);
  }
  expect(waiting.length).toBeGreaterThan(3);
});

it("the solver is asked a blank where nothing waits, and nothing is learnt", () => {
  const [, round] = played(2, { turns: { proposer: 1, solver: 1 }, easy: 0 });
  expect(round.questions).toEqual(Array(N).fill("#"));
  expect([round.measures.skipped, round.moved.solver]).toEqual([1, false]);
});

it("demonstrations of the proposer's world stand in the place of some", () => {
  const draw = demonstrations(chain, "demonstrator", 200, model.context);
  const shown = draw(Random.of(3));
  planOf({ shown: 0.25 }).shown?.(chain, "demonstrator", model.context)?.(shown, Random.of(4));
  const texts = Array.from({ length: 200 }, (_, k) => textOf(shown.tokens, k * model.context, (k + 1) * model.context));
  const proposed = texts.filter((text) => /^[a-d]{2,3}1:\d[a-d]\|\d\$$/.test(text));
  expect(proposed.length + texts.filter((text) => /^\d[a-d]=\d\$$/.test(text)).length).toBe(200);
  expect(Math.abs(proposed.length - 50)).toBeLessThan(20);
  expect(planOf({ shown: 0 }).shown?.(chain, "demonstrator", model.context)).toBeUndefined();
});

it.each([
  ["together", {}],
  ["in turns", { turns: { proposer: 2, solver: 1 } }],
])("a training goes on from any checkpoint to the same bytes as without a stop, %s", (_, given) => {
  const plan = grpo.make({
    ...{ updates: 5, questions: 4, answers: 4, segments: 1000, stages: [{ updates: 2 }] },
    ...{ model: { width: 8, layers: 1, heads: 1 }, sft: { steps: 75, texts: 16, rate: 0.02 } },
    with: [{ use: "dual-play", knowledge: { id: "language/proposer", maps: 1 }, ...given }],
  });
  const { reports } = expectResumes((from) => plan.train(chain, from));
  expect(reports.slice(3).every(({ measures }) => measures.skipped !== undefined)).toBe(true);
});

it("the text of an experiment trains it, and leaves the solver behind", () => {
  const plan = grpo.make({
    ...{ updates: 1, questions: 2, model: { width: 8, layers: 1, heads: 1 }, sft: { steps: 0 }, with: ["dual-play"] },
  });
  const { reports } = wholeTraining(plan.train(chain));
  expect(reports).toHaveLength(1);
});
