// Claims as data: what is said, the figures that show it, and the bounds that were fixed before the first run. Verdicts, words and
// records are made from them here, and nowhere else.

import { atMost, type Bound, equalTo, verdictOf } from "./bound.ts";
import { type Figure, figureOf, type Given, inWords } from "./figure.ts";
import { all, any, type Verdict } from "./verdict.ts";

/** *Claim*: what the paper says comes out. *Equation*: an identity or a number of the paper that can be computed. */
export type ClaimKind = "claim" | "equation";

/** A figure beside the bound that it must keep; without a bound it is there to be read. */
export interface Test {
  /** What the figure is of, where a claim has several. */
  readonly label?: string;
  readonly figure: Figure;
  readonly bound?: Bound;
}

/** Tests that are taken together. */
export interface Claim {
  readonly kind: ClaimKind;
  readonly name: string;
  readonly tests: readonly Test[];
  /** Whether all tests must hold, or one of them. */
  readonly needs: "all" | "any";
  /** What led to it, in words: a counterexample, the arm that was best. */
  readonly note?: string;
}

/** The same measurement without the paper's idea. It must fail: where it holds too, the claims show nothing. */
export interface Control extends Omit<Claim, "kind"> {
  readonly kind: "control";
  /** The claim whose effect it takes the idea from: where that is not shown, a control that fails shows nothing. */
  readonly of?: Claim;
}

/** What a claim may be given beside its tests. */
export interface ClaimOptions {
  readonly needs?: "any";
  readonly note?: string | undefined;
}

/** What a control may be given beside its tests. */
export interface ControlOptions extends ClaimOptions {
  readonly of?: Claim;
}

/** A figure, or an exact number, that must lie within a bound. */
export function is(given: Given, bound: Bound, label?: string): Test {
  return { figure: figureOf(given), bound, ...(label === undefined ? {} : { label }) };
}

/** A figure, or an exact number, that stands beside the others and decides nothing. */
export function beside(label: string, given: Given): Test {
  return { label, figure: figureOf(given) };
}

/** Cases in which something must hold: as many as there are. */
export function inAll(holding: number, cases: number, label?: string): Test {
  return is(holding, { ...equalTo(cases), words: `all ${cases}` }, label);
}

/** Cases in which something must not happen. */
export function never(count: number, label?: string): Test {
  return is(count, { ...equalTo(0), words: "never" }, label);
}

/** What the paper says comes out. */
export function claim(name: string, tests: Test | readonly Test[], options: ClaimOptions = {}): Claim {
  return { kind: "claim", name, ...taken(tests, options) };
}

/** An identity or a number of the paper that is computed. */
export function equation(name: string, tests: Test | readonly Test[], options: ClaimOptions = {}): Claim {
  return { kind: "equation", name, ...taken(tests, options) };
}

/** Two ways to the same numbers, which nowhere differ by more than `most`. */
export function identity(name: string, largestDifference: number, most: number): Claim {
  return equation(name, is(largestDifference, atMost(most), "largest difference"));
}

/** What the measurement without the idea would have to show, and must not. */
export function control(name: string, tests: Test | readonly Test[], { of, ...options }: ControlOptions = {}): Control {
  return { kind: "control", name, ...taken(tests, options), ...(of === undefined ? {} : { of }) };
}

function taken(tests: Test | readonly Test[], { needs = "all", note }: Taken): Omit<Claim, "kind" | "name"> {
  const list = "figure" in tests ? [tests] : tests;
  if (!list.some(({ bound }) => bound !== undefined)) throw new Error("a claim has no bound that could fail");
  return { tests: list, needs, ...(note === undefined ? {} : { note }) };
}

type Taken = Omit<ClaimOptions, "needs"> & { readonly needs?: Claim["needs"] };

export function verdict(one: Judged): Verdict {
  const { tests, needs } = one;
  const verdicts = tests.flatMap(({ figure, bound }) => (bound === undefined ? [] : [verdictOf(figure, bound)]));
  const own = needs === "all" ? all(verdicts) : any(verdicts);
  return own === "fails" && withoutEffect(one.of) ? "undecided" : own;
}

/** What a verdict is of: tests, and of a control its claim. */
type Judged = Pick<Claim, "tests" | "needs"> & Pick<Control, "of">;

const withoutEffect = (of: Claim | undefined): boolean => of !== undefined && verdict(of) !== "holds";

/** The bounds in words: `≥ 0.03`, or `Acc@Dis within ±0.05 or false alarms ≥ 0.1`. */
export function expectation({ tests, needs }: Pick<Claim, "tests" | "needs">): string {
  const bounded = tests.filter(({ bound }) => bound !== undefined);
  const shared = new Set(bounded.map(({ bound }) => bound?.words));
  if (shared.size === 1)
    return `${[...shared][0]}${bounded.length > 1 ? (needs === "all" ? " each" : " for one") : ""}`;
  return bounded.map(({ label, bound }) => labelled(label, bound?.words ?? "")).join(needs === "all" ? "; " : " or ");
}

/** The figures in words. */
export function measurement({ tests, note, of }: Pick<Claim, "tests" | "note"> & Pick<Control, "of">): string {
  const figures = tests.map(({ label, figure }) => labelled(label, inWords(figure)));
  const notes = [
    note,
    withoutEffect(of) ? "the claim's effect, from which it takes the idea, is not shown" : undefined,
  ];
  return [...figures, ...notes.filter((text) => text !== undefined)].join("; ");
}

function labelled(label: string | undefined, text: string): string {
  return label === undefined ? text : `${label} ${text}`;
}
