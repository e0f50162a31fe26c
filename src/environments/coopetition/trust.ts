// Trust and reputation between every ordered pair of actors: slow to build, fast to erode, and capped by remembered damage.
// Source: Pant & Yu, arXiv 2510.24909 (TR-2). The same two laws serve the environments, the report's sweeps and TR-4.

/** Parameters of the two laws (TR-2; defaults of its validation in brackets). */
export interface TrustParameters {
  /** λ+ (0.10): share of the gap that one fully cooperative step closes. */
  readonly building: number;
  /** λ− (0.30): share of trust that one full violation destroys. */
  readonly erosion: number;
  /** μ_R (0.60): damage that a full violation does to reputation. */
  readonly damage: number;
  /** δ_R (0.03): share of the damage that is forgotten per step. */
  readonly decay: number;
  /** ξ (0.50): how much more a violation hurts those who depend on the violator. */
  readonly amplification: number;
  /** κ (1.0): steepness of the signal in the distance from the baseline. */
  readonly sensitivity: number;
}

/** TR-2's default parameters. */
export const TRUST_DEFAULTS: TrustParameters = {
  building: 0.1,
  erosion: 0.3,
  damage: 0.6,
  decay: 0.03,
  amplification: 0.5,
  sensitivity: 1,
};

/**
 * How trust is built: `gap` closes a share of the gap to the ceiling (released code, all environments);
 * `product` is λ+·s·(1−T)·(1−R) (the report's first version).
 */
export type BuildingRule = "gap" | "product";

/** s_j = tanh(κ(a_j − b_j)) (TR-2 eq. 6): how an action looks beside what was expected. */
export function signalOf(action: number, baseline: number, sensitivity: number): number {
  return Math.tanh(sensitivity * (action - baseline));
}

/** Change of trust T_ij after signal s_j, under the gap rule with the given ceiling; erosion is TR-2 eq. 8. */
export function trustChange(
  trust: number,
  ceiling: number,
  signal: number,
  dependence: number,
  building: number,
  erosion: number,
  amplification: number,
): number {
  if (signal > 0) return trust < ceiling ? building * signal * (ceiling - trust) : 0;
  return erosion * signal * trust * (1 + amplification * dependence);
}

/** Growth of trust under the product rule, for s > 0. */
export function productGrowth(trust: number, damage: number, signal: number, building: number): number {
  return building * signal * (1 - trust) * (1 - damage);
}

/** Change of reputation damage R_ij after signal s_j (TR-2 eq. 9); `alwaysDecay` forgets during a violation too, as older runs did. */
export function damageChange(
  damage: number,
  signal: number,
  rate: number,
  decay: number,
  alwaysDecay: boolean,
): number {
  if (signal < 0) return -rate * signal * (1 - damage) - (alwaysDecay ? decay * damage : 0);
  return -decay * damage;
}

/** One scalar pair as TR-2's sweeps and cases move it: both laws read the old values, then both are clipped to [0, 1]. */
export interface TrustPair {
  trust: number;
  damage: number;
}

/** Options in which the report, its released code and its older runs differ. */
export interface TrustRule {
  readonly building: BuildingRule;
  readonly alwaysDecay: boolean;
}

/** Moves `pair` by one signal. */
export function updatePair(
  pair: TrustPair,
  signal: number,
  dependence: number,
  parameters: TrustParameters,
  rule: TrustRule,
): void {
  const { trust, damage } = pair;
  const change =
    signal > 0 && rule.building === "product"
      ? productGrowth(trust, damage, signal, parameters.building)
      : trustChange(
          trust,
          1 - damage,
          signal,
          dependence,
          parameters.building,
          parameters.erosion,
          parameters.amplification,
        );
  pair.trust = unit(trust + change);
  pair.damage = unit(damage + damageChange(damage, signal, parameters.damage, parameters.decay, rule.alwaysDecay));
}

function unit(x: number): number {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}
