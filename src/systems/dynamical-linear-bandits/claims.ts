// What learners lose: where the best arm pays later, what it costs to assume too long or too short a memory, and the advertising world.

import { ADVERTISING, BUDGETS, EXPERT_SPLIT } from "../../environments/bandits/advertising.ts";
import { cumulativeGain } from "../../environments/bandits/dynamical-linear.ts";
import { dot } from "../../environments/bandits/vector-arms.ts";
import { above, atLeast, atMost, below, worded } from "../../study/bound.ts";
import { beside, type Claim, claim, control, is, never } from "../../study/claim.ts";
import type { Comparison } from "../../study/comparison.ts";
import { exact, ratioOf } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import type { DynamicalJob, DynamicalSetting, Losing } from "./play.ts";
import { SYNTHETIC_WORLD, type WorldName } from "./systems.ts";

const paced = (rho: number): WorldName => ({ system: { rho }, actions: "unit", deviation: 0.1 });
const BUDGET_WORLD: WorldName = { system: { rho: 0.2 }, actions: "budgets", deviation: 0.1 };
const ADVERTISING_WORLD: WorldName = { system: "advertising", actions: "budgets", deviation: 0.01 };
const RELEASED_DISCOUNT = 0.999999;

/**
 * What is played, by name. In the advertising world DynLin-UCB, LinUCB and the released D-LinUCB have a tenth of their width; all other
 * scales are each baseline's best of 0.01, 0.03, 0.1, 0.2, 0.4, 1 and 2 on the seeds of development, and DynLin-UCB's is not.
 */
const SETTINGS = {
  dyn2: { world: paced(0.2), learner: "dynlin", scale: 0.3, horizon: 100_000 },
  lin2: { world: paced(0.2), learner: "lin", scale: 0.3, horizon: 100_000 },
  dyn5: { world: paced(0.5), learner: "dynlin", scale: 0.3, horizon: 100_000 },
  lin5: { world: paced(0.5), learner: "lin", scale: 0.3, horizon: 100_000 },
  twice: { world: paced(0.2), learner: "dynlin", radius: 0.4, scale: 0.3, horizon: 100_000 },
  tiny: { world: paced(0.2), learner: "dynlin", radius: 1e-9, scale: 0.3, horizon: 100_000 },
  all2: { world: paced(0.2), learner: "dynlin", samples: "all", scale: 0.3, horizon: 100_000 },
  all5: { world: paced(0.5), learner: "dynlin", samples: "all", scale: 0.3, horizon: 100_000 },
  allAd: { world: ADVERTISING_WORLD, learner: "dynlin", samples: "all", scale: 0.1, horizon: 100_000 },
  dynBudgets: { world: BUDGET_WORLD, learner: "dynlin", scale: 0.1, horizon: 1_000_000 },
  linBudgets: { world: BUDGET_WORLD, learner: "lin", scale: 0.1, horizon: 1_000_000 },
  dynAd: { world: ADVERTISING_WORLD, learner: "dynlin", scale: 0.1, horizon: 100_000 },
  linAd: { world: ADVERTISING_WORLD, learner: "lin", scale: 0.1, horizon: 100_000 },
  lagsAd: { world: ADVERTISING_WORLD, learner: "lin-lags", scale: 0.01, horizon: 100_000 },
  tunedAd: { world: ADVERTISING_WORLD, learner: "lin", scale: 0.01, horizon: 100_000 },
  fadedAd: { world: ADVERTISING_WORLD, learner: "discounted", scale: 0.4, horizon: 100_000 },
  releasedAd: {
    world: ADVERTISING_WORLD,
    learner: "discounted",
    discount: RELEASED_DISCOUNT,
    scale: 0.1,
    horizon: 100_000,
  },
  ar2Ad: { world: ADVERTISING_WORLD, learner: "ar2", scale: 1, horizon: 100_000 },
  exp3Ad: { world: ADVERTISING_WORLD, learner: "exp3", scale: 2, horizon: 100_000 },
  batchedAd: { world: ADVERTISING_WORLD, learner: "batched-exp3", scale: 0.2, horizon: 100_000 },
  ucb1Ad: { world: ADVERTISING_WORLD, learner: "ucb1", scale: 0.4, horizon: 100_000 },
} as const satisfies Readonly<Record<string, DynamicalSetting>>;

/** The widths of theory, at the published horizon. */
const WIDE = {
  "DynLin-UCB, synthetic": { world: SYNTHETIC_WORLD, learner: "dynlin", scale: 1, horizon: 1_000_000 },
  "LinUCB, synthetic": { world: SYNTHETIC_WORLD, learner: "lin", scale: 1, horizon: 1_000_000 },
  "DynLin-UCB, advertising": { world: ADVERTISING_WORLD, learner: "dynlin", scale: 1, horizon: 1_000_000 },
  "LinUCB, advertising": { world: ADVERTISING_WORLD, learner: "lin", scale: 1, horizon: 1_000_000 },
} as const satisfies Readonly<Record<string, DynamicalSetting>>;

type WideName = keyof typeof WIDE;
type Name = keyof typeof SETTINGS | WideName;
type Arms = Comparison<Name, Losing>;

/** All that is played: the widths of theory on as many of the seeds as `wide`. */
export function jobs(seeds: readonly number[], wide: number): DynamicalJob<Name>[] {
  const of = (settings: Partial<Record<Name, DynamicalSetting>>, some: readonly number[]) =>
    (Object.keys(settings) as Name[]).flatMap((arm) =>
      some.map((seed) => ({ arm, seed, ...{ ...SETTINGS, ...WIDE }[arm] })),
    );
  return [...of(SETTINGS, seeds), ...of(WIDE, seeds.slice(0, wide))];
}

/** Seeds of linear regret. */
const linear = (arms: Arms, arm: Name) => arms.values(arm, "linear").reduce((a, b) => a + b, 0);

/** That no seed's regret is linear, and how large it is. */
const sublinear = (arms: Arms, arm: Name) => [
  never(linear(arms, arm), "linear"),
  beside("regret", arms.mean(arm, "end")),
];

export function regretClaims(arms: Arms): StudyResult {
  const n = arms.values("dyn2", "end").length;
  const ratio = (title: string, dyn: Name, lin: Name) =>
    claim(`${title}: mean regret, LinUCB over DynLin-UCB`, [
      is(arms.ratio(lin, dyn, "end"), atLeast(2.5)),
      beside("LinUCB", arms.mean(lin, "end")),
      beside("linear seeds of LinUCB", exact(linear(arms, lin))),
    ]);
  const lost = (title: string, dyn: Name) =>
    claim(`${title}: DynLin-UCB, seeds of linear regret`, sublinear(arms, dyn));
  const duel = (title: string, dyn: Name, lin: Name): Claim[] => [
    lost(title, dyn),
    claim(`${title}: LinUCB, seeds of linear regret`, [
      is(exact(linear(arms, lin)), worded(atLeast((5 / 12) * n), `at least ${Math.ceil((5 / 12) * n)} of ${n}`)),
    ]),
    ratio(title, dyn, lin),
  ];
  const growth = (title: string, dyn: Name) =>
    claim(`${title}: regret of 100,000 rounds over that of the first 10,000 (√10 = 3.2, linear 10)`, [
      is(ratioOf(arms.values(dyn, "end"), arms.values(dyn, "tenth")), atMost(6)),
      beside("exponent of the last tenfold", arms.mean(dyn, "slope")),
    ]);
  const budgets = "ρ = 0.2, six budgets, a tenth of the width, a million rounds";
  const wide = Object.keys(WIDE) as WideName[];
  const meters = { regret: "end", "share of seeds that are linear": "linear" } as const;
  return {
    claims: [
      ...duel("ρ = 0.2", "dyn2", "lin2"),
      ...duel("ρ = 0.5", "dyn5", "lin5"),
      // A seed of LinUCB may begin with the best budget and lose nothing, so that only means are compared. So little is lost by waiting that
      // bursts of exploring look like a share of all rounds before a million of them.
      lost(budgets, "dynBudgets"),
      ratio(budgets, "dynBudgets", "linBudgets"),
      growth("ρ = 0.2", "dyn2"),
      growth("ρ = 0.5", "dyn5"),
      claim("ρ̄ = 2ρ = 0.4: more regret than with ρ̄ = ρ, and no seed of linear regret", [
        is(arms.less("twice", "dyn2", "end"), above(0), "more regret"),
        ...sublinear(arms, "twice"),
      ]),
      ...advertising(arms),
    ],
    controls: [
      control("ρ̄ = 10⁻⁹, which waits for nothing, as LinUCB: no seed of linear regret", sublinear(arms, "tiny")),
    ],
    tables: [
      arms.table("learning from all payoffs of an epoch, not the last alone", ["all2", "all5", "allAd"], meters),
      arms.table("widths of theory, a million rounds", wide, meters),
      table(
        "widths of theory, synthetic system: regret by seed",
        Object.fromEntries(
          wide
            .slice(0, 2)
            .map((arm) => [
              arm,
              Object.fromEntries(arms.values(arm, "end").map((end, k) => [`seed ${k + 1}`, exact(end)])),
            ]),
        ),
      ),
    ],
  };
}

const BASELINES: readonly (readonly [Name, string])[] = [
  ["linAd", "LinUCB of the same width"],
  ["tunedAd", "LinUCB of its best width"],
  ["lagsAd", "LinUCB that looks at the last two payoffs"],
  ["fadedAd", "D-LinUCB, γ = 0.9999"],
  ["releasedAd", "D-LinUCB, γ = 0.999999"],
  ["ar2Ad", "AR2"],
  ["exp3Ad", "Exp3"],
  ["batchedAd", "batched Exp3"],
  ["ucb1Ad", "UCB1"],
];

/** Every baseline beside DynLin-UCB, and what people chose. */
function advertising(arms: Arms): Claim[] {
  const h = cumulativeGain(ADVERTISING);
  const most = Math.max(...BUDGETS.map((budget) => dot(budget, h)));
  const expert = SETTINGS.dynAd.horizon * (most - dot(EXPERT_SPLIT, h));
  return [
    claim("advertising: DynLin-UCB, seeds of linear regret", [
      ...sublinear(arms, "dynAd"),
      beside("exponent of the last tenfold", arms.mean("dynAd", "slope")),
    ]),
    ...BASELINES.map(([name, title]) =>
      claim(`advertising: regret of ${title} less that of DynLin-UCB`, [
        is(arms.less(name, "dynAd", "end"), above(0)),
        beside("regret", arms.mean(name, "end")),
        beside("linear seeds", exact(linear(arms, name))),
      ]),
    ),
    claim("advertising: regret of DynLin-UCB beside that of the people's split, which is exact", [
      is(arms.mean("dynAd", "end"), worded(below(expert), "< the people's")),
      beside("of the people's split", exact(expert)),
    ]),
  ];
}
