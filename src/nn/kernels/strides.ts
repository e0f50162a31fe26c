// Array indices as sums of digits times strides. jax-js computes indices by quotients and remainders of the element number, most of which
// are digits of that number in the mixed radix of an array's axes.

import { CODE, type Expression } from "./kernel-reading.ts";

/** ⌊x/divide⌋ mod `modulo`, multiplied by `times`, where x is the number of an element or of a term. */
export interface Digit {
  readonly of: "element" | "term";
  readonly divide: number;
  readonly modulo: number;
  readonly times: number;
}

/** An index as a constant plus digits, at least 0. */
export interface IndexPlace {
  readonly constant: number;
  readonly digits: readonly Digit[];
}

/** Numbers of elements, and of terms per element. */
export interface Counts {
  readonly element: number;
  readonly term: number;
}

/** Decodes an index as digits; undefined where it has no such form. */
export function placeIn(index: Expression, counts: Counts): IndexPlace | undefined {
  if (index.kind === "number") return index.value < 0 ? undefined : { constant: index.value, digits: [] };
  if (index.kind === "element" || index.kind === "term") {
    const modulo = counts[index.kind];
    return { constant: 0, digits: modulo === 1 ? [] : [{ of: index.kind, divide: 1, modulo, times: 1 }] };
  }
  if (index.kind !== "operation" || index.of.length !== 2) return undefined;
  const [a, b] = index.of.map((one) => placeIn(one, counts));
  if (a === undefined || b === undefined) return undefined;
  if (index.code === CODE.addWhole) return { constant: a.constant + b.constant, digits: [...a.digits, ...b.digits] };
  if (index.code === CODE.multiplyWhole) return b.digits.length === 0 ? times(a, b.constant) : product(a, b);
  if (b.digits.length > 0 || b.constant === 0) return undefined;
  if (index.code === CODE.divideWhole) return split(a, b.constant)?.quotient;
  if (index.code === CODE.remainderWhole) return split(a, b.constant)?.remainder;
  return undefined;
}

function product(a: IndexPlace, b: IndexPlace): IndexPlace | undefined {
  return a.digits.length === 0 ? times(b, a.constant) : undefined;
}

function times({ constant, digits }: IndexPlace, factor: number): IndexPlace | undefined {
  if (factor < 0) return undefined;
  if (factor === 0) return { constant: 0, digits: [] };
  return { constant: constant * factor, digits: digits.map((digit) => ({ ...digit, times: digit.times * factor })) };
}

/** Upper bound of an index. */
export function largestOf({ constant, digits }: IndexPlace): number {
  return digits.reduce((sum, { modulo, times }) => sum + (modulo - 1) * times, constant);
}

/** Quotient and remainder of an index divided by `by`. */
function split(place: IndexPlace, by: number): { quotient: IndexPlace; remainder: IndexPlace } | undefined {
  const above: Digit[] = [];
  const below: Digit[] = [];
  for (const digit of place.digits) {
    const { divide, modulo, times } = digit;
    if (times % by === 0) above.push({ ...digit, times: times / by });
    else if (times * (modulo - 1) < by) below.push(digit);
    else {
      const low = by / times;
      if (!Number.isInteger(low) || modulo % low !== 0) return undefined;
      below.push({ ...digit, modulo: low });
      above.push({ ...digit, divide: divide * low, modulo: modulo / low, times: 1 });
    }
  }
  const remainder = { constant: place.constant % by, digits: below };
  // The remainder must not carry into the quotient.
  if (largestOf(remainder) >= by) return undefined;
  return { quotient: { constant: Math.floor(place.constant / by), digits: above }, remainder };
}

/** An axis of the elements, with the stride of each of several indices along it. */
export interface Axis {
  readonly size: number;
  readonly strides: readonly number[];
}

/**
 * Axes of `count` elements, the fastest first, along which all indices have constant strides. Undefined where their digits are
 * incompatible.
 */
export function axesOf(places: readonly IndexPlace[], count: number): Axis[] | undefined {
  const own = places.map(({ digits }) => digits.filter((digit) => digit.of === "element"));
  const ends = [...new Set([1, count, ...own.flat().flatMap(({ divide, modulo }) => [divide, divide * modulo])])];
  ends.sort((a, b) => a - b);
  const axes: Axis[] = [];
  for (let k = 0; k + 1 < ends.length; k++) {
    const [from, to] = [ends[k], ends[k + 1]];
    if (to % from !== 0 || to > count) return undefined;
    const strides = own.map((digits) =>
      digits.reduce(
        (sum, { divide, modulo, times }) =>
          divide <= from && to <= divide * modulo ? sum + times * (from / divide) : sum,
        0,
      ),
    );
    const axis = { size: to / from, strides };
    const last = axes.at(-1);
    if (last !== undefined && strides.every((stride, j) => stride === last.strides[j] * last.size)) {
      axes[axes.length - 1] = { size: last.size * axis.size, strides: last.strides };
    } else axes.push(axis);
  }
  return axes;
}

/** Stride of an index between terms; undefined where it is not constant. */
export function termStride({ digits }: IndexPlace, terms: number): number | undefined {
  const own = digits.filter((digit) => digit.of === "term");
  if (own.length === 0) return 0;
  const even = own.every(({ divide, modulo }) => divide === 1 && modulo === terms);
  return even ? own.reduce((sum, { times }) => sum + times, 0) : undefined;
}
