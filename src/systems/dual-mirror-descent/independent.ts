// Independent requests: what is lost against the fluid bound as the horizon grows, by prices that learn and by three that do not.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { dualFunction, fluidBound } from "../../mechanisms/allocation/benchmarks.ts";
import { drawnKind, featureSource, MOST_REWARD } from "../../mechanisms/allocation/generators.ts";
import type { PriceRule } from "../../mechanisms/allocation/prices.ts";
import { emptyRequests, type Requests } from "../../mechanisms/allocation/requests.ts";
import { above, atLeast, atMost, within, worded } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { difference, exponentOf, percent, ratioOf, sampled } from "../../study/figure.ts";
import type { StudyJob, StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { dualDescent, fixedPrices, ledgerOf, type Server } from "./serve.ts";

const [RESOURCES, OPTIONS] = [4, 5];
/** Requests that the fluid bound is fitted to, and others that it is measured on. */
const [FITTED, MEASURED] = [20_000, 400_000];

export const ARMS = ["subgradient", "multiplicative", "fixed prices", "first come"] as const;
type Arm = (typeof ARMS)[number];

interface Job {
  readonly seed: number;
  readonly horizons: readonly number[];
}

/** Of every arm what it lost at each horizon, and its share of the fluid bound there. */
export interface Lost {
  readonly fluid: number;
  readonly regret: Readonly<Record<Arm, readonly number[]>>;
}

/** One kind of requests, at all horizons. */
export async function lose({ seed, horizons }: Job): Promise<Lost> {
  const solver = await linearPrograms();
  const random = Random.of(seed, "independent");
  const kind = drawnKind(RESOURCES, random.stream("kind"));
  const source = featureSource(kind);
  const { rates } = kind;
  const drawn = (count: number, ...name: (string | number)[]): Requests => {
    const requests = emptyRequests(count, OPTIONS, RESOURCES);
    source(requests, random.stream(...name));
    return requests;
  };
  const { prices } = fluidBound(solver, drawn(FITTED, "fitted"), rates, MOST_REWARD / Math.min(...rates));
  const fluid = dualFunction(drawn(MEASURED, "measured"), rates, prices);
  const regret: Record<Arm, number[]> = { subgradient: [], multiplicative: [], "fixed prices": [], "first come": [] };
  for (const horizon of horizons) {
    const requests = drawn(horizon, "requests", horizon);
    const budgets = rates.map((rate) => rate * horizon);
    const rule = (mirror: PriceRule["mirror"], scale: number) => ({ mirror, rate: scale / Math.sqrt(horizon) });
    const servers: Record<Arm, Server> = {
      subgradient: dualDescent(ledgerOf(budgets), rates, rule("subgradient", 0.5)),
      multiplicative: dualDescent(ledgerOf(budgets, 0.3), rates, rule("multiplicative", 4)),
      "fixed prices": fixedPrices(ledgerOf(budgets, prices)),
      "first come": fixedPrices(ledgerOf(budgets)),
    };
    for (const arm of ARMS) {
      servers[arm].serve(requests);
      regret[arm].push(horizon * fluid - servers[arm].ledger.earned);
    }
  }
  return { fluid, regret };
}

export const losing: StudyJob<Job, Lost> = { module: import.meta.url, name: "lose", compute: lose };

export function independentClaims(horizons: readonly number[], all: readonly Lost[]): StudyResult {
  const last = horizons.length - 1;
  const exponent = (arm: Arm) =>
    exponentOf(
      horizons,
      all.map(({ regret }) => regret[arm]),
    );
  const shares = (arm: Arm) => all.map(({ regret, fluid }) => regret[arm][last] / (horizons[last] * fluid));
  const lost = (arm: Arm) => percent(sampled(shares(arm)));
  const perRoot = horizons.map((horizon, k) => all.map(({ regret }) => regret.multiplicative[k] / Math.sqrt(horizon)));
  const before = perRoot.slice(0, last).reduce((a, b) => (mean(b) > mean(a) ? b : a));
  const share = `share of the fluid bound that is lost at T = ${horizons[last]}`;
  return {
    claims: [
      claim("subgradient: exponent of regret in T", is(exponent("subgradient"), within(0.35, 0.65))),
      claim(`subgradient: ${share}`, is(lost("subgradient"), worded(atMost(0.04), "≤ 4 %"))),
      claim("multiplicative: mean regret over √T does not grow: at the longest over the largest before", [
        is(ratioOf(perRoot[last], before), atMost(1.25)),
        ...perRoot.map((values, k) => beside(`T = ${horizons[k]}`, sampled(values))),
      ]),
      claim("the best fixed prices: exponent of regret in T, and what they lose beyond prices that learn", [
        is(exponent("fixed prices"), atLeast(0.85)),
        is(difference(shares("fixed prices"), shares("subgradient")), above(0), "more lost"),
      ]),
      claim(`no prices (first come, first served): exponent of regret in T, ${share}`, [
        is(exponent("first come"), atLeast(0.95)),
        is(lost("first come"), worded(atLeast(0.5), "≥ 50 %"), "lost"),
      ]),
    ],
    controls: [
      control("no prices (first come, first served) lose as little as prices that learn", [
        is(exponent("first come"), atMost(0.65), "exponent"),
        is(lost("first come"), worded(atMost(0.04), "≤ 4 %"), "lost"),
      ]),
    ],
    tables: [
      table(
        "independent requests",
        Object.fromEntries(ARMS.map((arm) => [arm, { "exponent of regret": exponent(arm), [share]: lost(arm) }])),
      ),
    ],
  };
}
