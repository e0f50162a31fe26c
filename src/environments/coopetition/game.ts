// The common step of the twenty Coopetition-Gym environments: actors invest, keep the rest of their endowment, share a synergy, and observe
// each other. Sources: arXiv 2510.18802 and 2510.24909 for the mathematics, the Coopetition-Gym v1 release (arXiv 2605.02063) for the order
// of updates. An environment adds its own rules only by an Extension.

import type { NumericEnvironment, NumericSpec, Oracle } from "../../core/environment.ts";
import { observationSize, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import type { Random } from "../../core/random.ts";
import type { Scene } from "../../core/scene.ts";
import { parts, seats } from "../declaration.ts";
import { networkScene } from "../network-scene.ts";
import { COMMON_CHANNELS, type Common, channelsOf, type Game, isSymmetric, viewFields } from "./declaration.ts";
import { nextDamage, nextTrust, signalOf, trustLaw } from "./trust.ts";
import { NO_ACTION, ownValue, rootOf } from "./value.ts";

// Indices of the common channels in a row of outcomes.
const [INVESTMENT, COOPERATION, VALUE, PAYOFF, UTILITY, TRUST, DAMAGE] = [0, 1, 2, 3, 4, 5, 6];

/** Builds an environment from its constants and rules; `oraclesOf` returns its reference players. */
export function playable(
  game: Game,
  oraclesOf?: (game: Game, spec: NumericSpec) => Readonly<Record<string, Oracle>>,
): NumericEnvironment {
  const n = game.endowment.length;
  const { horizon, value, trustMatters, ends } = game;
  const { sensitivity } = game.trust;
  const law = trustLaw(game.trust, { growth: game.growth, falls: true });
  // Parts of one layout, because the engine accesses small separate arrays more slowly.
  const { endowment, share, baseline, dependence, signals, payoffs, utilities, remembered } = layout({
    endowment: [n],
    share: [n],
    baseline: [n],
    dependence: [n, n],
    signals: [n],
    payoffs: [n],
    utilities: [n],
    remembered: [n],
  }).views;
  endowment.set(game.endowment);
  share.set(game.share);
  baseline.set(game.baseline);
  dependence.set(game.dependence.flat());

  const state = layout({
    step: [1],
    gamma: [1],
    actions: [n],
    trust: [n, n],
    reputation: [n, n],
    ...Object.assign({}, ...game.extensions.map(({ shapes }) => shapes)),
  });
  const views: Readonly<Record<string, Float64Array>> = state.views;
  const { step: counter, gamma, actions: last, trust, reputation } = state.views;
  const live = { actions: last, trust, reputation, gamma, step: counter };
  const common: Common = { agents: n, horizon, endowment, dependence, ...live };

  const channels = channelsOf(game);
  const C = channels.length;
  const place = (name: string): number => channels.findIndex((channel) => channel.name === name);
  const multiplier = place("multiplier");
  const penalty = place("penalty");
  const extensions = game.extensions.map((extension) => extension.bind(common, views, place));
  const extraFields = game.extensions.map(({ observation = [] }) => observation);
  const writers = extensions.map(({ observe }, k) => ({ write: observe, size: observationSize(extraFields[k]) }));

  const others = n > 1 ? n - 1 : 1;
  const pairs = n * others;

  const fields = [...viewFields(game), ...extraFields.flat()];
  const declared: NumericSpec = {
    ...seats(game.labels, (i) => endowment[i]),
    horizon,
    actionUnit: "resources invested",
    observation: fields,
    observationSize: observationSize(fields),
    channels,
    publicState: parts({ trust: "trust", reputation: "reputation damage" }),
    deterministic: game.deterministic,
    symmetric: isSymmetric(game),
  };
  const spec: NumericSpec = oraclesOf === undefined ? declared : { ...declared, oracles: oraclesOf(game, declared) };

  function reset(random: Random, outcomes: Float64Array): void {
    state.buffer.fill(0);
    gamma[0] = game.gamma;
    for (let i = 0; i < n; i++) {
      last[i] = baseline[i];
      for (let j = 0; j < n; j++) {
        trust[i * n + j] = i === j || !trustMatters ? 1 : game.initialTrust;
        reputation[i * n + j] = i === j || !trustMatters ? 0 : game.initialDamage;
      }
    }
    for (const extension of extensions) extension.reset?.(random);
    outcomes.fill(0);
    for (let i = 0; i < n; i++) {
      outcomes[i * C + TRUST] = trustMatters ? game.initialTrust : 1;
      outcomes[i * C + DAMAGE] = trustMatters ? game.initialDamage : 0;
      if (multiplier >= 0) outcomes[i * C + multiplier] = 1;
    }
    for (const extension of extensions) extension.report?.(outcomes, C);
  }

  function step(actions: Float64Array, outcomes: Float64Array, random: Random): Status {
    let productOfActions = 1;
    let idle = false;
    for (let i = 0; i < n; i++) {
      const given = actions[i];
      const most = endowment[i];
      const a = given < 0 ? 0 : given > most ? most : given;
      last[i] = a;
      if (a <= NO_ACTION) idle = true;
      productOfActions *= a;
    }
    if (trustMatters) for (let i = 0; i < n; i++) signals[i] = signalOf(last[i], baseline[i], sensitivity);
    const surplus = idle ? 0 : gamma[0] * rootOf(productOfActions, last);
    for (let i = 0; i < n; i++) {
      const a = last[i];
      const made = ownValue(a, value) + share[i] * surplus;
      const payoff = endowment[i] - a + made;
      payoffs[i] = payoff;
      const row = i * C;
      outcomes[row + INVESTMENT] = a;
      outcomes[row + COOPERATION] = a / endowment[i];
      outcomes[row + VALUE] = made;
      outcomes[row + PAYOFF] = payoff;
      utilities[i] = payoff;
    }
    // Column by column: all partners of j receive the same signal, which makes branches predictable.
    let trustSum = 0;
    for (let j = 0; j < n; j++) {
      const s = signals[j];
      const payoff = payoffs[j];
      let trusted = 0;
      let blamed = 0;
      for (let k = 1; k < n; k++) {
        const i = k > j ? k : k - 1;
        const at = i * n + j;
        const D = dependence[at];
        let T = trust[at];
        let R = reputation[at];
        if (trustMatters) {
          T = nextTrust(T, R, s, D, law);
          R = nextDamage(R, s, law);
          trust[at] = T;
          reputation[at] = R;
        }
        const believed = 1 - R < T ? 1 - R : T;
        utilities[i] += believed * D * payoff;
        trusted += T;
        blamed += R;
      }
      trustSum += trusted;
      outcomes[j * C + TRUST] = trusted / others;
      outcomes[j * C + DAMAGE] = blamed / others;
    }
    for (let i = 0; i < n; i++) outcomes[i * C + UTILITY] = utilities[i];
    if (C > COMMON_CHANNELS) {
      for (let i = 0; i < n; i++) {
        if (multiplier >= 0) outcomes[i * C + multiplier] = 1;
        if (penalty >= 0) outcomes[i * C + penalty] = 0;
      }
    }
    counter[0] += 1;
    for (let k = 0; k < extensions.length; k++) extensions[k].step(outcomes, C, random);
    let status: Status = Status.running;
    if (ends?.(trust, trustSum / pairs)) status |= Status.terminated;
    if (counter[0] >= horizon) status |= Status.truncated;
    return status;
  }

  function observe(observations: Float32Array): void {
    if (game.view !== "joint") {
      for (let j = 0; j < n; j++) {
        let sum = 0;
        for (let k = 0; k < n; k++) sum += reputation[j * n + k];
        remembered[j] = sum / n;
      }
    }
    let at = 0;
    for (let i = 0; i < n; i++) {
      at = game.view === "joint" ? observeJoint(observations, at) : observeSeat(observations, at, i);
      for (let k = 0; k < writers.length; k++) {
        writers[k].write?.(observations, at, i);
        at += writers[k].size;
      }
    }
  }

  function observeJoint(out: Float32Array, offset: number): number {
    let at = offset;
    for (let i = 0; i < n; i++) out[at++] = last[i];
    for (let k = 0; k < n * n; k++) out[at++] = trust[k];
    for (let k = 0; k < n * n; k++) out[at++] = reputation[k];
    for (let k = 0; k < n * n; k++) out[at++] = dependence[k];
    out[at++] = counter[0];
    return at;
  }

  function observeSeat(out: Float32Array, offset: number, i: number): number {
    let at = offset;
    out[at++] = last[i];
    for (let j = 0; j < n; j++) if (j !== i) out[at++] = last[j];
    if (game.view === "parallel") for (let k = 0; k < n * n; k++) out[at++] = trust[k];
    else for (let j = 0; j < n; j++) out[at++] = trust[i * n + j];
    for (let j = 0; j < n; j++) out[at++] = reputation[i * n + j];
    for (let j = 0; j < n; j++) if (j !== i) out[at++] = remembered[j];
    for (let j = 0; j < n; j++) out[at++] = dependence[i * n + j];
    out[at++] = counter[0] / horizon;
    return at;
  }

  function scene(): Scene {
    return networkScene({
      labels: game.labels,
      levels: last.map((invested, i) => (endowment[i] > 0 ? invested / endowment[i] : 0)),
      says: (i) => `${last[i].toFixed(1)} of ${endowment[i]}`,
      ties: trust,
      harm: reputation,
      caption: {
        circles: "A circle is filled by what its actor invests.",
        arrows:
          "An arrow is as thick as its actor's trust, and red where the damage to the other's reputation exceeds a half.",
      },
    });
  }

  return { spec, state, reset, step, observe, scene };
}
