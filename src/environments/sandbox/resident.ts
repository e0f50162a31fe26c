// An untrusted program that is called repeatedly: it keeps its state until it is restarted. Every call has its own step limit. A program
// that exceeds it, or crashes its engine, gives no further answers.

import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import { shortened } from "../../core/errors.ts";
import { jsonIn } from "../../core/json.ts";
import { type Limits, Machine, type Session } from "./machine.ts";
import { MOST } from "./metered-wasm.ts";
import { DATA, NO_DATA } from "./prelude.ts";
import { crashed, evaluated, functionOf } from "./sandbox.ts";

/** A program in an engine of its own. */
export interface Resident {
  /** Runs the program's text in a fresh engine; false where it does not define the function, or fails. */
  begin(): boolean;
  /** Calls the function and returns JSON data; undefined where the result is no data or the call fails. */
  call(given: readonly unknown[]): unknown;
  /** Reason for the first missing answer; undefined where there is none. */
  fault(): string | undefined;
}

/** Free engines of this thread, since creating one takes a tenth of a second. */
const free: Machine[] = [];

/** Borrows engines, one for each program, until `close`. */
export class Residence {
  readonly #machines: Machine[] = [];

  /** Loads a program whose function is called `name`, or is the text itself or its last expression. */
  resident(program: string, name: string, limits: Limits): Resident {
    const machine = free.pop() ?? new Machine();
    this.#machines.push(machine);
    return residentOf(machine, program, name, limits);
  }

  /** Returns the engines; their programs must not be called afterwards. */
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
  /** The program's own getters may run here, within the call's step limit. */
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
      // Evaluating a literal runs no code of the program, so it is not counted.
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

/** Text of a thrown value: an error's name and message, or the value itself. */
function thrown(context: QuickJSContext, error: QuickJSHandle): string {
  if (context.typeof(error) !== "object") return context.getString(error);
  const [name, message] = ["name", "message"].map((key) =>
    context
      .getProp(error, key)
      .consume((value) => (context.typeof(value) === "string" ? context.getString(value) : "")),
  );
  return [name, message].filter((part) => part !== "").join(": ") || "something";
}
