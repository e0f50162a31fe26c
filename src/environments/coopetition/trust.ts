// Dynamics of trust. Every ordered pair of actors has trust and remembered damage, both in [0, 1]: trust builds slowly and erodes fast, and
// damage limits its recovery. Environments, simulators and players share this law and differ in the options of `TrustRule`. Source: Pant &
// Yu, arXiv 2510.24909 (TR-2); equation numbers are that report's.

/** Rates of the law; all except ξ and κ are shares per step. */
export interface TrustParameters {
  /** λ+ (0.10): share of the gap to the ceiling closed by one fully cooperative step. */
  readonly building: number;
  /** λ− (0.30): share of trust destroyed by one full violation. */
  readonly erosion: number;
  /** μ_R (0.60): damage to reputation by a full violation. */
  readonly damage: number;
  /** δ_R (0.03): share of the damage forgotten per step. */
  readonly decay: number;
  /** ξ (0.50): amplification of a violation for actors who depend on the violator. */
  readonly amplification: number;
  /** κ (1.0): steepness of the signal in the deviation from the baseline, per unit of action. */
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

/** Options in which reports, released code and earlier runs differ. */
export interface TrustRule {
  /** For s > 0 trust grows by λ+·s·(C − T) below its ceiling C (`gap`) or by λ+·s·(1 − T)·(1 − R) (`product`). */
  readonly growth: "gap" | "product";
  /** Parameters of the ceiling of trust, C = min(cap, 1 − burden·R), both in [0, 1]. */
  readonly cap: number;
  readonly burden: number;
  /** Whether trust above its ceiling falls to it; otherwise it only stops growing. */
  readonly falls: boolean;
  /** Whether damage also decays during a violation. */
  readonly alwaysDecay: boolean;
}

export interface TrustLaw extends Omit<TrustParameters, "sensitivity">, TrustRule {}

/** Creates a law. Defaults are TR-2's: growth by the gap to 1 − R, which trust may exceed. */
export function trustLaw(parameters: Omit<TrustParameters, "sensitivity">, rule: Partial<TrustRule> = {}): TrustLaw {
  const { building, erosion, damage, decay, amplification } = parameters;
  const { growth = "gap", cap = 1, burden = 1, falls = false, alwaysDecay = false } = rule;
  // An object literal with constant fields, which the engine can optimise.
  return { building, erosion, damage, decay, amplification, growth, cap, burden, falls, alwaysDecay };
}

/** s_j = tanh(κ(a_j − b_j)) (eq. 6): signal of an action relative to the expected one. */
export const signalOf = (action: number, baseline: number, sensitivity: number): number =>
  Math.tanh(sensitivity * (action - baseline));

/** T_ij after signal s_j; other quantities are from before the step. A violation costs λ−·|s|·T·(1 + ξ·D) (eq. 8). */
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

/** R_ij after signal s_j: a violation adds μ_R·|s|·(1 − R) (eq. 9), any other step subtracts δ_R·R. */
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

/** Updates `pair` by one signal. */
export function updatePair(pair: TrustPair, signal: number, dependence: number, law: TrustLaw): void {
  const { trust, damage } = pair;
  pair.trust = nextTrust(trust, damage, signal, dependence, law);
  pair.damage = nextDamage(damage, signal, law);
}
