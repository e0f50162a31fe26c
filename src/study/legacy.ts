// The form of studies that are not on the kit yet: checks that are true or false, and figures in words. It goes when the last is ported.

import { equalTo, worded } from "./bound.ts";
import { type Claim, claim, control, is, type Control as KitControl } from "./claim.ts";
import { exact } from "./figure.ts";
import type { Study as KitStudy, StudyJob } from "./study.ts";

export type { StudyJob } from "./study.ts";

/** One thing the paper says, beside what was measured here. */
export interface Check {
  readonly name: string;
  /** What the source claims or the threshold that was fixed beforehand, in words and figures. */
  readonly expected: string;
  readonly measured: string;
  readonly pass: boolean;
}

/** The same measurement with the paper's idea taken out. If it passes too, the checks show nothing. */
export interface Control {
  readonly name: string;
  /** True when the control failed, as it must. */
  readonly failed: boolean;
  readonly measured: string;
}

/** What running a study gives. */
export interface StudyResult {
  /** The headline figures, to stand beside the claimed ones. */
  readonly measured: string;
  readonly checks: readonly Check[];
  readonly controls: readonly Control[];
}

/** What a running study is given. */
export interface StudyContext {
  /** The longer form, where a study has one. */
  readonly full: boolean;
  /** Seeds to use instead of the study's own number. */
  readonly seeds?: number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Says how far the work is, for a person. */
  progress(done: number, total: number, label: string): void;
  /** Computes a part for each input, some at the same time, or gives what an earlier run computed before it was stopped. */
  all<I, O>(part: StudyJob<I, O>, inputs: readonly I[], label: (input: I) => string): Promise<O[]>;
}

/** A published system, reproduced. */
export interface Study {
  readonly id: string;
  readonly title: string;
  /** Where it was published. */
  readonly source: string;
  /** The claim, in one sentence. */
  readonly claim: string;
  /** The published figures that belong to it. */
  readonly claimed: string;
  run(context: StudyContext): StudyResult | Promise<StudyResult>;
}

/** What came of a study. */
export type StudyStatus = "reproduced" | "partly" | "not reproduced";

/** All checks pass and every control fails: reproduced. A control that passes makes the checks worthless. */
export function statusOf(result: Pick<StudyResult, "checks" | "controls">): StudyStatus {
  if (!result.controls.every((control) => control.failed)) return "not reproduced";
  const passed = result.checks.filter((check) => check.pass).length;
  if (passed === result.checks.length) return "reproduced";
  return passed > 0 ? "partly" : "not reproduced";
}

/** A check that a number lies within `tolerance` of the expected one: relative, or absolute where `absolute` is set. */
export function closeTo(name: string, measured: number, expected: number, tolerance: number, absolute = false): Check {
  const distance = Math.abs(measured - expected);
  const pass = distance <= (absolute ? tolerance : tolerance * Math.max(Math.abs(expected), Number.MIN_VALUE));
  const digits = (x: number) => (Number.isInteger(x) ? String(x) : x.toPrecision(8));
  return {
    name,
    expected: `${digits(expected)} (${absolute ? "±" : "relative "}${tolerance.toExponential(0)})`,
    measured: digits(measured),
    pass,
  };
}

/** A check of a condition whose figures are given in words. */
export function holds(name: string, expected: string, measured: string, pass: boolean): Check {
  return { name, expected, measured, pass };
}

/** A study of the old form as one of the kit's. */
export function adapted(study: Study): KitStudy {
  const { id, title, source, claim: sentence, claimed } = study;
  const truth = (pass: boolean, expected: string) => is(exact(pass ? 1 : 0), worded(equalTo(1), expected));
  return {
    ...{ id, title, source, claim: sentence, claimed },
    seeds: { first: 1, short: 0, full: 0 },
    async run(context) {
      const { seeds, ...rest } = context;
      const { checks, controls, measured } = await study.run(
        seeds.length === 0 ? rest : { ...rest, seeds: seeds.length },
      );
      const claims: Claim[] = checks.map((check) =>
        claim(check.name, truth(check.pass, check.expected), { note: check.measured }),
      );
      const opposed: KitControl[] = controls.map((one) =>
        control(one.name, truth(!one.failed, "must fail"), { note: one.measured }),
      );
      return { claims, controls: opposed, tables: [{ title: measured, columns: [], rows: [] }] };
    },
  };
}
