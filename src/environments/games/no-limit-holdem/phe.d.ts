// Types for a package that ships none.

declare module "phe" {
  /** Strength of five, six or seven cards by their codes; lower is stronger, and tied hands are equal. */
  export function evaluateCardCodes(codes: ArrayLike<number>): number;
  /** Category of a strength, from 0 for a straight flush to 8 for a high card. */
  export function handRank(strength: number): number;
  /** Formats a card's code as `Ah`. */
  export function stringifyCardCode(code: number): string;
}
