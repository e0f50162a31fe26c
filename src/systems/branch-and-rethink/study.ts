// Branch and rethink: a judge of pairs that first chooses where to look and then looks again, within the budget of one that looks once.

import { groupAdvantages } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { above, atLeast, atMost, within } from "../../study/bound.ts";
import { beside, claim, control, equation, is } from "../../study/claim.ts";
import { type Comparison, gathered } from "../../study/comparison.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import { ARM_NAMES, ARMS, type ArmName, SUBTLE } from "./arms.ts";
import { cuedAccuracy, drawnAccuracy, type KnownJudge, knownAccuracy } from "./closed-forms.ts";
import { type JudgeOutcome, judging, UPDATES } from "./training.ts";

export const branchAndRethink: Study = {
  id: "branch-and-rethink",
  title: "Think twice: branch-and-rethink reasoning reward model",
  source: "arXiv 2510.23596; released code in NVIDIA NeMo-RL",
  claim:
    "A judge that first names the criteria which matter for a pair and then reads the pair again under these alone finds subtle errors that a judge with the same budget misses when it looks at everything once.",
  claimed: "14B model: 92.1 on RewardBench, 85.9 on RM-Bench with 77.6 on its hard part, 74.7 on RMB",
  seeds: { first: 76_001, short: 5, full: 20 },
  notDone: [
    "A language model that writes criteria and sketches of issues: a pair is eight gaps, and a reading is a number.",
    "Tournaments of a judge in best-of-n, and its verdicts as a scalar reward.",
  ],
  seenBefore: [
    "Closed forms and thresholds: written before any judge was trained.",
    "Seed 901: rates 0.003, 0.01 and 0.03 of the first five judges, with 800 and 2,500 updates; all others once. Seeds 902 and 903: two rates of the two turns and of one look. The two turns had 0.88 to 0.91, the scalar reward 0.73, one look 0.67 to 0.72.",
    "Seed 901: the blind second turn was as good as the one that is told, since where its readings stand says what was named.",
  ],
  run,
};

const OWN: ArmName = "branch and rethink";
const ONE: ArmName = "one look";
const SCALAR: ArmName = "scalar reward";
type Judges = Comparison<ArmName, JudgeOutcome>;

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds } = context;
  const arms = seeds.flatMap((seed) => ARM_NAMES.map((arm) => ({ arm, seed })));
  const jobs = arms.map(({ arm, seed }) => ({ seed, ...ARMS[arm] }));
  const names = new Map(jobs.map((job, k) => [job, arms[k].arm]));
  const outcomes = await context.all(judging, jobs, (job) => `${names.get(job)}, seed ${job.seed}`);
  const judges: Judges = gathered(arms, outcomes, { shares: ["accuracy", "consistent", "legal", "illegalEarly"] });
  return combined(
    { claims: equations(seeds) },
    { claims: accuracies(judges) },
    { claims: formats(judges) },
    { controls: controls(judges), tables: tables(judges) },
  );
}

const lead = (judges: Judges, one: ArmName, other: ArmName) => judges.less(one, other, "accuracy");

/** By the criteria that a judge named: what the closed form gives it. */
const known = ({ named }: JudgeOutcome): number =>
  named.reduce((sum, share, chosen) => sum + (chosen === 0 ? share / 2 : share * cuedAccuracy({ chosen }, SUBTLE)), 0);

function accuracies(judges: Judges) {
  const best = judges.best([ONE, SCALAR], "accuracy");
  return [
    claim(`subtle gaps: accuracy of two turns less that of the better judge of one, ${best}`, [
      is(lead(judges, OWN, best), atLeast(0.06)),
      beside(`less ${best === ONE ? SCALAR : ONE}`, lead(judges, OWN, best === ONE ? SCALAR : ONE)),
      beside("second turn blind, less that which is told", lead(judges, "second turn blind", OWN)),
    ]),
    claim(
      "subtle gaps: accuracy of two turns less that of the best weights with as many criteria as it names",
      is(
        judges.mean(OWN, (outcome) => outcome.accuracy - known(outcome)),
        within(-0.03, 0.03),
      ),
    ),
    claim("obvious gaps: all are within 1.5 points of two turns", [
      is(lead(judges, "obvious, one look", "obvious, branch and rethink"), within(-0.015, 0.015), "one look"),
      is(lead(judges, "obvious, scalar reward", "obvious, branch and rethink"), within(-0.015, 0.015), "scalar reward"),
      beside("random branch", lead(judges, "obvious, random branch", "obvious, branch and rethink")),
    ]),
    claim("subtle gaps: a random branch is no better than one look", is(lead(judges, "random branch", ONE), atMost(0))),
    claim("subtle gaps: with all eight criteria named, two turns are as good as one look", [
      is(lead(judges, "8 criteria", ONE), within(-0.03, 0.03)),
      beside("1 criterion", lead(judges, "1 criterion", ONE)),
      beside("2 criteria", lead(judges, "2 criteria", ONE)),
      beside("3 criteria", lead(judges, "3 criteria", ONE)),
    ]),
  ];
}

function formats(judges: Judges) {
  return [
    claim("share of legal traces in the last 100 updates", is(judges.mean(OWN, "legal"), atLeast(0.99))),
    claim("first 100 updates: share of illegal traces with a fine of 1 less that with a fine of 100", [
      is(judges.less("fine of 1", OWN, "illegalEarly"), above(0)),
      beside("fine of 1", judges.mean("fine of 1", "illegalEarly")),
      beside("fine of 100", judges.mean(OWN, "illegalEarly")),
      beside("accuracy at the end, fine of 1 less fine of 100", lead(judges, "fine of 1", OWN)),
    ]),
    claim(
      "share of pairs in which the same answer is named after both changed places",
      is(judges.mean(OWN, "consistent"), atLeast(0.98)),
    ),
  ];
}

const DRAWN = 100_000;
const KNOWN: readonly (readonly [string, KnownJudge])[] = [
  ["equal weights", "equal weights"],
  ["one look, right weight", "right weight"],
  ["two criteria", { chosen: 2 }],
];

function equations(seeds: readonly number[]) {
  // A group of eight: four right, three wrong, one illegal or wrong.
  const apart = (fine: number) => {
    const [right, , , , wrong] = groupAdvantages(Float64Array.of(0, 0, 0, 0, -1, -1, -1, fine), 8, {
      ...({ baseline: "group", scale: "group", tiny: 0 } as const),
    });
    return right - wrong;
  };
  return [
    ...KNOWN.map(([name, judge]) =>
      equation(`gap ${SUBTLE}, certain cue, no distractors: ${name}`, [
        is(
          Math.max(
            ...seeds.map((seed) =>
              Math.abs(drawnAccuracy(judge, SUBTLE, DRAWN, Random.of(seed, name)) - knownAccuracy(judge, SUBTLE)),
            ),
          ),
          atMost(0.005),
          `largest distance of ${DRAWN.toLocaleString("en-US")} drawn pairs`,
        ),
        beside("closed form", knownAccuracy(judge, SUBTLE)),
      ]),
    ),
    equation("one illegal trace among eight mutes right beside wrong: ratio of their advantages' distances", [
      is(apart(-100) / apart(-1), atMost(0.02)),
      beside("fine of 100", apart(-100)),
      beside("wrong in its place", apart(-1)),
    ]),
  ];
}

function controls(judges: Judges) {
  return [
    control(
      "with a shuffled cue two turns lead one look by 6 points",
      is(lead(judges, "cue shuffled, branch and rethink", "cue shuffled, one look"), atLeast(0.06)),
    ),
    control(
      "a judge that was taught random labels is right in more than 52 % of pairs",
      is(judges.mean("labels random", "accuracy"), above(0.52)),
    ),
    control(
      "a judge that was taught with the better answer always first names the same answer after both changed places",
      is(judges.mean("order fixed", "consistent"), atLeast(0.98)),
    ),
  ];
}

function tables(judges: Judges): Table[] {
  return [
    judges.table(`Judges after ${UPDATES.toLocaleString("en-US")} updates`, ARM_NAMES, {
      accuracy: "accuracy",
      "same after exchange": "consistent",
      "legal at the end": "legal",
      "illegal at first": "illegalEarly",
      "criteria named": ({ named }) => named.reduce((sum, share, count) => sum + share * count, 0),
    }),
    table(
      `Closed forms at gap ${SUBTLE}`,
      KNOWN.map(([name, judge]) => {
        const cells = {
          "certain cue": knownAccuracy(judge, SUBTLE),
          "cue right in 9 of 10": cuedAccuracy(judge, SUBTLE),
        };
        return [name, cells] as const;
      }),
    ),
  ];
}
