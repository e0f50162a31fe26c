// Independent requests: what is lost against the fluid bound as the horizon grows, by prices that learn and by three that do not.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { meanPowerLaw, type PowerLaw } from "../../evaluation/statistics/power-law.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { dualFunction, fluidBound } from "../../mechanisms/allocation/benchmarks.ts";
import { drawnKind, featureSource, MOST_REWARD } from "../../mechanisms/allocation/generators.ts";
import type { PriceRule } from "../../mechanisms/allocation/prices.ts";
import { emptyRequests, type Requests } from "../../mechanisms/allocation/requests.ts";
import { type Check, type Control, holds, type StudyJob } from "../../study/legacy.ts";
import { dualDescent, fixedPrices, ledgerOf, type Server } from "./serve.ts";

const [RESOURCES, OPTIONS] = [4, 5];
/** Requests that the fluid bound is fitted to, and others that it is measured on. */
const [FITTED, MEASURED] = [20_000, 400_000];

export const ARMS = ["subgradient", "multiplicative", "fixed prices", "first come"] as const;
type Arm = (typeof ARMS)[number];

export interface Job {
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

const words = ({ exponent, low, high }: PowerLaw) =>
  `${exponent?.toFixed(2)} [${low?.toFixed(2)}, ${high?.toFixed(2)}]`;

export function independentChecks(
  horizons: readonly number[],
  all: readonly Lost[],
): { checks: Check[]; controls: Control[]; measured: string } {
  const slopes = Object.fromEntries(
    ARMS.map((arm) => [
      arm,
      meanPowerLaw(
        horizons,
        all.map(({ regret }) => regret[arm]),
      ),
    ]),
  );
  const last = horizons.length - 1;
  const share = (arm: Arm) => mean(all.map(({ regret, fluid }) => regret[arm][last] / (horizons[last] * fluid)));
  const perRoot = horizons.map(
    (horizon, k) => mean(all.map(({ regret }) => regret.multiplicative[k])) / Math.sqrt(horizon),
  );
  const percent = (x: number) => `${(100 * x).toFixed(1)} %`;
  const learnt = slopes.subgradient.exponent ?? Number.NaN;
  const [slow, blind] = [slopes["fixed prices"].exponent ?? 0, slopes["first come"].exponent ?? 0];
  return {
    measured: `independent requests: regret grows with T^${words(slopes.subgradient)}, ${percent(share("subgradient"))} of the fluid bound at T = ${horizons[last]} (fixed prices ${percent(share("fixed prices"))}, no prices ${percent(share("first come"))})`,
    checks: [
      holds(
        "subgradient: exponent of regret in T",
        "0.35 … 0.65",
        words(slopes.subgradient),
        learnt >= 0.35 && learnt <= 0.65,
      ),
      holds(
        `subgradient: regret at T = ${horizons[last]}, share of the fluid bound`,
        "≤ 4 %",
        percent(share("subgradient")),
        share("subgradient") <= 0.04,
      ),
      holds(
        "multiplicative: mean regret over √T",
        "does not grow: at the longest no more than 1.25 × the largest before",
        perRoot.map((x) => x.toFixed(2)).join(", "),
        perRoot[last] <= 1.25 * Math.max(...perRoot.slice(0, last)),
      ),
      holds(
        "the best fixed prices: exponent of regret in T, share of the fluid bound that is lost",
        "≥ 0.85; more than by prices that learn",
        `${words(slopes["fixed prices"])}; ${percent(share("fixed prices"))}`,
        slow >= 0.85 && share("fixed prices") > share("subgradient"),
      ),
      holds(
        "no prices (first come, first served): exponent of regret in T, share of the fluid bound that is lost",
        "≥ 0.95; ≥ 50 %",
        `${words(slopes["first come"])}; ${percent(share("first come"))}`,
        blind >= 0.95 && share("first come") >= 0.5,
      ),
    ],
    controls: [
      {
        name: "no prices (first come, first served): exponent ≤ 0.65 and ≤ 4 % lost",
        failed: blind > 0.65 && share("first come") > 0.04,
        measured: `${words(slopes["first come"])}; ${percent(share("first come"))} lost`,
      },
    ],
  };
}
