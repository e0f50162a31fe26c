// The trial on a small language model: it imitates a demonstrator, writes a log of 16 answers to each question, and is then trained by GRPO
// under each pay, until it is as far from where it began as the forecast says.

import { type Completions, textSampler } from "../../src/algorithms/text/completions.ts";
import { groupLearner } from "../../src/algorithms/text/group-learner.ts";
import { groupMethod } from "../../src/algorithms/text/group-relative.ts";
import { sft } from "../../src/algorithms/text/sft.ts";
import { scorer } from "../../src/algorithms/text/text-player.ts";
import { trainingContext } from "../../src/algorithms/train.ts";
import type { TrainingContext } from "../../src/core/algorithm.ts";
import type { Random } from "../../src/core/random.ts";
import { charactersOf } from "../../src/core/text.ts";
import { PROMPT_GROUPS, PromptSums } from "../../src/evaluation/overoptimisation/prompt-sums.ts";
import { PayFigures } from "../../src/evaluation/overoptimisation/weighed-pay.ts";
import { mean } from "../../src/evaluation/statistics/moments.ts";
import type { LanguageModel } from "../../src/nn/models/language-model.ts";
import { transformer } from "../../src/nn/models/transformer.ts";
import { Parameters } from "../../src/nn/parameters.ts";
import { channel } from "../../src/rewards/index.ts";
import { channelOf, lettersWorld, PAY_NAMES, QUESTIONS, READER_NAMES, WANT } from "./letters.ts";
import { forecastsAt, type TriedPay } from "./trial.ts";

/** Sizes of the trial. */
export const SIZES = {
  model: { width: 32, layers: 2, heads: 2 },
  sft: { steps: 800, texts: 32, rate: 5e-3 },
  /** Answers to a question in the log, and in each look at a trained model; those of the audit. */
  logged: 16,
  audited: 64,
  /** The audit draws at this temperature. */
  heat: 1.5,
  training: { questions: 18, answers: 8, rate: 1e-3, rise: 1, epochs: 1, minibatches: 1, temperature: 1, tries: 1 },
  /** Updates between looks, of which the first are closer, and at most. */
  between: [2, 4],
  soon: 12,
  updates: 100,
} as const;

/** Answers to all questions, in their order: [questions × answers]. */
interface Answers {
  readonly each: number;
  /** Characters of each, as a key. */
  readonly texts: readonly string[];
  readonly want: Float64Array;
  readonly right: Float64Array;
  readonly pays: readonly Float64Array[];
  /** Logarithm of the chance of each under the start model. */
  readonly logChances: Float64Array;
}

export interface LanguageSeed {
  readonly seed: number;
  /** Per KL: the pays that reached it. */
  readonly tried: readonly (readonly TriedPay[])[];
  /** How faithful each reader is on the log: F1 of what it calls right. */
  readonly fidelity: Readonly<Record<string, number>>;
  /** Updates of each training. */
  readonly updates: readonly number[];
}

/** A start model with what it writes. */
class Start {
  readonly seed: number;
  readonly context: TrainingContext;
  readonly model: LanguageModel;
  readonly parameters: Parameters;
  readonly #rows = QUESTIONS.length * SIZES.logged;
  readonly #at: readonly number[];
  readonly #sampler: ReturnType<typeof textSampler>;
  readonly #hot: ReturnType<typeof textSampler>;
  readonly #score: ReturnType<typeof scorer>;
  readonly #written: Parameters;

  constructor(seed: number) {
    this.seed = seed;
    this.context = contextOf(seed, WANT);
    const { spec, random } = this.context;
    this.model = transformer({
      vocabulary: charactersOf(spec).length,
      context: spec.observationSize,
      ...SIZES.model,
    });
    this.parameters = new Parameters(this.model.shapes);
    this.model.initialise(this.parameters, random.stream("weights"));
    const imitation = sft(
      this.context,
      this.model,
      this.parameters,
      { ...SIZES.sft, from: "demonstrator" },
      random.stream("warm-up"),
    );
    for (let k = 0; k < SIZES.sft.steps; k++) imitation.step();
    imitation.close();
    this.#written = this.parameters.clone();
    const worlds = (row: number) => lettersWorld(Math.floor(row / SIZES.logged));
    const sizes = { groups: QUESTIONS.length, group: SIZES.logged, worlds };
    this.#sampler = textSampler(this.context, this.model, this.#written, { ...sizes, temperature: 1 });
    this.#hot = textSampler(this.context, this.model, this.#written, { ...sizes, temperature: SIZES.heat });
    this.#score = scorer(this.model, this.parameters, this.#rows);
    const names = spec.channels.map(({ name }) => name);
    this.#at = [WANT, "correct", ...PAY_NAMES.map((_, k) => channelOf(k))].map((name) => names.indexOf(name));
  }

  /** Answers of a model; those of an audit are drawn hotter. */
  answers(parameters: Parameters, random: Random, isHot = false): Answers & { readonly divergence: number } {
    this.#written.flat.set(parameters.flat);
    const texts = (isHot ? this.#hot : this.#sampler).write(random);
    const before = this.#score(texts.tokens);
    const logChances = sumsOf(texts, before);
    const now = sumsOf(texts, texts.logProbabilities);
    let divergence = 0;
    // e^d − d − 1 with d the logarithm of the ratio, which is unbiased and varies little.
    for (const [k, one] of logChances.entries())
      divergence += (Math.exp(one - now[k]) - (one - now[k]) - 1) / this.#rows;
    const { outcomes, rows, context, tokens, lengths } = texts;
    const columns = outcomes.length / rows;
    const [want, right, ...pays] = this.#at.map((c) =>
      Float64Array.from({ length: rows }, (_, row) => outcomes[row * columns + c]),
    );
    const keys = Array.from({ length: rows }, (_, row) =>
      tokens.slice(row * context, row * context + lengths[row]).join(),
    );
    return { each: SIZES.logged, texts: keys, want, right, pays, logChances, divergence };
  }

  close(): void {
    this.#sampler.close();
    this.#hot.close();
    this.#score.close();
  }
}

function sumsOf({ rows, context, written }: Completions, values: Float32Array): Float64Array {
  const sums = new Float64Array(rows);
  for (let k = 0; k < rows * context; k++) if (written[k] === 1) sums[Math.floor(k / context)] += values[k];
  return sums;
}

const contextOf = (seed: number, paid: string): TrainingContext =>
  trainingContext({ makeEnvironment: () => lettersWorld(), seed, reward: channel(paid), objective: channel(WANT) });

/** One seed: the forecasts of all pays at these KLs, and what training bought. */
export function languageSeed(seed: number, kls: readonly number[], note: (text: string) => void): LanguageSeed {
  const start = new Start(seed);
  const { random } = start.context;
  const log = start.answers(start.parameters, random.stream("log"));
  const audit = Array.from({ length: SIZES.audited / SIZES.logged }, (_, k) =>
    start.answers(start.parameters, random.stream("audit", k), true),
  );
  const forecasts = PAY_NAMES.map((_, pay) => forecastsOf(log, audit, pay, kls));
  const trained = PAY_NAMES.map((name, pay) => {
    const course = trainedCourse(start, pay, kls.at(-1) ?? 0);
    note(`seed ${seed}, ${name}: ${course.updates} updates to a KL of ${course.points.at(-1)?.kl.toFixed(2)}`);
    return course;
  });
  start.close();
  return {
    seed,
    tried: kls.map((kl, at) =>
      PAY_NAMES.flatMap((name, pay) => {
        const bought = wantAt(trained[pay].points, kl);
        const forecast = forecasts[pay]?.[at];
        return bought === undefined || forecast === undefined ? [] : [{ name, forecast, bought }];
      }),
    ),
    fidelity: Object.fromEntries(
      READER_NAMES.map((name) => [name, fidelityOf(log.pays[PAY_NAMES.indexOf(name)], log.right)]),
    ),
    updates: trained.map(({ updates }) => updates),
  };
}

/** F1 of a reader. */
function fidelityOf(read: Float64Array, right: Float64Array): number {
  let [both, either] = [0, 0];
  for (const [k, one] of read.entries()) {
    both += one * right[k];
    either += one + right[k];
  }
  return (2 * both) / either;
}

/** What the log says of a pay at these KLs; undefined where it pays all answers to a question the same. */
function forecastsOf(
  log: Answers,
  audit: readonly Answers[],
  pay: number,
  kls: readonly number[],
): TriedPay["forecast"][] | undefined {
  const { each, want } = log;
  const paid = log.pays[pay];
  const figures = [false, true].map((isAttacked) => {
    const sums = new PromptSums(0.5);
    for (const question of QUESTIONS.keys()) {
      const [from, to] = [question * each, (question + 1) * each];
      const own = {
        mass: Array.from({ length: each }, () => 1),
        want: [...want.subarray(from, to)],
        pay: [...paid.subarray(from, to)],
      };
      const found = isAttacked ? bestUnseen(log, audit, pay, question) : undefined;
      if (found !== undefined) {
        own.mass.push((each * found.mass) / (1 - found.mass));
        own.want.push(found.want);
        own.pay.push(found.pay);
      }
      const answers = {
        size: own.mass.length,
        drawn: each,
        mass: Float64Array.from(own.mass),
        want: Float64Array.from(own.want),
      };
      sums.add(question % PROMPT_GROUPS, answers, Float64Array.from(own.pay));
    }
    return new PayFigures(sums);
  });
  const [plain, attacked] = figures;
  if (plain.reach === 0 && attacked.reach === 0) return undefined;
  return forecastsAt(kls, plain, attacked, { pay: paid, want });
}

/** The answer to a question that an audit found and the log does not have, with the best pay, of several the likeliest. */
function bestUnseen(log: Answers, audit: readonly Answers[], pay: number, question: number) {
  const { each } = log;
  const logged = new Set(log.texts.slice(question * each, (question + 1) * each));
  let best: { readonly mass: number; readonly want: number; readonly pay: number } | undefined;
  for (const { texts, want, pays, logChances } of audit) {
    for (let k = question * each; k < (question + 1) * each; k++) {
      if (logged.has(texts[k])) continue;
      const found = { mass: Math.exp(logChances[k]), want: want[k], pay: pays[pay][k] };
      if (best === undefined || found.pay > best.pay || (found.pay === best.pay && found.mass > best.mass))
        best = found;
    }
  }
  return best;
}

interface Point {
  readonly kl: number;
  readonly want: number;
}

/** Trains until a KL is passed, and looks at what was bought on the way. */
function trainedCourse(
  start: Start,
  pay: number,
  most: number,
): { readonly points: readonly Point[]; readonly updates: number } {
  const { model } = start;
  const parameters = start.parameters.clone();
  const context = contextOf(start.seed, channelOf(pay));
  const { questions, answers } = SIZES.training;
  const options = { clip: [0.2, 0.28], baseline: "group", scale: "group", average: "texts" } as const;
  const sizes = { rows: questions * answers, group: answers, context: model.context, longest: context.spec.horizon };
  const method = groupMethod(options, sizes);
  const learner = groupLearner(context, model, parameters, method, { ...SIZES.training, divergence: 0, entropy: 0 });
  const look = (): Point => {
    // The same luck at each look, so that differences are of the model.
    const { divergence, want } = start.answers(parameters, context.random.stream("look"));
    return { kl: divergence, want: mean(want) };
  };
  const before = look().want;
  const points: Point[] = [{ kl: 0, want: 0 }];
  let updates = 0;
  while (updates < SIZES.updates && (points.at(-1)?.kl ?? 0) < most) {
    const [soon, later] = SIZES.between;
    const next = updates + (updates < SIZES.soon ? soon : later);
    while (updates < next) learner.update(context.random.stream("update", updates++));
    const { kl, want } = look();
    points.push({ kl, want: want - before });
  }
  learner.close();
  return { points, updates };
}

/** The want at a KL, linear in √KL between looks; undefined where training did not go so far. */
function wantAt(points: readonly Point[], kl: number): number | undefined {
  const after = points.findIndex((point) => point.kl >= kl);
  if (after < 1) return undefined;
  const [a, b] = [points[after - 1], points[after]];
  const share = (Math.sqrt(kl) - Math.sqrt(a.kl)) / (Math.sqrt(b.kl) - Math.sqrt(a.kl));
  return a.want + share * (b.want - a.want);
}
