// TR-2's law in the worlds: steady conduct builds trust, a rare violation ruins it, damage bounds the rest. A control pays by old trust.
// Sources: Pant & Yu, arXiv 2510.24909 (TR-2); Coopetition-Gym v1 (arXiv 2605.02063) for the worlds and their reference totals.

import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { BoundEntry } from "../../core/registry.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { TRUST_DEFAULTS, trustLaw, updatePair } from "../../environments/coopetition/trust.ts";
import { trustDilemma } from "../../environments/coopetition/trust-worlds.ts";
import { episodeRunner, type JointPolicy } from "../../play/episode.ts";
import { streamsBelow } from "../../play/streams.ts";
import { integratedPay } from "../../rewards/mutuality.ts";
import { above, below, nearly, worded } from "../../study/bound.ts";
import { beside, type Claim, claim, control, equation, inAll, is } from "../../study/claim.ts";
import { matching } from "../../study/matching.ts";
import type { StudyResult } from "../../study/study.ts";
import { gymWorlds, offDiagonalMean, total } from "../../study/testbeds/coopetition/play.ts";
import { SCRIPTS } from "../../study/testbeds/coopetition/reference.ts";
import { trustAfter } from "./sweep.ts";

/** Two units from the baseline the signal is all but saturated. */
const DISTANCE = 2;

/** Constants of the recovery-race world, and the trust that ends it as recovered. */
const recoveryRace = { world: "coopetition/recovery-race", damage: 0.5, decay: 0.01, horizon: 150, target: 0.9 };

/** 1 − R_0(1−δ_R)^k at its horizon: no conduct lifts trust above it. */
const highestRecovery = 1 - recoveryRace.damage * (1 - recoveryRace.decay) ** recoveryRace.horizon;

/** Integrated total of trust-dilemma under script C, and how much its two actors depend on each other. */
const RELEASED_TOTAL = 2972.145;
const DEPENDENCE = 0.6;

/** The worlds draw nothing that trust depends on. */
const streams = () => streamsBelow(Random.of(0, "coopetition-trust", "conduct"));

/** Mean trust and damage between different actors, after every actor played its baseline and `above` more at each step. */
function ending(world: BoundEntry<NumericEnvironment>, above: (step: number) => number) {
  const environment = world.make();
  const { spec, state } = environment;
  let baseline = new Float64Array();
  const policy: JointPolicy = {
    // At reset the last actions stand at the baselines.
    reset() {
      baseline = Float64Array.from(state.views.actions);
    },
    act({ actions, steps }) {
      for (let i = 0; i < actions.length; i++) actions[i] = baseline[i] + above(steps);
    },
  };
  episodeRunner(environment).play(policy, streams());
  const mean = (matrix: Float64Array) => offDiagonalMean(matrix, spec.agents.length);
  return { world: world.id, trust: mean(state.views.trust), damage: mean(state.views.reputation) };
}

/**
 * Thresholds fixed beforehand: alternating conduct ends below 0.2, steady conduct above 0.99 where damage leaves room
 * for it. Pay is that of the released world, and a control.
 */
export function conductClaims(): StudyResult {
  const alternating = gymWorlds.entries().map((world) => ending(world, (t) => (t % 10 === 9 ? -DISTANCE : DISTANCE)));
  const constant = gymWorlds.entries().map((world) => ending(world, () => DISTANCE));
  const others = constant.filter(({ world }) => world !== recoveryRace.world);
  const healed = others.filter(({ damage }) => damage < 0.01);
  const scarred = constant.filter(({ world }) => world === recoveryRace.world);
  const most = alternating.reduce((a, b) => (b.trust > a.trust ? b : a));
  const least = others.reduce((a, b) => (b.trust < a.trust ? b : a));
  const { paid, withOldTrust } = payTotals();
  return {
    claims: [
      claim(
        "worlds: nine steps 2 units above the baseline and one 2 units below, in all twenty",
        is(most.trust, below(0.2), "largest mean trust at the end"),
        { note: most.world },
      ),
      claim(
        "worlds: always 2 units above the baseline, in all but recovery-race",
        [
          is(least.trust, above(0.99), "least mean trust at the end"),
          inAll(healed.length, others.length, "worlds whose damage heals"),
        ],
        { note: least.world },
      ),
      claim("worlds: 1 − R_0(1−δ_R)^k caps trust in recovery-race", [
        ...scarred.map(({ trust }) => is(trust, worded(below(highestRecovery), "below the cap"))),
        beside("the cap is", highestRecovery),
      ]),
      equation(
        "released worlds: trust-dilemma's integrated pay under script C",
        is(paid, nearly(RELEASED_TOTAL, 1e-5)),
      ),
    ],
    controls: [
      control("worlds: pay that reads the trust of before the step gives the released total", [
        is(withOldTrust, nearly(RELEASED_TOTAL, 1e-3)),
        beside("relative distance", Math.abs(withOldTrust / RELEASED_TOTAL - 1)),
      ]),
    ],
  };
}

/** Closed forms that both rules obey exactly. */
export function closedForms(): Claim[] {
  const steps = 25;
  const grown = (["product", "gap"] as const).map((growth) =>
    trustAfter(0.5, 1, 0.5, trustLaw(TRUST_DEFAULTS, { growth }), steps),
  );
  const closed = 1 - 0.5 * (1 - TRUST_DEFAULTS.building) ** steps;
  return [
    equation(
      "exact: 1 − (1−T_0)(1−λ+)^25 under full cooperation",
      matching(["product rule", "gap rule"], grown, [closed, closed], (x) => nearly(x, 1e-12)),
    ),
    recoveryTime(),
  ];
}

/** ln((1−θ)/R_0)/ln(1−δ_R), rounded up, against damage counted down step by step. */
function recoveryTime(): Claim {
  const { damage, decay, horizon, target } = recoveryRace;
  const bound = Math.ceil(Math.log((1 - target) / damage) / Math.log(1 - decay));
  const law = trustLaw({ ...TRUST_DEFAULTS, decay });
  const pair = { trust: 0, damage };
  let counted = 0;
  while (1 - pair.damage < target) {
    updatePair(pair, 0, 0, law);
    counted++;
  }
  return equation("exact: recovery-race needs more steps to allow trust 0.9 than its horizon has", [
    ...matching(["by the formula", "counted"], [bound, counted], [161, 161], 0),
    is(counted - horizon, above(0), "beyond the horizon"),
  ]);
}

/** Integrated pay of trust-dilemma under script C, as the world pays it and by the trust of before the step. */
export function payTotals(): { readonly paid: number; readonly withOldTrust: number } {
  const environment = trustDilemma.make();
  const { actionHigh, channels } = environment.spec;
  const { trust, reputation } = environment.state.views;
  let old = new Float64Array();
  const scriptC: JointPolicy = {
    act({ actions, steps }) {
      old = trust.map((x, k) => Math.min(x, 1 - reputation[k]));
      for (let i = 0; i < actions.length; i++) actions[i] = actionHigh[i] * SCRIPTS.C(steps, i);
    },
  };
  const payoff = channels.findIndex(({ name }) => name === "payoff");
  const byOldTrust: RewardPlan = () => ({
    reset() {},
    pay(outcomes, _status, pay) {
      const [first, second] = [outcomes[payoff], outcomes[channels.length + payoff]];
      pay[0] = first + old[1] * DEPENDENCE * second;
      pay[1] = second + old[2] * DEPENDENCE * first;
    },
  });
  const { totals } = episodeRunner(environment, [integratedPay, byOldTrust]).play(scriptC, streams());
  return { paid: total(totals[0]), withOldTrust: total(totals[1]) };
}
