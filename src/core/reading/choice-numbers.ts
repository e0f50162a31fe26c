// The choice that a number means: the choice of its value where choices are numbers, a rating on their scale, otherwise a place from 1.

import { mentionsIn } from "./choice-groups.ts";
import { distance, type WrittenNumber } from "./distance.ts";
import { numberIn } from "./number-in-text.ts";

/** A rating with the end of its scale: 4/5, 4 out of 5. */
const RATING = /(?<![\d.,/])(\d{1,3}) ?(?:\/|out of|of) ?(\d{1,3})(?![\d/]|[.,]\d)/giu;

/** Whether choices are whole numbers, such as the points of a scale. */
const areWhole = (known: readonly string[]): boolean =>
  known.length > 0 && known.every((text) => /^\d{1,3}$/.test(text));

/**
 * Returns the place of a rating among whole numbers of which the scale's end is the largest; −1 where a line has a rating of another scale,
 * or several; undefined where it has none, or choices are no whole numbers.
 */
export function ratedIn(line: string, known: readonly string[]): number | undefined {
  if (!areWhole(known)) return undefined;
  const ratings = [...line.matchAll(RATING)];
  if (ratings.length === 0) return undefined;
  const largest = Math.max(...known.map(Number));
  const places = new Set(ratings.map(([, points, end]) => (Number(end) === largest ? known.indexOf(points) : -1)));
  return places.size === 1 ? [...places][0] : -1;
}

const share = ({ value, isPercentage }: WrittenNumber): number => (isPercentage ? value / 100 : value);

/** Returns whether two numbers are one choice: of one value, or a percentage and the part of one that it is. */
function areSame(said: WrittenNumber, known: WrittenNumber): boolean {
  if (distance(said, known) === 0) return true;
  const [part] = [said, known].filter(({ isPercentage }) => !isPercentage);
  // "100 %" is no 1 of a scale.
  return share(said) === share(known) && (part === undefined || !Number.isInteger(part.value));
}

/** Returns the place of the choice that a line's number means; undefined where it means none. */
export function numberedIn(line: string, known: readonly string[]): number | undefined {
  if (!/\d/.test(line)) return undefined;
  const rated = ratedIn(line, known);
  if (rated !== undefined) return rated;
  const values = known.map((text) => (/^[^\p{L}]*\d/u.test(text) ? numberIn(text) : undefined));
  if (values.some((value) => value !== undefined)) {
    const said = numberIn(line);
    if (said === undefined) return undefined;
    const same = values.flatMap((value, place) => (value !== undefined && areSame(said, value) ? [place] : []));
    if (same.length !== 1) return undefined;
    // "(C) 40" names two where C is 30.
    return mentionsIn(line, known).some(({ isLetter, choice }) => isLetter && choice !== same[0]) ? -1 : same[0];
  }
  const place = Number(/^[("'[]?(?:#|(?:number|no\.?) )?(\d{1,2})[)"'\].]{0,2}$/i.exec(line)?.[1] ?? 0);
  return place >= 1 && place <= known.length ? place - 1 : undefined;
}
