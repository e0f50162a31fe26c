// Types for declaring commands and their flags, from which the types of a module's arguments are inferred. A flag that is not given is
// false, an empty list, or undefined.

import { InvalidArgumentError } from "commander";
import type { Kind } from "../lab/experiment/listing.ts";
import type { TimeSpan } from "../logs/time-units.ts";

/** Names that a shell completes: names of a kind in `agon list`, and others. */
export type OfferedNames = Kind | "kinds" | "named" | "examples" | "experiments" | "runs" | "shells";

export interface Flag<T = unknown> {
  /** `<n>`, or `[n]` where the value is optional; without it the flag is boolean. */
  readonly takes?: string;
  readonly about: string;
  /** Converts a text to a value; `before` is the value of earlier occurrences. Default: the text itself. */
  read?(text: string, before?: T): T;
  readonly choices?: readonly (T & string)[];
  readonly preset?: T;
  /** Value where the flag has no argument. */
  readonly bare?: T;
  readonly isRequired?: true;
  /** Smallest and largest number that it accepts. */
  readonly limits?: readonly [least: number, most: number];
  readonly isHidden?: true;
  /** Environment variable that provides its default. */
  readonly env?: string;
  readonly offers?: OfferedNames;
}

/** A flag that always has a value. */
export type Sure<T> = Flag<T> & ({ readonly preset: T } | { readonly isRequired: true });

type Value<F> = F extends Flag<infer T> ? T : never;

export type Values<F> = { readonly [K in keyof F as F[K] extends Sure<unknown> ? K : never]: Value<F[K]> } & {
  readonly [K in keyof F as F[K] extends Sure<unknown> ? never : K]?: Value<F[K]>;
};

export const usually = <T>(preset: T, flag: Flag<T>): Sure<T> => ({ ...flag, preset });
export const required = <T>(flag: Flag<T>): Sure<T> => ({ ...flag, isRequired: true });

export const yes = (about: string): Sure<boolean> => ({ about, preset: false });
/** A flag written as `--no-NAME`, which disables something. */
export const no = (about: string): Sure<boolean> => ({ about, preset: true });
export const text = (takes: string, about: string): Flag<string> => ({ takes, about });
export const value = <T>(takes: string, about: string, read: (text: string) => T): Flag<T> => ({ takes, about, read });
export const one = <const T extends string>(takes: string, about: string, ...choices: T[]): Flag<T> => ({
  ...{ takes, about, choices },
});
/** A text flag that may be given several times, as in `example`. */
export const many = (takes: string, about: string, example?: string): Sure<readonly string[]> => ({
  ...{ takes, about: `${about}, may be repeated${example === undefined ? "" : `: ${example}`}`, preset: [] },
  read: (given, before = []) => [...before, given],
});

/** Only decimal notation is accepted: neither an empty text, as of an undefined shell variable, nor 0x10 is a number. */
const numberIn = (text: string): number =>
  /^\s*[+-]?(\d|\.\d)[\d.]*(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN;

/** Returns a reader of numbers that satisfy `fits`; its error says what the number must be. */
const numeric =
  (fits: (value: number) => boolean, must: string, read: (text: string) => number = numberIn) =>
  (given: string): number => {
    const number = read(given);
    if (!fits(number)) throw new InvalidArgumentError(`It must be a ${must}.`);
    return number;
  };

/** Largest 32-bit integer, the limit of table columns, timers, lists and thread counts. */
const MOST = 2_147_483_647;

/** An integer from `least` to `most`. */
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
/** Converts a time with a unit to seconds; a number without unit is unchanged. */
export const time = numeric(isPositive, "number above 0, perhaps with one of s, m, h, d, w: 12h", (given) => {
  const [, digits, unit] = /^(\d+|\d*\.\d+)([smhdw]?)$/.exec(given.trim()) ?? [];
  return Number(digits) * (SECONDS.get(unit) ?? 1);
});

/** Like `time`, and returns also whether there was a unit. */
export const span = (given: string): TimeSpan => ({ amount: time(given), isTime: /[a-z]\s*$/.test(given) });

export interface Declaration {
  /** Description of the command. The list of commands shows it up to the first comma, colon or semicolon. */
  readonly about: string;
  readonly example: string;
  /** Text after the example in its help. */
  readonly after?: string;
  readonly flags?: Readonly<Record<string, Flag>>;
  /** What `--json` prints, if not one document with the result; false for a command without that flag. */
  readonly json?: string | false;
  /** Names that complete its first argument. */
  readonly offers?: OfferedNames;
  /** True for a command that only groups subcommands. */
  readonly isGroup?: true;
}

/** Declarations by name and arguments: `copy <id> [folder]`; a subcommand has both names. */
export type Declarations = Readonly<Record<string, Declaration>>;

/** Returns the flags of a command, including the common ones. */
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

/** Argument types of the commands' modules, by command name. */
export type CommandValues<D> = {
  readonly [U in keyof D as D[U] extends { readonly isGroup: true } ? never : Name<U>]: [
    ...Arguments<U>,
    FlagsOf<D[U]>,
  ];
};
