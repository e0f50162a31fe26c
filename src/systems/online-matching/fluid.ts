// What vanishing probabilities come to: an advertiser is taken when its load passes a threshold. Loads that count successes only would
// never pass one.

import { Random } from "../../core/random.ts";
import { triangle } from "../../mechanisms/matching/impressions.ts";
import { balance } from "../../mechanisms/matching/rules.ts";
import { atMost } from "../../study/bound.ts";
import { beside, control, equation, is } from "../../study/claim.ts";
import type { StudyResult } from "../../study/study.ts";
import { faultyMean } from "./faulty.ts";
import { meanOfRuns, simulate } from "./simulate.ts";

const SIZES = [1, 4, 8];
const COPIES = 100;

export function fluidEquations(firstSeed: number, runs: number): StudyResult {
  const rows = SIZES.map((advertisers) => {
    const problem = triangle(advertisers, COPIES, 1 / COPIES);
    const random = Random.of(firstSeed, "fluid", advertisers);
    const [coins, fluid] = (["coins", "fluid"] as const).map((decision) =>
      meanOfRuns(simulate(problem, balance, decision, random.stream(decision), runs)),
    );
    const error = Math.hypot(coins.error, fluid.error);
    const fault = faultyMean(problem, "load counts successes", "fluid", 200, random.stream("faulty"));
    return { advertisers, coins, fluid, error, fault };
  });
  const apart = (value: number, { coins, error }: (typeof rows)[number]) => Math.abs(coins.value - value) / error;
  return {
    claims: [
      equation(
        `Balance by thresholds of load against coins of p = 1/${COPIES}, ${SIZES.join(", ")} advertisers, ${runs} runs each`,
        rows.flatMap((row) => [
          is(apart(row.fluid.value, row), atMost(3), "standard errors apart"),
          beside("thresholds", row.fluid.value),
          beside("coins", row.coins.value),
          beside("error", row.error),
        ]),
      ),
    ],
    controls: [
      control(
        "loads that count successes only: thresholds and coins agree for one size",
        rows.flatMap((row) => [
          is(apart(row.fault, row), atMost(3), "standard errors apart"),
          beside("thresholds", row.fault),
          beside("coins", row.coins.value),
        ]),
        { needs: "any" },
      ),
    ],
  };
}
