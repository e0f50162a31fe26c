#!/usr/bin/env node
// The door for people and scripts: runs the command that its arguments ask for.

import { unwritten } from "../core/files.ts";
import { answerSignals, endInterrupted } from "../core/signals.ts";
import { runCommand } from "./commands.ts";
import { report } from "./output.ts";

process.stdout.on("error", (error) => {
  // A reader that closes early (`agon list | head`) is no error.
  if ("code" in error && error.code === "EPIPE") process.exit(0);
  process.exit(
    report(unwritten("standard output", error, "what was computed is kept; make room, and run it again"), false),
  );
});
// What cannot be told is not told: the result is elsewhere.
process.stderr.on("error", () => {});

// The end of this process ends those that it has started.
answerSignals(endInterrupted);
process.exitCode = await runCommand(process.argv.slice(2));
