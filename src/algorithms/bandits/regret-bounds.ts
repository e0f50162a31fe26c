// What theory says that bandit learners lose at most, or at least.

/** Largest expected regret of UCB1: 8·Σ_{Δ_i>0} ln n/Δ_i + (1 + π²/3)·ΣΔ_i (Auer, Cesa-Bianchi & Fischer 2002, theorem 1). */
export function ucb1Bound(means: readonly number[], rounds: number): number {
  let bound = 0;
  for (const gap of gapsOf(means)) bound += (8 * Math.log(rounds)) / gap + (1 + Math.PI ** 2 / 3) * gap;
  return bound;
}

/** Largest expected regret of Exp3 where the best arm pays `gain` in all: (e − 1)·γ·gain + K·ln K/γ (Auer et al. 2002, theorem 3.1). */
export function exp3Bound(arms: number, gamma: number, gain: number): number {
  return (Math.E - 1) * gamma * gain + (arms * Math.log(arms)) / gamma;
}

/** Regret per unit of ln n that no consistent learner falls below in the long run on 0/1 payoffs: ΣΔ_i/KL(μ_i, μ*) (Lai & Robbins 1985). */
export function laiRobbinsRate(means: readonly number[]): number {
  const best = Math.max(...means);
  return means.reduce((sum, mean) => (mean < best ? sum + (best - mean) / divergence(mean, best) : sum), 0);
}

/** KL(p, q) of two Bernoulli distributions; infinite where q excludes what p allows. */
function divergence(p: number, q: number): number {
  const part = (a: number, b: number) => (a === 0 ? 0 : a * Math.log(a / b));
  return part(p, q) + part(1 - p, 1 - q);
}

function gapsOf(means: readonly number[]): number[] {
  const best = Math.max(...means);
  return means.filter((mean) => mean < best).map((mean) => best - mean);
}
