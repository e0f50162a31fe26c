// SWE-RM: verifiers that name the best trajectory equally well, and are not equally good as rewards.

import { above, atLeast } from "../../study/bound.ts";
import { beside, claim, control, identity, is } from "../../study/claim.ts";
import { difference, sampled } from "../../study/figure.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import {
  type ComparedVerifiers,
  comparing,
  DATA_NAMES,
  learning,
  PAYS,
  type PayName,
  POPULATION,
  type Prediction,
  predicting,
  SLOW,
  type TrainedVerifiers,
} from "./arms.ts";
import type { VerifierMeasures } from "./measures.ts";
import { BASELINES, type Baseline } from "./training.ts";
import type { VerifierName } from "./verifiers.ts";

export const sweRm: Study = {
  id: "swe-rm",
  title: "SWE-RM: execution-free feedback for software engineering agents",
  source: "arXiv 2512.21919, ICLR 2026; no released code",
  claim:
    "Verifiers that are equally good at picking the best of several trajectories can be unequal as rewards: what counts there is whether they order all trajectories of a task, and their calibration where tasks are compared.",
  claimed:
    "with a verifier, Qwen3-Coder-Flash rises from 51.6 to 62.0 % of SWE-Bench Verified and Qwen3-Coder-Max from 67.0 to 74.6 %; as a reward it adds about 3 points to execution alone",
  seeds: { first: 75_001, short: 12, full: 40 },
  notDone: [
    "Code, tests and a language model that reads trajectories: a trajectory is a vector of features here, and a trained verifier is a logistic regression on it and on noisy traces of its end.",
    "Trajectories of several agents and sources, and contexts that are too short to read one to its end.",
  ],
  seenBefore: [
    "Thresholds: written after a run of another program on twelve seeds, which had 0.715, 0.710 and 0.599 after training on the three verifiers within groups, and 0.717, 0.680 and 0.638 with a global baseline.",
    "Seeds 901 to 904: rates 0.1 to 10 of every arm. Each arm has its best one. At a rate of 0.1 or 0.3 the third verifier is 0.1 behind the first one, at the best rates 0.06 within groups and 0.03 with a global baseline.",
    "Seed 901: the whole study; of thirty drawn verifiers the order within tasks explained 0.68 of success, the best of eight 0.24.",
  ],
  run,
};

const PLAIN = "plain";
const SHARED = "shared error";
const BEST_ALONE = "best alone";
const VERIFIERS: readonly VerifierName[] = [PLAIN, SHARED, BEST_ALONE];

async function run(context: StudyContext): Promise<StudyResult> {
  const jobs = context.seeds.map((seed) => ({ seed }));
  const compared = await context.all(comparing, jobs, ({ seed }) => `verifiers, seed ${seed}`);
  const predicted = await context.all(predicting, jobs, ({ seed }) => `drawn verifiers, seed ${seed}`);
  const learned = await context.all(learning, jobs, ({ seed }) => `trained verifiers, seed ${seed}`);
  return combined(
    { claims: equations(compared) },
    { claims: [...asRewards(compared), prediction(predicted), hybrid(learned)] },
    { controls: controls(compared, learned), tables: tables(compared, predicted, learned) },
  );
}

const success = (
  rows: readonly ComparedVerifiers[],
  baseline: Baseline,
  pay: PayName,
  at: "success" | "slow" = "success",
) => rows.map((row) => row[at][baseline][pay]);
const lead = (
  rows: readonly ComparedVerifiers[],
  baseline: Baseline,
  over: PayName,
  at: "success" | "slow" = "success",
) => difference(success(rows, baseline, PLAIN, at), success(rows, baseline, over, at));

function equations(rows: readonly ComparedVerifiers[]) {
  const off = (measure: keyof VerifierMeasures, names: readonly VerifierName[]) =>
    Math.max(
      ...rows.flatMap(({ measures }) =>
        names.map((name) => Math.abs(measures[name][measure] - measures[PLAIN][measure])),
      ),
    );
  return [
    identity("with shared noise the three verifiers pick the best of eight equally well", off("best", VERIFIERS), 0),
    identity(
      "an error that a task shares leaves the order within tasks as it is: area under the curve",
      off("within", [SHARED]),
      1e-12,
    ),
    identity(
      "compared within groups, training on its logits is training on the plain ones: parameters",
      Math.max(...rows.map(({ apart }) => apart)),
      1e-6,
    ),
  ];
}

/** The same at picking the best, and unequal as rewards. */
function asRewards(rows: readonly ComparedVerifiers[]) {
  return [
    claim("compared within groups: true success after training on the plain verifier less that on the best alone", [
      is(lead(rows, "group", BEST_ALONE), atLeast(0.05)),
      beside(`at a rate of ${SLOW}`, lead(rows, "group", BEST_ALONE, "slow")),
      beside("less that on the shared error", lead(rows, "group", SHARED)),
    ]),
    claim("global baseline: true success after training on the plain verifier less that on the shared error", [
      is(lead(rows, "global", SHARED), atLeast(0.02)),
      beside(`at a rate of ${SLOW}`, lead(rows, "global", SHARED, "slow")),
    ]),
    claim("global baseline: less that on the best alone", [
      is(lead(rows, "global", BEST_ALONE), atLeast(0.05)),
      beside(`at a rate of ${SLOW}`, lead(rows, "global", BEST_ALONE, "slow")),
    ]),
  ];
}

function prediction(rows: readonly Readonly<Record<Baseline, Prediction>>[]) {
  const of = (measure: keyof Prediction) => rows.map(({ group }) => group[measure]);
  return claim(
    `${POPULATION} drawn verifiers, compared within groups: R² of true success with the area under the curve within tasks, less that with best of eight`,
    [
      is(difference(of("within"), of("best")), atLeast(0.3)),
      beside("within tasks", sampled(of("within"))),
      beside("best of eight", sampled(of("best"))),
    ],
  );
}

function hybrid(rows: readonly TrainedVerifiers[]) {
  const of = (pay: "hybrid" | "execution" | "verifier") => rows.map((row) => row[pay]);
  return claim(
    "tests for half of the tasks, wrong in one of twenty: true success with a trained verifier beside them, less that without",
    [
      is(difference(of("hybrid"), of("execution")), above(0)),
      beside("the verifier alone, less tests alone", difference(of("verifier"), of("execution"))),
    ],
  );
}

function controls(rows: readonly ComparedVerifiers[], learned: readonly TrainedVerifiers[]) {
  const base = rows.map((row) => row.base);
  return [
    control(
      "a constant reward raises true success by 0.02",
      is(
        difference(
          rows.map(({ constant }) => constant),
          base,
        ),
        atLeast(0.02),
      ),
    ),
    control(
      "a reward that is drawn raises true success by 0.02",
      is(
        difference(
          rows.map(({ unknowing }) => unknowing),
          base,
        ),
        atLeast(0.02),
      ),
    ),
    control(
      "a verifier that was trained on labels dealt anew raises true success by 0.02",
      is(
        difference(
          learned.map(({ shuffled }) => shuffled),
          learned.map((row) => row.base),
        ),
        atLeast(0.02),
      ),
    ),
  ];
}

function tables(
  rows: readonly ComparedVerifiers[],
  predicted: readonly Readonly<Record<Baseline, Prediction>>[],
  learned: readonly TrainedVerifiers[],
): Table[] {
  const meters = {
    "best of eight": "best",
    "area, in all": "pooled",
    "area, within tasks": "within",
    "calibration error": "calibration",
    Brier: "brier",
  } as const;
  const columns = (of: (measure: keyof VerifierMeasures) => readonly number[]) =>
    Object.fromEntries(Object.entries(meters).map(([name, measure]) => [name, sampled(of(measure))]));
  return [
    table(
      "Verifiers on trajectories of the first policy",
      VERIFIERS.map(
        (name) => [name, columns((measure) => rows.map(({ measures }) => measures[name][measure]))] as const,
      ),
    ),
    table(
      "True success after 150 steps",
      PAYS.map((pay) => {
        const cells = BASELINES.flatMap((baseline) => [
          [`${baseline}, own rate`, sampled(success(rows, baseline, pay))] as const,
          [`${baseline}, rate ${SLOW}`, sampled(success(rows, baseline, pay, "slow"))] as const,
        ]);
        return [pay, Object.fromEntries(cells)] as const;
      }),
    ),
    table(
      `What explains true success over ${POPULATION} drawn verifiers: R²`,
      BASELINES.map((baseline) => {
        const of = (measure: keyof Prediction) => sampled(predicted.map((row) => row[baseline][measure]));
        const cells = {
          "best of eight": of("best"),
          "area, in all": of("pooled"),
          "area, within tasks": of("within"),
          "calibration error": of("calibration"),
        };
        return [baseline, cells] as const;
      }),
    ),
    ...(["first", "later"] as const).map((of) =>
      table(
        `Trained verifiers on trajectories of ${of === "first" ? "the first policy" : "a trained policy"}`,
        DATA_NAMES.map(
          (name) => [name, columns((measure) => learned.map(({ verifiers }) => verifiers[name][of][measure]))] as const,
        ),
      ),
    ),
    table("True success with trained verifiers", [
      ["tests alone", { "true success": sampled(learned.map(({ execution }) => execution)) }],
      ["verifier alone", { "true success": sampled(learned.map(({ verifier }) => verifier)) }],
      ["both", { "true success": sampled(learned.map((row) => row.hybrid)) }],
    ]),
  ];
}
