// Shares of driver types by name. The names are those of arXiv 2306.06236, whose shares are not public: these are ours.

import { AGGRESSIVE, CAUTIOUS, NORMAL, TYPES } from "./drivers.ts";

export const MIXES = ["normal", "mild", "thirds", "chaotic"] as const;

export type Mix = (typeof MIXES)[number];

/** Builds shares in the order of `TYPES`. */
function shares(normal: number, aggressive: number, cautious: number): readonly number[] {
  const all = TYPES.map(() => 0);
  all[NORMAL] = normal;
  all[AGGRESSIVE] = aggressive;
  all[CAUTIOUS] = cautious;
  return all;
}

const byName: Readonly<Record<Mix, readonly number[]>> = {
  normal: shares(1, 0, 0),
  mild: shares(0.8, 0.1, 0.1),
  thirds: shares(1 / 3, 1 / 3, 1 / 3),
  chaotic: shares(0.2, 0.4, 0.4),
};

/** Returns the shares of a mix, in the order of `TYPES`. */
export const sharesOf = (mix: Mix): readonly number[] => byName[mix];

/** Meaning of the mixes, for descriptions of parameters. */
export const MIX_MEANING = MIXES.map((name) => {
  const [cautious, normal, aggressive] = sharesOf(name).map((one) => Number(one.toFixed(2)));
  return `${name} ${normal}/${aggressive}/${cautious}`;
}).join(", ");

/** Returns the type that a uniform number of [0, 1) draws from shares. */
export function typeAt(drawn: number, of: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < of.length - 1; k++) {
    sum += of[k];
    if (drawn < sum) return k;
  }
  return of.length - 1;
}
