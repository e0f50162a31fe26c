// Glicko-2 (Glickman, 2013, "Example of the Glicko-2 system"): ratings with a deviation and a volatility, updated by all games of a rating
// period at once.

/** A player's rating and deviation on the Glicko scale (1500 and 350 for a new player), and volatility. */
export interface Glicko {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
}

/** A game and the opponent as rated before the period: 1 for a win, 0.5 for a tie, 0 for a loss. */
export interface GlickoGame {
  readonly against: Glicko;
  readonly score: number;
}

/** Factor between the Glicko scale and the Glicko-2 scale. */
const SCALE = 173.7178;
const CENTRE = 1500;
/** Accuracy of the volatility. */
const TOLERANCE = 1e-9;

/** Returns the player after a rating period with these games; `tau` constrains the change of the volatility (0.3 to 1.2). */
export function afterPeriod(player: Glicko, games: readonly GlickoGame[], tau: number): Glicko {
  const mu = (player.rating - CENTRE) / SCALE;
  const phi = player.deviation / SCALE;
  if (games.length === 0) {
    return { ...player, deviation: SCALE * Math.sqrt(phi * phi + player.volatility ** 2) };
  }
  let information = 0;
  let surprise = 0;
  for (const { against, score } of games) {
    const g = 1 / Math.sqrt(1 + (3 * (against.deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-g * (mu - (against.rating - CENTRE) / SCALE)));
    information += g * g * expected * (1 - expected);
    surprise += g * (score - expected);
  }
  const variance = 1 / information;
  const volatility = newVolatility(player.volatility, phi, variance, variance * surprise, tau);
  const before = phi * phi + volatility * volatility;
  const after = 1 / (1 / before + information);
  return {
    rating: CENTRE + SCALE * (mu + after * surprise),
    deviation: SCALE * Math.sqrt(after),
    volatility,
  };
}

/** Step 5 of the paper, by the Illinois algorithm. */
function newVolatility(sigma: number, phi: number, v: number, delta: number, tau: number): number {
  const start = Math.log(sigma * sigma);
  const f = (x: number): number => {
    const e = Math.exp(x);
    const sum = phi * phi + v + e;
    return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - start) / (tau * tau);
  };
  let a = start;
  let b: number;
  if (delta * delta > phi * phi + v) b = Math.log(delta * delta - phi * phi - v);
  else {
    let k = 1;
    while (f(start - k * tau) < 0) k += 1;
    b = start - k * tau;
  }
  let [fa, fb] = [f(a), f(b)];
  while (Math.abs(b - a) > TOLERANCE) {
    const c = a + ((a - b) * fa) / (fb - fa);
    const fc = f(c);
    if (fc * fb <= 0) [a, fa] = [b, fb];
    else fa /= 2;
    [b, fb] = [c, fc];
  }
  return Math.exp(a / 2);
}
