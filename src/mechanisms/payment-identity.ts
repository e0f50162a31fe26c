// What truthfulness charges where a bidder's report is one number: t(b) = b·π(b) − ∫₀ᵇ π(z) dz, for an allocation π that never falls
// in the bid (Myerson, 1981; Archer & Tardos, 2001).

/** How exactly a step of the allocation is found, as a share of the bid: nearer to it, sums that are compared differ by rounding. */
const FINEST = 2 ** -40;

/** A bid with which the allocation is less than with a smaller one. */
export class FallingAllocation extends Error {}

/**
 * The payment for bid `bid` ≥ 0 under `allocation`, which must be a step function that never falls: between two points of equal
 * allocation it is constant, and its steps are found by bisection, to 10⁻¹² of the bid. Throws a FallingAllocation where a smaller
 * bid was given more.
 */
export function truthfulPayment(allocation: (bid: number) => number, bid: number): number {
  const won = allocation(bid);
  return bid * won - area(allocation, 0, allocation(0), bid, won, bid * FINEST);
}

/** ∫ of a step function from `a` to `b`, whose values there are known. */
function area(
  allocation: (bid: number) => number,
  a: number,
  atA: number,
  b: number,
  atB: number,
  finest: number,
): number {
  // Rounding in sums of clicks is no fall.
  if (atB < atA - 1e-12 * Math.abs(atA)) throw new FallingAllocation(`${atA} for a bid of ${a}, and ${atB} for ${b}`);
  if (b - a <= finest || Math.abs(atB - atA) <= 1e-15 * Math.abs(atB)) return (b - a) * 0.5 * (atA + atB);
  const middle = a + (b - a) / 2;
  const between = allocation(middle);
  return area(allocation, a, atA, middle, between, finest) + area(allocation, middle, between, b, atB, finest);
}
