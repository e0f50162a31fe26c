// Team production with loyalty: members share the output equally, each bears the cost of its own effort, and loyalty adds concern for the
// others. Source: Pant & Yu, arXiv 2601.16237 (TR-3). Closed forms are derived from its definitions.

/** ω, β, c and a_max of TR-3; β < 1 has an interior optimum, β = 1 only corners. */
export interface Production {
  readonly omega: number;
  readonly beta: number;
  readonly cost: number;
  readonly maximum: number;
}

/** φ_B and φ_C of TR-3: weight of the team-mates' payoffs, and reduction of the perceived cost of own effort. */
export interface LoyaltyWeights {
  readonly benefit: number;
  readonly relief: number;
}

/** Whether loyalty weighs the `sum` of the team-mates' payoffs (the report) or their `mean` (the released suite). */
export type Teammates = "sum" | "mean";

/** A team with its production function and loyalty weights. */
export interface TeamTheory {
  readonly members: number;
  readonly production: Production;
  readonly weights: LoyaltyWeights;
  readonly teammates: Teammates;
}

/** Team output Q = ω·(Σ a)^β. */
export const teamOutput = (totalEffort: number, production: Production): number =>
  production.omega * totalEffort ** production.beta;

/** Member's payoff π_i = Q/n − c·a_i. */
export const teamPayoff = (output: number, members: number, effort: number, cost: number): number =>
  output / members - cost * effort;

/** U_i = π_i + θ_i(φ_B·B_i + φ_C·c·a_i), with B_i the sum or mean of the team-mates' payoffs. */
export function teamUtility(
  own: number,
  othersPayoff: number,
  members: number,
  effort: number,
  loyalty: number,
  weights: LoyaltyWeights,
  cost: number,
  teammates: Teammates,
): number {
  const benefit = teammates === "sum" || members < 2 ? othersPayoff : othersPayoff / (members - 1);
  return own + loyalty * (weights.benefit * benefit + weights.relief * cost * effort);
}

/** S_i*: the team total at which member i's marginal utility is zero. */
export function targetTotal(
  loyalty: number,
  members: number,
  production: Production,
  weights: LoyaltyWeights,
  teammates: Teammates,
): number {
  const { omega, beta, cost } = production;
  const teammatesCounted = teammates === "sum" ? members - 1 : 1;
  const benefit = 1 + loyalty * weights.benefit * teammatesCounted;
  const burden = 1 - weights.relief * loyalty;
  return ((omega * beta * benefit) / (members * cost * burden)) ** (1 / (1 - beta));
}

/** Effort per head of a team without loyalty, a* = (ωβ / (c·n^(2−β)))^(1/(1−β)). */
export function freeRidingEffort(members: number, production: Production): number {
  const { omega, beta, cost } = production;
  return ((omega * beta) / (cost * members ** (2 - beta))) ** (1 / (1 - beta));
}

/** Effort per head that maximises the team's total payoff, (ωβ/c)^(1/(1−β))/n. */
export function optimalEffort(members: number, production: Production): number {
  const { omega, beta, cost } = production;
  return ((omega * beta) / cost) ** (1 / (1 - beta)) / members;
}
