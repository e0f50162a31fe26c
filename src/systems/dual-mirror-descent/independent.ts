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
import { comparison } from "../../study/comparison.ts";
import { percent, ratioOf, sampled } from "../../study/figure.ts";
import { type StudyResult, studyJob } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { dualDescent, fixedPrices, ledgerOf, type Server } from "./serve.ts";

const [RESOURCES, OPTIONS] = [4, 5];
/** Requests that the fluid bound is fitted to, and others that it is measured on. */
const [FITTED, MEASURED] = [20_000, 400_000];

const ARMS = ["subgradient", "multiplicative", "fixed prices", "first come"] as const;
type Arm = (typeof ARMS)[number];

interface Job {
  readonly seed: number;
  readonly horizons: readonly number[];
}

/** What an arm lost at each horizon, and the share of the fluid bound that it lost at the last. */
interface Loss {
  readonly regret: readonly number[];
  readonly share: number;
}

/** One kind of requests, served by all arms. */
export async function lose({ seed, horizons }: Job): Promise<Readonly<Record<string, Loss>>> {
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
  const regrets = horizons.map((horizon) => {
    const requests = drawn(horizon, "requests", horizon);
    const budgets = rates.map((rate) => rate * horizon);
    const rule = (mirror: PriceRule["mirror"], scale: number) => ({ mirror, rate: scale / Math.sqrt(horizon) });
    const servers: Record<Arm, Server> = {
      subgradient: dualDescent(ledgerOf(budgets), rates, rule("subgradient", 0.5)),
      multiplicative: dualDescent(ledgerOf(budgets, 0.3), rates, rule("multiplicative", 4)),
      "fixed prices": fixedPrices(ledgerOf(budgets, prices)),
      "first come": fixedPrices(ledgerOf(budgets)),
    };
    return ARMS.map((arm) => {
      servers[arm].serve(requests);
      return horizon * fluid - servers[arm].ledger.earned;
    });
  });
  const last = horizons.length - 1;
  return Object.fromEntries(
    ARMS.map((arm, k) => {
      const regret = regrets.map((row) => row[k]);
      return [arm, { regret, share: regret[last] / (horizons[last] * fluid) }];
    }),
  );
}

export const losing = studyJob(import.meta.url, lose);

export function independentClaims(
  horizons: readonly number[],
  seeds: readonly Readonly<Record<string, Loss>>[],
): StudyResult {
  const last = horizons.length - 1;
  const arms = comparison<Arm, Loss>(seeds);
  const exponent = (arm: Arm) => arms.exponent(arm, horizons, ({ regret }) => regret);
  const lost = (arm: Arm) => percent(arms.mean(arm, "share"));
  const perRoot = horizons.map((horizon, k) =>
    arms.values("multiplicative", ({ regret }) => regret[k] / Math.sqrt(horizon)),
  );
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
        is(arms.less("fixed prices", "subgradient", "share"), above(0), "more lost"),
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
        ARMS.map((arm) => [arm, { "exponent of regret": exponent(arm), [share]: lost(arm) }]),
      ),
    ],
  };
}
