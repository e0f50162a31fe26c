// The form in which commands and their flags are declared, from which the types of what a module is given are inferred. A flag without a
// value is false, an empty list or left out.

import { InvalidArgumentError } from "commander";
import type { Kind } from "../lab/experiment/listing.ts";
import type { TimeSpan } from "../logs/time-units.ts";

/** Names that a shell completes: of a kind that `agon list` has, and others. */
export type OfferedNames = Kind | "kinds" | "named" | "examples" | "experiments" | "runs" | "shells";

export interface Flag<T = unknown> {
  /** `<n>`, or `[n]` where the value may be missing; without it the flag is there or not. */
  readonly takes?: string;
  readonly about: string;
  /** Value of a text, and of the texts before it; without it the text itself. */
  read?(text: string, before?: T): T;
  readonly choices?: readonly (T & string)[];
  readonly preset?: T;
  /** Value where the flag stands alone. */
  readonly bare?: T;
  readonly isRequired?: true;
  /** The least and the largest number that it takes. */
  readonly limits?: readonly [least: number, most: number];
  readonly isHidden?: true;
  /** Environment variable that gives it. */
  readonly env?: string;
  readonly offers?: OfferedNames;
}

/** A flag that always has a value. */
export type Sure<T> = Flag<T> & ({ readonly preset: T } | { readonly isRequired: true });

type Value<F> = F extends Flag<infer T> ? T : never;

/** Values of flags by name. */
export type Values<F> = { readonly [K in keyof F as F[K] extends Sure<unknown> ? K : never]: Value<F[K]> } & {
  readonly [K in keyof F as F[K] extends Sure<unknown> ? never : K]?: Value<F[K]>;
};

export const usually = <T>(preset: T, flag: Flag<T>): Sure<T> => ({ ...flag, preset });
export const required = <T>(flag: Flag<T>): Sure<T> => ({ ...flag, isRequired: true });

export const yes = (about: string): Sure<boolean> => ({ about, preset: false });
/** Written as `--no-NAME`, which turns it off. */
export const no = (about: string): Sure<boolean> => ({ about, preset: true });
export const text = (takes: string, about: string): Flag<string> => ({ takes, about });
export const value = <T>(takes: string, about: string, read: (text: string) => T): Flag<T> => ({ takes, about, read });
export const one = <const T extends string>(takes: string, about: string, ...choices: T[]): Flag<T> => ({
  ...{ takes, about, choices },
});
/** A text that may be given several times, as in an `example`. */
export const many = (takes: string, about: string, example?: string): Sure<readonly string[]> => ({
  ...{ takes, about: `${about}, may be repeated${example === undefined ? "" : `: ${example}`}`, preset: [] },
  read: (given, before = []) => [...before, given],
});

/** Digits are what people write: an empty text is no number, as that of a variable that a shell does not know, nor is 0x10. */
const numberIn = (text: string): number =>
  /^\s*[+-]?(\d|\.\d)[\d.]*(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN;

/** Reads a number that `fits`, or says what it must be. */
const numeric =
  (fits: (value: number) => boolean, must: string, read: (text: string) => number = numberIn) =>
  (given: string): number => {
    const number = read(given);
    if (!fits(number)) throw new InvalidArgumentError(`It must be a ${must}.`);
    return number;
  };

/** The largest whole number that a table's column of them holds, and a timer, a list or a thread counts to. */
const MOST = 2_147_483_647;

/** A whole number that is neither below `least` nor above `most`. */
export const whole = (about: string, least: number, most = MOST): Flag<number> => {
  const fits = (number: number) => Number.isInteger(number) && number >= least && number <= most;
  return { ...value("<n>", about, numeric(fits, `whole number from ${least} to ${most}`)), limits: [least, most] };
};

export const port = numeric(
  (number) => Number.isInteger(number) && number >= 0 && number < 65_536,
  "whole number from 0 to 65535",
);

const isPositive = (number: number) => number > 0 && number < Number.POSITIVE_INFINITY;
const positiveNumber = numeric(isPositive, "number above 0");

/** A number from 0 to 1. */
export const share = (about: string): Flag<number> => ({
  ...value(
    "<x>",
    about,
    numeric((number) => number >= 0 && number <= 1, "number from 0 to 1"),
  ),
  limits: [0, 1],
});

/** A number above 0. */
export const positive = (takes: string, about: string): Flag<number> => ({
  ...value(takes, about, positiveNumber),
  limits: [Number.MIN_VALUE, Number.MAX_VALUE],
});

const SECONDS = new Map(Object.entries({ m: 60, h: 3600, d: 86_400, w: 604_800 }));
/** Seconds of a time with a unit; a number without one as it is. */
export const time = numeric(isPositive, "number above 0, perhaps with one of s, m, h, d, w: 12h", (given) => {
  const [, digits, unit] = /^(\d+|\d*\.\d+)([smhdw]?)$/.exec(given.trim()) ?? [];
  return Number(digits) * (SECONDS.get(unit) ?? 1);
});

/** The same, which says whether it had a unit. */
export const span = (given: string): TimeSpan => ({ amount: time(given), isTime: /[a-z]\s*$/.test(given) });

export interface Declaration {
  /** What it does. The list of commands shows this as far as the first comma, colon or semicolon. */
  readonly about: string;
  readonly example: string;
  /** What its help says after the example. */
  readonly after?: string;
  readonly flags?: Readonly<Record<string, Flag>>;
  /** What `--json` prints, if not one document with the result; false where there is no such flag. */
  readonly json?: string | false;
  /** Names that its first argument may be. */
  readonly offers?: OfferedNames;
  /** It does nothing by itself: commands stand below it. */
  readonly isGroup?: true;
}

/** Declarations by name and arguments: `copy <id> [folder]`; that of a command below another one has both names. */
export type Declarations = Readonly<Record<string, Declaration>>;

/** Flags of a command with those that nearly all have. */
export const flagsOf = ({ flags = {}, json = "print one JSON document", isGroup }: Declaration) =>
  json === false || isGroup ? flags : { ...flags, json: yes(json) };

type Name<U> = U extends `${infer N} <${string}` ? N : U extends `${infer N} [${string}` ? N : U;

type Argument<W> = W extends `${"<" | "["}${string}...${string}`
  ? [readonly string[]]
  : W extends `<${string}`
    ? [string]
    : W extends `[${string}`
      ? [string | undefined]
      : [];

type Arguments<U> = U extends `${infer W} ${infer Rest}` ? [...Argument<W>, ...Arguments<Rest>] : Argument<U>;

type FlagsOf<D> = Values<D extends { readonly flags: infer F } ? F : object> &
  (D extends { readonly json: false } ? unknown : { readonly json: boolean });

/** What the modules of commands are given, by the names of commands. */
export type CommandValues<D> = {
  readonly [U in keyof D as D[U] extends { readonly isGroup: true } ? never : Name<U>]: [
    ...Arguments<U>,
    FlagsOf<D[U]>,
  ];
};
