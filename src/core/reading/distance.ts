// Difference of two numbers as they are written: whole numbers beyond 2^53 by all their digits.

/** A decimal number of any size: `digits` × 10^`power`. */
export interface Decimal {
  readonly digits: bigint;
  readonly power: number;
}

export interface WrittenNumber {
  readonly value: number;
  /** True where it was written as a percentage, as in 50 %: `value` is then 50. */
  readonly isPercentage: boolean;
  /** Its exact value, where it was written in digits and powers of ten alone. */
  readonly exact: Decimal | undefined;
}

/** Returns the decimal number of plain digits with a point, times a power of ten. */
export function decimalOf(plain: string, zeros: number): Decimal {
  const [whole, part = ""] = plain.split(".");
  return { digits: BigInt(whole + part), power: zeros - part.length };
}

/** Returns |a − b|, from all digits where a number is too large for a double to hold each whole number. */
export function distance(a: WrittenNumber, b: WrittenNumber): number {
  const isLarge = Math.max(Math.abs(a.value), Math.abs(b.value)) > Number.MAX_SAFE_INTEGER;
  if (!isLarge || a.exact === undefined || b.exact === undefined) return Math.abs(a.value - b.value);
  const power = Math.min(a.exact.power, b.exact.power);
  const at = (one: Decimal) => one.digits * 10n ** BigInt(one.power - power);
  return Math.abs(Number(`${at(a.exact) - at(b.exact)}e${power}`));
}
