// What the trained arms show of the claims. Thresholds were fixed before the first run.

import { spearman } from "../../evaluation/statistics/correlation.ts";
import { above, atLeast, atMost, equalTo, within, worded } from "../../study/bound.ts";
import { type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { exact, percent, ratioOf, sampled } from "../../study/figure.ts";
import { type Table, table } from "../../study/table.ts";
import { ALIKE, ARMS, byCoins, CLIPPED, NEGATIVE_AWARE, type Outcome, RFT, type Trained } from "./arms.ts";

/** Most that labels which say nothing may gain. */
const NOTHING = 0.02;

/** Trained arms of all seeds. */
const armsOf = (seeds: readonly Trained[]) =>
  comparison<string, Outcome>(
    seeds.map(({ arms }) => arms),
    { shares: ["passAt1", "passAtK", "held"], amounts: ["entropy"] },
  );

/** The claims on one task. */
export function trainingClaims(task: string, seeds: readonly Trained[]): Claim[] {
  const arms = armsOf(seeds);
  const best = arms.best(CLIPPED, "passAt1");
  const falls = arms.values(RFT, ({ entropies }) => spearman([...entropies.keys()], entropies) ?? 0);
  return [
    claim(`${task}: pass@1 of NFT less that of RFT`, is(arms.less(NEGATIVE_AWARE, RFT, "passAt1"), atLeast(0.03))),
    claim(`${task}: final entropy of NFT less that of RFT`, is(arms.less(NEGATIVE_AWARE, RFT, "entropy"), above(0))),
    claim(
      `${task}: pass@1 of NFT less that of the best of GRPO, Dr. GRPO and DAPO`,
      is(arms.less(NEGATIVE_AWARE, best, "passAt1"), within(-0.03, 0.03), best),
    ),
    claim(
      `${task}: pass@1 with ω = 1 − r̂ less that with ω = 1`,
      is(arms.less(NEGATIVE_AWARE, ALIKE, "passAt1"), atLeast(-0.01)),
    ),
    claim(`${task}: entropy of RFT over rounds, Spearman's ρ`, is(sampled(falls, 0.95, [-1, 1]), atMost(-0.8))),
  ];
}

/** Labels that say nothing teach nothing. */
export function coinControl(task: string, seeds: readonly Trained[]): Control {
  const arms = armsOf(seeds);
  return control(
    `${task}: labels turned round with probability ½ raise an arm's pass@1`,
    ARMS.map((arm) => is(arms.less(byCoins(arm), "warm", "passAt1"), above(NOTHING), arm)),
    { needs: "any" },
  );
}

/** Without the floor π⁻ becomes negative, and its logarithm ends. */
export function plainControl(task: string, all: readonly Trained[]): Control {
  const runs = all.flatMap(({ arms, plain }) => (plain === undefined ? [] : [{ warm: arms.warm, plain }]));
  const broken = runs.filter(({ warm, plain }) => typeof plain === "string" || plain.passAt1 < warm.passAt1 / 2);
  const said = broken.flatMap(({ plain }) => (typeof plain === "string" ? [plain] : []));
  return control(
    `${task}: NFT with the plain logarithm in the place of max_v trains to the end in every seed`,
    is(
      exact(broken.length),
      worded(equalTo(0), "no seed breaks or loses half of its pass@1"),
      `of ${runs.length} seeds`,
    ),
    { note: said.length === 0 ? undefined : `the first: ${said[0]}` },
  );
}

/** Every arm in figures, with the warm model that all begin from. */
export function armTable(task: string, seeds: readonly Trained[]): Table {
  const { mean, values } = armsOf(seeds);
  const before = values("warm", "passAt1");
  const gains = (arm: string) => values(arm, "passAt1").map((end, seed) => end - before[seed]);
  const stands = (arm: string) => ({
    "pass@1": mean(arm, "passAt1"),
    "pass@16": mean(arm, "passAtK"),
    entropy: mean(arm, "entropy"),
  });
  const reached = (arm: string) => ({
    ...stands(arm),
    "gain, of NFT's": ratioOf(gains(arm), gains(NEGATIVE_AWARE)),
    "held by the floor": arm === NEGATIVE_AWARE ? percent(mean(arm, "held")) : undefined,
  });
  return table(task, {
    before: stands("warm"),
    ...Object.fromEntries(ARMS.map((arm) => [arm, reached(arm)])),
  });
}
