// Contrastive preference learning: where people prefer what they would regret less, preferences are a policy, and neither a reward model
// nor a planner is needed. Where they add up pay, the same loss learns something else.

import { above, atLeast, atMost, below } from "../../study/bound.ts";
import { beside, type Control, claim, control, is } from "../../study/claim.ts";
import { type Comparison, comparison } from "../../study/comparison.ts";
import { difference, type Figure, sampled } from "../../study/figure.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import type { Table } from "../../study/table.ts";
import { type ComparedArms, comparing, type Outcome, type Varied, varying } from "./arms.ts";
import { identities } from "./identities.ts";
import { CONTRASTIVE_SETTINGS, type Mind, SHARPNESSES, type Sharpness, SIZES, type Size } from "./settings.ts";
import { mostReturn } from "./world.ts";

export const contrastivePreference: Study = {
  id: "contrastive-preference",
  title: "Contrastive preference learning: from human feedback to a policy without reinforcement learning",
  source: "arXiv 2310.13639 (Hejna et al.), ICLR 2024; released code jhejna/cpl",
  claim:
    "Where people prefer the segment with less regret, a contrastive loss on the policy's own log-probabilities finds their optimal policy, without a reward model and without a planner.",
  claimed:
    "off-policy and without reinforcement learning it equals or betters learned rewards with reinforcement learning in robot manipulation; tables were not at hand",
  seeds: { first: 64_001, short: 5, full: 10 },
  notDone: [
    "Continuous actions with a network, and implicit Q-learning on a learned reward; planning in the true process stands in its place and is stronger.",
    "Images, robot manipulation, and labels by people.",
    "Ranked segments, from which the released code makes pairs.",
  ],
  seenBefore: [
    "A run of another program: KL to π* 0.022 with 2,000 pairs and 0.006 with 10,000, 0.736 and 0.161 with labels of sharpness 1. Most thresholds were written after it.",
    "Seed 901: all arms but those with hidden actions, with 60 to 1,200 steps, weight decays, λ and segments of the uniform policy.",
    "Seeds 901 to 903: settings of the method and of the reward with a plan, nine each, for each kind of label, sharpness and number of pairs, by the return of the likeliest actions. The method was behind the plan there by 0.004 to 0.09 with labels by regret of sharpness 10.",
    "The short form's own seeds, once: then cloning and the plain loss were put beside the comparison with the plan. No threshold, setting, arm or control was changed.",
  ],
  run,
};

const MINDS: readonly Mind[] = ["regret", "return"];

type Arms = Comparison<keyof ComparedArms, Outcome>;
type ArmsOf = (mind: Mind, sharpness: Sharpness, size: Size) => Arms;
type Variant = Exclude<keyof Varied, "unseen">;

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds } = context;
  const jobs = seeds.flatMap((seed) =>
    MINDS.flatMap((mind) => SHARPNESSES.map((sharpness) => ({ seed, mind, sharpness }))),
  );
  const compared = await context.all(
    comparing,
    jobs,
    ({ seed, mind, sharpness }) => `labels by ${mind}, sharpness ${sharpness}, seed ${seed}`,
  );
  const varied = await context.all(
    varying,
    seeds.map((seed) => ({ seed })),
    ({ seed }) => `variants, seed ${seed}`,
  );
  const of: ArmsOf = (mind, sharpness, size) =>
    comparison(
      compared.flatMap((sizes, k) =>
        jobs[k].mind === mind && jobs[k].sharpness === sharpness ? [sizes[SIZES.indexOf(size)]] : [],
      ),
    );
  const variants = comparison<Variant, Outcome>(varied);
  return combined(
    { claims: identities() },
    consistency(of),
    againstPlanning(of),
    withoutPlan(of, variants),
    hidden(varied.map(({ unseen }) => unseen)),
    { controls: wrongLosses(variants), tables: tables(of, variants) },
  );
}

const [SMALL, MIDDLE, LARGE] = SIZES;

/** π_CPL comes to π*. */
function consistency(of: ArmsOf): Partial<StudyResult> {
  const plain = (sharpness: Sharpness, size: Size) => of("regret", sharpness, size);
  const falls = (sharpness: Sharpness, size: Size, fewer: Size) =>
    is(
      difference(
        plain(sharpness, size).values("plain CPL", "divergence"),
        plain(sharpness, fewer).values("plain CPL", "divergence"),
      ),
      below(0),
      `sharpness ${sharpness}, ${size} pairs less ${fewer}`,
    );
  return {
    claims: [
      claim("labels by regret: mean KL(π*‖π) of the plain loss with 10,000 pairs of sharpness 10", [
        is(plain(10, LARGE).mean("plain CPL", "divergence"), atMost(0.05)),
        beside("2,000 pairs", plain(10, MIDDLE).mean("plain CPL", "divergence")),
        beside("sharpness 1", plain(1, LARGE).mean("plain CPL", "divergence")),
      ]),
      claim(
        "labels by regret: KL(π*‖π) falls with data",
        SHARPNESSES.flatMap((sharpness) => [falls(sharpness, MIDDLE, SMALL), falls(sharpness, LARGE, MIDDLE)]),
      ),
      claim(
        "labels by regret: its likeliest actions with 10,000 pairs of sharpness 10, share of the best return",
        is(
          plain(10, LARGE).mean("plain CPL", ({ greedy }) => greedy / mostReturn),
          atLeast(0.99),
        ),
      ),
    ],
  };
}

const COPIES =
  "development seeds chose λ = 0.5 here, which copies what segments show; half of them are half of the optimal policy";

/** Against a reward and a plan in the true process: as good under its own assumption, and not under the other one. */
function againstPlanning(of: ArmsOf): Partial<StudyResult> {
  const lead = (mind: Mind, sharpness: Sharpness, size: Size): Figure =>
    of(mind, sharpness, size).less("CPL", "reward and plan", "greedy");
  const claims = SHARPNESSES.flatMap((sharpness) =>
    SIZES.map((size) =>
      claim(
        `labels by regret, sharpness ${sharpness}, ${size} pairs: return of CPL less that of a fitted reward with a plan in the true process`,
        [
          is(lead("regret", sharpness, size), atLeast(-0.02)),
          beside("less that reward alone", of("regret", sharpness, size).less("CPL", "reward alone", "greedy")),
          beside(
            "less cloning of preferred segments",
            of("regret", sharpness, size).less("CPL", "cloning preferred", "greedy"),
          ),
          beside(
            "plain CPL less the plan",
            of("regret", sharpness, size).less("plain CPL", "reward and plan", "greedy"),
          ),
        ],
        CONTRASTIVE_SETTINGS.regret[sharpness][size].bias < 1 ? { note: COPIES } : {},
      ),
    ),
  );
  return {
    claims,
    controls: [
      control("labels by sums of pay, sharpness 10, 10,000 pairs: CPL is as good as a fitted reward with a plan", [
        is(lead("return", 10, LARGE), atLeast(-0.02)),
        ...([MIDDLE, SMALL] as const).map((size) => beside(`${size} pairs`, lead("return", 10, size))),
        beside("plain CPL", of("return", 10, LARGE).less("plain CPL", "reward and plan", "greedy")),
      ]),
    ],
  };
}

/** What preferences add to copying. */
function withoutPlan(of: ArmsOf, variants: Comparison<Variant, Outcome>): Partial<StudyResult> {
  return {
    claims: [
      claim(
        "labels by regret, sharpness 10: the policy as it acts is worth more than cloning of preferred segments",
        SIZES.map((size) =>
          is(of("regret", 10, size).less("plain CPL", "cloning preferred", "acts"), above(0), `${size} pairs`),
        ),
        {
          note: "half of the segments are half of the optimal policy, so that the likeliest cloned action is good too",
        },
      ),
      claim(
        "segments of the uniform policy, labels by regret, 10,000 pairs of sharpness 10: likeliest actions are worth more than those cloned from preferred segments",
        is(variants.less("uniform segments", "uniform segments, cloning preferred", "greedy"), above(0)),
      ),
    ],
  };
}

function hidden(masses: readonly Varied["unseen"][]): Partial<StudyResult> {
  const plain = masses.map((mass) => mass.plain);
  const conservative = masses.map((mass) => mass.conservative);
  return {
    claims: [
      claim("500 pairs that never show one action in half of the cells: mass on it with λ = 1 less that with λ = 0.5", [
        is(difference(plain, conservative), above(0)),
        is(
          plain.filter((mass, k) => mass > conservative[k]).length,
          atLeast(0.8 * masses.length),
          `seeds of ${masses.length} with more`,
        ),
        beside("λ = 1", sampled(plain)),
        beside("λ = 0.5", sampled(conservative)),
      ]),
    ],
  };
}

/** Where α and sharpness do not match, or labels mean nothing. */
function wrongLosses(variants: Comparison<Variant, Outcome>): Control[] {
  const near = (variant: Variant) => is(variants.mean(variant, "divergence"), atMost(0.05), variant);
  return [
    control("α that does not match the sharpness: mean KL(π*‖π) with 10,000 pairs", [near("α × 3"), near("α ÷ 3")], {
      needs: "any",
    }),
    control("shuffled labels: mean KL(π*‖π) with 10,000 pairs", near("shuffled labels")),
  ];
}

function tables(of: ArmsOf, variants: Comparison<Variant, Outcome>): Table[] {
  const meters = {
    "KL(π*‖π)": "divergence",
    "return, likeliest actions": "greedy",
    "return, as it acts": "acts",
  } as const;
  const arms = ["CPL", "plain CPL", "reward and plan", "reward alone", "cloning all", "cloning preferred"] as const;
  return [
    ...MINDS.flatMap((mind) =>
      SHARPNESSES.flatMap((sharpness) =>
        SIZES.map((size) =>
          of(mind, sharpness, size).table(
            `labels by ${mind === "regret" ? "regret" : "sums of pay"}, sharpness ${sharpness}, ${size} pairs`,
            arms,
            meters,
          ),
        ),
      ),
    ),
    variants.table(
      "the plain loss, labels by regret, sharpness 10, 10,000 pairs: what else was tried",
      VARIANTS,
      meters,
    ),
  ];
}

const VARIANTS: readonly Variant[] = [
  "α × 3",
  "α ÷ 3",
  "γ left out of the loss",
  "shuffled labels",
  "CPL-BC",
  "CPL-KL",
  "uniform segments",
  "uniform segments, cloning preferred",
  "uniform segments, reward and plan",
];
