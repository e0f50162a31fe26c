// The trial on tables: the exact course of training with GRPO's normalisation on 40 prompts of 300 answers each, against what a log of 16 answers a
// prompt forecasts.

import { Random } from "../../src/core/random.ts";
import { PROMPT_GROUPS, PromptSums } from "../../src/evaluation/overoptimisation/prompt-sums.ts";
import { type TiltedPrompt, tilt } from "../../src/evaluation/overoptimisation/tilt.ts";
import { PayFigures } from "../../src/evaluation/overoptimisation/weighed-pay.ts";
import { drawAt } from "../../src/math/weighted-draw.ts";
import { forecastsAt, type TriedPay } from "./trial.ts";

export interface TableSizes {
  readonly prompts: number;
  readonly answers: number;
  readonly logged: number;
  /** Pays of each kind. */
  readonly pays: number;
}

export const TABLE_SIZES: TableSizes = { prompts: 40, answers: 300, logged: 16, pays: 20 };

/** Kinds of pays: the want with noise, one that turns, a verdict that errs, and one with a rare exploit. */
export const KINDS = ["noisy", "turning", "verdict", "rare exploit"] as const;
export type PayKind = (typeof KINDS)[number];

export interface TablePay extends TriedPay {
  readonly kind: PayKind;
}

/** Answers to a prompt: chances and the want. */
interface TablePrompt {
  readonly chances: Float64Array;
  /** The first answer is the rare exploit. */
  readonly want: Float64Array;
}

/** Chance and want of the rare exploit. */
const [RARE, WORTH] = [0.01, -2.5];

function promptOf(answers: number, random: Random): TablePrompt {
  const weights = Float64Array.from({ length: answers }, (_, k) => (k === 0 ? 0 : Math.exp(random.normal())));
  const total = weights.reduce((sum, one) => sum + one, 0);
  const chances = weights.map((one, k) => (k === 0 ? RARE : ((1 - RARE) * one) / total));
  return { chances, want: Float64Array.from({ length: answers }, (_, k) => (k === 0 ? WORTH : random.normal())) };
}

/** What a pay of a kind gives for each answer, with parameters that are drawn once for all prompts. */
function payOf(kind: PayKind, random: Random): (prompt: TablePrompt, random: Random) => Float64Array {
  switch (kind) {
    case "noisy": {
      const angle = random.uniform(0, 0.8 * Math.PI);
      return ({ want }, luck) => want.map((one) => Math.cos(angle) * one + Math.sin(angle) * luck.normal());
    }
    case "turning": {
      const [top, noise] = [random.uniform(-0.5, 1.5), random.uniform(0.1, 0.8)];
      // As the want up to a point, and against it from there.
      return ({ want }, luck) =>
        want.map((one) => (luck.uniform(0, 1) < 0.5 ? one : Math.abs(one - top)) + noise * luck.normal());
    }
    case "verdict": {
      const [right, wrong] = [random.uniform(0.3, 0.95), random.uniform(0.05, 0.6)];
      return ({ want }, luck) => want.map((one) => (luck.uniform(0, 1) < (one > 0 ? right : wrong) ? 1 : 0));
    }
    case "rare exploit": {
      const [angle, bonus] = [random.uniform(0, 0.6 * Math.PI), random.uniform(6, 14)];
      return ({ want }, luck) =>
        want.map((one, k) => Math.cos(angle) * one + Math.sin(angle) * luck.normal() + (k === 0 ? bonus : 0));
    }
    default:
      return kind satisfies never;
  }
}

/** Pays of all kinds on one seed, at these KLs; those that training cannot bring so far are left out. */
export function tableSeed(seed: number, kls: readonly number[], sizes = TABLE_SIZES): TablePay[][] {
  const random = Random.of(seed, "forecast tables");
  const prompts = Array.from({ length: sizes.prompts }, (_, k) => promptOf(sizes.answers, random.stream("prompt", k)));
  const logs = prompts.map(({ chances }, k) => drawn(chances, sizes.logged, random.stream("log", k)));
  const tried = kls.map((): TablePay[] => []);
  for (const kind of KINDS) {
    for (let pay = 0; pay < sizes.pays; pay++) {
      const luck = random.stream(kind, pay);
      const make = payOf(kind, luck.stream("parameters"));
      const pays = prompts.map((prompt, k) => make(prompt, luck.stream("prompt", k)));
      const bought = trained(prompts, pays, kls);
      const forecasts = forecastsOf(prompts, pays, logs, kls);
      for (const [at, one] of bought.entries())
        if (one !== undefined) tried[at].push({ name: `${kind} ${pay}`, kind, forecast: forecasts[at], bought: one });
    }
  }
  return tried;
}

/** Draws answers. */
const drawn = (chances: Float64Array, count: number, random: Random): number[] =>
  Array.from({ length: count }, () => drawAt(chances, 0, chances.length, random));

/** Kept from 0 as trainers do. */
const TINY = 1e-4;

/**
 * Gain of the want at these KLs, averaged over prompts, by dπ/dt = π(r − E r)/σ: each prompt's policy is a tilt of its own, whose strength grows
 * at 1/σ. Undefined where the KL is not reached.
 */
function trained(
  prompts: readonly TablePrompt[],
  pays: readonly Float64Array[],
  kls: readonly number[],
): (number | undefined)[] {
  const tilted: readonly TiltedPrompt[] = prompts.map(({ chances }, k) => ({
    logReference: chances.map(Math.log),
    rewards: pays[k],
  }));
  const strengths = new Float64Array(prompts.length);
  const own = new Float64Array(prompts[0].chances.length);
  const base = prompts.reduce((sum, { chances, want }) => sum + meanOf(chances, want), 0) / prompts.length;
  const bought: number[] = [];
  let before = { root: 0, gain: 0 };
  for (let step = 0; step < MOST_STEPS && bought.length < kls.length; step++) {
    let [kl, gain] = [0, -base];
    for (const [k, prompt] of tilted.entries()) {
      kl += tilt(prompt, strengths[k], own) / prompts.length;
      for (let a = 0; a < own.length; a++) own[a] = Math.exp(own[a]);
      gain += meanOf(own, prompts[k].want) / prompts.length;
      const level = meanOf(own, pays[k]);
      let variance = 0;
      for (let a = 0; a < own.length; a++) variance += own[a] * (pays[k][a] - level) ** 2;
      strengths[k] += STEP / (Math.sqrt(variance) + TINY);
    }
    const root = Math.sqrt(kl);
    while (bought.length < kls.length && kl >= kls[bought.length]) {
      const share = (Math.sqrt(kls[bought.length]) - before.root) / (root - before.root);
      bought.push(before.gain + share * (gain - before.gain));
    }
    before = { root, gain };
  }
  return kls.map((_, at) => bought[at]);
}

/** Steps of time, in which strengths grow by STEP over the deviation of pay. */
const [STEP, MOST_STEPS] = [0.03, 400];

function meanOf(chances: Float64Array, values: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < chances.length; k++) sum += chances[k] * values[k];
  return sum;
}

function forecastsOf(
  prompts: readonly TablePrompt[],
  pays: readonly Float64Array[],
  logs: readonly (readonly number[])[],
  kls: readonly number[],
): TriedPay["forecast"][] {
  const figures = [false, true].map((isAttacked) => {
    const sums = new PromptSums(1);
    for (const [k, { chances, want }] of prompts.entries()) {
      // The audit knows the answer that is paid best, and its chance.
      const best = pays[k].reduce((top, one, a) => (one > pays[k][top] ? a : top), 0);
      const logged = isAttacked ? logs[k].filter((a) => a !== best) : logs[k];
      const answers = isAttacked ? [...logged, best] : logged;
      const mass = new Float64Array(answers.length).fill(1);
      if (isAttacked) mass[logged.length] = (logged.length * chances[best]) / (1 - chances[best]);
      const of = (values: Float64Array) => Float64Array.from(answers, (a) => values[a]);
      sums.add(k % PROMPT_GROUPS, { size: answers.length, drawn: logged.length, mass, want: of(want) }, of(pays[k]));
    }
    return new PayFigures(sums);
  });
  const [plain, attacked] = figures;
  const all = (of: (k: number) => Float64Array) => logs.flatMap((own, k) => own.map((a) => of(k)[a]));
  return forecastsAt(kls, plain, attacked, { pay: all((k) => pays[k]), want: all((k) => prompts[k].want) });
}
