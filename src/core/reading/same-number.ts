// Several written forms of one number, such as "0.25 or 25%" and "1/3, or about 0.333".

import { scaled } from "./amounts.ts";
import { distance, type WrittenNumber } from "./distance.ts";

/** A number as a share of one where it is a percentage. */
const plain = ({ value, isPercentage }: WrittenNumber): number => (isPercentage ? scaled(value, -2) : value);

/** The power of ten of the last digit that is written; undefined for fractions. */
const lastPlace = ({ exact, isPercentage }: WrittenNumber): number | undefined =>
  exact === undefined ? undefined : exact.power - (isPercentage ? 2 : 0);

/** Whether a number is another one, rounded to two decimal places or more. */
function isRounded(rounded: WrittenNumber, whole: WrittenNumber): boolean {
  const place = lastPlace(rounded);
  if (place === undefined || place > -2) return false;
  return Math.abs(plain(rounded) - plain(whole)) <= 0.5 * 10 ** place * (1 + 1e-9);
}

/** Whether two forms come to one number. */
function areSame(a: WrittenNumber, b: WrittenNumber): boolean {
  if (a.isPercentage === b.isPercentage && distance(a, b) === 0) return true;
  if (a.isPercentage !== b.isPercentage && plain(a) === plain(b)) return true;
  // Only a fraction may be rounded: 3.14 beside 3 may be another number.
  if (a.exact === undefined) return isRounded(b, a);
  return b.exact === undefined && isRounded(a, b);
}

/**
 * Returns the number that all of several forms come to; undefined where they differ. It is the fraction where one is, then the percentage,
 * which a judge compares with numbers of either form.
 */
export function sameNumber(forms: readonly WrittenNumber[]): WrittenNumber | undefined {
  const [first] = forms;
  if (first === undefined) return undefined;
  const rounds = forms.find(({ exact }) => exact === undefined) ?? first;
  if (!forms.every((one) => areSame(one, rounds))) return undefined;
  const isExact = (one: WrittenNumber) => plain(one) === plain(rounds);
  return forms.find((one) => one.isPercentage && isExact(one)) ?? rounds;
}
