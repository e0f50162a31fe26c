// Independent requests: what is lost against the fluid bound as the horizon grows, by prices that learn and by three that do not.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { dualFunction, fluidBound } from "../../mechanisms/allocation/benchmarks.ts";
import { drawnKind, featureSource, MOST_REWARD, type RewardNoise } from "../../mechanisms/allocation/generators.ts";
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

const ARMS = ["subgradient", "multiplicative", "one price vector", "first come"] as const;
type Arm = (typeof ARMS)[number];

/** What an arm lost at each horizon, and the share of the fluid bound that it lost at the last. */
type Loss = { readonly regret: readonly number[]; readonly share: number };

type Job = { readonly seed: number; readonly horizons: readonly number[]; readonly noise: RewardNoise };

/** One kind of requests, served by all arms. */
export async function lose({ seed, horizons, noise }: Job): Promise<Readonly<Record<string, Loss>>> {
  const solver = await linearPrograms();
  const random = Random.of(seed, "independent");
  const kind = drawnKind(RESOURCES, random.stream("kind"));
  const source = featureSource(kind, noise);
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
      "one price vector": fixedPrices(ledgerOf(budgets, prices)),
      "first come": fixedPrices(ledgerOf(budgets)),
    };
    return ARMS.map((arm) => {
      servers[arm].serve(requests);
      return horizon * fluid - servers[arm].ledger.earned;
    });
  });
  const last = horizons.length - 1;
  const lossOf = (regret: number[]): Loss => ({ regret, share: regret[last] / (horizons[last] * fluid) });
  return Object.fromEntries(ARMS.map((arm, k) => [arm, lossOf(regrets.map((row) => row[k]))]));
}

export const losing = studyJob(import.meta.url, lose);

/** Both readings of the published input. */
export const NOISES: Readonly<Record<RewardNoise, string>> = {
  request: "noise by request",
  option: "noise by option",
};

export function independentClaims(
  noise: RewardNoise,
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
  const input = NOISES[noise];
  // Multiplicative prices may lose nothing in the mean, which has no exponent.
  const grown = (arm: Arm) => (arm === "multiplicative" ? undefined : exponent(arm));
  const rows = ARMS.map((arm) => [arm, { "exponent of regret": grown(arm), [share]: lost(arm) }] as const);
  return {
    claims: [
      claim(`${input}, subgradient: exponent of regret in T`, is(exponent("subgradient"), within(0.35, 0.65))),
      claim(`${input}, subgradient: ${share}`, is(lost("subgradient"), worded(atMost(0.04), "≤ 4 %"))),
      claim(`${input}, multiplicative: mean regret over √T does not grow: at the longest over the largest before`, [
        is(ratioOf(perRoot[last], before), atMost(1.25)),
        ...perRoot.map((values, k) => beside(`T = ${horizons[k]}`, sampled(values))),
      ]),
      claim(
        `${input}, one price vector, the fluid bound's: exponent of regret in T, and what it loses beyond prices that learn`,
        [
          is(exponent("one price vector"), atLeast(0.85)),
          is(arms.less("one price vector", "subgradient", "share"), above(0), "more lost"),
        ],
      ),
      claim(`${input}, no prices (first come, first served): exponent of regret in T, ${share}`, [
        is(exponent("first come"), atLeast(0.95)),
        is(lost("first come"), worded(atLeast(0.5), "≥ 50 %"), "lost"),
      ]),
    ],
    controls: [
      control(`${input}: no prices (first come, first served) lose as little as prices that learn`, [
        is(exponent("first come"), atMost(0.65), "exponent"),
        is(lost("first come"), worded(atMost(0.04), "≤ 4 %"), "lost"),
      ]),
    ],
    tables: [table(`independent requests, ${input}`, rows)],
  };
}
