// A verifier that pays in the place of tests or beside them: its measures, its faults, which leave the best of a question alone, and going on
// after a stop.

import { describe, expect, it, test } from "vitest";
import { grpo } from "../../../test/fixtures/grpo.ts";
import { expectResumes, trainingContext } from "../../../test/fixtures/training.ts";
import { imitated, paidBy } from "../../../test/fixtures/writers.ts";
import { textSampler } from "../../algorithms/text/completions.ts";
import { groupAdvantages, totalPay } from "../../algorithms/text/group-advantage.ts";
import { rightness, type Submission, verifier } from "../../algorithms/text/verifier/verifier.ts";
import { Random } from "../../core/random.ts";
import { ALPHABET } from "../../environments/language/alphabet.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { addFaults, hybridPay, sweRmCallback, sweRmParameters, tested } from "./callback.ts";
import { bestOf, verifierMeasures } from "./verifier-measures.ts";

const GROUP = 8;
const GROUPS = 400;

/** Logits that know what is right, ±1.5, with noise; a third of the answers are right. */
function noisyScores() {
  const random = Random.of(901, "scores");
  const right = Array.from({ length: GROUPS * GROUP }, () => random.uniform() < 1 / 3);
  const scores = Float64Array.from(right, (one) => (one ? 1.5 : -1.5) + 1.2 * random.normal());
  const submissions = right.map((_, row) => ({ reference: `${Math.floor(row / GROUP)}=`, completion: "" }));
  return { right, scores, submissions };
}

const FAULTLESS = sweRmParameters.parse({}).faults;

function withFaults(faults: Partial<typeof FAULTLESS>) {
  const { right, scores, submissions } = noisyScores();
  const random = { own: Random.of(901, "own"), batch: Random.of(901, "batch") };
  addFaults(scores, submissions, GROUP, { ...FAULTLESS, ...faults }, random);
  return { scores, measures: verifierMeasures(scores, right, GROUP) };
}

describe("faults of a verifier", () => {
  const [plain, shared, bestAlone] = [{}, { shared: 3 }, { bestAlone: true }].map(withFaults);

  it("leave what it picks as it is", () => {
    expect(plain.measures.best).toBeGreaterThan(0.75);
    expect([shared.measures.best, bestAlone.measures.best]).toEqual([plain.measures.best, plain.measures.best]);
  });

  it("that a question's answers share leave their order as it is, and spoil that of all answers, and calibration", () => {
    expect(shared.measures.order).toBeCloseTo(plain.measures.order ?? 0, 12);
    expect(shared.measures.area).toBeLessThan((plain.measures.area ?? 0) - 0.1);
    expect(shared.measures.calibration).toBeGreaterThan(plain.measures.calibration + 0.05);
    const of = ({ scores }: typeof plain, row: number) => scores[row] - plain.scores[row];
    expect(of(shared, 1)).toBeCloseTo(of(shared, 0), 12);
    expect(Math.abs(of(shared, GROUP) - of(shared, 0))).toBeGreaterThan(0.01);
    // The same question has the same error in any batch.
    expect(withFaults({ shared: 3 }).scores).toEqual(shared.scores);
  });

  it("that a question's answers share change no advantage of logits within their group", () => {
    const credit = { baseline: "group", scale: "group", tiny: 0 } as const;
    const [one, other] = [plain, shared].map(({ scores }) => groupAdvantages(scores, GROUP, credit));
    expect(Math.max(...one.map((x, row) => Math.abs(x - other[row])))).toBeLessThan(1e-12);
    const whole = { ...credit, baseline: "batch", scale: "batch" } as const;
    const [all, apart] = [plain, shared].map(({ scores }) => groupAdvantages(scores, GROUP, whole));
    expect(Math.max(...all.map((x, row) => Math.abs(x - apart[row])))).toBeGreaterThan(0.5);
  });

  it.each([{ scale: 0.1 }, { shift: 3 }, { shift: -3 }])(
    "of scale alone leave the order of all answers as it is, and spoil calibration: %o",
    (scale) => {
      const { best, order, area, calibration } = withFaults(scale).measures;
      expect({ ...plain.measures, best, order, area }).toEqual(plain.measures);
      expect(calibration).toBeGreaterThan(plain.measures.calibration + 0.05);
    },
  );

  it("that are drawn for each answer are the same whatever else is wrong", () => {
    const [one, other] = [{}, { shared: 3 }].map((more) => withFaults({ noise: 0.5, ...more }));
    const errors = one.scores.map((score, row) => score - plain.scores[row]);
    expect(errors.reduce((sum, x) => sum + x * x, 0) / errors.length).toBeCloseTo(0.25, 1);
    expect(other.measures.best).toBe(one.measures.best);
    expect(other.measures.order).toBeCloseTo(one.measures.order ?? 0, 12);
  });

  it("below the best spoil the order of a question's answers, which keep their scores", () => {
    expect(bestAlone.measures.order).toBeLessThan((plain.measures.order ?? 0) - 0.2);
    for (let from = 0; from < GROUPS * GROUP; from += GROUP) {
      const [one, other] = [plain, bestAlone].map(({ scores }) => scores.subarray(from, from + GROUP));
      expect(bestOf(other)).toBe(bestOf(one));
      expect(other.slice().sort()).toEqual(one.slice().sort());
    }
    expect(bestAlone.scores).not.toEqual(plain.scores);
  });
});

test("measures of a verifier by hand: what it picks, which pairs it orders, and chances that come true", () => {
  const scores = Float64Array.of(2, 1, 0, -1, 3, 2);
  const right = [false, true, false, true, true, false];
  const { best, area, order, calibration } = verifierMeasures(scores, right, 2);
  expect(best).toBeCloseTo(1 / 3, 12);
  // Of nine pairs the right answer is above in four.
  expect(area).toBeCloseTo(4 / 9, 12);
  expect(order).toBeCloseTo(1 / 3, 12);
  expect(calibration).toBeGreaterThan(0.2);
  expect(
    verifierMeasures(
      scores,
      right.map(() => true),
      2,
    ),
  ).toMatchObject({ best: 1, area: null, order: null });
});

describe("tests", () => {
  const random = Random.of(902, "tests");
  const submission = (question: number, answer: number): Submission => ({
    reference: `s${question}=`,
    completion: `${answer}$`,
  });

  it("exist for their share of questions, are wrong about theirs of answers, and say the same of an answer each time", () => {
    const given = { channel: "correct", covered: 0.5, wrong: 0.1 };
    let [covered, passed, failed] = [0, 0, 0];
    for (let question = 0; question < 1000; question++) {
      const said = [0, 1, 2, 3].map((answer) => tested(submission(question, answer), true, given, random));
      expect(new Set(said.map((one) => one === undefined)).size).toBe(1);
      expect(tested(submission(question, 0), false, given, random)).toBe(said[0] === undefined ? undefined : !said[0]);
      if (said[0] === undefined) continue;
      covered += 1;
      for (const one of said)
        if (one) passed += 1;
        else failed += 1;
    }
    expect(covered / 1000).toBeCloseTo(0.5, 1);
    expect(failed / (passed + failed)).toBeCloseTo(0.1, 1);
  });

  it("pay 1 more where they pass and a half less where they fail", () => {
    expect([true, false, undefined].map((verdict) => hybridPay(0.7, verdict))).toEqual([1.7, expect.closeTo(0.2), 0.7]);
  });
});

const SIZES = { width: 8, layers: 1, heads: 1 };
const context = paidBy(
  trainingContext(() => sortWorld.make({ digits: 1 }), "reward model"),
  "characters",
  "correct",
);
const model = transformer({ vocabulary: ALPHABET.length, context: context.spec.observationSize, ...SIZES });

test.each(["verifier", "tests", "both"] as const)("pay by %s, with the last character, whatever is declared", (by) => {
  const parameters = imitated(context, model, 250);
  const worlds = Array.from({ length: 64 }, context.makeEnvironment);
  const tests = { covered: 0.5, wrong: 0.2 };
  const own = sweRmParameters.parse({ model: SIZES, by, tests });
  const options = { questions: 8, answers: GROUP, temperature: 1 };
  const callback = sweRmCallback({ context, model, parameters, worlds, options }, own);
  const sampler = textSampler(context, model, parameters, { groups: 8, group: GROUP, worlds: (row) => worlds[row] });
  const texts = sampler.write(Random.of(4));
  sampler.close();
  callback.later?.(texts, Random.of(5));
  const judge = verifier(ALPHABET, {
    ...SIZES,
    bound: 4,
    longest: context.spec.observationSize + context.spec.horizon,
  });
  judge.model.initialise(judge.parameters, context.random.stream("verifier").stream("weights"));
  const read = worlds.map((world): Submission => {
    const [question, completion] = (world.texts?.text() ?? "").split("=");
    return { reference: `${question}=`, completion };
  });
  const scores = judge.scores(read);
  judge.close();
  const random = context.random.stream("verifier");
  const verdicts = read.map((one, row) =>
    tested(one, texts.objective[row] === 1, { channel: "correct", ...tests }, random),
  );
  expect(new Set(verdicts).size).toBe(3);
  const expected = verdicts.map((verdict, row) => {
    const r = rightness(scores[row]);
    return { verifier: r, tests: verdict === true ? 1 : 0, both: hybridPay(r, verdict) }[by];
  });
  for (const [row, paid] of totalPay(texts).entries()) expect(paid).toBeCloseTo(expected[row], 12);
  expect(callback.after?.(texts, Random.of(6)).verifierPay).toBeCloseTo(
    scores.reduce((sum, score) => sum + rightness(score), 0) / 64,
    12,
  );
  callback.close();
});

test("a training with it goes on from any checkpoint to the same bytes", () => {
  const own = {
    use: "swe-rm",
    by: "both",
    faults: { shared: 1, bestAlone: true },
    study: { texts: 50, steps: 30, batch: 8 },
  };
  const plan = grpo.make({
    ...{ updates: 3, questions: 4, answers: 4, segments: 1000, rate: 1e-2, model: SIZES },
    sft: { steps: 25, texts: 16, rate: 1e-2 },
    with: [{ ...own, model: SIZES }],
  });
  const { checkpoints, reports } = expectResumes((from) => plan.train(context, from));
  expect(checkpoints).toHaveLength(reports.length);
  expect(Object.keys(reports[reports.length - 1].measures)).toEqual(
    expect.arrayContaining(["verifierPay", "verifierBest", "verifierCalibration"]),
  );
});
