// Reference players of the twenty environments, computed from their constants: equilibria of actors with dependence, trust or reciprocity,
// and the targets of team theory. Source: the seven oracles of Coopetition-Gym v1 (arXiv 2605.02063), whose own minimiser deviates by up to
// 0.02 from the exact values used here.

import { type Agent, reactive } from "../../core/agent.ts";
import type { NumericSpec, Oracle } from "../../core/environment.ts";
import { actionPlaces } from "../../core/last-actions.ts";
import { type BestResponseOptions, bestResponseFixedPoint } from "../../math/best-response.ts";
import type { Game } from "./declaration.ts";
import { bestInvestment, coopetitiveEquilibrium, surplusWeights } from "./equilibrium.ts";
import { gatedSensitivity, type ResponseParameters, sensitivityTo } from "./reciprocity.ts";
import { freeRidingEffort, optimalEffort, type TeamTheory, targetTotal } from "./team-production.ts";
import { nextTrust, trustLaw } from "./trust.ts";
import { integratedUtilities, privatePayoffs, type ValueGame } from "./value.ts";

/** Reference players of one environment, by name. */
export type Oracles = Readonly<Record<string, Oracle>>;

/** Smallest investment in the equilibria (TR-1's solver); the synergy's slope is infinite at 0. */
const FLOOR = 0.01;
/** Weight of the trust gained per unit of investment, and its highest level (release). */
const TRUST_WEIGHT = 0.2;
const TRUST_CEILING = 0.95;
/** Expected growth of trust over an episode in the reciprocity equilibrium (release). */
const TRUST_GROWTH = 0.35;
/** Assumed loyalty of the loyal team (release). */
const FULL_LOYALTY = 0.9;

/** Oracles of the ten environments of value and trust (TR-1, TR-2). */
export const valueOracles = (game: Game): Oracles => ({
  equilibrium: fixed("coopetitive equilibrium without trust (TR-1 def. 3)", () => equilibriumActions(game)),
  "trust-aware": fixed("the highest equilibrium where investing also buys trust (TR-2)", () => trustAwareActions(game)),
});

/**
 * Oracles of the five team environments (TR-3), efforts in [0, a_max]. The release assigns each member of a loyal team the whole team's
 * target instead of its share, and plays full effort for `nash` where β = 1 has no interior solution: these are the oracles `…-released`.
 * They differ where no member is loyal (TeamProduction) and in PublicGoods.
 */
export function teamOracles({ members, production, weights, teammates }: TeamTheory): Oracles {
  const all = (effort: number) => () => new Array<number>(members).fill(effortWithin(effort, production.maximum));
  const target = targetTotal(FULL_LOYALTY, members, production, weights, teammates);
  const [freeRiding, optimal] = [freeRidingEffort(members, production), optimalEffort(members, production)];
  const { beta } = production;
  return {
    nash: fixed("effort of a team without loyalty, (ωβ/(c·n^(2−β)))^(1/(1−β))", all(freeRiding)),
    "nash-released": fixed("the same; full effort where β = 1", all(beta < 1 ? freeRiding : production.maximum)),
    "social-optimum": fixed("effort that the team's total payoff asks for, (ωβ/c)^(1/(1−β))/n", all(optimal)),
    loyalty: fixed("a member's share of the total at which a loyal team rests (loyalty 0.9)", all(target / members)),
    "loyalty-released": fixed("the whole of that total from every member", all(target)),
  };
}

/** Oracles of the five reciprocal environments (TR-4). */
export const reciprocityOracles = (game: Game, reciprocity: ResponseParameters, spec: NumericSpec): Oracles => ({
  "reciprocity-equilibrium": fixed("equilibrium of actors who count how partners answer (TR-4)", () =>
    reciprocityActions(game, reciprocity),
  ),
  "bounded-reciprocity": {
    meaning: "answers partners' recent changes within bounds, as far as it trusts them (TR-4)",
    play: (seat) => boundedReciprocity(game, reciprocity, spec, seat),
  },
});

/** Investments of the coopetitive equilibrium without trust, [agents]. */
function equilibriumActions(game: Game): readonly number[] {
  const options = { floor: FLOOR, ceiling: game.endowment };
  return coopetitiveEquilibrium(valueGame(game), game.dependence, options).actions;
}

/**
 * Equilibrium of U_i + 0.2·0.95·Σ_j (a_j − b_j)·a_i, [agents]. Investments are strategic complements (both the synergy and the trust term
 * increase in a_i·a_j), so best-response sweeps from full investment converge to the highest equilibrium (Milgrom & Roberts, 1990); a lower
 * one with mutual distrust may also exist.
 */
function trustAwareActions(game: Game): readonly number[] {
  const value = valueGame(game);
  const weights = surplusWeights(game.share, game.dependence);
  return settled(
    (i, actions) => {
      const slope = TRUST_WEIGHT * TRUST_CEILING * othersAboveBaseline(i, actions, game.baseline);
      return bestInvestment(i, actions, value, weights[i], FLOOR, game.endowment[i], slope);
    },
    { start: game.endowment, floor: FLOOR, ceiling: game.endowment },
  );
}

/**
 * Equilibrium of U_i + 0.2·T·Σ_j (a_j − b_j)·a_i/e_i + [Σ_j λ_R·T(1 + ωD_ij)ρ_ij·κ]·max(a_i − b_i, 0)/e_i with T = min(0.95, T_0 + 0.35),
 * [agents]. The kink at b_i is convex: the best response is the better of the optima below and above the baseline.
 */
function reciprocityActions(game: Game, p: ResponseParameters): readonly number[] {
  const value = valueGame(game);
  const weights = surplusWeights(game.share, game.dependence);
  const trust = Math.min(TRUST_CEILING, game.initialTrust + TRUST_GROWTH);
  const answer = (d: number) => gatedSensitivity(trust, d, sensitivityTo(d, p.strength, p.elasticity), p) * p.steepness;
  const answered = game.dependence.map((row, i) => row.reduce((sum, d, j) => (j === i ? sum : sum + answer(d)), 0));
  return settled(
    (i, actions) => {
      const e = game.endowment[i];
      const b = Math.min(Math.max(game.baseline[i], FLOOR), e);
      const slope = (TRUST_WEIGHT * trust * othersAboveBaseline(i, actions, game.baseline)) / e;
      const bonus = answered[i] / e;
      const below = bestInvestment(i, actions, value, weights[i], FLOOR, b, slope);
      const above = bestInvestment(i, actions, value, weights[i], b, e, slope + bonus);
      const worth = (a: number) => {
        const tried = Array.from(actions);
        tried[i] = a;
        const utility = integratedUtilities(privatePayoffs(tried, value), game.dependence)[i];
        return utility + slope * a + bonus * Math.max(a - b, 0);
      };
      return worth(above) > worth(below) ? above : below;
    },
    { start: game.baseline, floor: FLOOR, ceiling: game.endowment },
  );
}

/** Gauss-Seidel sweeps until convergence. Throws where they do not converge, since the result would be no reference. */
function settled(respond: (i: number, actions: Float64Array) => number, options: BestResponseOptions): number[] {
  const { actions, converged, sweeps } = bestResponseFixedPoint(respond, options);
  if (!converged) throw new Error(`the best responses did not settle in ${sweeps} sweeps`);
  return Array.from(actions);
}

/** Σ_{j≠i} (a_j − b_j): the partners' total excess over their baselines. */
const othersAboveBaseline = (i: number, actions: ArrayLike<number>, baseline: readonly number[]): number =>
  baseline.reduce((sum, b, j) => (j === i ? sum : sum + actions[j] - b), 0);

/** The static game of an environment; a random synergy is replaced by its mean, as payoffs are linear in it. */
const valueGame = (game: Game): ValueGame => ({
  endowment: game.endowment,
  share: game.share,
  value: game.value,
  gamma: game.expectedGamma,
});

/** Clips an effort to the box; indifference, undefined in the closed forms at β = 1, becomes no effort. */
const effortWithin = (effort: number, maximum: number): number =>
  Number.isNaN(effort) ? 0 : Math.min(maximum, Math.max(0, effort));

/** Players of one action vector, which is computed at first use. */
function fixed(meaning: string, solve: () => readonly number[]): Oracle {
  let actions: readonly number[] | undefined;
  return {
    meaning,
    play(seat) {
      actions ??= solve();
      const own = actions[seat];
      return reactive(() => own);
    },
  };
}

/** Initial action above the baseline, as a share of the distance to the endowment. */
const START = 0.4;
/** Change of action for a full response, as a share of the endowment. */
const RESPONSE = 0.12;
/** Share of the distance from the baseline that is given up each round. */
const RETURN = 0.05;
/** Upper bound of trust that is built. */
const CEILING = 0.95;

/**
 * Bounded-reciprocity player of one seat (Oracle_BoundedReciprocity of Coopetition-Gym v1, arXiv 2605.02063; equations of arXiv
 * 2604.01240). From a = b + 0.4·(e − b), each round: s_j = a_j − mean of j's last min(k, t) actions, the last one included (so the first
 * two rounds give no signal). Trust T_j changes by λ+·s·max(0, 0.95 − T) or λ−·s·T. Then a += 0.12·e·Σ_j λ_R·T_j(1 + ωD_j)ρ_j·tanh(κ·s_j) −
 * 0.05·(a − b), within [0, e]. Signals are raw, in resources.
 */
function boundedReciprocity(game: Game, p: ResponseParameters, spec: NumericSpec, seat: number): Agent {
  const n = game.endowment.length;
  const endowment = game.endowment[seat];
  const baseline = game.baseline[seat];
  const dependence = game.dependence[seat];
  const sensitivity = dependence.map((d) => sensitivityTo(d, p.strength, p.elasticity));
  // This rule ignores damage, and dependence does not amplify erosion.
  const law = trustLaw(game.trust, { cap: CEILING });
  const places = actionPlaces(spec, seat);
  const trust = new Float64Array(n);
  const history = new Float64Array(p.memory * n);
  let own = 0;
  let round = 0;

  function signal(j: number): number {
    const window = Math.min(p.memory, round);
    if (window === 0) return 0;
    let sum = 0;
    for (let back = 0; back < window; back++) sum += history[((round - 1 - back) % p.memory) * n + j];
    return history[((round - 1) % p.memory) * n + j] - sum / window;
  }

  return {
    reset() {
      trust.fill(game.initialTrust);
      own = baseline + START * (endowment - baseline);
      round = 0;
    },
    act(observation, action) {
      if (round > 0) {
        const slot = ((round - 1) % p.memory) * n;
        for (let j = 0; j < n; j++) history[slot + j] = observation[places[j]];
      }
      let answer = 0;
      for (let j = 0; j < n; j++) {
        if (j === seat) continue;
        const s = signal(j);
        trust[j] = nextTrust(trust[j], 0, s, 0, law);
        answer += gatedSensitivity(trust[j], dependence[j], sensitivity[j], p) * Math.tanh(p.steepness * s);
      }
      own += RESPONSE * endowment * answer - RETURN * (own - baseline);
      own = Math.min(endowment, Math.max(0, own));
      round += 1;
      action[0] = own;
    },
  };
}
