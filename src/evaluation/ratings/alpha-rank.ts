// alpha-Rank (Omidshafiei et al., 2019): mutants occasionally enter a population of identical players. A rating is the share of time that
// the population consists of that player. In a cycle of players each keeps its share, which a scalar strength cannot express.

export interface AlphaRankTerms {
  /** Selection intensity, α ≥ 0. */
  readonly alpha: number;
  /** Population size, m ≥ 2. */
  readonly population: number;
}

/**
 * Ratings of a symmetric two-player game, [players]: `payoffs[r·n + s]` is the payoff of r against s. Fixation probability of one r among m
 * − 1 of s: ρ = 1/(1 + Σ_{l<m} Π_{k≤l} e^{−α(f_r(k) − f_s(k))}), where the payoffs f exclude self-play. It is computed in logarithms, as
 * α·m may be large.
 */
export function alphaRank(payoffs: Float64Array, { alpha, population: m }: AlphaRankTerms): Float64Array {
  const n = Math.sqrt(payoffs.length);
  const rates = new Float64Array(n * n);
  for (let s = 0; s < n; s++) {
    for (let r = 0; r < n; r++) if (r !== s) rates[s * n + r] = fixation(payoffs, n, r, s, alpha, m);
  }
  return stationary(rates, n);
}

/**
 * Stationary distribution of a chain with these rates, [n × n], by elimination without subtractions (Grassmann, Taksar & Heyman, 1985),
 * which keeps the relative accuracy of rates of any size. Overwrites the rates.
 */
function stationary(rates: Float64Array, n: number): Float64Array {
  const leaving = new Float64Array(n);
  for (let k = n - 1; k > 0; k--) {
    for (let j = 0; j < k; j++) leaving[k] += rates[k * n + j];
    for (let i = 0; i < k; i++) {
      const share = rates[i * n + k] / leaving[k];
      for (let j = 0; j < k; j++) if (i !== j) rates[i * n + j] += share * rates[k * n + j];
    }
  }
  const shares = new Float64Array(n);
  shares[0] = 1;
  for (let k = 1; k < n; k++) {
    for (let i = 0; i < k; i++) shares[k] += (shares[i] * rates[i * n + k]) / leaving[k];
  }
  const sum = shares.reduce((all, share) => all + share, 0);
  return shares.map((share) => share / sum);
}

function fixation(payoffs: Float64Array, n: number, r: number, s: number, alpha: number, m: number): number {
  const [rr, rs, sr, ss] = [payoffs[r * n + r], payoffs[r * n + s], payoffs[s * n + r], payoffs[s * n + s]];
  /** Exponents of the products; the largest is factored out of the sum. */
  let exponent = 0;
  let most = 0;
  const exponents: number[] = [];
  for (let k = 1; k < m; k++) {
    const mutant = ((k - 1) * rr + (m - k) * rs) / (m - 1);
    const resident = (k * sr + (m - k - 1) * ss) / (m - 1);
    exponent -= alpha * (mutant - resident);
    exponents.push(exponent);
    most = Math.max(most, exponent);
  }
  const sum = exponents.reduce((all, one) => all + Math.exp(one - most), Math.exp(-most));
  // Rates must stay above 0: a chain that is not irreducible has no unique stationary distribution.
  return Math.max(Math.exp(-most) / sum, RAREST);
}

/** Smallest rate, far enough above the smallest double that products with it do not underflow. */
const RAREST = 1e-280;
