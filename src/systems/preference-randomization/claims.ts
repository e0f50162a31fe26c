// What the arms' regret and questions must show, and what must go wrong where the idea is taken out.

import { powerLaw } from "../../evaluation/statistics/correlation.ts";
import { above, atLeast, atMost, below } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import type { Comparison } from "../../study/comparison.ts";
import { ratioOf, sampled, share } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { type DuelArmName, type DuelSummary, MARKS, questions } from "./arms.ts";
import type { TaskName } from "./tasks.ts";

/** Arms, of which some left seeds out. */
type Duels = Comparison<DuelArmName, DuelSummary>;

const final = ({ regret }: DuelSummary) => regret[regret.length - 1];

/** Exponent of mean regret in the rounds from the third mark on. */
const growth = (duels: Duels, arm: DuelArmName) => duels.exponent(arm, MARKS.slice(2), ({ regret }) => regret.slice(2));

/** Claims about the query rule that hold in every world; regret and questions of each arm, and how the regret of two of them grows. */
export function queryResult(task: TaskName, duels: Duels, arms: readonly DuelArmName[]): Partial<StudyResult> {
  const quarter = (k: number) => duels.values("ε 0.2", ({ asked }) => asked[k], "always");
  const cheap = (arm: DuelArmName, name: string) =>
    claim(`${task}: regret of ${name} over that of always asking, and its share of the questions`, [
      is(duels.ratio(arm, "always", final), atMost(1.5), "regret"),
      is(duels.ratio(arm, "always", questions), atMost(0.2), "questions"),
    ]);
  const growing = (["ε 0.2", "always"] as const).map((arm) => [arm, { exponent: growth(duels, arm) }] as const);
  return {
    claims: [
      cheap("budget", "the ε that was set by a fifth of the questions"),
      cheap("ε 0.2", "ε = 0.2"),
      claim(
        `${task}: regret of ε = 0.2 over that of asking by chance at the same rate`,
        is(duels.ratio("ε 0.2", "random", final), atMost(0.6)),
      ),
      claim(
        `${task}: questions of the last quarter over those of the first, ε = 0.2`,
        is(ratioOf(quarter(3), quarter(0)), atMost(0.3)),
      ),
    ],
    tables: [
      duels.table(task, arms, { regret: final, questions }),
      table(`${task}: exponent of mean regret from round ${MARKS[2]}`, growing),
    ],
  };
}

/** Claims about noise and about ε. */
export function noiseClaims(task: TaskName, duels: Duels): Claim[] {
  const stuck = duels.conducts("no noise");
  const linear = stuck.filter(({ regret }) => regret[0] > 0 && (powerLaw(MARKS, regret).exponent ?? 0) >= 0.9).length;
  const widths = ["ε 0.1", "ε 0.2", "ε 0.4", "ε 0.8"] as const;
  const steps = widths.slice(1).map((wide, k) => ({ wide, narrow: widths[k], label: `${widths[k]} to ${wide},` }));
  return [
    claim(`${task}: without noise regret grows in proportion (log-log slope ≥ 0.9), and is many times larger`, [
      is(share(linear, stuck.length), atLeast(0.5), "share of processes"),
      is(duels.ratio("no noise", "ε 0.2", final), atLeast(3), "times"),
    ]),
    claim(`${task}: as ε grows over 0.1, 0.2, 0.4, 0.8, questions fall and regret rises`, [
      ...steps.map(({ wide, narrow, label }) =>
        is(duels.less(wide, narrow, questions), below(0), `${label} questions`),
      ),
      ...steps.map(({ wide, narrow, label }) => is(duels.less(wide, narrow, final), above(0), `${label} regret`)),
    ]),
  ];
}

/** Learners that must not learn, or learn more slowly. */
export function brokenArms(duels: Duels): Control[] {
  return [
    control(
      "answers turned round: in the end the policy is better than choosing by chance",
      is(duels.mean("flipped", "aboveChance"), above(0), "return less that of chance"),
    ),
    control(
      "answers by a coin: regret grows more slowly than the rounds (exponent < 0.9), or θ̂ takes sides (mean |P̂ − 1/2| > 0.1)",
      [
        is(growth(duels, "coin"), below(0.9), "exponent"),
        is(duels.mean("coin", "sure"), above(0.1), "|P̂ − 1/2|"),
        beside("of honest answers", sampled(duels.values("always", "sure", "coin"))),
      ],
      { needs: "any" },
    ),
    control(
      "the fresh policy paired with itself: learns as fast as paired with the older one",
      is(duels.less("itself", "ε 0.2", final), atMost(0), "more regret"),
    ),
  ];
}
