// A bug of the repair shop: up to six faults in one module, each detected by some tests when it occurs alone. Together they partly mask each
// other: a test that fails because of one fault does not reveal the others. Half of the tests are hidden and grade the repair.

import type { Random } from "../../../core/random.ts";
import { randomOrder } from "../../../math/weighted-draw.ts";
import { judgedInTurn } from "../../sandbox/sandbox.ts";
import { type FaultSite, faultSites, written } from "./faults.ts";
import { MODULES } from "./repair-module.ts";

/** Number of faults per bug, of candidate texts per fault, and of tests per module. */
export const PLACES = 6;
export const CANDIDATES = 4;
export const TESTS = 8;

/** Limits of steps and bytes for all tests of a program together. A working module needs less than a tenth. */
const LIMITS = { steps: 600_000, memory: 8_000_000 };

/** A bug as numbers, so that an environment can store it in its state. */
export interface Bug {
  /** Index in `MODULES`. */
  readonly module: number;
  /** Indices in `sitesOf`, ascending, [PLACES]. */
  readonly sites: ArrayLike<number>;
  /** Candidate texts, [PLACES × CANDIDATES]: 0 for the right text, k for the k-th wrong one of the site. */
  readonly candidates: ArrayLike<number>;
  /** Initially chosen candidates, [PLACES]. */
  readonly broken: ArrayLike<number>;
  /** 1 for visible tests, 0 for hidden ones, [TESTS]. */
  readonly shown: ArrayLike<number>;
}

const sites = new Map<number, readonly FaultSite[]>();

/** The sites of a module where faults can be placed. */
export function sitesOf(module: number): readonly FaultSite[] {
  let faults = sites.get(module);
  if (faults === undefined) {
    faults = faultSites(MODULES[module].source);
    sites.set(module, faults);
  }
  return faults;
}

const known = new Map<string, Uint8Array>();

/** Size of the result cache, which is then cleared. */
const KEPT = 50_000;

/** 1 for each test that a program passes as a replacement of a module, else 0, [TESTS]. */
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

/** The module with the chosen candidates, [PLACES], at the bug's sites. */
export function programOf({ module, sites: places, candidates }: Bug, chosen: ArrayLike<number>): string {
  const all = sitesOf(module);
  const there = Array.from(places, (place) => all[place]);
  return written(
    MODULES[module].source,
    there,
    there.map((site, k) => textOf(site, candidates[CANDIDATES * k + chosen[k]])),
  );
}

/** The text of a candidate: the right one or a wrong one. */
export const textOf = ({ right, wrong }: FaultSite, candidate: number): string =>
  candidate === 0 ? right : wrong[candidate - 1];

/**
 * Draws a bug: disjoint sites, three wrong texts at each that fail some but not all tests on their own, so many of them wrong at first, and
 * four visible tests, at least one of which fails. Throws an Error where a module has too few sites, which does not happen for `MODULES`.
 */
export function drawBug(module: number, random: Random, faults: number = PLACES): Bug {
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
  if (faults < PLACES)
    for (const k of randomOrder(PLACES, random).slice(faults))
      broken[k] = candidates.indexOf(0, CANDIDATES * k) - CANDIDATES * k;
  const bug = { module, sites: taken.map(({ place }) => place), candidates, broken };
  const results = passes(module, programOf({ ...bug, shown: [] }, broken));
  const failing = [...results.keys()].filter((test) => results[test] === 0);
  const shown = new Array<number>(TESTS).fill(0);
  const first = failing[random.integer(failing.length)] ?? 0;
  for (const test of [first, ...randomOrder(TESTS, random).filter((one) => one !== first)].slice(0, TESTS / 2))
    shown[test] = 1;
  return { ...bug, shown };
}

/** Whether a wrong text on its own fails some but not all tests; one that fails all would hide every other fault. */
function fails(module: number, place: number, candidate: number): boolean {
  const site = sitesOf(module)[place];
  const results = passes(module, written(MODULES[module].source, [site], [textOf(site, candidate)]));
  return results.includes(0) && results.includes(1);
}
