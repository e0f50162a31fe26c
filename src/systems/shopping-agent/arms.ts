// What is compared in training: the same warm assistant is paid in layers or by the plain sum, and learns from all of its
// answers or from contrasting halves; and three ways in which it should not work.

import { textSampler } from "../../algorithms/text/completions.ts";
import { totalPay } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import type { StudyJob } from "../../study/legacy.ts";
import { GRPO, paidWriter, sizesOf, textContext, type Writer, warmWriter } from "../../study/testbeds/text.ts";
import { type ContrastOptions, contrastiveMethod } from "./method.ts";
import { averageAtK, meanPassHatK } from "./pass-hat-k.ts";
import { BED, KINDS, type Pay, REWARDS, RISKIER } from "./shop.ts";

/** Questions of an update, answers to each, as the paper has them, and the learning rate of all arms. */
const BATCH: typeof GRPO = { ...GRPO, questions: 4, answers: 16, rate: 2e-3 };

const CONTRAST: ContrastOptions = { length: "thinking", price: 0.1, positives: [0.25, 0.75], choice: "contrast" };

interface Arm {
  readonly pay: Pay;
  readonly contrast?: ContrastOptions;
  /** What differs in the shop. */
  readonly shop?: object;
  /** Weight of the divergence from the warm model; default 0. */
  readonly divergence?: number;
}

/** Enough to keep what nobody is paid for: without it whoever learns stops thinking, by drift (found on seeds 1 and 3). */
const HELD = 0.06;

const arms = {
  "sum, all": { pay: "sum" },
  "sum, contrast": { pay: "sum", contrast: CONTRAST },
  "layers, all": { pay: "layers" },
  "layers, contrast": { pay: "layers", contrast: CONTRAST },
  "reversed, all": { pay: "reversed" },
  // Neither the choice nor the pay knows lengths.
  "layers, random half": { pay: "layers", contrast: { ...CONTRAST, choice: "first", price: 0 } },
  // The pay does.
  "layers, random half, length priced": { pay: "layers", contrast: { ...CONTRAST, choice: "first" } },
  "riskier boasts, all": { pay: "layers", shop: RISKIER },
  "riskier boasts, contrast": { pay: "layers", contrast: CONTRAST, shop: RISKIER },
  "layers, held, all": { pay: "layers", divergence: HELD },
  "layers, held, contrast": { pay: "layers", contrast: CONTRAST, divergence: HELD },
  "layers, held, random half": {
    pay: "layers",
    contrast: { ...CONTRAST, choice: "first", price: 0 },
    divergence: HELD,
  },
} as const satisfies Readonly<Record<string, Arm>>;

export type ArmName = keyof typeof arms;

/** What an assistant does with questions that are the same for all, four answers to each. */
export interface Conduct {
  /** Share of answers that meet every hard criterion, and of questions all four answers to which do. */
  readonly avg4: number;
  readonly pass4: number;
  /** Persuasion of right answers, 0 for the others. */
  readonly depth: number;
  readonly pay: number;
  readonly calls: number;
  readonly thinking: number;
  readonly boasts: number;
  /** Share of right answers by kind of question. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Rows of a gradient as a share of those written. */
  readonly learns: number;
}

const TRIES = 4;
const QUESTIONS = 100;

function conductOf(writer: Writer, { pay, shop }: Arm, learns = 1): Conduct {
  const found = KINDS.map((kind) => {
    const context = textContext({ ...BED, world: { ...BED.world, ...shop, kinds: [kind] } }, REWARDS[pay], 0);
    const channels = context.spec.channels.map(({ name }) => name);
    const sampler = textSampler(context, writer.model, writer.parameters, { groups: QUESTIONS, group: TRIES });
    const texts = sampler.write(Random.of(0, "held out", kind));
    sampler.close();
    const { rows, outcomes, objective } = texts;
    const mean = (of: (row: number) => number) =>
      Array.from({ length: rows }, (_, row) => of(row)).reduce((a, b) => a + b, 0) / rows;
    const channel = (name: string) => {
      const at = channels.indexOf(name);
      return (row: number) => outcomes[row * channels.length + at];
    };
    const right = new Float64Array(QUESTIONS);
    for (let row = 0; row < rows; row++) right[Math.floor(row / TRIES)] += objective[row];
    const paid = totalPay(texts);
    const persuasion = channel("persuasion");
    return {
      avg4: averageAtK(right, TRIES),
      pass4: meanPassHatK(right, TRIES, TRIES),
      depth: mean((row) => objective[row] * persuasion(row)),
      pay: mean((row) => paid[row]),
      calls: mean(channel("calls")),
      thinking: mean(channel("thinking")),
      boasts: mean(channel("boasts")),
    };
  });
  const over = (what: keyof (typeof found)[number]) => found.reduce((sum, one) => sum + one[what], 0) / found.length;
  return {
    avg4: over("avg4"),
    pass4: over("pass4"),
    depth: over("depth"),
    pay: over("pay"),
    calls: over("calls"),
    thinking: over("thinking"),
    boasts: over("boasts"),
    kinds: Object.fromEntries(KINDS.map((kind, k) => [kind, found[k].avg4])),
    learns,
  };
}

export interface Job {
  readonly seed: number;
  readonly updates: number;
  readonly arms: readonly ArmName[];
}

/** Warms an assistant up and pays it in each arm; what came of each, and of itself as `warm`. */
export async function train(
  { seed, updates, arms: names }: Job,
  signal?: AbortSignal,
): Promise<Record<string, Conduct>> {
  const warm = warmWriter(BED, seed, signal);
  const found: Record<string, Conduct> = { warm: conductOf(warm, arms["layers, all"]) };
  for (const name of names) {
    const arm: Arm = arms[name];
    const { contrast } = arm;
    const context = textContext({ ...BED, world: { ...BED.world, ...arm.shop } }, REWARDS[arm.pay], seed);
    const options = { ...BATCH, divergence: arm.divergence ?? 0 };
    const sizes = sizesOf(warm, context, options);
    const at = context.spec.channels.findIndex((one) => one.name === CONTRAST.length);
    const method = contrast && contrastiveMethod({ ...options, contrast }, at, sizes);
    const { writer } = paidWriter(context, warm, updates, options, { signal, method });
    found[name] = conductOf(writer, arm, (method?.learns ?? sizes.rows) / sizes.rows);
  }
  return found;
}

export const trainingPart: StudyJob<Job, Record<string, Conduct>> = {
  module: import.meta.url,
  name: "train",
  compute: train,
};
