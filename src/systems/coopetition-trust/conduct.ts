// TR-2's law at work in the worlds: steady conduct builds trust, a rare violation ruins it, and remembered damage
// bounds what can be regained. Also what pay would be if it read the trust of before the step, which the released
// worlds do not.
// Sources: Pant & Yu, arXiv 2510.24909 (TR-2); Coopetition-Gym v1 (arXiv 2605.02063) for the worlds and their reference
// totals.

import { fieldOffset, type NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { Bound } from "../../core/registry.ts";
import { TRUST_DEFAULTS, updatePair } from "../../environments/coopetition/trust.ts";
import { trustDilemma } from "../../environments/coopetition/worlds/trust-dilemma.ts";
import { episodeRunner, type JointPolicy, type Witness } from "../../play/episode.ts";
import { streamsBelow } from "../../play/streams.ts";
import { type Check, type Control, closeTo, holds } from "../../study/legacy.ts";
import { gymWorlds } from "../../study/testbeds/coopetition/play.ts";

/** Two units from the baseline the signal is all but saturated. */
const DISTANCE = 2;

/** What an actor does at a step, given its baseline and its endowment. */
type Script = (step: number, seat: number, baseline: number, endowment: number) => number;

const steady: Script = (_step, _seat, baseline) => baseline + DISTANCE;
const everyTenthBelow: Script = (step, _seat, baseline) => baseline + (step % 10 === 9 ? -DISTANCE : DISTANCE);
/** The reference suite's script C. */
const scriptC: Script = (step, seat, _baseline, endowment) => endowment * (0.05 + 0.09 * ((7 * step + 3 * seat) % 11));

/** Constants of the recovery-race world, and the trust that ends it as recovered. */
const recoveryRace = { damage: 0.5, decay: 0.01, horizon: 150, target: 0.9 };

/** 1 − R_0(1−δ_R)^k at its horizon: no conduct lifts trust above it. */
const highestRecovery = 1 - recoveryRace.damage * (1 - recoveryRace.decay) ** recoveryRace.horizon;

interface Ending {
  readonly world: string;
  readonly trust: number;
  readonly damage: number;
}

/** Mean trust and damage between different actors when an episode under `script` ends. */
function ending(world: Bound<NumericEnvironment>, script: Script): Ending {
  const environment = world.make();
  playScript(environment, script);
  const { trust, reputation } = environment.state.views;
  const n = environment.spec.agents.length;
  const offDiagonal = (matrix: Float64Array) => {
    let sum = 0;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (i !== j) sum += matrix[i * n + j];
    return sum / (n * (n - 1));
  };
  return { world: world.id, trust: offDiagonal(trust), damage: offDiagonal(reputation) };
}

function playScript(
  environment: NumericEnvironment,
  script: Script,
  before: () => void = () => {},
  after?: Witness,
): void {
  const { spec, state } = environment;
  let baseline = new Float64Array();
  const policy: JointPolicy = {
    reset() {
      // At reset the last actions stand at the baselines.
      baseline = Float64Array.from(state.views.actions);
    },
    act({ actions, steps }) {
      for (let i = 0; i < actions.length; i++) actions[i] = script(steps, i, baseline[i], spec.actionHigh[i]);
      before();
    },
  };
  episodeRunner(environment).play(policy, streamsBelow(Random.of(0, "coopetition-trust", "conduct")), after);
}

/**
 * Thresholds fixed beforehand: alternating conduct ends below 0.2, steady conduct above 0.99 where damage leaves room
 * for it.
 */
export function conductChecks(): Check[] {
  const alternating = gymWorlds.entries().map((world) => ending(world, everyTenthBelow));
  const constant = gymWorlds.entries().map((world) => ending(world, steady));
  const healed = constant.filter(({ damage }) => damage < 0.01);
  const scarred = constant.filter(({ damage }) => damage >= 0.01);
  const most = alternating.reduce((a, b) => (b.trust > a.trust ? b : a));
  const least = healed.reduce((a, b) => (b.trust < a.trust ? b : a));
  return [
    holds(
      "worlds: nine steps 2 units above the baseline and one 2 units below, in all twenty",
      "mean trust ends below 0.2",
      `at most ${most.trust.toFixed(4)} (${most.world})`,
      most.trust < 0.2 && alternating.length === 20,
    ),
    holds(
      "worlds: always 2 units above the baseline, in every world whose damage heals within the episode",
      "mean trust ends above 0.99, in all but recovery-race",
      `at least ${least.trust.toFixed(4)} (${least.world}); left out: ${scarred.map(({ world }) => world).join(", ")}`,
      least.trust > 0.99 && scarred.length === 1 && scarred[0].world === "coopetition/recovery-race",
    ),
    holds(
      "worlds: recovery-race cannot get there, since 1 − R_0(1−δ_R)^k caps trust",
      `mean trust ends below ${highestRecovery.toFixed(4)}`,
      scarred.map(({ trust }) => trust.toFixed(4)).join(", "),
      scarred.every(({ trust }) => trust < highestRecovery),
    ),
  ];
}

/** Closed forms that both rules obey exactly. */
export function exactChecks(): Check[] {
  const grown = { trust: 0.5, damage: 0 };
  const steps = 25;
  const closed = 1 - 0.5 * (1 - TRUST_DEFAULTS.building) ** steps;
  const checks = (["product", "gap"] as const).map((building) => {
    const pair = { ...grown };
    for (let k = 0; k < steps; k++) updatePair(pair, 1, 0.5, TRUST_DEFAULTS, { building, alwaysDecay: false });
    return closeTo(`exact: 1 − (1−T_0)(1−λ+)^25 under full cooperation, ${building} rule`, pair.trust, closed, 1e-12);
  });
  return [...checks, recoveryTime()];
}

/** ln((1−θ)/R_0)/ln(1−δ_R), rounded up, against damage counted down step by step. */
function recoveryTime(): Check {
  const { damage, decay, horizon, target } = recoveryRace;
  const bound = Math.ceil(Math.log((1 - target) / damage) / Math.log(1 - decay));
  const pair = { trust: 0, damage };
  let counted = 0;
  while (1 - pair.damage < target) {
    updatePair(pair, 0, 0, { ...TRUST_DEFAULTS, decay }, { building: "gap", alwaysDecay: false });
    counted++;
  }
  return holds(
    "exact: recovery-race needs more steps to allow trust 0.9 than its horizon has",
    `161 > ${horizon}`,
    `${bound} by the formula, ${counted} counted`,
    bound === 161 && counted === 161 && counted > horizon,
  );
}

/**
 * Integrated pay of trust-dilemma under script C, as the world pays it and as it would be with the trust of before the
 * step.
 */
export function payTotals(): { readonly paid: number; readonly withOldTrust: number } {
  const environment = trustDilemma.make();
  const { spec, state } = environment;
  const n = spec.agents.length;
  const columns = spec.channels.length;
  const utility = spec.channels.findIndex((channel) => channel.name === "utility");
  const payoff = spec.channels.findIndex((channel) => channel.name === "payoff");
  const row = fieldOffset(spec, "dependenceRow");
  if (row === undefined) throw new Error("the world shows no dependence");
  const oldTrust = new Float64Array(n * n);
  let paid = 0;
  let withOldTrust = 0;
  playScript(
    environment,
    scriptC,
    () => {
      for (let k = 0; k < n * n; k++) oldTrust[k] = Math.min(state.views.trust[k], 1 - state.views.reputation[k]);
    },
    ({ outcomes, look }) => {
      const observations = look();
      for (let i = 0; i < n; i++) {
        paid += outcomes[i * columns + utility];
        withOldTrust += outcomes[i * columns + payoff];
        for (let j = 0; j < n; j++) {
          if (j === i) continue;
          const dependence = observations[i * spec.observationSize + row + j];
          withOldTrust += oldTrust[i * n + j] * dependence * outcomes[j * columns + payoff];
        }
      }
    },
  );
  return { paid, withOldTrust };
}

/** The released total to 1e-5, and the same with old trust, which that tolerance must catch. */
export function payCheckAndControl(): { readonly check: Check; readonly control: Control } {
  const { paid, withOldTrust } = payTotals();
  const released = 2972.145;
  const check = closeTo("released worlds: trust-dilemma's integrated pay under script C", paid, released, 1e-5);
  const off = Math.abs(withOldTrust - released) / released;
  return {
    check,
    control: {
      name: "worlds: pay that reads the trust of before the step must miss the released total",
      failed: off > 1e-3,
      measured: `${withOldTrust.toFixed(3)} instead of ${released} (${(100 * off).toFixed(2)}% off)`,
    },
  };
}
