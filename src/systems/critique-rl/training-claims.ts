// What the trained critics show of the claims. Thresholds were fixed before the first run.

import { mean } from "../../evaluation/statistics/moments.ts";
import { atLeast, atMost, near, within } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison, type Meter } from "../../study/comparison.ts";
import { difference, exact, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { type Conduct, type Critic, SPOILS } from "./arms.ts";
import { coin, paidBy } from "./mechanism.ts";
import { REFINEMENT } from "./pay.ts";

const METERS = {
  "Acc@Dis": "discrimination",
  "Acc@Refine": "refined",
  "Δ^{c→i}": "spoiled",
  "Δ^{i→c}": "repaired",
  "without a verdict": "silent",
  "reversed, Acc@Dis": "reversedDiscrimination",
  "reversed, Acc@Refine": "reversedRefined",
} as const satisfies Readonly<Record<string, Meter<Conduct>>>;

/** All claims and controls of the trained critics, by seed. */
export function trainingClaims(seeds: readonly Readonly<Record<Critic, Conduct>>[]): StudyResult {
  const critics = comparison<Critic, Conduct>(seeds);
  const names = Object.keys(seeds[0]).filter((name): name is Critic => name in seeds[0]);
  const { less, values } = critics;
  /** By how much two stages are above another critic. */
  const gain = (meter: keyof typeof METERS, other: Critic, least: number) =>
    claim(`${meter}: two stages less ${other}`, is(less("two stages", other, METERS[meter]), atLeast(least)));
  const since = (critic: Critic, meter: Meter<Conduct>) => less(critic, "warm", meter);
  const gaps = names.map((name) => difference(values(name, "spoiled"), values(name, "foretold")).value ?? Number.NaN);
  const tossed = mean(paidBy(coin, REFINEMENT.refine, { spoils: SPOILS }));
  const own = values("two stages", "refined");
  return {
    claims: [
      gain("Acc@Refine", "refinement only", 0.03),
      gain("Acc@Refine", "verdict only", 0.03),
      gain("Acc@Dis", "refinement only", 0.1),
      claim("right answers spoiled, Δ^{c→i}: two stages over refinement only", [
        is(critics.ratio("two stages", "refinement only", "spoiled"), atMost(0.5)),
        beside("two stages", critics.mean("two stages", "spoiled")),
        beside("refinement only", critics.mean("refinement only", "spoiled")),
        beside("difference", less("two stages", "refinement only", "spoiled")),
      ]),
      gain("Acc@Dis", "stage II without gate, bonus and leash", 0.03),
      gain("reversed, Acc@Refine", "refinement only", 0),
      // Where nothing is ever spoiled, pay for refined answers does not mind false alarms; where something is, they are what spoils.
      claim(
        "b = 0, refinement only: Acc@Dis stays, or the critic drifts to n",
        [
          is(since("refinement only, b = 0", "discrimination"), within(-0.05, 0.05), "change of Acc@Dis"),
          is(since("refinement only, b = 0", "falseAlarms"), atLeast(0.1), "of n to right answers"),
        ],
        { needs: "any" },
      ),
      claim(
        `Δ^{c→i} less Acc@First·b·P(n | right), ${names.length} critics`,
        is(exact(Math.max(...gaps.map(Math.abs))), atMost(0.01), "largest gap of means"),
      ),
      claim("Acc@Dis after stage I on shuffled truths, which say nothing about the answers", [
        is(critics.mean("after stage I on shuffled truths", "discrimination"), near(0.5, 0.05)),
        beside("before", critics.mean("warm", "discrimination")),
      ]),
    ],
    controls: [
      control("stage I on shuffled truths raises Acc@Dis by 0.05 or more", [
        is(since("after stage I on shuffled truths", "discrimination"), atLeast(0.05)),
        beside("on true ones", since("after stage I", "discrimination")),
      ]),
      control("a coin for a verdict with the right place is refined as well as two stages: Acc@Refine, less theirs", [
        is(sampled(own.map((refined) => tossed - refined)), atLeast(0)),
        beside("the coin's", exact(tossed)),
        beside("theirs", sampled(own)),
      ]),
    ],
    tables: [critics.table("critics", names, METERS)],
  };
}
