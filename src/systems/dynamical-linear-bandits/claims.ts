// What learners lose: where the best arm pays later, what it costs to assume too long or too short a memory, and the advertising world.

import { ADVERTISING, BUDGETS, EXPERT_SPLIT } from "../../environments/bandits/advertising.ts";
import { cumulativeGain } from "../../environments/bandits/dynamical-linear.ts";
import { dot } from "../../environments/bandits/vector-arms.ts";
import { above, atLeast, atMost, below, worded } from "../../study/bound.ts";
import { beside, type Claim, claim, control, is, never } from "../../study/claim.ts";
import type { Comparison } from "../../study/comparison.ts";
import { ratioOf } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import type { DynamicalJob, DynamicalSetting, Losing } from "./play.ts";
import { SYNTHETIC_WORLD, type WorldName } from "./systems.ts";

const SHORT = 100_000;
const LONG = 1_000_000;
const ADVERTISING_WORLD: WorldName = { system: "advertising", actions: "budgets", deviation: 0.01 };

/** Where the best arm pays later, with 0.3 of the width; among budgets a tenth, for a million rounds. */
const later = (rho: number, setting: Pick<DynamicalSetting, "learner" | "samples" | "radius">) =>
  ({ world: { system: { rho }, actions: "unit", deviation: 0.1 }, scale: 0.3, horizon: SHORT, ...setting }) as const;
const BUDGET_WORLD: WorldName = { system: { rho: 0.2 }, actions: "budgets", deviation: 0.1 };
const long = (world: WorldName, scale: number, learner: "dynlin" | "lin") =>
  ({ world, learner, scale, horizon: LONG }) as const;
const ad = (setting: Pick<DynamicalSetting, "learner" | "scale" | "samples" | "discount">) =>
  ({ world: ADVERTISING_WORLD, horizon: SHORT, ...setting }) as const;

/**
 * DynLin-UCB and its baselines in the advertising world. DynLin-UCB, LinUCB of the same width and the released D-LinUCB have a tenth of their
 * width; all other scales are each baseline's best of 0.01, 0.03, 0.1, 0.2, 0.4, 1 and 2 on the seeds of development, and DynLin-UCB's is not.
 */
const IN_ADVERTISING = {
  "DynLin-UCB": ad({ learner: "dynlin", scale: 0.1 }),
  "LinUCB of the same width": ad({ learner: "lin", scale: 0.1 }),
  "LinUCB of its best width": ad({ learner: "lin", scale: 0.01 }),
  "LinUCB that looks at the last two payoffs": ad({ learner: "lin-lags", scale: 0.01 }),
  "D-LinUCB, γ = 0.9999": ad({ learner: "discounted", scale: 0.4 }),
  "D-LinUCB, γ = 0.999999": ad({ learner: "discounted", discount: 0.999999, scale: 0.1 }),
  AR2: ad({ learner: "ar2", scale: 1 }),
  Exp3: ad({ learner: "exp3", scale: 2 }),
  "batched Exp3": ad({ learner: "batched-exp3", scale: 0.2 }),
  UCB1: ad({ learner: "ucb1", scale: 0.4 }),
};

const SETTINGS = {
  dyn2: later(0.2, { learner: "dynlin" }),
  lin2: later(0.2, { learner: "lin" }),
  dyn5: later(0.5, { learner: "dynlin" }),
  lin5: later(0.5, { learner: "lin" }),
  twice: later(0.2, { learner: "dynlin", radius: 0.4 }),
  tiny: later(0.2, { learner: "dynlin", radius: 1e-9 }),
  all2: later(0.2, { learner: "dynlin", samples: "all" }),
  all5: later(0.5, { learner: "dynlin", samples: "all" }),
  allAds: ad({ learner: "dynlin", samples: "all", scale: 0.1 }),
  dynBudgets: long(BUDGET_WORLD, 0.1, "dynlin"),
  linBudgets: long(BUDGET_WORLD, 0.1, "lin"),
  ...IN_ADVERTISING,
};

/** Where the widths of theory are played, at the published horizon: the published system with its three noises, and the advertising world. */
const WIDE = {
  "synthetic, σ = 0.1": SYNTHETIC_WORLD,
  "synthetic, σ = 0.01": { ...SYNTHETIC_WORLD, deviation: 0.01 },
  "synthetic, σ = 0.001": { ...SYNTHETIC_WORLD, deviation: 0.001 },
  advertising: ADVERTISING_WORLD,
};

type WideName = keyof typeof WIDE;
type Name = keyof typeof SETTINGS | `${WideName}, ${"dynlin" | "lin"}`;
type Arms = Comparison<Name, Losing>;

const WIDE_NAMES = Object.keys(WIDE) as WideName[];

/** All that is played. */
export function jobs(seeds: readonly number[]): DynamicalJob<Name>[] {
  const of = (arm: Name, setting: DynamicalSetting) => seeds.map((seed) => ({ arm, seed, ...setting }));
  return [
    ...(Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]).flatMap((arm) => of(arm, SETTINGS[arm])),
    ...WIDE_NAMES.flatMap((name) =>
      (["dynlin", "lin"] as const).flatMap((learner) => of(`${name}, ${learner}`, long(WIDE[name], 1, learner))),
    ),
  ];
}

/** Seeds of linear regret. The task states counts: none of 12 with DynLin-UCB, 5 or more of 12 with LinUCB. */
const linear = (arms: Arms, arm: Name) => arms.values(arm, "linear").reduce((a, b) => a + b, 0);

/** That no seed's regret is linear, how large it is, and how it grows. */
const sublinear = (arms: Arms, arm: Name) => [
  never(linear(arms, arm), "linear"),
  beside("regret", arms.mean(arm, "end")),
  beside("exponent of the last tenfold", arms.mean(arm, "slope")),
];
const lost = (arms: Arms, title: string, dyn: Name) =>
  claim(`${title}: DynLin-UCB, seeds of linear regret`, sublinear(arms, dyn));

/** That another arm has more regret than DynLin-UCB. */
const behind = (arms: Arms, title: string, other: Name, dyn: Name) =>
  claim(`${title} less that of DynLin-UCB`, [
    is(arms.less(other, dyn, "end"), above(0)),
    beside("regret", arms.mean(other, "end")),
    beside("linear seeds", linear(arms, other)),
  ]);

export function regretClaims(arms: Arms): StudyResult {
  const n = arms.values("dyn2", "end").length;
  const ratio = (title: string, dyn: Name, lin: Name) =>
    claim(`${title}: mean regret, LinUCB over DynLin-UCB`, [
      is(arms.ratio(lin, dyn, "end"), atLeast(2.5)),
      beside("LinUCB", arms.mean(lin, "end")),
      beside("linear seeds of LinUCB", linear(arms, lin)),
    ]);
  const duel = (title: string, dyn: Name, lin: Name): Claim[] => [
    lost(arms, title, dyn),
    claim(`${title}: LinUCB, seeds of linear regret`, [
      is(linear(arms, lin), worded(atLeast((5 / 12) * n), `at least ${Math.ceil((5 / 12) * n)} of ${n}`)),
    ]),
    ratio(title, dyn, lin),
  ];
  const growth = (title: string, dyn: Name) =>
    claim(
      `${title}: regret of 100,000 rounds over that of the first 10,000 (√10 = 3.2, linear 10)`,
      is(ratioOf(arms.values(dyn, "end"), arms.values(dyn, "tenth")), atMost(6)),
    );
  const amongBudgets = "ρ = 0.2, six budgets, a tenth of the width, a million rounds";
  const all = "regret of learning from all payoffs of an epoch";
  const theory = "widths of theory, a million rounds";
  return {
    claims: [
      ...duel("ρ = 0.2", "dyn2", "lin2"),
      ...duel("ρ = 0.5", "dyn5", "lin5"),
      // A seed of LinUCB may begin with the best budget and lose nothing, so that only means are compared. So little is lost by waiting that
      // bursts of exploring look like a share of all rounds before a million of them.
      lost(arms, amongBudgets, "dynBudgets"),
      ratio(amongBudgets, "dynBudgets", "linBudgets"),
      growth("ρ = 0.2", "dyn2"),
      growth("ρ = 0.5", "dyn5"),
      claim("ρ̄ = 2ρ = 0.4: more regret than with ρ̄ = ρ, and no seed of linear regret", [
        is(arms.less("twice", "dyn2", "end"), above(0), "more regret"),
        ...sublinear(arms, "twice"),
      ]),
      ...advertising(arms),
      behind(arms, `ρ = 0.2: ${all}`, "all2", "dyn2"),
      behind(arms, `ρ = 0.5: ${all}`, "all5", "dyn5"),
      behind(arms, `advertising: ${all}`, "allAds", "DynLin-UCB"),
      ...WIDE_NAMES.map((name) =>
        behind(arms, `${theory}, ${name}: regret of LinUCB`, `${name}, lin`, `${name}, dynlin`),
      ),
    ],
    controls: [
      control("ρ̄ = 10⁻⁹, which waits for nothing, as LinUCB: no seed of linear regret", sublinear(arms, "tiny")),
    ],
  };
}

/** Every baseline beside DynLin-UCB, and what people chose. */
function advertising(arms: Arms): Claim[] {
  const h = cumulativeGain(ADVERTISING);
  const most = Math.max(...BUDGETS.map((budget) => dot(budget, h)));
  const baselines = (Object.keys(IN_ADVERTISING) as (keyof typeof IN_ADVERTISING)[]).slice(1);
  const expert = SHORT * (most - dot(EXPERT_SPLIT, h));
  return [
    lost(arms, "advertising", "DynLin-UCB"),
    ...baselines.map((name) => behind(arms, `advertising: regret of ${name}`, name, "DynLin-UCB")),
    claim("advertising: regret of DynLin-UCB beside that of the people's split, which is exact", [
      is(arms.mean("DynLin-UCB", "end"), worded(below(expert), "< the people's")),
      beside("of the people's split", expert),
    ]),
  ];
}
