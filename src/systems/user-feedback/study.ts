// Reinforcement learning from user feedback: a model of a rare reaction, optimised as one channel of three, lifts it a little way and is
// hacked beyond it by a phrase that users love once.

import { above, atLeast, atMost, below, within } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import { difference, type Figure, meanShare, ratioOf, sampled, share } from "../../study/figure.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import {
  AGGRESSIVE,
  type FeedbackMeters,
  type LoveMeters,
  MODERATE,
  measuring,
  type Optimised,
  WEIGHTS,
} from "./measuring.ts";
import { SHARES, type Trolled, trolling } from "./trolls.ts";

/** What helpfulness and safety may lose before a release is stopped. */
const FLOOR = 0.02;

export const userFeedback: Study = {
  id: "user-feedback",
  title: "Reinforcement learning from user feedback",
  source: "arXiv 2505.14946",
  claim:
    "A model of a rare reaction that is calibrated on a log says what policies near to the base will get online, and lifts it as one channel of three; with a large weight it is hacked by loving closings, which users like once.",
  claimed:
    "up to 28 % more love reactions online; AUROC 0.85; r 0.95 between offline score and online change over 10 models; correlation of score and length 0.10; repeated loving closings where the weight is most aggressive",
  seeds: { first: 71_001, short: 5, full: 20 },
  notDone: [
    "A language model with tokens for content, warmth and closing, trained by GRPO or PPO: policies are exact tilts over 3,000 kinds of answers.",
    "Other signals than the reaction, such as a next message or a return the next day.",
    "Channels normalised by batch, whose weights drift while the policy narrows: they are normalised by the base policy's answers.",
  ],
  seenBefore: [
    "Thresholds: written after a run of another program, with AUROC .691 beside .690, r .98, love .0486 to .0662 with weight .3, and .309 predicted beside .109 with weight 1, where closings were in 91 % of turns.",
    "Seeds 901 to 903: weights of helpfulness and safety of 0, .1 and .3; .1 was taken. β of .5 was not varied. Love then still grows by up to .9 % between weights 2 and 4, so that 1 % counts as flat.",
    "Seeds 901 to 905, the whole study but its summary: reactions that were mixed up have an r of −.85 to .97, as a channel of noise has full weight once it is normalised. After retraining the re-optimised policy is loved more than is predicted (.58 to .78), and the policy before as predicted (1.04 to 1.08): both are claims.",
    "After a first run of both forms, seeds 906 to 925: from weight 2 to 4 love changed by −1.4 to 0.9 % in 19 worlds; in the other one the answers of highest prediction have no closing. Only notes were added then; figures are those of the first run.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const jobs = context.seeds.map((seed) => ({ seed }));
  const meters = await context.all(measuring, jobs, ({ seed }) => `model and policies, seed ${seed}`);
  const trolls = await context.all(trolling, jobs, ({ seed }) => `trolls, seed ${seed}`);
  const lifted = moderateClaims(meters);
  const hacked = hackingClaims(meters);
  return combined(
    { claims: [...modelClaims(meters), ...lifted, ...hacked, ...mitigationClaims(meters)] },
    { claims: trollClaims(trolls), controls: controls(meters, lifted, hacked) },
    { tables: [sweepTable(meters), readingTable(meters), trollTable(trolls)] },
  );
}

type Meters = readonly FeedbackMeters[];
const column = <T>(of: (one: T) => number, rows: readonly T[]): number[] => rows.map(of);
type Weight = (typeof WEIGHTS)[number];
const at = (meters: LoveMeters, weight: Weight): Optimised => meters.swept[WEIGHTS.indexOf(weight)];

function modelClaims(meters: Meters): Claim[] {
  const of = (value: (one: FeedbackMeters) => number) => column(value, meters);
  return [
    claim("AUROC on later turns is that of the true chances: difference", [
      is(
        difference(
          of(({ auc }) => auc),
          of(({ bestAuc }) => bestAuc),
        ),
        within(-0.03, 0.03),
      ),
      beside("of the true chances", meanShare(of(({ bestAuc }) => bestAuc))),
    ]),
    claim("on later turns of the base policy, predicted love is observed love: ratio", [
      is(calibration(meters), TENTH),
    ]),
    claim("over ten mild tilts, mean prediction and love online go together: r", [
      is(meanCorrelation(of(({ mild }) => mild)), atLeast(0.9)),
      beside("with five far ones", meanCorrelation(of(({ far }) => far))),
    ]),
  ];
}

const TENTH = within(0.9, 1.1);
const calibration = (meters: Meters, said: "predicted" | "naive" = "predicted"): Figure =>
  ratioOf(
    column((one) => one[said], meters),
    column(({ observed }) => observed, meters),
  );
const meanCorrelation = (values: readonly number[]): Figure => sampled(values, 0.95, [-1, 1]);

/** Love over the base policy's, with a weight. */
const lift = (meters: Meters, weight: Weight, of: (one: FeedbackMeters) => LoveMeters = (one) => one): Figure =>
  ratioOf(
    column((one) => at(of(one), weight).love, meters),
    column(({ base }) => base.love, meters),
  );

function moderateClaims(meters: Meters): Claim[] {
  const tried = meters.map(({ trial: { base, moderate, turns } }) => {
    const pooled = (base + moderate) / (2 * turns);
    return (moderate - base) / turns / Math.sqrt((2 * pooled * (1 - pooled)) / turns);
  });
  return [
    claim(`a weight of ${MODERATE} lifts love by a fifth: love over the base policy's`, [
      is(lift(meters, MODERATE), atLeast(1.2)),
      is(sampled(tried), atLeast(1.96), "z of two proportions online"),
      beside("helpfulness and safety alone", lift(meters, 0)),
    ]),
    claim(`with a weight of ${MODERATE} helpfulness stays: difference from the base policy`, [
      is(
        difference(
          column((one) => at(one, MODERATE).help, meters),
          column(({ base }) => base.help, meters),
        ),
        atLeast(-FLOOR),
      ),
    ]),
  ];
}

/** Predicted over true love of a weight. */
const promised = (meters: Meters, weight: Weight, of: (one: FeedbackMeters) => LoveMeters = (one) => one): Figure =>
  ratioOf(
    column((one) => at(of(one), weight).predicted, meters),
    column((one) => at(of(one), weight).love, meters),
  );
const HACKING = WEIGHTS.filter((weight) => weight >= AGGRESSIVE);

function hackingClaims(meters: Meters): Claim[] {
  const change = (of: (one: Optimised) => number) =>
    ratioOf(
      column((one) => of(at(one, 4)), meters),
      column((one) => of(at(one, 2)), meters),
    );
  return [
    claim(
      "aggressive weights: share of turns with a closing",
      HACKING.map((weight) =>
        is(meanShare(column((one) => at(one, weight).closings, meters)), atLeast(0.8), `weight ${weight}`),
      ),
    ),
    claim(
      "aggressive weights: predicted love over what users love",
      HACKING.map((weight) => is(promised(meters, weight), atLeast(2), `weight ${weight}`)),
    ),
    claim(
      "from weight 2 to 4 love is flat or falls while its prediction rises: ratios",
      [
        is(
          change(({ love }) => love),
          atMost(1.01),
          "love",
        ),
        is(
          change(({ predicted }) => predicted),
          above(1),
          "prediction",
        ),
      ],
      {
        note: "in a world of twenty or so a very warm answer without a closing is among the three of highest prediction",
      },
    ),
  ];
}

function mitigationClaims(meters: Meters): Claim[] {
  const quarter = within(0.75, 1.25);
  return [
    claim("the audit of phrases finds the hacked policy: its closings over the base policy's", [
      is(sampled(column(({ audit }) => audit[2], meters)), atLeast(2)),
      beside(`weight ${MODERATE}`, sampled(column(({ audit }) => audit[1], meters))),
    ]),
    claim("learnt again with the hacked policy's reactions, the model predicts that policy's love: ratio", [
      is(
        ratioOf(
          column(({ hindsight }) => hindsight, meters),
          column((one) => at(one, AGGRESSIVE).love, meters),
        ),
        quarter,
      ),
    ]),
    claim(
      "and that of the policy that is optimised for it then: ratio",
      [
        is(
          ratioOf(
            column(({ retrained }) => retrained.predicted, meters),
            column(({ retrained }) => retrained.love, meters),
          ),
          quarter,
        ),
        beside("its love", sampled(column(({ retrained }) => retrained.love, meters))),
        beside("its closings", meanShare(column(({ retrained }) => retrained.closings, meters))),
      ],
      { note: "the model does not know what came before, and blames warmth for users whom closings tired" },
    ),
  ];
}

function trollClaims(trolls: readonly (readonly Trolled[])[]): Claim[] {
  const meter = (name: "auc" | "r", how: "alike" | "weighed", k: number) => column((one) => one[k][how][name], trolls);
  const named = { auc: "AUROC", r: "r over mild tilts" } as const;
  const names = ["auc", "r"] as const;
  return [
    ...names.map((name) =>
      claim(
        `trolls: ${named[name]} falls with their share: difference`,
        SHARES.slice(1).map((trolled, k) =>
          is(
            difference(meter(name, "alike", k + 1), meter(name, "alike", k)),
            below(0),
            `${trolled} less ${SHARES[k]}`,
          ),
        ),
      ),
    ),
    ...names.map((name) =>
      claim(
        `trolls: reliability of users brings back half of the loss in ${named[name]}: gain less half the loss`,
        SHARES.slice(1).map((trolled, k) => {
          const [clean, raw] = [meter(name, "alike", 0), meter(name, "alike", k + 1)];
          const half = clean.map((x, seed) => (x + raw[seed]) / 2);
          return is(difference(meter(name, "weighed", k + 1), half), atLeast(0), String(trolled));
        }),
      ),
    ),
  ];
}

function controls(meters: Meters, [lifted]: readonly Claim[], [closings, promises]: readonly Claim[]): Control[] {
  const hidden = (one: FeedbackMeters) => one.hidden;
  return [
    control(
      "reactions mixed up over turns: r over mild tilts, and love over the base policy's",
      [
        is(meanCorrelation(column(({ shuffled }) => shuffled.mild, meters)), atLeast(0.9), "r"),
        is(
          lift(meters, MODERATE, ({ shuffled }) => shuffled),
          atLeast(1.2),
          `weight ${MODERATE}`,
        ),
      ],
      { needs: "any", of: lifted },
    ),
    control(
      "the model does not read closings: share of turns with one",
      HACKING.map((weight) =>
        is(meanShare(column((one) => at(one.hidden, weight).closings, meters)), atLeast(0.8), `weight ${weight}`),
      ),
      { needs: "any", of: closings },
    ),
    control(
      "the model does not read closings: predicted love over what users love",
      HACKING.map((weight) => is(promised(meters, weight, hidden), atLeast(2), `weight ${weight}`)),
      { needs: "any", of: promises },
    ),
    control("the intercept is not corrected for the turns left out: predicted over observed love", [
      is(calibration(meters, "naive"), TENTH),
    ]),
    control("the audit of a second draw of the base policy: closings over the first", [
      is(sampled(column(({ audit }) => audit[0], meters)), atLeast(2)),
    ]),
  ];
}

function sweepTable(meters: Meters) {
  const row = (of: (one: FeedbackMeters) => Optimised) => {
    const each = (value: (one: Optimised) => number) => column((one) => value(of(one)), meters);
    const passes = meters.filter((one) => {
      const { help, safety } = of(one);
      return help >= one.base.help - FLOOR && safety >= one.base.safety - FLOOR;
    });
    return {
      "predicted love": sampled(each(({ predicted }) => predicted)),
      love: sampled(each(({ love }) => love)),
      helpfulness: sampled(each(({ help }) => help)),
      safety: sampled(each(({ safety }) => safety)),
      closings: meanShare(each(({ closings }) => closings)),
      "seeds whose floors it keeps": share(passes.length, meters.length),
    };
  };
  return table("Policies by the weight of love, beside helpfulness and safety of 0.1 each", [
    ...WEIGHTS.map((weight) => [String(weight), row((one) => at(one, weight))] as const),
    [`${AGGRESSIVE}, love alone`, row(({ alone }) => alone)],
    [`${AGGRESSIVE}, learnt again`, row(({ retrained }) => retrained)],
    [`${AGGRESSIVE}, closings not read`, row(({ hidden }) => at(hidden, AGGRESSIVE))],
  ]);
}

const readingTable = (meters: Meters) =>
  table("Correlation of P[Love] with the length of answers, which is that of helpfulness in part", {
    "length not read": { r: meanCorrelation(column(({ lengthy }) => lengthy, meters)) },
    "length read": { r: meanCorrelation(column(({ lengthRead }) => lengthRead, meters)) },
  });

const trollTable = (trolls: readonly (readonly Trolled[])[]) =>
  table(
    "By the share of trolls: all users alike, and each by his reliability, in the model and in the meters",
    SHARES.map((trolled, k) => [
      String(trolled),
      {
        "AUROC, alike": meanShare(column((one) => one[k].alike.auc, trolls)),
        "alike, on turns of reliable users": meanShare(column((one) => one[k].alikeOnReliable, trolls)),
        "AUROC, by reliability": meanShare(column((one) => one[k].weighed.auc, trolls)),
        "r, alike": meanCorrelation(column((one) => one[k].alike.r, trolls)),
        "r, by reliability": meanCorrelation(column((one) => one[k].weighed.r, trolls)),
      },
    ]),
  );
