// A verifier that goes along with a training: what it pays, what it learns from, that nothing else changes where it pays nothing,
// and going on after a stop.

import { describe, expect, it } from "vitest";
import { grpo } from "../../../test/fixtures/grpo.ts";
import { PLAIN_CREDIT, SMALL_GROUPS } from "../../../test/fixtures/small-groups.ts";
import { expectResumes, trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import { imitated, paidBy } from "../../../test/fixtures/writers.ts";
import { textSampler } from "../../algorithms/text/completions.ts";
import { payTexts } from "../../algorithms/text/group-advantage.ts";
import { groupLearner } from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { channelRule } from "../../algorithms/text/verifier/channel-rule.ts";
import { submissionsOf } from "../../algorithms/text/verifier/labelled-texts.ts";
import { pairTrainer, rightness, type Submission, verifier } from "../../algorithms/text/verifier/verifier.ts";
import { studyUpdates } from "../../algorithms/text/verifier/verifier-fields.ts";
import type { TrainingCheckpoint } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { ALPHABET } from "../../environments/language/alphabet.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { transformer } from "../../nn/models/transformer.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { cooperParameters, ruledPairs, verifierCallback } from "./callback.ts";
import { contrastPairs, corruptCharacter } from "./contrast-pairs.ts";

const SIZES = { width: 8, layers: 1, heads: 1 };

const context = paidBy(
  trainingContext(() => sortWorld.make({ digits: 1 }), "verified"),
  "correct",
);
const { observationSize: room, horizon } = context.spec;
const model = transformer({ vocabulary: ALPHABET.length, context: room, ...SIZES });
const options = { ...SMALL_GROUPS, questions: 8, answers: 8 };
const [ROWS, GROUP] = [64, 8];

/** A writer that is right now and then. */
const warm = imitated(context, model, 250);

const given = (fields: object) => cooperParameters.parse({ model: SIZES, ...fields });
const worldsOf = () => Array.from({ length: ROWS }, context.makeEnvironment);
const stageOf = (parameters: Parameters, worlds: readonly NumericEnvironment[]) => {
  return { context, model, parameters, worlds, options: { questions: 8, answers: GROUP, temperature: 1 } };
};
const along = (fields: object) => ({ with: [{ use: "cooper", ...fields }] });
const fresh = () => {
  const judge = verifier(ALPHABET, { ...SIZES, bound: 4, longest: 2 * horizon });
  judge.model.initialise(judge.parameters, context.random.stream("verifier").stream("weights"));
  return judge;
};

/** A batch of the warm writer, in worlds that are kept. */
function batch() {
  const worlds = worldsOf();
  const sampler = textSampler(context, model, warm, { groups: 8, group: GROUP, worlds: (row) => worlds[row] });
  const random = Random.of(2, "batch");
  const texts = sampler.write(random);
  sampler.close();
  return { worlds, texts, random, submissions: submissionsOf(texts, worlds) };
}

describe("a verifier that pays", () => {
  it.each([
    ["in the place of the reward", "instead", 2],
    ["beside it", "beside", 0.5],
  ] as const)("pays σ of its score times the weight %s, with the last character", (_, pay, weight) => {
    const { worlds, texts, submissions } = batch();
    const callback = verifierCallback(stageOf(warm, worlds), given({ pay, weight }));
    const declared = texts.pay.slice();
    expect(declared.reduce((a, b) => a + b)).toBeGreaterThan(5);
    callback.later?.(texts, Random.of(1));
    callback.close();
    const judge = fresh();
    const scores = judge.scores(submissions);
    judge.close();
    expect(new Set(scores).size).toBeGreaterThan(10);
    const expected = pay === "beside" ? declared : new Float64Array(declared.length);
    for (let row = 0; row < ROWS; row++) {
      const last = texts.written.lastIndexOf(1, (row + 1) * room - 1);
      expected[last] += weight * rightness(scores[row]);
    }
    expect(texts.pay).toEqual(expected);
  });

  it("gets ready in as many updates as its study is long, and then has none to make", () => {
    const prepared = (steps: number) => {
      const study = { texts: 16, steps, batch: 4 };
      const callback = verifierCallback(stageOf(warm, worldsOf()), given({ study }));
      const updates = Array.from({ length: 4 }, () => callback.prepare?.() !== undefined);
      callback.close();
      return updates.filter((made) => made).length;
    };
    expect([0, 25, 60].map(prepared)).toEqual([0, 1, 3]);
    expect([0, 25, 60].map((steps) => studyUpdates(given({ study: { steps } })))).toEqual([0, 1, 3]);
  });

  it("learns from pairs whose better text the rule confirms and whose worse one it rejects", () => {
    const { texts, random, submissions } = batch();
    const rule = channelRule(context, "correct");
    const corrupt = corruptCharacter(ALPHABET, { text: "#", share: 0.5 });
    const options = { negatives: "corruption" as const, corrupt, each: 3, retries: 3 };
    const pairs = ruledPairs(texts, submissions, rule, options, random);
    expect(pairs.length).toBeGreaterThan(10);
    expect(new Set(pairs.map(({ better }) => better.reference)).size).toBeGreaterThan(2);
    for (const { better, worse } of pairs) {
      expect(submissions).toContainEqual(better);
      expect(better.completion).toBe(`${better.reference}$`);
      expect(worse.reference).toBe(better.reference);
      expect(worse.completion).toMatch(/^#?\d#?\$$/);
      expect(worse.completion).not.toBe(better.completion);
    }
    // Where every corruption is right again there is no pair, and none where nothing is confirmed.
    const same = { ...options, corrupt: (text: string) => text };
    expect(ruledPairs(texts, submissions, rule, same, random)).toEqual([]);
    texts.outcomes.fill(0);
    expect(ruledPairs(texts, submissions, rule, options, random)).toEqual([]);
  });

  it("trains the writer and itself as they are trained by hand, to the bit", () => {
    const [one, other] = [warm.clone(), warm.clone()];
    const method = () => groupMethod(PLAIN_CREDIT, { rows: ROWS, group: GROUP, context: room, longest: horizon });
    const worlds = worldsOf();
    const callback = verifierCallback(stageOf(one, worlds), given({ rate: 1e-2 }));
    const parts = { worlds: (row: number) => worlds[row], later: callback.later };
    const learner = groupLearner(context, model, one, method(), options, parts);

    const judge = fresh();
    const trainer = pairTrainer(judge, 16, 1e-2);
    const rule = ({ reference, completion }: Submission) => completion === `${reference}$`;
    const corrupt = corruptCharacter(ALPHABET);
    const making = { negatives: "corruption" as const, rule, corrupt, each: 2, retries: 3 };
    const others = worldsOf();
    const judged = groupLearner(context, model, other, method(), options, { worlds: (row) => others[row] });
    for (let update = 0; update < 3; update++) {
      const rng = Random.of(update, "update");
      const { rollouts } = learner.update(rng);
      const measures = callback.after?.(rollouts, rng) ?? {};
      const texts = judged.write(rng);
      const submissions = submissionsOf(texts, others);
      const paid = judge.scores(submissions).map(rightness);
      payTexts(texts, paid);
      judged.learn(rng);
      const confirmed = (row: number) => rule(submissions[row]);
      const pairs = contrastPairs(submissions, GROUP, { ...making, confirmed }, rng.stream("judge"));
      expect(measures.verifierPairs).toBe(pairs.length);
      expect(measures.verifierLoss).toBe(trainer.step(pairs)?.loss);
      expect(measures.verifierPay).toBeCloseTo(paid.reduce((a, b) => a + b) / ROWS, 12);
      expect(measures.rulePay).toBe(texts.objective.reduce((a, b) => a + b) / ROWS);
      expect(measures.verifierGap).toBe(measures.verifierPay - measures.rulePay);
      expect(measures.verifierPairs).toBeGreaterThan(4);
    }
    const saved = callback.save?.().filter(({ name }) => name.startsWith("verifier.")) ?? [];
    expect(saved.map(({ data }) => data)).toEqual(judge.parameters.shapes.map((_, k) => judge.parameters.view(k)));
    expect(one.flat).toEqual(other.flat);
    expect(one.flat).not.toEqual(warm.flat);
    for (const { close } of [learner, callback, judged, trainer, judge]) close();
  });
});

const SMALL = {
  ...{ updates: 3, questions: 4, answers: 4, segments: 1000, rate: 1e-2, divergence: 0.01 },
  ...{ model: SIZES, sft: { steps: 50, texts: 16, rate: 1e-2 } },
};
const VERIFIER = {
  rate: 1e-2,
  labels: { errors: 0.1, loophole: { text: "#", share: 0.9 } },
  study: { texts: 100, steps: 60, batch: 8 },
  pairs: { each: 2, mark: { text: "#", share: 0.5 } },
  model: SIZES,
};
/** Reports of the imitation of 50 steps, and of the study of 60. */
const [WARMING, STUDYING] = [2, 3];

const whole = (fields: object) => wholeTraining(grpo.make(fields).train(context));

const tensorsOf = ({ tensors }: TrainingCheckpoint, of: (name: string) => boolean) =>
  tensors.filter(({ name }) => of(name));
const isVerifiers = (name: string) => name.startsWith("verifier");

describe("a training with a verifier", () => {
  it.each([
    [" across stages of several sizes", { stages: [{ updates: 2, questions: 2, answers: 8 }, { updates: 1 }] }],
    [" with a fixed one beside the reward", along({ ...VERIFIER, rate: 0, pay: "beside", weight: 0.5 })],
    [" without an imitation before it", { sft: { steps: 0 } }],
  ])("goes on from any checkpoint to the same bytes%s", (_, more) => {
    const fields = { ...SMALL, ...along(VERIFIER), ...more };
    const plan = grpo.make(fields);
    const { checkpoints, reports } = expectResumes((from) => plan.train(context, from));
    expect(checkpoints).toHaveLength(reports.length);
    for (const [k, { share }] of reports.entries()) expect(share).toBeCloseTo((k + 1) / reports.length, 12);
  });

  it("studies in updates of its own, in which the writer stays as it is, and learns on unless its rate is 0", () => {
    const [learning, fixed] = [1e-2, 0].map((rate) => whole({ ...SMALL, ...along({ ...VERIFIER, rate }) }));
    for (const { reports, checkpoints } of [learning, fixed]) {
      expect(reports).toHaveLength(WARMING + STUDYING + SMALL.updates);
      for (const { measures, steps } of reports.slice(WARMING, WARMING + STUDYING)) {
        expect(Object.keys(measures)).toEqual(["verifierStudyLoss", "verifierStudyAgreement"]);
        expect(measures.verifierStudyLoss).toBeGreaterThan(0);
        expect(steps).toBe(0);
      }
      const [before, after] = [WARMING - 1, WARMING + STUDYING - 1].map((k) => checkpoints[k]);
      const own = new Set(model.shapes.map(({ name }) => name));
      const [one, other] = [before, after].map((checkpoint) => tensorsOf(checkpoint, (name) => own.has(name)));
      expect(other).toEqual(one);
    }
    const studied = tensorsOf(fixed.checkpoints[WARMING + STUDYING - 1], isVerifiers);
    const end = (one: typeof fixed) => tensorsOf(one.checkpoints[one.checkpoints.length - 1], isVerifiers);
    expect(studied.length).toBeGreaterThan(5);
    expect(end(fixed)).toEqual(studied);
    expect(end(learning).filter(({ name }) => name.startsWith("verifier."))).not.toEqual(studied);
    expect(fixed.reports.every(({ measures }) => measures.verifierPairs === undefined)).toBe(true);
    const pairs = learning.reports.slice(-3).map(({ measures }) => measures.verifierPairs);
    expect(Math.max(...pairs)).toBeGreaterThan(0);
    expect(Math.max(...pairs)).toBeLessThanOrEqual(8);
  });

  it("begins with the verifier of the training that it begins at", () => {
    const studied = whole({ ...SMALL, updates: 0, ...along(VERIFIER) }).checkpoints;
    const start = studied[studied.length - 1];
    const later = { ...SMALL, updates: 1, sft: { steps: 0 } };
    const unstudied = { ...VERIFIER, rate: 0, study: { steps: 0 } };
    const on = (fields: object) =>
      wholeTraining(grpo.make({ ...later, ...along(fields) }).train({ ...context, start })).checkpoints;
    const own = (name: string) => name.startsWith("verifier.");
    const ends = on(unstudied);
    expect(tensorsOf(ends[ends.length - 1], own)).toEqual(tensorsOf(start, own));
  });

  it("measures what was paid, beside what the writer learnt from", () => {
    const { reports } = whole({ ...SMALL, ...along({ ...VERIFIER, weight: 3 }) });
    for (const { measures } of reports.slice(WARMING + STUDYING)) {
      expect(measures.pay).toBeCloseTo(3 * measures.verifierPay, 12);
      expect(measures.rulePay).toBe(measures.objective);
    }
  });
});
