// A bug of the repair shop: six faults in one module, each of which some tests tell alone. Together they mask each other in part: where
// one makes a test fail, the others that it would find are not seen. Half of the tests are hidden, and grade the repair.

import type { Random } from "../../../core/random.ts";
import { randomOrder } from "../../../math/weighted-draw.ts";
import { judgedInTurn } from "../../sandbox/sandbox.ts";
import { type FaultSite, faultSites, written } from "./faults.ts";
import { MODULES } from "./repair-module.ts";

/** Faults of a bug, texts to choose from at each, and tests of a module. */
export const PLACES = 6;
export const CANDIDATES = 4;
export const TESTS = 8;

/** Steps and bytes that the tests of a program may use together. A module that works needs less than a tenth. */
const LIMITS = { steps: 600_000, memory: 8_000_000 };

/** A bug as numbers, so that a world can hold it in its state. */
export interface Bug {
  /** Place in `MODULES`. */
  readonly module: number;
  /** Places in `sitesOf`, rising, [PLACES]. */
  readonly sites: ArrayLike<number>;
  /** What may be chosen, [PLACES × CANDIDATES]: 0 for the right text, k for the k-th wrong one of the site. */
  readonly candidates: ArrayLike<number>;
  /** Candidates that stand there at first, [PLACES]. */
  readonly broken: ArrayLike<number>;
  /** 1 for tests that are shown, 0 for hidden ones, [TESTS]. */
  readonly shown: ArrayLike<number>;
}

const sites = new Map<number, readonly FaultSite[]>();

/** The places of a module that can be broken. */
export function sitesOf(module: number): readonly FaultSite[] {
  let faults = sites.get(module);
  if (faults === undefined) {
    faults = faultSites(MODULES[module].source);
    sites.set(module, faults);
  }
  return faults;
}

const known = new Map<string, Uint8Array>();

/** Results that are kept at most; then all are forgotten. */
const KEPT = 50_000;

/** 1 for each test that a program passes in the place of a module, 0 for the others, [TESTS]. */
export function passes(module: number, program: string): Uint8Array {
  const before = known.get(program);
  if (before !== undefined) return before;
  const { name, tests } = MODULES[module];
  const results = Uint8Array.from(judgedInTurn(program, name, tests, LIMITS), (verdict) =>
    verdict === "passed" ? 1 : 0,
  );
  if (known.size >= KEPT) known.clear();
  known.set(program, results);
  return results;
}

/** The module with the chosen candidates, [PLACES], at the bug's places. */
export function programOf({ module, sites: places, candidates }: Bug, chosen: ArrayLike<number>): string {
  const all = sitesOf(module);
  const there = Array.from(places, (place) => all[place]);
  return written(
    MODULES[module].source,
    there,
    there.map((site, k) => textOf(site, candidates[CANDIDATES * k + chosen[k]])),
  );
}

/** The text of a candidate: the right one, or a wrong one. */
export const textOf = ({ right, wrong }: FaultSite, candidate: number): string =>
  candidate === 0 ? right : wrong[candidate - 1];

/**
 * Draws a bug: places that do not touch, at each three wrong texts that fail some tests alone and leave others, and four tests to show,
 * one of which the bug fails. Throws an Error where a module has too few places, which none of `MODULES` has.
 */
export function drawBug(module: number, random: Random): Bug {
  const all = sitesOf(module);
  const taken: { readonly place: number; readonly wrong: readonly number[] }[] = [];
  for (const place of randomOrder(all.length, random)) {
    if (taken.length === PLACES) break;
    const { start, end, wrong } = all[place];
    if (taken.some(({ place: other }) => start <= all[other].end && all[other].start <= end)) continue;
    const telling = randomOrder(wrong.length, random).filter((k) => fails(module, place, k + 1));
    if (telling.length >= CANDIDATES - 1)
      taken.push({ place, wrong: telling.slice(0, CANDIDATES - 1).map((k) => k + 1) });
  }
  if (taken.length < PLACES) throw new Error(`"${MODULES[module].name}" has ${taken.length} places for faults`);
  taken.sort((a, b) => a.place - b.place);
  const candidates = taken.flatMap(({ wrong }) => randomOrder(CANDIDATES, random).map((k) => [0, ...wrong][k]));
  const broken = taken.map((_, k) => {
    const wrong = [0, 1, 2, 3].filter((c) => candidates[CANDIDATES * k + c] !== 0);
    return wrong[random.integer(wrong.length)];
  });
  const bug = { module, sites: taken.map(({ place }) => place), candidates, broken };
  const results = passes(module, programOf({ ...bug, shown: [] }, broken));
  const failing = [...results.keys()].filter((test) => results[test] === 0);
  const shown = new Array<number>(TESTS).fill(0);
  const first = failing[random.integer(failing.length)] ?? 0;
  for (const test of [first, ...randomOrder(TESTS, random).filter((one) => one !== first)].slice(0, TESTS / 2))
    shown[test] = 1;
  return { ...bug, shown };
}

/** Whether a wrong text alone makes some tests fail and not all: one that fails them all would hide every other fault. */
function fails(module: number, place: number, candidate: number): boolean {
  const site = sitesOf(module)[place];
  const results = passes(module, written(MODULES[module].source, [site], [textOf(site, candidate)]));
  return results.includes(0) && results.includes(1);
}
