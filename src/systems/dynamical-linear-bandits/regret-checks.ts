// What learners lose: where the best arm pays later, what it costs to assume too long or too short a memory, and the advertising world.

import { ADVERTISING, BUDGETS, EXPERT_SPLIT } from "../../environments/bandits/advertising.ts";
import { cumulativeGain } from "../../environments/bandits/dynamical-linear.ts";
import { dot } from "../../environments/bandits/vector-arms.ts";
import { type Estimate, estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import type { Played, PlayJob } from "./play.ts";
import type { WorldName } from "./systems.ts";

const paced = (rho: number): WorldName => ({ system: { rho }, actions: "unit", deviation: 0.1 });
const BUDGET_WORLD: WorldName = { system: { rho: 0.2 }, actions: "budgets", deviation: 0.1 };
const ADVERTISING_WORLD: WorldName = { system: "advertising", actions: "budgets", deviation: 0.01 };
const SYNTHETIC_WORLD: WorldName = { system: "synthetic", actions: "budgets", deviation: 0.1 };
const RELEASED_DISCOUNT = 0.999999;

type Setting = Omit<PlayJob, "firstSeed" | "seeds">;

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
} as const satisfies Readonly<Record<string, Setting>>;

/** The widths of theory, at the published horizon. */
const WIDE = {
  dyn: { world: SYNTHETIC_WORLD, learner: "dynlin", scale: 1, horizon: 1_000_000 },
  lin: { world: SYNTHETIC_WORLD, learner: "lin", scale: 1, horizon: 1_000_000 },
  dynAd: { world: ADVERTISING_WORLD, learner: "dynlin", scale: 1, horizon: 1_000_000 },
  linAd: { world: ADVERTISING_WORLD, learner: "lin", scale: 1, horizon: 1_000_000 },
} as const satisfies Readonly<Record<string, Setting>>;

type Name = keyof typeof SETTINGS;
type WideName = keyof typeof WIDE;

/** All that is played; what came of it goes to `regretChecks` in the same order. */
export function jobs(firstSeed: number, seeds: number, wideSeeds: number): PlayJob[] {
  return [
    ...Object.values(SETTINGS).map((setting) => ({ ...setting, firstSeed, seeds })),
    ...Object.values(WIDE).map((setting) => ({ ...setting, firstSeed, seeds: wideSeeds })),
  ];
}

/** Seeds of which the second half of the rounds brings more than 45 % of the regret. */
function linearSeeds({ half, end }: Played): number {
  return end.filter((whole, k) => whole - half[k] > 0.45 * whole).length;
}

export interface RegretFound {
  readonly checks: Check[];
  readonly controls: Control[];
  readonly measured: string;
}

export function regretChecks(all: readonly Played[]): RegretFound {
  const names = Object.keys(SETTINGS);
  const of = (name: Name): Played => all[names.indexOf(name)];
  const wide = (name: WideName): Played => all[names.length + Object.keys(WIDE).indexOf(name)];
  const n = of("dyn2").end.length;
  const told = (played: Played) =>
    `${inWords(estimate(played.end))}, ${linearSeeds(played)} of ${played.end.length} linear`;
  const duel = (title: string, dyn: Played, lin: Played): Check[] => {
    const ratio = mean(lin.end) / mean(dyn.end);
    return [
      holds(`${title}: DynLin-UCB, seeds of linear regret`, `0 of ${n}`, told(dyn), linearSeeds(dyn) === 0),
      holds(
        `${title}: LinUCB, seeds of linear regret`,
        `at least ${Math.ceil((5 / 12) * n)} of ${n}`,
        told(lin),
        linearSeeds(lin) >= (5 / 12) * n,
      ),
      holds(`${title}: mean regret, LinUCB over DynLin-UCB`, "≥ 2.5", ratio.toFixed(1), ratio >= 2.5),
    ];
  };
  const growth = (title: string, dyn: Played): Check => {
    const ratio = mean(dyn.end) / mean(dyn.tenth);
    return holds(
      `${title}: regret of 100,000 rounds over that of the first 10,000 (√10 = 3.2, linear 10)`,
      "≤ 6",
      `${ratio.toFixed(2)}; exponent of the last tenfold ${inWords(estimate(dyn.slope), 3)}`,
      ratio <= 6,
    );
  };
  const longer = pairedEffect(of("dyn2").end, of("twice").end);
  return {
    checks: [
      ...duel("ρ = 0.2", of("dyn2"), of("lin2")),
      ...duel("ρ = 0.5", of("dyn5"), of("lin5")),
      ...budgetChecks(of("dynBudgets"), of("linBudgets"), told),
      growth("ρ = 0.2", of("dyn2")),
      growth("ρ = 0.5", of("dyn5")),
      holds(
        "ρ̄ = 2ρ = 0.4: more regret than with ρ̄ = ρ, and no seed of linear regret",
        `paired difference above 0; 0 of ${n}`,
        `${inWords(longer)}; ${linearSeeds(of("twice"))}`,
        longer.low !== null && longer.low > 0 && linearSeeds(of("twice")) === 0,
      ),
      ...advertising(of),
    ],
    controls: [
      {
        name: "ρ̄ = 10⁻⁹, which waits for nothing, as LinUCB: no seed of linear regret",
        failed: linearSeeds(of("tiny")) > 0,
        measured: told(of("tiny")),
      },
    ],
    measured: [
      `regret of 100,000 rounds where the best arm pays later: DynLin-UCB ${inWords(estimate(of("dyn2").end))} (ρ = 0.2) and ${inWords(estimate(of("dyn5").end))} (ρ = 0.5), LinUCB ${inWords(estimate(of("lin2").end))} and ${inWords(estimate(of("lin5").end))}, both with 0.3 of their width`,
      `keeping arms up is what counts: who learns from all payoffs of an epoch, not the last alone, has ${told(of("all2"))} (ρ = 0.2), ${told(of("all5"))} (ρ = 0.5), ${told(of("allAd"))} (advertising)`,
      `with the widths of theory, a million rounds, ${wide("dyn").end.length} seeds: synthetic DynLin-UCB ${told(wide("dyn"))}, LinUCB ${told(wide("lin"))} (by seed ${wide(
        "lin",
      )
        .end.map((x) => x.toFixed(0))
        .join(", ")}); advertising DynLin-UCB ${told(wide("dynAd"))}, LinUCB ${told(wide("linAd"))}`,
    ].join("; "),
  };
}

/**
 * Among budgets a seed of LinUCB may begin with the best one and lose nothing, so that only means are compared; and so little is lost by
 * waiting that bursts of exploring look like a share of all rounds before a million of them.
 */
function budgetChecks(dyn: Played, lin: Played, told: (played: Played) => string): Check[] {
  const title = "ρ = 0.2, six budgets, a tenth of the width, a million rounds";
  const ratio = mean(lin.end) / mean(dyn.end);
  return [
    holds(`${title}: DynLin-UCB, seeds of linear regret`, "0", told(dyn), linearSeeds(dyn) === 0),
    holds(
      `${title}: mean regret, LinUCB over DynLin-UCB`,
      "≥ 2.5",
      `${ratio.toFixed(1)} (LinUCB ${told(lin)})`,
      ratio >= 2.5,
    ),
  ];
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
function advertising(of: (name: Name) => Played): Check[] {
  const dyn = of("dynAd");
  const h = cumulativeGain(ADVERTISING);
  const most = Math.max(...BUDGETS.map((budget) => dot(budget, h)));
  const expert = SETTINGS.dynAd.horizon * (most - dot(EXPERT_SPLIT, h));
  const { high } = estimate(dyn.end);
  return [
    holds(
      "advertising: DynLin-UCB, seeds of linear regret",
      "0",
      `${linearSeeds(dyn)}; regret ${inWords(estimate(dyn.end))}, exponent of the last tenfold ${inWords(estimate(dyn.slope), 3)}`,
      linearSeeds(dyn) === 0,
    ),
    ...BASELINES.map(([name, title]) => {
      const more = pairedEffect(dyn.end, of(name).end);
      return holds(
        `advertising: regret of ${title} less that of DynLin-UCB`,
        "interval above 0",
        `${inWords(more)} (regret ${inWords(estimate(of(name).end))}, ${linearSeeds(of(name))} linear)`,
        more.low !== null && more.low > 0,
      );
    }),
    holds(
      "advertising: regret of the people's split, exactly, beside DynLin-UCB's",
      "above its interval",
      `${expert.toFixed(0)} against ${inWords(estimate(dyn.end))}`,
      high !== null && expert > high,
    ),
  ];
}

function inWords({ mean: value, low, high }: Estimate, digits = 0): string {
  return `${value?.toFixed(digits)} [${low?.toFixed(digits)}, ${high?.toFixed(digits)}]`;
}
