// What the trained writers show of the cliff.

import { atLeast, below, near, within } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import { type Comparison, comparison } from "../../study/comparison.ts";
import { difference, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { bySeed } from "../../study/table.ts";
import { BONUS, DIVERGENCE_ARMS, ENTROPY_ARMS, USUAL_ARMS, WEIGHTS, type Writing } from "./writers.ts";

type Arms = Comparison<string, Writing>;

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
const logit = (p: number) => Math.log(p / (1 - p));

const LARGEST = WEIGHTS[WEIGHTS.length - 1];
/** What the bonus and its opposite add to the logit of brackets under a regulariser of that weight. */
const WAYS = [
  ["up", BONUS / LARGEST],
  ["down", -BONUS / LARGEST],
] as const;

/** The claims on writings by arm, of each seed; those that only the first seeds trained are compared on these. */
export function writerClaims(written: readonly Readonly<Record<string, Writing>>[], full: boolean): StudyResult {
  const arms: Arms = comparison(written, { shares: ["bracketed", "correct", "followed"] });
  const meters = { brackets: "bracketed", right: "correct", obeyed: "followed" } as const;
  return {
    claims: [...usualClaims(arms), ...entropyClaims(arms), ...(full ? divergenceClaims(arms) : [])],
    controls: [wrongFormat(arms)],
    tables: [
      arms.table("writers with the usual GRPO", ["warm", ...USUAL_ARMS], meters),
      arms.table("writers with plain advantages", [...ENTROPY_ARMS, ...(full ? DIVERGENCE_ARMS : [])], meters),
      bySeed("share of brackets", { "without a bonus": arms.values("none", "bracketed") }),
    ],
  };
}

/** With the usual GRPO, whose group deviation makes any difference large. */
function usualClaims(arms: Arms): Claim[] {
  const alike = (one: string, other: string) =>
    is(arms.less(one, other, "correct"), within(-0.03, 0.03), `${one} less ${other}`);
  const free = arms.values("none", "bracketed");
  return [
    claim("writers: right answers without a bonus, with +0.01 and with −0.01 for brackets", [
      alike("up", "none"),
      alike("down", "none"),
      alike("up", "down"),
    ]),
    claim("writers: share of brackets with +0.01 for them less that with −0.01", [
      is(arms.less("up", "down", "bracketed"), atLeast(0.6)),
      beside("without a bonus, largest share of a seed less the smallest", Math.max(...free) - Math.min(...free)),
    ]),
    claim(
      "brackets were asked for, and only right answers are paid: change of the share that obeys",
      is(arms.less("none", "warm", "followed"), within(-0.2, 0.2)),
    ),
    claim("brackets, 0.05 for obeying: share that obeys", is(arms.mean("instructed", "followed"), atLeast(0.9))),
  ];
}

/** The difference of bracket rates between the bonus and its opposite, seed by seed. */
function apart(arms: Arms, arm: string): number[] {
  const down = arms.values(`${arm} down`, "bracketed");
  return arms.values(`${arm} up`, "bracketed").map((rate, k) => rate - down[k]);
}

/** What the bonus moves falls with the weight of a regulariser. */
function falling(arms: Arms, regulariser: string): Claim {
  const steps = ["plain", ...WEIGHTS.map((weight) => `${regulariser} ${weight}`)];
  const moved = steps.map((arm) => apart(arms, arm));
  return claim(
    `plain advantages, ${regulariser} of weight 0, ${WEIGHTS.join(", ")}: what ±0.01 moves the share of brackets by falls`,
    steps.flatMap((arm, k) => [
      beside(arm, sampled(moved[k])),
      ...(k === 0 ? [] : [is(difference(moved[k], moved[k - 1]), below(0), "less the one before")]),
    ]),
  );
}

/** With plain advantages, where entropy has the weight that theory gives it. */
function entropyClaims(arms: Arms): Claim[] {
  return [
    falling(arms, "entropy"),
    claim(
      `the same, entropy of weight ${LARGEST}: shares of brackets near σ(±0.01/α)`,
      WAYS.map(([way, pay]) => is(arms.mean(`entropy ${LARGEST} ${way}`, "bracketed"), near(logistic(pay), 0.1), way)),
    ),
  ];
}

/** The same with a divergence from the warm model, which keeps the warm model's share. */
function divergenceClaims(arms: Arms): Claim[] {
  const base = arms.values("warm", "bracketed");
  return [
    falling(arms, "divergence"),
    claim(
      `the same, divergence of weight ${LARGEST}: shares of brackets less σ(logit π₀ ± 0.01/β)`,
      WAYS.map(([way, pay]) => {
        const expected = base.map((share) => logistic(logit(share) + pay));
        const apart = difference(arms.values(`divergence ${LARGEST} ${way}`, "bracketed"), expected);
        return is(apart, within(-0.1, 0.1), way);
      }),
    ),
  ];
}

/** One format is wrong: no tie, and nothing to turn. */
function wrongFormat(arms: Arms): Control {
  return control("writers, brackets are wrong: ±0.01 for brackets moves their share by 0.6 or more", [
    is(arms.less("wrong up", "wrong down", "bracketed"), atLeast(0.6)),
    beside("share of brackets with +0.01", arms.mean("wrong up", "bracketed")),
  ]);
}
