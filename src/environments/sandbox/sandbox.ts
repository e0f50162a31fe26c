// Judges an untrusted JavaScript function by test cases: it is called with given arguments, and its result is compared with the correct
// one. Every behaviour leads to a verdict; no program can make the judge fail, run forever, or depend on the machine.

import type { QuickJSHandle } from "quickjs-emscripten-core";
import { type Data, dataText, sameData } from "./data.ts";
import { type Limits, type Session, theMachine } from "./machine.ts";
import { DATA, MEMORY, SYNTAX } from "./prelude.ts";

/** Arguments of a call and the correct result. */
export interface Case {
  readonly given: readonly Data[];
  readonly result: Data;
}

/** Verdict on a program in one case. */
export type CaseVerdict =
  | "passed"
  /** Returned another value, or no data: a function, a promise, a Map, an object with a getter, a cyclic value. */
  | "wrong"
  /** Threw an error, or exceeded the call stack. */
  | "threw"
  /** Exceeded the step limit. */
  | "timed out"
  | "out of memory"
  /** The text does not parse, or is no function. */
  | "no function";

/** Failures of a program. */
export type Crash = Exclude<CaseVerdict, "passed" | "wrong">;

/**
 * Judges `program` by every case, each in a fresh engine. The program is a function, or a text that declares one called `name` or ends with
 * one; the rest of the text runs first. Promises are not awaited.
 */
export function judged(program: string, name: string, cases: readonly Case[], limits: Limits): CaseVerdict[] {
  const machine = theMachine();
  return cases.map(({ given, result }) => {
    const verdict = machine.use(limits, (session) => verdictOf(session, program, name, given, dataText(result)));
    return verdict === "steps" ? "timed out" : verdict === "failed" ? "threw" : verdict;
  });
}

/**
 * Judges `program` by all cases in one engine, as a test runner does: state persists between calls. A crash ends the current case, and the
 * next one starts afresh. About six times as fast as `judged`, for programs that do not cheat.
 */
export function judgedInTurn(program: string, name: string, cases: readonly Case[], limits: Limits): CaseVerdict[] {
  const verdicts: CaseVerdict[] = [];
  const run = (session: Session): void => {
    const { context, call } = session;
    const written = functionOf(session, program, name);
    while (verdicts.length < cases.length) {
      const { given, result } = cases[verdicts.length];
      const values = evaluated(session, dataText(given));
      if (typeof written === "string" || typeof values === "string") {
        verdicts.push(typeof written === "string" ? written : "threw");
        continue;
      }
      const outcome = context.callFunction(call, context.undefined, written, values);
      if (outcome.error !== undefined) {
        const crash = crashed(session, outcome.error);
        verdicts.push(crash === "no function" ? "threw" : crash);
      } else verdicts.push(sameData(context.getString(outcome.value), DATA + dataText(result)) ? "passed" : "wrong");
    }
  };
  while (verdicts.length < cases.length) {
    const ended = theMachine().use(limits, run);
    if (ended !== undefined) verdicts.push(ended === "steps" ? "timed out" : "threw");
  }
  return verdicts;
}

/** Calls a program once, as `judged` does: returns the text of the result (`data.ts`), or the failure. */
export function returned(
  program: string,
  name: string,
  given: readonly Data[],
  limits: Limits,
): { readonly text: string } | Exclude<CaseVerdict, "passed"> {
  const outcome = theMachine().use(limits, (session) => outcomeOf(session, program, name, given));
  if (typeof outcome === "object")
    return outcome.text.startsWith(DATA) ? { text: outcome.text.slice(DATA.length) } : "wrong";
  return outcome === "steps" ? "timed out" : outcome === "failed" ? "threw" : outcome;
}

function verdictOf(
  session: Session,
  program: string,
  name: string,
  given: readonly Data[],
  right: string,
): CaseVerdict {
  const outcome = outcomeOf(session, program, name, given);
  if (typeof outcome === "string") return outcome;
  return sameData(outcome.text, DATA + right) ? "passed" : "wrong";
}

/** Result of a call in the prelude's format, or the failure. */
function outcomeOf(
  session: Session,
  program: string,
  name: string,
  given: readonly Data[],
): { readonly text: string } | Crash {
  const { context, call } = session;
  // The arguments are evaluated as a literal before the program is loaded, so that it cannot change them.
  const values = evaluated(session, dataText(given));
  if (typeof values === "string") return values;
  const written = functionOf(session, program, name);
  if (typeof written === "string") return written;
  const outcome = context.callFunction(call, context.undefined, written, values);
  if (outcome.error !== undefined) {
    const verdict = crashed(session, outcome.error);
    return verdict === "no function" ? "threw" : verdict;
  }
  // Always a string, because the prelude returns nothing else.
  return { text: context.getString(outcome.value) };
}

/** The function that a text is, declares by name, or ends with. */
export function functionOf(session: Session, program: string, name: string): QuickJSHandle | Crash {
  const alone = evaluated(session, `(${program}\n)`);
  if (isFunction(session, alone) && isExpression(session, program)) return alone;
  if (typeof alone === "string" && alone !== "no function") return alone;
  const last = evaluated(session, program);
  if (typeof last === "string") return last;
  const named = evaluated(session, `typeof ${name} === "function" ? ${name} : undefined`);
  if (typeof named === "string" || isFunction(session, named)) return named;
  return isFunction(session, last) ? last : "no function";
}

/**
 * Whether a text that parses in parentheses is a single expression, rather than one that closes them and opens others: the latter does not
 * parse in square brackets.
 */
function isExpression({ context }: Session, text: string): boolean {
  return context.evalCode(`[${text}\n]`, "program", { type: "global", compileOnly: true }).error === undefined;
}

const isFunction = ({ context }: Session, value: QuickJSHandle | Crash): boolean =>
  typeof value !== "string" && context.typeof(value) === "function";

/** Evaluates a text; returns its value, or the failure. */
export function evaluated(session: Session, text: string): QuickJSHandle | Crash {
  const outcome = session.context.evalCode(text, "program", { type: "global" });
  return outcome.error === undefined ? outcome.value : crashed(session, outcome.error);
}

export function crashed({ context, kind }: Session, error: QuickJSHandle): Crash {
  const outcome = context.callFunction(kind, context.undefined, error);
  const what = outcome.error === undefined ? context.getString(outcome.value) : "";
  return what === SYNTAX ? "no function" : what === MEMORY ? "out of memory" : "threw";
}
