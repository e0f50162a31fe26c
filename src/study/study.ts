// What a study is: a published system, the claims and equations that show it, and controls that must fail.

import type { Claim, Control } from "./claim.ts";
import type { Table } from "./table.ts";

/** A published system, and what is said of it. */
export interface StudyAbout {
  /** The name of the system's folder, of the preset or world that it brings, and of its page. */
  readonly id: string;
  readonly title: string;
  /** Where it was published. */
  readonly source: string;
  /** The claim, in one sentence. */
  readonly claim: string;
  /** The published figures that belong to it. */
  readonly claimed: string;
  /** Seeds that nothing was chosen on; absent where nothing is drawn. */
  readonly seeds?: SeedPlan;
  /** Numbers of its work that one run may change, by name. */
  readonly settings?: Readonly<Record<string, SettingPlan>>;
  /** Equations and closed forms that tests of Agon hold: by the file of the repository, and how many stand there. */
  readonly equations?: readonly { readonly file: string; readonly tests: number; readonly about: string }[];
  /** Headline claims of the paper that no claim of this study tests, and why. */
  readonly untested?: readonly string[];
  /** What the paper has and this study has not. */
  readonly notDone?: readonly string[];
  /** Seeds, settings and thresholds that were looked at before the published run. */
  readonly seenBefore?: readonly string[];
  /** What was changed since it was first measured, and why. */
  readonly changed?: readonly string[];
}

/** A published system, reproduced by code of its own. */
export interface Study extends StudyAbout {
  run(context: StudyContext): StudyResult | Promise<StudyResult>;
}

/** A published system, reproduced by an experiment with claims. */
export interface ExperimentStudy extends StudyAbout {
  /** Path of its experiment. */
  readonly experiment: string;
}

/** A published system in either form. */
export type StudyEntry = Study | ExperimentStudy;

/** The first of the seeds, and how many there are in the short and in the long form. */
export interface SeedPlan {
  readonly first: number;
  readonly short: number;
  readonly full: number;
}

/** A whole number above 0 that both forms have a value of. */
export interface SettingPlan {
  /** What it is a number of: `updates of each arm`. */
  readonly about: string;
  readonly short: number;
  readonly full: number;
}

/** What running a study gives. */
export interface StudyResult {
  /** In the order of the paper. */
  readonly claims: readonly Claim[];
  readonly controls: readonly Control[];
  readonly tables?: readonly Table[];
}

/** What the parts of a study found, in their order. */
export function combined(...parts: readonly Partial<StudyResult>[]): StudyResult {
  return {
    claims: parts.flatMap(({ claims = [] }) => claims),
    controls: parts.flatMap(({ controls = [] }) => controls),
    tables: parts.flatMap(({ tables = [] }) => tables),
  };
}

/** Runs the parts of a study that has no jobs, one after the other, and says which one runs. Ctrl-C stops it between two. */
export async function inStages(
  { signal, progress }: Pick<StudyContext, "signal" | "progress">,
  parts: Readonly<Record<string, () => Partial<StudyResult>>>,
): Promise<StudyResult> {
  const stages = Object.entries(parts);
  const found: Partial<StudyResult>[] = [];
  for (const [label, part] of stages) {
    progress(found.length, stages.length, label);
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    found.push(part());
  }
  progress(found.length, stages.length, "done");
  return combined(...found);
}

/** What a running study is given. */
export interface StudyContext {
  /** The longer form, where a study has one. */
  readonly full: boolean;
  /** The study's seeds by its plan, or as many as were asked for instead. */
  readonly seeds: readonly number[];
  /** Values of the study's settings by name: those of the form, or what was asked for instead. */
  readonly settings: Readonly<Record<string, number>>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Says how far the work is, for a person. */
  progress(done: number, total: number, label: string): void;
  /** Computes a job for each input, some at the same time, or gives what an earlier run computed before it was stopped. */
  all<I, O>(job: StudyJob<I, O>, inputs: readonly I[], label: (input: I) => string): Promise<O[]>;
}

/**
 * A piece of a study that takes long: a function of plain data that gives plain data. Its module exports it as `name`, so that
 * another thread can find it there.
 */
export interface StudyJob<I, O> {
  readonly module: string;
  readonly name: string;
  /** `signal` is aborted by Ctrl-C; other threads are ended without it. */
  compute(input: I, signal?: AbortSignal): Promise<O>;
}

/** The job of a function that the module at this address exports under the function's own name. */
export function studyJob<I, O>(module: string, compute: StudyJob<I, O>["compute"]): StudyJob<I, O> {
  return { module, name: compute.name, compute };
}

/** The seeds of a form, or `count` of them, from the first of the plan or from `first`. */
export function seedsOf({ seeds }: Pick<StudyAbout, "seeds">, full: boolean, count?: number, first?: number): number[] {
  if (seeds === undefined) return [];
  const from = first ?? seeds.first;
  return Array.from({ length: count ?? (full ? seeds.full : seeds.short) }, (_, k) => from + k);
}

/** The values of a form's settings. */
export const settingsOf = ({ settings = {} }: Pick<StudyAbout, "settings">, full: boolean): Record<string, number> =>
  Object.fromEntries(Object.entries(settings).map(([name, plan]) => [name, full ? plan.full : plan.short]));
