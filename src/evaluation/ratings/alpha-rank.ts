// alpha-Rank (Omidshafiei et al., 2019): a population of one player is now and then entered by another; ratings are the shares of time that
// each one holds it. Cycles keep their share, which one number for strength cannot show.

export interface AlphaRankTerms {
  /** How strongly what a player earns decides, α ≥ 0. */
  readonly alpha: number;
  /** Players of the population, m ≥ 2. */
  readonly population: number;
}

/**
 * Shares of time, [players], of a symmetric game of two: `payoffs[r·n + s]` is what r earns against s. Fixation of a lone r among m − 1 of
 * s: ρ = 1/(1 + Σ_{l<m} Π_{k≤l} e^{−α(f_r(k) − f_s(k))}), where the payoffs f leave out oneself; in logarithms, as α·m may be large.
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
 * The stationary distribution of a chain with these rates, [n × n], by elimination without a difference (Grassmann, Taksar & Heyman,
 * 1985): rates of any size keep their digits. Overwrites the rates.
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
  /** Exponents of the products, of which the largest is taken out of the sum. */
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
  // Never 0: a chain whose ways are closed has no one distribution.
  return Math.max(Math.exp(-most) / sum, RAREST);
}

/** Above the smallest double by enough that products with it are none of 0. */
const RAREST = 1e-280;
