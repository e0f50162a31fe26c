// RLHF workflow: rounds in which a policy's own answers are labelled, against as many labels of the first policy's answers.

import { above, atLeast, atMost, below } from "../../study/bound.ts";
import { beside, claim, control, equation, identity, is } from "../../study/claim.ts";
import { difference, sampled } from "../../study/figure.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import type { ArmName } from "./arms.ts";
import { distanceFromTilt, smoothedOff, uncertainty } from "./identities.ts";
import { atDivergence, commonDivergence } from "./matched.ts";
import { type Lane, type Round, workflow } from "./rounds.ts";
import { BETA, BETAS, LABELS, type Labels, ROUNDS, SIZES, type Size } from "./settings.ts";

export const rlhfWorkflow: Study = {
  id: "rlhf-workflow",
  title: "RLHF workflow: from reward modeling to online RLHF",
  source: "arXiv 2405.07863 (Dong et al.); released code RLHFlow/RLHF-Reward-Modeling and RLHFlow/Online-RLHF",
  claim:
    "With the same number of labelled prompts, rounds in which the current policy's best and worst answers are compared teach more than comparisons of the first policy's answers.",
  claimed:
    "length-controlled AlpacaEval 12.5 after fine-tuning, 22.9 of Llama-3-8B-Instruct, 30.9 and 31.3 after three rounds",
  seeds: { first: 74_001, short: 5, full: 20 },
  notDone: [
    "A language model: texts with a reward that can be checked, and a reward model of texts.",
    "Several reward heads with a gate, and rewards that are cleared of length.",
    "An explorer that maximises uncertainty within a region of divergence: the second answer is the most uncertain of eight.",
  ],
  seenBefore: [
    "Thresholds: written after a run of another program, in which online best and worst led offline best and worst by 0.32 with 300 and by 0.29 with 1,200 labelled prompts.",
    "Seeds 901 to 903: six arms with ridges of 0.3 to 300, both sizes and both labels at β = 0.1. Online best and worst led offline by 0.5 with gold's labels, and by 0.0 to 0.1 with a learned reward's. At that β online moved further: KL 4.7 to 4.9 against 4.1.",
    "Seeds 901 and 902, 1,200 prompts: all β, flipped labels and the leaning judge in one order (gold 2.2 to 2.7) and in both (3.6 to 3.9).",
  ],
  run,
};

/** What came of every seed's arms, by size and labels. */
type Found = (size: Size, labels: Labels, arm: ArmName, beta?: number) => readonly (readonly Round[])[];

const OFFLINE: ArmName = "offline, best and worst";
const ONLINE: ArmName = "online, best and worst";
const NAMED: ArmName = "online in name alone";
const FLIPPED: ArmName = "online, best and worst, labels flipped";
const ONE_ORDER: ArmName = "leaning judge, one order";
const BOTH_ORDERS: ArmName = "leaning judge, both orders";
const ARMS: readonly ArmName[] = [
  "offline, random pairs",
  "online, random pairs",
  OFFLINE,
  ONLINE,
  "online, best and most uncertain",
  "online, best and worst, moving reference",
];
/** What the claims are about; the largest size stands in tables. */
const CLAIMED = [SIZES[0], SIZES[1]] as const;
const CONTROLLED = SIZES[1];

const lanesOf = (size: Size, labels: Labels): Lane[] => [
  ...ARMS.map((arm) => ({ arm, beta: BETA })),
  ...(labels === "gold"
    ? BETAS.filter((beta) => beta !== BETA).flatMap((beta) => [OFFLINE, ONLINE].map((arm) => ({ arm, beta })))
    : []),
  ...(labels === "gold" && size === CONTROLLED
    ? [FLIPPED, NAMED, ONE_ORDER, BOTH_ORDERS].map((arm) => ({ arm, beta: BETA }))
    : []),
];

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds, full } = context;
  const sizes = SIZES.filter((size) => full || size !== SIZES[SIZES.length - 1]);
  const jobs = seeds.flatMap((seed) =>
    sizes.flatMap((size) => LABELS.map((labels) => ({ seed, size, labels, lanes: lanesOf(size, labels) }))),
  );
  const rounds = await context.all(
    workflow,
    jobs,
    ({ seed, size, labels }) => `${size} prompts labelled by ${labels}, seed ${seed}`,
  );
  const found: Found = (size, labels, arm, beta = BETA) =>
    rounds.flatMap((lanes, k) => {
      const job = jobs[k];
      if (job.size !== size || job.labels !== labels) return [];
      return [lanes[job.lanes.findIndex((lane) => lane.arm === arm && lane.beta === beta)]];
    });
  return combined(
    { claims: equations(seeds) },
    { claims: leads(found) },
    { claims: byRounds(found) },
    { controls: controls(found), tables: tables(found, sizes) },
  );
}

const last = (rows: readonly (readonly Round[])[]): number[] => rows.map((rounds) => rounds[ROUNDS - 1].gold);
const moved = (rows: readonly (readonly Round[])[]): number[] => rows.map((rounds) => rounds[ROUNDS - 1].divergence);

/** Online against offline with as many labels. */
function leads(found: Found) {
  const both = (size: Size, labels: Labels) => [last(found(size, labels, ONLINE)), last(found(size, labels, OFFLINE))];
  const curves = (size: Size, arm: ArmName) => {
    const byBeta = BETAS.map((beta) => found(size, "gold", arm, beta));
    return byBeta[0].map((_, seed) => byBeta.map((rows) => rows[seed][ROUNDS - 1]));
  };
  const matched = (size: Size) => {
    const [online, offline] = [curves(size, ONLINE), curves(size, OFFLINE)];
    const at = online.map((curve, seed) => commonDivergence(curve, offline[seed]));
    const worth = (all: readonly (readonly Round[])[]) => all.map((curve, seed) => atDivergence(curve, at[seed]));
    return { lead: difference(worth(online), worth(offline)), at: sampled(at) };
  };
  return [
    ...CLAIMED.map((size) => {
      const [online, offline] = both(size, "gold");
      return claim(
        `${size} prompts, labels by gold: gold of online best and worst less that of offline best and worst, β = ${BETA}`,
        [
          is(difference(online, offline), atLeast(0.15)),
          beside("KL online", sampled(moved(found(size, "gold", ONLINE)))),
          beside("KL offline", sampled(moved(found(size, "gold", OFFLINE)))),
          beside(
            "random pairs",
            difference(
              last(found(size, "gold", "online, random pairs")),
              last(found(size, "gold", "offline, random pairs")),
            ),
          ),
        ],
      );
    }),
    ...CLAIMED.map((size) => {
      const { lead, at } = matched(size);
      return claim(`${size} prompts, labels by gold: the same at the same KL from the first policy`, [
        is(lead, atLeast(0.15)),
        beside("KL", at),
      ]);
    }),
    ...CLAIMED.map((size) => {
      const [online, offline] = both(size, "proxy");
      return claim(`${size} prompts, labels by a learned reward: the same lead at β = ${BETA}`, [
        is(difference(online, offline), atLeast(0.15)),
      ]);
    }),
  ];
}

/** What each round brings. */
function byRounds(found: Found) {
  const gains = (labels: Labels, round: number) => {
    const rows = found(CONTROLLED, labels, ONLINE);
    return rows.map((rounds) => rounds[round].gold - (round === 0 ? 0 : rounds[round - 1].gold));
  };
  const rises = Array.from({ length: ROUNDS - 1 }, (_, k) =>
    is(sampled(gains("gold", k + 1)), above(0), `round ${k + 2} less round ${k + 1}`),
  );
  const proxy = found(CONTROLLED, "proxy", ONLINE);
  const agreement = (round: number) => proxy.map((rounds) => rounds[round].agreement);
  return [
    claim(`${CONTROLLED} prompts, labels by gold: gold of online best and worst rises in every round`, rises),
    claim(`${CONTROLLED} prompts, labels by a learned reward: what a round adds to gold shrinks`, [
      is(difference(gains("proxy", 1), gains("proxy", 0)), below(0), "second less first"),
      is(difference(gains("proxy", 2), gains("proxy", 1)), below(0), "third less second"),
    ]),
    claim(
      `${CONTROLLED} prompts: share of pairs of the current policy's answers that the learned reward orders as gold does, last round less first`,
      [
        is(difference(agreement(ROUNDS - 1), agreement(0)), below(0)),
        beside("first policy", sampled(agreement(0))),
        beside("before the last round", sampled(agreement(ROUNDS - 1))),
      ],
    ),
  ];
}

function equations(seeds: readonly number[]) {
  const knowledge = seeds.map(uncertainty);
  const largest = (values: readonly number[]) => Math.max(...values);
  return [
    identity(
      "the optimum of DPO over all pairs of 12 answers is π_ref·exp(r/β): KL",
      largest(seeds.map(distanceFromTilt)),
      1e-6,
    ),
    identity("with labels smoothed by s it has σ(βm) = (1 − s)·σ* + s·(1 − σ*)", largest(seeds.map(smoothedOff)), 1e-9),
    identity(
      "Γ after updates of rank one is that of a fresh inverse, relatively",
      largest(knowledge.map(({ off }) => off)),
      1e-9,
    ),
    equation(
      "a comparison makes no other one more uncertain: largest relative rise of Γ",
      is(largest(knowledge.map(({ rise }) => rise)), atMost(1e-12)),
    ),
  ];
}

function controls(found: Found) {
  const gold = (arm: ArmName) => last(found(CONTROLLED, "gold", arm));
  return [
    control(`${CONTROLLED} prompts: with flipped labels, gold of online best and worst is above the first policy's`, [
      is(sampled(gold(FLIPPED)), above(0)),
    ]),
    control(`${CONTROLLED} prompts: rounds that draw from the first policy lead offline best and worst`, [
      is(difference(gold(NAMED), gold(OFFLINE)), above(0)),
    ]),
    control(
      `${CONTROLLED} prompts: a judge that leans to the first answer teaches as much in one order as in both, less 0.15`,
      [is(difference(gold(ONE_ORDER), gold(BOTH_ORDERS)), atLeast(-0.15))],
    ),
  ];
}

function tables(found: Found, sizes: readonly Size[]): Table[] {
  const rows = (size: Size, labels: Labels) =>
    ARMS.map((arm) => {
      const all = found(size, labels, arm);
      const golds = Array.from(
        { length: ROUNDS },
        (_, k) => [`gold, round ${k + 1}`, sampled(all.map((rounds) => rounds[k].gold))] as const,
      );
      const scores = arm.includes("random") ? 2 * size : 8 * size;
      return [arm, { ...Object.fromEntries(golds), KL: sampled(moved(all)), "answers scored": scores }] as const;
    });
  return [
    ...sizes.flatMap((size) =>
      LABELS.map((labels) => table(`${size} labelled prompts, labels by ${labels}, β = ${BETA}`, rows(size, labels))),
    ),
    ...sizes.map((size) =>
      table(
        `${size} labelled prompts, labels by gold, after ${ROUNDS} rounds, by β`,
        BETAS.map((beta) => {
          const cells = [OFFLINE, ONLINE].flatMap((arm) => {
            const all = found(size, "gold", arm, beta);
            return [[`gold, ${arm}`, sampled(last(all))] as const, [`KL, ${arm}`, sampled(moved(all))] as const];
          });
          return [String(beta), Object.fromEntries(cells)] as const;
        }),
      ),
    ),
  ];
}
