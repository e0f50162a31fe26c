// What the trained critics show of the claims. Thresholds were fixed before the first run.

import { mean } from "../../evaluation/statistics/moments.ts";
import { above, atLeast, atMost, below, within } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison, type Meter } from "../../study/comparison.ts";
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
  "Acc@Dis, silence wrong": "spoken",
  "reversed, Acc@Dis": "reversedDiscrimination",
  "reversed, Acc@Refine": "reversedRefined",
} as const satisfies Readonly<Record<string, Meter<Conduct>>>;

/** All claims and controls of the trained critics, by seed. */
export function trainingClaims(seeds: readonly Readonly<Record<Critic, Conduct>>[], full: boolean): StudyResult {
  const critics = comparison<Critic, Conduct>(seeds, { shares: Object.values(METERS) });
  const names = Object.keys(seeds[0]).filter((name): name is Critic => name in seeds[0]);
  /** By how much two stages are above another critic. */
  const gain = (meter: keyof typeof METERS, other: Critic, least: number, own: Critic = "two stages") =>
    claim(`${meter}: ${own} less ${other}`, is(critics.less(own, other, METERS[meter]), atLeast(least)));
  const gains = (rival: Critic) => [
    gain("Acc@Refine", rival, 0.03),
    gain("Acc@Dis", rival, 0.1),
    claim(`right answers spoiled, Δ^{c→i}: two stages over ${rival}`, [
      is(critics.ratio("two stages", rival, "spoiled"), atMost(0.5)),
      beside("difference", critics.less("two stages", rival, "spoiled")),
    ]),
  ];
  const rivals = full ? (["refinement only", "verdict only"] as const) : [];
  const since = (critic: Critic, meter: Meter<Conduct>) => critics.less(critic, "warm", meter);
  const shuffled = critics.mean("after stage I on shuffled truths", "discrimination");
  const tossed = mean(paidBy(coin, REFINEMENT.refine, { spoils: SPOILS }));
  const behind = critics.mean("two stages", ({ refined }) => tossed - refined);
  return {
    claims: [
      ...gains("refinement only"),
      gain("Acc@Refine", "verdict only", 0.03),
      gain("Acc@Dis", "stage II without gate, bonus and leash", 0.03),
      gain("reversed, Acc@Refine", "refinement only", 0),
      // The rival's pay is Acc@Refine itself, unless the refiner begins to spoil after the training.
      ...gains("refinement only, trained where b = 0"),
      claim(
        "b = 0, refinement only: Acc@Dis stays, or the critic drifts to n",
        [
          is(since("the same where b = 0", "discrimination"), within(-0.05, 0.05), "change of Acc@Dis"),
          is(since("the same where b = 0", "falseAlarms"), atLeast(0.1), "of n to right answers"),
        ],
        { needs: "any" },
      ),
      ...rivals.map((rival) => gain("Acc@Refine", `weaker refiner, ${rival}`, 0.03, "weaker refiner, two stages")),
    ],
    controls: [
      control(
        "stage I on shuffled truths: Acc@Dis is not 0.5 ± 0.05",
        [
          is(shuffled, above(0.55)),
          is(shuffled, below(0.45)),
          beside("before", critics.mean("warm", "discrimination")),
        ],
        { needs: "any" },
      ),
      control("stage I on shuffled truths raises Acc@Dis by 0.05 or more", [
        is(since("after stage I on shuffled truths", "discrimination"), atLeast(0.05)),
        beside("on true ones", since("after stage I", "discrimination")),
      ]),
      control("a coin for a verdict with the right place is refined as well as two stages: Acc@Refine, less theirs", [
        is(behind, atLeast(0)),
        beside("the coin's", tossed),
      ]),
    ],
    tables: [critics.table("critics", names, METERS)],
  };
}
