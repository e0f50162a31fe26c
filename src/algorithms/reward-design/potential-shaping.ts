// Potential-based shaping as a table: what r + γΦ(s') − Φ(s) is worth on average before the next state is known.

import { expectedNext, type TabularMdp } from "../../environments/tabular/mdp.ts";

/**
 * r(s,a) + γE[Φ(s')] − Φ(s), [states × actions] (Ng, Harada & Russell, 1999). `potential` is [states]; it counts as 0 in
 * terminal states, which keeps every policy's return at V(s) − Φ(s) and with it the order of policies.
 */
export function potentialShaping(mdp: TabularMdp, potential: ArrayLike<number>): Float64Array {
  const phi = Float64Array.from({ length: mdp.states }, (_, s) => (mdp.terminal[s] === 1 ? 0 : potential[s]));
  return mdp.reward.map((reward, at) => {
    const s = Math.floor(at / mdp.actions);
    if (mdp.terminal[s] === 1) return 0;
    return reward + mdp.discount * expectedNext(mdp, s, at % mdp.actions, phi) - phi[s];
  });
}
