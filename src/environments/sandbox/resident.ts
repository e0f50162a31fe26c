// A program that is not trusted and is called again and again: it keeps what it remembers until it begins anew. Every call has steps
// of its own. A program that uses them up, or breaks its engine, answers nothing from there on.

import type { QuickJSHandle } from "quickjs-emscripten-core";
import { type Limits, Machine } from "./machine.ts";
import { MOST } from "./metered-wasm.ts";
import { DATA } from "./prelude.ts";
import { crashed, evaluated, functionOf } from "./sandbox.ts";

/** A program in an engine of its own. */
export interface Resident {
  /** Runs the program's text with an engine that is as new; false where it is no function of its name, or breaks down. */
  begin(): boolean;
  /** What the function returns for what it is given, as data of JSON; undefined where it returns nothing, no data, or breaks down. */
  call(given: readonly unknown[]): unknown;
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
  return {
    begin() {
      machine.renew(memory);
      const found = machine.go(steps, (session) => functionOf(session, program, name));
      written = typeof found === "string" ? undefined : found;
      return written !== undefined;
    },
    call(given) {
      const called = written;
      if (called === undefined) return undefined;
      // A literal, which runs nothing of the program: reading it is not counted as the program's work.
      const values = machine.go(MOST, (session) => evaluated(session, JSON.stringify(given)));
      if (typeof values === "string") {
        if (values === "steps" || values === "failed") written = undefined;
        return undefined;
      }
      const text = machine.go(steps, (session): string | undefined => {
        const outcome = session.context.callFunction(session.call, session.context.undefined, called, values);
        values.dispose();
        if (outcome.error !== undefined) {
          const isFull = crashed(session, outcome.error) === "out of memory";
          outcome.error.dispose();
          return isFull ? "failed" : undefined;
        }
        const told = session.context.getString(outcome.value);
        outcome.value.dispose();
        return told;
      });
      if (text === "steps" || text === "failed") written = undefined;
      return text?.startsWith(DATA) === true ? jsonOf(text.slice(DATA.length)) : undefined;
    },
  };
}

/** Data without what JSON cannot hold; undefined where there is such. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
