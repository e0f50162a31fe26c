// What is compared in training: the same warm assistant is paid in layers or by the plain sum, and learns from all of its
// answers or from contrasting halves; and three ways in which it should not work.

import { totalPay } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { byChannel, textContext, type Writer, writtenTexts } from "../../study/testbeds/text.ts";
import {
  type ArmTraining,
  armNames,
  type TextArm,
  type TextArmsJob,
  textArms,
} from "../../study/testbeds/text-arms.ts";
import { type ContrastOptions, contrastiveMethod } from "./method.ts";
import { averageAtK, meanPassHatK } from "./pass-hat-k.ts";
import { BED, KINDS, REWARDS, RISKIER } from "./shop.ts";

const CONTRAST: ContrastOptions = { length: "thinking", price: 0.1, positives: [0.25, 0.75], choice: "contrast" };

/** Learns from half of the answers. */
const halves = (given: Partial<ContrastOptions> = {}): TextArm => ({
  method({ context: { spec }, options, sizes }) {
    const at = spec.channels.findIndex(({ name }) => name === CONTRAST.length);
    return contrastiveMethod({ ...options, contrast: { ...CONTRAST, ...given } }, at, sizes);
  },
});

/** Any half: neither the choice nor the pay knows lengths. */
const anyHalf = halves({ choice: "first", price: 0 });

/** Enough to keep what is not paid for: without it a learner stops thinking, by drift (found on seeds 1 and 3). */
const held = { options: { divergence: 0.06 } };

const { layers, sum, reversed } = REWARDS;

const arms = {
  "sum, all": { reward: sum },
  "sum, contrast": { reward: sum, ...halves() },
  "layers, all": { reward: layers },
  "layers, contrast": { reward: layers, ...halves() },
  // What must not work.
  "reversed, all": { reward: reversed },
  // Learners that are held near the warm model.
  "layers, held, all": { reward: layers, ...held },
  "layers, held, contrast": { reward: layers, ...halves(), ...held },
  "layers, held, random half": { reward: layers, ...anyHalf, ...held },
  // In the full form: where contrast is not led astray by a gamble, and what the price of length does alone.
  "riskier boasts, all": { reward: layers, world: RISKIER },
  "riskier boasts, contrast": { reward: layers, world: RISKIER, ...halves() },
  "layers, random half": { reward: layers, ...anyHalf },
  "layers, random half, length priced": { reward: layers, ...halves({ choice: "first" }) },
} satisfies Readonly<Record<string, TextArm>>;

export type ArmName = keyof typeof arms;

/** The first eight, or all. */
export const armsOf = (full: boolean) => armNames(arms, full ? undefined : 8);

/** What an assistant does with questions that are the same for all, four answers to each. */
export interface ShopConduct {
  /** Share of answers that meet every hard criterion, and of questions all four answers to which do. */
  readonly avg4: number;
  readonly pass4: number;
  /** Persuasion of right answers, 0 for the others. */
  readonly depth: number;
  readonly pay: number;
  readonly calls: number;
  readonly thinking: number;
  readonly boasts: number;
}

const TRIES = 4;
const QUESTIONS = 100;
/** Questions of an update, and answers to each, as the paper has them. */
const BATCH = { questions: 4, answers: 16 };

/** Means over the kinds of questions. */
function conductOf(writer: Writer, { bed, arm }: ArmTraining<TextArm>): ShopConduct {
  const found = KINDS.map((kind) => {
    const context = textContext({ ...bed, world: { ...bed.world, kinds: [kind] } }, arm?.reward ?? layers, 0);
    const sizes = { questions: QUESTIONS, answers: TRIES };
    const texts = writtenTexts(context, writer, sizes, Random.of(0, "held out", kind));
    const { objective } = texts;
    const { persuasion, calls, thinking, boasts } = byChannel(context.spec, texts);
    const right = Float64Array.from({ length: QUESTIONS }, (_, q) =>
      objective.subarray(q * TRIES, (q + 1) * TRIES).reduce((a, b) => a + b, 0),
    );
    return {
      avg4: averageAtK(right, TRIES),
      pass4: meanPassHatK(right, TRIES, TRIES),
      depth: mean(objective.map((one, row) => one * persuasion[row])),
      pay: mean(totalPay(texts)),
      calls: mean(calls),
      thinking: mean(thinking),
      boasts: mean(boasts),
    };
  });
  const over = (what: keyof (typeof found)[number]) => mean(found.map((one) => one[what]));
  return {
    avg4: over("avg4"),
    pass4: over("pass4"),
    depth: over("depth"),
    pay: over("pay"),
    calls: over("calls"),
    thinking: over("thinking"),
    boasts: over("boasts"),
  };
}

/** Warms an assistant up and pays it in each arm; what came of each, and of itself as `warm`. */
export const train = textArms<typeof arms, ShopConduct, TextArmsJob<ArmName>>({
  bed: BED,
  options: { ...BATCH, rate: 2e-3 },
  arms,
  meter: conductOf,
});

export const trainingPart = { module: import.meta.url, name: "train", compute: train };
