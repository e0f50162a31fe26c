// Units of times, and by the size of a number the unit in which it is a time since 1970.

/** Seconds of each unit. */
export const TIME_UNITS = { ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600, d: 86_400 } as const;
export type TimeUnit = keyof typeof TIME_UNITS;

/** Moments between which numbers are taken for times since 1970, in seconds: from 1990 to 2100. Those of two units do not overlap. */
const [EARLIEST, LATEST] = [631_152_000, 4_102_444_800];

export const EPOCH_UNITS = ["ns", "us", "ms", "s"] as const;
export type EpochUnit = (typeof EPOCH_UNITS)[number];

/** The least and the most of numbers that are taken for times since 1970 in a unit. */
export const epochRange = (unit: EpochUnit): readonly [least: number, most: number] => [
  EARLIEST / TIME_UNITS[unit],
  LATEST / TIME_UNITS[unit],
];

/** The unit of times since 1970 that all numbers from `least` to `most` are; undefined where they are of none. */
export const unitOfRange = (least: number, most: number): EpochUnit | undefined =>
  EPOCH_UNITS.find((unit) => least >= epochRange(unit)[0] && most <= epochRange(unit)[1]);
