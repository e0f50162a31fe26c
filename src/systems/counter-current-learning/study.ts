// Counter-current learning on generated digits: does a network learn its hidden layers from local losses against a feedback
// network, without back-propagation, and is it the feedback network that does it?

import { estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import {
  type Check,
  type Control,
  holds,
  type Study,
  type StudyContext,
  type StudyResult,
} from "../../study/legacy.ts";
import { type Classified, classifying, type Rule, reconstructing } from "./arms.ts";
import { exactChecks } from "./exact-checks.ts";

export const counterCurrentLearning: Study = {
  id: "counter-current-learning",
  title: "Counter-current learning: two networks that teach each other layer by layer",
  source: "arXiv 2409.19841, NeurIPS 2024 (Kao & Hariharan) and its released code, IandRover/CCL-NeurIPS24",
  claim:
    "A forward network learns from targets that a second network carries down to each of its layers, with losses local to a layer and no weight used in both directions, nearly as well as by back-propagation.",
  claimed:
    "test accuracy of perceptrons: MNIST 98.13 ± 0.10 (back-propagation 98.19, feedback alignment 96.96, target projection 92.16), FashionMNIST 88.58 (89.58), CIFAR10 52.73 (50.03); autoencoder error on STL-10 0.0086 (0.0059)",
  run,
};

/** Target projection drives units without end, so it is given the bounded activation of its own paper. */
const ARMS = {
  "counter-current": { rule: "counter-current" },
  "back-propagation": { rule: "baseline", credit: "back-propagation" },
  frozen: { rule: "baseline", credit: "frozen" },
  "target projection": { rule: "baseline", credit: "target projection", networks: { activation: "tanh" } },
  shuffled: { rule: "counter-current", shuffled: true },
  "feedback alignment": { rule: "baseline", credit: "feedback alignment" },
  "feedback frozen": { rule: "counter-current", feedbackLearns: false },
  "batch identity": { rule: "counter-current", comparison: "batch identity" },
} as const satisfies Record<string, Rule>;

type Arm = keyof typeof ARMS;
/** Run with fewer seeds in the short form: what is asked of them is far from their figures, or nothing is. */
const SIDE_ARMS: readonly string[] = ["shuffled", "feedback alignment", "feedback frozen", "batch identity"];

/** No setting of this study was tried on these seeds before its thresholds were fixed. */
const FIRST_SEED = 200;
const EPOCHS = 40;
const AUTOENCODER_EPOCHS = 20;

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = context.seeds ?? (context.full ? 10 : 5);
  const few = context.full ? seeds : Math.min(3, seeds);
  const pairs = context.full ? seeds : Math.min(2, seeds);
  const arms = Object.entries(ARMS) as [Arm, Rule][];
  context.signal.throwIfAborted();
  const checks = exactChecks();
  const jobs = Array.from({ length: seeds }, (_, k) =>
    arms
      .filter(([arm]) => k < few || !SIDE_ARMS.includes(arm))
      .map(([arm, rule]) => ({ arm, run: { rule, seed: FIRST_SEED + k, epochs: EPOCHS } })),
  ).flat();
  const classified = await context.all(
    classifying,
    jobs.map(({ run }) => run),
    ({ rule, seed }) => `digits, ${nameOf(rule)}, seed ${seed}`,
  );
  const results = new Map<Arm, Classified[]>(arms.map(([arm]) => [arm, []]));
  for (const [k, { arm }] of jobs.entries()) results.get(arm)?.push(classified[k]);
  const of = (arm: Arm) => results.get(arm) ?? [];
  checks.push(...accuracyChecks(of), ...alignmentChecks(of("counter-current")));
  const errors = await autoencoders(pairs, context);
  checks.push(...reconstructionChecks(errors));
  return { measured: summary(results, of("counter-current"), errors), checks, controls: controlsOf(of) };
}

type Results = (arm: Arm) => readonly Classified[];

function accuracies(runs: readonly Classified[]): number[] {
  return runs.map((run) => run.accuracy);
}

interface Difference {
  readonly points: number;
  readonly low: number | null;
  readonly text: string;
}

/** Mean of b − a in points of two arms on the seeds that both have, with its interval. */
function difference(of: Results, a: Arm, b: Arm): Difference {
  const shared = Math.min(of(a).length, of(b).length);
  const points = (arm: Arm) => accuracies(of(arm).slice(0, shared)).map((share) => 100 * share);
  const effect = pairedEffect(points(a), points(b));
  const bounds = effect.low === null ? "" : ` (${effect.low.toFixed(1)} … ${effect.high?.toFixed(1)})`;
  return {
    points: effect.mean ?? Number.NaN,
    low: effect.low,
    text: `${effect.mean?.toFixed(1)}${bounds} points, ${shared} seeds`,
  };
}

function accuracyChecks(of: Results): Check[] {
  const atLeast = (name: string, baseline: Arm, least: number) => {
    const { points, text } = difference(of, baseline, "counter-current");
    return holds(name, `≥ ${least} points`, text, points >= least);
  };
  const shuffled = difference(of, "frozen", "shuffled");
  return [
    atLeast("digits: counter-current over back-propagation", "back-propagation", -6),
    atLeast("digits: counter-current over frozen hidden layers", "frozen", 30),
    atLeast("digits: counter-current over target projection", "target projection", 0),
    holds(
      "digits: local targets shuffled, over frozen hidden layers",
      "≤ 5 points",
      shuffled.text,
      shuffled.points <= 5,
    ),
  ];
}

/** The uppermost pairs with a local loss are those of levels 2 and 3; level 4 is the output against the target itself. */
function alignmentChecks(runs: readonly Classified[]): Check[] {
  return [3, 2].map((level) => {
    const { mean: rise, low, high } = estimate(runs.map(({ alignment }) => alignment[level][1] - alignment[level][0]));
    return holds(
      `digits: rise of the CKA of a_${level} and b_${level} over training`,
      "≥ 0.3",
      `${rise?.toFixed(2)} (${low?.toFixed(2)} … ${high?.toFixed(2)})`,
      (rise ?? 0) >= 0.3,
    );
  });
}

function controlsOf(of: Results): Control[] {
  const lost = difference(of, "feedback frozen", "counter-current");
  const way = lost.points / difference(of, "target projection", "counter-current").points;
  const identity = difference(of, "back-propagation", "batch identity");
  const shuffled = difference(of, "frozen", "shuffled");
  return [
    {
      name: "the feedback network does not learn: as accurate as when it does",
      failed: (lost.low ?? Number.NEGATIVE_INFINITY) > 0,
      measured: `${lost.text} lost, ${(100 * way).toFixed(0)}% of the way to target projection`,
    },
    {
      name: "products should be the identity over the batch: within 6 points of back-propagation",
      failed: identity.points < -6,
      measured: identity.text,
    },
    {
      name: "local targets shuffled: 30 points over frozen hidden layers",
      failed: shuffled.points < 30,
      measured: shuffled.text,
    },
  ];
}

/**
 * Nothing in the squared difference of two layers keeps them from saying nothing: a = b = 0 is its least value. The released
 * autoencoder normalises its units and draws the second half of each network small, which forbids that, so both are run. A
 * rate of 0.1 serves counter-current learning best there of 1 and 0.1; back-propagation keeps 1.
 */
const RELEASED = { normalise: true, gains: [1, 1, 1e-3, 0] };
const RECONSTRUCTION = { comparison: "squared difference" } as const;
const OUTPUT = { loss: "squared difference" } as const;
const AUTOENCODER_ARMS = ["plain", "normalised"] as const;
type Form = (typeof AUTOENCODER_ARMS)[number];

function autoencoderRules(form: Form): readonly [counterCurrent: Rule, exact: Rule, frozen: Rule] {
  const networks = form === "plain" ? {} : { normalise: true };
  return [
    form === "plain"
      ? { rule: "counter-current", ...RECONSTRUCTION }
      : { rule: "counter-current", ...RECONSTRUCTION, networks: RELEASED, rate: 0.1 },
    { rule: "baseline", credit: "back-propagation", ...OUTPUT, networks },
    { rule: "baseline", credit: "frozen", ...OUTPUT, networks },
  ];
}

/** Mean squared errors of the three rules, over seeds. */
type Errors = ReadonlyMap<Form, readonly (readonly number[])[]>;

async function autoencoders(seeds: number, { all }: StudyContext): Promise<Errors> {
  const jobs = AUTOENCODER_ARMS.flatMap((form) =>
    autoencoderRules(form).flatMap((rule, r) =>
      Array.from({ length: seeds }, (_, k) => ({
        form,
        r,
        run: { rule, seed: FIRST_SEED + k, epochs: AUTOENCODER_EPOCHS },
      })),
    ),
  );
  const found = await all(
    reconstructing,
    jobs.map(({ run }) => run),
    ({ rule, seed }) => `autoencoder, ${nameOf(rule)}, seed ${seed}`,
  );
  return new Map(
    AUTOENCODER_ARMS.map((form) => [
      form,
      [0, 1, 2].map((r) => found.filter((_, k) => jobs[k].form === form && jobs[k].r === r)),
    ]),
  );
}

const nameOf = (rule: Rule): string => (rule.rule === "baseline" ? rule.credit : rule.rule);

function reconstructionChecks(errors: Errors): Check[] {
  return [...errors].flatMap(([form, runs]) => {
    const [own, exact, frozen] = runs.map(mean);
    const against = (name: string, times: number, other: number) =>
      holds(
        `autoencoder, ${form}: counter-current error against ${name}`,
        `≤ ${times} times`,
        `${own.toFixed(3)} against ${other.toFixed(3)}`,
        own <= times * other,
      );
    return [against("back-propagation", 2, exact), against("frozen hidden layers", 0.5, frozen)];
  });
}

function summary(
  results: ReadonlyMap<Arm, readonly Classified[]>,
  runs: readonly Classified[],
  errors: Errors,
): string {
  const shares = [...results].map(([arm, list]) => {
    const { mean: m, low, high, n } = estimate(accuracies(list).map((share) => 100 * share));
    const half = low === null || high === null ? "" : ` ± ${((high - low) / 2).toFixed(1)}`;
    const to80 = list.map(({ updatesTo80 }) => updatesTo80 ?? "never").join(", ");
    return `${arm} ${m?.toFixed(1)}${half} (n = ${n}; updates to 80%: ${to80})`;
  });
  const levels = (of: (run: Classified) => Classified["alignment"]) =>
    (runs[0] === undefined ? [] : of(runs[0]))
      .map((_, l) => {
        const at = (k: 0 | 1) => mean(runs.map((run) => of(run)[l][k])).toFixed(2);
        return `${at(0)} → ${at(1)}`;
      })
      .join(", ");
  const reconstruction = [...errors]
    .map(([form, list]) => `${form} ${list.map((values) => mean(values).toFixed(3)).join(" / ")}`)
    .join("; ");
  return (
    `test accuracy in % ± 95%: ${shares.join(", ")}; CKA of a_l and b_l from level 0 up: ${levels((r) => r.alignment)}; ` +
    `cos(U_l, V_lᵀ) from level 1 up: ${levels((r) => r.transport)}; ` +
    `autoencoder error, counter-current / back-propagation / frozen: ${reconstruction}`
  );
}
