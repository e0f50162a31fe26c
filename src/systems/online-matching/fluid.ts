// What vanishing probabilities come to: an advertiser is taken when its load passes a threshold. Loads that count successes only would
// never pass one.

import { Random } from "../../core/random.ts";
import { triangle } from "../../mechanisms/matching/impressions.ts";
import { balance } from "../../mechanisms/matching/rules.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { measured } from "./arms.ts";
import { faultyMean } from "./faulty.ts";
import { simulate } from "./simulate.ts";

const SIZES = [1, 4, 8];
const COPIES = 100;

export function fluidChecks(firstSeed: number, runs: number): { checks: Check[]; controls: Control[] } {
  const rows = SIZES.map((advertisers) => {
    const problem = triangle(advertisers, COPIES, 1 / COPIES);
    const random = Random.of(firstSeed, "fluid", advertisers);
    const of = (rng: "coins" | "fluid") => {
      const successes = new Int32Array(runs);
      simulate(problem, balance, rng, random.stream(rng), successes);
      return measured(successes);
    };
    const [coins, fluid] = [of("coins"), of("fluid")];
    const error = Math.hypot(coins.error, fluid.error);
    const fault = faultyMean(problem, "load counts successes", "fluid", 200, random.stream("faulty"));
    return { advertisers, coins, fluid, error, fault };
  });
  return {
    checks: [
      holds(
        `Balance by thresholds of load against coins of p = 1/${COPIES}, ${SIZES.join(", ")} advertisers, ${runs} runs each`,
        "within 3 standard errors",
        rows
          .map(
            ({ coins, fluid, error }) =>
              `${fluid.mean.toFixed(3)} against ${coins.mean.toFixed(3)} (± ${error.toFixed(3)})`,
          )
          .join("; "),
        rows.every(({ coins, fluid, error }) => Math.abs(coins.mean - fluid.mean) <= 3 * error),
      ),
    ],
    controls: [
      {
        name: "loads that count successes only: thresholds and coins within 3 standard errors",
        failed: rows.every(({ coins, fault, error }) => Math.abs(coins.mean - fault) > 3 * error),
        measured: rows.map(({ coins, fault }) => `${fault.toFixed(3)} against ${coins.mean.toFixed(3)}`).join("; "),
      },
    ],
  };
}
