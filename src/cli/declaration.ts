// The form in which a command is declared, and the types of what its module is given.

import { type Flag, type Offer, type Values, yes } from "./flag.ts";

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
  readonly offers?: Offer;
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
export type Given<D> = {
  readonly [U in keyof D as D[U] extends { readonly isGroup: true } ? never : Name<U>]: [
    ...Arguments<U>,
    FlagsOf<D[U]>,
  ];
};
