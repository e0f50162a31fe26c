// A player by TR-4's rule of conduct: it moves with what its partners changed of late, within bounds and as far as it
// trusts them, and drifts back to its baseline. Source: Oracle_BoundedReciprocity of Coopetition-Gym v1
// (arXiv 2605.02063; equations of arXiv 2604.01240).

import type { Agent } from "../../core/agent.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { actionPlaces } from "../../core/last-actions.ts";
import type { Game } from "./declaration.ts";
import { gatedSensitivity, type ResponseParameters, sensitivityTo } from "./reciprocity.ts";
import { nextTrust, trustLaw } from "./trust.ts";

/** Share of the endowment above the baseline with which it begins. */
const START = 0.4;
/** Share of its endowment by which it moves for a full answer. */
const RESPONSE = 0.12;
/** Share of its distance from the baseline that it gives up each round. */
const RETURN = 0.05;
/** Trust is not built beyond this. */
const CEILING = 0.95;

/**
 * The player of one seat. From a = b + 0.4·(e − b), each round: s_j = a_j − mean of j's last min(k, t) actions, the last
 * one included (so the first two rounds bring no signal); own trust T_j moves by λ+·s·max(0, 0.95 − T) or λ−·s·T; then
 * a += 0.12·e·Σ_j λ_R·T_j(1 + ωD_j)ρ_j·tanh(κ·s_j) − 0.05·(a − b), within [0, e]. Signals are raw, in resources.
 */
export function boundedReciprocity(game: Game, p: ResponseParameters, spec: NumericSpec, seat: number): Agent {
  const n = game.endowment.length;
  const endowment = game.endowment[seat];
  const baseline = game.baseline[seat];
  const dependence = game.dependence[seat];
  const sensitivity = dependence.map((d) => sensitivityTo(d, p.strength, p.elasticity));
  // It remembers no damage, and dependence does not amplify erosion.
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
