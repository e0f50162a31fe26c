// The package has no types of its own.

declare module "phe" {
  /** The strength of five, six or seven cards by their codes: the lower the stronger, and equal for hands that tie. */
  export function evaluateCardCodes(codes: ArrayLike<number>): number;
  /** The category of a strength, from 0 for a straight flush to 8 for a high card. */
  export function handRank(strength: number): number;
  /** `Ah` of a card's code. */
  export function stringifyCardCode(code: number): string;
}
