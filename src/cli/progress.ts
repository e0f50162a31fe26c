// What a command says while it works, on standard error, and how it ends when it is interrupted.

import { createLogUpdate } from "log-update";
import { note } from "./output.ts";

/** Exit code of a program that Ctrl-C ended. */
export const INTERRUPTED = 130;

/** One line that changes on a terminal, a line every few seconds elsewhere. */
export function progressLine(): { tell(text: string): void; end(): void } {
  const live = process.stderr.isTTY === true;
  const screen = createLogUpdate(process.stderr);
  let told = performance.now();
  return {
    tell(text) {
      if (performance.now() - told < (live ? 100 : 3000)) return;
      told = performance.now();
      if (live) screen(text);
      else note(text);
    },
    end: () => screen.clear(),
  };
}
