// A function in JavaScript that is not trusted, judged by cases: it is called with what is given and compared with what is
// right. Anything that happens gives a verdict; no program makes a judging fail, last or depend on the machine that it runs on.

import type { QuickJSHandle } from "quickjs-emscripten-core";
import { type Data, dataText, sameData } from "./data.ts";
import { type Limits, type Session, theMachine } from "./machine.ts";
import { DATA, MEMORY, SYNTAX } from "./prelude.ts";

/** A call and what it should return. */
export interface Case {
  readonly given: readonly Data[];
  readonly result: Data;
}

/** What is said of a program in a case. */
export type CaseVerdict =
  | "passed"
  /** Returned something else, or what is no data: a function, a promise, a Map, an object with a getter, one that contains itself. */
  | "wrong"
  /** Threw an error, or called itself too deeply. */
  | "threw"
  /** Used up its steps. */
  | "timed out"
  | "out of memory"
  /** The text does not parse, or is no function. */
  | "no function";

/** What a program breaks down with. */
export type Crash = Exclude<CaseVerdict, "passed" | "wrong">;

/**
 * Judges `program` by every case, each with an engine that is as new. The program is a function, or a text that declares one called `name` or
 * ends with one; what stands beside it is run first. Promises are not waited for.
 */
export function judged(program: string, name: string, cases: readonly Case[], limits: Limits): CaseVerdict[] {
  const machine = theMachine();
  return cases.map(({ given, result }) => {
    const verdict = machine.use(limits, (session) => verdictOf(session, program, name, given, dataText(result)));
    return verdict === "steps" ? "timed out" : verdict === "failed" ? "threw" : verdict;
  });
}

/**
 * Judges `program` by all cases in one engine, as a test runner does: what it keeps from a call it has in the next. An engine that breaks
 * down ends the case that ran, and the next one begins anew. About six times as fast as `judged`, for programs that do not cheat.
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

/** Calls a program as `judged` does, once: the text of what it returned (`data.ts`), or what became of it in its place. */
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

/** What a call tells of what it returned, or what it broke down with. */
function outcomeOf(
  session: Session,
  program: string,
  name: string,
  given: readonly Data[],
): { readonly text: string } | Crash {
  const { context, call } = session;
  // Written as a literal, which no program can change, and before the program is there.
  const values = evaluated(session, dataText(given));
  if (typeof values === "string") return values;
  const written = functionOf(session, program, name);
  if (typeof written === "string") return written;
  const outcome = context.callFunction(call, context.undefined, written, values);
  if (outcome.error !== undefined) {
    const verdict = crashed(session, outcome.error);
    return verdict === "no function" ? "threw" : verdict;
  }
  // A string, for nothing else is returned there.
  return { text: context.getString(outcome.value) };
}

/** The function that a text is, declares by its name, or ends with. */
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
 * Whether a text that stands in parentheses without a fault is one expression, and does not end them to begin others: such a text is at
 * fault in brackets.
 */
function isExpression({ context }: Session, text: string): boolean {
  return context.evalCode(`[${text}\n]`, "program", { type: "global", compileOnly: true }).error === undefined;
}

const isFunction = ({ context }: Session, value: QuickJSHandle | Crash): boolean =>
  typeof value !== "string" && context.typeof(value) === "function";

/** What a text comes to, or what it broke down with. */
export function evaluated(session: Session, text: string): QuickJSHandle | Crash {
  const outcome = session.context.evalCode(text, "program", { type: "global" });
  return outcome.error === undefined ? outcome.value : crashed(session, outcome.error);
}

export function crashed({ context, kind }: Session, error: QuickJSHandle): Crash {
  const outcome = context.callFunction(kind, context.undefined, error);
  const what = outcome.error === undefined ? context.getString(outcome.value) : "";
  return what === SYNTAX ? "no function" : what === MEMORY ? "out of memory" : "threw";
}
