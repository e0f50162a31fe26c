// Where trust changes. Every ordered pair of actors holds trust and remembered damage, both in [0, 1]: trust is slow to
// build and fast to erode, and damage limits how far it can be rebuilt. Worlds, simulators and players share this one law;
// they differ in the points of `TrustRule`. Source: Pant & Yu, arXiv 2510.24909 (TR-2); equation numbers are that report's.

/** Rates of the law. All are shares per step but for ξ and κ. */
export interface TrustParameters {
  /** λ+ (0.10): share of the gap to the ceiling that one fully cooperative step closes. */
  readonly building: number;
  /** λ− (0.30): share of trust that one full violation destroys. */
  readonly erosion: number;
  /** μ_R (0.60): damage that a full violation does to reputation. */
  readonly damage: number;
  /** δ_R (0.03): share of the damage that is forgotten. */
  readonly decay: number;
  /** ξ (0.50): how much more a violation hurts those who depend on the violator. */
  readonly amplification: number;
  /** κ (1.0): steepness of the signal in the distance from the baseline, per unit of action. */
  readonly sensitivity: number;
}

/** Defaults of TR-2's validation. */
export const TRUST_DEFAULTS: TrustParameters = {
  building: 0.1,
  erosion: 0.3,
  damage: 0.6,
  decay: 0.03,
  amplification: 0.5,
  sensitivity: 1,
};

/** Points in which reports, released code and older runs differ. */
export interface TrustRule {
  /** After s > 0 trust grows by λ+·s·(C − T) below its ceiling C (`gap`) or by λ+·s·(1 − T)·(1 − R) (`product`). */
  readonly growth: "gap" | "product";
  /** C = min(cap, 1 − burden·R), both in [0, 1]. */
  readonly cap: number;
  readonly burden: number;
  /** Whether trust above its ceiling falls to it; otherwise it only stops growing. */
  readonly falls: boolean;
  /** Whether damage is forgotten during a violation too. */
  readonly alwaysDecay: boolean;
}

/** Rates and rule of one law. */
export interface TrustLaw extends Omit<TrustParameters, "sensitivity">, TrustRule {}

/** A law. What `rule` leaves out is as in TR-2: growth by the gap to 1 − R, which trust may exceed. */
export function trustLaw(parameters: Omit<TrustParameters, "sensitivity">, rule: Partial<TrustRule> = {}): TrustLaw {
  const { building, erosion, damage, decay, amplification } = parameters;
  const { growth = "gap", cap = 1, burden = 1, falls = false, alwaysDecay = false } = rule;
  // A literal whose fields are never written again: the engine takes them for constants.
  return { building, erosion, damage, decay, amplification, growth, cap, burden, falls, alwaysDecay };
}

/** s_j = tanh(κ(a_j − b_j)) (eq. 6): an action beside what was expected of its actor. */
export const signalOf = (action: number, baseline: number, sensitivity: number): number =>
  Math.tanh(sensitivity * (action - baseline));

/** T_ij after signal s_j, all else being of before the step. A violation costs λ−·|s|·T·(1 + ξ·D) (eq. 8). */
export function nextTrust(trust: number, damage: number, signal: number, dependence: number, law: TrustLaw): number {
  const free = 1 - law.burden * damage;
  const ceiling = free < law.cap ? free : law.cap;
  let moved = trust;
  if (signal > 0) {
    if (law.growth === "product") moved += law.building * signal * (1 - trust) * (1 - damage);
    else if (trust < ceiling) moved += law.building * signal * (ceiling - trust);
  } else moved += law.erosion * signal * trust * (1 + law.amplification * dependence);
  const most = law.falls ? ceiling : 1;
  return moved < 0 ? 0 : moved > most ? most : moved;
}

/** R_ij after signal s_j: a violation adds μ_R·|s|·(1 − R) (eq. 9), any other step takes off δ_R·R. */
export function nextDamage(damage: number, signal: number, law: TrustLaw): number {
  let change = -law.decay * damage;
  if (signal < 0) change = -law.damage * signal * (1 - damage) - (law.alwaysDecay ? law.decay * damage : 0);
  const moved = damage + change;
  return moved < 0 ? 0 : moved > 1 ? 1 : moved;
}

/** Trust and damage of one pair. */
export interface TrustPair {
  trust: number;
  damage: number;
}

/** Moves `pair` by one signal. */
export function updatePair(pair: TrustPair, signal: number, dependence: number, law: TrustLaw): void {
  const { trust, damage } = pair;
  pair.trust = nextTrust(trust, damage, signal, dependence, law);
  pair.damage = nextDamage(damage, signal, law);
}
