// Time units, and detection of the unit of epoch times from their magnitude.

/** Length of each time unit in seconds. */
export const TIME_UNITS = { ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600, d: 86_400 } as const;
export type TimeUnit = keyof typeof TIME_UNITS;

/**
 * Range of times in seconds, from 1990 to 2100, within which numbers are recognised as epoch times. The ranges of different units do not
 * overlap.
 */
const [EARLIEST, LATEST] = [631_152_000, 4_102_444_800];

export const EPOCH_UNITS = ["ns", "us", "ms", "s"] as const;
export type EpochUnit = (typeof EPOCH_UNITS)[number];

/** Smallest and largest number recognised as an epoch time in a unit. */
export const epochRange = (unit: EpochUnit): readonly [least: number, most: number] => [
  EARLIEST / TIME_UNITS[unit],
  LATEST / TIME_UNITS[unit],
];

/** The unit in which all numbers from `least` to `most` are epoch times; undefined where there is none. */
export const unitOfRange = (least: number, most: number): EpochUnit | undefined =>
  EPOCH_UNITS.find((unit) => least >= epochRange(unit)[0] && most <= epochRange(unit)[1]);
