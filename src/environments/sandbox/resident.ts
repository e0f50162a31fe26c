// A program that is not trusted and is called again and again: it keeps what it remembers until it begins anew. Every call has steps
// of its own. A program that uses them up, or breaks its engine, answers nothing from there on.

import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import { shortened } from "../../core/errors.ts";
import { jsonIn } from "../../core/json.ts";
import { type Limits, Machine, type Session } from "./machine.ts";
import { MOST } from "./metered-wasm.ts";
import { DATA, NO_DATA } from "./prelude.ts";
import { crashed, evaluated, functionOf } from "./sandbox.ts";

/** A program in an engine of its own. */
export interface Resident {
  /** Runs the program's text with an engine that is as new; false where it is no function of its name, or breaks down. */
  begin(): boolean;
  /** What the function returns for what it is given, as data of JSON; undefined where it returns nothing, no data, or breaks down. */
  call(given: readonly unknown[]): unknown;
  /** Why a call answered nothing for the first time, in words; undefined where none did. */
  fault(): string | undefined;
}

/** Engines that are free, of this thread: one takes a tenth of a second to make. */
const free: Machine[] = [];

/** Takes engines for the time of `work`, one for each of its programs. */
export class Residence {
  readonly #machines: Machine[] = [];

  /** The program's function is called `name`, or is the text itself, or what it ends with. */
  resident(program: string, name: string, limits: Limits): Resident {
    const machine = free.pop() ?? new Machine();
    this.#machines.push(machine);
    return residentOf(machine, program, name, limits);
  }

  /** Gives the engines back; their programs must not be called any more. */
  close(): void {
    free.push(...this.#machines.splice(0));
  }
}

function residentOf(machine: Machine, program: string, name: string, { steps, memory }: Limits): Resident {
  let written: QuickJSHandle | undefined;
  let fault: string | undefined;
  const broke = (cause: "steps" | "failed"): void => {
    written = undefined;
    fault ??= cause === "steps" ? "used up the steps of a move" : "ran out of memory, or broke its engine";
  };
  /** The program's own getters may run here, on steps of a call. */
  const threw = (error: QuickJSHandle, { context }: Session): void => {
    fault ??= `threw ${shortened(thrown(context, error))}`;
  };
  return {
    fault: () => fault,
    begin() {
      machine.renew(memory);
      const handle = machine.go(steps, (session) => functionOf(session, program, name));
      written = typeof handle === "string" ? undefined : handle;
      return written !== undefined;
    },
    call(given) {
      const called = written;
      if (called === undefined) return undefined;
      // A literal, which runs nothing of the program: reading it is not counted as the program's work.
      const values = machine.go(MOST, (session) => evaluated(session, JSON.stringify(given)));
      if (typeof values === "string") {
        if (values === "steps" || values === "failed") broke(values);
        return undefined;
      }
      const text = machine.go(steps, (session): string | undefined => {
        const outcome = session.context.callFunction(session.call, session.context.undefined, called, values);
        values.dispose();
        if (outcome.error !== undefined) {
          const isFull = crashed(session, outcome.error) === "out of memory";
          if (!isFull) threw(outcome.error, session);
          outcome.error.dispose();
          return isFull ? "failed" : undefined;
        }
        const output = session.context.getString(outcome.value);
        outcome.value.dispose();
        return output;
      });
      if (text === "steps" || text === "failed") broke(text);
      else if (text === NO_DATA) fault ??= "returned no data";
      return text?.startsWith(DATA) === true ? jsonIn(text.slice(DATA.length)) : undefined;
    },
  };
}

/** What was thrown: an error's name and message, or another value as it is. */
function thrown(context: QuickJSContext, error: QuickJSHandle): string {
  if (context.typeof(error) !== "object") return context.getString(error);
  const [name, message] = ["name", "message"].map((key) =>
    context
      .getProp(error, key)
      .consume((value) => (context.typeof(value) === "string" ? context.getString(value) : "")),
  );
  return [name, message].filter((part) => part !== "").join(": ") || "something";
}
